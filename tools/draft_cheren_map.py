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
import math
import sys
from pathlib import Path
from typing import Any

COLUMNS, ROWS = 34, 22
ORIGIN_LAT, ORIGIN_LON, HEX_KM = 16.35, 36.25, 12.5
CORNERS = ("c_e", "c_ne", "c_nw", "c_w", "c_sw", "c_se")

# key, title, lat, lon, kind, rank, vp, letter, further fields, source. A hex given at the end overrules the nearest one.
PLACES: list[tuple[Any, ...]] = [
    ("kassala", "Kassala", 15.451, 36.400, "town", 2, 1, "K", {"supply": "allied"}, "history", ""),
    ("tessenei", "Tessenei", 15.110, 36.658, "town", 1, 1, "T", {}, "history", ""),
    ("cheru", "Cheru", 15.620, 37.000, "town", 1, 1, "U", {}, "rulebook", ""),
    ("agordat", "Agordat", 15.548, 37.883, "town", 2, 2, "A", {}, "rulebook", ""),
    ("barentu", "Barentu", 15.106, 37.591, "town", 2, 2, "B", {}, "history", ""),
    ("om-ager", "Om Ager", 14.328, 36.644, "town", 1, 1, "O", {}, "rulebook", ""),
    ("cheren", "Cheren", 15.778, 38.451, "town", 3, 4, "C", {}, "rulebook", ""),
    ("asmara", "Asmara", 15.338, 38.932, "town", 3, 5, "S", {"supply": "italian"}, "history", ""),
    ("massaua", "Massaua", 15.608, 39.475, "town", 3, 4, "M", {"supply": "italian"}, "rulebook", ""),
    ("arresa", "Arresa", 14.927, 38.566, "town", 1, 1, "", {}, "rulebook", ""),
    ("adi-ugri", "Adi Ugri", 14.887, 38.815, "town", 2, 2, "", {}, "history", ""),
    ("adi-quala", "Adi Quala", 14.635, 38.834, "town", 1, 1, "", {}, "history", ""),
    ("decamere", "Decamere", 15.070, 39.048, "town", 2, 2, "", {}, "history", ""),
    ("adi-caieh", "Adi Caieh", 14.844, 39.377, "town", 1, 1, "", {}, "history", ""),
    ("af-abed", "Af Abed", 16.200, 38.690, "town", 1, 1, "F", {"supply": "allied", "supply_from": 5}, "rulebook", ""),
    ("adua", "Adua", 14.163, 38.899, "town", 2, 2, "W", {}, "history", ""),
    ("axum", "Axum", 14.124, 38.724, "town", 1, 1, "X", {}, "history", "2420"),
    ("himora", "Himora", 14.304, 36.606, "village", 1, 0, "", {"garrison": "wolkait"}, "reconstruction", "0419"),
    ("bircuta", "Bircuta", 14.160, 37.357, "village", 1, 0, "", {"garrison": "wolkait"}, "reconstruction", ""),
    ("scire", "Scire", 14.103, 38.283, "village", 1, 0, "", {"garrison": "tigre"}, "reconstruction", ""),
    ("enticcio", "Enticciò", 14.280, 39.150, "village", 1, 0, "", {"garrison": "tigre"}, "reconstruction", ""),
    ("tocombia", "Tocombia", 14.784, 37.474, "village", 1, 0, "", {}, "reconstruction", ""),
    ("sabderat", "Sabderat", 15.450, 36.650, "place", 1, 0, "", {}, "history", ""),
    ("aicota", "Aicota", 15.170, 37.050, "place", 1, 0, "", {}, "history", ""),
    ("biscia", "Biscia", 15.486, 37.533, "place", 1, 0, "", {}, "history", ""),
    ("hagat", "Hagat", 15.700, 38.250, "place", 1, 0, "", {}, "history", ""),
    ("ad-teclesan", "Ad Teclesan", 15.520, 38.790, "place", 1, 0, "", {}, "history", ""),
    ("nefasit", "Nefasit", 15.323, 39.059, "place", 1, 0, "", {}, "history", ""),
    ("ghinda", "Ghinda", 15.449, 39.089, "place", 1, 0, "", {}, "history", "2809"),
    ("senafe", "Senafè", 14.700, 39.422, "place", 1, 0, "", {}, "history", ""),
    ("adigrat", "Adigrat", 14.280, 39.470, "place", 1, 0, "", {}, "history", ""),
    ("chelamet", "Chelamet", 16.080, 38.579, "place", 1, 0, "", {}, "history", ""),
    ("cub-cub", "Cub Cub", 16.350, 38.641, "place", 1, 0, "", {}, "history", "2400"),
    ("dessie-road", "Dessiè road", 13.99, 39.50, "exit", 1, 0, "", {"supply": "italian"}, "reconstruction", "3221"),
    ("gondar-road", "Gondar road", 13.99, 38.20, "exit", 1, 0, "", {"supply": "italian"}, "reconstruction", "1921"),
]

