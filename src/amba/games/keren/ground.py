"""What the map implies, worked out once: step costs, zones, levels and lines of sight."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import lru_cache

from amba.games.keren.book import rule
from amba.kit.sight import Sight, SightMap
from amba.kit.sight_table import SightTable
from amba.load.files import DataError, PrintedTable
from amba.load.kept import KeptFile
from amba.load.maps import HexMap

Edge = tuple[int, int, int]
"""A neighbour, the ordinary cost of entering it, and the road rate. 0: no road leads there, or, between the tunnel and its ends, nothing else."""

WAYS = ("road", "rail", "tunnel", "gorge")


@rule("2.1")
class Ground:
    """The hexes, and after them the tunnel as a place of its own (10.5)."""

    def __init__(self, game_map: HexMap, key: PrintedTable, tunnel: int) -> None:
        self.map, self.grid, self.tunnel = game_map, game_map.grid, tunnel
        self.size = self.grid.size
        self._key = dict(zip(key.rows, key.cells, strict=True))
        self.under_tunnel, self.portals = self._tunnel_line()
        self.prohibited = game_map.hexsides["prohibited"]
        self.roadblock = game_map.hexsides["roadblock"]
        self.fort_sides = game_map.hexsides["fort"]
        self.entry = [self._entry(h) for h in range(self.size)]
        self.limit = [4 if name == "clear" else 3 for name in game_map.terrain] + [2]
        self.ways = self._ways(WAYS)
        self.victory_ways = self._ways(("road", "rail", "tunnel"))
        self.edges = [self._edges(h) for h in range(self.size)] + [[(p, 0, 1) for p in self.portals]]
        self.tank_edges = [[e for e in row if (h, e[0]) not in self.roadblock] for h, row in enumerate(self.edges)]
        self.next_to = [[there for there, _, _ in row] for row in self.edges]
        self.zoc_links = [[n for n in row if (h, n) not in self.roadblock] for h, row in enumerate(self.next_to)]
        self.levels = sheer_levels(self)
        self._distances: dict[int, list[int]] = {}
        self.table = self._table()
        self.sight = self.table.sight

    def _number(self, name: str, cell: str) -> int:
        try:
            return int(cell)
        except ValueError:
            raise DataError("tables/terrain.csv", 0, f"{name}: found {cell!r}; expected a number") from None

    def _tunnel_line(self) -> tuple[int, tuple[int, int]]:
        for line in self.map.lines:
            if line.kind == "tunnel" and len(line.hexes) == 3:
                return line.hexes[1], (line.hexes[0], line.hexes[2])
        raise DataError("map.toml", 0, "expected a line of kind 'tunnel' with three hexes: portal, tunnel, portal")

    @rule("10.1", "2.2")
    def _entry(self, place: int) -> int:
        """The cost of entering a hex off the roads; a ridge adds to the ground under it."""
        name = self.map.terrain[place]
        if name == "ridge":
            under = self.map.rows[place].get("under") or "precipice"
            return self._number(under, self._key[under][0]) + self._number(name, self._key[name][0])
        return self._number(name, self._key[name][0])

    @rule("10.3")
    def _ways(self, kinds: tuple[str, ...]) -> list[set[int]]:
        """Which places are joined by road, railway, gorge or tunnel. The tunnel's own hex lies above it and has no part in it."""
        joined: list[set[int]] = [set() for _ in range(self.size + 1)]
        for line in self.map.lines:
            if line.kind not in kinds:
                continue
            hexes = tuple(self.tunnel if line.kind == "tunnel" and h == self.under_tunnel else h for h in line.hexes)
            for a, b in itertools.pairwise(hexes):
                joined[a].add(b)
                joined[b].add(a)
        return joined

    @rule("10.1", "10.3")
    def _edges(self, here: int) -> list[Edge]:
        """Every step out of a hex that is not prohibited, with its costs."""
        row: list[Edge] = []
        for there in self.grid.neighbours[here]:
            if (here, there) not in self.prohibited:
                fort = 1 if (here, there) in self.fort_sides else 0
                row.append((there, self.entry[there] + fort, 1 if there in self.ways[here] else 0))
        if here in self.portals:
            row.append((self.tunnel, 0, 1))
        return row

    def hex_of(self, place: int) -> int:
        """The hex where a place lies on the map."""
        return self.under_tunnel if place == self.tunnel else place

    def distance(self, a: int, b: int) -> int:
        return self.grid.distance(self.hex_of(a), self.hex_of(b))

    def side_between(self, here: int, there: int) -> str:
        """What kind of closed hexside is between two hexes: "prohibited", "roadblock", or none."""
        return "prohibited" if (here, there) in self.prohibited else "roadblock" if (here, there) in self.roadblock else ""

    @rule("12.1", "11.0")
    def sees(self, here: int, there: int) -> bool:
        """Whether artillery has a line of sight; a neighbour behind a prohibited or roadblock side is never seen."""
        return not self.side_between(here, there) and self.table.sees(here, there)

    def distances_to(self, goal: int) -> list[int]:
        """Hexes from every place to a goal; worked out once for each goal."""
        found = self._distances.get(goal)
        if found is None:
            found = self._distances[goal] = [self.distance(place, goal) for place in range(self.size + 1)]
        return found

    def southing(self, place: int) -> int:
        """How far south the middle of a hex lies, in half hexes."""
        column, row = self.grid.column_row(place)
        return 2 * row + (column % 2)

    def printed_level(self, place: int) -> int | None:
        """12.1: the level of the terrain; None for a sheer hex."""
        cell = self._key[self.map.terrain[place]][1]
        return None if cell == "between" else self._number(self.map.terrain[place], cell)

    @rule("12.0", "12.1", "12.3")
    def _table(self) -> SightTable:
        """Ridges stop every line across them, and so do prohibited and roadblock sides."""
        shape = self.grid.shape
        first_north = (shape.first_column % 2 == 0) == (shape.even_columns == "north")
        order = {level: rank for rank, level in enumerate(sorted(set(self.levels)))}
        heights = tuple(order[level] for level in self.levels[: self.size])
        ridges = frozenset(h for h in range(self.size) if self.map.terrain[h] == "ridge")
        return shared_table(shape.columns, shape.rows, first_north, heights, ridges, frozenset(self.prohibited | self.roadblock))


