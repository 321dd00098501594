"""First draft of the Ethiopia 1935 map: terrain, hexsides and lines from a per-hex elevation file.

    python tools/draft_ethiopia_map.py ELEVATIONS.csv --out DIR [--rivers RIVERS.geojson]

ELEVATIONS.csv has the columns hex,lat,lon,centre,mean,min,max,sea and the six corners. RIVERS.geojson holds named
line strings in degrees; without it only the rivers of `ethiopia_geography.toml` are drawn. The files written are a
draft: once copied into the game's data folder they are the truth and are edited by hand.
"""

from __future__ import annotations

import argparse
import csv
import heapq
import itertools
import json
import math
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HEX_KM = 19.31
SIDE_KM = HEX_KM / math.sqrt(3)
CORNERS = ("c_e", "c_ne", "c_nw", "c_w", "c_sw", "c_se")
MAIN_RIVERS = {"Tekeze", "Setit", "Abay", "Awash", "Shebele", "Shabeelle", "Genale", "Jubba"}

Point = tuple[float, float]
Place = tuple[str, float, float, str, int]


@dataclass(frozen=True)
class Ground:
    """One hex as sampled."""

    column: int
    row: int
    lat: float
    lon: float
    centre: int
    mean: int
    low: int
    high: int
    sea: float
    corners: tuple[int, ...]

    @property
    def number(self) -> str:
        return f"{self.column:02d}{self.row:02d}"

    @property
    def relief(self) -> int:
        return self.high - self.low


def metres(cell: str) -> int:
    """Open sea was not sampled."""
    return int(cell) if cell else 0


def read_ground(path: Path, columns: Sequence[int], rows: Sequence[int]) -> dict[str, Ground]:
    """The hexes of the sheet, by number."""
    found: dict[str, Ground] = {}
    with path.open(newline="") as lines:
        for r in csv.DictReader(lines):
            column, row = int(r["hex"][:2]), int(r["hex"][2:])
            if columns[0] <= column <= columns[1] and rows[0] <= row <= rows[1]:
                corners = tuple(metres(r[c]) for c in CORNERS)
                found[r["hex"]] = Ground(
                    column, row, float(r["lat"]), float(r["lon"]), metres(r["centre"]), metres(r["mean"]),
                    metres(r["min"]), metres(r["max"]), float(r["sea"]), corners,
                )  # fmt: skip
    return found


def neighbours(number: str) -> list[str]:
    """The six neighbours, on the sheet or off it; even columns lie half a hex south."""
    c, r = int(number[:2]), int(number[2:])
    up, down = (r, r + 1) if c % 2 == 0 else (r - 1, r)
    around = [(c, r - 1), (c + 1, up), (c + 1, down), (c, r + 1), (c - 1, down), (c - 1, up)]
    return [f"{x:02d}{y:02d}" for x, y in around]


