"""4.0 The calendar, 7.0 the sequence of play, 13.0 victory."""

from __future__ import annotations

from fractions import Fraction

import pytest

from amba.core.order import Done
from amba.core.session import Session
from amba.games.adua.orders import Suggest
from amba.games.adua.rules.r04_calendar import far_hexes
from amba.games.adua.rules.r13_victory import final, points
from amba.games.adua.rules.sequence import SEQUENCE
from tests.games.adua.helpers import ANY_GAME, Table

TO_THE_MELEES = ("done", "done", "done")


def test_4_0_set_up_italians_stand_north_and_east_of_the_line(table: Table) -> None:
    table.s = table.game.new("battle", {})
    assert table.why("place i-ascari 1510").rule == "4.0.set-up"
    table.do("place i-ascari 2010")
    assert table.why("place vi-ascari 2010").rule == "9.0.stacking"
    assert table.why("place rapid-guns 2011").rule == "9.0.chart"
    assert table.why("done").rule == "4.0.set-up"
    table.do("suggest", "done")


def test_4_0_set_up_abyssinians_stand_twelve_hexes_away(table: Table) -> None:
    table.s = table.game.new("battle", {})
    table.do("suggest", "done")
    assert table.why("place gabeiehu-fv1 1210").rule == "4.0.set-up"
    far = far_hexes(table.game.world, 12)
    grid = table.game.world.grid
    assert all(grid.distance(hex, other) >= 12 for hex in far for other in table.game.world.set_up_area)
    assert table.why("place taitu 0110").rule == "4.0.set-up"  # not on the map from the start
    table.do("place gabeiehu-fv1 0810", "suggest", "done")
    assert sum(table.s.is_on_map(unit) for unit in table.game.world.combat[1]) == 40


@pytest.mark.parametrize(("leader", "turn"), [("taitu", 3), ("guangul", 4), ("alula", 5), ("menelik", 6)])
def test_4_0_entry_by_the_calendar(table: Table, leader: str, turn: int) -> None:
    table.lay({"i-ascari": "2510"}, "abyssinian.movement", turn - 1)
    assert table.why(f"enter {leader} 0117").rule == "4.0.entry"
    table.lay({"i-ascari": "2510"}, "abyssinian.movement", turn)
    table.do(f"enter {leader} 0117", f"enter {leader}-f1 0117")


def test_4_0_entry_costs_one_and_needs_a_free_hex(table: Table) -> None:
    table.lay({"i-ascari": "2510", "tecla-f1": "0117"}, "abyssinian.movement", 3)
    assert table.why("enter taitu-f1 0117").rule == "9.0.stacking"
    table.do("enter taitu-f1 0116")
    far = table.why("enter taitu-fv1 0717")
    assert (far.rule, [value for _, value, _ in far.items]) == ("9.0", ["6", "9"])
    assert table.note("enter taitu-fv1 0317") == "3 left"


def test_4_0_the_battle_lasts_fifteen_turns(table: Table) -> None:
    table.lay({"i-ascari": "2510", "tecla-f1": "0510"}, "abyssinian.small-arms", 15)
    assert table.asks == "over"
    table.lay({"i-ascari": "2510", "tecla-f1": "0510"}, "abyssinian.small-arms", 14)
    assert (table.asks, table.s.turn) == ("orders", 15)


def test_7_0_the_phases_come_in_order(table: Table) -> None:
    assert [phase.rule for phase in SEQUENCE] == ["8.0", "9.0", "10.1", "11.0", "9.0", "10.1", "12.0", "10.2"]
    table.lay({"i-ascari": {"hex": "1318", "marks": ["attack"]}, "tecla-f1": "1319", "tecla": "1119", "tecla-f2": "1121"}, "italian.movement")
    seen = [table.asks]
    table.do("done")
    seen.append(table.asks)
    table.do("done")
    seen.append(table.asks)
    table.do("done", "fire tecla-f1 i-ascari", "done", "resolve i-ascari").roll("hits 0-1")
    seen.append(table.asks)
    assert seen == ["movement", "small-arms", "movement", "orders"]


def test_7_0_marks_of_a_turn_come_off(table: Table) -> None:
    table.lay({"i-ascari": {"hex": "2510", "marks": ["attack", "moved"]}, "tecla-f1": "0510"}, "abyssinian.movement").do("done")
    assert table.marks("i-ascari") == set()


def test_13_0_exit_of_five_points_is_a_total_victory(table: Table) -> None:
    table.lay({"alpini": {"hex": "0117", "steps": 2}, "i-ascari": "0218", "tecla-f1": "1510"}, "italian.movement")
    table.do("exit alpini")
    assert table.asks == "movement"
    table.do("exit i-ascari")
    result = table.game.result(table.s)
    assert result is not None
    assert (result.winner, result.level) == (0, "total")


