"""One board: what lies in its hexes, on its hexsides and along its tracks; read from a file and written to one."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from amba.games.hollow.boards.naming import UnknownBoardHex, hex_name, hex_place, rows_of
from amba.games.hollow.boards.terrain import LINES, SIDES, TERRAIN
from amba.games.hollow.book import rule
from amba.kit.rays import Hex, Pair, are_neighbours
from amba.load.files import Folder, Toml
from amba.load.toml_text import toml_text

LEVELS = range(-1, 5)


class Board(NamedTuple):
    """A board as it is printed. Places are the board's own (naming.py); open ground of level 0 is left out."""

    number: int
    title: str
    level: dict[Hex, int]
    terrain: dict[Hex, frozenset[str]]
    sides: dict[str, frozenset[Pair]]
    """kind -> hexsides, the smaller place first"""
    lines: tuple[tuple[str, tuple[Hex, ...]], ...] = ()
    note: str = ""
    source: str = "reconstruction"
    seed: int | None = None
    character: str = ""
    is_desert: bool = True
    """176.1: a board in the colours of the desert."""
    has_normal_hills: bool = False
    """176.6: its hill hexes without scrub, hammada or wadi cost what hills cost elsewhere, as on board 25."""


def side(a: Hex, b: Hex) -> Pair:
    return (a, b) if a < b else (b, a)


@rule("176.1", "185.1", "186.1", "190.1")
def load_board(folder: Folder, name: str) -> Board:
    """Read and check a board file (docs/data-files.md). A hex that it names under scrub, hammada or sand is one."""
    toml = folder.toml(name)
    toml.provenance()
    data = toml.data
    number = data.get("number")
    if not isinstance(number, int) or number < 1:
        toml.fail("number", f"number is {number!r}; expected the board's number")
    level: dict[Hex, int] = {}
    for key, names in _table(toml, "levels").items():
        if not re.fullmatch(r"-?\d", key) or int(key) not in LEVELS:
            toml.fail(key, f"level {key!r}; expected {LEVELS[0]} to {LEVELS[-1]}", "levels")
        for place in _places(toml, "levels", key, names):
            if place in level:
                toml.fail(key, f"{hex_name(place)} has two levels", "levels")
            level[place] = int(key)
    terrain: dict[Hex, set[str]] = {}
    for key, names in _table(toml, "terrain").items():
        if key not in TERRAIN:
            toml.fail(key, f"terrain {key!r} is unknown; expected one of {', '.join(TERRAIN)}", "terrain")
        for place in _places(toml, "terrain", key, names):
            terrain.setdefault(place, set()).add(key)
    sides = {key: _sides(toml, key, pairs) for key, pairs in _table(toml, "hexsides").items()}
    lines = tuple(_line(toml, entry) for entry in data.get("lines", []))
    high = {place: found for place, found in level.items() if found}
    grown = {place: frozenset(found) for place, found in terrain.items()}
    title, note, character = (data.get(key, "") for key in ("title", "note", "character"))
    is_desert = data.get("desert", True)
    if not isinstance(is_desert, bool):
        toml.fail("desert", f"desert is {is_desert!r}; expected true or false")
    has_normal_hills = data.get("normal_hills", False)
    if not isinstance(has_normal_hills, bool):
        toml.fail("normal_hills", f"normal_hills is {has_normal_hills!r}; expected true or false")
    return Board(number, title, high, grown, sides, lines, note, data["source"], data.get("seed"), character, is_desert, has_normal_hills)


def _table(toml: Toml, name: str) -> dict[str, Any]:
    found = toml.data.get(name, {})
    if not isinstance(found, dict):
        toml.fail(name, f"expected a table [{name}]")
    return found


def _place(toml: Toml, section: str, key: str, name: str) -> Hex:
    try:
        return hex_place(name)
    except UnknownBoardHex as error:
        toml.fail(key, str(error), section)