def is_inside(ring: Sequence[Sequence[float]], lon: float, lat: float) -> bool:
    """Even-odd rule."""
    inside = False
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (y1 > lat) != (y2 > lat) and lon < (x2 - x1) * (lat - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def in_boxes(boxes: Iterable[Sequence[float]], g: Ground) -> bool:
    return any(s <= g.lat <= n and w <= g.lon <= e for s, n, w, e in boxes)


def country(g: Ground, geography: dict[str, Any]) -> str:
    for c in geography["countries"]:
        if is_inside(c["ring"], g.lon, g.lat):
            return str(c["name"])
    return "ethiopia"


def terrain(g: Ground, land: str, zones: dict[str, Any]) -> str:
    """Elevation and relief decide; the zones say where the strange ground is."""
    if g.sea > 0.55:
        return "sea"
    if land == "neutral":
        return "none"
    for kind in ("lake", "marsh"):
        if in_boxes(zones[kind], g):
            return kind
    if in_boxes(zones["amba"], g) and g.relief > 550:
        return "amba"
    if (in_boxes(zones["massif"], g) and g.high > 2900) or g.mean > 3150 or (g.high > 3500 and g.relief > 1300):
        return "massif"
    if g.relief > 1500 and g.mean > 1700:
        return "amba"
    if (g.mean > 1450 and g.relief > 300) or (g.mean > 900 and g.relief > 600) or g.relief > 900:
        return "mountain"
    if in_boxes(zones["desert"], g) and g.mean < (850 if g.lat > 8.5 else 650):
        return "desert"
    return "clear"


class Vertices:
    """The corners of the hexes as a graph whose edges are hexsides: rivers run on it."""

    def __init__(self, ground: dict[str, Ground]) -> None:
        self.at: dict[tuple[int, int], Point] = {}
        self.sides: dict[tuple[int, int], dict[tuple[int, int], list[str]]] = {}
        for g in ground.values():
            x, y = (g.column - 1) * 1.5 * SIDE_KM, (g.row - 1) * HEX_KM + (HEX_KM / 2 if g.column % 2 == 0 else 0)
            ring = []
            for k in range(6):
                p = (x + SIDE_KM * math.cos(math.pi / 3 * k), y - SIDE_KM * math.sin(math.pi / 3 * k))
                key = (round(p[0]), round(p[1]))
                ring.append(key)
                self.at.setdefault(key, p)
            for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
                self.sides.setdefault(a, {}).setdefault(b, []).append(g.number)
                self.sides.setdefault(b, {}).setdefault(a, []).append(g.number)

    def nearest(self, p: Point) -> tuple[int, int] | None:
        best = min(self.at, key=lambda k: math.dist(self.at[k], p))
        return best if math.dist(self.at[best], p) < HEX_KM else None

    def walk(self, a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]]:
        """The shortest walk by corners."""
        queue, came = [(0, a)], {a: a}
        for steps, v in queue:
            if v == b:
                break
            for w in self.sides[v]:
                if w not in came:
                    came[w] = v
                    queue.append((steps + 1, w))
        path = [b]
        while path[-1] != a and path[-1] in came:
            path.append(came[path[-1]])
        return path[::-1]


def to_km(lon: float, lat: float) -> Point:
    """The projection of the sampled grid: true distances along each parallel."""
    return ((lon - 34.5) * 111.32 * math.cos(math.radians(lat)), (16.25 - lat) * 110.574)


def river_sides(line: Sequence[Sequence[float]], vertices: Vertices) -> list[tuple[str, str]]:
    """The hexsides nearest to a line, without spurs."""
    path: list[tuple[int, int]] = []
    for (x1, y1), (x2, y2) in itertools.pairwise(line):
        for i in range(8):
            v = vertices.nearest(to_km(x1 + (x2 - x1) * i / 8, y1 + (y2 - y1) * i / 8))
            if v is None:
                continue
            for w in vertices.walk(path[-1], v)[1:] if path else [v]:
                if w in path:  # a loop or a spur: go back to where it left
                    del path[path.index(w) + 1 :]
                else:
                    path.append(w)
    sides = []
    for a, b in itertools.pairwise(path):
        pair = sorted(vertices.sides[a].get(b, []))
        if len(pair) == 2:
            sides.append((pair[0], pair[1]))
    return sides


def easiest_way(a: str, b: str, ground: dict[str, Ground], kinds: dict[str, str]) -> list[str]:
    """From hex to hex by the ground that a road builder would choose."""
    price = {"clear": 3, "desert": 3, "mountain": 4, "amba": 7, "massif": 8, "marsh": 8, "none": 4}
    best, came = {a: 0.0}, {a: a}
    queue = [(0.0, a)]
    while queue:
        spent, h = heapq.heappop(queue)
        if h == b:
            break
        for n in neighbours(h):
            if n not in ground or kinds[n] not in price:
                continue
            climb = abs(ground[n].mean - ground[h].mean) / 400
            total = spent + price[kinds[n]] + climb
            if total < best.get(n, math.inf):
                best[n], came[n] = total, h
                heapq.heappush(queue, (total, n))
    way = [b]
    while way[-1] != a:
        way.append(came[way[-1]])
    return way[::-1]


def hex_of(place: Place, ground: dict[str, Ground]) -> str:
    _, lon, lat, *_ = place
    p = to_km(lon, lat)
    return min(ground, key=lambda h: math.dist(p, to_km(ground[h].lon, ground[h].lat)))


