"""A way of several steps is told in one sentence."""

from __future__ import annotations

from amba.core.event import Moved
from amba.server.telling import joined


def steps(*moves: tuple[int, int, int]) -> list[Moved]:
    """Piece, from, to; put together as the log does."""
    marches: dict[int, Moved] = {}
    for piece, origin, to in moves:
        step = Moved("5", piece, origin, to, (origin, to))
        found = joined(marches, step)
        row, whole = found if found is not None else (len(marches), step)
        marches[row] = whole
    return list(marches.values())


def test_steps_of_one_piece_become_one_way() -> None:
    assert steps((1, 10, 11), (1, 11, 12), (1, 12, 13)) == [Moved("5", 1, 10, 13, (10, 11, 12, 13))]


def test_a_stack_is_told_piece_by_piece_also_when_nobody_knows_who_they_are() -> None:
    assert steps((1, 10, 11), (2, 10, 11), (1, 11, 12), (2, 11, 12)) == [Moved("5", 1, 10, 12, (10, 11, 12)), Moved("5", 2, 10, 12, (10, 11, 12))]
    assert steps((-1, 10, 11), (-1, 10, 11), (-1, 11, 12), (-1, 11, 12)) == 2 * [Moved("5", -1, 10, 12, (10, 11, 12))]


def test_there_and_back_again_are_two_ways() -> None:
    assert len(steps((1, 10, 11), (1, 11, 10))) == 2
