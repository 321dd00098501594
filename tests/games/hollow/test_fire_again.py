"""Fire of vehicles and guns, read once more: crews that bail out, guns at a crest, hull down in words, what a chance leaves out."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import HERE
from amba.games.hollow.counters import GROUND, RAIN
from amba.games.hollow.frames import FirePhase, WindRoll
from amba.games.hollow.game import Hollow
from amba.games.hollow.orders_armour import Engage
from amba.games.hollow.rules.armour.r033_engaging import engagement_of
from amba.games.hollow.rules.armour.r033_to_kill import ARMOUR
from amba.games.hollow.rules.armour.r035_raking import rake_harm, roll_of
from amba.games.hollow.rules.armour.r037_watching import harm
from amba.games.hollow.rules.artillery.r045_contact import MADE
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r010_odds import cases_of
from amba.games.hollow.rules.r029_vehicles import crew_morale
from amba.games.hollow.rules.r194_air import RAINING
from amba.games.hollow.rules.r194_weather import GROUNDS
from tests.games.hollow.table import read, refusal_of, table
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_artillery import GAME as ARTILLERY
from tests.games.hollow.test_artillery import at_guns
from tests.games.hollow.test_vehicle_guns import fire, lawful

WADI = {"wadi": "F5 F6 F7 F5/F6 F6/F7", "level_1": "F5 F6 F7 E5 E6 E7 E8"}
"""A wadi at the edge of a plateau of level 1; what lies east of it is at level 0."""


def test_176_711_a_crew_that_bails_out_in_its_movement_phase_walks_no_more_in_it() -> None:
    """It is placed beneath the vehicle or beside it when the phase ends: until then it goes nowhere."""
    t = drill({"sand": "E5"}, "xV1 E5 it-m13-40 @3 bogged; x1 D5 it-346; a1 P5 br-457", phasing="axis")
    t.do("unbog xV1", "roll 6")
    assert t.rolls == "crew check"
    t.do("roll 12")
    crew = next(p for p in t.s.units(1) if p != t.piece("x1"))
    name = t.game.names.pieces[crew]
    assert t.refused(f"move {name}").rule == "5"
    t.do("done")
    decision = t.game.decision(t.s)
    assert decision is not None
    assert decision.kind == "bailed out"


def at_crest(target: str, tank: str = "aV1 F5 br-crusader-i @3/3 crest crest_1") -> Drill:
    return drill(WADI, f"{tank}; {target}", phase="prep")


@pytest.mark.parametrize("turret", [1, 3, 5, 7, 9, 11])
def test_188_25_a_turret_turns_to_fire_along_the_wadi(turret: int) -> None:
    """Only a change of the hull's facing is forbidden, and a turret needs none."""
    t = at_crest("xV1 F6 it-m13-40 @9", f"aV1 F5 br-crusader-i @3/{turret} crest crest_1")
    assert "engage aV1 xV1" in t.menu()
    lawful(t, "engage aV1 xV1")


def test_188_25_a_hull_gun_fires_along_the_wadi_only_without_turning() -> None:
    bow = "xV1 F5 it-smv-m41-75-18 @{} crest crest_1; aV1 F6 br-crusader-i @9"
    ahead = drill(WADI, bow.format(7), phase="prep", phasing="axis")
    assert "engage xV1 aV1" in ahead.menu()
    aside = drill(WADI, bow.format(3), phase="prep", phasing="axis")
    assert aside.refused("engage xV1 aV1").rule == "188.18"


def test_188_25_no_machine_gun_of_a_vehicle_at_the_crest_fires_a_level_down_but_the_one_on_the_roof() -> None:
    t = at_crest("x1 H7 it-346")
    found = t.refused("rake aV1 H7 coaxial")
    assert found.rule == "188.25"
    assert t.refused("rake aV1 H7").rule == "188.25"
    level = at_crest("x1 E6 it-346")
    assert "rake aV1 E6 coaxial" in level.menu()
    along = at_crest("x1 F6 it-346")
    assert "rake aV1 F6 coaxial" in along.menu()
    own = at_crest("x1 F5 it-346")
    assert "rake aV1 F5 coaxial" in own.menu()
    roof = at_crest("x1 H7 it-346", "aV1 F5 br-stuart-i-a-honey @3/3 crest crest_1 exposed")
    assert roof.refused("rake aV1 H7 coaxial").rule == "188.25"
    assert roof.preview("rake aV1 H7").column == roof.preview("rake aV1 H7 aa").column


