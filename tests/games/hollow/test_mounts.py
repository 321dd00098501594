"""Horses, motorcycles and bicycles: what they cost, where they do not go, and what becomes of them (110, 185.21, 186.13, 186.15, 189.14, 190.3, 193.7, 194.73, 196.3, 197.23)."""

from __future__ import annotations

from typing import Any

import pytest

from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.armour.r030_costs import entry_cost
from amba.games.hollow.rules.common import CAREFUL, NORMAL, sum_of
from amba.games.hollow.rules.r005_movement import allowance, cost, refuse_way
from amba.games.hollow.rules.r008_fire import part
from amba.games.hollow.rules.r011_modifiers import modifiers
from amba.games.hollow.rules.r186_motorcycles import fall_items
from amba.games.hollow.rules.r194_weather import GROUNDS
from tests.games.hollow.tanks import Drill, drill


def rider(kind: str) -> str:
    return f"a1 E5 br-457 +aW1; aW1 E5 {kind}"


def price(t: Drill, to: str = "F5") -> int:
    return cost(t.s, (t.piece("a1"),), t.game.names.place[f"99{to}"])


def barred(t: Drill, to: str = "F5") -> str:
    """The rule by which nobody rides straight there."""
    found = refuse_way(t.s, (t.piece("a1"),), t.game.names.place[f"99{to}"], False, NORMAL)
    return found.rule if found is not None else ""


@pytest.mark.parametrize(
    ("terrain", "horse", "motorcycle"),
    [("scrub", 2, 4), ("hammada", 3, 4), ("sand", 3, 5), ("hillock", 1, 2), ("woods", 4, 0), ("", 1, 1)],
)
def test_185_21_186_13_189_14_190_3_what_ground_costs_who_rides(terrain: str, horse: int, motorcycle: int) -> None:
    words = {terrain: "F5"} if terrain else {}
    assert price(drill(words, rider("horses"))) == horse
    t = drill(words, rider("motorcycles"))
    if motorcycle:
        assert price(t) == motorcycle
    else:
        assert t.refused("walk a1 F5").rule == "110"


def test_54_137_6_what_foxholes_and_trenches_cost_who_rides() -> None:
    for kind, foxhole, trench in (("horses", 2, 2), ("motorcycles", 3, 0), ("bicycles", 2, 2)):
        assert price(drill({}, f"{rider(kind)}; aF1 F5 foxhole")) == foxhole
        t = drill({}, f"{rider(kind)}; aF1 F5 trench")
        if trench:
            assert price(t) == trench
        else:
            assert barred(t) == "137.6", "wheels do not enter a trench"
    assert price(drill({}, f"{rider('motorcycles')}; aF1 F5 sangar")) == 1


def test_190_3_sand_is_one_less_when_it_is_wet() -> None:
    for ground, factors in (("dry", 3), ("wet", 2), ("mud", 2)):
        assert price(drill({"sand": "F5"}, rider("horses"), tracks={"ground": GROUNDS.index(ground)})) == factors


def test_194_73_heavy_dust_costs_cavalry_one_more() -> None:
    assert price(drill({}, rider("horses"), tracks={"dust": 3})) == 2
    assert price(drill({}, "a1 E5 br-457", tracks={"dust": 3})) == 1


def test_110_how_far_they_ride() -> None:
    for kind, factors in (("horses", 12), ("motorcycles", 26), ("bicycles", 8)):
        t = drill({}, rider(kind))
        assert allowance(t.s, t.piece("a1"), (t.piece("a1"),), NORMAL) == factors
    t = drill({}, rider("horses"))
    t.do("walk a1 Q5")
    assert t.where("a1") == t.where("aW1") == "Q5"


def test_197_23_bicycles_are_twice_as_fast_by_road_and_no_faster_elsewhere() -> None:
    t = drill({}, rider("bicycles"))
    assert price(t) == 2
    road = "road E5 F5 G6 H6 I7 J7"
    by_road = drill({}, rider("bicycles"), lines=road)
    assert price(by_road) == 1
    assert "walk a1 J7" in by_road.menu()


