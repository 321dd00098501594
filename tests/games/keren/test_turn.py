"""Chapters 3 to 6, 15 and 16: set-up, victory, the turn, supply, rallying, scenarios."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, cast

import pytest

from amba.games.keren.game import Keren
from amba.games.keren.rules.r03_setup import area_of
from amba.games.keren.rules.r04_points import eliminate, hex_points, points
from amba.games.keren.rules.r04_victory import has_broken_through
from amba.games.keren.rules.r06_supply import FULL, is_in_supply, path_cost, sources, supply_length
from amba.games.keren.rules.r15_administration import rally_modifiers
from amba.games.keren.rules.sequence import SEQUENCE
from amba.games.keren.world import TURN
from amba.lab.fuzz import seeded_session
from amba.load.files import Replacements
from amba.load.position import read_position
from amba.load.registry import data_folder
from amba.server.answers import menu_data

from .conftest import ANY_GAME, Table

if TYPE_CHECKING:
    from amba.core.game import Game

    from .conftest import Lay


RING = {"2-camerons-a": "0032", "2-camerons-b": "0233"}
"""Around the corner of the map at 0033."""


def placed(game: Keren, scenario: str, **options: str) -> Table:
    """A scenario with everybody set up somewhere."""
    t = Table(game.new(scenario, options))
    rng = random.Random(1)
    while t.asked() == "setup":
        menu = game.legal(t.s)
        game.apply(t.s, rng.choice(menu.tails(rng.choice(menu.heads))))
    return t


def test_3_0_the_italians_place_all_their_units_first(keren: Keren) -> None:
    t = Table(keren.new("first-battle", {}))
    decision = keren.decision(t.s)
    assert decision is not None
    assert keren.sides[decision.who] == "italian"
    assert t.refused("place 2-camerons-a 2420").rule == "3.0"
    assert t.refused("place gren-light-green 2420").rule == "16.1.1"
    t.do("place gren-light-green 1711")
    assert t.where("gren-light-green") == "1711"


def test_3_0_with_the_option_sides_alternate_commonwealth_first(keren: Keren) -> None:
    t = Table(keren.new("first-battle", {"setup": "alternate"}))
    t.do("place 2-camerons-a 2420", "place gren-light-green 1711", "place 2-camerons-b 2420")


@pytest.mark.parametrize("scenario", ["first-battle", "second-battle"])
def test_3_0_the_rest_can_be_placed_as_the_scenario_plans(keren: Keren, scenario: str) -> None:
    t = Table(keren.new(scenario, {}))
    t.do("rest")
    decision = keren.decision(t.s)
    assert decision is not None
    assert keren.sides[decision.who] == "commonwealth"
    t.do("rest")
    for group in keren.world.groups[scenario]:
        if group.turn == 0 and not group.option:
            on_map = [unit for unit in group.units if t.s.is_on_map(unit)]
            assert len(on_map) == group.choose
            assert [t.s.at[unit] for unit in on_map] == [group.plan[group.units.index(unit)] for unit in on_map]
    assert t.where("col-black-1" if scenario == "first-battle" else "col-dark-purple-1") == "5305", "somebody has to be in Tigu (4.1)"


def test_3_0_the_rest_goes_around_what_was_placed_by_hand(keren: Keren) -> None:
    t = Table(keren.new("first-battle", {}))
    t.do("place cav-tan-1 2616", "rest")
    assert t.where("cav-tan-1") == "2616"
    assert t.s.at[t.piece("col-light-blue-2")] in keren.world.grid.within(t.hex("2616"), 1)


def test_3_0_the_rest_bars_tigu_even_when_the_unit_planned_for_it_is_elsewhere(keren: Keren) -> None:
    t = Table(keren.new("first-battle", {}))
    t.do("place col-black-1 5524", "rest")
    (guard,) = t.s.here[t.hex("5305")]
    assert not keren.world.units[guard].is_artillery


def test_3_0_one_area_can_be_placed_at_once(keren: Keren) -> None:
    t = Table(keren.new("first-battle", {}))
    t.do("area 1")
    assert t.where("gren-light-green") == t.where("cav-light-green-1") == "1711"
    assert t.refused("area 1").rule == "3.0"
    assert t.refused("area 7").rule == "3.0"  # the Commonwealth's


def test_3_0_in_turn_the_rest_is_placed_one_by_one(keren: Keren) -> None:
    t = Table(keren.new("first-battle", {"setup": "alternate"}))
    assert t.refused("area 7").rule == "3.0"
    t.do("rest")
    assert (t.where("2-camerons-a"), t.where("2-camerons-b")) == ("2419", "reserve")
    t.do("place gren-light-green 1711")
    assert (t.where("2-camerons-b"), t.where("2-camerons-c")) == ("2419", "reserve")
    t.do("rest")
    assert t.asked() != "setup"
    assert t.where("col-blue-2") == "4714"


def test_3_0_1_the_turn_marker_starts_at_1(keren: Keren) -> None:
    t = placed(keren, "first-battle")
    assert t.s.turn in {0, 1}
    assert t.s.turn == 1 or not t.s.frames


def test_4_0_the_italians_win_by_holding(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"col-red-1": "5305"}, turn=8)
    t.do("done")
    result = t.game.result(t.s)
    assert result is not None
    assert result.winner == 1


def test_4_1_an_open_road_to_tigu_wins_at_once(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"col-red-1": "0505", "2-camerons-a": "3020"})
    assert has_broken_through(t.s)
    t.do("done")
    result = t.game.result(t.s)
    assert result is not None
    assert (result.winner, result.level) == (0, "Automatic victory")


def test_4_1_with_the_option_somebody_must_have_got_there(lay: Lay) -> None:
    assert not has_broken_through(lay("italian.movement", {"2-camerons-a": "3020"}, breakthrough="reached").s)
    assert has_broken_through(lay("italian.movement", {"2-camerons-a": "5306"}, breakthrough="reached").s)


@pytest.mark.parametrize("guards", [{"col-red-1": "5305"}, {"col-red-1": "5405"}, {"col-red-1": "5107", "col-red-2": "5108"}])
def test_4_1_not_when_tigu_is_held_or_watched_or_the_ways_are_cut(lay: Lay, guards: dict[str, str]) -> None:
    assert not has_broken_through(lay("administrative", {**guards, "2-camerons-a": "3020"}).s)


def test_4_2_points_are_losses_and_hexes(lay: Lay, keren: Keren) -> None:
    t = lay(units={"2-camerons-a": "2616"}, control={"commonwealth": ["2616"]})
    eliminate(t.s, t.piece("col-red-1"), "14.2.4")
    assert points(t.s) == keren.world.points[t.hex("2616")] + 1


def test_4_2_1_an_italian_unit_is_a_point(lay: Lay) -> None:
    t = lay(units={"col-red-1": "3628"})
    eliminate(t.s, t.piece("col-red-1"), "14.2.4")
    assert points(t.s) == 1


def test_4_2_2_a_commonwealth_unit_costs_two(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "3628"})
    eliminate(t.s, t.piece("2-camerons-a"), "14.2.4")
    assert points(t.s) == -2


def test_4_2_units_that_a_position_names_as_eliminated_count(lay: Lay, keren: Keren) -> None:
    dead = {"col-red-1": "eliminated", "col-red-2": "eliminated", "col-red-3": "eliminated", "2-camerons-a": "eliminated"}
    t = lay(units={**dead, "2-camerons-b": "3628"})
    assert points(t.s) == 1
    assert keren.place(keren.position(t.s)).key() == t.s.key()
    counted = keren.place({"scenario": "first-battle", "units": dead, "tracks": {"losses": 12}})
    assert points(counted) == 12, "a file may count for itself"


def test_4_2_3_out_of_supply_at_the_end_counts_as_eliminated(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"col-red-1": "0033", "col-red-2": "5305", **RING}, turn=7)
    t.do("done", "done", "done")
    assert t.where("col-red-1") == "eliminated"
    assert points(t.s) == 1


def test_4_2_4_a_point_hex_counts_unless_an_italian_zone_lies_on_it(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "2617"})
    t.do("move 2-camerons-a 2616")
    assert hex_points(t.s) == t.s.world.points[t.hex("2616")]
    watched = lay(units={"2-camerons-a": "2616", "col-red-1": "2615"}, control={"commonwealth": ["2616"]})
    assert hex_points(watched.s) == 0


def test_5_0_nine_phases_in_order() -> None:
    assert [phase.rule for phase in SEQUENCE] == [f"5.0.{n}" for n in range(1, 10)]


def walk(t: Table, until: str) -> None:
    """End phases until somebody is asked this."""
    for _ in range(30):
        if t.s.phase >= 0 and SEQUENCE[t.s.phase].key == until:
            return
        t.do("done")


@pytest.mark.parametrize(
    ("number", "key", "kind"),
    [
        ("5.0.1", "administrative", "carrying"), ("5.0.2", "commonwealth.bombardment", "bombardment"), ("5.0.3", "italian.bombardment", "bombardment"),
        ("5.0.4", "commonwealth.movement", "movement"), ("5.0.5", "italian.fire", "fire"), ("5.0.6", "italian.movement", "movement"),
        ("5.0.7", "commonwealth.fire", "fire"), ("5.0.8", "italian.assault", "assault"), ("5.0.9", "commonwealth.assault", "assault"),
    ],
)  # fmt: skip
def test_each_phase_comes_in_its_turn(lay: Lay, number: str, key: str, kind: str) -> None:
    t = lay("commonwealth.assault", {"col-red-1": "5305", "2-camerons-a": "3030"})
    t.do("done")
    walk(t, key)
    assert t.asked() == kind
    assert SEQUENCE[t.s.phase].rule == number


def test_5_0_1_both_sides_choose_carriers_italians_first(lay: Lay) -> None:
    t = lay("administrative", {"col-red-1": "5305", "2-camerons-a": "3030"})
    assert ("carry", "col-red-1") in t.menu()
    t.do("done")
    assert ("carry", "2-camerons-a") in t.menu()


def test_5_0_2_commonwealth_guns_bombard_first(lay: Lay) -> None:
    t = lay("commonwealth.bombardment", {"art-4-1": "1723", "col-red-1": "2420"})
    assert ("fire", "2420", "1") in t.menu()


def test_5_0_3_then_the_italian_guns(lay: Lay) -> None:
    t = lay("italian.bombardment", {"it-art-3-1": "2420", "2-camerons-a": "1723"})
    assert ("fire", "1723", "1") in t.menu()


def test_5_0_4_fired_guns_do_not_move(lay: Lay) -> None:
    assert lay(units={"art-4-1": {"hex": "1723", "back": True}}).refused("move art-4-1 1724").rule == "5.0.4"


def test_5_0_5_guns_that_bombarded_may_fire_defensively(lay: Lay) -> None:
    t = lay("italian.fire", {"it-art-3-1": {"hex": "3628", "back": True}, "2-camerons-a": "3629"}, defensive_fire="all")
    assert ("fire", "3629", "1") in t.menu()


def test_5_0_6_italians_move(lay: Lay) -> None:
    assert lay("italian.movement", {"it-art-3-1": {"hex": "1723", "back": True}}).refused("move it-art-3-1 1724").rule == "5.0.6"


def test_5_0_7_commonwealth_defensive_fire(lay: Lay) -> None:
    assert ("fire", "3628", "1") in lay("commonwealth.fire", {"col-red-1": "3628", "2-camerons-a": "3629"}, defensive_fire="all").menu()


def test_5_0_8_italian_assaults(lay: Lay) -> None:
    assert ("assault", "3629") in lay("italian.assault", {"col-red-1": "3628", "2-camerons-a": "3629"}).menu()


def test_5_0_9_commonwealth_assaults(lay: Lay) -> None:
    assert ("assault", "3628") in lay("commonwealth.assault", {"col-red-1": "3628", "2-camerons-a": "3629"}).menu()


def test_5_0_10_the_turn_marker_moves_on(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"col-red-1": "5305"}, turn=3)
    t.do("done")
    assert t.s.turn == 4


def test_6_0_every_unit_needs_a_path_of_its_own(lay: Lay) -> None:
    t = lay("administrative", {"2-camerons-a": "2420", "col-red-1": "2616"})
    assert is_in_supply(t.s, t.piece("2-camerons-a"))
    assert is_in_supply(t.s, t.piece("col-red-1"))


def test_6_1_a_path_does_not_enter_enemy_zones(lay: Lay) -> None:
    free = lay(units={"2-camerons-a": "2016", "col-red-1": "5305"})
    cut = lay(units={"2-camerons-a": "0606", "col-red-1": "5305"} | {f"col-green-{i}": h for i, h in enumerate(("0705", "0507", "0707"), 1)})
    assert path_cost(free.s, free.piece("2-camerons-a")) is not None
    far = path_cost(cut.s, cut.piece("2-camerons-a"))
    assert far is None or far > FULL


def test_6_2_neither_the_source_nor_the_units_own_hex_is_paid_for(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "3033", "2-camerons-b": "3032", "2-camerons-c": "3031"})
    assert [path_cost(t.s, t.piece(f"2-camerons-{x}")) for x in "abc"] == [0, 0, 1]


def test_6_3_a_carrying_unit_reaches_100_points_and_stays_so_for_the_turn(lay: Lay) -> None:
    t = lay("administrative", {"2-camerons-a": "1403", "col-red-1": "5305"})
    assert t.has("2-camerons-a", "out_of_supply")
    t.do("done", "carry 2-camerons-a")
    assert supply_length(t.s, t.piece("2-camerons-a")) == 100
    assert not t.has("2-camerons-a", "out_of_supply")
    assert t.refused("full 2-camerons-a").rule == "6.3"


def test_6_3_turning_back_is_judged_by_the_short_path(lay: Lay) -> None:
    t = lay("administrative", {"2-camerons-a": {"hex": "1403", "back": True}, "col-red-1": "5305"})
    t.do("done", "full 2-camerons-a")
    assert t.has("2-camerons-a", "out_of_supply")


@pytest.mark.parametrize(
    ("unit", "idle"),
    [("3030", True), ("1403", False), ({"hex": "3030", "back": True}, False)],
    ids=["near", "far", "carrying"],
)
def test_6_3_nobody_need_be_stopped_for_it_while_all_have_supply(lay: Lay, unit: str | dict[str, object], idle: bool) -> None:
    """The table may pass the question by for a player whose units all have a path and carry nothing."""
    t = lay("administrative", {"2-camerons-a": unit, "col-red-1": "5305"})
    t.do("done")
    menu = menu_data(ANY_GAME, t.s)
    assert t.asked() == "carrying"
    offers = [choice for choice in [*menu["actions"], *menu["heads"]] if choice["a"] != ("done",)]
    assert offers
    assert [choice for choice in offers if choice.get("idle", False) != idle] == []


def test_6_4_an_enemy_on_a_source_closes_it_for_all(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "5208"})
    assert t.hex("5208") not in sources(t.s, 1)
    assert t.hex("5208") not in sources(t.s, 0)


def test_6_5_out_of_supply_halves_factors_and_movement(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": {"hex": "3030", "marks": ["out_of_supply"]}, "col-red-1": {"hex": "5305", "marks": ["out_of_supply"]}})
    unit, colonial = t.piece("2-camerons-a"), t.piece("col-red-1")
    assert (t.s.fire(unit), t.s.assault(unit), t.s.movement(unit)) == (8, 8, 7)
    assert t.s.assault(colonial) == 2


def test_6_6_supply_changes_only_in_the_administrative_phase(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": {"hex": "3033", "marks": ["out_of_supply"]}, "col-red-1": "5305"})
    t.do("done")
    assert t.has("2-camerons-a", "out_of_supply")
    walk(t, "administrative")
    assert not t.has("2-camerons-a", "out_of_supply")


def test_6_7_a_unit_may_go_where_it_will_be_out_of_supply(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "1106", "col-red-1": "5305"})
    t.do("move 2-camerons-a 1006")
    assert path_cost(t.s, t.piece("2-camerons-a")) != 0


def test_6_8_italians_without_supply_go_first(lay: Lay) -> None:
    units = {"col-red-1": "0033", "col-red-2": "5305", **RING}
    t = lay("commonwealth.assault", units, turn=7)
    t.do("done", "done", "done")
    assert t.where("col-red-1") == "eliminated"
    assert t.where("2-camerons-a") == "0032"


def test_15_0_four_steps(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"col-red-1": {"hex": "5305", "marks": ["suppressed"]}, "it-art-3-1": {"hex": "5306", "back": True}})
    t.do("done", "done", "done")
    assert t.asked() == "rally"


def test_15_0_1_guns_are_ready_again(lay: Lay) -> None:
    t = lay("administrative", {"col-red-1": "5305", "it-art-3-1": {"hex": "5306", "back": True}})
    assert t.s.face[t.piece("it-art-3-1")] == 0


def test_15_0_2_supply_is_checked_before_carriers_are_chosen(lay: Lay) -> None:
    t = lay("administrative", {"col-red-1": "5305", "col-red-2": "0033", **RING})
    assert t.asked() == "carrying"
    assert t.has("col-red-2", "out_of_supply")


def test_15_0_3_units_are_turned_to_and_from_carrying(lay: Lay) -> None:
    t = lay("administrative", {"col-red-1": "5305", "col-red-2": {"hex": "5208", "back": True}})
    t.do("carry col-red-1", "full col-red-2")
    assert [t.s.face[t.piece(f"col-red-{i}")] for i in (1, 2)] == [1, 0]


def test_15_0_4_suppressed_units_try_to_rally(lay: Lay) -> None:
    t = lay("administrative", {"col-red-1": "5305", "2-camerons-a": {"hex": "3030", "marks": ["suppressed"]}})
    t.do("done", "done")
    assert t.asked() == "rally"


@pytest.mark.parametrize(("die", "rallied"), [(4, True), (5, False), (6, False)])
def test_15_1_the_assault_factor_or_less_rallies(lay: Lay, die: int, rallied: bool) -> None:
    # Two hexes from the enemy and one from a friend, in no zone: -1; next to the enemy, with a friend in the hex: 0.
    units = {"2-camerons-a": {"hex": "3629", "marks": ["suppressed"]}, "2-camerons-b": "3629", "col-red-1": "3628", "col-red-2": "5305"}
    t = lay("administrative", units)
    assert rally_modifiers(t.s, t.piece("2-camerons-a")) == ()
    t.do("done", "done", f"roll {die}")
    assert t.has("2-camerons-a", "suppressed") != rallied


def numbers(t: Table, key: str) -> set[str]:
    return {number for _, _, number in rally_modifiers(t.s, t.piece(key))}


def test_15_1_1_out_of_supply_is_worse(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": {"hex": "3629", "marks": ["out_of_supply"]}, "2-camerons-b": "3629", "col-red-1": "3628"})
    assert numbers(t, "2-camerons-a") == {"15.1.1"}


def test_15_1_2_nearer_the_enemy_than_a_friend_is_worse(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "3629", "2-camerons-b": "3631", "col-red-1": "3628"})
    assert numbers(t, "2-camerons-a") == {"15.1.2"}


def test_15_1_3_out_of_enemy_zones_is_better(lay: Lay) -> None:
    t = lay(units={"2-camerons-a": "3629", "2-camerons-b": "3630", "col-red-1": "3627"})
    assert numbers(t, "2-camerons-a") == {"15.1.3"}


def test_16_0_both_scenarios_can_be_set_up(keren: Keren) -> None:
    for scenario in ("first-battle", "second-battle"):
        assert not keren.invariants(placed(keren, scenario).s)


def test_16_1_the_first_battle_has_eight_turns_and_needs_40(keren: Keren) -> None:
    assert (keren.world.last_turn("first-battle"), keren.world.scenarios["first-battle"].data["victory_points"]) == (8, 40)


@pytest.mark.parametrize(("option", "over"), [("end", False), ("at_once", True)])
def test_16_1_points_count_at_the_end_or_at_once(keren: Keren, option: str, over: bool) -> None:
    document = {
        "scenario": "first-battle", "phase": "italian.bombardment", "turn": 3, "options": {"victory": option}, "tracks": {"losses": 40},
        "units": {"2-camerons-a": "2420", "col-red-1": "5305"},
    }  # fmt: skip
    t = Table(keren.place(document))
    t.do("done")
    result = keren.result(t.s)
    assert (result is not None and result.winner == 0) == over


def test_16_1_the_reserve_area_has_two_readings(keren: Keren) -> None:
    east, literal = keren.new("first-battle", {}), keren.new("first-battle", {"reserve_area": "literal"})
    unit, names = keren.names.piece["afr-black"], keren.world.grid.names
    assert {names[h][:2] for h in area_of(east, unit)} == {f"{c}" for c in range(50, 61)}
    assert "0000" in {names[h] for h in area_of(literal, unit)}


def test_16_1_1_any_three_alpini_arrive_and_no_more(lay: Lay) -> None:
    alpini = ("alp-olive-green-1", "alp-olive-green-2", "alp-olive-green-3", "alp-light-green-1", "alp-burgundy-1", "alp-tan-1")
    t = lay("italian.movement", dict.fromkeys(alpini, "reserve"), turn=1)
    t.do("move alp-olive-green-1 6004", "move alp-tan-1 6005", "move alp-burgundy-1 5301")
    assert t.refused("move alp-olive-green-2 6004").rule == "16.1.1"


def test_16_1_1_italians_start_near_their_hills(keren: Keren) -> None:
    s = keren.new("first-battle", {})
    grid = keren.world.grid
    hexes = area_of(s, keren.names.piece["gren-light-green"])
    assert max(grid.distance(h, grid.index["1711"]) for h in hexes) == 3
    zeban = area_of(s, keren.names.piece["cav-light-pink-1"])
    assert all(keren.world.ground.southing(h) <= keren.world.ground.southing(grid.index["3516"]) for h in zeban)


def test_16_1_2_the_commonwealth_starts_on_the_ridge_and_in_the_valley(keren: Keren) -> None:
    s = keren.new("first-battle", {})
    assert area_of(s, keren.names.piece["2-camerons-a"]) == frozenset(keren.world.map.areas["cameron-ridge"].hexes)
    assert area_of(s, keren.names.piece["2-west-yorkshire-a"]) == frozenset(keren.world.map.areas["happy-valley"].hexes)


def test_16_2_the_second_battle_has_twelve_turns_and_needs_50(keren: Keren) -> None:
    assert (keren.world.last_turn("second-battle"), keren.world.scenarios["second-battle"].data["victory_points"]) == (12, 50)


def test_16_2_1_no_italian_guns_unless_the_option_says_so(keren: Keren) -> None:
    def guns(**options: str) -> int:
        s = keren.new("second-battle", options)
        return sum(keren.world.units[u].is_artillery and s.side[u] == 1 for u in s.here[keren.world.box["reserve"]])

    assert guns() == 0
    assert guns(italian_artillery="guns") == 13


def test_16_2_2_aircraft_from_the_first_turn(lay: Lay) -> None:
    t = lay("commonwealth.bombardment", {"air-1": "air", "col-red-1": "5305"}, turn=1, scenario="second-battle")
    assert ("air", "air-1", "5305", "1") in t.menu()


def test_3_0_1_a_scenario_that_begins_late_begins_with_its_first_turn() -> None:
    """`turns` counts the turns that are played, wherever the first one stands on the track."""
    text = (data_folder("keren") / "scenarios/first-battle.toml").read_text(encoding="utf-8").replace("turns = 8", "first_turn = 4\nturns = 3", 1)
    game = Keren(Replacements(None, {"scenarios/first-battle.toml": text}))
    session = seeded_session(cast("Game", game), "first-battle", {}, "late")
    rng, turns = random.Random(1), []
    while session.decision is not None:
        if session.state.tracks[TURN] not in turns:
            turns.append(session.state.tracks[TURN])
        session.act(session.decision.who, session.menu.pick(rng))
    assert turns == [0, 4, 5, 6]
    assert read_position('game = "keren"\nscenario = "first-battle"', "test", game=cast("Game", game)).state.tracks[TURN] == 4
