"""What a third stranger found about driving, crews and close quarters, each after the sentence it comes from."""

from __future__ import annotations

from fractions import Fraction

import pytest

from amba.games.hollow.frames_armour import GunShot, Manoeuvre, Spotted
from amba.games.hollow.rules.armour.r072_overrun import run_down_items
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r005_movement import cost
from amba.games.hollow.rules.r029_vehicles import is_moving_target
from amba.table.layout import put
from tests.games.hollow.tanks import Drill, drill

EARLY = "1941-02-06"
RED_AND_SLOW = "xV1 E5 it-l5-21 @3"
TANK = "br-valentine-v-iii"
BED = {"wadi": "F5 E5 G6 E5/F5 F5/G6"}
STEEP = {"level_2": "F5"}
GUNNERS = "x1 E9 it-247 +xG1; xG1 E9 it-cannone-47-32 @1"


def driven(t: Drill) -> Manoeuvre:
    at = t.s.frames[-1]
    assert isinstance(at, Manoeuvre)
    return at


# 181.223, 79: a minimum move spends points, and is a start


def test_181_223_who_does_not_dare_makes_no_minimum_move_to_a_crest_either() -> None:
    t = drill(BED, "xV1 F5 it-m13-40 @3", phasing="axis", date=EARLY)
    t.do("wheel xV1", "roll 12")
    assert t.refused("mount back").rule == "181.223"
    t.do("stand")
    assert (t.spent("xV1"), t.has("xV1", "crest")) == (0, False)


@pytest.mark.parametrize(("dice", "place"), [(12, "E5"), (11, "F5")])
def test_79_a_minimum_move_from_a_stand_is_a_start_for_an_unreliable_engine(dice: int, place: str) -> None:
    t = drill(STEEP, RED_AND_SLOW, phasing="axis", date=EARLY)
    t.do("wheel xV1", "roll 2")
    found = t.preview("creep F5")
    assert ("reliability roll: stuck on 12 or more", "1/36", "79") in found.items
    assert {odds.label: odds.chance for odds in found.odds} == {"gets through": Fraction(35, 36), "is immobilised": Fraction(1, 36)}
    t.do("creep F5", f"roll {dice}")
    assert (t.where("xV1"), t.has("xV1", "immobile")) == (place, place == "E5")
    if place == "E5":
        t.do("stand")  # 176.75: its turret might still have been turned
    assert t.has("xV1", "moved")


def test_79_one_that_is_in_motion_or_reliable_creeps_without_that_roll() -> None:
    moving = drill(STEEP, f"{RED_AND_SLOW} motion", phasing="axis", date=EARLY)
    moving.do("wheel xV1", "roll 2", "creep F5")
    assert moving.where("xV1") == "F5"
    black = drill({"level_3": "F5"}, f"aV1 E5 {TANK} @3; x1 Z5 it-346")
    black.do("wheel aV1")
    assert not black.preview("creep F5").odds


def test_79_188_18_backwards_to_a_crest_as_a_minimum_move_too() -> None:
    t = drill(BED, "xV1 F5 it-m13-40 @3", phasing="axis", date="1942-06-01")
    t.do("wheel xV1")
    assert t.preview("mount back").odds[-1].chance == Fraction(1, 36)
    t.do("mount back", "roll 12")
    assert (t.has("xV1", "crest"), t.has("xV1", "immobile")) == (False, True)


# note 23: no farther than with the men


def accompanied(words: dict[str, str], more: str = "") -> Drill:
    t = drill(words, f"aV1 E5 {TANK} @3; a1 E5 br-457{more}")
    t.do("wheel aV1", "escort a1", "start", "ahead F5")
    while t.rolls:
        t.do("roll 2")
    return t


def test_n_23_men_go_to_a_crest_with_their_tank_for_what_the_crest_costs_them() -> None:
    t = accompanied({"sand": "G5", "wadi": "H5"})
    t.do("ahead G5", "roll 2")
    assert driven(t).pace == 1
    assert t.refused("ahead H5").rule == "N 23", "down into the bed they would need 2"
    t.do("edge H5")
    while t.rolls:
        t.do("roll 2")
    assert (t.where("a1"), t.s.position(t.piece("a1")), t.s.points[t.piece("a1")]) == ("H5", "crest", 4)