def test_81_5_197_23_marsh_takes_all_that_cyclists_have() -> None:
    t = drill({"marsh": "F5"}, rider("bicycles"))
    t.do("walk a1 F5")
    assert t.where("a1") == "F5"
    assert not [order for order in t.menu() if "a1" in order and order.startswith(("walk", "move"))]
    late = drill({"marsh": "F5"}, rider("bicycles"))
    late.do("move a1", "go E4")
    assert late.refused("go F5").rule == "5", "and who has spent any has not enough"


@pytest.mark.parametrize(("option", "number"), [("two-turns", "196.3"), ("assault", "193.7")])
def test_193_7_196_3_no_horse_or_wagon_crosses_a_cactus_hedge(option: str, number: str) -> None:
    t = drill({"cactus_hedge": "E5/F5"}, rider("horses"), options={"cactus": option})
    assert barred(t) == number
    wagon = drill({"cactus_hedge": "E5/F5"}, "aV1 E5 br-gs-wagon @3 motion", options={"cactus": option})
    wagon.do("wheel aV1")
    assert wagon.refused("ahead F5").rule == number


@pytest.mark.parametrize(("kind", "allowed"), [("horses", False), ("motorcycles", False), ("bicycles", True)])
def test_196_3_nobody_rides_into_a_cactus_hedge(kind: str, allowed: bool) -> None:
    t = drill({"cactus_hedge": "E5/F5"}, rider(kind), options={"cactus": "two-turns"})
    assert ("thorns a1" in t.menu()) is allowed
    if not allowed:
        found = t.refused("thorns a1")
        assert (found.rule, found.text) == ("196.3", "Nobody rides into a cactus hedge.")
        t.do("dismount a1")
        assert t.refused("thorns a1").text == "It has spent movement factors already."


@pytest.mark.parametrize(("option", "number"), [("two-turns", "196.3"), ("assault", "193.7")])
def test_196_3_a_charge_is_laid_across_a_cactus_hedge_by_men_in_it_only(option: str, number: str) -> None:
    text = "a1 E5 br-457 {}+aW1; aW1 E5 dc; x1 F5 it-346"
    t = drill({"cactus_hedge": "E5/F5"}, text.format(""), options={"cactus": option})
    t.do("move a1")
    assert t.refused("charge aW1 F5").rule == number
    inside = drill({"cactus_hedge": "E5/F5"}, text.format("thorns "), options={"cactus": option})
    inside.do("move a1")
    if option == "assault":
        assert inside.refused("charge aW1 F5").rule == number, "it is crossed by assault movement, and charges are not laid so"
        return
    inside.do("charge aW1 F5")
    assert inside.where("aW1") == "F5"
    assert not [order for order in inside.menu() if order.startswith("go ")], "all its factors are spent"


def test_110_no_horse_in_buildings_nor_motorcycle_over_walls() -> None:
    t = drill({"building": "F5"}, rider("horses"))
    assert t.refused("walk a1 F5").rule == "110"
    t = drill({"wall": "E5/F5"}, rider("motorcycles"))
    assert barred(t) == "110"
    assert barred(drill({"wall": "E5/F5"}, rider("horses"))) == ""
    assert t.refused("walk a1 F4 assault").rule == "110"


def test_110_getting_on_and_off_takes_a_quarter() -> None:
    t = drill({}, "a1 E5 br-457; aW1 E5 horses")
    t.do("ride a1 aW1")
    assert t.s.points[t.piece("a1")] == 3  # of 12
    assert t.s.owner_of(t.piece("aW1")) == t.piece("a1")
    t.do("dismount a1")
    assert t.s.points[t.piece("a1")] == 2
    assert t.s.owner_of(t.piece("aW1")) == -1


def test_110_men_ride_and_get_down_on_their_way() -> None:
    t = drill({}, rider("horses"))
    t.do("move a1", "go F5", "dismount a1")
    assert t.s.points[t.piece("a1")] == 2
    assert t.where("aW1") == "F5"
    t.do("go G5")
    assert t.where("a1") == "G5"
    assert t.where("aW1") == "F5"


def test_110_fire_at_riders_and_by_them() -> None:
    for kind, drm in (("horses", -2), ("motorcycles", -1), ("bicycles", -1)):
        t = drill({}, f"{rider(kind)}; x1 H5 ge-467", phasing="axis", phase="prep")
        shot = Shot(1, "prep", t.s.at[t.piece("a1")], (t.piece("x1"),), (t.piece("a1"),))
        assert sum_of(modifiers(t.s, shot, t.piece("a1"))) == drm
        back = Shot(0, "final", t.s.at[t.piece("x1")], (t.piece("a1"),), (t.piece("x1"),))
        assert ("mounted", "x1/2", "110") in part(t.s, back, t.piece("a1")).steps


