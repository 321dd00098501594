"""Straight lines from the centre of one hex to the centre of another, in whole numbers only.

A hex is a pair (column, y): a column is one step, a hex is two units of y high, and neighbouring columns are shifted by one unit. The picture
is drawn with columns 3 wide, so that a hex with its centre at (0, 0) has the corners (2, 0) (1, -1) (-1, -1) (-2, 0) (-1, 1) (1, 1): the true
picture squeezed sideways, and squeezing keeps straight lines straight. What a line crosses, follows or only touches is therefore exact.
Lines with the same offset share one template, made once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from threading import Thread
from typing import NamedTuple

Hex = tuple[int, int]
Pair = tuple[Hex, Hex]

NEIGHBOURS: tuple[Hex, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""North first, then clockwise."""


class Passage(NamedTuple):
    """One stretch or point of the line, in order from its start.

    ``in``: it passes through the inside of one hex. ``along``: it follows the side between two hexes. ``corner``: it meets the corner of a hex
    that it does not enter.
    """

    kind: str
    hexes: tuple[Hex, ...]


class Meeting(NamedTuple):
    """Where the line meets hexsides: the sides on its one hand and on its other, and all hexes that come together there.

    A side that is cut across or followed stands on both hands.
    """

    left: tuple[Pair, ...]
    right: tuple[Pair, ...]
    hexes: tuple[Hex, ...]
    at: int
    """How many passages lie before it; a side that is followed has the place of its own passage."""


class Ray(NamedTuple):
    """A line: what it passes and which hexsides it meets, both in order."""

    passages: tuple[Passage, ...]
    meetings: tuple[Meeting, ...]


class _Span(NamedTuple):
    enter: int
    leave: int
    hex: Hex
    follows: Hex | None


def distance(a: Hex, b: Hex) -> int:
    """How many hexes lie between, the last one counted."""
    columns, y = abs(a[0] - b[0]), abs(a[1] - b[1])
    return columns + max(0, y - columns) // 2


def are_neighbours(a: Hex, b: Hex) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in NEIGHBOURS


_BOUNDS = ((0, 1, 1, (0, 2)), (1, -1, 2, (1, -1)), (1, 1, 2, (1, 1)))
"""A hex is where |y|, |x - y| and |x + y| stay within a bound; across the upper bound lies this neighbour."""


def _span(hex: Hex, dx: int, dy: int, scale: int) -> _Span | None:
    """The stretch of the line from (0, 0) by (dx, dy) within a closed hex, as whole multiples of the line's own small step."""
    x, y = -3 * hex[0], -hex[1]
    low, high, follows = 0, scale, None
    for of_x, of_y, limit, beyond in _BOUNDS:
        at, change = of_x * x + of_y * y, of_x * dx + of_y * dy
        if change == 0:
            if abs(at) > limit:
                return None
            if abs(at) == limit:
                sign = 1 if at > 0 else -1
                follows = (hex[0] + sign * beyond[0], hex[1] + sign * beyond[1])
            continue
        share = scale // change
        first, last = sorted(((-limit - at) * share, (limit - at) * share))
        low, high = max(low, first), min(high, last)
    return _Span(low, high, hex, follows) if low <= high else None


def _spans(columns: int, dy: int) -> list[_Span]:
    """Every hex the line meets."""
    dx = 3 * columns
    scale = 1
    for change in (dy, dx - dy, dx + dy):
        scale *= abs(change) or 1
    queue: list[Hex] = [(0, 0)]
    seen = set(queue)
    met = []
    for here in queue:
        span = _span(here, dx, dy, scale)
        if span is None:
            continue
        met.append(span)
        for step in NEIGHBOURS:
            there = (here[0] + step[0], here[1] + step[1])
            if there not in seen:
                seen.add(there)
                queue.append(there)
    return met


@lru_cache(maxsize=16_384)
def template(columns: int, dy: int) -> Ray:
    """The line from the hex (0, 0) to the hex (columns, dy)."""
    placed: list[tuple[int, int, Passage]] = []
    for span in _spans(columns, dy):
        if span.enter == span.leave:
            placed.append((span.enter, span.leave, Passage("corner", (span.hex,))))
        elif span.follows is None:
            placed.append((span.enter, span.leave, Passage("in", (span.hex,))))
        elif span.hex < span.follows:  # the other hex of the side finds the same stretch
            placed.append((span.enter, span.leave, Passage("along", (span.hex, span.follows))))
    placed.sort(key=lambda item: (item[0], item[1]))
    passages = tuple(passage for _, _, passage in placed)
    return Ray(passages, _meetings(passages))