# title, kind, the places or hexes it joins in order, source
LINES = [
    ("Cheru road", "road", ["kassala", "sabderat", "cheru", "biscia", "agordat"], "reconstruction"),
    ("Strada 5", "road", ["kassala", "tessenei", "aicota", "barentu", "1411", "1410", "1509", "1609", "agordat"], "history"),
    ("Cheren road", "road", ["agordat", "hagat", "2106", "cheren", "2306", "ad-teclesan", "asmara"], "history"),
    ("Strada 1", "road", ["asmara", "nefasit", "ghinda", "3007", "3107", "massaua"], "history"),
    ("Strada 3", "road", ["nefasit", "decamere"], "history"),
    ("Strada 2", "road", ["asmara", "2710", "2711", "decamere", "adi-caieh", "3114", "senafe", "adigrat", "dessie-road"], "history"),
    ("Strada 6", "road", ["asmara", "2610", "2611", "2612", "adi-ugri", "adi-quala", "adua", "axum", "scire", "gondar-road"], "history"),
    ("Aicota track", "track", ["aicota", "0810", "0909", "1009", "1108", "1209", "biscia"], "history"),
    ("Arresa track", "track", ["barentu", "1312", "1412", "arresa", "adi-ugri"], "reconstruction"),
    ("Adi Ugri track", "track", ["decamere", "2712", "2613"], "reconstruction"),
    ("Tessenei track", "track", ["tessenei", "om-ager"], "reconstruction"),
    ("Antoré track", "track", ["barentu", "tocombia", "om-ager"], "reconstruction"),
    ("Chelamet track", "track", ["cheren", "2205", "chelamet", "af-abed", "cub-cub"], "reconstruction"),
    ("Samhar track", "track", ["af-abed", "massaua"], "reconstruction"),
    ("Enticcio track", "track", ["adua", "enticcio", "adigrat"], "reconstruction"),
]

# Real courses as (lon, lat), upstream first.
SETIT = [
    (37.62, 13.95),
    (37.60, 14.05),
    (37.52, 14.15),
    (37.47, 14.24),
    (37.40, 14.32),
    (37.35, 14.41),
    (37.26, 14.44),
    (37.15, 14.42),
    (37.07, 14.27),
    (36.94, 14.30),
    (36.81, 14.32),
    (36.67, 14.31),
    (36.55, 14.27),
    (36.50, 14.23),
    (36.37, 14.28),
    (36.22, 14.25),
]
MAREB = [
    (39.05, 14.80),
    (39.04, 14.66),
    (38.98, 14.55),
    (38.85, 14.49),
    (38.70, 14.48),
    (38.56, 14.43),
    (38.43, 14.44),
    (38.35, 14.52),
    (38.26, 14.64),
    (38.19, 14.68),
    (38.01, 14.75),
    (37.92, 14.88),
    (37.73, 14.93),
    (37.63, 14.93),
    (37.57, 14.83),
    (37.43, 14.81),
    (37.30, 14.85),
    (37.19, 15.04),
    (37.04, 15.16),
    (36.92, 15.15),
    (36.81, 15.16),
    (36.72, 15.11),
    (36.65, 15.13),
    (36.52, 15.17),
    (36.36, 15.25),
    (36.31, 15.32),
    (36.25, 15.45),
]
ANSEBA = [
    (38.87, 15.44),
    (38.80, 15.50),
    (38.70, 15.62),
    (38.62, 15.72),
    (38.49, 15.84),
    (38.46, 15.91),
    (38.40, 15.98),
    (38.34, 16.07),
    (38.25, 16.25),
    (38.20, 16.32),
    (38.17, 16.43),
]
RIVERS = [("Setit", SETIT), ("Gash", MAREB), ("Anseba", ANSEBA)]

