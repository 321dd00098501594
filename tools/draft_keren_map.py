"""First draft of the Keren map from a table of real elevations, one row per hex.

    python tools/draft_keren_map.py ELEVATIONS.csv > src/amba/games/keren/data/hexes.csv

ELEVATIONS.csv has the columns hex, centre, mean, min, max and c_e c_ne c_nw c_w c_sw c_se (metres).
The draft was made once. From then on data/hexes.csv is the truth and is corrected by hand; run this again
only to start over, for instance from a better elevation model.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

Cell = tuple[int, int]
Field = dict[Cell, float]
CORNERS = ("c_e", "c_ne", "c_nw", "c_w", "c_sw", "c_se")

FLOOR_RINGS = 7
"""How far the local floor (valley or Keren plain) is looked for: 7 hexes, 1,400 metres."""

CLASSES = ((30.0, "clear"), (85.0, "slope"), (155.0, "hill"), (250.0, "bluff"))
"""Height above the local floor in metres, up to which a hex is of that class; above the last it is a precipice."""

LEVEL_GROUND = 45.0
"""A hex whose highest and lowest points differ by more than this is not clear, however low it lies."""

SHEER_FALL = 125.0
"""A flank hex whose highest and lowest points differ by more than this is a sheer face."""

CREST_FALL = 14.0
CREST_HEIGHT = 150.0
PEAK_HEIGHT = 185.0
PEAK_RINGS = 3

# What the rulebook itself says of single hexes. It wins over the ground.
RULEBOOK: dict[str, str] = {
    "2622": "bluff",  # 10.5: a normal bluff hex above the tunnel
    "1723": "clear",  # 12.2: from here the slope is seen up to the ridge, each hex higher than the one before
    "1823": "clear",
    "1922": "sheer",
    "2022": "sheer",
    "2121": "hill",
    "2221": "bluff",
    "2320": "precipice",
    "2120": "bluff",  # no ridge may stand in that sight line before 2420 (12.3)
    "2220": "precipice",
    "2319": "precipice",
    "2421": "bluff",
    "2420": "ridge",
}

# 16.0: Cameron Ridge runs from 2016 to 2924, and holds 41 units at three a hex in the second scenario, so it
# has at least 14 ridge hexes. The tunnel's hex 2622 is a bluff (10.5) between its two halves.
CAMERON_RIDGE = ["2016", "2116", "2117", "2217", "2218", "2219", "2317", "2318", "2419", "2420", "2520", "2521", "2722", "2823", "2824", "2924"]


@dataclass(frozen=True)
class Ground:
    """The real elevations of one hex, in metres."""

    centre: int
    mean: float
    low: float
    high: float
    corners: tuple[int, ...]


def read_ground(path: str) -> dict[Cell, Ground]:
    with Path(path).open(newline="", encoding="utf-8") as file:
        return {
            (int(row["hex"][:2]), int(row["hex"][2:])): Ground(
                int(row["centre"]),
                float(row["mean"]),
                float(row["min"]),
                float(row["max"]),
                tuple(int(row[name]) for name in CORNERS),
            )
            for row in csv.DictReader(file)
        }


def neighbours(cell: Cell) -> list[Cell]:
    """The six neighbours, from north clockwise, where even columns lie half a hex north."""
    c, r = cell
    up, down = (r - 1, r) if c % 2 == 0 else (r, r + 1)
    return [(c, r - 1), (c + 1, up), (c + 1, down), (c, r + 1), (c - 1, down), (c - 1, up)]


def within(cell: Cell, rings: int, cells: Iterable[Cell]) -> set[Cell]:
    known = set(cells)
    found, edge = {cell}, {cell}
    for _ in range(rings):
        edge = {n for c in edge for n in neighbours(c) if n in known} - found
        found |= edge
    return found


def filtered(field: Field, rings: int, choose: Callable[[list[float]], float]) -> Field:
    return {cell: choose([field[n] for n in within(cell, rings, field)]) for cell in field}


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def local_floor(ground: dict[Cell, Ground]) -> Field:
    """The lowest ground about each hex, opened so that a hill does not lift its own floor, then smoothed."""
    lowest = filtered({cell: g.low for cell, g in ground.items()}, FLOOR_RINGS, min)
    return filtered(filtered(lowest, FLOOR_RINGS, max), 2, mean)


def is_crest(cell: Cell, ground: dict[Cell, Ground]) -> bool:
    """The ground falls away on two opposite sides, or on four of six."""
    here = ground[cell].mean
    around = [ground.get(n) for n in neighbours(cell)]
    falls = [g is not None and here - g.mean >= CREST_FALL for g in around]
    lower = sum(g is not None and g.mean < here for g in around)
    opposite = any(falls[i] and falls[i + 3] for i in range(3))
    return lower >= 4 and opposite


def is_summit(cell: Cell, ground: dict[Cell, Ground]) -> bool:
    """No higher ground within three hexes."""
    return all(ground[n].mean < ground[cell].mean for n in within(cell, PEAK_RINGS, ground) if n != cell)


def classify(cell: Cell, ground: dict[Cell, Ground], floor: Field) -> str:
    here = ground[cell]
    height = here.mean - floor[cell]
    fall = here.high - here.low
    if height >= PEAK_HEIGHT and is_summit(cell, ground):
        return "peak"
    if height >= CREST_HEIGHT and is_crest(cell, ground):
        return "ridge"
    if fall > SHEER_FALL:
        return "sheer"
    for limit, name in CLASSES:
        if height < limit:
            return "slope" if name == "clear" and fall > LEVEL_GROUND else name
    return "precipice"


def name_of(cell: Cell) -> str:
    return f"{cell[0]:02d}{cell[1]:02d}"


def draft(ground: dict[Cell, Ground]) -> dict[str, tuple[str, str]]:
    """Terrain and its source for every hex: the ground first, then the rulebook's own hexes."""
    floor = local_floor(ground)
    made = {name_of(cell): (classify(cell, ground, floor), "terrain") for cell in ground}
    made |= dict.fromkeys(CAMERON_RIDGE, ("ridge", "rulebook"))
    made |= {name: (terrain, "rulebook") for name, terrain in RULEBOOK.items()}
    return made


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    ground = read_ground(arguments[0])
    made = draft(ground)
    out = csv.writer(sys.stdout, lineterminator="\n")
    print("# source: terrain")
    print("# note: Class by height above the local floor and steepness of the real ground; rows marked rulebook are fixed by it.")
    out.writerow(["hex", "terrain", "elevation", *CORNERS, "under", "source"])
    for cell in sorted(ground):
        terrain, source = made[name_of(cell)]
        here = ground[cell]
        under = "precipice" if terrain == "ridge" else ""
        out.writerow([name_of(cell), terrain, here.centre, *here.corners, under, source])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
