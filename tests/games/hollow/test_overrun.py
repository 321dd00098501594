"""Overruns, men against vehicles at close quarters, charges and mines under vehicles, armoured assault (36, 72, 86.7, note 23)."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from amba.games.hollow.counters import WORK_KINDS
from amba.games.hollow.rules.armour.r072_overrun import overrun_power
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r010_fire_table import SCALE
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_crews import drm, until
from tests.games.hollow.test_vehicle_guns import fire, lawful

TANK = "xV1 E5 it-m13-40 @3 motion"


def rush(text: str, words: dict[str, str] | None = None, phasing: str = "axis", **more: Any) -> Drill:
    """A vehicle at the wheel."""
    t = drill(words or {}, text, phasing, **more)
    t.do("wheel xV1" if phasing == "axis" else "wheel aV1")
    return t


def test_72_a_tank_overruns_men_for_a_quarter_of_its_points_more() -> None:
    """M13/40: 4 with its gun, and 4 and 4 three times over and halved: 16; men in the open -1."""
    t = rush(f"{TANK}; a1 F5 br-457")
    assert t.refused("ahead F5").rule == "29"
    found = t.preview("overrun F5")
    assert (found.cost, found.column) == ("4 of 11", "16")
    assert ("in the open", "-1", "11") in found.items
    lawful(t, "overrun F5")
    t.do("overrun F5")
    assert t.rolls == "overrun"
    t.do("roll 10", "roll 5")
    assert (t.where("xV1"), t.spent("xV1")) == ("F5", 4)
    t.do("ahead G5")
    assert t.where("xV1") == "G5", "it drives on"


def test_72_what_a_vehicle_is_worth_in_an_overrun() -> None:
    for kind, factors in (("it-m13-40", 16), ("it-autocarro-l", 1), ("it-l3-35", 8), ("it-ab-41", 13)):
        t = rush(f"xV1 E5 {kind} @3 motion; a1 F5 br-457", date="1942-01-01")
        assert Fraction(sum_of(overrun_power(t.s, t.piece("xV1"))), SCALE) == factors, kind


def test_72_35_a_machine_gun_above_shut_hatches_does_not_fire_in_an_overrun_either() -> None:
    """Those that have fired still count (72); one that could not fire is not counted because the overrun marks it as having fired."""
    t = rush("xV1 E5 it-l3-aa @3 motion; a1 F5 br-457", date="1942-01-01")
    t.do("roll 2")
    found = t.preview("overrun F5")
    assert not any(item[0] == "aa gun" for item in found.items)
    lawful(t, "overrun F5")
    t = rush("xV1 E5 it-l3-aa @3 motion exposed; a1 F5 br-457", date="1942-01-01")
    t.do("roll 2")
    assert any(item[0] == "aa gun" for item in t.preview("overrun F5").items)
    lawful(t, "overrun F5")


def test_72_why_there_is_no_overrun() -> None:
    t = rush(f"{TANK}; a1 G5 br-457; aV1 F4 br-crusader-i; a2 F4 br-457")
    assert t.refused("overrun F5").rule == "72", "nobody there"
    assert t.refused("overrun F4").rule == "72", "a tank"
    assert t.refused("overrun G5").rule == "32"
    poor = rush("xV1 E5 it-m13-40 @3 motion; a1 F5 br-457")
    poor.do("turn 5", "turn 7", "turn 9", "turn 11", "turn 1", "turn 3", "turn 5", "turn 3")
    assert poor.refused("overrun F5").rule == "72", "3 left, 4 needed"


def test_72_an_original_12_immobilises() -> None:
    t = rush(f"{TANK}; a1 F5 br-457")
    t.do("overrun F5", "roll 12")
    assert t.has("xV1", "immobile")


def test_72_those_who_are_left_go_at_it_by_standing_order() -> None:
    t = rush(f"{TANK} exposed; a1 F5 br-648", tracks={"allied_chance": 10})
    t.do("overrun F5", "roll 11", "roll 5")
    assert t.rolls == "armour check", "an NMC passed"
    t.do("roll 8", "roll 3")
    assert t.has("xV1", "wreck")


def test_191_41_a_tracked_tank_crushes_a_sangar_and_the_gun_in_it() -> None:
    t = drill({}, "xV1 E5 it-m13-40 @3 motion; a1 F5 br-228 dug_in; aG1 F5 br-oqf-2-pdr @9 dug_in; aF1 F5 sangar", "axis")
    t.s.points[t.piece("aG1")] = t.piece("a1") + 1
    t.do("wheel xV1", "overrun F5", "roll 11")
    assert t.where("aF1") == "spare"
    assert t.where("aG1") == "eliminated"
    car = drill({}, "xV1 E5 it-ab-41 @3 motion; a1 F5 br-457 dug_in; aF1 F5 sangar", "axis")
    car.do("wheel xV1", "overrun F5", "roll 11")
    assert car.where("aF1") == "F5", "wheels leave it standing, unless they kill"


def test_72_54_men_in_foxholes_are_better_off() -> None:
    t = rush(f"{TANK}; a1 F5 br-457 dug_in; aF1 F5 foxhole")
    assert ("entrenched", "+4", "54") in t.preview("overrun F5").items
    sand = rush(f"{TANK}; a1 F5 br-457 dug_in; aF1 F5 foxhole", {"sand": "F5"})
    assert ("entrenched in sand", "+2", "190.42") in sand.preview("overrun F5").items


# close combat


def melee(text: str, phasing: str = "allied", **more: Any) -> Drill:
    return drill({}, text, phasing, phase="melee", **more)


def test_36_men_dare_and_then_need_their_number() -> None:
    """A squad against a shut M13: 5, nothing added; less destroys, 5 immobilises."""
    for dice, marks in (("4", ("wreck",)), ("5", ("immobile",)), ("6", ())):
        t = melee("a1 E5 br-457; xV1 E5 it-m13-40 @3; x1 P5 it-346")
        lawful(t, "storm a1 xV1")
        t.do("storm a1 xV1", "roll 7", f"roll {dice}")
        assert t.has("xV1", *marks)
        assert any(t.has("xV1", mark) for mark in ("wreck", "immobile")) is bool(marks)
    coward = melee("a1 E5 br-457; xV1 E5 it-m13-40 @3; x1 P5 it-346")
    coward.do("storm a1 xV1", "roll 8")
    assert not coward.rolls
    assert coward.refused("storm a1 xV1").rule == "36"


def test_36_what_changes_the_number() -> None:
    for marks, kind, value in (("exposed", "it-m13-40", -1), ("motion", "it-m13-40", 2), ("bogged", "it-m13-40", -1), ("", "it-autocarro-l", -4)):
        t = melee(f"a1 E5 br-457; xV1 E5 {kind} @3 {marks}; x1 P5 it-346")
        items = [int(value) for what, value, _ in t.preview("storm a1 xV1").items if value[0] in "+-"]
        assert sum(items) == value, (marks, kind)
    guarded = melee("a1 E5 br-457; xV1 E5 it-m13-40 @3; x1 E5 it-346")
    assert ("men beside it", "+2", "36") in guarded.preview("storm a1 xV1").items
    lucky = melee("aL1 E5 8-1; xV1 E5 it-m13-40 @3 motion; x1 P5 it-346")
    lawful(lucky, "storm aL1 xV1")
    lucky.do("storm aL1 xV1", "roll 3", "roll 2", "roll 1")
    assert lucky.has("xV1", "burning")


def test_197_4_italians_who_are_not_elite_find_it_harder_to_dare() -> None:
    for kind, number in (("it-346", "-1"), ("it-447", "")):
        t = melee(f"x1 E5 {kind}; aV1 E5 br-crusader-i @3; a1 P5 br-457", "axis")
        found = [value for what, value, rule in t.preview("storm x1 aV1").items if rule == "197.4"]
        assert found == ([number] if number else [])
    t = melee("x1 E5 it-346; aV1 E5 br-crusader-i @3; a1 P5 br-457", "axis")
    events = t.do("storm x1 aV1", "roll 6")
    assert any("does not dare" in str(getattr(event, "values", "")) for event in events), "morale 6, less 1"


def test_198_2_axis_minors_too() -> None:
    squads = drill({}, "a1 P5 br-457").game.world.squads
    minor = next(squad.key for squad in squads if squad.nation == "axis minor" and squad.quality != "elite")
    t = melee(f"x1 E5 {minor}; aV1 E5 br-crusader-i @3; a1 P5 br-457", "axis")
    assert [value for what, value, rule in t.preview("storm x1 aV1").items if rule == "198.2"] == ["-1"]


def test_36_its_machine_guns_answer() -> None:
    t = melee("a1 E5 br-457; xV1 E5 it-m13-40 @3; x1 P5 it-346")
    t.do("done")
    lawful(t, "repel xV1 a1")
    assert t.preview("repel xV1 a1").column == "2-1", "8 against 4"
    t.do("repel xV1 a1", "roll 7")
    assert t.where("a1") == "eliminated"
    stuck = melee("a1 E5 br-457; xV1 E5 it-m13-40 @3 immobile; x1 P5 it-346")
    stuck.do("done")
    assert stuck.preview("repel xV1 a1").column == "1-1", "176.75: the bow gun of a stuck vehicle is no use"


def test_176_75_the_bow_of_a_stuck_vehicle_does_not_fire_in_its_own_hex() -> None:
    for marks, orders in (("", True), ("immobile", False)):
        t = fire(f"xV1 E5 it-m13-40 @3 {marks}; a1 E5 br-457", "axis")
        assert ("rake xV1 E5 bow" in t.menu()) is orders


def test_36_who_has_gone_at_a_vehicle_does_not_fight_men_besides() -> None:
    t = melee("a1 E5 br-457; xV1 E5 it-m13-40 @3 immobile; x1 E5 it-346")
    t.do("storm a1 xV1", "roll 7", "roll 12", "done", "done")
    assert t.refused("target x1").rule == "20"


def test_29_men_advance_into_the_hex_of_a_tank_but_do_not_walk_there() -> None:
    t = drill({}, "a1 E5 br-457; xV1 F5 it-m13-40 @9")
    assert t.refused("walk a1 F5").rule == "29"
    until(t, "advance")
    t.do("advance a1 F5", "done")
    found = t.game.decision(t.s)
    assert found is not None
    assert found.kind == "storming"


def test_64_an_abandoned_vehicle_is_seized() -> None:
    t = melee("a1 E5 br-457; xV1 E5 it-m13-40 @3 abandoned; x1 P5 it-346")
    assert t.refused("storm a1 xV1").rule == "36"
    t.do("seize a1 xV1")
    assert t.where("xV1") == "eliminated"
    assert t.where("aV1") == "E5"
    assert t.has("aV1", "abandoned"), "theirs from now on, for a crew to get into"
    held = melee("a1 E5 br-457; xV1 E5 it-m13-40 @3 abandoned; x1 E5 it-126v")
    assert "seize a1 xV1" not in held.menu()


def test_188_17_23_a_charge_at_a_tank() -> None:
    t = drill({}, "a1 E5 br-457; xV1 F5 it-m13-40 @9; aW1 E5 dc")
    t.s.points[t.piece("aW1")] = t.piece("a1") + 1
    t.do("move a1", "charge aW1 F5", "halt")
    while t.rolls != "explosion":
        t.do("done")
    t.do("roll 7")
    assert t.rolls == "to kill"
    t.do("roll 5")
    assert t.has("xV1", "burning"), "16 less 3 is 13: 6 and less burn"


def test_188_17_a_charge_at_a_tank_at_a_crest_costs_the_way_to_that_crest() -> None:
    """To the crest from outside a wadi hex costs 1, down into its bed 2."""
    for marks, price in (("crest", "1"), ("", "2")):
        t = drill({"wadi": "F5"}, f"a1 E5 br-457; xV1 F5 it-m13-40 @9 {marks}; aW1 E5 dc")
        t.s.points[t.piece("aW1")] = t.piece("a1") + 1
        t.do("move a1")
        assert t.preview("charge aW1 F5").items[0] == ("movement factors", price, "23")
        t.do("charge aW1 F5")
        assert t.s.points[t.piece("a1")] == int(price)


# mines


def test_55_8_mines_against_men_immobilise_a_tank_only_by_a_kill() -> None:
    for dice, stuck in (("2", True), ("3", False)):
        t = rush("xV1 E5 it-m13-40 @3 motion; aF1 F5 mines; a1 P5 br-457")
        t.s.points[t.piece("aF1")] = 8
        t.do("ahead F5", f"roll {dice}")
        assert t.has("xV1", "immobile") is stuck
    lorry = rush("xV1 E5 it-autocarro-l @3 motion; aF1 F5 mines; a1 P5 br-457")
    lorry.s.points[lorry.piece("aF1")] = 8
    lorry.do("ahead F5", "roll 6")
    assert lorry.has("xV1", "wreck"), "less than 7"


def test_55_81_a_dummy_of_a_line_is_found_by_a_vehicle_too() -> None:
    t = rush("xV1 E5 it-m13-40 @3 motion; a1 P5 br-457; aF1 F5")
    t.s.face[t.piece("aF1")] = WORK_KINDS.index("mine line")
    t.do("ahead F5")
    assert WORK_KINDS[t.s.face[t.piece("aF1")]] == "dummy mines"


def mined(kind: str) -> Drill:
    t = rush(f"xV1 E5 {kind} @3 motion; aF1 F5; a1 P5 br-457")
    t.s.face[t.piece("aF1")] = WORK_KINDS.index("anti-tank mines")
    t.do("ahead F5")
    assert t.rolls == "anti-tank mines"
    return t


def test_86_7_anti_tank_mines() -> None:
    """Three factors where nothing else is said. The M13's armour of -2 is worth 2 from below: 4 and less kill, all else immobilises. A lorry is destroyed, and burns on 6."""
    for kind, dice, marks in (
        ("it-m13-40", "4", ("wreck",)),
        ("it-m13-40", "5", ("immobile",)),
        ("it-autocarro-l", "6", ("wreck", "burning")),
        ("it-autocarro-l", "7", ("wreck",)),
    ):
        t = mined(kind)
        t.do("roll 3", f"roll {dice}")
        assert t.has("xV1", *marks)
    through = mined("it-m13-40")
    through.do("roll 4")
    assert not through.rolls


