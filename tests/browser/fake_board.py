"""Boards for developing the client without the engine: read from a game's data folder, or from a bare elevation table."""

from __future__ import annotations

import csv
import random
import tomllib
from pathlib import Path
from typing import Any

CORNERS = ("c_e", "c_ne", "c_nw", "c_w", "c_sw", "c_se")

PLAIN_LOOK: dict[str, Any] = {
    "terrain": {
        "clear": {"title": "Clear", "colour": "#e9dcb4", "texture": "none"},
        "slope": {"title": "Slope", "colour": "#dfcd9c", "texture": "stipple"},
        "hill": {"title": "Hill", "colour": "#d2b57f", "texture": "hills"},
        "bluff": {"title": "Bluff", "colour": "#c39c6c", "texture": "cliffs"},
        "precipice": {"title": "Precipice", "colour": "#b0805a", "texture": "peaks"},
    },
    "lines": {
        "rail": {"title": "Railway", "colour": "#3a2c28", "width": 1.6, "casing": "#f3e6c8"},
        "road": {"title": "Road", "colour": "#8a2f1c", "width": 2.6, "casing": "#fff3d8"},
    },
    "hexsides": {"cliff": {"title": "Sheer", "colour": "#5a3420", "width": 2.4, "style": "cliff"}},
    "places": {"peak": {"symbol": "peak"}, "town": {"symbol": "town"}},
    "sides": {
        "red": {"title": "Red", "fill": "#d9a28a", "ink": "#2a0f0a", "accent": "#a3271a"},
        "green": {"title": "Green", "fill": "#a9b78a", "ink": "#14200c", "accent": "#3f6a1e"},
    },
    "marks": {"tired": {"title": "Tired", "short": "TRD", "shape": "triangle", "colour": "#c07a00"}},
}


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def spread(hexes: list[str]) -> list[str]:
    out: list[str] = []
    for item in hexes:
        if "-" in item:
            first, last = item.split("-")
            out += [f"{first[:2]}{row:02d}" for row in range(int(first[2:]), int(last[2:]) + 1)]
        else:
            out.append(item)
    return out


def faces(unit: dict[str, str]) -> list[dict[str, Any]]:
    strengths = unit.get("strengths", "4").split(";")
    return [
        {"left": s, "middle": "", "right": unit.get("mp", "5"), "reduced": i > 0, "text": f"strength {s}, movement {unit.get('mp', '5')}"}
        for i, s in enumerate(strengths)
    ]


def from_game(folder: Path) -> dict[str, Any]:
    data = folder / "data"
    spec = tomllib.loads((data / "map.toml").read_text(encoding="utf-8"))
    look_file = folder / "look" / "look.toml"
    look = tomllib.loads(look_file.read_text(encoding="utf-8")) if look_file.exists() else PLAIN_LOOK
    pieces = [
        {
            "key": u["key"],
            "title": u["title"],
            "side": u["side"],
            "kind": u["kind"],
            "size": u["size"],
            "colour": u.get("colour", u["side"]),
            "designation": u.get("designation", u["key"]),
            "code": u.get("setup", "")[:1].upper() + (u.get("turn", "") if u.get("turn", "0") != "0" else ""),
            "band": "green" if u.get("garrison", "-") != "-" else "",
            "faces": faces(u),
            "setup": u.get("setup", ""),
            "turn": u.get("turn", "0"),
        }
        for u in rows(data / "units.csv")
    ]
    sides = list(dict.fromkeys(str(p["side"]) for p in pieces))
    return board(
        folder.name,
        spec.get("title", folder.name),
        spec.get("credit", ""),
        spec["grid"],
        [hex_row(r, r["terrain"], r["elevation"]) for r in rows(data / "hexes.csv")],
        spec.get("lines", []),
        rows(data / "hexsides.csv"),
        [{**p, "badge": str(p.get("vp") or "")} for p in spec.get("places", [])],
        [{**a, "hexes": spread(a["hexes"])} for a in spec.get("areas", [])],
        spec.get("labels", []),
        look,
        pieces,
        sides,
    )


