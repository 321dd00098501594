"""What a stranger found in artillery, aircraft, dust and transport with the text in hand: mines and sangars under shells, flak on vehicles, dust and load that leave the map."""

from __future__ import annotations

from typing import Any, cast

import pytest

from amba.core.event import Placed
from amba.games.hollow.counters import WORK_KINDS
from amba.games.hollow.frames_artillery import BlastRoll, FlakRoll
from amba.games.hollow.rules.armour.r034_high_explosive import Burst
from amba.games.hollow.rules.artillery.r046_blast import burst_over, cover_items, read_blast
from amba.games.hollow.rules.artillery.r150_flak import flak_at, flak_items, is_heavy_flak, light_flak
from amba.games.hollow.rules.artillery.r150_flights import sighting_items
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r007_seeing import line, sees
from amba.games.hollow.rules.r024_smoke import is_screened
from amba.games.hollow.rules.r046_shells import BARRAGE, CONCENTRATION, SMOKE_BARRAGE
from amba.games.hollow.rules.r194_trails import dust_of, has_trail
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from tests.games.hollow.table import menu_of, read, said
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_aircraft import GAME as SKY
from tests.games.hollow.test_aircraft import PLANE, sky
from tests.games.hollow.test_aircraft import do as give_sky
from tests.games.hollow.test_artillery import GAME, GUNS, at_guns, refusal_of
from tests.games.hollow.test_artillery import do as give_guns
from tests.games.hollow.test_letter import on_board
from tests.games.hollow.test_platoons import platoon

DRY = {"ground": GROUNDS.index("dry")}
FIRING = {"battery_a1_mission": CONCENTRATION}


def shelled(dice: tuple[int, int], work: dict[str, Any]) -> tuple[HollowState, int]:
    """A work in a hex on which shells of 25-pounders fall."""
    s = at_guns(tracks=FIRING, xF9={"hex": "99E7", **work})
    read_blast(s, BlastRoll(0, GAME.names.place["99E7"]), dice)
    return s, GAME.names.piece["xF9"]


@pytest.mark.parametrize(("kind", "after"), [("known mines", "known mines"), ("mine line", "mine line"), ("mines 8", "dummy mines")])
def test_55_8_shells_that_clear_a_marked_field_leave_a_dummy(kind: str, after: str) -> None:
    """The counter is replaced by a dummy, and what was unrevealed remains so."""
    s, field = shelled((1, 2), {"kind": kind, "points": 8})
    assert s.is_on_map(field)
    assert (WORK_KINDS[s.face[field]], s.points[field]) == (after, 0)


def test_55_8_shells_clear_a_hidden_field_for_good() -> None:
    s, field = shelled((1, 2), {"kind": "mines", "points": 8, "marks": ["hidden"]})
    assert not s.is_on_map(field)


def test_55_8_an_open_field_is_a_step_weaker() -> None:
    s, field = shelled((2, 2), {"kind": "mines 12", "points": 12})
    assert (WORK_KINDS[s.face[field]], s.points[field]) == ("mines 8", 8)


@pytest.mark.parametrize("kind", ["known mines", "dummy mines"])
def test_55_82_a_dummy_minefield_is_unaffected_by_shells(kind: str) -> None:
    s, field = shelled((1, 1), {"kind": kind, "points": 0})
    assert s.is_on_map(field)
    assert WORK_KINDS[s.face[field]] == kind


@pytest.mark.parametrize(("dice", "left"), [((4, 4), 3), ((2, 2), 2), ((1, 2), 0)])
def test_86_7_shells_reduce_anti_tank_mines(dice: tuple[int, int], left: int) -> None:
    s, field = shelled(dice, {"kind": "anti-tank mines", "points": 3})
    assert (s.points[field] if s.is_on_map(field) else 0) == left


def test_191_41_a_critical_hit_of_artillery_finds_the_sangar_itself_at_plus_3() -> None:
    """Its men have -3; 75 mm twice is column 24, where 2 and 3 are K/4 and no kill."""
    guns = GUNS.replace('module = "br-25"', 'module = "br-3"', 1).replace('module = "br-3"\nlink', 'module = "br-25"\nlink', 1)
    game = on_board(scenario=guns)
    s = at_guns(game=game, tracks=FIRING, xF1={"hex": "99E7", "kind": "sangar"}, x1={"hex": "99E7", "marks": ["dug_in"]})
    place, sangar = game.names.place["99E7"], game.names.piece["xF1"]
    assert sum_of(cover_items(s, place, game.names.piece["x1"], is_critical=True)) == -3
    read_blast(s, BlastRoll(0, place), (1, 1))
    assert s.is_on_map(sangar)


