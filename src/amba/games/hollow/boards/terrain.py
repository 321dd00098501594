"""What kinds of ground there are: the words of the board files, read from `data/terrain.csv`."""

from __future__ import annotations

from typing import NamedTuple

from amba.games.hollow.book import BOOK, HERE
from amba.load.files import Folder

SIDES = {
    "wall": "11.5",
    "hedge": "11.5",
    "cactus_hedge": "196.3",
    "cliff": "44",
    "wadi": "188.1",
    "wadi_cliff": "188.15",
    "lip": "187.11",
    "dune_crest": "190.51",
}
"""What may lie on a hexside, and the rule that says so."""
LINES = {"track": "192.1", "road": "192.3"}
"""What runs from hex to hex."""


class Terrain(NamedTuple):
    """One kind of ground. Heights are in half levels above the base level of the hex."""

    key: str
    title: str
    kind: str
    rule: str
    obstacle: int
    hindrance: int
    height: int
    inherent: bool


def load_terrain(folder: Folder) -> dict[str, Terrain]:
    """Read and check `terrain.csv`."""
    found = {}
    for key, row in folder.sheet("terrain.csv", "terrain", "title", "kind", "rule").unique("terrain").items():
        if row["rule"] not in BOOK:
            row.fail(f"the rulebook has no rule {row['rule']}")
        kind = row.one_of("kind", ("surface", "relief", "cover", "work"))
        inherent = row.one_of("inherent", ("yes", "no")) == "yes"
        numbers = (row.number("obstacle"), row.number("hindrance"), row.number("height"))
        found[key] = Terrain(key, row.text("title"), kind, row["rule"], *numbers, inherent)
    return found


TERRAIN = load_terrain(Folder(HERE / "data"))