# Eritrea's southern frontier of 1935, west to east: the Setit, a straight line, the Mareb, the Belesa and the Muna.
FRONTIER = (
    [p for p in reversed(SETIT) if p[0] <= 37.53]
    + [p for p in reversed(MAREB) if 37.9 <= p[0] <= 38.97 and p[1] < 14.9]
    + [(39.10, 14.50), (39.30, 14.52), (39.45, 14.53), (39.70, 14.57)]
)

# What the rulebook or the story of the campaign fixes, whatever the elevations say.
ANCHORS = {
    "0807": ("rough", "clear"),  # 9.0: Cheru is rough with some clear
    "2206": ("hill", "rough"),  # Cheren: a small plateau in the ring
    "2105": ("mountain", ""),
    "2207": ("mountain", ""),
    "2305": ("mountain", ""),
    "2107": ("mountain", ""),
    "2104": ("mountain", ""),
    "2204": ("mountain", ""),
    "2106": ("hill", ""),  # the gorge: the one road gap
    "2306": ("hill", ""),
    "2205": ("hill", ""),
    "3207": ("clear", ""),  # Massaua on its shore
    "2402": ("rough", ""),  # Af Abed basin
    "2313": ("rough", "hill"),  # Arresa, on the edge of the Serae
    "2308": ("mountain", ""),
    "2309": ("mountain", ""),
    "2310": ("mountain", ""),
    "2311": ("mountain", ""),  # the western scarp
    "2212": ("mountain", ""),
    "2312": ("mountain", ""),
    "2214": ("hill", ""),
    "2213": ("hill", ""),
    "2709": ("rough", "clear"),  # Asmara, at the brink of the scarp
    "2608": ("clear", ""),
    "2609": ("clear", ""),
    "2610": ("clear", ""),
    "2509": ("clear", ""),
    "2510": ("rough", ""),
    "2513": ("rough", "clear"),
    "2613": ("clear", ""),
    "2612": ("clear", ""),
    "1311": ("hill", "rough"),  # the Barentu knot
    "2812": ("rough", ""),
    "3113": ("rough", "hill"),
    "2616": ("rough", "hill"),  # the plateau towns
    "2420": ("rough", ""),
    "2520": ("rough", ""),
}


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
    for (ax, ay), (bx, by) in itertools.pairwise(FRONTIER):
        if ax <= lon <= bx or bx <= lon <= ax:
            return lat < ay + (by - ay) * (lon - ax) / ((bx - ax) or 1)
    return lat < (FRONTIER[0][1] if lon < FRONTIER[0][0] else FRONTIER[-1][1])


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


def quoted(items: list[str]) -> str:
    return "[" + ", ".join(f'"{i}"' for i in items) + "]"


LABELS = [
    ("Red Sea", "sea", ["3001", "3204"]),
    ("Hamasien", "region", ["2409", "2709"]),
    ("Serae", "region", ["2314", "2514"]),
    ("Acchele Guzai", "region", ["2813", "3113"]),
    ("Barca", "region", ["1103", "1106"]),
    ("Cunama", "region", ["0913", "1213"]),
    ("Sahel", "range", ["1601", "1904"]),
    ("Mensa", "range", ["2403", "2605"]),
    ("Samhar", "region", ["2803", "2905"]),
    ("Wolkait", "region", ["0620", "1021"]),
    ("Tigrè", "region", ["2118", "2518"]),
    ("Sudan", "region", ["0003", "0203"]),
    ("Setit", "river", ["0618", "0818"]),
    ("Gash", "river", ["0911", "1012"]),
    ("Mareb", "river", ["1914", "2116"]),
    ("Anseba", "river", ["2001", "2103"]),
]