def test_188_25_no_main_machine_gun_pierces_armour_a_level_down() -> None:
    t = drill(WADI, "aV1 H7 br-crusader-i @9; xV1 F5 it-l6-40 @3/5 crest crest_1", phase="prep", phasing="axis")
    assert t.refused("engage xV1 aV1").rule == "188.25"
    bullets = drill(WADI, "aV1 H7 br-crusader-i @9; xV1 F5 ge-pzkpfw-ib @3/5 crest crest_1", phase="prep", phasing="axis")
    assert bullets.refused("pierce xV1 aV1").rule == "188.25"


def test_188_25_of_men_at_a_crest_and_in_the_bed_beyond_only_the_high_ones_are_shelled() -> None:
    """Two wadis: those at the far crest are as high as the gun, those in the far bed a level lower."""
    words = {"wadi": "F5 F6 F5/F6 G6 G7 G6/G7"}
    high = drill(words, "aV1 F5 br-crusader-i @3 crest crest_1; x1 G6 it-346 crest crest_1 crest_4; x2 G6 it-346", phase="prep")
    low = drill(words, "aV1 F5 br-crusader-i @3 crest crest_1; x2 G6 it-346", phase="prep")
    assert low.refused("rake aV1 G6").rule == "188.25"
    assert "rake aV1 G6" in high.menu()
    high.do("rake aV1 G6")
    at = high.s.frames[-1]
    assert getattr(at, "targets", ()) == (high.piece("x1"),)


@pytest.mark.parametrize(
    ("words", "marks", "says"),
    [
        ({"wadi": "F5 F6 F5/F6"}, "crest crest_1", ("hull down at the crest of a wadi", "188.2")),
        ({"trench": "F5"}, "hull_down dug_in", ("hull down under a trench", "137.3")),
        ({"hillock": "G6"}, "", ("hull down behind a hillock", "189.19")),
    ],
)
def test_77_hull_down_is_named_in_the_preview_of_a_shot(words: dict[str, str], marks: str, says: tuple[str, str]) -> None:
    t = fire(f"a1 J7 br-228 +aG1; aG1 J7 br-oqf-2-pdr @9; xV1 F5 it-m13-40 @3 {marks}", words=words)
    lines = t.preview("engage aG1 xV1").items
    assert says in [(what, rule) for what, _, rule in lines]
    assert {what: value for what, value, _ in lines}[says[0]] == "only the turret is hit"
    lawful(t, "engage aG1 xV1")
    plain = fire("a1 J7 br-228 +aG1; aG1 J7 br-oqf-2-pdr @9; xV1 F5 it-m13-40 @3")
    assert not [what for what, _, _ in plain.preview("engage aG1 xV1").items if "hull down" in what]


def told_harm(t: Drill, order: str, vehicle: str) -> Fraction:
    """What the dice bring, every one of them: harm, and a crew that may be shocked by its check."""
    odds = {chance.label: chance.chance for chance in t.preview(order).odds}
    fails = Fraction(36 - at_most(crew_morale(t.s, t.piece(vehicle))), 36)
    sure = sum((odds.get(label, Fraction(0)) for label in ("burns", "is destroyed", "is immobilised", "is shocked")), Fraction(0))
    return sure + fails * odds.get("may be shocked", Fraction(0))


