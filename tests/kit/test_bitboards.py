"""Bitboards: what they say is what walking from hex to hex finds."""

from __future__ import annotations

from random import Random

import pytest

from amba.kit.bitboards import Bitboards
from amba.kit.hexgrid import Grid, GridShape


def walked(neighbours: list[tuple[int, ...]], starts: list[int], free: bytearray, steps: int) -> dict[int, int]:
    found = dict.fromkeys(starts, 0)
    edge = list(found)
    for step in range(1, steps + 1):
        edge = [there for here in edge for there in neighbours[here] if free[there] and found.setdefault(there, step) == step]
    return found


@pytest.mark.parametrize("parity", ["north", "south"])
@pytest.mark.parametrize("seed", range(5))
def test_spreading_finds_what_walking_finds(parity: str, seed: int) -> None:
    rng = Random(f"{parity} {seed}")
    grid = Grid(GridShape(rng.randint(3, 12), rng.randint(3, 11), 1, 1, parity))
    neighbours = [tuple(n for n in row if rng.random() < 0.9) for row in grid.neighbours]
    free = bytearray(rng.random() < 0.7 for _ in range(grid.size))
    starts = rng.sample(range(grid.size), 3)
    boards = Bitboards(neighbours)
    spread = boards.spread(boards.of(starts), boards.field(free), 4)
    expected = walked(neighbours, starts, free, 4)
    assert dict(spread) == expected
    assert [place for place in range(grid.size + 2) if place in spread] == sorted(expected)
    assert len(spread) == len(expected)


def test_a_field_may_go_on_beyond_the_hexes_and_count_above_one() -> None:
    boards = Bitboards([(1,), (0, 2), (1,)])
    assert boards.digits(boards.field(bytearray([0, 7, 1, 9, 9]))) == "011"
