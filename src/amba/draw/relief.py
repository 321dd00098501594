"""The ground: terrain tints shaded by the real elevations, and a light texture for each kind of terrain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any

from amba.draw.geometry import HIGH, Layout, R, polygon, shade

LEVELS = 24
"""Steps of light on either side of flat ground."""
SOFT = 1.5
"""What is lost where light is shared by neighbours is given back."""
PAIRS = tuple((i, (i + 1) % 6) for i in range(6))


def relief(layout: Layout, look: Mapping[str, Any], whole: Layout | None = None, fine: int = 1) -> str:
    """Every hex as six triangles, lit from the north-west and softened by their neighbours; triangles of one colour are one path. A part is lit as the whole is; fine cuts every triangle up."""
    paths: dict[str, list[str]] = defaultdict(list)
    lights = facets(layout, exaggeration(whole or layout))
    corners: dict[tuple[int, int], list[float]] = defaultdict(list)
    for name, found in lights.items():
        for point, light in zip(layout.corners(name), found, strict=True):
            corners[spot(point)].append(light)
        for point, light in zip([*layout.corners(name)[1:], layout.corners(name)[0]], found, strict=True):
            corners[spot(point)].append(light)
    for name, hex_data in layout.hexes.items():
        colour = look["terrain"].get(hex_data["terrain"], {}).get("colour", "#dddddd")
        points = layout.corners(name)
        if name not in lights:
            paths[colour].append(polygon(points))
            continue
        middle = sum(lights[name]) / 6
        for i, j in PAIRS:
            ends = [sum(found) / len(found) for found in (corners[spot(points[i])], corners[spot(points[j])])]
            own = lights[name][i]
            # Cut up, the light runs on from one triangle to the next; left whole, each keeps something of its own.
            centre, edge, strong = (1.0, 1.0, SOFT) if fine > 1 else (0.5, 0.6, 1.0)
            at = [
                (layout.centre(name), strong * (centre * middle + (1 - centre) * own)),
                *((point, strong * (edge * end + (1 - edge) * own)) for point, end in zip((points[i], points[j]), ends, strict=True)),
            ]
            for triangle, light in pieces(at, fine):
                paths[shade(colour, round(light * LEVELS) / LEVELS)].append(polygon(triangle))
    return "".join(f'<path d="{"".join(parts)}" fill="{colour}" stroke="{colour}" stroke-width="0.6"/>' for colour, parts in paths.items())


Lit = tuple[tuple[float, float], float]
"""A point and the light on it."""


def pieces(at: Sequence[Lit], fine: int) -> Iterator[tuple[tuple[tuple[float, float], ...], float]]:
    """A triangle cut into smaller ones, each with the light in its middle, so that light runs from corner to corner."""
    (a, la), (b, lb), (c, lc) = at

    def point(i: int, j: int) -> Lit:
        u, v = i / fine, j / fine
        w = 1 - u - v
        return (w * a[0] + u * b[0] + v * c[0], w * a[1] + u * b[1] + v * c[1]), w * la + u * lb + v * lc

    for i in range(fine):
        for j in range(fine - i):
            cut = [(point(i, j), point(i + 1, j), point(i, j + 1))]
            if i + j < fine - 1:
                cut.append((point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)))
            for three in cut:
                yield tuple(where for where, _ in three), sum(light for _, light in three) / 3


def spot(point: tuple[float, float]) -> tuple[int, int]:
    """A corner as neighbours share it."""
    return round(point[0]), round(point[1])


def facets(layout: Layout, steep: float) -> dict[str, list[float]]:
    """The light on each of a hex's six triangles."""
    found = {}
    for name, hex_data in layout.hexes.items():
        heights = [height * steep for height in hex_data.get("corners") or []]
        if len(heights) == 6:
            points, centre, high = layout.corners(name), layout.centre(name), hex_data["elevation"] * steep
            found[name] = [slope_light((centre, points[i], points[j]), (high, heights[i], heights[j])) for i, j in PAIRS]
    return found


def exaggeration(layout: Layout) -> float:
    """Metres to drawing units, steepened so that the map's own relief fills the range of light."""
    drops = []
    for one in layout.hexes.values():
        if one.get("corners"):
            drops += [abs(corner - one["elevation"]) for corner in one["corners"]]
    drops.sort()
    typical = drops[int(len(drops) * 0.9)] if drops else 0
    return 0.8 * R / typical if typical else 0.0


