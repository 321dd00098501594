"""Vehicles drive: facing, costs, starting and stopping, motion, reverse (30, 32, 135, 181.1)."""

from __future__ import annotations

import pytest

from amba.games.hollow.rules.armour.r064_crews import wreck
from amba.games.hollow.rules.r007_seeing import line_to
from amba.games.hollow.rules.r011_modifiers import terrain_items
from amba.games.hollow.rules.r194_weather import GROUNDS
from tests.games.hollow.tanks import drill

TANK = "aV1 E5 br-crusader-i @3"


def test_30_starting_stopping_and_hexes_cost_points() -> None:
    t = drill({}, TANK)
    t.do("wheel aV1", "start", "roll 3", "ahead F5")
    assert (t.where("aV1"), t.spent("aV1")) == ("F5", 2)
    t.do("brake", "stand")
    assert t.spent("aV1") == 3
    assert t.has("aV1", "moved", "new_hex")
    assert not t.has("aV1", "motion")


def test_32_it_enters_only_the_two_hexes_it_points_at() -> None:
    t = drill({}, TANK + " motion")
    t.do("wheel aV1")
    assert [order for order in t.menu() if order.startswith("ahead") and len(order.split()) == 2] == ["ahead F4", "ahead F5"]
    assert t.refused("ahead E4").rule == "32"
    t.do("turn 11")
    assert t.spent("aV1") == 2
    assert [order for order in t.menu() if order.startswith("ahead") and len(order.split()) == 2] == ["ahead D4", "ahead E4"]


def test_32_the_turret_turns_with_the_hull_and_freely_while_points_are_spent() -> None:
    t = drill({}, "aV1 E5 br-crusader-i @3/5 motion")
    t.do("wheel aV1", "turn 5")
    view = t.game.view(t.s, 0)["pieces"]["aV1"]
    assert (view["facing"], view["turret"]) == (5, 7)
    spent = t.spent("aV1")
    t.do("turret 1")
    assert t.spent("aV1") == spent
    no_turret = drill({}, "xV1 E5 it-l3-35 @3 motion", phasing="axis")
    no_turret.do("wheel xV1", "roll 2")
    assert no_turret.refused("turret 5").rule == "32"


@pytest.mark.parametrize(
    ("terrain", "tracked", "halftrack", "car", "truck"),
    [("scrub", 2, 3, 4, 6), ("hammada", 2, 3, 4, 6), ("sand", 3, 4, 5, 7), ("orchard", 1, 1, 3, 4), ("brush", 2, 2, 4, 6), ("vineyard", 2, 2, 4, 6), ("wadi", 3, 4, 5, 7), ("hillock", 2, 2, 2, 2)],
)  # fmt: skip
def test_30_what_terrain_costs_each_kind_of_mover(terrain: str, tracked: int, halftrack: int, car: int, truck: int) -> None:
    """185.21, 186.13, 190.3, 189.14, 80.1 and the chart."""
    for kind, cost in (("ge-pzkpfw-iiil", tracked), ("ge-spw-251-1", halftrack), ("ge-psw-222-l", car), ("ge-opel-blitz", truck)):
        t = drill({terrain: "F5"}, f"xV1 E5 {kind} @3 motion", phasing="axis")
        t.do("wheel xV1", "ahead F5")
        assert t.spent("xV1") == cost, kind


def test_185_21_186_13_190_3_the_figures_are_those_of_the_paragraphs() -> None:
    t = drill({"sand": "F5", "scrub": "F5"}, "aV1 E5 br-crusader-i @3 motion")
    t.do("wheel aV1", "ahead F5")
    assert t.spent("aV1") == 4


def test_190_3_wet_sand_costs_one_less() -> None:
    """The example: a tank pays three, in wet ground two."""
    for ground, cost in (("dry", 3), ("wet", 2)):
        t = drill({"sand": "F5"}, TANK + " motion", tracks={"ground": GROUNDS.index(ground)})
        t.do("wheel aV1", "ahead F5")
        assert t.spent("aV1") == cost


