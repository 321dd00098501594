"""How cells of the data files are read, and where the middle of an area is."""

from __future__ import annotations

from collections.abc import Callable

from amba.load.files import Row


def middle(area: frozenset[int], distance: Callable[[int, int], int]) -> int:
    """The hex of an area from which the others are nearest."""
    return min(sorted(area), key=lambda place: sum(distance(place, other) for other in area))


def given(row: Row, column: str) -> str:
    """A cell, where a dash means none."""
    value = row.get(column)
    return "" if value == "-" else value