def test_n_23_no_farther_to_a_crest_than_the_men_could() -> None:
    t = accompanied({"sand": "F5 G5", "wadi": "H5"})
    t.do("ahead G5", "roll 2")
    assert driven(t).pace == 0
    assert t.refused("edge H5").rule == "N 23"


def test_n_23_an_overrun_takes_the_tank_no_farther_than_its_men() -> None:
    t = accompanied({"sand": "F5"}, "; x1 G5 it-346; x2 H5 it-346")
    assert driven(t).pace == 2
    t.do("overrun G5")
    while t.rolls:
        t.do("roll 7")
    assert driven(t).pace == 1, "though nobody follows it there"
    spent = accompanied({"sand": "F5 G5"}, "; x2 H5 it-346")
    spent.do("ahead G5", "roll 2")
    assert spent.refused("overrun H5").rule == "N 23"


# 188.18, 191.51: from the bed of one wadi to the crest of another, or over a wall


def test_188_18_out_of_another_wadi_to_a_crest_costs_the_climb() -> None:
    t = drill({"wadi": "F5 G5"}, f"aV1 F5 {TANK} @3 motion; x1 Z5 it-346")
    t.do("wheel aV1", "edge G5")
    assert (t.spent("aV1"), t.has("aV1", "crest")) == (1 + 4, True)
    flat = drill({"wadi": "G5"}, f"aV1 F5 {TANK} @3 motion; x1 Z5 it-346")
    flat.do("wheel aV1", "edge G5")
    assert flat.spent("aV1") == 1


@pytest.mark.parametrize("words", [{"wadi": "F5 G5"}, {"wadi": "G5", "wall": "F5/G5"}])
def test_191_51_on_the_way_to_a_crest_it_shows_its_belly_too(words: dict[str, str]) -> None:
    t = drill(words, f"aV1 F5 {TANK} @3 motion; x9 J4 it-227 +xG1; xG1 J4 it-cannone-47-32 @9", tracks={"axis_chance": 1})
    t.do("wheel aV1")
    assert any("underside" in what for what, _, _ in t.preview("edge G5").items)
    t.do("edge G5")
    assert (t.rolls, t.where("aV1")) == ("to hit", "F5")
    shot = next(frame for frame in t.s.frames[::-1] if isinstance(frame, GunShot))
    assert shot.belly
    t.do("roll 6,5")
    while t.rolls:
        t.do("roll 6,5" if t.rolls == "to hit" else "roll 2")
    assert (t.where("aV1"), t.has("aV1", "crest")) == ("G5", True)


@pytest.mark.parametrize(
    ("more", "cost"), [({}, 2), ({"scrub": "F5"}, 4), ({"hillock": "F5"}, 4), ({"sand": "F5"}, 6), ({"low_dune": "F5", "dune_crest": "E5/F5"}, 8)]
)
def test_132_bypass_costs_twice_all_that_the_hex_costs_besides_its_woods(more: dict[str, str], cost: int) -> None:
    t = drill({"woods": "F5", **more}, f"aV1 E5 {TANK} @3 motion; x1 Z5 it-346")
    t.do("wheel aV1", "bypass F5")
    assert t.spent("aV1") == cost


# 33.31: the points spent in the present hex


def test_33_31_what_was_spent_before_bypass_or_a_crest_does_not_steady_the_aim() -> None:
    along = drill({"woods": "G5"}, f"aV1 E5 {TANK} @3 motion exposed; xV1 J5 it-m14-41 @9")
    along.do("wheel aV1", "ahead F5")
    before = along.s.points[along.piece("aV1")]
    along.do("bypass G5")
    assert driven(along).since == before
    crest = drill({"wadi": "G5"}, f"aV1 E5 {TANK} @3 motion exposed; xV1 J5 it-m14-41 @9")
    crest.do("wheel aV1", "ahead F5")
    before = crest.s.points[crest.piece("aV1")]
    crest.do("edge G5")
    assert driven(crest).since == before


