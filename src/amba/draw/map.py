"""A position as an SVG drawing: shaded ground, rivers, roads, towns with their names, and the counters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees, dist
from typing import Any

from amba.draw.counters import stack, text
from amba.draw.geometry import HIGH, MARGIN, Layout, Point, R, cell_of, escape, polygon, smooth
from amba.draw.relief import relief, textures

UNIT = 2 * R / 100
"""Widths in look.toml are hundredths of a hex."""
FONT = "Georgia, 'Times New Roman', serif"
BADGE = "#8c2f1b"
"""The seal beside a name, as the table has it."""
AROUND = 5
SHOWN = 1100.0
"""About how wide a page shows the whole map: names grow so that they can be read there."""


def draw_svg(board: Mapping[str, Any], view: Mapping[str, Any], around: str | None = None) -> str:
    """The whole map with its counters, or the part around a hex."""
    layout = Layout(board, None if around is None else nearby(board, around))
    look = board["look"]
    return sheet(
        layout,
        board,
        [
            relief(layout, look),
            textures(layout, look),
            grid(layout),
            areas(layout, board, look),
            hexsides(layout, board, look),
            lines(layout, board, look),
            numbers(layout),
            labels(layout, board),
            places(layout, board, view, look),
            counters(layout, board, view, look),
            names(layout, board),
            caption(layout, board),
        ],
    )


def draw_ground(board: Mapping[str, Any], over: Callable[[Layout], str]) -> str:
    """The map alone, paler, with something laid over the ground and under the names."""
    layout = Layout(board)
    look = board["look"]
    pale = f'<rect width="{layout.width:.0f}" height="{layout.height + 20:.0f}" fill="#f4ecd8" opacity="0.45"/>'
    ground = [relief(layout, look), hexsides(layout, board, look), lines(layout, board, look), pale, grid(layout)]
    grow = max(1.0, layout.width / SHOWN)
    titles = names(layout, board, grow, 2 if grow > 1.5 else 1)
    return sheet(layout, board, [*ground, over(layout), places(layout, board, {}, look), titles, caption(layout, board)])


def sheet(layout: Layout, board: Mapping[str, Any], parts: Sequence[str]) -> str:
    """The parts on a sheet of paper."""
    size = f'width="{layout.width:.0f}" height="{layout.height + 20:.0f}" viewBox="0 0 {layout.width:.0f} {layout.height + 20:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Helvetica, Arial, sans-serif">'
    paper = f'<rect width="{layout.width:.0f}" height="{layout.height + 20:.0f}" fill="#f4ecd8"/>'
    title = f"<title>{escape(str(board.get('title', '')))}</title>"
    return head + title + paper + "\n".join(part for part in parts if part) + "</svg>\n"


def nearby(board: Mapping[str, Any], around: str) -> list[str]:
    cells = {one["id"]: cell_of(one) for one in board["hexes"]}
    column, row = cells[around]
    return [name for name, (c, r) in cells.items() if abs(c - column) <= AROUND and abs(r - row) <= AROUND - 1]


def grid(layout: Layout) -> str:
    d = "".join(polygon(layout.corners(name)) for name in layout.hexes)
    return f'<path d="{d}" fill="none" stroke="#3a2c18" stroke-width="0.55" opacity="0.4"/>'


def numbers(layout: Layout) -> str:
    found = []
    for name in layout.hexes:
        x, y = layout.centre(name)
        found.append(f'<text x="{x:.1f}" y="{y - HIGH / 2 + 8.5:.1f}">{name}</text>')
    return f'<g font-size="6.4" text-anchor="middle" fill="#2a2012" fill-opacity="0.55">{"".join(found)}</g>'


def runs(layout: Layout, hexes: Sequence[str]) -> list[list[Point]]:
    """The parts of a line that lie on the drawing."""
    found: list[list[Point]] = [[]]
    for name in hexes:
        if name in layout.hexes:
            found[-1].append(layout.centre(name))
        elif found[-1]:
            found.append([])
    return [run for run in found if len(run) > 1]


def lines(layout: Layout, board: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    """Kind by kind in the order of the look, the last on top; within a kind no casing lies over a crossing."""
    styles = look.get("lines", {})
    kinds = dict.fromkeys(line["kind"] for line in board["lines"])
    ordered = [*(kind for kind in kinds if kind not in styles), *(kind for kind in styles if kind in kinds)]
    parts = [
        line_kind([run for line in board["lines"] if line["kind"] == kind for run in runs(layout, line["hexes"])], styles.get(kind, {}))
        for kind in ordered
    ]
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{"".join(parts)}</g>'


def line_kind(found: Sequence[Sequence[Point]], style: Mapping[str, Any]) -> str:
    width = float(style.get("width", 2)) * UNIT
    casing, colour = style.get("casing"), style.get("colour", "#555555")
    dash = " ".join(f"{float(part) * UNIT:.1f}" for part in str(style.get("dash", "")).replace(",", " ").split())
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    paths = [smooth(run) for run in found]
    casings = [f'<path d="{d}" stroke="{casing}" stroke-width="{width + 2:.1f}"/>' for d in paths] if casing else []
    return "".join([*casings, *(f'<path d="{d}" stroke="{colour}" stroke-width="{width:.1f}"{pattern}/>' for d in paths)])


def hexsides(layout: Layout, board: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    parts = []
    heights = {name: one["elevation"] for name, one in layout.hexes.items()}
    for side in board["hexsides"]:
        a, b = side["a"], side["b"]
        if a not in layout.hexes or b not in layout.hexes:
            continue
        style = look.get("hexsides", {}).get(side["kind"], {})
        low = a if heights[a] < heights[b] else b
        d = side_path(layout.edge(a, b), layout.centre(low), style.get("style", "line"))
        parts.append(f'<path d="{d}" stroke="{style.get("colour", "#4f87a3")}" stroke-width="{float(style.get("width", 3)) * UNIT:.1f}"/>')
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{"".join(parts)}</g>'


def side_path(edge: tuple[Point, Point], low: Point, style: str) -> str:
    """One hexside in its style; ticks of a cliff and teeth of a fort point to the lower side."""
    (x0, y0), (x1, y1) = edge
    dx, dy = x1 - x0, y1 - y0
    nx, ny = -dy / R, dx / R
    if (low[0] - x0) * nx + (low[1] - y0) * ny < 0:
        nx, ny = -nx, -ny
    start, end = f"M{x0:.1f} {y0:.1f}", f"{x1:.1f} {y1:.1f}"
    if style == "wavy":
        a, b = (x0 + dx / 3 + 2.6 * nx, y0 + dy / 3 + 2.6 * ny), (x0 + 2 * dx / 3 - 2.6 * nx, y0 + 2 * dy / 3 - 2.6 * ny)
        return f"{start}C{a[0]:.1f} {a[1]:.1f} {b[0]:.1f} {b[1]:.1f} {end}"
    path = f"{start}L{end}"
    if style in {"cliff", "fort"}:
        long = 5 if style == "cliff" else 4
        for i in range(1, 6):
            x, y = x0 + dx * i / 6, y0 + dy * i / 6
            path += f"M{x:.1f} {y:.1f}l{nx * long:.1f} {ny * long:.1f}"
    if style == "block":
        x, y = x0 + dx / 2, y0 + dy / 2
        path += f"M{x - 5 * nx:.1f} {y - 5 * ny:.1f}L{x + 5 * nx:.1f} {y + 5 * ny:.1f}"
    return path


def areas(layout: Layout, board: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    """The borders of named areas that have a colour."""
    parts = []
    for area in board["areas"]:
        style = look.get("areas", {}).get(area["key"])
        if not style:
            continue
        inside = set(area["hexes"])
        d = ""
        for name in area["hexes"]:
            if name not in layout.hexes:
                continue
            corners = layout.corners(name)
            for i, other in enumerate(layout.neighbours(name)):
                if other not in inside:
                    (x0, y0), (x1, y1) = corners[i], corners[(i + 1) % 6]
                    d += f"M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}"
        parts.append(
            f'<path d="{d}" stroke="{style.get("colour", "#c9a227")}" stroke-width="3" opacity="0.75"><title>{escape(area["title"])}</title></path>'
        )
    return f'<g fill="none" stroke-linecap="round">{"".join(parts)}</g>'


def labels(layout: Layout, board: Mapping[str, Any]) -> str:
    """Names that run along hexes: seas, ranges, valleys."""
    parts = []
    for label in board["labels"]:
        points = [layout.centre(name) for name in label.get("hexes", []) if name in layout.hexes]
        if not points:
            continue
        if points[-1][0] < points[0][0]:
            points.reverse()
        size, spacing = (17, 5) if label.get("kind") in {"sea", "region"} else (12, 2)
        ink = "#2c5f7a" if label.get("kind") in {"sea", "river"} else "#3a2c18"
        letters = written(label["text"], softened(points), size, spacing)
        parts.append(
            f'<g font-family="{FONT}" font-size="{size}" font-style="italic" fill="{ink}" fill-opacity="0.75" text-anchor="middle">{letters}</g>'
        )
    return "".join(parts)


def softened(points: Sequence[Point]) -> list[Point]:
    """Zigzag between hex centres is not wanted under letters."""
    line = list(points)
    for _ in range(2):
        inner = [((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4) for a, b, c in zip(line, line[1:], line[2:], strict=False)]
        line = [line[0], *inner, *line[-1:]] if len(line) > 1 else line
    return line


def written(words: str, points: Sequence[Point], size: float, spacing: float) -> str:
    """Letter by letter along a line, from its middle: not every program that shows SVG can write along a path."""
    steps = [size * (0.3 if letter in " .,'ilfjtI" else 0.58) + spacing for letter in words]
    line = lengthened(points, sum(steps))
    at = (sum(dist(a, b) for a, b in pairwise(line)) - sum(steps)) / 2
    found = []
    for letter, step in zip(words, steps, strict=True):
        x, y, turn = along(line, at + step / 2)
        if letter != " ":
            found.append(f'<text x="{x:.1f}" y="{y + size * 0.32:.1f}" transform="rotate({turn:.1f} {x:.1f} {y:.1f})">{escape(letter)}</text>')
        at += step
    return "".join(found)


def along(line: Sequence[Point], distance: float) -> tuple[float, float, float]:
    """A point so far along a line, and the way it goes there, in degrees."""
    gone = 0.0
    for a, b in pairwise(line):
        length = dist(a, b)
        if distance <= gone + length or b == line[-1]:
            share = (distance - gone) / (length or 1)
            return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, degrees(atan2(b[1] - a[1], b[0] - a[0]))
        gone += length
    return (*line[0], 0.0)


def lengthened(points: Sequence[Point], need: float) -> list[Point]:
    """A line at least so long, drawn out at both ends alike; a single point becomes a level line."""
    if len(points) == 1:
        (x, y) = points[0]
        return [(x - need / 2, y), (x + need / 2, y)]
    has = sum(dist(a, b) for a, b in pairwise(points))
    found = list(points)
    if has < need:
        for end, inner in ((0, 1), (-1, -2)):
            (x0, y0), (x1, y1) = found[inner], found[end]
            share = (need - has) / 2 / (dist(found[inner], found[end]) or 1)
            found[end] = (x1 + (x1 - x0) * share, y1 + (y1 - y0) * share)
    return found


def places(layout: Layout, board: Mapping[str, Any], view: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    parts = []
    for place in board["places"]:
        if place["hex"] not in layout.hexes:
            continue
        x, y = layout.centre(place["hex"])
        symbol = look.get("places", {}).get(place["kind"], {}).get("symbol", "town")
        owner = look["sides"].get(view.get("places", {}).get(place["hex"], ""), {}).get("accent", "#1d1a14")
        parts.append(sign(x, y, symbol, owner))
        if place.get("badge"):
            bx, by = x - R * 0.6, y - HIGH / 2 + 12
            parts.append(f'<circle cx="{bx:.1f}" cy="{by:.1f}" r="7" fill="{BADGE}" stroke="#fdf6e4" stroke-width="1"/>')
            parts.append(text(bx, by + 2.8, str(place["badge"]), 7.5, "#fffaf0", bold=True))
    return "".join(parts)


def names(layout: Layout, board: Mapping[str, Any], grow: float = 1.0, least: int = 1) -> str:
    """The names of places from some rank on, over everything else; larger where the drawing will be shown small."""
    parts = []
    for place in board["places"]:
        if place["hex"] not in layout.hexes or int(place["rank"]) < least:
            continue
        x, y = layout.centre(place["hex"])
        size = round(grow * (7.5, 9.5, 12)[min(max(int(place["rank"]), 1), 3) - 1], 1)
        weight = ' font-weight="bold"' if int(place["rank"]) > 1 else ""
        # The halo is a text of its own beneath: not every program knows the order in which to paint them.
        where = f'x="{x:.1f}" y="{y + HIGH / 2 - 4 + 5 * (grow - 1):.1f}" font-size="{size}"{weight} text-anchor="middle"'
        halo = f'fill="none" stroke="#f8f0dc" stroke-width="{2.6 * grow:.1f}" stroke-linejoin="round"'
        parts.append(f'<text {where} {halo}>{escape(place["title"])}</text><text {where} fill="#1d1a14">{escape(place["title"])}</text>')
    return f'<g font-family="{FONT}">{"".join(parts)}</g>'


def sign(x: float, y: float, symbol: str, ink: str) -> str:
    pen = f'fill="#fff8e0" stroke="{ink}" stroke-width="1.6"'
    if symbol == "peak":
        return f'<path d="M{x - 5:.1f} {y + 4:.1f}L{x:.1f} {y - 5:.1f}L{x + 5:.1f} {y + 4:.1f}Z" fill="{ink}"/>'
    if symbol == "pass":
        return f'<path d="M{x - 5:.1f} {y - 4:.1f}Q{x:.1f} {y:.1f} {x - 5:.1f} {y + 4:.1f}M{x + 5:.1f} {y - 4:.1f}Q{x:.1f} {y:.1f} {x + 5:.1f} {y + 4:.1f}" fill="none" stroke="{ink}" stroke-width="1.8"/>'
    if symbol == "fort":
        return f'<path d="M{x:.1f} {y - 7:.1f}l2 5h5l-4 3.4l1.6 5l-4.6 -3l-4.6 3l1.6 -5l-4 -3.4h5Z" {pen}/>'
    if symbol in {"town", "city", "port"}:
        big = 8.5 if symbol == "city" else 6.5
        blocks = "".join(
            f'<rect x="{x + dx:.1f}" y="{y + dy:.1f}" width="3" height="3" fill="{ink}"/>' for dx, dy in ((-4, -4), (1, -4), (-4, 1), (1, 1))
        )
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{big}" {pen}/>{blocks}'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3.2 if symbol == "village" else 2.4}" {pen}/>'


def counters(layout: Layout, board: Mapping[str, Any], view: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    pieces = {piece["key"]: piece for piece in board["pieces"]}
    return "".join(stack(layout.centre(name), keys, view, pieces, look) for name, keys in view["stacks"].items() if name in layout.hexes and keys)


def length_text(km: float) -> str:
    return f"{1000 * km:g} m" if km < 1 else f"{km:g} km"


def caption(layout: Layout, board: Mapping[str, Any]) -> str:
    """Title, scale and where the ground comes from."""
    y = layout.height + 8
    km = float(board["grid"].get("hex_km", 0))
    shown = round(2 * km) if km > 1 else 2 * km
    long = HIGH * shown / km if km else 0.0
    scale = (
        f'<path d="M{MARGIN:.0f} {y - 5:.1f}v5h{long:.1f}v-5" fill="none" stroke="#222" stroke-width="1"/><text x="{MARGIN + long + 6:.1f}" y="{y:.1f}" font-size="9" fill="#222">{length_text(shown)}</text>'
        if km
        else ""
    )
    credit = (
        f'<text x="{layout.width - MARGIN:.1f}" y="{y:.1f}" font-size="8" text-anchor="end" fill="#444">{escape(str(board.get("credit", "")))}</text>'
    )
    return scale + (credit if layout.width > 900 else "")
