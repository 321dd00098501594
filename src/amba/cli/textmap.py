"""A map in letters: two lines to a hex, every second column half a hex lower."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from amba.draw.geometry import cell_of

CELL = 6
GLYPHS = {
    "none": ".", "stipple": ",", "scrub": ":", "hatch": "%", "hills": "n", "peaks": "^", "cliffs": "#", "dunes": "s", "marsh": "\"",
    "trees": "&", "water": "~",
}  # fmt: skip


class Window(NamedTuple):
    """Which columns and rows are drawn, as printed on the map."""

    first_column: int
    last_column: int
    first_row: int
    last_row: int


def wants_colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def rgb(colour: str) -> tuple[int, int, int]:
    value = colour.lstrip("#")
    return int(value[0:2], 16), int(value[2:4], 16), int(value[4:6], 16)


def paint(text: str, ink: str = "", ground: str = "", bold: bool = False) -> str:
    codes = ["1"] if bold else []
    if ink:
        codes.append("38;2;{};{};{}".format(*rgb(ink)))
    if ground:
        codes.append("48;2;{};{};{}".format(*rgb(ground)))
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text


class TextMap:
    """Draws a game's board, and on it what a view shows."""

    def __init__(self, board: Mapping[str, Any], colour: bool = False) -> None:
        self.colour = colour
        self.look = board["look"]
        grid = board["grid"]
        self.columns, self.rows = int(grid["columns"]), int(grid["rows"])
        self.first_column, self.first_row = int(grid["first_column"]), int(grid["first_row"])
        self.low_parity = 1 if grid["even_columns"] == "north" else 0
        self.hexes: dict[str, Mapping[str, Any]] = {one["id"]: one for one in board["hexes"]}
        self.cells = {name: cell_of(one) for name, one in self.hexes.items()}
        self.names = {cell: name for name, cell in self.cells.items()}
        self.glyphs = self._glyphs()
        self.pieces = {piece["key"]: piece for piece in board["pieces"]}
        self.sides = {side["key"]: side["title"] for side in board["sides"]}
        self.letters = side_letters(self.sides)
        self.places: dict[str, Mapping[str, Any]] = {}
        for place in sorted(board["places"], key=lambda place: int(place["rank"])):
            self.places[place["hex"]] = place
        kinds = list(self.look.get("lines", {}))
        self.ways: dict[str, str] = {}
        for line in sorted(board["lines"], key=lambda line: -kinds.index(line["kind"]) if line["kind"] in kinds else 0):
            for name in line["hexes"]:
                self.ways[name] = "=" if kinds[:1] == [line["kind"]] else "-"

    def _glyphs(self) -> dict[str, str]:
        """A letter for every terrain, none twice."""
        found: dict[str, str] = {}
        for key, style in self.look.get("terrain", {}).items():
            wanted = [GLYPHS.get(style.get("texture", ""), ""), *key, *key.upper(), "?"]
            found[key] = next(glyph for glyph in wanted if glyph == "?" or (glyph and glyph not in found.values()))
        return found

    def name(self, column: int, row: int) -> str:
        return self.names.get((column, row), "")

    def head(self, column: int) -> str:
        """What stands over a column: its number, or the letters its hexes share."""
        name = self.names.get((column, self.first_row), self.names.get((column, self.first_row + 1), ""))
        return f"{column:02d}" if not name or name.isdigit() else name.rstrip("0123456789")

    def whole(self) -> Window:
        return Window(self.first_column, self.first_column + self.columns - 1, self.first_row, self.first_row + self.rows - 1)

    def around(self, hexes: Iterable[str], width: int = 0, height: int = 0) -> Window:
        """As much as the terminal holds, with these hexes in the middle."""
        size = shutil.get_terminal_size((100, 40))
        wide = max(6, ((width or size.columns) - 4) // CELL)
        high = max(5, ((height or size.lines) - 12) // 2)
        found = [self.cells[name] for name in hexes if name in self.cells]
        whole = self.whole()
        middle = (
            (sum(c for c, _ in found) // len(found), sum(r for _, r in found) // len(found))
            if found
            else ((whole.first_column + whole.last_column) // 2, (whole.first_row + whole.last_row) // 2)
        )
        first_column, last_column = span(middle[0], wide, whole.first_column, whole.last_column)
        first_row, last_row = span(middle[1], high, whole.first_row, whole.last_row)
        return Window(first_column, last_column, first_row, last_row)

    def draw(self, view: Mapping[str, Any], window: Window, lit: Iterable[str] = ()) -> list[str]:
        """The map as lines; `lit` hexes are marked with brackets."""
        marked = set(lit)
        columns = range(window.first_column, window.last_column + 1)
        lines = ["    " + "".join(self.head(column).ljust(CELL) for column in columns)]
        for half in range(2 * (window.last_row - window.first_row + 1) + 1):
            cells = []
            for column in columns:
                drop = int(column % 2 == self.low_parity)
                row, lower = divmod(half - drop, 2)
                name = self.name(column, window.first_row + row)
                inside = row >= 0 and window.first_row + row <= window.last_row and name in self.hexes
                cells.append(self.cell(view, name, bool(lower), name in marked) if inside else " " * CELL)
            label = f"{window.first_row + half // 2:02d}  " if half % 2 == 0 and half // 2 <= window.last_row - window.first_row else "    "
            lines.append((label + "".join(cells)).rstrip())
        return lines

    def cell(self, view: Mapping[str, Any], hex: str, lower: bool, marked: bool) -> str:
        terrain = self.hexes[hex]["terrain"]
        if terrain == "none":
            return " " * CELL
        ground = self.look.get("terrain", {}).get(terrain, {}).get("colour", "") if self.colour else ""
        stack = view["stacks"].get(hex, [])
        if lower and stack:
            side = next((view["pieces"][key]["side"] for key in stack if key in view["pieces"]), "")
            text = f"{'[' if marked else ''}{self.stack_text(view, stack, side)}{']' if marked else ''}"[:CELL].ljust(CELL)
            style = self.look.get("sides", {}).get(side, {})
            return paint(text, style.get("ink", ""), style.get("fill", ""), bold=True) if self.colour else text
        if lower:
            text = "[  ]" if marked else ""
        else:
            place = self.places.get(hex)
            short = place["title"][:3] if place else ""
            owner = view.get("places", {}).get(hex, "")
            text = f"{self.glyphs.get(terrain, '?')}{self.ways.get(hex, ' ')}{short}{self.letters.get(owner, '').lower()}"
        return paint(text[:CELL].ljust(CELL), "#1a1a1a", ground, bold=not lower and hex in self.places) if self.colour else text[:CELL].ljust(CELL)

    def stack_text(self, view: Mapping[str, Any], stack: list[str], side: str) -> str:
        """A24/3: whose, strength, how many units."""
        total = 0
        for key in stack:
            piece = self.pieces.get(key)
            faces = piece["faces"] if piece else []
            face = faces[min(view["pieces"][key]["face"], len(faces) - 1)] if faces else None
            left = face["left"] if face else ""
            total += int(left) if left.isdigit() else 0
        count = f"/{len(stack)}" if len(stack) > 1 else ""
        return f"{self.letters.get(side, '?')}{total}{count}"

    def legend(self) -> str:
        terrain = self.look.get("terrain", {})
        parts = [f"{glyph} {terrain[key].get('title', key)}" for key, glyph in self.glyphs.items()]
        lines = [f"{'=' if i == 0 else '-'} {style.get('title', key)}" for i, (key, style) in enumerate(self.look.get("lines", {}).items())]
        sides = [f"{letter} {self.sides[key]}" for key, letter in self.letters.items()]
        first = next(iter(self.letters.values()), "A")
        return ", ".join([*parts, *lines[:2], *sides]) + f"; {first}24/3 strength 24 in 3 units; small letter: who controls"


def side_letters(sides: Mapping[str, str]) -> dict[str, str]:
    """A capital for each side, none twice."""
    found: dict[str, str] = {}
    for key, title in sides.items():
        found[key] = next(letter for letter in (title + key + "XYZ").upper() if letter.isalpha() and letter not in found.values())
    return found


def span(middle: int, size: int, first: int, last: int) -> tuple[int, int]:
    start = max(first, min(middle - size // 2, last - size + 1))
    return start, min(last, start + size - 1)