def test_55_83_known_mines_are_told_before_a_vehicle_goes_and_a_whole_drive_keeps_off_them() -> None:
    """Into sand with mines that the driver knows of: the roll and a warning, no odds, for their strength is the owner's secret."""
    t = rush("xV1 E5 it-m13-40 @3 motion; aF1 F5; a1 P5 br-457", {"sand": "F5"})
    t.s.face[t.piece("aF1")] = WORK_KINDS.index("known mines")
    t.s.points[t.piece("aF1")] = 8
    found = t.preview("ahead F5")
    assert "Mines: 99F5 (55)." in found.warnings
    assert not found.odds
    assert any("sand roll" in what for what, _, _ in found.items)
    assert not [order for order in t.menu() if order.startswith("drive xV1 F5")]


# armoured assault


def test_n_23_men_go_along_beneath_a_tank_with_one_and_not_in_the_open() -> None:
    t = rush("aV1 E5 br-crusader-i @3 motion; a1 E5 br-457; x1 J5 it-346", phasing="allied")
    t.do("escort a1", "ahead F5")
    assert (t.where("aV1"), t.where("a1")) == ("F5", "F5")
    assert drm(t, "x1", "a1") == {"goes along beneath a tank": 1}


def test_n_23_the_tank_goes_no_farther_than_they_could() -> None:
    t = rush("aV1 E5 br-crusader-i @3 motion; a1 E5 br-457; x1 P5 it-346", phasing="allied")
    t.do("escort a1", "ahead F5", "ahead G5", "ahead H5", "ahead I5")
    assert t.refused("ahead J5").rule == "N 23"
    late = rush("aV1 E5 br-crusader-i @3 motion; a1 F5 br-457; a2 E5 br-457", phasing="allied")
    assert late.refused("escort a1").rule == "N 23"
    late.do("ahead F4")
    assert late.refused("escort a2").rule == "N 23"


