"""What would reach the next column of a table."""

from __future__ import annotations

import pytest

from amba.table.previews import columns_text, more_factors, more_points

ODDS = ("1-2", "1-1", "2-1", "3-1", "5-1")
SUMS = ("0+", "2+", "4+", "9+")


@pytest.mark.parametrize(
    ("attack", "defence", "column", "words"),
    [
        (10, 4, 2, "2 more points reach 3-1"),
        (11, 4, 2, "1 more point reaches 3-1"),
        (12, 4, 2, "8 more points reach 3-1"),  # 3-1 by points, but the ground shifts it one to the left
        (3, 4, 0, "1 more point reaches 1-1"),
        (30, 4, 3, ""),  # above every column already: only a shift would help
        (20, 4, 4, ""),
        (0, 4, 0, ""),
        (4, 0, 4, ""),
    ],
)
def test_odds(attack: int, defence: int, column: int, words: str) -> None:
    assert more_points(attack, defence, ODDS, column) == words


@pytest.mark.parametrize(("have", "column", "words"), [(5.5, 2, "4 more points reach 9+"), (1, 0, "1 more point reaches 2+"), (9, 3, ""), (0, 0, "")])
def test_sums(have: float, column: int, words: str) -> None:
    assert more_factors(have, SUMS, column) == words


@pytest.mark.parametrize(("by", "words"), [(1, "+1 column"), (-1, "-1 column"), (2, "+2 columns"), (-3, "-3 columns"), (0, "+0 columns")])
def test_shifts(by: int, words: str) -> None:
    assert columns_text(by) == words