def test_185_22_who_goes_along_woods_looks_about_as_any_other() -> None:
    t = drill({"woods": "F5"}, f"aV1 E5 {TANK} @3 motion exposed; xF1 H6 hidden; x1 Z5 it-346")
    assert t.has("xF1", "hidden")
    t.do("wheel aV1", "bypass F5")
    assert t.where("aV1") == "F5"
    assert not t.has("xF1", "hidden")


# 176.74


@pytest.mark.parametrize(("marks", "orders", "moving"), [(" motion", ("turn 5",), True), ("", ("start", "turn 5"), False)])
def test_176_74_who_was_in_motion_and_sticks_where_it_turns_is_a_moving_target(marks: str, orders: tuple[str, ...], moving: bool) -> None:
    t = drill({"sand": "E5"}, f"aV1 E5 {TANK} @3{marks}; x1 Z5 it-346")
    t.do("wheel aV1", *orders, "roll 12")
    assert t.has("aV1", "bogged")
    assert is_moving_target(t.s, t.piece("aV1")) is moving


def test_176_73_who_tows_spends_points_in_sight_too() -> None:
    t = drill({"sand": "E5"}, f"aV1 E5 {TANK} @3 bogged exposed; aV2 E5 {TANK} @3 exposed; {GUNNERS}", tracks={"axis_chance": 1})
    assert any("may fire at it in 99E5" in what for what, _, _ in t.preview("tow aV2 aV1").items)
    t.do("tow aV2 aV1")
    assert [frame.vehicle for frame in t.s.frames if isinstance(frame, Spotted)] == [t.piece("aV2"), t.piece("aV1")]
    t.do("roll 3")
    assert t.rolls == "to hit"


def test_176_71_a_car_whose_gun_on_the_roof_is_left_out_is_unarmed() -> None:
    for kind, marks, wreck in (("it-fiat-508-mc", "", True), ("it-fiat-508-mc", " aa_mount", False), ("ge-kfz-1-kuebelwagen", " aa_mount", False)):
        t = drill({"hammada": "F5"}, f"xV1 E5 {kind} @3 motion{marks}; a1 Z5 br-457", phasing="axis")
        t.do("wheel xV1", "ahead F5", "roll 12")
        assert (t.has("xV1", "wreck"), t.has("xV1", "immobile")) == (wreck, not wreck), kind


def test_64_a_recalled_vehicle_is_not_driven_harder() -> None:
    t = drill({}, f"aV1 E5 {TANK} @9 motion recalled; x1 Z5 it-346")
    t.do("wheel aV1")
    assert t.refused("race 1").rule == "64"


# 192.1, VN 27.a


def test_192_1_a_track_does_not_ease_the_climb_of_a_wagon() -> None:
    for lines in ("", "track E5 F5"):
        t = drill({"level_1": "F5"}, "xV1 E5 it-carro @3 motion", phasing="axis", lines=lines)
        t.do("wheel xV1", "ahead F5")
        assert t.spent("xV1") == 2, "the climb counts in full"


def test_192_2_example_men_uphill_by_a_track_still_pay_two_and_three_in_smoke() -> None:
    t = drill({"level_1": "F5"}, "a1 E5 br-457; x1 Z5 it-346", lines="track E5 F5")
    uphill, men = t.game.names.place["99F5"], (t.piece("a1"),)
    assert cost(t.s, men, uphill) == 2
    put(t.s, t.s.world.first_smoke, uphill)
    assert cost(t.s, men, uphill) == 3


def test_vn_27_a_prisoners_may_lift_but_no_guard() -> None:
    t = drill({"sand": "E5"}, "xV1 E5 it-fiat-508-mc @3 bogged; x1 E5 it-346 guard; x2 E5 it-346; a1 axis-prisoners br-457", phasing="axis")
    assert t.refused("lift x1 xV1").rule == "VN 27.a"
    assert "lift x2 xV1" in t.menu()


# 72, 29