def test_110_who_breaks_is_on_foot_and_his_horses_are_gone() -> None:
    for kind, where in (("horses", "eliminated"), ("motorcycles", "E5")):
        t = drill({}, f"{rider(kind)}; x1 F5 ge-467", phasing="axis", phase="prep")
        t.do("fire E5", "shoot", "roll 3,4", "roll 12")
        assert t.has("a1", "broken")
        assert t.where("aW1") == where
        assert t.s.owner_of(t.piece("aW1")) == -1


@pytest.mark.parametrize(("to", "modifier"), [("F5", 2), ("F4", 1)])
def test_186_15_a_motorcyclist_falls_on_12_and_the_machine_is_lost_on_13(to: str, modifier: int) -> None:
    """The table's figures: 10c in hammada, 11c beside it."""
    for dice, broken, lost in ((12 - modifier - 1, False, False), (12 - modifier, True, False), (13 - modifier, True, True)):
        t = drill({"hammada": "F5"}, rider("motorcycles"))
        assert sum_of(fall_items(t.s, t.game.names.place[f"99{to}"])) == modifier
        t.do(f"walk a1 {to}")
        assert t.rolls == "motorcycle"
        t.do(f"roll {dice}")
        assert t.has("a1", "broken") == broken
        assert (t.where("aW1") == "eliminated") == lost
        assert (t.s.owner_of(t.piece("aW1")) >= 0) == (not broken)


def test_196_1_186_15_holds_for_motorcycles_on_broken_ground() -> None:
    """It lies beside what was hammada: +1, +1 without care, -1; a track spares the roll."""
    t = drill({"broken_ground": "F5"}, rider("motorcycles"))
    assert any("thrown off in 3 of 36 cases" in warning for warning in t.preview("walk a1 F5").warnings)
    t.do("walk a1 F5")
    assert t.rolls == "motorcycle"
    t.do("roll 11")
    assert t.has("a1", "broken")
    assert t.where("aW1") == "F5", "12 in all throws him off, and the machine lies there"
    track = drill({"broken_ground": "F5"}, rider("motorcycles"), lines="track E5 F5")
    track.do("walk a1 F5")
    assert not track.rolls
    horse = drill({"broken_ground": "F5"}, rider("horses"))
    horse.do("walk a1 F5")
    assert not horse.rolls


def test_186_15_not_on_a_track() -> None:
    t = drill({"hammada": "F5"}, rider("motorcycles"), lines="track E5 F5")
    t.do("walk a1 F5")
    assert not t.rolls


def test_110_mounts_are_neither_dropped_nor_picked_up_as_weapons() -> None:
    t = drill({}, f"{rider('horses')}; a2 E5 br-457")
    t.do("move a1")
    assert t.refused("drop aW1").rule == "110"
    assert t.refused("join a2").rule == "110"


def test_186_15_the_chance_to_be_thrown_off_is_told_before() -> None:
    t = drill({"hammada": "F5"}, rider("motorcycles"))
    assert "99F5: thrown off in 6 of 36 cases (186.15)." in t.preview("walk a1 F5").warnings
    assert "99F4: thrown off in 3 of 36 cases (186.15)." in t.preview("walk a1 F4").warnings


@pytest.mark.parametrize(("to", "modifier", "cost"), [("F5", 1, 8), ("F4", 0, 2)])
def test_186_14_a_motorcycle_with_care_pays_twice_and_falls_one_later(to: str, modifier: int, cost: int) -> None:
    """The table's other column: 11c in hammada, 12c beside it."""
    t = drill({"hammada": "F5"}, rider("motorcycles"))
    assert sum_of(fall_items(t.s, t.game.names.place[f"99{to}"], CAREFUL)) == modifier
    shown = t.preview(f"walk a1 {to} careful")
    assert shown.cost == f"{cost} of 26"
    t.do(f"walk a1 {to} careful", f"roll {11 - modifier}")
    assert t.s.points[t.piece("a1")] == cost
    assert not t.has("a1", "broken")
    t = drill({"hammada": "F5"}, rider("motorcycles"))
    t.do(f"walk a1 {to} careful", f"roll {12 - modifier}")
    assert t.has("a1", "broken")


