"""Where hexes, corners and edges lie on the drawing, and colours mixed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin, sqrt
from typing import Any

R = 40.0
"""From the centre of a hex to a corner."""
HIGH = sqrt(3) * R
MARGIN = 26.0
CORNERS = tuple((R * cos(i * pi / 3), -R * sin(i * pi / 3)) for i in range(6))
"""East, then counter-clockwise, as `hexes.csv` has them."""

Point = tuple[float, float]


def cell_of(hex: Mapping[str, Any]) -> tuple[int, int]:
    """Column and row of a hex: where the board says, or else as its number has them."""
    at = hex.get("at")
    return (int(at[0]), int(at[1])) if at else (int(hex["id"][:2]), int(hex["id"][2:]))


class Layout:
    """The hexes of a board on paper."""

    def __init__(self, board: Mapping[str, Any], only: Iterable[str] | None = None) -> None:
        grid = board["grid"]
        self.low = 1 if grid["even_columns"] == "north" else 0
        wanted = None if only is None else set(only)
        self.hexes = {one["id"]: one for one in board["hexes"] if one["terrain"] != "none" and (wanted is None or one["id"] in wanted)}
        self.cells = {one["id"]: cell_of(one) for one in board["hexes"]}
        self.names = {cell: name for name, cell in self.cells.items()}
        raw = {name: self._raw(name) for name in self.hexes}
        left = min(x for x, _ in raw.values()) - R - MARGIN
        top = min(y for _, y in raw.values()) - HIGH / 2 - MARGIN
        self.offset = (left, top)
        self.width = max(x for x, _ in raw.values()) + R + MARGIN - left
        self.height = max(y for _, y in raw.values()) + HIGH / 2 + MARGIN - top

    def _raw(self, name: str) -> Point:
        column, row = self.cells[name]
        return 1.5 * R * column, HIGH * (row + (0.5 if column % 2 == self.low else 0.0))

    def centre(self, name: str) -> Point:
        x, y = self._raw(name)
        return x - self.offset[0], y - self.offset[1]

    def corners(self, name: str) -> list[Point]:
        x, y = self.centre(name)
        return [(x + dx, y + dy) for dx, dy in CORNERS]

    def edge(self, a: str, b: str) -> tuple[Point, Point]:
        """The hexside between two neighbours."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        near = sorted(self.corners(a), key=lambda corner: (corner[0] - mx) ** 2 + (corner[1] - my) ** 2)
        return near[0], near[1]

    def neighbours(self, name: str) -> list[str]:
        """The names of the six neighbours, on the map or not: south-east side first, counter-clockwise like the edges of `corners`."""
        column, row = self.cells[name]
        down = int(column % 2 == self.low)
        cells = [(1, down - 1), (0, -1), (-1, down - 1), (-1, down), (0, 1), (1, down)]
        return [self.names.get((column + dc, row + dr), "") for dc, dr in cells]


def polygon(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def smooth(points: Sequence[Point]) -> str:
    """A curve through the points (Catmull-Rom as cubic Béziers)."""
    if len(points) < 2:
        return ""
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for i in range(len(points) - 1):
        p0, p1, p2, p3 = points[max(i - 1, 0)], points[i], points[i + 1], points[min(i + 2, len(points) - 1)]
        a = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        b = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        path += f"C{a[0]:.1f} {a[1]:.1f} {b[0]:.1f} {b[1]:.1f} {p2[0]:.1f} {p2[1]:.1f}"
    return path


def shade(colour: str, light: float) -> str:
    """A colour darker (light < 0) or lighter (light > 0), both within one. Shade is cool, so that it is not taken for a hill."""
    value = colour.lstrip("#")
    target = (255, 252, 240) if light > 0 else (40, 40, 78)
    parts = [(int(value[i : i + 2], 16), target[i // 2]) for i in (0, 2, 4)]
    return "#" + "".join(f"{round(part + (end - part) * min(abs(light), 1)):02x}" for part, end in parts)


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