@pytest.mark.parametrize(("place", "ground", "worth"), [("99L5", "dry", 1), ("99L5", "wet", 2), ("99E7", "dry", 2)])
def test_190_41_a_gun_emplaced_in_dry_sand_has_half_against_shells_too(place: str, ground: str, worth: int) -> None:
    s = at_guns(tracks={**FIRING, "ground": GROUNDS.index(ground)}, x1={"hex": place, "marks": ["emplaced"]})
    assert sum_of(cover_items(s, GAME.names.place[place], GAME.names.piece["x1"])) == worth


@pytest.mark.parametrize(("work", "shells", "bombs"), [("sangar", 3, 1), ("foxhole", 4, 2)])
def test_191_4_bombs_are_other_attacks_than_artillery(work: str, shells: int, bombs: int) -> None:
    s = at_guns(xF1={"hex": "99E7", "kind": work}, x1={"hex": "99E7", "marks": ["dug_in"]})
    place, unit = GAME.names.place["99E7"], GAME.names.piece["x1"]
    assert sum_of(cover_items(s, place, unit)) == shells
    assert sum_of(cover_items(s, place, unit, is_bomb=True)) == bombs
    burst_over(s, BlastRoll(-1, place), Burst(120), 4, 4)
    assert cast("Any", s.frames[-1]).tasks, "bombs find them by these figures"


def test_110_riders_are_easy_targets_for_shells_and_aircraft_too() -> None:
    d = drill({}, "a1 E5 br-457 +aW1; aW1 E5 horses; a2 E5 br-457 +aW2; aW2 E5 bicycles; a3 E5 br-457")
    found = [sum_of(cover_items(d.s, d.s.at[d.piece(key)], d.piece(key))) for key in ("a1", "a2", "a3")]
    assert found == [-2, -1, 0]


def test_150_4_the_ground_counts_once_against_bombs() -> None:
    """In the roll to hit the hex nothing of it; then it softens the burst."""
    s = sky(x1="F5", smoke1=PLANE)
    events = give_sky(s, "attack smoke1 99F5 bomb", "roll 5", "roll 3,4")
    assert said(events, "bombs").values[1:] == (7, "+0", 7, "hit")
    assert said(give_sky(s, "roll 4,4"), "blast").values[2] == "+1"


FLAK = [("ge-sdkfz-10-4", (4, 32)), ("ge-sdkfz-7-1", (20, 32)), ("ge-2cm-flak-lkw", (4, 32)), ("br-morris-c9-b", (8, 32)), ("br-lt-mk-vi-aa", (8, 24)), ("ge-kfz-4", (6, 16))]  # fmt: skip


@pytest.mark.parametrize(("kind", "fire"), FLAK)
def test_150_5_flak_on_vehicles_fires_at_aircraft(kind: str, fire: tuple[int, int]) -> None:
    d = drill({}, f"xV1 E5 {kind} @1", phasing="axis")
    assert light_flak(d.s, d.piece("xV1")) == fire
    assert flak_at(d.s, 1, d.game.names.place["99J5"]) == [d.piece("xV1")]


@pytest.mark.parametrize(
    ("text", "fires"),
    [
        ("ge-sdkfz-10-4 @1 malfunction", False),
        ("it-autocann-90-53 @1 malfunction", False),
        ("ge-pzkpfw-iiil @1 exposed aa_broken", False),
        ("ge-pzkpfw-iiil @1 exposed malfunction", True),
        ("ge-pzkpfw-iiil @1", False),
        ("it-l3-aa @9 exposed", False),
        ("it-l3-aa @3 exposed", True),
        ("it-as-42-aa @3 motion aa_broken", False),
        ("it-as-42-aa @3 aa_broken", True),
    ],
)
def test_150_5_what_is_broken_or_points_elsewhere_does_not_fire_at_aircraft(text: str, fires: bool) -> None:
    d = drill({}, f"xV1 E5 {text}", phasing="axis")
    assert (flak_at(d.s, 1, d.game.names.place["99J5"]) == [d.piece("xV1")]) is fires
    assert is_heavy_flak(d.s, d.piece("xV1")) is False


