"""The infantry fire table: column, row, result."""

from __future__ import annotations

import re
from typing import NamedTuple

from amba.games.hollow.book import HERE, rule
from amba.load.files import DataError, Folder, table

_FIRE = table(Folder(HERE / "data"), "tables/fire.csv", [str(n) for n in range(16)])
COLUMNS = tuple(int(column) for column in _FIRE.columns)
_RESULT = re.compile(r"(?:(?P<killed>\d)KIA|K/(?P<reduced>\d)|(?P<check>\d)MC|(?P<plain>NMC)|(?P<pin>PTC)|-)")


class Result(NamedTuple):
    """What a shot does: units killed; or one reduced; the modifier of the morale check, or a check that only pins. What a kill does to others is not the table's."""

    text: str
    killed: int = 0
    is_reduced: bool = False
    check: int | None = None
    only_pins: bool = False


def _parsed(text: str) -> Result:
    found = _RESULT.fullmatch(text)
    if found is None:
        raise DataError("tables/fire.csv", 0, f"result {text!r}; expected 2KIA, K/2, 2MC, NMC, PTC or -")
    if found["killed"]:
        return Result(text, killed=int(found["killed"]))
    if found["reduced"]:
        return Result(text, is_reduced=True, check=int(found["reduced"]))
    if found["check"]:
        return Result(text, check=int(found["check"]))
    return Result(text, check=0 if found["plain"] or found["pin"] else None, only_pins=bool(found["pin"]))


_RESULTS = tuple(tuple(_parsed(cell) for cell in row) for row in _FIRE.cells)


@rule("10")
def fire_column(firepower: int, halves: int = 0) -> int | None:
    """The highest column not above the firepower, given in whole points and halves; None when there is not even one point."""
    return max((column for column in COLUMNS if 2 * column <= 2 * firepower + halves), default=None)


@rule("10")
def fire_result(column: int, roll: int) -> Result:
    """The cell of a column and a modified roll; beyond the table the last row counts."""
    return _RESULTS[min(max(roll, 0), 15)][COLUMNS.index(column)]
