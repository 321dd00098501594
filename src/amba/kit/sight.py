"""Straight lines between corners of flat-topped hexes, in whole numbers only.

The grid is drawn on whole-number coordinates: a column is 3 wide, a row 2 high, and a hex with its centre at (0, 0) has the corners
(2, 0) (1, -1) (-1, -1) (-2, 0) (-1, 1) (1, 1). That is the true picture squeezed sideways, and squeezing keeps straight lines straight,
so what a line crosses, runs along or only touches is decided exactly. Lines with the same offset share one template, made once.
`sight_table` answers for a whole map.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from math import gcd
from typing import NamedTuple

CORNERS = ("e", "ne", "nw", "w", "sw", "se")
"""The corners of a hex, east first, then counter-clockwise: the order of the data files."""

CORNER_POINTS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
_BOUNDS = (1, 2, 2)
_STEP = ((0, 2), (3, -1), (3, 1), (0, -2), (-3, 1), (-3, -1))
"""The neighbour's centre across the side where y, x - y and x + y reach their upper bound, and where they reach their lower one."""

PAD = 2
MOST_TEMPLATES, MOST_CHOSEN = 6_000, 50_000
"""How much a map keeps of what it was asked before it begins afresh: a template has two kilobytes, and there are as many pairs of hexes as hexes squared."""

_Centre = tuple[int, int]

LineKey = tuple[int, int, int]
"""A line up to translation: it starts in the east (2) or west (-2) corner of a hex and goes so far in x and y."""


class SightLine(NamedTuple):
    """What a line between two corners meets, in order from its start. Hexes off the map are left out."""

    crossed: tuple[int, ...]
    """Hexes through whose inside it passes."""
    along: tuple[tuple[int, int], ...]
    """Pairs of hexes whose common side it follows."""
    sides: tuple[tuple[int, int], ...]
    """Pairs of hexes whose common side it cuts, away from the side's ends."""
    touched: tuple[int, ...]
    """Hexes of which it meets one corner only, in passing."""


class LineTemplate(NamedTuple):
    """A line as a template: offsets of places on one map, from the hex whose east or west corner it starts in."""

    crossed: tuple[int, ...]
    along: tuple[tuple[int, int], ...]
    sides: tuple[int, ...]
    touched: tuple[int, ...]