def test_194_793_dust_counts_at_fire_at_aircraft() -> None:
    for level, found in ((0, 0), (1, 1), (2, 2)):
        s = sky(x1={"hex": "99J8", "has": ["xW2"]}, smoke1=PLANE, tracks={"dust": level})
        at = FlakRoll(SKY.names.piece["smoke1"], SKY.names.place["99J7"], SKY.names.piece["xW2"])
        assert sum(item.value for item in flak_items(s, at) if item.rule == "194.793") == found


def test_194_792_dust_of_shells_does_not_count_inside_a_building() -> None:
    game = on_board(scenario=GUNS, large_building="E7 E8 E9")
    marks = {f"smoke{n}": {"hex": f"99E{n + 6}", "kind": "fire for effect 1" if n == 1 else "shells fall here", "points": 1} for n in (1, 2, 3)}
    for ground, hindered in (("dry", 0), ("moderate", 1)):
        s = at_guns(game=game, tracks={**FIRING, "ground": GROUNDS.index(ground)}, **marks)
        view = [s.field.view_from(game.names.place[f"99E{n}"]) for n in (7, 9)]
        assert sum(found.drm for found in line(s, *view).hindrances) == hindered


def open_edges(t: Drill, side: int, *places: str) -> None:
    exits = [frozenset[int](), frozenset[int]()]
    exits[side] = frozenset(t.s.world.names.place[f"99{place}"] for place in places)
    t.s.plan = t.s.plan._replace(exits=(exits[0], exits[1]))


def test_194_74_the_dust_of_a_vehicle_is_gone_when_it_drives_off_the_map() -> None:
    t = drill({}, "aV1 FF5 br-stuart-i-a-honey @3 motion; a1 A2 br-457; x1 A9 it-346", tracks=DRY)
    open_edges(t, 0, "GG5")
    t.do("wheel aV1", "ahead GG5")
    assert t.game.names.places[t.s.at[dust_of(t.s, t.piece("aV1"))]] == "99FF5"
    t.do("drive-off")
    assert t.where("aV1") == "allied-exited"
    assert not has_trail(t.s, t.piece("aV1"))


def test_177_who_rides_in_a_platoon_leaves_the_map_with_it() -> None:
    carriers = "xV1 FF5 ge-spw-251-1 @3 motion; xV2 FF6 ge-spw-251-1 @3 motion; x1 xV1-aboard ge-467; x2 xV2-aboard ge-467"
    t = drill({}, carriers, phasing="axis")
    open_edges(t, 1, "GG5", "GG6", "GG7")
    platoon(t, "xV1", "xV2")
    t.do("step xV1 GG6 3", "step xV2 GG7 3", "step-off xV1", "step-off xV2")
    assert {t.where(key) for key in ("xV1", "xV2", "x1", "x2")} == {"axis-exited"}


def test_45_a_call_by_the_wrong_set_names_the_right_one() -> None:
    s = at_guns()
    found = refusal_of(GAME, s, "contact", "xW3")
    assert found is not None
    assert "aW5" in found.values.get("sets", "")


def test_49_by_night_vehicles_are_seen_three_hexes_farther() -> None:
    """But who sits in one sees no farther than others do."""
    d = drill({}, "aV1 E5 br-stuart-i-a-honey @3; a1 F5 br-457; x1 L5 it-346", tracks={"night": 1, "visibility": 4})
    tank, man, enemy = (d.piece(key) for key in ("aV1", "a1", "x1"))
    assert (sees(d.s, enemy, tank), sees(d.s, enemy, man), sees(d.s, tank, enemy)) == (True, False, False)
    d = drill({}, "aV1 E5 br-stuart-i-a-honey @3; x1 M5 it-346", tracks={"night": 1, "visibility": 4})
    assert not sees(d.s, d.piece("x1"), d.piece("aV1"))