def hex_row(r: dict[str, str], terrain: str, elevation: str) -> dict[str, Any]:
    return {
        "id": r["hex"],
        "terrain": terrain,
        "also": r.get("also", "").strip("-"),
        "elevation": float(elevation),
        "corners": [float(r[c]) for c in CORNERS],
    }


def from_ground(path: Path, key: str, title: str, columns: int, rows_: int, first: int, even: str, km: float, count: int) -> dict[str, Any]:
    """A board from elevations alone, with made-up units: for trying large maps."""
    table = rows(path)

    def terrain(r: dict[str, str]) -> str:
        drop = float(r["max"]) - float(r["min"])
        return "clear" if drop < 45 else "slope" if drop < 75 else "hill" if drop < 110 else "bluff" if drop < 150 else "precipice"

    grid = {"columns": columns, "rows": rows_, "first_column": first, "first_row": first, "even_columns": even, "hex_km": km}
    kinds = ["infantry", "mountain", "artillery", "motorized", "cavalry", "tank", "machine-gun", "engineer", "hq", "leader", "armoured-car", "mule"]
    luck = random.Random(4)
    pieces = [
        {
            "key": f"u{i}",
            "title": f"Unit {i}",
            "side": "red" if i % 2 else "green",
            "kind": kinds[i % len(kinds)],
            "size": "II",
            "colour": "red" if i % 2 else "green",
            "designation": f"{i}/{luck.randint(1, 40)}",
            "code": "",
            "band": "",
            "faces": [
                {"left": "4", "middle": "6", "right": "8", "reduced": False, "text": "4-6-8"},
                {"left": "2", "middle": "3", "right": "8", "reduced": True, "text": "2-3-8"},
            ],
            "setup": "",
            "turn": "0",
        }
        for i in range(count)
    ]
    peaks = sorted(table, key=lambda r: -float(r["max"]))[:60:6]
    places = [{"key": f"p{i}", "title": f"Point {round(float(r['max']))}", "hex": r["hex"], "kind": "peak", "rank": 1} for i, r in enumerate(peaks)]
    return board(
        key,
        title,
        "Elevation: NASA SRTM via viewfinderpanoramas.org",
        grid,
        [hex_row(r, terrain(r), r["centre"]) for r in table],
        [],
        [],
        places,
        [],
        [],
        PLAIN_LOOK,
        pieces,
        ["red", "green"],
    )


def board(
    key: str,
    title: str,
    credit: str,
    grid: dict[str, Any],
    hexes: list[Any],
    lines: list[Any],
    hexsides: list[Any],
    places: list[Any],
    areas: list[Any],
    labels: list[Any],
    look: dict[str, Any],
    pieces: list[Any],
    sides: list[str],
) -> dict[str, Any]:
    return {
        "game": key,
        "title": title,
        "credit": credit,
        "grid": grid,
        "hexes": hexes,
        "lines": lines,
        "hexsides": hexsides,
        "places": places,
        "areas": areas,
        "labels": labels,
        "boxes": [{"id": f"{s}-hand", "title": f"{s.title()} hand"} for s in sides],
        "look": look,
        "pieces": pieces,
        "sides": [{"key": s, "title": look.get("sides", {}).get(s, {}).get("title", s.title())} for s in sides],
        "overlays": [
            {"key": "zoc", "title": "Zones of control", "letter": "z", "needs": ""},
            {"key": "supply", "title": "Supply", "letter": "s", "needs": ""},
            {"key": "los", "title": "Line of sight", "letter": "l", "needs": "hex"},
            {"key": "reach", "title": "Reach", "letter": "r", "needs": "piece"},
        ],
        "source_notes": [{"file": "hexes.csv", "source": "terrain", "note": "Real elevations."}],
    }
