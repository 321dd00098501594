"""First draft of the Adua map: a per-hex elevation table in, `hexes.csv` out.

    python tools/draft_adua_map.py ELEVATION.csv > src/amba/games/adua/data/hexes.csv

ELEVATION.csv has one row for each hex (`hex,centre,mean,min,max,c_e,c_ne,c_nw,c_w,c_sw,c_se`, further columns are ignored).
The draft is a beginning: from then on `hexes.csv` is the truth and is edited by hand.

Why this way: the printed map knows only two levels of hills, so what counts is not the height above the sea (the ground sinks 400 m from
north-east to south-west) but the height above the valleys round about. The valley floor of a hex is the lowest ground near it, opened
(lowest of a neighbourhood, then highest of that) so that single stream beds do not drag it down, then smoothed.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

Hex = tuple[int, int]

COLUMNS, ROWS = 33, 22
RINGS = 4  # how far one looks for the valley floor, in hexes
FIRST_LEVEL = 120.0  # metres above the valley floor
SECOND_LEVEL = 245.0
CORNERS = ("c_e", "c_ne", "c_nw", "c_w", "c_sw", "c_se")


def name(spot: Hex) -> str:
    """The printed number of a hex."""
    return f"{spot[0]:02d}{spot[1]:02d}"


def neighbours(spot: Hex) -> list[Hex]:
    """The hexes next to this one that are on the map (even columns lie half a hex south)."""
    column, row = spot
    up = row - 1 if column % 2 else row
    around = [(column, row - 1), (column, row + 1), (column - 1, up), (column - 1, up + 1), (column + 1, up), (column + 1, up + 1)]
    return [(c, r) for c, r in around if 1 <= c <= COLUMNS and 1 <= r <= ROWS]


def within(spot: Hex, rings: int) -> set[Hex]:
    """Every hex at most `rings` steps away."""
    found = {spot}
    for _ in range(rings):
        found |= {other for known in found for other in neighbours(known)}
    return found


def spread(field: dict[Hex, float], rings: int, pick: Callable[[Iterable[float]], float]) -> dict[Hex, float]:
    """The field with each value replaced by the one picked from its surroundings."""
    return {spot: pick([field[other] for other in within(spot, rings)]) for spot in field}


def mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


def valley_floor(lowest: dict[Hex, float]) -> dict[Hex, float]:
    """The height of the valleys round each hex."""
    opened = spread(spread(lowest, RINGS, min), RINGS, max)
    return spread(opened, 2, mean)


def level(height: float) -> str:
    """The terrain word for a height above the valley floor."""
    if height < FIRST_LEVEL:
        return "clear"
    return "hill1" if height < SECOND_LEVEL else "hill2"


def read(path: Path) -> dict[Hex, dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        rows = {(int(row["hex"][:2]), int(row["hex"][2:])): row for row in csv.DictReader(file)}
    missing = [name((c, r)) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1) if (c, r) not in rows]
    if missing:
        raise SystemExit(f"{path}: {len(missing)} hexes are missing, the first is {missing[0]}")
    return rows


def draft(rows: dict[Hex, dict[str, str]]) -> dict[Hex, str]:
    """Terrain by height: the mean decides, and a sharp summit inside the hex counts for a third."""
    floor = valley_floor({spot: (float(row["min"]) + float(row["mean"])) / 2 for spot, row in rows.items()})
    heights = {spot: (2 * float(row["mean"]) + float(row["max"])) / 3 - floor[spot] for spot, row in rows.items()}
    return {spot: level(height) for spot, height in heights.items()}


def main(arguments: list[str]) -> None:
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    rows = read(Path(arguments[0]))
    terrain = draft(rows)
    print("# source: terrain")
    print("# note: Two levels of hills by height above the valleys round about, drafted by tools/draft_adua_map.py, then edited by hand.")
    print("hex,terrain,elevation," + ",".join(CORNERS))
    for spot in sorted(rows):
        row = rows[spot]
        print(",".join([name(spot), terrain[spot], row["centre"], *(row[corner] for corner in CORNERS)]))


if __name__ == "__main__":
    main(sys.argv[1:])
