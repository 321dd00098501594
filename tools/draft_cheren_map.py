#!/usr/bin/env python3
"""Draft the Cheren map from real ground: python tools/draft_cheren_map.py TERRAIN.csv OUTDIR

Reads one row per hex (hex, lat, lon, centre, mean, min, max, sea, six corners) and writes map.toml, hexes.csv and
hexsides.csv. It makes the FIRST draft only: once the files are in data/, they are the truth and are edited by hand.
Standard library only.
"""

from __future__ import annotations

import csv
import heapq
import itertools
import json
import math
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

COLUMNS, ROWS = 34, 22
ORIGIN_LAT, ORIGIN_LON, HEX_KM = 16.35, 36.25, 12.5
CORNERS = ("c_e", "c_ne", "c_nw", "c_w", "c_sw", "c_se")

GEOGRAPHY = tomllib.loads((Path(__file__).parent / "cheren_geography.toml").read_text(encoding="utf-8"))
HEX_NOTES = [
    "source: terrain",
    "note: Terrain from real elevations (relief within the hex), corrected to the rulebook's facts and the story of the",
    "note: campaign. `also` is a second terrain in the same hex, - for none: the dearest counts for movement and stacking, the best for defence.",
]
SIDE_NOTES = [
    "source: terrain",
    "note: Real river courses laid on the nearest hexsides. The Barca is dry in this season and is not drawn (rule 1.0).",
]
HEADER = """title  = "Western Eritrea, 1941"
source = "terrain"
note   = "The printed map is unknown to us. The ground is real; which towns count, their victory points and the road net are reconstructed from the rulebook and from published accounts. The source of a place vouches for the place only: its points and its letter are reconstructions, save the letters K and F (8.4). The source of a line vouches for the link, not for its class or its hexes."
credit = "Elevation: NASA SRTM via viewfinderpanoramas.org; places: Who's On First and GeoNames (CC BY 4.0); rivers and coast: Natural Earth"

[grid]
columns = 34
rows = 22
first_column = 0
first_row = 0
even_columns = "north"
hex_km = 12.5
"""


def name(c: int, r: int) -> str:
    return f"{c:02d}{r:02d}"


def split(h: str) -> tuple[int, int]:
    return int(h[:2]), int(h[2:])


def neighbours(h: str) -> list[str]:
    c, r = split(h)
    if c % 2 == 0:
        near = [(c, r - 1), (c + 1, r - 1), (c + 1, r), (c, r + 1), (c - 1, r), (c - 1, r - 1)]
    else:
        near = [(c, r - 1), (c + 1, r), (c + 1, r + 1), (c, r + 1), (c - 1, r + 1), (c - 1, r)]
    return [name(x, y) for x, y in near if 0 <= x < COLUMNS and 0 <= y < ROWS]


def km(lon: float, lat: float) -> tuple[float, float]:
    return (lon - ORIGIN_LON) * 111.32 * math.cos(math.radians(lat)), (ORIGIN_LAT - lat) * 110.62


def centre_km(h: str) -> tuple[float, float]:
    c, r = split(h)
    return c * HEX_KM * math.sqrt(3) / 2, r * HEX_KM - (HEX_KM / 2 if c % 2 == 0 else 0)


def nearest(lon: float, lat: float) -> str:
    x, y = km(lon, lat)
    return min((name(c, r) for c in range(COLUMNS) for r in range(ROWS)), key=lambda h: math.dist(centre_km(h), (x, y)))


def draft_terrain(row: dict[str, str]) -> str:
    if float(row["sea"]) >= 0.5:
        return "sea"
    low, high, mean = float(row["min"]), float(row["max"]), float(row["mean"])
    relief = min(high - low, 3 * min(mean - low, high - mean) + 100)  # a lone peak on a plain stays a plain
    plateau = 100 if mean > 1600 else 0
    if relief < 180 + plateau:
        return "clear"
    if relief < 420 + plateau:
        return "rough"
    return "hill" if relief < 880 else "mountain"


def least_cost(start: str, goal: str, cost: dict[str, float], used: set[tuple[str, str]]) -> list[str]:
    best, back, queue = {start: 0.0}, {}, [(0.0, start)]
    while queue:
        d, h = heapq.heappop(queue)
        if h == goal:
            break
        if d > best[h]:
            continue
        for n in neighbours(h):
            e = d + cost[n] * (0.5 if (min(h, n), max(h, n)) in used else 1.0)
            if e < best.get(n, math.inf):
                best[n], back[n] = e, h
                heapq.heappush(queue, (e, n))
    path = [goal]
    while path[-1] != start:
        path.append(back[path[-1]])
    return path[::-1]