def test_192_2_what_a_track_saves() -> None:
    """A truck enters hammada by a track for five, without a roll; a tank goes up a hillock for one."""
    t = drill({"hammada": "F5"}, "xV1 E5 ge-opel-blitz @3 motion", phasing="axis", lines="track E5 F5")
    t.do("wheel xV1", "ahead F5")
    assert t.spent("xV1") == 5
    assert not t.rolls
    tank = drill({"hillock": "F5"}, TANK + " motion", lines="track E5 F5")
    tank.do("wheel aV1", "ahead F5")
    assert tank.spent("aV1") == 1


def test_192_3_roads_cost_half_a_point_and_a_whole_one_buttoned_up() -> None:
    t = drill({}, TANK + " motion", lines="road E5 F5 G6")
    t.do("wheel aV1", "ahead F5")
    assert t.spent("aV1") == 1
    t.do("hatch open", "ahead G6")
    assert t.spent("aV1") == 1.5


def test_187_12_a_vehicle_pays_one_to_leave_a_deir_over_its_lip() -> None:
    t = drill({"deir": "E5", "lip": "E5/F5"}, TANK + " motion")
    t.do("wheel aV1", "ahead F5")
    assert t.spent("aV1") == 2


def test_190_511_and_a_dune_crest_costs_one() -> None:
    t = drill({"low_dune": "E5", "dune_crest": "E5/F5"}, TANK + " motion")
    t.do("wheel aV1", "ahead F5")
    assert t.spent("aV1") == 2


def test_194_73_heavy_dust_costs_a_point_and_194_731_another_buttoned_up() -> None:
    for dust, cost in ((2, 1), (3, 2), (4, 3)):
        t = drill({}, TANK + " motion", tracks={"dust": dust})
        t.do("wheel aV1", "ahead F5")
        assert t.spent("aV1") == cost
    t = drill({}, TANK + " motion exposed", tracks={"dust": 4})
    t.do("wheel aV1", "ahead F5")
    assert t.spent("aV1") == 2


def test_40_3_vehicles_in_the_way_cost_two_each() -> None:
    t = drill({}, TANK + " motion; aV2 F5 br-crusader-i; aV3 F5 br-crusader-i wreck")
    t.do("wheel aV1", "ahead F5")
    assert t.spent("aV1") == 5


def test_40_3_by_the_example_of_181_22_one() -> None:
    t = drill({}, TANK + " motion; aV2 F5 br-crusader-i; aV3 F5 br-crusader-i", options={"in_the_way": "one"})
    t.do("wheel aV1", "ahead F5")
    assert t.spent("aV1") == 3


def test_191_5_a_sangar_costs_nothing_more() -> None:
    t = drill({"sangar": "F5"}, TANK + " motion")
    t.do("wheel aV1", "ahead F5")
    assert t.spent("aV1") == 1


def test_137_6_137_71_wheels_stay_out_of_trenches_and_everybody_of_ditches() -> None:
    t = drill({"trench": "F5"}, "xV1 E5 ge-opel-blitz @3 motion", phasing="axis")
    t.do("wheel xV1")
    assert t.refused("ahead F5").rule == "137.6"
    tank = drill({"trench": "F5"}, TANK + " motion; aF1 F4 ditch")
    tank.do("wheel aV1")
    assert tank.refused("ahead F4").rule == "137.71"
    tank.do("ahead F5")
    assert not tank.rolls, "tracked vehicles are not restricted by trenches in any manner"
    assert tank.where("aV1") == "F5"


def test_181_1_reverse_multiplies_the_whole_cost() -> None:
    """The example: a BT-7 in motion goes back uphill: 4 x (1 + 4) = 20; then it may stay in reverse motion."""
    t = drill({"level_1": "F5"}, "xV1 E5 ax-bt-7 @9 motion", phasing="axis")
    t.do("wheel xV1", "back F5")
    assert (t.where("xV1"), t.spent("xV1")) == ("F5", 20)
    t.do("roll-on")
    assert t.has("xV1", "motion", "reverse")


def test_181_1_the_way_is_changed_by_stopping_and_starting() -> None:
    t = drill({}, TANK + " motion", tracks={"gusts": 1})  # no dust of its own that it would back into
    t.do("wheel aV1", "ahead F5")
    assert t.refused("back E5").rule == "181.1"
    t.do("brake", "start", "roll 2", "back E5")
    assert t.spent("aV1") == 1 + 1 + 1 + 4