@lru_cache(maxsize=2)
def shared_table(
    columns: int, rows: int, first_north: bool, heights: tuple[int, ...], ridges: frozenset[int], walls: frozenset[tuple[int, int]]
) -> SightTable:
    """One table for every game on the same ground: it takes seconds to fill, and is kept on disk."""
    kept = KeptFile("keren-sight", (columns, rows, first_north, heights, sorted(ridges), sorted(walls)), ("kit/sight.py", "kit/sight_table.py"))
    return SightTable(Sight(SightMap(columns, rows, first_north), heights, ridges, walls), kept)


@rule("12.1", "12.2")
def sheer_levels(ground: Ground) -> list[Fraction]:
    """The level of every place; a sheer hex lies between the lowest and the highest ground it looks out on, in proportion to its distance."""
    printed = [ground.printed_level(h) for h in range(ground.size)]
    levels = []
    for place, level in enumerate(printed):
        levels.append(Fraction(level) if level is not None else _between(ground, printed, place))
    return [*levels, levels[ground.under_tunnel]]


def _between(ground: Ground, printed: list[int | None], place: int) -> Fraction:
    """Outwards through sheer hexes until two different levels have been met."""
    met: dict[int, int] = {}
    seen, edge, distance = {place}, [place], 0
    while edge and len(met) < 2:
        distance += 1
        found = {n for h in edge for n in ground.grid.neighbours[h]} - seen
        seen |= found
        edge = []
        for there in found:
            level = printed[there]
            if level is None:
                edge.append(there)
            else:
                met.setdefault(level, distance)
    low, high = min(met), max(met)
    if low == high:
        return Fraction(low) + Fraction(1, 2)
    return low + Fraction((high - low) * met[low], met[low] + met[high])
