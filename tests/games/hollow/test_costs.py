"""What desert ground costs, with the examples of the text."""

from __future__ import annotations

import pytest

from amba.games.hollow.boards.board import Board, side
from amba.games.hollow.boards.ground import Ground, Placed, lay
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.rules.r185_costs import MOVERS, by_track, desert_cost, hillock_cost, sand_cost, side_cost, terrain_cost

C4, C5 = hex_place("C4"), hex_place("C5")


def ground(*words: str, edge: str = "") -> Ground:
    """C5 has these terrains, C4 is open; `edge` lies between them."""
    sides = {edge: frozenset({side(C4, C5)})} if edge else {}
    return lay([[Placed(Board(1, "", {}, {C5: frozenset(words)}, sides))]])


def test_185_21_scrub() -> None:
    assert [terrain_cost({"scrub"}, mover) for mover in MOVERS] == [1, 2, 2, 3, 4, 6]


def test_186_13_hammada() -> None:
    assert [terrain_cost({"hammada"}, mover) for mover in MOVERS] == [1, 3, 2, 3, 4, 6]


def test_190_3_sand_and_its_example() -> None:
    assert [sand_cost({"sand"}, mover, "dry") for mover in MOVERS] == [1, 2, 2, 3, 4, 6]
    assert desert_cost(ground("sand"), C4, C5, "infantry") == 2
    assert desert_cost(ground("sand"), C4, C5, "infantry", "wet") == 1
    assert desert_cost(ground("sand"), C4, C5, "tracked") == 3
    assert desert_cost(ground("sand"), C4, C5, "tracked", "mud") == 2
    assert desert_cost(ground("sand", "scrub"), C4, C5, "infantry") == 2
    assert desert_cost(ground("sand", "scrub"), C4, C5, "tracked") == 4
    assert sand_cost({"hammada"}, "truck", "dry") == 0


def test_187_12_vehicles_pay_to_leave_a_deir_over_its_lip() -> None:
    found = ground("deir", edge="lip")
    assert side_cost(found, C5, C4, "tracked") == 1
    assert side_cost(found, C4, C5, "tracked") == 0
    assert side_cost(found, C5, C4, "infantry") == 0


def test_189_14_climbing_a_hillock() -> None:
    found = ground("hillock")
    assert hillock_cost(found, C4, C5, "tracked") == 1
    assert hillock_cost(found, C5, C4, "tracked") == 0
    assert hillock_cost(found, C4, C5, "infantry") == 0


@pytest.mark.parametrize("mover", MOVERS)
def test_190_511_a_dune_crest_costs_everyone_one(mover: str) -> None:
    assert side_cost(ground("sand", "low_dune", edge="dune_crest"), C4, C5, mover) == 1


def test_192_1_tracks_and_their_example() -> None:
    assert desert_cost(ground("sand"), C4, C5, "infantry", on_track=True) == 1
    assert desert_cost(ground("hammada"), C4, C5, "infantry", on_track=True) == 1
    assert desert_cost(ground("hammada"), C4, C5, "truck", on_track=True) == 5
    assert desert_cost(ground("hillock"), C4, C5, "tracked", on_track=True) == 1
    assert by_track(1, on_track=True) == 1
    assert by_track(3, on_track=False) == 3


def test_196_1_196_4_196_5_alternate_terrain() -> None:
    assert [terrain_cost({"broken_ground"}, mover) for mover in MOVERS] == [2] * 6
    assert terrain_cost({"orchard"}, "infantry") == 1
    assert terrain_cost({"cactus_patch"}, "infantry") == 3 * terrain_cost({"orchard"}, "infantry")
    assert terrain_cost({"olive_grove"}, "infantry") == 2 * terrain_cost({"orchard"}, "infantry")
    assert [terrain_cost({"brush"}, mover) for mover in MOVERS] == [2, 2, 2, 2, 4, 6]