def test_135_in_motion_when_the_points_do_not_suffice() -> None:
    t = drill({"hammada": "F5"}, "xV1 E5 it-l3-35 @3", phasing="axis")
    t.do("wheel xV1", "roll 2", "start")
    assert t.refused("roll-on").rule == "135", "it has points enough"
    t.do("ahead F5", "turn 5", "turn 7", "turn 9", "turn 11", "turn 1", "turn 3", "turn 5", "turn 7", "turn 9", "turn 11")
    assert t.left("xV1") == 0
    t.do("roll-on")
    assert t.has("xV1", "motion", "new_hex", "moved")


def test_135_a_vehicle_in_motion_is_driven_before_the_phase_ends_and_does_not_pay_to_start() -> None:
    t = drill({}, TANK + " motion; a1 B5")
    assert t.refused("done").rule == "135"
    t.do("wheel aV1")
    assert t.refused("roll-on").rule == "135"
    assert t.refused("stand").rule == "135"
    t.do("brake", "stand", "done")


def test_30_a_minimum_move() -> None:
    """Woods uphill in reverse cost more than all there is: it spends everything and is in motion."""
    t = drill({"level_1": "F5"}, "aV1 E5 br-matilda-ii @9")
    t.do("wheel aV1")
    assert t.refused("creep D5").rule == "30"
    t.do("creep F5 back", "roll 2")
    assert (t.where("aV1"), t.left("aV1")) == ("F5", 0)
    assert t.has("aV1", "motion", "reverse", "moved")


def test_64_hatches_are_moved_once_in_a_phase() -> None:
    t = drill({}, TANK + " motion")
    t.do("wheel aV1", "hatch open")
    assert t.has("aV1", "exposed")
    assert t.refused("hatch shut").rule == "64"


def test_vn_15_a_the_crew_of_the_l40_cannot_button_up() -> None:
    t = drill({}, "xV1 E5 it-smv-l40-47-32 @3 motion exposed", phasing="axis")
    t.do("wheel xV1")
    assert t.refused("hatch shut").rule == "64"


def test_64_a_crew_leaves_its_vehicle_and_gets_in_again() -> None:
    t = drill({}, "aV1 E5 br-crusader-i @3")
    t.do("abandon aV1")
    assert t.has("aV1", "abandoned")
    crew = next(u for u in t.s.units(0))
    assert t.s.squad(crew).key == "br-127v"
    assert t.where(t.game.names.pieces[crew]) == "E5"
    again = drill({}, "aV1 E5 br-crusader-i @3 abandoned; a1 E5 br-127v; a2 E5 br-457")
    assert again.refused("man a2 aV1").rule == "64"
    told = [again.game.sentence(event) for event in again.do("man a1 aV1")]
    assert "Crusader I (aV1) is manned again." in told
    assert not again.has("aV1", "abandoned")
    assert again.piece("a1") not in again.s.units(0)


def test_66_an_abandoned_tank_that_burns_is_not_called_manned() -> None:
    t = drill({}, "aV1 E5 br-crusader-i @3 abandoned; a1 E5 br-127v")
    t.s.pending.clear()
    wreck(t.s, "66", t.piece("aV1"), burning=True)
    told = [t.game.sentence(event) for event in t.s.pending]
    assert "Crusader I (aV1) is a wreck." in told
    assert not any("manned" in sentence for sentence in told)


def test_29_men_and_vehicles_of_the_enemy_keep_apart() -> None:
    t = drill({}, TANK + " motion; x1 F5; xV1 F4 it-autocarro-l; a1 G5")
    assert t.refused("walk a1 F4").rule == "29"
    t.do("wheel aV1")
    assert t.refused("ahead F5").rule == "29"
    assert t.refused("ahead F4").rule == "29"
    past = drill({}, TANK + " motion; xV1 F4 it-m13-40")
    past.do("wheel aV1")
    assert "ahead F4" in past.menu(), "188.22 has its price: two points, double for a tank of the enemy that can fight"


def test_188_22_what_a_vehicle_pays_for_wrecks_in_a_wadi() -> None:
    t = drill({"wadi": "F5"}, TANK + " motion; xV1 F5 it-m13-40 wreck")
    t.do("wheel aV1", "ahead F5")
    assert t.spent("aV1") == 2 + 1 + 2


