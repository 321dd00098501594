"""Straight lines between corners of flat-topped hexes, in whole numbers only.

The grid is drawn on whole-number coordinates: a column is 3 wide, a row 2 high, and a hex with its centre at (0, 0) has the corners
(2, 0) (1, -1) (-1, -1) (-2, 0) (-1, 1) (1, 1). That is the true picture squeezed sideways, and squeezing keeps straight lines straight,
so what a line crosses, runs along or only touches is decided exactly. Lines with the same offset share one template, made once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

CORNERS = ("e", "ne", "nw", "w", "sw", "se")
"""The corners of a hex, east first, then counter-clockwise: the order of the data files."""

_CORNER = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
_BOUNDS = (1, 2, 2)
_SIDE_TO = ((0, 2), (3, -1), (3, 1))
"""The neighbour's centre across the side where y, x - y and x + y reach their upper bound."""

_PAD = 2

_Centre = tuple[int, int]


class Line(NamedTuple):
    """What a line between two corners meets, in order from its start. Hexes off the map are left out."""

    crossed: tuple[int, ...]
    """Hexes through whose inside it passes."""
    along: tuple[tuple[int, int], ...]
    """Pairs of hexes whose common side it follows."""
    sides: tuple[tuple[int, int], ...]
    """Pairs of hexes whose common side it cuts, away from the side's ends."""
    touched: tuple[int, ...]
    """Hexes of which it meets one corner only, in passing."""


class _Template(NamedTuple):
    """A line from a corner of the hex at (0, 0): offsets of places on the padded board."""

    crossed: tuple[_Centre, ...]
    along: tuple[tuple[_Centre, _Centre], ...]
    sides: tuple[tuple[_Centre, int], ...]
    touched: tuple[_Centre, ...]


class _Span(NamedTuple):
    """Where a line is inside a hex, as whole multiples of the line's own small step; the bound it leaves by, if it is only one."""

    enter: int
    leave: int
    follows: int
    exit: int


_Bound = tuple[int, int, int, int]
"""A pair of parallel sides: its number, how far they are from the centre, how fast the line crosses towards them, and the steps per unit."""


def _span(at: tuple[int, int, int], moving: Sequence[_Bound], still: Sequence[_Bound], scale: int) -> _Span | None:
    """The stretch of the line within a closed hex; None when they do not meet.

    `at` is where the line starts, as y, x - y and x + y from the centre. `moving` bounds are crossed, `still` ones run along the line.
    """
    follows = -1
    for bound, limit, _, _ in still:
        if abs(at[bound]) > limit:
            return None
        if abs(at[bound]) == limit:
            follows = bound if at[bound] > 0 else bound + 3
    low, high, exit_by = 0, scale, -1
    for bound, limit, change, share in moving:
        here = at[bound]
        if change > 0:
            first, last, side = (-limit - here) * share, (limit - here) * share, bound
        else:
            first, last, side = (limit - here) * share, (-limit - here) * share, bound + 3
        low = max(low, first)
        if last < high:
            high, exit_by = last, side
        elif last == high:
            exit_by = -1
    return _Span(low, high, follows, exit_by) if low <= high else None