def test_n_23_the_defender_fires_at_them_as_they_go() -> None:
    t = rush("aV1 E5 br-crusader-i @3 motion; a1 E5 br-457; x1 I5 it-346; x2 I5 it-346; xL1 I5 8-0", phasing="allied", tracks={"axis_chance": 10})
    t.do("escort a1", "ahead F5")
    assert t.rolls == "fire"
    t.do("roll 5,6")
    assert t.where("a1") == "F5"


def test_n_23_who_goes_along_under_a_question_mark_is_nobody_s_business() -> None:
    """In any position that the enemy cannot tell from this one, the men who go along are with the tank."""
    t = rush("aV1 E5 br-crusader-i @3; a1 E5 br-457 concealed; a2 E7 br-457 concealed; x1 P5 it-346", {"scrub": "E5 E7"}, phasing="allied")
    t.do("escort a1")
    for seed in range(12):
        other = t.game.imagine(t.s, 1, Random(seed))
        assert [other.at[unit] for unit in other.frames[-1].escort] == [t.s.at[t.piece("aV1")]]


def test_191_41_a_car_that_kills_men_beside_a_sangar_leaves_it_standing() -> None:
    """The kill must be one at the sangar's own +1; men in the open beside it have none."""
    for roll in (2, 3):
        car = drill({}, "xV1 E5 it-ab-41 @3 motion; a1 F5 br-457; a2 F5 br-457 dug_in; aF1 F5 sangar", "axis")
        car.do("wheel xV1", "overrun F5", f"roll {roll}")
        assert car.where("a1") == "eliminated"
        assert car.where("aF1") == "F5"


def test_191_41_a_gun_that_stands_outside_the_sangar_is_lost_by_a_kill_alone() -> None:
    text = "xV1 E5 it-m13-40 @3 motion; a1 F5 br-228 +aG1; aG1 F5 br-oqf-2-pdr @9; a2 F5 br-457 dug_in; aF1 F5 sangar"
    t = drill({}, text, "axis")
    t.do("wheel xV1", "overrun F5", "roll 11")
    assert t.where("aF1") == "spare", "the sangar is crushed in any case"
    assert t.where("aG1") == "F5", "191.41 speaks of the gun in it"
    killed = drill({}, text, "axis")
    killed.do("wheel xV1", "overrun F5", "roll 2")
    assert killed.where("aG1") == "eliminated"


def test_n_23_only_a_tank_that_has_stopped_protects_the_men_after_the_movement() -> None:
    text = "aV1 E5 br-crusader-i @3 new_hex moved{}; a1 E5 br-457 escort moved; x1 G5 it-346"
    worth = [drm(drill({}, text.format(more), phase="defence"), "x1", "a1") for more in ("", " motion")]
    assert worth == [{"goes along beneath a tank": 1}, {}]
