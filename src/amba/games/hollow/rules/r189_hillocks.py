"""Sight over, onto and past hillocks and their summits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_look import Block, Look
from amba.kit.rays import Hex, are_neighbours


class Hillock(NamedTuple):
    """A hillock, or the summit of one, in the line: its height there, which one it is, and its hexes there."""

    top: int
    key: tuple[bool, int]
    hexes: tuple[Hex, ...]


def _key(look: Look, hexes: tuple[Hex, ...]) -> tuple[bool, int]:
    """Connected hillock hexes are one hillock, connected summits one summit (189.1, 189.23)."""
    is_summit = all(place in look.ground.summits for place in hexes)
    groups = look.ground.summits if is_summit else look.ground.hillocks
    return is_summit, min(groups[place] for place in hexes)


@rule("189.1", "189.23", "190.5")
def encountered(look: Look) -> list[Hillock]:
    """The hillocks in the line, in order; a hillock met twice is one hillock. A summit is a hillock that rises from half a level."""
    found: dict[tuple[int, tuple[bool, int]], list[Hex]] = {}
    for way in look.standing(look.ground.heights.hillock):
        found.setdefault((way.top, _key(look, way.hexes)), []).extend(way.hexes)
    return [Hillock(top, key, tuple(hexes)) for (top, key), hexes in found.items()]


@rule("189.19")
def flanking(look: Look) -> Hillock | None:
    """The hillock along whose side the line enters the hex of its far end, with no hillock on the other hand: it stops nothing, but it protects."""
    kind, hexes = look.between[-1] if look.between else ("", ())
    tops = {place: look.ground.heights.hillock[place] for place in hexes if place in look.ground.heights.hillock}
    if kind != "along" or len(tops) != 1:
        return None
    place, top = tops.popitem()
    return Hillock(top, _key(look, (place,)), (place,))


def own_hillocks(look: Look) -> set[tuple[int, tuple[bool, int]]]:
    """The hillocks the ends themselves stand on, at their own height."""
    on = [end.hex for end in (look.a, look.b) if end.position == "ground" and look.ground.rise(end.hex)]
    return {(look.ground.surface(place), _key(look, (place,))) for place in on}


@rule("189.15")
def is_adjacent(end: Viewpoint, elevation: int, hillock: Hillock) -> bool:
    """The line leaves the unit's hex across a side or spine of a hillock hex exactly half a level higher."""
    return hillock.top == elevation + 1 and any(are_neighbours(end.hex, place) for place in hillock.hexes)


@rule("189.15", "189.16", "189.17", "189.171", "189.18")
def hillock_blocks(look: Look) -> Iterator[Block]:
    """Lower hillocks are seen over. Of those as high as the higher end, and those half a level higher, only so many are seen past."""
    hillocks = encountered(look)
    own = own_hillocks(look)
    for hillock in hillocks:
        if hillock.top >= look.high and look.low <= hillock.top - 2:
            yield Block("189.171", "a hillock not lower than either end hides what is a full level below its top", hillock.hexes)
    level = [h for h in hillocks if h.top == look.high and (h.top, h.key) not in own]
    if level and look.low >= look.high - 1:
        yield from _on(look, level)
    higher = [h for h in hillocks if h.top == look.high + 1]
    if higher and look.low == look.high:
        yield from _behind(look, higher)


@rule("189.16")
def _on(look: Look, level: list[Hillock]) -> Iterator[Block]:
    """From a hillock one sees over the next, and past one more to what is adjacent behind it or as high as oneself."""
    if len(level) == 1:
        return
    if len(level) == 2:
        if look.ea == look.eb:
            return
        lower, elevation, last = (look.b, look.eb, level[-1]) if look.ea > look.eb else (look.a, look.ea, level[0])
        if is_adjacent(lower, elevation, last):
            return
    yield Block("189.16", f"{len(level)} hillocks as high as the higher end lie between", tuple(h for hillock in level for h in hillock.hexes))


@rule("189.18", "189.171")
def _behind(look: Look, higher: list[Hillock]) -> Iterator[Block]:
    """Adjacent to a hillock and not dug in one sees past it, and past another to what is adjacent behind that and not dug in."""
    first, last = higher[0], higher[-1]
    near_a, near_b = is_adjacent(look.a, look.ea, first), is_adjacent(look.b, look.eb, last)
    hexes = tuple(place for hillock in higher for place in hillock.hexes)
    if (near_a and look.a.dug_in and near_b) or (near_b and look.b.dug_in and near_a):
        yield Block("189.171", "only a place as high as the hillock sees dug-in units adjacent behind it", hexes)
        return
    sees_a, sees_b = near_a and not look.a.dug_in, near_b and not look.b.dug_in
    if len(higher) == 1 and (sees_a or sees_b):
        return
    if len(higher) == 2 and sees_a and sees_b:
        return
    yield Block("189.18", "behind a hillock", hexes)