Point = tuple[float, float]
Joins = dict[Point, list[Point]]
Sides = dict[tuple[Point, Point], list[str]]


def vertex_graph() -> tuple[Joins, Sides]:
    """Corner points of the grid: their joins, and the two hexes on each side of a join."""
    sides: Sides = {}
    half_width, half_height = HEX_KM / math.sqrt(3) / 2, HEX_KM / 2  # corners lie on this lattice
    for c in range(COLUMNS):
        for r in range(ROWS):
            x, y = 3 * c, 2 * r - (1 if c % 2 == 0 else 0)
            ring = [((x + i) * half_width, (y + j) * half_height) for i, j in ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))]
            for i in range(6):
                a, b = sorted((ring[i], ring[(i + 1) % 6]))
                sides.setdefault((a, b), []).append(name(c, r))
    joins: Joins = {}
    for (a, b), hexes in sides.items():
        if len(hexes) == 2:
            joins.setdefault(a, []).append(b)
            joins.setdefault(b, []).append(a)
    return joins, sides


def to_line(p: tuple[float, float], line: list[tuple[float, float]]) -> float:
    best = math.inf
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        dx, dy = bx - ax, by - ay
        t = max(0.0, min(1.0, ((p[0] - ax) * dx + (p[1] - ay) * dy) / (dx * dx + dy * dy)))
        best = min(best, math.dist(p, (ax + t * dx, ay + t * dy)))
    return best


def river_sides(course: list[tuple[float, float]], joins: Joins, sides: Sides) -> list[tuple[str, str]]:
    """The chain of hexsides that keeps closest to a real course."""
    line = [km(*p) for p in course]
    start, goal = (min(joins, key=lambda v: math.dist(v, end)) for end in (line[0], line[-1]))
    best, back, queue = {start: 0.0}, {}, [(0.0, start)]
    while queue:
        d, v = heapq.heappop(queue)
        if v == goal:
            break
        if d > best[v]:
            continue
        for w in joins[v]:
            middle = ((v[0] + w[0]) / 2, (v[1] + w[1]) / 2)
            e = d + 1 + (to_line(middle, line) / 2) ** 2
            if e < best.get(w, math.inf):
                best[w], back[w] = e, v
                heapq.heappush(queue, (e, w))
    chain, v = [], goal
    while v != start:
        low, high = sorted((v, back[v]))
        a, b = sorted(sides[low, high])
        chain.append((a, b))
        v = back[v]
    return chain[::-1]


def south_of_frontier(lon: float, lat: float) -> bool:
    frontier: list[Point] = GEOGRAPHY["frontier"]
    for (ax, ay), (bx, by) in itertools.pairwise(frontier):
        if ax <= lon <= bx or bx <= lon <= ax:
            return lat < ay + (by - ay) * (lon - ax) / ((bx - ax) or 1)
    return lat < (frontier[0][1] if lon < frontier[0][0] else frontier[-1][1])


def flood(start: str, rivers: dict[tuple[str, str], str]) -> list[str]:
    """Every hex that can be reached from `start` without crossing a river."""
    seen, todo = {start}, [start]
    while todo:
        h = todo.pop()
        for n in neighbours(h):
            if n not in seen and (min(h, n), max(h, n)) not in rivers:
                seen.add(n)
                todo.append(n)
    return sorted(seen)


def runs(hexes: list[str]) -> list[str]:
    """The a-b shorthand: one column, rows a to b."""
    out: list[list[str]] = []
    for h in sorted(hexes):
        if out and out[-1][-1][:2] == h[:2] and int(out[-1][-1][2:]) + 1 == int(h[2:]):
            out[-1].append(h)
        else:
            out.append([h])
    return [g[0] if len(g) == 1 else f"{g[0]}-{g[-1]}" for g in out]


def places() -> list[dict[str, Any]]:
    """The places with the hex each lies in, in the order of fields that map.toml has."""
    found = []
    for card in GEOGRAPHY["places"]:
        hex = card.pop("at", "") or nearest(card["lon"], card["lat"])
        head = {
            "key": card["key"],
            "title": card["title"],
            "hex": hex,
            "kind": card["kind"],
            "rank": card["rank"],
            "lat": card["lat"],
            "lon": card["lon"],
        }
        found.append({**head, **{field: value for field, value in card.items() if field not in head}})
    return found