def slope_light(triangle: tuple[tuple[float, float], ...], heights: tuple[float, float, float]) -> float:
    """How bright a triangle is: from -0.5, turned away from the light, over 0, flat, to 0.5."""
    (x0, y0), (x1, y1), (x2, y2) = triangle
    ux, uy, uz = x1 - x0, y1 - y0, heights[1] - heights[0]
    vx, vy, vz = x2 - x0, y2 - y0, heights[2] - heights[0]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    if nz < 0:
        nx, ny, nz = -nx, -ny, -nz
    length = sqrt(nx * nx + ny * ny + nz * nz) or 1.0
    lit = (-0.5 * nx - 0.55 * ny + 0.67 * nz) / length - 0.67
    return max(-0.5, min(0.5, lit * 0.95))


def textures(layout: Layout, look: Mapping[str, Any]) -> str:
    """Small marks scattered over each hex, the same every time."""
    paths: dict[str, list[str]] = defaultdict(list)
    for name, hex_data in layout.hexes.items():
        x, y = layout.centre(name)
        rng = Random(name)
        for texture in textures_of(hex_data, look["terrain"]):
            for _ in range(MARK_COUNT.get(texture, 6)):
                dx, dy = (rng.random() - 0.5) * 1.25 * R, (rng.random() - 0.5) * 0.8 * HIGH
                paths[texture].append(f"M{x + dx:.1f} {y + dy:.1f}{MARKS[texture]}")
    return "".join(
        f'<path d="{"".join(parts)}" fill="none" stroke="{INKS.get(texture, "#4a3a22")}" stroke-width="0.9" stroke-linecap="round" opacity="0.33"/>'
        for texture, parts in paths.items()
    )


def textures_of(hex_data: Mapping[str, Any], looks: Mapping[str, Any]) -> list[str]:
    """The textures of a hex: its terrain's, and those further terrains' that say they lie over another."""
    words = [hex_data["terrain"], *(word for word in str(hex_data.get("also") or "").split() if looks.get(word, {}).get("over"))]
    return [texture for texture in dict.fromkeys(looks.get(word, {}).get("texture", "none") for word in words) if texture in MARKS]


MARKS = {
    "scrub": "l0 0.1m3 -1.5l0 0.1m-1.5 3l0 0.1",
    "stipple": "l0 0.1m4 2l0 0.1",
    "hills": "q4 -5 8 0",
    "peaks": "l4 -7l4 7m-4 -7l1.5 3",
    "cliffs": "l7 0m-6 0l0 3m2.5 -3l0 3m2.5 -3l0 3",
    "hatch": "l4 -4",
    "dunes": "q3 -3 6 0q3 -3 6 0",
    "marsh": "l6 0m-3 0l0 -3m-2 3l-1 -2m4 2l1 -2",
    "trees": "q-3 -3 0 -5q3 2 0 5l0 2",
    "water": "q2.5 -2 5 0q2.5 2 5 0",
    "stones": "l1.4 -1.6l1.8 0.6l-0.6 1.8z",
    "crags": "l2.5 -4.5l2 1.5l2.5 3z",
    "rubble": "h2.4v1.8h-2.4z",
    "houses": "h8v6h-8z",
    "court": "h16v12h-16z",
    "bushes": "q-1.6 -3 1 -3q3 0 1.4 3z",
    "grove": "a2.6 2.6 0 1 0 0.1 0z",
    "rows": "l3 -1m2 1l3 -1m2 1l3 -1",
    "palms": "l0 -5m0 0q-3 -2 -4 1m4 -1q3 -2 4 1m-4 -1q0 -3 -2 -3",
    "ring": "a6 6 0 1 1 5 3",
    "ditch": "h4v-4h4v4h4",
}
MARK_COUNT = {
    "scrub": 7,
    "stipple": 8,
    "hills": 4,
    "peaks": 5,
    "water": 2,
    "dunes": 4,
    "marsh": 5,
    "trees": 8,
    "hatch": 7,
    "cliffs": 4,
    "stones": 9,
    "houses": 2,
    "court": 1,
    "ring": 1,
    "ditch": 1,
    "bushes": 7,
    "rubble": 9,
}
INKS = {"water": "#2c5f7a", "marsh": "#2c6a5a", "trees": "#2f5a2c", "peaks": "#2c1e12", "cliffs": "#2c1e12"}