def test_191_5_beside_a_trench_the_ground_of_a_sangar_costs_twice() -> None:
    t = drill({"sangar": "F5", "trench": "G5"}, TANK + " motion")
    t.do("wheel aV1", "ahead F5")
    assert t.spent("aV1") == 2


def test_vn_22_a_the_s37_moves_as_an_armoured_car_and_pays_four_times_in_reverse() -> None:
    t = drill({"scrub": "F5", "level_1": "D5"}, "xV1 E5 it-autoprot-s37 @3 motion", phasing="axis", date="1942-11-10")
    t.do("wheel xV1", "back D4")
    assert t.spent("xV1") == 4
    car = drill({"scrub": "F5"}, "xV1 E5 it-autoprot-s37 @3 motion", phasing="axis", date="1942-11-10")
    car.do("wheel xV1", "ahead F5")
    assert car.spent("xV1") == 4


def test_mn_l_tractors_move_as_armoured_cars_and_cross_no_hedge() -> None:
    t = drill({"scrub": "F4", "hedge": "E5/F5"}, "xV1 E5 it-tl-37 @3 motion", phasing="axis")
    t.do("wheel xV1")
    assert t.refused("ahead F5").rule == "30"
    t.do("ahead F4")
    assert t.spent("xV1") == 4


def test_mn_m_three_times_in_reverse() -> None:
    t = drill({}, "xV1 E5 it-tl-37 @3 motion", phasing="axis")
    t.do("wheel xV1", "back D4")
    assert t.spent("xV1") == 3


def modifiers_of(text: str, words: dict[str, str], target: str) -> dict[str, int]:
    """What is added to the fire of a1 in E5 at x1."""
    t = drill(words, f"a1 E5 br-457; x1 {target} it-346; {text}", phase="prep")
    return {item.what: item.value for item in terrain_items(t.s, t.piece("a1"), t.piece("x1"))}


def test_29_men_beside_a_vehicle_or_wreck_have_one() -> None:
    assert modifiers_of("xV1 G5 it-m13-40", {}, "G5") == {"beside a vehicle or wreck": 1}
    assert modifiers_of("xV1 G5 it-autocarro-l", {}, "G5") == {}
    assert modifiers_of("xV1 G5 it-autocarro-l wreck", {}, "G5") == {"beside a vehicle or wreck": 1}
    assert modifiers_of("xV1 G5 it-m13-40 motion", {}, "G5") == {}
    assert modifiers_of("xV1 G5 it-m13-40 wreck burning", {}, "G5") == {}
    assert modifiers_of("xV1 G5 it-m13-40", {"woods": "G5"}, "G5") == {"terrain": 1}


def test_189_21_on_a_hillock_too() -> None:
    t = drill({"hillock": "G5"}, "a1 E5 br-457; x1 G5 it-346; xV1 G5 it-m13-40", phase="prep")
    found = [item for item in terrain_items(t.s, t.piece("a1"), t.piece("x1")) if item.what == "beside a vehicle or wreck"]
    assert [(item.value, item.rule) for item in found] == [(1, "189.21")]


def hindrances(text: str, words: dict[str, str]) -> int:
    t = drill(words, f"a1 E5 br-457; x1 E8 it-346; {text}", phase="prep")
    return sum(hindrance.drm for hindrance in line_to(t.s, t.piece("a1"), t.piece("x1")).hindrances)


def test_187_15_vehicles_and_wrecks_hinder_on_their_level() -> None:
    assert hindrances("xV1 E6 it-m13-40", {}) == 1
    assert hindrances("xV1 E6 it-m13-40; xV2 E7 it-l3-35 wreck", {}) == 2
    assert hindrances("xV1 E6 it-m13-40 motion", {}) == 0
    assert hindrances("xV1 E8 it-m13-40", {}) == 0, "at an end of the line"
    assert hindrances("xV1 E6 it-m13-40", {"level_1": "E5"}) == 0
    assert hindrances("xV1 E6 it-m13-40", {"deir": "E6"}) == 0, "in a deir between ends outside"
    assert hindrances("xV1 E6 it-m13-40 wreck burning", {}) == 2