def _bounds(dx: int, dy: int, scale: int) -> tuple[list[_Bound], list[_Bound]]:
    """The sides the line crosses, and those it runs along."""
    rows = [(bound, _BOUNDS[bound], change, scale // change if change else 0) for bound, change in enumerate((dy, dx - dy, dx + dy))]
    return [row for row in rows if row[2]], [row for row in rows if not row[2]]


def _scale(dx: int, dy: int) -> int:
    """A whole number that every change along the line divides, so that the places where sides are met are whole numbers."""
    scale = 1
    for change in (dy, dx - dy, dx + dy):
        scale *= abs(change) or 1
    return scale


def _beyond(centre: _Centre, side: int) -> _Centre:
    sign = 1 if side < 3 else -1
    dx, dy = _SIDE_TO[side % 3]
    return centre[0] + sign * dx, centre[1] + sign * dy


def _walk(x: int, dx: int, dy: int) -> list[tuple[_Span, _Centre]]:
    """Every hex that the line from (x, 0) by (dx, dy) meets, in order. Through a side the walk knows the next hex; at a corner it looks around."""
    scale = _scale(dx, dy)
    moving, still = _bounds(dx, dy, scale)
    met: list[tuple[_Span, _Centre]] = []
    turn = x // 2
    queue = [(0, 0), (3 * turn, -1), (3 * turn, 1)]
    seen = set(queue)
    for centre in queue:
        right, down = x - centre[0], centre[1]
        span = _span((-down, right + down, right - down), moving, still, scale)
        if span is None:
            continue
        met.append((span, centre))
        if span.leave in (span.enter, scale):
            continue
        for side in (span.exit,) if span.exit >= 0 and span.follows < 0 else range(6):
            there = _beyond(centre, side)
            if there not in seen:
                seen.add(there)
                queue.append(there)
    met.sort()
    return met


@cache
def _template(x: int, dx: int, dy: int) -> _Template:
    """The line from (x, 0) by (dx, dy), where (x, 0) is the east (2) or west (-2) corner of the hex at (0, 0)."""
    if dx < 0:
        return _mirrored(_template(-x, -dx, dy), -1, 1)
    if dy < 0:
        return _mirrored(_template(x, dx, -dy), 1, -1)
    scale = _scale(dx, dy)
    crossed: list[_Centre] = []
    along: list[tuple[_Centre, _Centre]] = []
    sides: list[tuple[_Centre, int]] = []
    touched: list[_Centre] = []
    for span, centre in _walk(x, dx, dy):
        if span.enter == span.leave:
            if 0 < span.enter < scale:
                touched.append(centre)
        elif span.follows >= 0:
            if span.follows < 3:  # the hex beyond finds the same side from its own end
                along.append((centre, _beyond(centre, span.follows)))
        else:
            crossed.append(centre)
            if span.leave < scale and span.exit >= 0:
                sides.append((centre, span.exit))
    return _Template(tuple(crossed), tuple(along), tuple(sides), tuple(touched))


_SIDES_OVER = {(-1, 1): (0, 5, 4, 3, 2, 1), (1, -1): (3, 2, 1, 0, 5, 4)}
"""Which side a side becomes in the mirror: left and right exchanged, or up and down."""


def _mirrored(template: _Template, sx: int, sy: int) -> _Template:
    """The same line in a mirror: walking a line is dearer than turning a known one over."""
    over = _SIDES_OVER[sx, sy]
    return _Template(
        tuple((sx * x, sy * y) for x, y in template.crossed),
        tuple(((sx * a, sy * b), (sx * c, sy * d)) for (a, b), (c, d) in template.along),
        tuple(((sx * x, sy * y), over[side]) for (x, y), side in template.sides),
        tuple((sx * x, sy * y) for x, y in template.touched),
    )


class Board:
    """A hex map as the lines see it: hexes are whole numbers, column by column, as in `hexgrid`."""

    def __init__(self, columns: int, rows: int, first_column_north: bool) -> None:
        self.columns, self.rows = columns, rows
        self._stride = 2 * (rows + 2 * _PAD)
        shift = 0 if first_column_north else 1
        self._y = [2 * (i % rows) + (i // rows + shift) % 2 for i in range(columns * rows)]
        self.place = [(i // rows + _PAD) * self._stride + self._y[i] + 2 * _PAD for i in range(columns * rows)]
        self.places = (columns + 2 * _PAD) * self._stride
        self._hex_at = {place: i for i, place in enumerate(self.place)}
        self._flat: dict[tuple[int, int, int], _Flat] = {}

    def flat(self, a: int, corner_a: int, b: int, corner_b: int) -> tuple[int, _Flat]:
        """The place where the line's template is laid down, and the template in places of this board."""
        ax, ay = _CORNER[corner_a]
        bx, by = _CORNER[corner_b]
        x, y = 3 * (a // self.rows) + ax, self._y[a] + ay
        dx, dy = 3 * (b // self.rows) + bx - x, self._y[b] + by - y
        end = 2 if x % 3 == 2 else -2
        base = ((x - end) // 3 + _PAD) * self._stride + y + 2 * _PAD
        key = (end, dx, dy)
        found = self._flat.get(key)
        if found is None:
            found = self._flat[key] = self._lay(_template(*key))
        return base, found

    def _offset(self, centre: _Centre) -> int:
        return centre[0] // 3 * self._stride + centre[1]

    def _lay(self, template: _Template) -> _Flat:
        at = self._offset
        return _Flat(
            tuple(at(c) for c in template.crossed),
            tuple((at(c), at(d)) for c, d in template.along),
            tuple(self._side(at(c), at(_beyond(c, side))) for c, side in template.sides),
            tuple(at(c) for c in template.touched),
        )

    def _side(self, a: int, b: int) -> int:
        """One number for the side between two places. It moves with them: the same side further on is 4 more for each place."""
        low, step = min(a, b), abs(a - b)
        return 4 * low + (0 if step == 2 else 1 if step < self._stride else 2)

    def side(self, a: int, b: int) -> int:
        """The number of the side between two neighbouring hexes of the map."""
        return self._side(self.place[a], self.place[b])

    def line(self, a: int, corner_a: int, b: int, corner_b: int) -> Line:
        """Everything the line from a corner of one hex to a corner of another meets on the map."""
        base, flat = self.flat(a, corner_a, b, corner_b)
        hexes, stride = self._hex_at, self._stride

        def on_map(offsets: Iterable[int]) -> tuple[int, ...]:
            return tuple(hexes[base + o] for o in offsets if base + o in hexes)

        pairs = [(base + c, base + d) for c, d in flat.along]
        cut = []
        for code in flat.sides:
            place = base + code // 4
            cut.append((place, place + (2, stride - 1, stride + 1)[code % 4]))
        return Line(
            on_map(flat.crossed),
            tuple((hexes[c], hexes[d]) for c, d in pairs if c in hexes and d in hexes),
            tuple((hexes[c], hexes[d]) for c, d in cut if c in hexes and d in hexes),
            on_map(flat.touched),
        )


class _Flat(NamedTuple):
    """A template in places of one board."""

    crossed: tuple[int, ...]
    along: tuple[tuple[int, int], ...]
    sides: tuple[int, ...]
    touched: tuple[int, ...]


class Block(NamedTuple):
    """Why a line is not clear: the line, and the hex or the side that stops it."""

    line: Line
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
        board: Board,
        heights: Sequence[int],
        opaque: Iterable[int] = (),
        walls: Iterable[tuple[int, int]] = (),
        along: Callable[[tuple[bool, bool]], bool] = all,
    ) -> None:
        self.board = board
        self.heights = heights
        lowest = min(heights) - 1
        self._over = max(heights) + 1
        self._height = [lowest] * board.places
        for index, height in enumerate(heights):
            self._height[board.place[index]] = height
        for index in opaque:
            self._height[board.place[index]] = self._over
        self._walls = frozenset(board.side(a, b) for a, b in walls)
        self._along = along
        self._chosen: dict[tuple[int, int], int] = {}

    def is_clear(self, a: int, corner_a: int, b: int, corner_b: int) -> bool:
        """Whether nothing stops this line. The answer is the same from either end."""
        base, flat = self.board.flat(a, corner_a, b, corner_b)
        heights = self.heights
        limit = heights[a] if heights[a] > heights[b] else heights[b]
        height = self._height
        for offset in flat.crossed:
            if height[base + offset] > limit and self._stops(base + offset, limit, a, b):
                return False
        for one, other in flat.along:
            if self._along((self._stops(base + one, limit, a, b), self._stops(base + other, limit, a, b))):
                return False
        walls = self._walls
        if walls:
            four = 4 * base
            for code in flat.sides:
                if code + four in walls:
                    return False
        return True

    def _stops(self, place: int, limit: int, a: int, b: int) -> bool:
        return self._height[place] > limit and place not in (self.board.place[a], self.board.place[b])

    def best_corner(self, a: int, b: int) -> int | None:
        """The looker's corner from which the line is clear to whichever corner the other then answers with; None when there is none."""
        found = self._chosen.get((a, b), -1)
        if found == -1:
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
        line = self.board.line(a, corner_a, b, corner_b)
        limit = max(self.heights[a], self.heights[b])
        place = self.board.place
        for index in (*line.crossed, *(max(pair, key=lambda i: self._height[place[i]]) for pair in line.along)):
            if self._stops(place[index], limit, a, b):
                return Block(line, index, None)
        return Block(line, None, next(pair for pair in line.sides if self.board.side(*pair) in self._walls))
