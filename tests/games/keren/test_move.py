"""Chapters 2, 7, 8, 9 and 10: units, stacks, zones, facing and movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amba.core.steps import top
from amba.games.keren.frames import March
from amba.games.keren.rules.r04_points import eliminate
from amba.games.keren.rules.r06_supply import may_run_through
from amba.games.keren.rules.r10_movement import arrivals
from amba.games.keren.rules.r14_results import may_retreat_into
from amba.games.keren.state import halved
from amba.games.keren.world import factor_text

if TYPE_CHECKING:
    from amba.games.keren.game import Keren

    from .conftest import Lay

CAMERONS = ("2-camerons-a", "2-camerons-b", "2-camerons-c")


def test_2_1_a_hex_is_200_metres(keren: Keren) -> None:
    assert keren.world.grid.shape.hex_km == 0.2


def test_2_2_a_plus_is_added_to_the_other_terrain(keren: Keren) -> None:
    ground, index = keren.world.ground, keren.world.grid.index
    assert ground.entry[index["2420"]] == 6  # ridge: precipice 5, +1
    assert ground.entry[index["2320"]] == 5


def test_2_3_factors_are_fire_assault_movement(keren: Keren) -> None:
    unit = keren.world.units[keren.names.piece["alp-olive-green-1"]]
    assert (factor_text(unit.fire[0]), factor_text(unit.assault[0]), unit.move) == ("5", "6", 14)


def test_2_4_the_carrying_side_is_weaker_and_artillery_has_none(lay: Lay) -> None:
    t = lay("administrative", {"2-camerons-a": {"hex": "3030", "back": True}, "art-4-1": "3031", "col-red-1": "5305"})
    assert t.s.fire(t.piece("2-camerons-a")) == 8
    t.do("done")
    assert t.refused("carry art-4-1").rule == "2.4"


def test_2_5_markers_suppressed_and_fired_are_on_the_board(keren: Keren) -> None:
    assert {"suppressed", "out_of_supply", "shot"} <= set(keren.world.look["marks"])


def test_7_0_limits_hold_while_moving_through(lay: Lay) -> None:
    full = {"2-camerons-a": "3022", "2-camerons-b": "3022", "2-camerons-c": "3022", "3-14-punjab-a": "3022"}
    t = lay(units={**full, "3-1-punjab-a": "3023"})
    refusal = t.refused("move 3-1-punjab-a 3022")
    assert refusal.rule == "7.1"


def test_7_0_1_a_marching_stack_is_told_what_its_way_costs(lay: Lay) -> None:
    t = lay(units=dict.fromkeys(["2-camerons-a", "2-camerons-b"], "3731"))
    t.do("form 2-camerons-a", "join 2-camerons-b")
    preview = t.preview("go 3729")
    assert preview is not None
    assert (preview.title, preview.path, preview.cost) == ("March to 3729", ("3731", "3730", "3729"), "2 of 14")
    assert t.note("go 3729") == "12 left"
    t.do("go 3730")
    preview = t.preview("go 3729")
    assert preview is not None
    assert (preview.path, preview.cost) == (("3730", "3729"), "2 of 14")


def test_7_0_1_a_stack_leaves_a_unit_behind_and_marches_on(lay: Lay) -> None:
    t = lay(units=dict.fromkeys(CAMERONS, "3530"))
    t.do("form 2-camerons-a", "join 2-camerons-b", "go 3730", "drop 2-camerons-b")
    assert (t.where("2-camerons-a"), t.where("2-camerons-b")) == ("3730", "3730")
    t.do("go 3930", "halt")
    assert (t.where("2-camerons-a"), t.where("2-camerons-b"), t.where("2-camerons-c")) == ("3930", "3730", "3530")
    assert t.refused("move 2-camerons-b 3830").rule == "10.2"
    t.do("move 2-camerons-c 3531")


def test_7_1_three_to_a_hex_four_in_the_clear(lay: Lay) -> None:
    units = {"2-camerons-a": "3530", "2-camerons-b": "3530", "2-camerons-c": "3530", "3-14-punjab-a": "3531", "3-14-punjab-b": "3531"}
    t = lay(units=units)
    t.do("move 3-14-punjab-a 3530")
    assert t.refused("move 3-14-punjab-b 3530").rule == "7.1"
    ridge = lay(units={**dict.fromkeys(CAMERONS, "2420"), "3-14-punjab-a": "2421"})
    assert ridge.refused("move 3-14-punjab-a 2420").values["limit"] == 3


def test_7_2_only_two_units_use_the_road_rate_in_a_hex(lay: Lay) -> None:
    # 3220 is a slope on the road: 1 point at the road rate, 2 without it.
    units = {"2-camerons-a": "3319", "3-14-punjab-a": "3220", "3-14-punjab-b": "3220"}
    t = lay(units=units)
    crowded = t.preview("move 2-camerons-a 3220")
    free = lay(units={"2-camerons-a": "3319"})
    alone = free.preview("move 2-camerons-a 3220")
    assert crowded is not None
    assert alone is not None
    assert (alone.cost, crowded.cost) == ("1 of 14", f"{t.s.world.ground.entry[t.hex('3220')]} of 14")
    assert crowded.cost != alone.cost


def test_7_3_the_owner_gives_up_units_over_the_limit(lay: Lay) -> None:
    t = lay(units={**dict.fromkeys(CAMERONS, "2420"), "3-14-punjab-a": "2420"})
    assert t.asked() == "overstack"
    t.do("lose 3-14-punjab-a")
    assert t.where("3-14-punjab-a") == "eliminated"
    assert t.asked() == "movement"


def test_7_4_only_the_top_unit_of_an_enemy_stack_is_seen(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"col-red-1": "2417", "col-red-2": "2417", "2-camerons-a": "2418"})
    view = t.game.view(t.s, 0)
    assert view["stacks"]["2417"] == ["?", "col-red-2"]
    assert "col-red-1" not in view["pieces"]
    t.do("assault 2417", "commit 2-camerons-a", "fight")
    assert t.game.view(t.s, 0)["stacks"]["2417"] == ["col-red-1", "col-red-2"]


def test_7_4_an_announced_assault_cannot_be_called_off(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"col-red-1": "2417", "2-camerons-a": "2418"})
    t.do("assault 2417", "commit 2-camerons-a", "fight")
    assert t.asked() == "assault die"
    assert all(action[0] == "roll" for action in t.menu())


def test_8_0_zones_do_not_cross_prohibited_and_roadblock_sides(lay: Lay) -> None:
    t = lay(units={"col-red-1": "3323", "col-red-2": "3516"})
    zone = t.s.zoc(1)
    assert not zone[t.hex("3224")]
    assert not zone[t.hex("3515")]
    assert zone[t.hex("3322")]
    assert zone[t.hex("3517")]


def test_8_1_a_unit_stops_in_an_enemy_zone(lay: Lay) -> None:
    t = lay(units={"col-red-1": "3628", "2-camerons-a": "3630"})
    t.do("move 2-camerons-a 3629")
    assert t.refused("move 2-camerons-a 3630").rule == "10.2"


def test_8_2_artillery_has_no_zone(lay: Lay) -> None:
    t = lay(units={"it-art-3-1": "3628"})
    assert not any(t.s.zoc(1))


def test_8_3_a_friend_in_the_hex_keeps_the_supply_path_open(lay: Lay) -> None:
    blocked = {"col-red-1": "3021", "col-red-2": "3222", "2-camerons-a": "3121"}
    t = lay("administrative", blocked)
    assert may_run_through(t.s, 0, t.hex("3121"))
    assert not may_run_through(t.s, 0, t.hex("3122"))


def test_8_4_moving_units_may_ignore_zones_in_four_cases(lay: Lay) -> None:
    t = lay(units={"col-red-1": "3628", "2-camerons-a": "3629"})
    t.do("move 2-camerons-a 3632")
    assert t.where("2-camerons-a") == "3632"


def test_8_4_1_an_advance_ignores_zones(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"col-red-1": "3628", "col-red-2": "3627", **dict.fromkeys(CAMERONS, "3629")})
    t.do("assault 3628", *(f"commit {c}" for c in CAMERONS), "fight", "roll 6")
    t.do("advance 2-camerons-a")
    assert t.s.zoc(1)[t.hex("3628")]
    assert t.where("2-camerons-a") == "3628"


def test_8_4_2_the_zone_of_an_eliminated_unit_is_gone(lay: Lay) -> None:
    t = lay(units={"col-red-1": "3628"})
    assert t.s.zoc(1)[t.hex("3629")]
    eliminate(t.s, t.piece("col-red-1"), "14.2.4")
    assert not t.s.zoc(1)[t.hex("3629")]


def test_8_4_3_leaving_a_zone_is_free(lay: Lay) -> None:
    t = lay(units={"col-red-1": "3628", "2-camerons-a": "3629"})
    preview = t.preview("move 2-camerons-a 3630")
    assert preview is not None
    assert preview.cost == "1 of 14"


def test_8_4_4_a_retreat_may_enter_a_zone_where_a_friend_is(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "3628", "col-red-1": "3627"})
    assert not may_retreat_into(t.s, 1, t.hex("3727"))
    friend = lay(units={"2-camerons-a": "3628", "col-red-1": "3627", "col-red-2": "3727"})
    assert may_retreat_into(friend.s, 1, friend.hex("3727"))


def test_8_5_from_zone_to_zone_and_stop(lay: Lay) -> None:
    t = lay(units={"col-red-1": "3628", "2-camerons-a": "3629"})
    assert t.s.zoc(1)[t.hex("3728")]
    t.do("move 2-camerons-a 3728")
    assert t.where("2-camerons-a") == "3728"


def test_8_6_zones_of_both_sides_lie_together(lay: Lay) -> None:
    t = lay(units={"col-red-1": "3628", "2-camerons-a": "3630"})
    assert t.s.zoc(0)[t.hex("3629")]
    assert t.s.zoc(1)[t.hex("3629")]


def test_9_0_with_facing_a_unit_fires_only_to_its_front(lay: Lay) -> None:
    units = {"col-red-1": {"hex": "3628", "facing": "n"}, "2-camerons-a": "3629"}
    away = lay("italian.fire", units, facing="on", defensive_fire="all")
    assert away.menu() == [("done",)]
    assert away.refused("fire 3629 1").rule == "9.0"
    units["col-red-1"] = {"hex": "3628", "facing": "s"}
    towards = lay("italian.fire", units, facing="on", defensive_fire="all")
    assert ("fire", "3629", "1") in towards.menu()
    assert ("fire", "3629", "1") in lay("italian.fire", {"col-red-1": "3628", "2-camerons-a": "3629"}, defensive_fire="all").menu()


def test_9_0_a_unit_is_turned_in_its_movement_phase(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "3629"}, facing="on")
    t.do("face 2-camerons-a se")
    assert t.s.points[t.piece("2-camerons-a")] == 2
    assert t.refused("face 2-camerons-a se").rule == "9.0"


def test_10_0_a_unit_moves_up_to_its_points(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "3529"})
    t.do("move 2-camerons-a 4829")
    refusal = lay(units={"2-west-yorkshire-a": "3529"}).refused("move 2-west-yorkshire-a 4829")
    assert refusal.rule == "10.0"
    assert (refusal.values["need"], refusal.values["have"]) == (13, 12)


def test_10_1_costs_by_terrain(keren: Keren) -> None:
    ground, terrain = keren.world.ground, keren.world.map.terrain
    cost = {"clear": 1, "slope": 2, "hill": 3, "bluff": 4, "precipice": 5, "ridge": 6, "peak": 6, "sheer": 6}
    assert all(ground.entry[h] == cost[terrain[h]] for h in range(keren.world.hexes))
    index = keren.world.grid.index
    fort = {there: plain for there, plain, _ in ground.edges[index["3620"]]}
    assert fort[index["3621"]] == 5 + 1
    assert index["3323"] not in [there for there, _, _ in ground.edges[index["3224"]]]


def test_10_1_the_roadblock_stops_only_the_matilda(lay: Lay) -> None:
    t = lay(units={"matilda": "3516", "2-camerons-a": "3516"}, scenario="second-battle")
    t.do("move 2-camerons-a 3515")
    tank = {action[2] for action in t.menu() if action[:2] == ("move", "matilda")}
    found = t.preview("move matilda 3515")
    assert "3515" not in tank or (found is not None and len(found.path) > 2)


def test_10_2_each_unit_moves_once(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "3529"})
    t.do("move 2-camerons-a 3530")
    assert t.refused("move 2-camerons-a 3531").rule == "10.2"


def test_10_3_along_the_road_a_step_costs_one(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "3023"})
    preview = t.preview("move 2-camerons-a 3220")
    assert preview is not None
    assert preview.cost == f"{len(preview.path) - 1} of 14"


def test_10_4_italians_enter_at_the_scenarios_hexes_but_not_into_a_zone(lay: Lay) -> None:
    units = dict.fromkeys(("col-orange-1", "col-orange-2"), "reserve")
    t = lay("italian.movement", units, turn=1)
    assert {"6004", "5301", "6005"} <= {action[2] for action in t.menu() if action[0] == "move"}
    t.do("move col-orange-1 6004")
    guarded = lay("italian.movement", {**units, "2-camerons-a": "5903", "2-camerons-b": "5401", "2-camerons-c": "5905"}, turn=1)
    assert not [action for action in guarded.menu() if action[0] == "move"]


def test_10_5_the_tunnel_is_a_place_of_its_own(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "2522", "2-camerons-b": "2622"})
    preview = t.preview("move 2-camerons-a tunnel")
    assert preview is not None
    assert preview.cost == "1 of 14"
    t.do("move 2-camerons-a tunnel")
    assert t.where("2-camerons-a") == "tunnel"
    above = lay(units={"2-camerons-b": "2622"})
    direct = above.preview("move 2-camerons-b tunnel")
    assert direct is not None
    assert direct.path[1] in {"2621", "2522"}


def test_7_2_two_units_fill_the_railway_at_the_tunnel_s_ends(lay: Lay) -> None:
    """Whoever comes out of the tunnel comes by the railway; there is no other way, at whatever cost."""
    south, north = ("3-14-punjab-a", "3-14-punjab-b"), ("1-6-rajputana-rifles-a", "1-6-rajputana-rifles-b")
    t = lay(units={"2-camerons-a": "tunnel", **dict.fromkeys(south, "2522"), **dict.fromkeys(north, "2621")})
    for hex in ("2522", "2621", "2520"):
        assert t.refused(f"move 2-camerons-a {hex}").rule == "7.2"
    t.do("march 2-camerons-a")
    assert t.refused("go 2522").rule == "7.2"
    room = lay(units={"2-camerons-a": "tunnel", **dict.fromkeys(south, "2522"), north[0]: "2621"})
    preview = room.preview("move 2-camerons-a 2621")
    assert preview is not None
    assert preview.cost == "1 of 14"
    above = lay(units={"2-camerons-a": "2521", **dict.fromkeys(south, "2522")})
    assert above.preview("move 2-camerons-a 2522") is not None, "by the ordinary rate a third one may come"


def test_10_5_no_fire_into_the_tunnel_and_assault_only_from_its_ends(lay: Lay) -> None:
    units = {"col-red-1": "tunnel", "2-camerons-a": "2522", "2-camerons-b": "2521"}
    assert lay("commonwealth.fire", units, defensive_fire="all").refused("fire tunnel 1").rule == "10.5"
    t = lay("commonwealth.assault", units)
    t.do("assault tunnel")
    assert t.menu() == [("commit", "2-camerons-a")]
    assert t.refused("commit 2-camerons-b").rule == "10.5"


def test_10_6_one_hex_is_always_open(lay: Lay) -> None:
    t = lay(units={"art-4-1": "2424"})
    names = {action[2] for action in t.menu() if action[0] == "move"}
    assert t.s.world.ground.entry[t.hex("2420")] > 4
    gun = lay(units={"art-4-1": "2521"})
    assert ("move", "art-4-1", "2520") in gun.menu()
    assert "2420" not in names


def test_10_6_not_after_a_first_step(lay: Lay) -> None:
    t = lay(units={"art-4-1": "3529", "art-4-2": "3529"})
    t.do("form art-4-1", "join art-4-2", "go 3532")
    assert top(t.s, March).spent == 3
    costs = {action[1] for action in t.menu() if action[0] == "go"}
    assert all(t.s.world.ground.entry[t.hex(h)] == 1 for h in costs)


def test_6_5_a_factor_of_1_becomes_a_half_and_a_half_a_quarter() -> None:
    assert [halved(value) for value in (20, 16, 12, 8, 4, 2)] == [8, 8, 4, 4, 2, 1]


def test_7_4_the_whole_stack_that_fires_is_shown(lay: Lay) -> None:
    t = lay("italian.fire", {"col-red-1": "2616", "col-red-2": "2616", "2-camerons-a": "2617", "2-camerons-b": "2617"}, defensive_fire="all")
    t.do("fire 2617 1", "add col-red-2", "shoot")
    assert t.has("col-red-1", "shown")
    assert t.has("2-camerons-a", "shown")


def test_10_4_the_commonwealth_may_enter_in_a_zone_and_goes_no_further(lay: Lay, keren: Keren) -> None:
    t = lay("commonwealth.movement", {"4-11-sikh-a": "reserve", "col-red-1": "3032"}, turn=5)
    found = arrivals(t.s, t.piece("4-11-sikh-a"), frozenset({t.hex("3033")}))
    assert [keren.names.places[place] for place in found.cost] == ["3033"]
