"""Artillery beyond the map: contact, the draw, spotting rounds and corrections, fire for effect and what it does."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any, cast

import pytest

from amba.core.game import Game
from amba.games.hollow.batteries import load_modules
from amba.games.hollow.counters import ACCESS, BLACK, CONTACT, MISSION, RED, SMOKE_KINDS, battery_track
from amba.games.hollow.frames_artillery import AccuracyRoll, BlastRoll
from amba.games.hollow.game import Hollow
from amba.games.hollow.rules.armour.r034_high_explosive import near_column
from amba.games.hollow.rules.artillery.r045_contact import FAILED, MADE, contact_items, fresh_batteries
from amba.games.hollow.rules.artillery.r046_blast import cover_items, read_blast, salvo_of
from amba.games.hollow.rules.artillery.r046_effect import age_missions
from amba.games.hollow.rules.artillery.r046_ground import row_through
from amba.games.hollow.rules.artillery.r046_spotting import accuracy_items, error_of
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.rules.r046_shells import BARRAGE, CONCENTRATION, HARASSING
from amba.games.hollow.rules.r049_night import is_lit
from amba.games.hollow.rules.r194_air import RAINED, RAINING
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from amba.lab.fuzz import play_one
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import HOLD, SCENARIO, give, menu_of, read, refusal_of, refused_by, said
from tests.games.hollow.test_letter import on_board

GUNS = (
    SCENARIO.replace('"br-mmg", "br-hmg"]', '"br-mmg", "br-hmg", "radio", "phone"]')
    .replace('weapons = ["it-lmg", "it-mmg"]', 'weapons = ["it-lmg", "it-mmg", "radio"]\nmines = 12')
    .replace('key = "practice"\n', 'key = "practice"\ndate = "1942-10-23"\nland = "egypt"\n')
    + """