def _meetings(passages: tuple[Passage, ...]) -> tuple[Meeting, ...]:
    found: list[Meeting] = []
    last: Passage | None = None
    corner: Hex | None = None
    for index, passage in enumerate(passages):
        if passage.kind == "corner":
            corner = passage.hexes[0]
            continue
        if last is not None:
            found.append(_between(last, passage, corner, index))
        if passage.kind == "along":
            before, after = passages[index - 1].hexes[0], passages[index + 1].hexes[0]
            side = ((passage.hexes[0], passage.hexes[1]),)
            found.append(Meeting(side, side, (*passage.hexes, before, after), index))
        last, corner = passage, None
    return tuple(found)


def _between(last: Passage, now: Passage, corner: Hex | None, index: int) -> Meeting:
    """Where one passage gives way to the next: across a side, or at a corner."""
    if last.kind == "in" and now.kind == "in":
        a, b = last.hexes[0], now.hexes[0]
        if corner is None:
            side = ((a, b),)
            return Meeting(side, side, (a, b), index)
        return Meeting(((a, b),), ((a, corner), (corner, b)), (a, b, corner), index)
    single, double = (last, now) if last.kind == "in" else (now, last)
    centre, (one, other) = single.hexes[0], double.hexes
    return Meeting(((centre, one),), ((centre, other),), (centre, one, other), index)


@lru_cache(maxsize=16_384)
def trail(columns: int, dy: int) -> tuple[Hex, ...]:
    """Every hex the line from (0, 0) to (columns, dy) enters, follows or touches."""
    return tuple(dict.fromkeys(hex for passage in template(columns, dy).passages for hex in passage.hexes))


@lru_cache(maxsize=16_384)
def trail_set(columns: int, dy: int) -> frozenset[Hex]:
    """The same as a set: whether something lies on a line is asked more often than what does."""
    return frozenset(trail(columns, dy))


def meets_any(a: Hex, b: Hex, hexes: Iterable[Hex]) -> bool:
    """Whether the line between two hexes enters, follows or touches any of these."""
    x, y = a
    met = trail_set(b[0] - x, b[1] - y)
    return any((column - x, row - y) in met for column, row in hexes)


def meets_between(a: Hex, b: Hex, hexes: Iterable[Hex]) -> bool:
    """The same, but for the two hexes themselves."""
    x, y = a
    met = trail_set(b[0] - x, b[1] - y)
    return any((column - x, row - y) in met and (column, row) != a and (column, row) != b for column, row in hexes)


def ray(a: Hex, b: Hex) -> Ray:
    """The line between two hexes, in their own coordinates."""
    return Ray(passages(a, b), meetings(a, b))


def passages(a: Hex, b: Hex) -> tuple[Passage, ...]:
    """What the line between two hexes passes."""
    x, y = a
    shape = template(b[0] - x, b[1] - y)
    return tuple([Passage(kind, tuple([(c + x, r + y) for c, r in hexes])) for kind, hexes in shape.passages])


def meetings(a: Hex, b: Hex) -> tuple[Meeting, ...]:
    """Which hexsides the line between two hexes meets."""
    x, y = a
    found = []
    for left, right, hexes, at in template(b[0] - x, b[1] - y).meetings:
        one = tuple([((c + x, r + y), (d + x, q + y)) for (c, r), (d, q) in left])
        other = one if right is left else tuple([((c + x, r + y), (d + x, q + y)) for (c, r), (d, q) in right])
        found.append(Meeting(one, other, tuple([(c + x, r + y) for c, r in hexes]), at))
    return tuple(found)


def offsets(reach: int) -> list[Hex]:
    """From a hex to every hex within so many, the nearest first."""
    found = [
        (c, y) for c in range(-reach, reach + 1) for y in range(-2 * reach, 2 * reach + 1) if (c + y) % 2 == 0 and distance((0, 0), (c, y)) <= reach
    ]
    return sorted(found, key=lambda offset: distance((0, 0), offset))


def draw(reach: int) -> None:
    """Make the templates of all lines of this length, anew."""
    template.cache_clear()
    trail.cache_clear()
    trail_set.cache_clear()
    for offset in offsets(reach):
        trail(*offset)


@cache
def draw_beside(reach: int) -> Thread:
    """Make them beside whatever else is going on; once. A line that is asked for before its turn is made at once."""
    found = Thread(target=lambda: [trail(*offset) for offset in offsets(reach)], name="line templates", daemon=True)
    found.start()
    return found