def test_72_beside_a_tank_that_nobody_mans_men_are_overrun() -> None:
    t = drill({}, f"aV1 E5 {TANK} @3 motion; x1 F5 it-346; xV1 F5 it-m14-41 @9 abandoned")
    t.do("wheel aV1")
    assert "overrun F5" in t.menu()
    manned = drill({}, f"aV1 E5 {TANK} @3 motion; x1 F5 it-346; xV1 F5 it-m14-41 @9 shocked")
    manned.do("wheel aV1")
    assert manned.refused("overrun F5").rule == "72"
    assert "A tank" in manned.refused("ahead F5").text


def test_72_a_lorry_in_motion_and_a_crew_that_was_stunned_change_the_roll() -> None:
    t = drill({}, f"aV1 E5 {TANK} @3 motion exposed shaken; xV1 F5 it-autocarro-l @9 motion; xV2 F5 it-autocarro-l @9")
    rolls = [sum_of(run_down_items(t.s, t.piece(key), t.piece("aV1"))) for key in ("xV1", "xV2")]
    assert rolls == [3, 1]


def test_72_6_a_tank_that_has_run_everybody_down_holds_the_hex() -> None:
    t = drill({}, f"aV1 E5 {TANK} @3 motion exposed; x1 F5 it-247; x2 Z5 it-346")
    t.do("wheel aV1", "overrun F5", "roll 2")
    assert t.where("x1") == "eliminated"
    assert t.s.owner[t.s.at[t.piece("aV1")]] == 1


# 64, 77


def test_64_a_crew_that_leaves_in_good_order_is_in_no_danger_and_goes_nowhere() -> None:
    t = drill({}, f"aV1 E5 {TANK} @3; x2 Z5 it-346")
    t.do("abandon aV1")
    crew = t.game.names.pieces[next(u for u in t.s.units(0))]
    assert t.has(crew, "moved")
    assert not t.has(crew, "hazard")
    t.do("done")
    decision = t.game.decision(t.s)
    assert decision is not None
    assert decision.kind != "bailed out"
    stunned = drill({}, f"aV1 E5 {TANK} @3 stunned; x2 Z5 it-346")
    assert "stunned" in stunned.refused("abandon aV1").text


def test_77_who_turns_on_a_crest_line_may_look_for_a_place_too() -> None:
    t = drill({"level_1": "E5"}, f"aV1 E5 {TANK} @3 exposed; x2 Z5 it-346")
    t.do("wheel aV1", "start")
    assert t.refused("hull-down").rule == "77"
    t.do("turn 5")
    assert "hull-down" in t.menu()


# previews


def test_176_72_a_drive_names_who_may_fire_where_it_starts() -> None:
    t = drill({"building": "D4 D5 D6 E4 F6"}, f"aV1 E5 {TANK} @3; {GUNNERS}", tracks={"axis_chance": 1})
    assert any(what == "Cannone 47/32 (xG1) may fire at it in 99E5" for what, _, _ in t.preview("drive aV1 G4 3").items)
    t.do("wheel aV1")
    assert any("may fire at it in 99E5" in what for what, _, _ in t.preview("start").items)
    t.do("start")
    assert t.rolls == "to hit"


def test_176_72_turning_and_stopping_name_who_may_fire() -> None:
    t = drill({"building": "D4 D5 D6 E4 F6"}, f"aV1 E5 {TANK} @3 motion; {GUNNERS}")
    t.do("wheel aV1")
    for order in ("turn 5", "brake"):
        assert any("may fire at it in 99E5" in what for what, _, _ in t.preview(order).items), order


def test_191_41_an_armour_leader_counts_against_the_sangar_as_against_the_men_in_it() -> None:
    for leader, place in (("", "F5"), (" commander_2", "spare")):
        t = drill({}, f"xV1 E5 it-ab-41 @3 motion{leader}; a2 F5 br-457 dug_in; aF1 F5 sangar; a3 Z5 br-457", "axis")
        t.do("wheel xV1", "overrun F5", "roll 2")
        assert t.where("aF1") == place
