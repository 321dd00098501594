"""Flat-topped hexes in columns, with each game's own numbering and column parity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Cube = tuple[int, int, int]

DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
_STEPS: tuple[Cube, ...] = ((0, 1, -1), (1, 0, -1), (1, -1, 0), (0, -1, 1), (-1, 0, 1), (-1, 1, 0))


class UnknownHex(Exception):
    """A hex number that is not on this map."""


class GridShape(NamedTuple):
    """How many columns and rows, the numbers of the first ones, and which way even-numbered columns are shifted."""

    columns: int
    rows: int
    first_column: int
    first_row: int
    even_columns: str
    hex_km: float = 1.0


class Grid:
    """Hexes as integers 0..n-1, column by column; neighbours and distances worked out once."""

    def __init__(self, shape: GridShape) -> None:
        if shape.even_columns not in {"north", "south"}:
            raise ValueError(f"even_columns must be 'north' or 'south', not {shape.even_columns!r}")
        self.shape = shape
        self.size = shape.columns * shape.rows
        self.names = [self._name(index) for index in range(self.size)]
        self.index = {name: i for i, name in enumerate(self.names)}
        self.cubes = [self._cube(index) for index in range(self.size)]
        self._at = {cube: i for i, cube in enumerate(self.cubes)}
        self.by_direction: list[tuple[int | None, ...]] = [tuple(self._at.get(_add(cube, step)) for step in _STEPS) for cube in self.cubes]
        self.neighbours: list[tuple[int, ...]] = [tuple(n for n in row if n is not None) for row in self.by_direction]

    def _name(self, index: int) -> str:
        column, row = divmod(index, self.shape.rows)
        return f"{column + self.shape.first_column:02d}{row + self.shape.first_row:02d}"

    def column_row(self, index: int) -> tuple[int, int]:
        """The printed column and row."""
        column, row = divmod(index, self.shape.rows)
        return column + self.shape.first_column, row + self.shape.first_row

    def _cube(self, index: int) -> Cube:
        column, row = self.column_row(index)
        odd = column & 1
        # The column shifted north begins half a hex higher, so its row r stands above the same row of the others.
        drop = (column + odd) // 2 if self.shape.even_columns == "south" else (column - odd) // 2
        y = -row - (column - drop)
        return column, y, -column - y

    def hex(self, name: str) -> int:
        """The hex with this printed number."""
        try:
            return self.index[name]
        except KeyError:
            raise UnknownHex(f"there is no hex {name}; the map runs from {self.names[0]} to {self.names[-1]}") from None

    def at_cube(self, cube: Cube) -> int | None:
        """The hex with these cube coordinates; None beyond the edge."""
        return self._at.get(cube)

    def distance(self, a: int, b: int) -> int:
        (ax, ay, az), (bx, by, bz) = self.cubes[a], self.cubes[b]
        return max(abs(ax - bx), abs(ay - by), abs(az - bz))

    def direction(self, a: int, b: int) -> int | None:
        """Which of the six directions leads from a to b; None when they are not neighbours."""
        row = self.by_direction[a]
        return row.index(b) if b in row else None

    def within(self, centre: int, radius: int) -> Iterator[int]:
        """Every hex at most this far away, the centre included."""
        x, y, z = self.cubes[centre]
        for dx in range(-radius, radius + 1):
            for dy in range(max(-radius, -dx - radius), min(radius, -dx + radius) + 1):
                found = self._at.get((x + dx, y + dy, z - dx - dy))
                if found is not None:
                    yield found

    def is_edge(self, index: int) -> bool:
        """Whether the hex lies on the edge of the map."""
        return None in self.by_direction[index]


def _add(a: Cube, b: Cube) -> Cube:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]
