"""Boards laid side by side, turned or not: the ground a scenario is played on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from amba.games.hollow.boards.answers import OPEN_LINES, SIGHTLINES, Answers
from amba.games.hollow.boards.board import Board, side
from amba.games.hollow.boards.naming import HEIGHT, PLACES, WIDTH, hex_name, turned
from amba.games.hollow.boards.terrain import TERRAIN, Terrain
from amba.games.hollow.book import rule
from amba.kit.rays import NEIGHBOURS, Hex, Pair

NOTHING: frozenset[str] = frozenset()
SLOPE, RISE, COVER, LOW, GROWTH, WADI, LIP, WALL = (1 << bit for bit in range(8))
"""What a line of sight may meet in a hex or at its sides; `SLOPE` is ground of another level, which no hex has by itself."""
MEETS = {"wall": WALL, "hedge": WALL, "cactus_hedge": WALL, "dune_crest": WALL, "lip": LIP}


class JoinError(Exception):
    """Two half-hexes that cannot make one hex."""


class Placed(NamedTuple):
    """A board in the layout, lying as printed or turned by 180 degrees."""

    board: Board
    is_turned: bool = False


class BoardKinds(NamedTuple):
    """What the boards of a layout are: the hexes of each board in the order of the layout, and those of boards that are no desert."""

    hexes: tuple[frozenset[Hex], ...] = ()
    other: frozenset[Hex] = frozenset()
    mixed: frozenset[Hex] = frozenset()
    """Hexes of which one half lies on a desert board and the other does not."""
    broken: frozenset[Hex] = frozenset()
    steppe: frozenset[Hex] = frozenset()
    hills: frozenset[Hex] = frozenset()
    """Hexes of boards whose hills are as hills elsewhere (176.6)."""


DESERT = BoardKinds()
"""One desert board, or several."""


class Heights:
    """Heights of the ground and of what stands on it, in half levels, worked out once."""

    def __init__(self, ground: Ground) -> None:
        self.base = {place: 2 * level for place, level in ground.level.items()}
        self.bed = {place: top - 2 for place, top in self.base.items()}
        self.hillock = {place: ground.surface(place) for place in ground.name if ground.rise(place)}
        self.cover: dict[Hex, int] = {}
        """Tops of woods and buildings."""
        self.low: dict[Hex, int] = {}
        """Tops of what is half a level high and fills its hex."""
        self.low_word: dict[Hex, str] = {}
        self.growth: dict[Hex, Terrain] = {}
        """What hinders; of several the greatest."""
        for place, words in ground.terrain.items():
            for terrain in (TERRAIN[word] for word in sorted(words)):
                top = ground.surface(place) + terrain.obstacle
                if terrain.obstacle >= 2:
                    self.cover[place] = max(top, self.cover.get(place, top))
                elif terrain.obstacle == 1 and place not in self.low:
                    self.low[place], self.low_word[place] = top, terrain.key
                if terrain.hindrance > (self.growth[place].hindrance if place in self.growth else 0):
                    self.growth[place] = terrain
        self.growth_top = {place: ground.surface(place) + terrain.height for place, terrain in self.growth.items()}


class Ground:
    """Every hex of the layout by its place; names, levels, terrain and hexsides.

    A hex is a place in the units of `kit.rays`. A hex on a join has a name on each of the two boards; the first in the layout is the one shown.
    """

    def __init__(
        self,
        names: Mapping[Hex, Sequence[str]],
        level: Mapping[Hex, int],
        terrain: Mapping[Hex, frozenset[str]],
        sides: Mapping[str, Iterable[Pair]],
        lines: Sequence[tuple[str, tuple[Hex, ...]]] = (),
        kinds: BoardKinds = DESERT,
    ) -> None:
        self.name = {place: found[0] for place, found in names.items()}
        self.names = {place: tuple(found) for place, found in names.items()}
        self.place = {name: place for place, found in names.items() for name in found}
        self.level = {place: level.get(place, 0) for place in self.name}
        self.terrain = {place: _with_bed(terrain.get(place, NOTHING)) for place in self.name}
        self.sides = {kind: frozenset(pairs) for kind, pairs in sides.items()}
        self.on_side: dict[Pair, frozenset[str]] = {}
        for kind, pairs in self.sides.items():
            for pair in pairs:
                self.on_side[pair] = self.on_side.get(pair, NOTHING) | {kind}
        self.lines = tuple(lines)
        self.kinds = kinds
        self.heights = Heights(self)
        self.memory: Answers[Any] = Answers(SIGHTLINES)  # Any: the rules above know what lines of sight are
        """Lines of sight, by their two viewpoints: what has been worked out of this ground, which never changes."""
        self.open_lines: Answers[bool] = Answers(OPEN_LINES)
        """Whether the ground leaves a line open, by its two viewpoints; filled as it is asked for."""
        self.hillocks = self._groups({p for p in self.name if self.rise(p)})
        self.summits = self._groups({p for p in self.name if "summit" in self.terrain[p]})
        self.features = {place: self._features(place) for place in self.name}
        for pair, found in self.on_side.items():
            for place in pair:
                if place in self.features:
                    self.features[place] |= sum({MEETS.get(kind, 0) for kind in found})
        self.lip_hexes = {p for pair in self.sides.get("lip", ()) for p in pair if self.has(p, "deir")}

    def neighbours(self, place: Hex) -> list[Hex]:
        around = [(place[0] + step[0], place[1] + step[1]) for step in NEIGHBOURS]
        return [there for there in around if there in self.name]

    def has(self, place: Hex, *words: str) -> bool:
        """Whether the hex is on the map and has any of these terrains."""
        return not self.terrain.get(place, NOTHING).isdisjoint(words)

    def has_side(self, a: Hex, b: Hex, *kinds: str) -> bool:
        """Whether any of these lies on the hexside."""
        found = self.on_side.get((a, b) if a < b else (b, a))
        return found is not None and not found.isdisjoint(kinds)

    def rise(self, place: Hex) -> int:
        """By how many half levels the ground itself stands above the base level: hillocks and high dunes 1, summits 2."""
        found = self.terrain.get(place, NOTHING)
        if "summit" in found:
            return 2
        return 1 if "hillock" in found or "high_dune" in found else 0

    def surface(self, place: Hex) -> int:
        """The height of the ground in half levels, with hillocks, without the bed of a wadi."""
        return 2 * self.level.get(place, 0) + self.rise(place)

    def _features(self, place: Hex) -> int:
        """What there is in a hex that sight depends on, as bits."""
        heights = self.heights
        found = RISE if place in heights.hillock else 0
        for bit, where in ((COVER, heights.cover), (LOW, heights.low), (GROWTH, heights.growth)):
            found |= bit if place in where else 0
        return found | (WADI if self.has(place, "wadi") else 0)

    def _groups(self, members: set[Hex]) -> dict[Hex, int]:
        """Connected hexes share a number."""
        group: dict[Hex, int] = {}
        for start in sorted(members):
            if start in group:
                continue
            number = len(set(group.values()))
            queue = [start]
            group[start] = number
            for place in queue:
                for there in self.neighbours(place):
                    if there in members and there not in group:
                        group[there] = number
                        queue.append(there)
        return group

    def is_accessible(self, a: Hex, b: Hex) -> bool:
        """Whether one may cross from a hex to its neighbour at all."""
        return b in self.neighbours(a) and not self.has_side(a, b, "cliff", "wadi_cliff")

    def with_terrain(self, terrain: Mapping[Hex, frozenset[str]], sides: Mapping[str, Iterable[Pair]] | None = None) -> Ground:
        """The same ground with other terrain."""
        return Ground(self.names, self.level, terrain, self.sides if sides is None else sides, self.lines, self.kinds)

    def with_levels(self, level: Mapping[Hex, int]) -> Ground:
        """The same ground with hexes that lie higher or lower."""
        return Ground(self.names, {**self.level, **level}, self.terrain, self.sides, self.lines, self.kinds)

    def with_lines(self, lines: Iterable[tuple[str, tuple[Hex, ...]]]) -> Ground:
        """The same ground with more tracks and roads."""
        return Ground(self.names, self.level, self.terrain, self.sides, (*self.lines, *lines), self.kinds)

    @rule("176.1", "176.5")
    def is_desert(self, place: Hex) -> bool:
        """On a desert board; where one half of a hex is desert and the other is not, only a wadi hex and a hex accessible to hammada or sand is."""
        if place not in self.kinds.mixed:
            return place not in self.kinds.other
        beside = (there for there in self.neighbours(place) if self.is_accessible(place, there))
        return self.has(place, "wadi") or any(self.has(there, "hammada", "sand", "low_dune", "high_dune") for there in beside)

    @rule("176.6")
    def has_normal_costs(self, place: Hex) -> bool:
        """Whether the hex costs what it costs off the desert: on another board, or a bare hill hex of a board such as 25."""
        bare = not self.has(place, "scrub", "hammada", "wadi")
        return not self.is_desert(place) or (place in self.kinds.hills and self.level[place] > 0 and bare)


@rule("3.5")
def lay(layout: Sequence[Sequence[Placed]]) -> Ground:
    """Boards lie edge to edge in rows; the half-hexes along a join make whole hexes that belong to both boards."""
    names: dict[Hex, list[str]] = {}
    level: dict[Hex, int] = {}
    terrain: dict[Hex, frozenset[str]] = {}
    sides: dict[str, set[Pair]] = {}
    lines: list[tuple[str, tuple[Hex, ...]]] = []
    wadi_boards: dict[Hex, set[tuple[int, int]]] = {}
    covered: list[tuple[bool, frozenset[Hex]]] = []
    hills: set[Hex] = set()
    for down, row in enumerate(layout):
        for across, placed in enumerate(row):
            board = placed.board
            where = _where(placed, across, down)
            covered.append((board.is_desert, frozenset(where.values())))
            hills |= set(where.values()) if board.has_normal_hills else set()
            for local in PLACES:
                place = where[local]
                _join_level(board, local, place, level, names)
                names.setdefault(place, []).append(f"{board.number}{hex_name(local)}")
                found = board.terrain.get(local, NOTHING)
                terrain[place] = _joined(terrain.get(place, NOTHING), found)
                if "wadi" in _with_bed(found):
                    wadi_boards.setdefault(place, set()).add((across, down))
            for kind, pairs in board.sides.items():
                sides.setdefault(kind, set()).update(side(where[a], where[b]) for a, b in pairs)
            lines.extend((kind, tuple(where[p] for p in places)) for kind, places in board.lines)
    sides["wadi_join"] = _wadi_joins(wadi_boards, sides)
    desert, other = (frozenset(hex for is_desert, hexes in covered if is_desert is wanted for hex in hexes) for wanted in (True, False))
    kinds = BoardKinds(tuple(hexes for _, hexes in covered), other, desert & other, hills=frozenset(hills))
    return Ground(names, level, terrain, sides, lines, kinds)


def _where(placed: Placed, across: int, down: int) -> dict[Hex, Hex]:
    found = {}
    for local in PLACES:
        column, y = turned(local) if placed.is_turned else local
        found[local] = (column + WIDTH * across, y + HEIGHT * down)
    return found


def _join_level(board: Board, local: Hex, place: Hex, level: dict[Hex, int], names: Mapping[Hex, Sequence[str]]) -> None:
    mine = board.level.get(local, 0)
    if place in names and level.get(place, 0) != mine:
        name = f"{board.number}{hex_name(local)}"
        raise JoinError(f"{names[place][0]} is at level {level.get(place, 0)} and {name} at level {mine}: the boards do not fit")
    if mine:
        level[place] = mine


@rule("81")
def _with_bed(found: frozenset[str]) -> frozenset[str]:
    """A stream runs in a bed, as a wadi does."""
    return found | {"wadi"} if "stream" in found else found


def _joined(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """What either half has, the whole hex has; hammada is dearer than scrub and prevails."""
    both = one | other
    return both - {"scrub"} if {"scrub", "hammada"} <= both else both


@rule("188")
def _wadi_joins(boards: Mapping[Hex, set[tuple[int, int]]], sides: Mapping[str, set[Pair]]) -> set[Pair]:
    """End hexes of wadis of two boards that come to lie side by side make one wadi, unless a wadi cliff parts them."""
    known = sides.get("wadi", set()) | sides.get("wadi_cliff", set())
    found = set()
    for place, mine in boards.items():
        for step in NEIGHBOURS:
            there = (place[0] + step[0], place[1] + step[1])
            theirs = boards.get(there)
            if theirs is not None and mine.isdisjoint(theirs) and side(place, there) not in known:
                found.add(side(place, there))
    return found