def write_hexes(out: Path, ground: dict[str, Ground], kinds: dict[str, str], lands: dict[str, str]) -> None:
    with (out / "hexes.csv").open("w", newline="") as file:
        file.write("# source: terrain\n# note: Terrain from elevation and relief with the zones of our geography; land from approximate frontiers.\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["hex", "terrain", "elevation", *CORNERS, "land"])
        for number in sorted(ground):
            g = ground[number]
            land = "sea" if kinds[number] == "sea" else lands[number]
            writer.writerow([number, kinds[number], g.centre, *g.corners, land])


def write_hexsides(out: Path, rivers: dict[tuple[str, str], str], lands: dict[str, str], kinds: dict[str, str]) -> None:
    rows = [(a, b, "river", title) for (a, b), title in rivers.items()]
    for a, land in lands.items():
        for b in neighbours(a):
            if b in lands and a < b and land != lands[b] and "sea" not in (kinds[a], kinds[b]):
                rows.append((a, b, "frontier", ""))
    with (out / "hexsides.csv").open("w", newline="") as file:
        file.write("# source: terrain\n# note: Rivers from Natural Earth and our own lines; a hexside may carry both a river and the frontier.\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["a", "b", "kind", "title"])
        writer.writerows(sorted(rows))


def write_lines(out: Path, geography: dict[str, Any], where: dict[str, str], ways: list[list[str]]) -> None:
    text = []
    for line, way in zip(geography["lines"], ways, strict=True):
        hexes = ", ".join(f'"{h}"' for h in way)
        text.append(f'[[lines]]\nkind = "{line["kind"]}"\ntitle = "{line["title"]}"\nhexes = [{hexes}]\nsource = "history"\n')
    for key, (title, _, _, kind, rank) in geography["places"].items():
        text.append(f'[[places]]\nkey = "{key}"\ntitle = "{title}"\nhex = "{where[key]}"\nkind = "{kind}"\nrank = {rank}\n')
    (out / "lines_and_places.toml").write_text("\n".join(text))


def read_rivers(path: Path | None, geography: dict[str, Any]) -> list[tuple[str, Sequence[Sequence[float]]]]:
    rivers: list[tuple[str, Sequence[Sequence[float]]]] = [(r["key"], r["line"]) for r in geography["rivers"]]
    if path is not None:
        for feature in json.loads(path.read_text())["features"]:
            name = feature["properties"].get("name") or ""
            shape = feature["geometry"]
            if name in MAIN_RIVERS:
                parts = shape["coordinates"] if shape["type"] == "MultiLineString" else [shape["coordinates"]]
                rivers += [(name.lower(), [p[:2] for p in part]) for part in parts]
    return rivers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("elevations", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rivers", type=Path)
    args = parser.parse_args()
    geography = tomllib.loads((Path(__file__).parent / "ethiopia_geography.toml").read_text())
    ground = read_ground(args.elevations, geography["sheet"]["columns"], geography["sheet"]["rows"])
    lands = {n: country(g, geography) for n, g in ground.items()}
    kinds = {n: terrain(g, lands[n], geography["zones"]) for n, g in ground.items()}
    where = {key: hex_of(p, ground) for key, p in geography["places"].items()}
    for number in where.values():  # a named place stands on ground that can be entered
        if kinds[number] in ("sea", "lake"):
            kinds[number] = "none" if lands[number] == "neutral" else "clear"
    for key, kind in geography["forced"].items():
        kinds[where[key]] = kind
    vertices = Vertices(ground)
    rivers: dict[tuple[str, str], str] = {}
    for title, line in read_rivers(args.rivers, geography):
        for a, b in river_sides(line, vertices):
            if {kinds[a], kinds[b]}.isdisjoint({"sea"}) and (kinds[a], kinds[b]) != ("lake", "lake"):
                rivers.setdefault((a, b), title)
    ways = []
    for drawn in geography["lines"]:
        stops = [where[k] for k in drawn["by"]]
        way = stops[:1]
        for a, b in itertools.pairwise(stops):
            way += easiest_way(a, b, ground, kinds)[1:]
        ways.append(way)
    args.out.mkdir(parents=True, exist_ok=True)
    write_hexes(args.out, ground, kinds, lands)
    write_hexsides(args.out, rivers, lands, kinds)
    write_lines(args.out, geography, where, ways)


if __name__ == "__main__":
    main()