def lines(hex_of: dict[str, str], terrain: dict[str, str]) -> list[dict[str, Any]]:
    """Roads and tracks along the easiest ground. Mountains they cross become hills: 9.1, no brigade could follow a road through a mountain hex."""
    cost = {h: {"clear": 1.0, "rough": 1.3, "hill": 2.0, "mountain": 6.0, "sea": 99.0}[t] for h, t in terrain.items()}
    used: set[tuple[str, str]] = set()
    found = []
    for card in GEOGRAPHY["lines"]:
        at = [hex_of.get(stop, stop) for stop in card["stops"]]
        path = [at[0]]
        for a, b in itertools.pairwise(at):
            path += least_cost(a, b, cost, used)[1:]
        used |= {(min(a, b), max(a, b)) for a, b in itertools.pairwise(path)}
        found.append({"kind": card["kind"], "title": card["title"], "hexes": path, "source": card["source"]})
        terrain.update({h: "hill" for h in path if terrain[h] == "mountain"})
    return found


def rivers() -> dict[tuple[str, str], str]:
    joins, sides = vertex_graph()
    found: dict[tuple[str, str], str] = {}
    for title, course in GEOGRAPHY["rivers"].items():
        for pair in river_sides(course, joins, sides):
            found.setdefault(pair, title)
    return found


def areas(rows: dict[str, dict[str, str]], himora: str, streams: dict[tuple[str, str], str]) -> list[dict[str, Any]]:
    wolkait = flood(himora, streams)  # all that lies beyond the Setit
    tigre = [h for h, r in rows.items() if south_of_frontier(float(r["lon"]), float(r["lat"])) and float(r["lon"]) > 37.5 and h not in wolkait]
    west, north = [name(0, r) for r in range(6, 15)], [name(c, 0) for c in range(22, 27)]
    return [
        {"key": "wolkait", "title": "Wolkait", "hexes": runs(wolkait), "garrison": True, "source": "history"},
        {"key": "tigre", "title": "Tigrè", "hexes": runs(tigre), "garrison": True, "source": "history"},
        {"key": "red-edge-west", "title": "Red map edge, west", "hexes": runs(west), "side": "allied", "from_turn": 1, "source": "reconstruction"},
        {"key": "red-edge-north", "title": "Red map edge, north", "hexes": runs(north), "side": "allied", "from_turn": 5, "source": "reconstruction"},
    ]


def in_toml(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(in_toml(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def entries(kind: str, cards: Iterable[dict[str, Any]]) -> str:
    return "".join(f"\n[[{kind}]]\n" + "".join(f"{field} = {in_toml(value)}\n" for field, value in card.items()) for card in cards)


def write_csv(path: Path, notes: list[str], head: list[str], rows: Iterable[list[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as f:
        f.writelines(f"# {line}\n" for line in notes)
        w = csv.writer(f, lineterminator="\n")
        w.writerow(head)
        w.writerows(rows)


def main(terrain_csv: str, outdir: str) -> None:
    with Path(terrain_csv).open(encoding="utf-8") as f:
        rows = {r["hex"]: r for r in csv.DictReader(f)}
    terrain = {h: draft_terrain(r) for h, r in rows.items()} | {h: both[0] for h, both in GEOGRAPHY["anchors"].items()}
    also = {h: both[1] for h, both in GEOGRAPHY["anchors"].items() if len(both) > 1}
    towns, streams = places(), rivers()
    hex_of = {card["key"]: card["hex"] for card in towns}
    ways = lines(hex_of, terrain)

    out = Path(outdir)
    out.mkdir(parents=True, exist_ok=True)
    ground = (
        [h, terrain[h], r["centre"] or 0, *(r[k] or 0 for k in CORNERS), also.get(h, "-")] for h, r in sorted(rows.items())
    )  # no reading = open sea
    write_csv(out / "hexes.csv", HEX_NOTES, ["hex", "terrain", "elevation", *CORNERS, "also"], ground)
    write_csv(out / "hexsides.csv", SIDE_NOTES, ["a", "b", "kind", "name"], ([a, b, "river", title] for (a, b), title in streams.items()))
    parts = [HEADER, entries("lines", ways), entries("places", towns), entries("areas", areas(rows, hex_of["himora"], streams))]
    (out / "map.toml").write_text("".join([*parts, entries("labels", GEOGRAPHY["labels"])]), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: draft_cheren_map.py TERRAIN.csv OUTDIR")
    main(sys.argv[1], sys.argv[2])
