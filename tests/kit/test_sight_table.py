"""The table of who sees whom gives the same answers as the lines one by one."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from amba.kit.sight import Sight, SightMap
from amba.kit.sight_table import SightTable

COLUMNS, ROWS = 9, 7


def ground(seed: int, north: bool, along: Callable[[tuple[bool, bool]], bool] = all) -> Sight:
    """A small map with random heights, some ridges and some walls."""
    rng = random.Random(seed)
    map = SightMap(COLUMNS, ROWS, north)
    size = COLUMNS * ROWS
    heights = [rng.choice((0, 0, 0, 1, 1, 2, 3, 5)) for _ in range(size)]
    ridges = rng.sample(range(size), 5)
    columns = rng.sample(range(size - 1), 8)
    walls = [(h, h + 1) for h in columns if h % ROWS < ROWS - 1]
    return Sight(map, heights, ridges, walls, along)


@pytest.mark.parametrize("north", [True, False])
@pytest.mark.parametrize("along", [all, any])
@pytest.mark.parametrize("seed", range(3))
def test_every_pair_of_a_small_map(seed: int, along: Callable[[tuple[bool, bool]], bool], north: bool) -> None:
    sight = ground(seed, north, along)
    table = SightTable(sight)
    table.fill()
    assert table.is_full
    size = COLUMNS * ROWS
    answers = {(a, b): table.sees(a, b) for a in range(size) for b in range(size) if a != b}
    assert answers == {(a, b): sight.sees(a, b) for a, b in answers}
    assert 0 < sum(answers.values()) < len(answers)


def test_some_pairs_are_seen_one_way_only() -> None:
    sight = ground(1, north=True)
    table = SightTable(sight)
    table.fill()
    size = COLUMNS * ROWS
    assert any(table.sees(a, b) != table.sees(b, a) for a in range(size) for b in range(a))


def test_pairs_not_yet_in_the_table_are_answered_too() -> None:
    sight = ground(2, north=True)
    table = SightTable(sight)
    assert not table.is_full
    assert [table.sees(0, b) for b in range(1, 60)] == [sight.sees(0, b) for b in range(1, 60)]


class Shelf:
    """Keeps one table."""

    def __init__(self, data: bytes | None = None) -> None:
        self.data = data
        self.written = 0

    def read(self) -> bytes | None:
        return self.data

    def write(self, data: bytes) -> None:
        self.data = data
        self.written += 1


def test_a_table_that_was_kept_gives_the_same_answers_and_is_not_made_again() -> None:
    shelf = Shelf()
    made = SightTable(ground(1, north=True), shelf)
    made.fetch()
    again = SightTable(ground(1, north=True), shelf)
    again.fetch()
    assert shelf.written == 1
    assert again.is_full
    size = COLUMNS * ROWS
    assert [again.sees(a, b) for a in range(size) for b in range(size)] == [made.sees(a, b) for a in range(size) for b in range(size)]


def test_what_is_no_whole_table_is_made_anew() -> None:
    shelf = Shelf(b"half a table")
    table = SightTable(ground(1, north=True), shelf)
    table.fetch()
    assert table.is_full
    assert shelf.written == 1