def main(terrain_csv: str, outdir: str) -> None:
    with Path(terrain_csv).open(encoding="utf-8") as f:
        rows = {r["hex"]: r for r in csv.DictReader(f)}
    out = Path(outdir)
    out.mkdir(parents=True, exist_ok=True)
    terrain = {h: draft_terrain(r) for h, r in rows.items()}
    also = dict.fromkeys(terrain, "-")
    for h, (first, second) in ANCHORS.items():
        terrain[h], also[h] = first, second or "-"

    hex_of = {p[0]: p[10] or nearest(p[3], p[2]) for p in PLACES}
    cost = {h: {"clear": 1.0, "rough": 1.3, "hill": 2.0, "mountain": 6.0, "sea": 99.0}[t] for h, t in terrain.items()}
    used: set[tuple[str, str]] = set()
    lines = []
    for title, kind, stops, source in LINES:
        at = [hex_of.get(s, s) for s in stops]
        path = [at[0]]
        for a, b in itertools.pairwise(at):
            path += least_cost(a, b, cost, used)[1:]
        used |= {(min(a, b), max(a, b)) for a, b in itertools.pairwise(path)}
        lines.append((title, kind, path, source))
        for h in path:
            if terrain[h] == "mountain":  # 9.1: no brigade could follow a road through a mountain hex
                terrain[h] = "hill"

    joins, sides = vertex_graph()
    rivers: dict[tuple[str, str], str] = {}
    for title, course in RIVERS:
        for pair in river_sides(course, joins, sides):
            rivers.setdefault(pair, title)

    wolkait = flood(hex_of["himora"], rivers)  # all that lies beyond the Setit
    tigre = [h for h, r in rows.items() if south_of_frontier(float(r["lon"]), float(r["lat"])) and float(r["lon"]) > 37.5 and h not in wolkait]
    areas = [
        ("wolkait", "Wolkait", wolkait, 'garrison = true\nsource = "history"'),
        ("tigre", "Tigrè", tigre, 'garrison = true\nsource = "history"'),
        ("red-edge-west", "Red map edge, west", [name(0, r) for r in range(6, 15)], 'side = "allied"\nfrom_turn = 1\nsource = "reconstruction"'),
        ("red-edge-north", "Red map edge, north", [name(c, 0) for c in range(22, 27)], 'side = "allied"\nfrom_turn = 5\nsource = "reconstruction"'),
    ]

    with (out / "hexes.csv").open("w", encoding="utf-8", newline="") as f:
        f.write(
            "# source: terrain\n# note: Terrain from real elevations (relief within the hex), corrected to the rulebook's facts and the story of the\n"
            "# note: campaign. `also` is a second terrain in the same hex, - for none: the dearest counts for movement and stacking, the best for defence.\n"
        )
        w = csv.writer(f, lineterminator="\n")
        w.writerow(["hex", "terrain", "elevation", *CORNERS, "also"])
        for h, r in sorted(rows.items()):
            w.writerow([h, terrain[h], r["centre"] or 0, *(r[k] or 0 for k in CORNERS), also[h]])  # no reading = open sea
    with (out / "hexsides.csv").open("w", encoding="utf-8", newline="") as f:
        f.write(
            "# source: terrain\n# note: Real river courses laid on the nearest hexsides. The Barca is dry in this season and is not drawn (rule 1.0).\n"
        )
        w = csv.writer(f, lineterminator="\n")
        w.writerow(["a", "b", "kind", "name"])
        for (a, b), title in rivers.items():
            w.writerow([a, b, "river", title])
    with (out / "map.toml").open("w", encoding="utf-8") as f:
        f.write("""title  = "Western Eritrea, 1941"
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
""")
        for title, kind, path, source in lines:
            f.write(f'\n[[lines]]\nkind = "{kind}"\ntitle = "{title}"\nhexes = {quoted(path)}\nsource = "{source}"\n')
        for key, title, lat, lon, kind, rank, vp, letter, more, source, _ in PLACES:
            f.write(
                f'\n[[places]]\nkey = "{key}"\ntitle = "{title}"\nhex = "{hex_of[key]}"\nkind = "{kind}"\nrank = {rank}\nlat = {lat}\nlon = {lon}\n'
            )
            f.write(f"vp = {vp}\n" + (f'letter = "{letter}"\n' if letter else ""))
            for k, v in more.items():
                f.write(f"{k} = {v}\n" if isinstance(v, int) else f'{k} = "{v}"\n')
            f.write(f'source = "{source}"\n')
        for key, title, hexes, more in areas:
            f.write(f'\n[[areas]]\nkey = "{key}"\ntitle = "{title}"\nhexes = {quoted(runs(hexes))}\n{more}\n')
        for text, kind, hexes in LABELS:
            f.write(f'\n[[labels]]\ntext = "{text}"\nkind = "{kind}"\nhexes = {quoted(hexes)}\n')


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: draft_cheren_map.py TERRAIN.csv OUTDIR")
    main(sys.argv[1], sys.argv[2])