@pytest.mark.parametrize(
    ("text", "order", "tracks"),
    [
        ("aV1 E5 br-crusader-i @3; xV1 H5 it-m13-40 @9", "engage aV1 xV1", {}),
        ("aV1 E5 br-crusader-i @3; xV1 H5 it-m13-40 @9", "engage aV1 xV1", {"dust": 2}),
        ("aV1 E5 br-crusader-i @3; xV1 H5 it-m13-40 @9", "engage aV1 xV1 tracks", {}),
        ("a1 E5 br-228 +aG1; aG1 E5 br-oqf-2-pdr @3; xV1 BB5 it-l3-35 @9 motion", "engage aG1 xV1", {"dust": 1}),
        ("a1 E5 br-228 +aG1; aG1 E5 br-oqf-25-pdr @3; xV1 H5 it-m13-40 @9", "engage aG1 xV1 he", {}),
    ],
)
def test_33_4_what_a_standing_order_reckons_with_is_what_the_dice_bring(text: str, order: str, tracks: dict[str, int]) -> None:
    """Second rolls to kill of small guns, dust, hits by chance and the check of a crew: nothing is left out."""
    t = fire(text, tracks=tracks)
    read_order = read(t.game, t.s, *t.words(order))
    assert isinstance(read_order, Engage)
    shot = engagement_of(t.s, FirePhase(0, "prep"), read_order)
    assert harm(t.s, shot) == told_harm(t, order, "xV1") > 0


def test_35_what_machine_guns_are_reckoned_to_do_has_the_dust_in_it() -> None:
    clear, dusty = (fire("xV1 E5 it-m13-40 @3; a1 H5 br-457", "axis", tracks={"dust": dust}) for dust in (0, 2))
    rolls = [roll_of(t.s, "prep", t.piece("xV1"), t.s.at[t.piece("a1")], "") for t in (clear, dusty)]
    assert rake_harm(clear.s, rolls[0]) > rake_harm(dusty.s, rolls[1])
    results = {fire_result(8, total, dusty.s.world.fire).text: fire_result(8, total, dusty.s.world.fire) for total in range(-3, 20)}
    found = Fraction(0)
    for chance in dusty.preview("rake xV1 H5").odds:
        gone, breaks, _ = cases_of(dusty.s, 1, dusty.piece("a1"), results[chance.label], 1)
        found += chance.chance * Fraction(gone + breaks, 36)
    assert rake_harm(dusty.s, rolls[1]) == found


def test_16_a_defender_who_is_asked_sees_the_odds_of_his_shot() -> None:
    t = drill(
        {},
        "a1 H5 br-228 +aG1; aG1 H5 br-oqf-2-pdr @9; xV1 E5 it-m13-40 @3 motion",
        phasing="axis",
        tracks={"allied_chance": 0, "allied_otherwise": 1},
    )
    t.do("wheel xV1", "ahead F5")
    assert "engage aG1 xV1" in t.menu()
    lawful(t, "engage aG1 xV1")


def test_194_77_rain_beats_down_all_smoke_and_no_grenade_makes_any() -> None:
    wet = table("a1 E5; x1 J5", tracks={"rain": 1})
    assert wet.refused("smoke a1 E6").rule == "194.77"
    clouds = {"smoke1": {"hex": "99E6", "kind": "gun smoke", "points": 1}}
    d = drill({}, "a1 E5 br-457; x1 J5 it-346", phase="prep", tracks={"overcast": 1})
    d.s = d.game.place({**d.game.position(d.s), "pieces": {**d.game.position(d.s)["pieces"], **clouds}})
    push(d.s, WindRoll())
    d.do("roll 11")
    assert d.s.tracks[RAIN] == RAINING
    assert not [p for p in range(d.s.world.first_smoke, d.s.world.first_vehicle) if d.s.is_on_map(p)]


def test_46_5_no_battery_lays_smoke_in_mud_and_one_without_smoke_hears_that_first() -> None:
    """The brief: a smoke mission is not fired in rain, a heavy wind, or mud."""
    for track, value, rule, text in (("ground", 0, "46.5", "mud"), ("rain", 1, "194.77", "rain"), ("wind", 2, "194.5", "wind")):
        s = at_guns(
            tracks={"battery_a1_contact": MADE, "battery_a1_access": 1, "battery_a1_black": 7, "battery_a1_draws": 1, track: value},
            smoke1={"hex": "99E7", "kind": "spotting round", "points": 1},
        )
        found = refusal_of(ARTILLERY, s, "effect", "aW5", "smoke")
        assert found is not None
        assert (found.rule, text in found.text) == (rule, True)


