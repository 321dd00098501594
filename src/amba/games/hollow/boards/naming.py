"""How the hexes of one board are named and where they lie.

A board has 33 columns, A to Z and AA to GG. Columns A, C, E ... have the hexes 1 to 10; the others are half a hex higher and have 0 to 10, the
first and last of them cut in half by the board's edge, as all hexes of A and GG are.
"""

from __future__ import annotations

import re

from amba.kit.rays import Hex

COLUMNS = 33
ROWS = 10
WIDTH = COLUMNS - 1
HEIGHT = 2 * ROWS
"""The far corner of a board, in the units of `kit.rays`: one for a column, two for a hex's height."""
_NAME = re.compile(r"([A-Z])(\1?)(\d{1,2})")


class UnknownBoardHex(Exception):
    """A name that no hex of a board has."""


def column_name(column: int) -> str:
    return chr(65 + column) if column < 26 else 2 * chr(65 + column - 26)


def rows_of(column: int) -> range:
    return range(column % 2 == 0, ROWS + 1)


def hex_name(place: Hex) -> str:
    """The printed name of the hex at a place: (1, 2) is B1."""
    column, y = place
    return f"{column_name(column)}{(y + 1) // 2}"


def hex_place(name: str) -> Hex:
    """Where a printed hex lies: B1 is (1, 2)."""
    found = _NAME.fullmatch(name)
    if found:
        column = ord(found.group(1)) - 65 + (26 if found.group(2) else 0)
        row = int(found.group(3))
        if column < COLUMNS and row in rows_of(column) and str(row) == found.group(3):
            return column, 2 * row - (column % 2 == 0)
    raise UnknownBoardHex(f"there is no hex {name!r} on a board: columns A to Z and AA to GG, rows 1 to 10, and 0 in every second column")


def turned(place: Hex) -> Hex:
    """Where a hex comes to lie when the board is turned by 180 degrees."""
    return WIDTH - place[0], HEIGHT - place[1]


PLACES: tuple[Hex, ...] = tuple((column, 2 * row - (column % 2 == 0)) for column in range(COLUMNS) for row in rows_of(column))
NAMES: tuple[str, ...] = tuple(hex_name(place) for place in PLACES)


def is_half(place: Hex) -> bool:
    """Whether the edge of the board cuts the hex in half."""
    return place[0] in {0, WIDTH} or place[1] in {0, HEIGHT}
