"""Paper: how a map is cut into tiles that are glued together again, and counters into sheets that are printed on both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from amba.draw.counters import SIDE, counter, mark, text
from amba.draw.geometry import HIGH, Layout, R, escape
from amba.draw.map import areas, caption, grid, hexsides, labels, lines, names, numbers, places
from amba.draw.relief import relief, textures

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Millimetres, upright."""
MARGIN_MM = 9.0
OVERLAP_MM = 6.0
"""So much of a tile is printed on its neighbour, too: the glue edge."""
COUNTER_MM = 15.0
NEAR = 2 * R
FINE = 4
"""Each triangle of a hex is cut into so many parts each way, so that light changes smoothly on paper."""
MOST_FACES = 12
"""A counter with more faces than this has them as a catalogue: only the one it shows is printed."""
EACH_MARKER = 6
MOST_SHRUNK = 12
"""Per cent."""


class Tile(NamedTuple):
    """One page of the map: which it is, and the part of the drawing on it."""

    row: int
    column: int
    x: float
    y: float
    wide: float
    high: float

    @property
    def name(self) -> str:
        return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[self.row]}{self.column + 1}"


class CounterFace(NamedTuple):
    """A side of a printed counter; no piece: a marker, or an empty back."""

    art: str
    title: str = ""


def room(paper: str, landscape: bool) -> tuple[float, float]:
    """What of a page can be printed on, in millimetres."""
    width, height = PAPERS[paper]
    wide, high = (height, width) if landscape else (width, height)
    return wide - 2 * MARGIN_MM, high - 2 * MARGIN_MM - 6


def tiles(layout: Layout, unit_mm: float, paper: str, landscape: bool) -> list[Tile]:
    """The whole drawing on pages that overlap, row by row."""
    wide, high = (side / unit_mm for side in room(paper, landscape))
    overlap = OVERLAP_MM / unit_mm
    columns = max(1, ceil((layout.width - overlap) / (wide - overlap)))
    rows = max(1, ceil((layout.height + 20 - overlap) / (high - overlap)))
    return [Tile(row, column, column * (wide - overlap), row * (high - overlap), wide, high) for row in range(rows) for column in range(columns)]


def fewest(layout: Layout, unit_mm: float, paper: str) -> tuple[bool, list[Tile]]:
    """Upright or lengthwise, whichever needs fewer pages."""
    ways = [(landscape, tiles(layout, unit_mm, paper, landscape)) for landscape in (True, False)]
    return min(ways, key=lambda way: len(way[1]))


def best_hex(board: Mapping[str, Any], paper: str, hex_mm: float) -> float:
    """A little smaller, where that saves pages that would be nearly empty."""
    layout = Layout(board)
    sizes = [round(hex_mm * (1 - 0.01 * step), 1) for step in range(MOST_SHRUNK + 1)]
    return min(sizes, key=lambda size: (len(fewest(layout, unit_of(size), paper)[1]), -size))


def part(board: Mapping[str, Any], tile: Tile) -> str:
    """What lies on one tile, and a little more."""
    layout = Layout(board)
    inside = {}
    for name, one in layout.hexes.items():
        x, y = layout.centre(name)
        if tile.x - NEAR < x < tile.x + tile.wide + NEAR and tile.y - NEAR < y < tile.y + tile.high + NEAR:
            inside[name] = one
    steep = Layout(board)
    layout.hexes = inside
    look = board["look"]
    drawn = [
        relief(layout, look, steep, FINE), textures(layout, look), grid(layout), areas(layout, board, look), hexsides(layout, board, look),
        lines(layout, board, look), numbers(layout), labels(steep, board), places(layout, board, {}, look), names(layout, board), caption(layout, board),
    ]  # fmt: skip
    return "".join(drawn)


def map_svg(board: Mapping[str, Any], tile: Tile, unit_mm: float) -> str:
    """A tile as a drawing of its real size."""
    size = f'width="{tile.wide * unit_mm:.2f}mm" height="{tile.high * unit_mm:.2f}mm"'
    box = f'viewBox="{tile.x:.2f} {tile.y:.2f} {tile.wide:.2f} {tile.high:.2f}"'
    clip = f'<clipPath id="c{tile.name}"><rect x="{tile.x:.2f}" y="{tile.y:.2f}" width="{tile.wide:.2f}" height="{tile.high:.2f}"/></clipPath>'
    paper = f'<rect x="{tile.x:.2f}" y="{tile.y:.2f}" width="{tile.wide:.2f}" height="{tile.high:.2f}" fill="#f4ecd8"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} font-family="sans-serif">{clip}<g clip-path="url(#c{tile.name})">{paper}{part(board, tile)}</g></svg>'