def _kind(x: int, y: int) -> int:
    """Which corner of a hex a point is: 2 an east corner, -2 a west corner, 0 none."""
    rest = x % 3
    if rest == 0:
        return 0
    kind = 2 if rest == 2 else -2
    return kind if ((x - kind) // 3 - y) % 2 == 0 else 0


def _joints(key: LineKey) -> list[tuple[int, int]]:
    """The corners a line passes through, both ends included. Between two of them it meets the inside of hexes, or one side, and no corner."""
    start, dx, dy = key
    if not (dx or dy):
        return [(start, 0)]
    steps = gcd(dx, dy)
    on_line = ((start + dx * k // steps, dy * k // steps) for k in range(1, steps))
    return [(start, 0), *(point for point in on_line if _kind(*point)), (start + dx, dy)]


def _around(x: int, y: int) -> tuple[_Centre, ...]:
    """The three hexes that meet in a corner."""
    kind = _kind(x, y)
    turn = kind // 2
    return (x - kind, y), (x - kind + 3 * turn, y - 1), (x - kind + 3 * turn, y + 1)


def _beside(x: int, y: int, dx: int, dy: int) -> tuple[_Centre, _Centre] | None:
    """The two hexes on either side of a line from corner to corner that follows a side; None when it does not."""
    both = [centre for centre in _around(x, y) if centre in _around(x + dx, y + dy)]
    return (both[0], both[1]) if len(both) == 2 else None


def _first(x: int, y: int, dx: int, dy: int) -> _Centre:
    """The hex that a line enters from a corner, when it follows no side."""
    for centre in _around(x, y):
        right, down = x - centre[0], y - centre[1]
        inward = ((down, dy, 1), (right - down, dx - dy, 2), (right + down, dx + dy, 2))
        if all(abs(value) < limit or value * change < 0 for value, change, limit in inward):
            return centre
    raise AssertionError("a line enters one of the three hexes of its corner or follows a side")


def _walk(x: int, y: int, dx: int, dy: int, stride: int) -> tuple[list[int], list[int]]:
    """The places a line crosses between two corners, and the number of the side between each and the next. It meets no corner on the way.

    Time along the line is counted in steps so small that every side is met at a whole number. `t0 t1 t2` is when the line would reach each of
    the three sides ahead of it; the step into the next hex puts each of them off by a fixed amount.
    """
    changes = (dy, dx - dy, dx + dy)
    scale = (abs(dy) or 1) * (abs(dx - dy) or 1) * (abs(dx + dy) or 1)
    centre = _first(x, y, dx, dy)
    right, down = x - centre[0], y - centre[1]
    times, shares, steps = [], [], []
    for bound, value in enumerate((down, right - down, right + down)):
        change, limit = changes[bound], _BOUNDS[bound]
        shares.append(scale // change if change else 0)
        times.append(((limit if change > 0 else -limit) - value) * shares[bound] if change else 3 * scale)
        steps.append(_STEP[bound if change > 0 else bound + 3])
    s0, s1, s2 = shares
    (a0, a1, a2), (b0, b1, b2), (c0, c1, c2) = ((ey * s0, (ex - ey) * s1, (ex + ey) * s2) for ex, ey in steps)
    t0, t1, t2 = times
    ahead = [ex // 3 * stride + ey for ex, ey in steps]
    # A side's number is 4 for each place up to the lower of its two hexes, and its kind (see SightMap.side).
    cut = [bound + 4 * min(0, step) for bound, step in enumerate(ahead)]
    place = centre[0] // 3 * stride + centre[1]
    crossed, sides = [place], list[int]()
    while True:
        if t0 < t1 and t0 < t2:
            if t0 >= scale:
                return crossed, sides
            way, t0, t1, t2 = 0, t0 + a0, t1 + a1, t2 + a2
        elif t1 < t2:
            if t1 >= scale:
                return crossed, sides
            way, t0, t1, t2 = 1, t0 + b0, t1 + b1, t2 + b2
        else:
            if t2 >= scale:
                return crossed, sides
            way, t0, t1, t2 = 2, t0 + c0, t1 + c1, t2 + c2
        sides.append(4 * place + cut[way])
        place += ahead[way]
        crossed.append(place)


class SightMap:
    """A hex map as the lines see it: hexes are whole numbers, column by column, as in `hexgrid`."""

    def __init__(self, columns: int, rows: int, first_column_north: bool, most_templates: int = MOST_TEMPLATES) -> None:
        self.columns, self.rows = columns, rows
        self.stride = 2 * (rows + 2 * PAD)
        shift = 0 if first_column_north else 1
        self.y = [2 * (i % rows) + (i // rows + shift) % 2 for i in range(columns * rows)]
        self.place = [(i // rows + PAD) * self.stride + self.y[i] + 2 * PAD for i in range(columns * rows)]
        self.places = (columns + 2 * PAD) * self.stride
        self._hex_at = {place: i for i, place in enumerate(self.place)}
        self._flat: dict[LineKey, LineTemplate] = {}
        self._most_templates = most_templates

    def flat(self, a: int, corner_a: int, b: int, corner_b: int) -> tuple[int, LineTemplate]:
        """The place where the line's template is laid down, and the template in places of this map."""
        ax, ay = CORNER_POINTS[corner_a]
        bx, by = CORNER_POINTS[corner_b]
        x, y = 3 * (a // self.rows) + ax, self.y[a] + ay
        dx, dy = 3 * (b // self.rows) + bx - x, self.y[b] + by - y
        end = 2 if x % 3 == 2 else -2
        base = ((x - end) // 3 + PAD) * self.stride + y + 2 * PAD
        return base, self.template((end, dx, dy))

    def template(self, key: LineKey) -> LineTemplate:
        """The template of a line, made once."""
        found = self._flat.get(key)
        if found is None:
            if len(self._flat) >= self._most_templates:
                self._flat.clear()
            found = self._flat[key] = self.lay(key)
        return found

    def anchor(self, corner: int) -> tuple[int, int]:
        """Lines from this corner of a hex: the kind of end they have, and where their template lies from the hex."""
        x, y = CORNER_POINTS[corner]
        end = 2 if x % 3 == 2 else -2
        return end, (x - end) // 3 * self.stride + y

    def ends(self, key: LineKey) -> frozenset[int]:
        """The three hexes that meet in each end of a line, as offsets of its template."""
        start, dx, dy = key
        return frozenset(self._offset(centre) for point in ((start, 0), (start + dx, dy)) for centre in _around(*point))

    def _offset(self, centre: _Centre) -> int:
        return centre[0] // 3 * self.stride + centre[1]

    def lay(self, key: LineKey) -> LineTemplate:
        """Walk a line from corner to corner."""
        crossed: list[int] = []
        along: list[tuple[int, int]] = []
        sides: list[int] = []
        joints = _joints(key)
        for (x, y), (to_x, to_y) in itertools.pairwise(joints):
            beside = _beside(x, y, to_x - x, to_y - y)
            if beside is not None:
                along.append((self._offset(beside[0]), self._offset(beside[1])))
                continue
            inside, cut = _walk(x, y, to_x - x, to_y - y, self.stride)
            crossed += inside
            sides += cut
        met = {*crossed, *(place for pair in along for place in pair)}
        passed = dict.fromkeys(self._offset(centre) for point in joints[1:-1] for centre in _around(*point))
        return LineTemplate(tuple(crossed), tuple(along), tuple(sides), tuple(place for place in passed if place not in met))

    def _side(self, a: int, b: int) -> int:
        """One number for the side between two places. It moves with them: the same side further on is 4 more for each place."""
        low, step = min(a, b), abs(a - b)
        return 4 * low + (0 if step == 2 else 1 if step < self.stride else 2)

    def side(self, a: int, b: int) -> int:
        """The number of the side between two neighbouring hexes of the map."""
        return self._side(self.place[a], self.place[b])

    def line(self, a: int, corner_a: int, b: int, corner_b: int) -> SightLine:
        """Everything the line from a corner of one hex to a corner of another meets on the map."""
        base, flat = self.flat(a, corner_a, b, corner_b)
        hexes, stride = self._hex_at, self.stride

        def on_map(offsets: Iterable[int]) -> tuple[int, ...]:
            return tuple(hexes[base + o] for o in offsets if base + o in hexes)

        pairs = [(base + c, base + d) for c, d in flat.along]
        cut = []
        for code in flat.sides:
            place = base + code // 4
            cut.append((place, place + (2, stride - 1, stride + 1)[code % 4]))
        return SightLine(
            on_map(flat.crossed),
            tuple((hexes[c], hexes[d]) for c, d in pairs if c in hexes and d in hexes),
            tuple((hexes[c], hexes[d]) for c, d in cut if c in hexes and d in hexes),
            on_map(flat.touched),
        )


class Block(NamedTuple):
    """Why a line is not clear: the line, and the hex or the side that stops it."""

    line: SightLine
    hex: int | None
    side: tuple[int, int] | None


class Sight:
    """Who can see whom over ground of given heights.

    A hex stops a line that crosses it when it is higher than both ends, or always when it is `opaque` and no end of the line. A line that
    follows a side is stopped when `along` of the two hexes' verdicts says so (`all`: both must stop it; `any`: one is enough). A side in
    `walls` stops a line that cuts it. A corner met in passing never stops a line.
    """

    def __init__(
        self,
        map: SightMap,
        heights: Sequence[int],
        opaque: Iterable[int] = (),
        walls: Iterable[tuple[int, int]] = (),
        along: Callable[[tuple[bool, bool]], bool] = all,
        most_chosen: int = MOST_CHOSEN,
    ) -> None:
        self.map = map
        self.heights = heights
        lowest = min(heights) - 1
        self._over = max(heights) + 1
        self.padded = [lowest] * map.places
        for index, height in enumerate(heights):
            self.padded[map.place[index]] = height
        for index in opaque:
            self.padded[map.place[index]] = self._over
        self.walls = frozenset(map.side(a, b) for a, b in walls)
        self.along = along
        self._chosen: dict[tuple[int, int], int] = {}
        self._most_chosen = most_chosen

    def is_clear(self, a: int, corner_a: int, b: int, corner_b: int) -> bool:
        """Whether nothing stops this line. The answer is the same from either end."""
        base, flat = self.map.flat(a, corner_a, b, corner_b)
        heights = self.heights
        limit = heights[a] if heights[a] > heights[b] else heights[b]
        height = self.padded
        for offset in flat.crossed:
            if height[base + offset] > limit and self._stops(base + offset, limit, a, b):
                return False
        for one, other in flat.along:
            if self.along((self._stops(base + one, limit, a, b), self._stops(base + other, limit, a, b))):
                return False
        walls = self.walls
        if walls:
            four = 4 * base
            for code in flat.sides:
                if code + four in walls:
                    return False
        return True

    def _stops(self, place: int, limit: int, a: int, b: int) -> bool:
        return self.padded[place] > limit and place not in (self.map.place[a], self.map.place[b])

    def best_corner(self, a: int, b: int) -> int | None:
        """The looker's corner from which the line is clear to whichever corner the other then answers with; None when there is none."""
        found = self._chosen.get((a, b), -1)
        if found == -1:
            if len(self._chosen) >= self._most_chosen:
                self._chosen.clear()
            found = self._chosen[a, b] = self._choose(a, b)
        return None if found == 6 else found

    def _choose(self, a: int, b: int) -> int:
        """The first good corner, or 6. The answer that spoiled one corner mostly spoils the next: it is tried first."""
        answers = [0, 1, 2, 3, 4, 5]
        for corner in range(6):
            for answer in answers:
                if not self.is_clear(a, corner, b, answer):
                    answers.remove(answer)
                    answers.insert(0, answer)
                    break
            else:
                return corner
        return 6

    def sees(self, a: int, b: int) -> bool:
        """The looker names a corner first, the other answers with one of his own: is there a corner that no answer spoils?"""
        return self.best_corner(a, b) is not None

    def why_not(self, a: int, b: int) -> Block | None:
        """The looker's least bad corner, and the answer that stops it: the line, and what stands in it. None when he sees."""
        if self.sees(a, b):
            return None
        spoiled = [[j for j in range(6) if not self.is_clear(a, i, b, j)] for i in range(6)]
        corner = min(range(6), key=lambda i: len(spoiled[i]))
        return self._explain(a, corner, b, spoiled[corner][0])

    def _explain(self, a: int, corner_a: int, b: int, corner_b: int) -> Block:
        line = self.map.line(a, corner_a, b, corner_b)
        limit = max(self.heights[a], self.heights[b])
        place = self.map.place
        for index in (*line.crossed, *(max(pair, key=lambda i: self.padded[place[i]]) for pair in line.along)):
            if self._stops(place[index], limit, a, b):
                return Block(line, index, None)
        return Block(line, None, next(pair for pair in line.sides if self.map.side(*pair) in self.walls))