@pytest.mark.parametrize(("marks", "near"), [(["hidden"], 0), (["concealed"], 1), ([], 1)])
def test_150_3_hidden_friends_are_not_betrayed_by_the_pilots_roll(marks: list[str], near: int) -> None:
    s = sky(x1="J8", a8={"hex": "99J6", "marks": marks}, smoke1=PLANE)
    items = sighting_items(s, SKY.names.piece["smoke1"], SKY.names.place["99J8"])
    assert sum(item.value for item in items if item.what == "friends near by") == near


def test_150_3_the_second_pilot_sees_where_the_first_one_struck() -> None:
    s = sky(x1="J8", smoke1=PLANE, smoke2={"hex": "99J8", "kind": "fighter-bomber", "points": 1, "marks": ["fired"]})
    items = {item.what: item.value for item in sighting_items(s, SKY.names.piece["smoke1"], SKY.names.place["99J8"])}
    assert items["another aircraft has struck there"] == -1
    assert "another aircraft has struck there" not in {item.what for item in sighting_items(s, SKY.names.piece["smoke2"], SKY.names.place["99J8"])}


def test_46_5_smoke_shells_sink_into_the_marsh() -> None:
    game = on_board(scenario=GUNS, marsh="E8")
    tracks = {"battery_a1_contact": 2, "battery_a1_access": 1, "battery_a1_black": 7, "battery_a1_draws": 1}
    s = at_guns(game=game, tracks=tracks, smoke1={"hex": "99E7", "kind": "spotting round", "points": 1})
    give_guns(s, "effect aW5 smoke", game=game)
    smoky = {place for place in s.field.around[game.names.place["99E7"]] if is_screened(s, place)}
    assert game.names.place["99E8"] not in smoky
    assert len(smoky) == 5


CALLED = {"battery_a1_contact": 2, "battery_a1_access": 1, "battery_a1_black": 7, "battery_a1_draws": 1}


def test_46_6_a_barrage_of_smoke_lies_in_nine_hexes() -> None:
    s = at_guns(tracks=CALLED)
    give_guns(s, "barrage aW5 99M5 12 smoke")
    assert [is_screened(s, GAME.names.place[f"99M{n}"]) for n in range(1, 10)] == [True] * 9
    wet = at_guns(tracks={**CALLED, "wind": 2})
    assert "barrage aW5 99M5 12 smoke" not in {" ".join(words) for words in menu_of(GAME, wet)}
    assert "barrage aW5 99M5 12" in {" ".join(words) for words in menu_of(GAME, wet)}


@pytest.mark.parametrize("mission", [BARRAGE, SMOKE_BARRAGE])
def test_46_6_a_barrage_is_not_corrected(mission: int) -> None:
    """It would shrink to the hex that it was moved to."""
    counters = {f"smoke{n}": {"hex": f"99M{n}", "kind": "fire for effect 1" if n == 5 else "shells fall here", "points": 1} for n in range(1, 10)}
    s = at_guns(tracks={**CALLED, "battery_a1_mission": mission}, **counters)
    found = refusal_of(GAME, s, "correct", "aW5", "99M6")
    assert found is not None
    assert found.rule == "46.6"
    assert not [words for words in menu_of(GAME, s) if words[0] == "correct"]


def test_194_74_smoke_dischargers_spend_a_point_and_the_dust_is_gone() -> None:
    """A vehicle that begins in motion and expends a point for any reason."""
    t = drill({}, "aV1 E5 br-stuart-i-a-honey @3 motion exposed; a1 A2 br-457; x1 Z9 it-346", tracks=DRY)
    counter = dust_of(t.s, t.piece("aV1"))
    t.s.do(Placed("194.74", counter, t.s.at[counter], t.game.names.place["99D5"]))
    t.do("discharge aV1 E5", "roll 12")
    assert not has_trail(t.s, t.piece("aV1"))


def test_150_4_the_pilot_is_warned_of_ones_own_side() -> None:
    s = sky(x1="J6", x2="J7", a8="J8", smoke1=PLANE)
    for order, warned in ((("attack", "smoke1", "99J6", "strafe"), False), (("attack", "smoke1", "99J6", "strafe", "6"), True)):
        found = SKY.preview(s, read(SKY, s, *order))
        assert found is not None
        assert any("99J8" in text for text in found.warnings) is warned
