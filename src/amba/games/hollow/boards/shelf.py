"""All the boards there are, and the map a scenario makes of some of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from amba.games.hollow.boards.board import Board, load_board
from amba.games.hollow.boards.ground import Ground, Placed, lay
from amba.games.hollow.boards.naming import COLUMNS, NAMES, column_name, rows_of
from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.book import rule
from amba.games.hollow.rules.r196_alternate import broken_terrain, brush_is_vineyard, cactus_hedges, dunes_are, orchards_are, steppe_terrain
from amba.kit.rays import Hex
from amba.load.files import Folder, Toml

_ON_BOARD = re.compile(r"(\d+)([A-Z]{1,2}\d+)(?:-([A-Z]{1,2}\d+))?")
_COLUMNS = re.compile(r"(\d+)([A-Z]{1,2}):([A-Z]{1,2})")
EDGES = ("west", "east", "north", "south")


class Shelf:
    """Every board by its number; every hex of every board has a name of its own, 66B1, and a place in the game."""

    def __init__(self, found: Iterable[Board]) -> None:
        self.boards = {board.number: board for board in sorted(found, key=lambda board: board.number)}
        self.names = [f"{number}{name}" for number in self.boards for name in NAMES]
        self.index = {name: i for i, name in enumerate(self.names)}


def load_shelf(folder: Folder) -> Shelf:
    return Shelf(load_board(folder, name) for name in folder.names("boards/*.toml"))


class Field:
    """The map of one scenario: its ground, and which place of the game each of its hexes is.

    A hex on a join has two names; the place is that of the board which comes first in the layout.
    """

    def __init__(self, shelf: Shelf, layout: Sequence[Sequence[tuple[int, bool]]], terrain: Mapping[str, str] | None = None) -> None:
        self.layout = tuple(tuple(row) for row in layout)
        self.boards = tuple(shelf.boards[number] for row in layout for number, _ in row)
        self.ground = altered(lay([[Placed(shelf.boards[number], turned) for number, turned in row] for row in layout]), terrain or {})
        self.place = {hex: shelf.index[name] for hex, name in self.ground.name.items()}
        self.hex = {place: hex for hex, place in self.place.items()}
        self.columns = max(hex[0] for hex in self.place) + 1
        self.rows = max(hex[1] for hex in self.place) // 2 + 1
        self.neighbours = {place: tuple(self.place[there] for there in self.ground.neighbours(hex)) for place, hex in self.hex.items()}

    def edge(self, name: str) -> list[Hex]:
        """The hexes along one edge of the table, as it lies before the players: west is on the left."""
        far, low = self.columns - 1, max(hex[1] for hex in self.place)
        tests = {
            "west": lambda hex: hex[0] == 0,
            "east": lambda hex: hex[0] == far,
            "north": lambda hex: hex[1] <= 1,
            "south": lambda hex: hex[1] >= low - 1,
        }
        return sorted(hex for hex in self.place if tests[name](hex))

    def area(self, toml: Toml, section: str, words: Sequence[str]) -> tuple[int, ...]:
        """Places by name: `66B3`, a stretch `66B3-B7`, whole columns `66A:H`, an edge `edge:west`."""
        found: set[Hex] = set()
        for word in words:
            hexes = self._hexes(word)
            if not hexes:
                toml.fail("hexes", f"{word!r} is no hex, stretch, span of columns or edge of this map", section, word)
            found |= set(hexes)
        return tuple(sorted(self.place[hex] for hex in found))

    def _hexes(self, word: str) -> list[Hex]:
        if word.startswith("edge:"):
            return self.edge(word[5:]) if word[5:] in EDGES else []
        names = [word]
        if span := _COLUMNS.fullmatch(word):
            numbers = {column_name(column): column for column in range(COLUMNS)}
            first, last = numbers.get(span[2], 0), numbers.get(span[3], -1)
            names = [f"{span[1]}{column_name(column)}{row}" for column in range(first, last + 1) for row in rows_of(column)]
        elif (stretch := _ON_BOARD.fullmatch(word)) and stretch[3]:
            column, low = re.fullmatch(r"([A-Z]+)(\d+)", stretch[2]).groups()  # type: ignore[union-attr]  # matched above
            high = stretch[3].removeprefix(column)
            names = [f"{stretch[1]}{column}{row}" for row in range(int(low), int(high) + 1)] if high.isdigit() else []
        places = [self.ground.place.get(name) for name in names]
        return [hex for hex in places if hex is not None]


@rule("196.1", "196.2")
def altered(ground: Ground, words: Mapping[str, str]) -> Ground:
    """What a scenario says its ground is: broken, steppe, what stands in orchards, whether dunes are high."""
    if words.get("kind") == "broken":
        ground = broken_terrain(ground)
    if words.get("kind") == "steppe":
        ground = steppe_terrain(ground, words.get("sand") == "grain")
    if "orchards" in words:
        ground = orchards_are(ground, words["orchards"])
    if words.get("brush") == "vineyard":
        ground = brush_is_vineyard(ground)
    if "dunes" in words:
        ground = dunes_are(ground, words["dunes"])
    if words.get("hedges") == "cactus":
        ground = cactus_hedges(ground)
    return ground


ALTERATIONS: Mapping[str, Sequence[str]] = {
    "kind": ("desert", "broken", "steppe"),
    "sand": ("sand", "grain"),
    "orchards": tuple(word for word in ("cactus_patch", "olive_grove", "palms") if word in TERRAIN),
    "brush": ("brush", "vineyard"),
    "dunes": ("low", "high"),
    "hedges": ("hedge", "cactus"),
}
"""What a scenario may say under [terrain]."""