def test_194_4_wet_ground_may_be_said_in_a_scenario_and_in_a_position(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    text = (HERE / "data" / "scenarios" / "lesson-5.toml").read_text(encoding="utf-8")
    own = re.sub(r'(?m)^key = ".*"$', 'key = "wet-one"', text, count=1)
    own = re.sub(r"(?m)^\[weather\]\n(?:(?!\[).*\n)*", "", own) + '\n[weather]\nground = "wet"\n'
    (tmp_path / "scenarios" / "wet-one.toml").write_text(own, encoding="utf-8")
    game = Hollow(tmp_path)
    s = game.new("wet-one", {})
    assert GROUNDS[s.tracks[GROUND]] == "wet"
    t = drill({"sand": "F5"}, "aV1 E5 br-crusader-i @3 motion", tracks={"ground": GROUNDS.index("wet")})
    t.do("wheel aV1", "ahead F5")
    assert t.spent("aV1") == 2


def test_137_3_77_the_bow_gun_is_silent_toward_those_to_whom_the_vehicle_is_hull_down() -> None:
    """Base figures: bow weapons that are not the main armament do not fire at a target to which the vehicle is hull down; at others they do."""
    text = "xV1 F5 it-m13-40 @3; a1 J7 br-457"
    hidden = fire(text, "axis", words={"hillock": "G6"})
    assert hidden.refused("rake xV1 J7 bow").rule == "35"
    assert hidden.preview("rake xV1 J7").column == "4", "the turret's alone"
    lawful(hidden, "rake xV1 J7")
    assert fire(text, "axis").preview("rake xV1 J7").column == "8"
    crest = drill(WADI, "xV1 F5 it-m13-40 @7 crest crest_2; a1 F6 br-457", phase="prep", phasing="axis")
    assert "rake xV1 F6 bow" in crest.menu(), "who sees into the wadi sees all of it"
    tankette = fire("xV1 F5 it-l3-35 @3; a1 J7 br-457", "axis", words={"hillock": "G6"}, date="1941-02-01")
    assert "rake xV1 J7 bow" in tankette.menu(), "note E"


@pytest.mark.parametrize(("coloured", "number"), [(1, 5), (2, 5), (3, 4), (4, 4), (5, 2), (6, 2)])
def test_32_within_a_hex_the_coloured_die_finds_the_facing(coloured: int, number: int) -> None:
    """The brief: 1 and 2 the rear, 3 and 4 the side, 5 and 6 the front. A Boys rifle at 0 has 7; the hull of the M13/40 takes off 5, 3 and 3, the rear one less."""
    t = fire("a1 H5 br-457 +aW1; aW1 H5 br-atr; xV1 H5 it-m13-40 @9")
    vehicle = t.s.vehicle(t.piece("xV1"))
    facing = {5: vehicle.rear, 4: vehicle.side, 2: vehicle.front}[number]
    assert facing.hull is not None
    white = 2 if coloured == 1 else 1
    t.do("engage aW1 xV1", f"roll {coloured},{white}")
    assert t.rolls == "to kill"
    said = next(e for e in t.do("roll 12") if isinstance(e, Said) and e.what == "kill")
    turret = coloured < white
    needed = 7 - ARMOUR[facing.turret if turret and facing.turret is not None else facing.hull] + (number == 5)
    assert said.values[2] == needed


def test_32_within_a_hex_the_odds_count_every_facing() -> None:
    t = fire("a1 H5 br-457 +aW1; aW1 H5 br-atr; xV1 H5 it-m13-40 @9")
    lawful(t, "engage aW1 xV1")
    order = read(t.game, t.s, *t.words("engage aW1 xV1"))
    assert isinstance(order, Engage)
    assert harm(t.s, engagement_of(t.s, FirePhase(0, "prep"), order)) == told_harm(t, "engage aW1 xV1", "xV1")
    assert "1-2 rear, 3-4 side, 5-6 front" in [value for _, value, _ in t.preview("engage aW1 xV1").items]
