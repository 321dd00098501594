"""The map of a scenario as the table draws it: tints, relief, hexsides, tracks and what must be held (docs/wire.md)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from amba.games.hollow.boards.ground import Ground
from amba.kit.rays import Hex

LEVEL = 24
"""Metres a level stands for on the drawing: steep enough for the shading to tell."""
BASE = 2.5
"""Keeps the swell of a plain between two contour lines."""
SHAPES = {"summit": 22, "hillock": 11, "high_dune": 12, "low_dune": 6, "deir": -4, "stream": -16, "wadi": -14}
TINTS = (
    "large_building", "building", "rubble", "woods", "palms", "olive_grove", "cactus_patch", "orchard", "vineyard", "grain", "marsh", "brush", "crag", "broken_crag",
    "summit", "high_dune", "low_dune", "hillock", "sand", "hammada", "broken_ground", "scrub", "deir", "stream", "wadi", "trench", "sangar", "entrenchment",
)  # fmt: skip
"""Which of several terrains gives a hex its tint: the first of these that it has."""


def tint(ground: Ground, place: Hex) -> str:
    """The terrain whose colour a hex wears: on a hill its level, else the most telling thing in it."""
    found = ground.terrain[place]
    first = next((word for word in TINTS if word in found), "open")
    level = ground.level[place]
    return f"level_{level}" if level > 0 and TINTS.index(first if first in TINTS else "hammada") > TINTS.index("broken_crag") else first


def height(ground: Ground, place: Hex) -> float:
    """Metres at the centre of a hex, for the shading only; a flat plain still has its swell."""
    words = ground.terrain[place]
    shape = next((metres for word, metres in SHAPES.items() if word in words), 0)
    swell = (place[0] * 7 + place[1] * 13 + place[0] * place[1]) % 5 - 2
    return BASE + ground.level[place] * LEVEL + shape + swell * 0.3


def relief(ground: Ground) -> dict[Hex, tuple[float, list[float]]]:
    """Each hex's height at its centre and its six corners, east first and counter-clockwise; a corner is the mean of the hexes that meet there."""
    centres = {place: height(ground, place) for place in ground.name}
    steps = ((1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2))  # the neighbours, south-east first and counter-clockwise
    found = {}
    for place, own in centres.items():
        around = [centres.get((place[0] + dx, place[1] + dy), own) for dx, dy in steps]
        found[place] = own, [round((own + around[i] + around[(i + 1) % 6]) / 3, 1) for i in range(6)]
    return found


def hexes(ground: Ground, on_map: Collection[Hex]) -> list[dict[str, Any]]:
    shape = relief(ground)
    found = []
    for place in sorted(on_map):
        main = tint(ground, place)
        others = [word for word in TINTS if word in ground.terrain[place] and word != main]
        middle, corners = shape[place]
        row = {"id": ground.name[place], "at": [place[0], place[1] // 2], "terrain": main, "also": " ".join(others)}
        found.append({**row, "elevation": round(middle, 1), "corners": corners})
    return found


def lines(ground: Ground, on_map: Collection[Hex]) -> list[dict[str, Any]]:
    """Tracks and roads as they run, and the beds of wadis from hex to hex."""
    beds = ground.sides.get("wadi", frozenset()) | ground.sides.get("wadi_join", frozenset())
    found = [
        {"kind": "stream" if ground.has(a, "stream") and ground.has(b, "stream") else "wadi", "title": "", "hexes": [ground.name[a], ground.name[b]]}
        for a, b in sorted(beds)
        if _both_wadi(ground, a, b) and a in on_map and b in on_map
    ]
    return found + [
        {"kind": kind, "title": "", "hexes": [ground.name[place] for place in places if place in on_map]} for kind, places in ground.lines
    ]


def _both_wadi(ground: Ground, a: Hex, b: Hex) -> bool:
    return ground.has(a, "wadi") and ground.has(b, "wadi")


def hexsides(ground: Ground, on_map: Collection[Hex]) -> list[dict[str, Any]]:
    found = []
    for kind, pairs in sorted(ground.sides.items()):
        for a, b in sorted(pairs):
            if kind == "wadi_join" or (kind == "wadi" and _both_wadi(ground, a, b)) or a not in on_map or b not in on_map:
                continue
            found.append({"a": ground.name[a], "b": ground.name[b], "kind": kind})
    return found


def map_of(ground: Ground, look: Mapping[str, Any], title: str, only: Collection[Hex] | None = None) -> dict[str, Any]:
    """A map without a game on it: what `amba board` shows, or the part of it that is played on."""
    on_map = frozenset(ground.name if only is None else only)
    columns, rows = ([place[0] for place in on_map], [place[1] // 2 for place in on_map])
    first_column, first_row = min(columns), min(rows)
    return {
        "title": title,
        "credit": "Our own boards, drawn by the project's generator",
        "grid": {
            "columns": max(columns) - first_column + 1,
            "rows": max(rows) - first_row + 1,
            "first_column": first_column,
            "first_row": first_row,
            "even_columns": "south",
            "hex_km": 0.04,
        },
        "hexes": hexes(ground, on_map),
        "lines": lines(ground, on_map),
        "hexsides": hexsides(ground, on_map),
        "places": [],
        "areas": [],
        "labels": [],
        "look": dict(look),
        "pieces": [],
        "sides": [{"key": key, "title": style["title"]} for key, style in look["sides"].items()],
        "boxes": [],
        "overlays": [],
        "source_notes": [],
    }