def test_13_0_exit_takes_a_movement_point_and_a_pass(table: Table) -> None:
    table.lay({"v-infantry": "0517", "alpini": "0115", "tecla-f1": "1510"}, "italian.movement")
    assert table.why("exit v-infantry").rule == "13.0.exit"
    table.do("exit alpini")


def test_13_0_menelik_eliminated_is_a_total_victory(table: Table) -> None:
    table.lay({"menelik": "1319", "i-ascari": {"hex": "1316", "marks": ["attack"]}, "tecla-f1": "1118"}, "italian.movement", 7)
    table.do("move i-ascari 1318")
    result = table.game.result(table.s)
    assert result is not None
    assert (result.winner, result.level, table.at("menelik")) == (0, "total", "eliminated")


def test_13_0_points_whole_and_half(table: Table) -> None:
    units = {
        "i-ascari": "eliminated",
        "vi-ascari": {"hex": "1318", "steps": 3},
        "vii-ascari": {"hex": "1320", "steps": 2},
        "alpini": {"hex": "1322", "steps": 1},
    }
    assert points(table.lay(units).s) == 2
    assert points(table.lay(units, options={"half_points": "three"}).s) == Fraction(3, 2)


@pytest.mark.parametrize(("lost", "winner", "level"), [(7, 0, "partial"), (8, 1, "partial"), (12, 1, "partial"), (13, 1, "total"), (18, 1, "total")])
def test_13_0_levels(table: Table, lost: int, winner: int, level: str) -> None:
    keys = [table.game.world.units[unit].key for unit in table.game.world.combat[0]]
    table.lay({key: "eliminated" if n < lost else f"25{n:02d}" for n, key in enumerate(keys, 0) if n < lost or n > 12} | {"mule-1": "3003"})
    result = final(table.s)
    assert (result.winner, result.level) == (winner, level)
    assert result.text == f"{level.title()} {('Italian', 'Abyssinian')[winner]} victory: the Abyssinians have {lost} points."


def test_13_0_levels_half_points_between(table: Table) -> None:
    keys = [table.game.world.units[unit].key for unit in table.game.world.combat[0]]
    eliminated = dict.fromkeys(keys[:7], "eliminated")
    halves = {"v-infantry": {"hex": "2503", "steps": 2}}
    assert final(table.lay({**eliminated, **halves}).s).winner == 0  # 7.5
    halves["vi-infantry"] = {"hex": "2505", "steps": 2}
    assert final(table.lay({**eliminated, **halves}).s).winner == 1  # 8


def test_a_session_can_be_played_with_the_suggested_set_up() -> None:
    session = Session(ANY_GAME, "battle", {}, b"k" * 32, "test")
    for side in (0, 1):
        session.act(side, Suggest())
        session.act(side, Done())
    assert session.decision is not None
    assert session.decision.kind == "orders"


@pytest.mark.parametrize("piece", ["menelik-c1", "menelik-a1", "menelik", "menelik-f1"])
def test_4_0_entry_is_by_the_passes_alone(table: Table, piece: str) -> None:
    table.lay({"i-ascari": "2510"}, "abyssinian.movement", 6)
    # 0101 is the corner of the map, four hexes and a hill from the nearest pass.
    gates = {table.game.world.grid.names[gate] for gate in table.game.world.passes}
    if f"enter {piece} 0101" in table.menu("enter"):
        preview = table.preview(f"enter {piece} 0101")
        assert preview is not None
        assert preview.path[0] in gates
    else:
        assert table.why(f"enter {piece} 0101").hexes[0] in gates
    preview = table.preview(f"enter {piece} 0117")
    assert preview is not None
    assert (preview.path, preview.cost.split()[0]) == (("0117",), "1")


def test_13_0_points_count_for_reduced_units_that_left_the_map(table: Table) -> None:
    table.lay({"alpini": {"hex": "0117", "steps": 1}, "i-ascari": "2510", "tecla-f1": "1510"}, "italian.movement").do("exit alpini")
    assert table.at("alpini") == "exited"
    assert points(table.s) == Fraction(1, 2)


def test_13_0_exit_counts_the_combat_value_as_it_stands(table: Table) -> None:
    unit = {"hex": "0117", "steps": 2, "marks": ["disorganized", "low_ammo"]}  # 4, less one for each marker
    table.lay({"alpini": unit, "i-ascari": "2510", "tecla-f1": "1510"}, "italian.movement").do("exit alpini")
    assert table.s.tracks[table.game.names.track["exited"]] == 2