[[battery]]
side = "allied"
module = "br-25"
registered = ["99M5"]
[[battery]]
side = "allied"
module = "br-3"
link = "phone"
[[battery]]
side = "axis"
module = "it-100"
"""
)
GROUND: dict[str, Any] = {"sand": "L5", "hammada": "J5", "woods": "F5", "building": "H8"}
GAME = on_board(scenario=GUNS, **GROUND)
WET = GROUNDS.index("wet")


def at_guns(phase: str = "prep", phasing: str = "allied", game: Hollow = GAME, tracks: dict[str, int] | None = None, **pieces: Any) -> HollowState:
    """Leader aL1 has the radio at E2, leader xL1 another at Z5, which the British hold by telephone (aL2) too."""
    base: dict[str, Any] = {
        "aL1": {"hex": "99E2", "kind": "8-1", "has": ["aW5"]},
        "aW5": {"hex": "99E2", "kind": "radio"},
        "aL2": {"hex": "99A8", "kind": "8-0", "has": ["aW6"]},
        "aW6": {"hex": "99A8", "kind": "phone"},
        "xL1": {"hex": "99Z5", "kind": "8-0", "has": ["xW3"]},
        "xW3": {"hex": "99Z5", "kind": "radio"},
    }
    named = {key: ({"hex": f"99{value}"} if isinstance(value, str) else value) for key, value in pieces.items()}
    return game.place(
        {
            "game": "hollow",
            "scenario": "practice",
            "turn": 1,
            "phase": phase,
            "phasing": phasing,
            "pieces": base | named,
            "tracks": HOLD | (tracks or {}),
        }
    )


def do(s: HollowState, *orders: str, game: Hollow = GAME) -> list[Any]:
    events: list[Any] = []
    for order in orders:
        words = order.split()
        why = refusal_of(game, s, *words)
        assert why is None, f"{order}: {why.text if why else ''}"
        assert read(game, s, *words) in game.legal(s), order
        events += give(game, s, *words)
        assert not game.invariants(s)
    return events


def of(s: HollowState, which: int, battery: int = 0) -> int:
    return s.tracks[battery_track(battery, which)]


def counters(s: HollowState) -> dict[str, str]:
    names, first = s.world.names.places, s.world.first_smoke
    return {names[s.at[p]].removeprefix("99"): SMOKE_KINDS[s.face[p]] for p in range(first, s.world.first_vehicle) if s.is_on_map(p)}


def spotted(place: str = "99E7", phase: str = "prep", **pieces: Any) -> HollowState:
    """With contact and a spotting round that fell in an earlier player turn."""
    return at_guns(
        phase, tracks={"battery_a1_contact": MADE, "battery_a1_access": 1, "battery_a1_black": 7, "battery_a1_draws": 1},
        smoke1={"hex": place, "kind": "spotting round", "points": 1}, **pieces,
    )  # fmt: skip


def test_45_contact_is_made_kept_lost_and_breaks_the_radio() -> None:
    s = at_guns()
    assert said(do(s, "contact aW5", "roll 8"), "contact").values[2:] == (8, "+0", "contact")
    assert of(s, CONTACT) == MADE
    assert refused_by(GAME, s, "contact", "aW5") == "45", "once in a player turn"
    fresh_batteries(s)
    assert said(do(s, "contact aW5", "roll 9"), "contact").values[3:] == ("-1", "contact"), "nine are enough for who had contact"
    fresh_batteries(s)
    do(s, "contact aW5", "roll 10")
    assert of(s, CONTACT) == FAILED
    assert refused_by(GAME, s, "request", "aW5") == "45"
    fresh_batteries(s)
    do(s, "contact aW5", "roll 12")
    assert refused_by(GAME, s, "contact", "aW5") == "45", "it is out of order"


def test_45_a_telephone_answers_at_eleven_and_only_where_its_wire_lies() -> None:
    s = at_guns()
    assert said(do(s, "contact aW6", "roll 11"), "contact").values[4] == "contact"
    fresh_batteries(s)
    assert said(do(s, "contact aW6", "roll 12"), "contact").values[3:] == ("-2", "contact"), "mortars of the battalion, two off; no radio to break"
    fresh_batteries(s)
    t = at_guns(tracks={"battery_a2_wire": 1 + GAME.names.place["99A7"]})
    assert "wire" in cast("Any", refusal_of(GAME, t, "contact", "aW6")).text


def test_45_46_who_may_observe() -> None:
    for marks in ({"marks": ["broken"]}, {"marks": ["melee"]}):
        s = at_guns(aL1={"hex": "99E2", "kind": "8-1", "has": ["aW5"], **marks})
        assert refused_by(GAME, s, "contact", "aW5") in {"12", "20"}
    s = at_guns(aL1="C2", a1={"hex": "99E2", "has": ["aW5"]})
    assert refused_by(GAME, s, "contact", "aW5") == "46", "a squad does not observe"
    assert refused_by(GAME, s, "contact", "xW3") == "45"
    assert refused_by(GAME, at_guns("advancing"), "contact", "aW5") == "46"
    assert ("contact", "xW3") in menu_of(GAME, at_guns("defence"))


def test_107_a_chit_is_drawn_and_only_its_side_sees_it() -> None:
    s = at_guns()
    do(s, "contact aW5", "roll 5", "request aW5")
    assert {GAME.spell(order): weight for order, weight in GAME.outcomes(s)} == {("secret", "allied", "1"): 8, ("secret", "allied", "0"): 2}
    events = do(s, "secret allied 1")
    assert (of(s, BLACK), of(s, ACCESS), of(s, RED)) == (7, 1, 0)
    for event in events:
        mine, other = GAME.redact(s, event, 0), GAME.redact(s, event, 1)
        secret = "chit" in str(event) or getattr(event, "track", 0) in {battery_track(0, BLACK), battery_track(0, ACCESS)}
        assert mine is not None or "Frame" in type(event).__name__ or "Pushed" in type(event).__name__ or "Popped" in type(event).__name__
        assert not secret or other is None
    assert GAME.redact_action(s, ("secret", "allied", "1"), -1, 1) == ("secret", "allied", "?")
    assert refused_by(GAME, s, "request", "aW5") == "107"
    text = {side: str(GAME.view(s, side)["tracks"]) for side in (0, 1)}
    assert text[0].count("black") == 2, "its own two batteries"
    assert text[1].count("black") == 1


def test_107_a_second_red_chit_ends_the_day_and_nobody_else_knows() -> None:
    s = at_guns(tracks={"battery_a1_contact": MADE, "battery_a1_red": 1, "battery_a1_black": 8})
    do(s, "request aW5", "secret allied 0")
    fresh_batteries(s)
    do(s, "contact aW5", "roll 5")
    assert refused_by(GAME, s, "request", "aW5") == "107"
    seen = {of(GAME.imagine(s, 1, Random(seed)), ACCESS) for seed in range(30)}
    assert seen == {0, 1}, "for the enemy the last chit may have been black"
    assert {of(GAME.imagine(s, 0, Random(seed)), ACCESS) for seed in range(30)} == {0}


def test_46_a_spotting_round_falls_where_it_should_or_not() -> None:
    s = at_guns(tracks={"battery_a1_contact": MADE, "battery_a1_access": 1, "battery_a1_black": 7}, x1="E7")
    do(s, "spot aW5 99E7", "roll 2")
    assert counters(s) == {"E7": "spotting round"}
    assert refused_by(GAME, s, "effect", "aW5") == "46.5", "its fall must be seen first"
    assert refused_by(GAME, s, "correct", "aW5", "99E8") == "46"
    t = at_guns(tracks={"battery_a1_contact": MADE, "battery_a1_access": 1, "battery_a1_black": 7}, x1="E7")
    do(t, "spot aW5 99E7", "roll 3", "roll 1,2")
    assert counters(t) == {"E5": "spotting round"}, "two hexes to the north"
    do(u := at_guns(tracks={"battery_a1_contact": MADE, "battery_a1_access": 1, "battery_a1_black": 7}), "spot aW5 99E2", "roll 6", "roll 1,6")
    assert counters(u) == {}, "beyond the map"
    assert of(u, ACCESS) == 1, "another is called in the next player turn"


def test_194_791_46_21_what_hinders_the_observer_counts_at_accuracy() -> None:
    place = GAME.names.place["99E7"]
    s = at_guns(smoke1={"hex": "99E5", "kind": "gun smoke", "points": 2})
    number, items = accuracy_items(s, AccuracyRoll(0, place, -1))
    assert (number.value, sum_of(items)) == (2, 3)
    assert sum_of(accuracy_items(s, AccuracyRoll(0, place, 13))[1]) == 5, "a correction over 13 hexes adds two"
    assert accuracy_items(s, AccuracyRoll(2, place, -1))[0].value == 1, "Italians"
    assert accuracy_items(s, AccuracyRoll(0, GAME.names.place["99M5"], -1))[0].value == 4, "registered"
    dusty = at_guns(tracks={"dust": 1, "battery_a1_contact": MADE, "battery_a1_access": 1})
    do(dusty, "spot aW5 99E7", "roll 1,6")
    assert not GAME.decision(dusty) or counters(dusty) == {}, "one and three for the dust are more than two"


def test_194_623_heat_haze_and_observers() -> None:
    hill = on_board(scenario=GUNS, level_2="E2 A8", **GROUND)
    for game, found in ((GAME, 1), (hill, 0)):
        s = at_guns(game=game, tracks={"haze": 1})
        items = accuracy_items(s, AccuracyRoll(0, game.names.place["99S5"], -1))[1]
        assert sum(item.value for item in items if item.what == "heat haze") == found


def test_46_21_a_correction_strays_by_no_more_than_a_third_of_its_way() -> None:
    s = at_guns()
    place = GAME.names.place["99E7"]
    assert [error_of(s, AccuracyRoll(0, place, moved), 6) for moved in (-1, 1, 3, 4, 18)] == [6, 1, 1, 2, 6]
    assert error_of(s, AccuracyRoll(0, GAME.names.place["99M5"], -1), 5) == 3, "half where it has registered"


def test_46_a_round_is_corrected_and_fires_for_effect_at_once() -> None:
    s = spotted("99E9", x1="E7")
    assert refused_by(GAME, s, "correct", "aW5", "99E9") == "46"
    do(s, "correct aW5 99E7", "roll 1")
    events = do(s, "effect aW5", "roll 3,4")
    assert said(events, "mission").values[2:] == ("a concentration", "99E7")
    assert said(events, "blast").values[:4] == ("99E7", 16, "+0", 7)
    assert sorted(counters(s).values()) == ["fire for effect 1", *["shells fall here"] * 6]


def test_46_without_contact_the_round_is_lost() -> None:
    s = spotted()
    s.tracks[battery_track(0, CONTACT)] = FAILED
    fresh_batteries(s)
    assert counters(s) == {}
    assert of(s, ACCESS) == 0


def test_46_5_two_salvos_then_only_who_enters_then_it_is_over() -> None:
    s = spotted(x1="E7")
    do(s, "effect aW5")
    while GAME.decision(s) and cast("Any", GAME.decision(s)).kind == "blast":
        do(s, "roll 6,6")
    fresh_batteries(s)
    assert refused_by(GAME, s, "done") == "46.5", "the second salvo is due"
    do(s, "salvo aW5", *["roll 6,6"] * 7)
    assert "fire for effect 2" in counters(s).values()
    assert refused_by(GAME, s, "salvo", "aW5") == "46.5"
    age_missions(s)
    assert "fire for effect C" in counters(s).values()
    age_missions(s)
    assert counters(s) == {}
    assert (of(s, MISSION), of(s, ACCESS)) == (0, 0)


def test_46_5_fire_for_effect_is_corrected_by_three_hexes() -> None:
    s = spotted(x1="E7")
    do(s, "effect aW5", *["roll 6,6"] * 7)
    fresh_batteries(s)
    do(s, "contact aW5", "roll 4")
    assert refused_by(GAME, s, "correct", "aW5", "99I7") == "46"
    do(s, "correct aW5 99E5", "roll 1")
    assert counters(s)["E5"] == "fire for effect 1"
    assert len(counters(s)) == 7


@pytest.mark.parametrize(
    ("mission", "place", "column"), [(CONCENTRATION, "E7", 16), (CONCENTRATION, "L5", 8), (HARASSING, "E7", 4), (BARRAGE, "E7", 12)]
)
def test_46_5_46_6_190_4_the_columns_of_25_pounders(mission: int, place: str, column: int) -> None:
    s = at_guns(tracks={"battery_a1_mission": mission})
    assert near_column(salvo_of(s, 0, GAME.names.place[f"99{place}"])) == column


def test_190_4_ex2_100_mm_in_sand_is_8_and_a_barrage_too() -> None:
    for mission in (CONCENTRATION, BARRAGE):
        s = at_guns(tracks={"battery_x1_mission": mission})
        assert near_column(salvo_of(s, 2, GAME.names.place["99L5"])) == 8


def test_191_4_186_16_190_42_works_and_stones_under_shells() -> None:
    s = at_guns(
        x1={"hex": "99E7", "marks": ["dug_in"]}, xF1={"hex": "99E7", "kind": "sangar"}, x2={"hex": "99J5"}, x3={"hex": "99L5", "marks": ["dug_in"]},
        xF2={"hex": "99L5", "kind": "foxhole"}, x4={"hex": "99G7", "marks": ["dug_in"]}, xF3={"hex": "99G7", "kind": "trench"}, x5={"hex": "99H8"},
    )  # fmt: skip
    place = {key: s.at[GAME.names.piece[key]] for key in ("x1", "x2", "x3", "x4", "x5")}
    found = {key: sum_of(cover_items(s, place[key], GAME.names.piece[key])) for key in place}
    assert found == {"x1": 3, "x2": -1, "x3": 2, "x4": 4, "x5": 3}
    assert sum_of(cover_items(s, place["x1"], GAME.names.piece["x1"], is_critical=True)) == -3


def test_190_41_an_emplacement_in_sand_is_worth_half_under_shells_too() -> None:
    dry, wet = (
        at_guns(x3={"hex": "99L5", "marks": ["emplaced"]}, x4={"hex": "99G7", "marks": ["emplaced"]}, tracks={"ground": GROUNDS.index(ground)})
        for ground in ("dry", "wet")
    )
    for s, in_sand in ((dry, 1), (wet, 2)):
        found = [sum_of(cover_items(s, s.at[GAME.names.piece[key]], GAME.names.piece[key])) for key in ("x3", "x4")]
        assert found == [in_sand, 2]
    cover = cover_items(dry, dry.at[GAME.names.piece["x3"]], GAME.names.piece["x3"], is_critical=True)
    assert sum_of(cover) == -1, "against a critical hit as well"


def test_191_41_46_5_a_kill_ends_a_sangar() -> None:
    s = at_guns(tracks={"battery_a1_mission": CONCENTRATION}, xF1={"hex": "99E7", "kind": "sangar"})
    read_blast(s, BlastRoll(0, GAME.names.place["99E7"]), (2, 2))
    assert s.is_on_map(GAME.names.piece["xF1"]), "seven on column 16 is no kill"
    read_blast(s, BlastRoll(0, GAME.names.place["99E7"]), (1, 1))
    assert not s.is_on_map(GAME.names.piece["xF1"])


@pytest.mark.parametrize(("dice", "left"), [((4, 4), 12), ((2, 2), 8), ((1, 2), 0)])
def test_55_8_shells_reduce_mines(dice: tuple[int, int], left: int) -> None:
    s = at_guns(tracks={"battery_a1_mission": CONCENTRATION}, xF9={"hex": "99E7", "kind": "known mines", "points": 12})
    read_blast(s, BlastRoll(0, GAME.names.place["99E7"]), dice)
    mine = GAME.names.piece["xF9"]
    assert s.is_on_map(mine), "a field that is cleared leaves a dummy"
    assert s.points[mine] == left


def test_46_5_ones_own_men_check_with_one_more() -> None:
    s = at_guns(tracks={"battery_a1_mission": CONCENTRATION}, a1="E7", x1="E8")
    read_blast(s, BlastRoll(0, GAME.names.place["99E7"]), (3, 3))
    read_blast(s, BlastRoll(0, GAME.names.place["99E8"]), (3, 3))
    assert [frame.tasks[0][1] for frame in s.frames[-2:]] == [3, 2], "2MC, and one more for friends"


def test_46_5_who_walks_into_it_is_hurt_and_hidden_men_are_named_only_if_hurt() -> None:
    s = spotted("99E7", "prep", x1={"hex": "99E7", "marks": ["hidden"]}, a1="E4")
    events = do(s, "effect aW5", "roll 6,6")
    assert said(events, "blast").values[0] == "99E7"
    assert s.has(GAME.names.piece["x1"], GAME.names.mark["hidden"])
    do(s, *["roll 6,6"] * 6, "done", "done", "walk a1 99E6")
    assert cast("Any", GAME.decision(s)).kind == "blast"


def test_46_5_what_is_said_first_is_said_of_whom_everybody_sees() -> None:
    s = spotted(
        "99E7", "prep", x1={"hex": "99E7", "marks": ["hidden", "dug_in"]}, x2="E7", xF1={"hex": "99E7", "kind": "trench", "marks": ["hidden"]}
    )
    assert said(do(s, "effect aW5", "roll 5,5"), "blast").values[2] == "+0", "not the +4 of a trench that nobody knows of"


def test_46_the_player_is_told_who_observes_and_what_comes_next() -> None:
    def told(s: HollowState, side: int | None) -> str:
        return str(next(track["text"] for track in GAME.view(s, side)["tracks"] if track["key"] == "battery-0"))

    s = at_guns(x1="E7")
    assert "observes from 99E2. Call the battery" in told(s, 0)
    assert "registered on 99M5" in told(s, 0)
    assert "observes" not in told(s, 1) + told(s, None)
    assert "registered" not in told(s, 1) + told(s, None)
    do(s, "contact aW5", "roll 5")
    assert "Ask for its fire" in told(s, 0)
    assert "Correct the round, or fire for effect" in told(spotted(), 0)
    assert "Nobody observes" in told(at_guns(aL1="C2", a1={"hex": "99E2", "has": ["aW5"]}), 0)


def test_194_75_46_5_bursting_shells_hinder_lines() -> None:
    pieces: dict[str, Any] = {
        "smoke1": {"hex": "99E6", "kind": "fire for effect 1", "points": 1},
        "smoke2": {"hex": "99E5", "kind": "shells fall here", "points": 1},
        "x1": "E8",
    }
    dry = at_guns(tracks={"battery_a1_mission": CONCENTRATION, "ground": GROUNDS.index("dry")}, **pieces)
    wet = at_guns(tracks={"battery_a1_mission": CONCENTRATION, "ground": WET}, **pieces)
    a, b = GAME.names.piece["aL1"], GAME.names.piece["x1"]
    assert line(wet, wet.viewpoint(a), wet.viewpoint(b)).hindrance == 1, "once"
    assert line(dry, dry.viewpoint(a), dry.viewpoint(b)).hindrance == 2, "each hex, where dust can be"
    dry.tracks[battery_track(0, MISSION)] = HARASSING
    dry.changed_by_hand()
    assert line(dry, dry.viewpoint(a), dry.viewpoint(b)).hindrance == 1


@pytest.mark.parametrize("rain", [RAINING, RAINED])
def test_194_77_once_it_has_rained_shells_raise_no_dust(rain: int) -> None:
    """They hinder as they do over wet ground: once, and harassing fire not at all; the rain itself hinders over eight hexes and more only."""
    pieces: dict[str, Any] = {
        "smoke1": {"hex": "99E6", "kind": "fire for effect 1", "points": 1},
        "smoke2": {"hex": "99E5", "kind": "shells fall here", "points": 1},
        "x1": "E8",
    }
    for mission, hindrance in ((CONCENTRATION, 1), (HARASSING, 0)):
        s = at_guns(tracks={"battery_a1_mission": mission, "ground": GROUNDS.index("dry"), "rain": rain}, **pieces)
        assert line(s, s.viewpoint(GAME.names.piece["aL1"]), s.viewpoint(GAME.names.piece["x1"])).hindrance == hindrance


def test_46_6_barrages_and_46_5_smoke() -> None:
    s = spotted()
    do(s, "effect aW5 smoke")
    assert list(counters(s).values()).count("gun smoke") >= 6
    t = at_guns(tracks={"battery_a1_contact": MADE, "battery_a1_access": 1})
    assert refused_by(GAME, t, "barrage", "aW5", "99E7", "12") == "46.6"
    do(t, "barrage aW5 99M5 4")
    assert len(counters(t)) == 9
    assert len(row_through(t, GAME.names.place["99E2"], "12")) < 9, "what lies beyond the map is lost"
    assert said(do(t, "roll 3,4"), "blast").values[1] == 12


@pytest.mark.parametrize(("dust", "lit"), [(0, 6), (1, 4), (3, 2), (4, 0)])
def test_194_78_illuminating_rounds_light_less_in_dust(dust: int, lit: int) -> None:
    s = at_guns(smoke1={"hex": "99M5", "kind": "illuminating round", "points": 1}, tracks={"night": 1, "visibility": 2, "dust": dust})
    x, y = s.field.hex_of[GAME.names.place["99M5"]]
    assert [is_lit(s, (x + n, y + n)) for n in (lit, lit + 1)] == [True, False] if lit else is_lit(s, (x, y))


def test_46_5_194_78_an_illuminating_round_is_fired_by_night() -> None:
    s = spotted()
    assert refused_by(GAME, s, "effect", "aW5", "illuminate") == "46.5"
    s.tracks[GAME.names.track["night"]], s.tracks[GAME.names.track["visibility"]] = 1, 12
    s.changed_by_hand()
    do(s, "effect aW5 illuminate")
    assert counters(s) == {"E7": "illuminating round"}


def test_45_46_21_107_46_5_the_odds_of_artillery_are_the_odds() -> None:
    s = at_guns(x1="E7")
    found = GAME.preview(s, read(GAME, s, "contact", "aW5"))
    assert found is not None
    assert found.odds[0].chance == Fraction(26, 36)
    cases = [(s, ("contact", "aW5")), (spotted(x1="E7"), ("effect", "aW5")), (spotted("99E9"), ("correct", "aW5", "99E7"))]
    ready = at_guns(tracks={"battery_a1_contact": MADE})
    cases.append((ready, ("request", "aW5")))
    called = at_guns(tracks={"battery_a1_contact": MADE, "battery_a1_access": 1})
    cases += [(called, ("spot", "aW5", "99E7")), (called, ("spot", "aW5", "99M5")), (called, ("barrage", "aW5", "99M5", "12"))]
    for state, words in cases:
        order = read(GAME, state, *words)
        preview = GAME.preview(state, order)
        assert preview is not None, words
        assert preview.odds, words
        assert odds_are_the_odds(cast("Game", GAME), state, order) == [], words


def test_46_150_6_an_observer_beyond_the_map() -> None:
    game = on_board(
        scenario=GUNS.replace('module = "it-100"', 'module = "it-100"\nlink = "off-board"\nhex = "99GG5"').replace('"it-mmg", "radio"]', '"it-mmg"]'),
        **GROUND,
    )
    s = game.new("practice", {})
    battery = next(b for b in s.plan.batteries if b.side == 1)
    assert SMOKE_KINDS[s.face[battery.piece]] == "off-board observer"
    assert s.at[battery.piece] == game.names.place["99GG5"]
    assert accuracy_items(s, AccuracyRoll(battery.number, game.names.place["99Z5"], -1))[0].what == "observer from afar"
    assert contact_items(s, battery)[0].value == 11


def test_46_modules_by_nation_and_date() -> None:
    modules = load_modules(GAME.world.folder)
    assert {module.nation for module in modules.values()} == {"italian", "british", "german", "american"}
    assert modules["am-105"].why_not("1942-05-01")
    assert not modules["br-25"].why_not("1942-05-01")


@pytest.mark.parametrize("seed", ["shells", "chits"])
def test_46_107_random_battles_with_artillery_hold_to_the_laws(seed: str) -> None:
    game = on_board(scenario=GUNS.replace("turns = 4", "turns = 3"), **GROUND)
    report = play_one(cast("Game", game), "practice", seed, "")
    assert report.finished
    assert report.violations == []


HEAVY = on_board(scenario=GUNS.replace('"it-100"', '"ge-150"').replace("1942-10-23", "1942-12-23"), **GROUND)
"""With 150 mm howitzers for the Axis; among the stones of J5 their shells can kill in a sangar without a critical hit."""


@pytest.mark.parametrize(("dice", "falls", "worst"), [((1, 3), False, "reduce"), ((1, 2), True, "kia"), ((1, 1), True, "kia")])
def test_191_41_example_a_squad_and_a_leader_in_a_sangar_under_shells(dice: tuple[int, int], falls: bool, worst: str) -> None:
    """A kill at +3 (here -1 for the stones) takes the sangar and falls on those in it; in a critical hit they have -3 and the sangar still +3."""
    s = at_guns(
        game=HEAVY, phasing="axis", tracks={"battery_x1_mission": CONCENTRATION},
        a1={"hex": "99J5", "marks": ["dug_in"]}, aL3={"hex": "99J5", "kind": "8-0", "marks": ["dug_in"]}, aF1={"hex": "99J5", "kind": "sangar"},
    )  # fmt: skip
    place, men = HEAVY.names.place["99J5"], (HEAVY.names.piece["a1"], HEAVY.names.piece["aL3"])
    assert [sum_of(cover_items(s, place, man)) for man in men] == [3 - 1, 3 - 1]
    assert [sum_of(cover_items(s, place, man, is_critical=True)) for man in men] == [-3 - 1, -3 - 1]
    read_blast(s, BlastRoll(2, place), dice)
    assert s.is_on_map(HEAVY.names.piece["aF1"]) is not falls
    kind, _, units = cast("Any", s.frames[-1]).tasks[0]
    assert (kind, set(units)) == (worst, set(men))
