"""3.0 Stacking value."""

from __future__ import annotations

from amba.games.cheren.rules.r03_stacking import is_overstacked
from tests.games.cheren.helpers import GAME, Board


def test_3_0_stacking_value_is_one_unless_printed() -> None:
    values = {unit.key: unit.stacks for unit in GAME.world.units if unit.kind != "air"}
    assert all(set(stacks) == {1} for key, stacks in values.items() if not key.endswith("-ind"))
    assert values["11-ind"] == (3, 3, 2, 2)  # 11.6: the replacement counter of a brigade is smaller


def test_3_0_the_values_of_a_stack_are_totalled() -> None:
    board = Board("""
        [units]
        11-ind = "0202"
        10-ind = { hex = "0202", steps = 2 }
        skinner = "0202"
    """)
    assert board.s.stacking(GAME.names.place["0202"]) == 3 + 2 + 1


def test_3_1_the_limit_holds_at_the_end_of_a_phase() -> None:
    board = Board("""
        phase = "allied.movement"
        [units]
        11-ind = "0202"
        10-ind = "0202"
        29-ind = "0302"
    """)
    board.do("move 29-ind 0202")  # during the phase it is allowed: 9 where 8 may stack
    board.do("done")
    assert board.kind() == "allied overstack"
    assert board.why("lose skinner") == "3.1"
    board.do("lose 29-ind")  # 8-5 flips: still 9
    assert board.kind() == "allied overstack"
    board.do("lose 29-ind")  # the replacement counter: 8
    assert board.kind() == "italian reaction"
    assert board.steps("29-ind") == 2


def test_3_1_the_limit_of_both_sides_is_enforced() -> None:
    board = Board("""
        phase = "allied.movement"
        [units]
        skinner = "0202"
        41-col-1 = "1604"
        41-col-2 = "1604"
        41-col-3 = "1604"
        42-col-1 = "1604"
        42-col-2 = "1604"
        42-col-3 = "1604"
        bande = "1604"
    """)
    board.do("done")  # 7 in rough, which takes 6
    assert board.kind() == "italian overstack"
    board.do("lose bande")
    assert board.kind() == "italian reaction"


def test_3_1_not_after_the_reinforcement_phase() -> None:
    board = Board("""
        phase = "italian.reinforcement"
        [units]
        11-ind = "0202"
        10-ind = "0202"
        29-ind = "0202"
    """)
    board.do("done")
    assert board.kind() == "allied propaganda"
    board.do("pass", "done")
    assert board.kind() == "allied overstack"


def test_3_1_the_least_favourable_terrain_of_the_hex_counts() -> None:
    limit = dict(zip(GAME.names.places, GAME.world.stack_limit, strict=False))
    assert GAME.world.terrains[GAME.names.place["2206"]] == ("hill", "rough")
    assert (limit["0202"], limit["0403"], limit["0404"], limit["2206"], limit["1603"]) == (8, 8, 8, 5, 3)
    board = Board("""
        phase = "italian.movement"
        [units]
        5-col-3 = "2206"
        5-col-4 = "2206"
        bl-shirt-2 = "2206"
        art-3 = "2206"
        savoia-1 = "2206"
        savoia-2 = "2206"
    """)
    board.do("done")
    assert board.kind() == "italian overstack"


def test_3_1_no_italian_stack_starts_over_the_limit() -> None:
    """They could not move before the first check, at the end of the Allied movement phase."""
    s = GAME.new("campaign", {})
    crowded = [GAME.names.places[place] for place in range(GAME.world.hexes) if s.held[1][place] and is_overstacked(s, place)]
    assert crowded == []