def test_186_14_care_is_for_motorcycles_over_stones() -> None:
    t = drill({"hammada": "F5"}, f"{rider('motorcycles')}; a2 E8 br-457")
    assert t.refused("walk a1 D5 careful").rule == "186.14"
    assert t.refused("walk a2 E7 careful").rule == "186.14"
    slow = {order for order in t.menu() if order.startswith("walk a1") and order.endswith("careful")}
    assert {"walk a1 F5 careful", "walk a1 F4 careful"} <= slow
    assert "walk a1 D5 careful" not in slow


BIKE = "a1 {at} br-457 +aW1; aW1 {at} motorcycles"


def as_car(words: dict[str, str], at: str, to: str, lines: str = "", **more: Any) -> tuple[int, float]:
    """What a hex costs on a motorcycle, and in an armoured car that stands there."""
    t = drill(words, f"{BIKE.format(at=at)}; aV1 {at} br-daimler-ac @3 exposed", lines=lines, **more)
    here, there = (t.game.names.place[f"99{place}"] for place in (at, to))
    return price(t, to), entry_cost(t.s, t.piece("aV1"), here, there) / 2


@pytest.mark.parametrize(
    ("words", "at", "to", "lines", "points"),
    [
        ({"wadi": "F5"}, "E5", "F5", "", 5),
        ({"wadi": "E5 F5 E5/F5"}, "E5", "F5", "", 5),
        ({"wadi": "E5"}, "E5", "F5", "", 5),
        ({"wadi": "E5 F5"}, "E5", "F5", "", 9),
        ({"level_1": "F5"}, "E5", "F5", "", 5),
        ({"level_1": "F5"}, "E5", "F5", "track E5 F5", 4),
        ({"wadi": "F5"}, "E5", "F5", "track E5 F5", 4),
        ({"level_1": "F5", "wadi": "F5"}, "E5", "F5", "", 9),
        ({"level_2": "F5", "wadi": "F5 E5/F5"}, "E5", "F5", "", 9),
        ({"hillock": "F5"}, "E5", "F5", "track E5 F5", 1),
        ({"deir": "E5", "lip": "E5/F5"}, "E5", "F5", "", 2),
        ({"dune_crest": "E5/F5", "sand": "F5"}, "E5", "F5", "", 6),
    ],
)
def test_110_a_motorcycle_pays_for_wadis_slopes_and_tracks_what_a_car_pays(words: dict[str, str], at: str, to: str, lines: str, points: int) -> None:
    assert as_car(words, at, to, lines) == (points, points)


@pytest.mark.parametrize("words", [{"level_1": "F5"}, {"deir": "E5", "lip": "E5/F5"}, {"hillock": "F5"}])
def test_110_192_3_by_road_too(words: dict[str, str]) -> None:
    whole, car = as_car(words, "E5", "F5", "road E5 F5")
    assert whole == car + 0.5, "half a point stays in hand"


def test_176_6_and_on_ground_that_is_no_desert() -> None:
    assert as_car({"level_1": "E5 F5"}, "E5", "F5", hills=True) == (3, 3)


def test_54_what_lies_in_a_hex_is_paid_by_who_rides_through_it() -> None:
    t = drill({}, f"{rider('motorcycles')}; aF1 F5 foxhole; a2 A1 br-457")
    assert t.preview("walk a1 G5").cost == "2 of 26"
    assert t.preview("walk a1 F5").cost == "3 of 26"


def test_186_14_smoke_among_the_stones_is_paid_twice_with_care() -> None:
    t = drill({"hammada": "F5"}, f"{rider('motorcycles')}; smoke1 F5 smoke")
    assert t.preview("walk a1 F5 careful").cost == "10 of 26"


def test_196_1_186_15_a_motorcyclist_may_fall_in_broken_ground() -> None:
    t = drill({"broken_ground": "F5"}, rider("motorcycles"))
    assert "99F5: thrown off in 3 of 36 cases (186.15)." in t.preview("walk a1 F5").warnings
    t.do("walk a1 F5")
    assert t.rolls == "motorcycle"
    t = drill({"broken_ground": "F5"}, rider("motorcycles"), lines="track E5 F5")
    t.do("walk a1 F5")
    assert not t.rolls