def counters_of(board: Mapping[str, Any], view: Mapping[str, Any]) -> list[tuple[CounterFace, CounterFace]]:
    """Front and back of every counter to cut out. Of a unit with more than two faces there are several counters, two faces on each."""
    found = []
    spares = any(len(piece["faces"]) > MOST_FACES for piece in board["pieces"])
    for piece in board["pieces"]:
        faces = piece["faces"]
        catalogue = len(faces) > MOST_FACES
        # Where counters stand for whatever a scenario needs, those that it does not need are left out.
        if spares and view["pieces"].get(piece["key"], {}).get("at") is None:
            continue
        shown = [int(view["pieces"][piece["key"]].get("face", 0))] if catalogue else list(range(len(faces)))
        for i in range(0, len(shown), 2):
            back = face_of(board, piece, shown[i + 1]) if i + 1 < len(shown) else blank(board, piece)
            found.append((face_of(board, piece, shown[i]), back))
    return found


def face_of(board: Mapping[str, Any], piece: Mapping[str, Any], face: int) -> CounterFace:
    shown = {"side": piece["side"], "face": face, "marks": []}
    return CounterFace(counter(0, 0, piece, shown, board["look"], True), f"{piece['title']}: {piece['faces'][face]['text']}")


def blank(board: Mapping[str, Any], piece: Mapping[str, Any]) -> CounterFace:
    """The back of a counter without a second face: its colour and whose it is."""
    look = board["look"]["sides"].get(piece["side"], {})
    fill, ink = look.get("fill", "#cccccc"), look.get("ink", "#111111")
    side = next((str(one["title"]) for one in board["sides"] if one["key"] == piece["side"]), "")
    return CounterFace(
        f'<rect width="{SIDE}" height="{SIDE}" fill="{fill}"/>' + text(SIDE / 2, SIDE / 2 + 2, side, min(7, 60 / max(1, len(side))), ink),
        piece["title"],
    )


def markers_of(board: Mapping[str, Any]) -> list[tuple[CounterFace, CounterFace]]:
    """Markers for what may befall a unit, the same on both sides."""
    found = []
    for one in board["look"].get("marks", {}).values():
        title = str(one.get("title", ""))
        if not title:
            continue
        words = text(SIDE / 2, SIDE - 6, str(one.get("short", title))[:9], 6.5, "#222222", bold=True)
        art = f'<rect width="{SIDE}" height="{SIDE}" fill="#fffdf4"/><g transform="translate({SIDE / 2} {SIDE / 2 - 4}) scale(2)">{mark(0, 0, one)}</g>{words}'
        found += [(CounterFace(art, title), CounterFace(art, title))] * EACH_MARKER
    return found


def counter_pages(pairs: Sequence[tuple[CounterFace, CounterFace]], paper: str) -> list[tuple[str, str]]:
    """Fronts and backs, page by page; backs are mirrored, so that a sheet turned over its long edge fits."""
    wide, high = room(paper, landscape=False)
    across, down = int((wide - 8) // COUNTER_MM), int((high - 14) // COUNTER_MM)
    pages = []
    for first in range(0, len(pairs), across * down):
        some = pairs[first : first + across * down]
        pages.append(
            (
                counter_sheet([front for front, _ in some], across, down, wide, False),
                counter_sheet([back for _, back in some], across, down, wide, True),
            )
        )
    return pages


def counter_sheet(faces: Sequence[CounterFace], across: int, down: int, wide: float, mirrored: bool) -> str:
    """One side of a sheet in millimetres, with cutting marks outside the counters."""
    left, top = (wide - across * COUNTER_MM) / 2, 6.0
    parts = []
    for i, face in enumerate(faces):
        row, column = divmod(i, across)
        x = left + (across - 1 - column if mirrored else column) * COUNTER_MM
        y = top + row * COUNTER_MM
        parts.append(f'<g transform="translate({x:.2f} {y:.2f}) scale({COUNTER_MM / SIDE:.5f})"><title>{escape(face.title)}</title>{face.art}</g>')
    rows = ceil(len(faces) / across)
    right, bottom = left + across * COUNTER_MM, top + rows * COUNTER_MM
    cuts = [f"M{left + i * COUNTER_MM:.2f} {top - 5:.2f}v4M{left + i * COUNTER_MM:.2f} {bottom + 1:.2f}v4" for i in range(across + 1)]
    cuts += [f"M{left - 5:.2f} {top + i * COUNTER_MM:.2f}h4M{right + 1:.2f} {top + i * COUNTER_MM:.2f}h4" for i in range(rows + 1)]
    high = top + down * COUNTER_MM + 6
    pen = f'<path d="{"".join(cuts)}" fill="none" stroke="#000000" stroke-width="0.2"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.2f}mm" height="{high:.2f}mm" viewBox="0 0 {wide:.2f} {high:.2f}" font-family="sans-serif">{"".join(parts)}{pen}</svg>'


def unit_of(hex_mm: float) -> float:
    """Millimetres for each unit of the drawing, when a hex is so wide from side to side."""
    return hex_mm / HIGH
