"""The infantry fire table as it is printed: columns and results."""

from __future__ import annotations

import re
from typing import NamedTuple

from amba.load.files import DataError, Folder, Results, table

COLUMNS = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)
_RESULT = Results(
    r"(?:(?P<killed>[1-7])KIA|K/(?P<reduced>[1-4])|(?P<check>[1-4])MC|(?P<plain>NMC)|(?P<pin>PTC)|-)",
    "1KIA to 7KIA, K/1 to K/4, 1MC to 4MC, NMC, PTC or -",
)


class Result(NamedTuple):
    """What a shot does: units killed; or one reduced; the modifier of the morale check, or a check that only pins. What a kill does to others is not the table's."""

    text: str
    killed: int = 0
    is_reduced: bool = False
    check: int | None = None
    only_pins: bool = False


def _parsed(text: str) -> Result:
    found = re.fullmatch(_RESULT.pattern, text)
    assert found is not None, text
    if found["killed"]:
        return Result(text, killed=int(found["killed"]))
    if found["reduced"]:
        return Result(text, is_reduced=True, check=int(found["reduced"]))
    if found["check"]:
        return Result(text, check=int(found["check"]))
    return Result(text, check=0 if found["plain"] or found["pin"] else None, only_pins=bool(found["pin"]))


FireTable = tuple[tuple[Result, ...], ...]
"""Modified roll, column -> result."""


def read_fire_table(folder: Folder) -> FireTable:
    found = table(folder, "tables/fire.csv", [str(n) for n in range(16)], _RESULT)
    columns = tuple(map(str, COLUMNS))
    if tuple(found.columns) != columns:
        raise DataError("tables/fire.csv", 0, f"the columns are {', '.join(found.columns)}; expected {', '.join(columns)}")
    return tuple(tuple(_parsed(cell) for cell in row) for row in found.cells)