def _places(toml: Toml, section: str, key: str, names: Iterable[str]) -> list[Hex]:
    """Hexes by name; ``B3-B7`` is a stretch of one column."""
    found: list[Hex] = []
    for name in names:
        first, _, last = name.partition("-")
        start = _place(toml, section, key, first)
        end = _place(toml, section, key, last) if last else start
        if start[0] != end[0] or end[1] < start[1]:
            toml.fail(key, f"{name!r} is no stretch down one column", section)
        found.extend((start[0], y) for y in range(start[1], end[1] + 1, 2))
    return found


def _sides(toml: Toml, key: str, names: Iterable[str]) -> frozenset[Pair]:
    if key not in SIDES:
        toml.fail(key, f"hexside {key!r} is unknown; expected one of {', '.join(SIDES)}", "hexsides")
    found = set()
    for name in names:
        first, slash, last = name.partition("/")
        a, b = _place(toml, "hexsides", key, first), _place(toml, "hexsides", key, last if slash else "?")
        if not are_neighbours(a, b):
            toml.fail(key, f"{first} and {last} are not neighbours", "hexsides")
        found.add(side(a, b))
    return frozenset(found)


def _line(toml: Toml, entry: Mapping[str, Any]) -> tuple[str, tuple[Hex, ...]]:
    kind = entry.get("kind")
    if kind not in LINES:
        toml.fail("kind", f"line {kind!r}; expected one of {', '.join(LINES)}", "lines")
    places = tuple(_place(toml, "lines", "hexes", name) for name in entry.get("hexes", []))
    for a, b in itertools.pairwise(places):
        if not are_neighbours(a, b):
            toml.fail("hexes", f"{hex_name(a)} and {hex_name(b)} are not neighbours", "lines")
    return str(kind), places


def board_text(board: Board) -> str:
    """The board as its file: what `load_board` reads back."""
    head: dict[str, Any] = {"number": board.number, "title": board.title, "character": board.character, "source": board.source, "note": board.note}
    if board.seed is not None:
        head["seed"] = board.seed
    if not board.is_desert:
        head["desert"] = False
    if board.has_normal_hills:
        head["normal_hills"] = True
    if board.lines:
        head["lines"] = [{"kind": kind, "hexes": [hex_name(place) for place in places]} for kind, places in board.lines]
    levels = {str(n): _spans(p for p, found in board.level.items() if found == n) for n in sorted(set(board.level.values()))}
    words = [word for word in TERRAIN if any(word in found for found in board.terrain.values())]
    terrain = {word: _spans(p for p, found in board.terrain.items() if word in found) for word in words}
    sides = {kind: [f"{hex_name(a)}/{hex_name(b)}" for a, b in sorted(board.sides[kind])] for kind in SIDES if board.sides.get(kind)}
    parts = [toml_text(head)]
    for section, table in (("levels", levels), ("terrain", terrain), ("hexsides", sides)):
        if table:
            parts.append("\n".join([f"[{section}]", *(f"{key} = {_wrapped(names)}" for key, names in table.items())]) + "\n")
    return "\n".join(parts)


def _wrapped(names: list[str]) -> str:
    """A list of hexes, many to a line: a board should fit on a screen."""
    quoted = ", ".join(f'"{name}"' for name in names)
    return f"[{quoted}]" if len(quoted) < 100 else "[\n" + textwrap.fill(quoted, 118, initial_indent="  ", subsequent_indent="  ") + ",\n]"


def _spans(places: Iterable[Hex]) -> list[str]:
    """Hexes by name, neighbours in a column drawn together."""
    wanted = set(places)
    names = []
    for column in sorted({place[0] for place in wanted}):
        start: str | None = None
        rows = [2 * row - (column % 2 == 0) for row in rows_of(column)]
        for y in rows:
            if (column, y) in wanted:
                start = start or hex_name((column, y))
                if (column, y + 2) not in wanted:
                    last = hex_name((column, y))
                    names.append(start if start == last else f"{start}-{last}")
                    start = None
    return names
