"""Heights in the line: what is seen over, and the blind hexes behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.games.hollow.rules.r007_look import Block, InTheWay, Look
from amba.kit.rays import Hex, distance


class Over(NamedTuple):
    """Something the higher end looks down over, and whether it is bare ground."""

    way: InTheWay
    bare: bool


@rule("43", "184.1", "185.2", "186.12", "190.2")
def obstacles(look: Look) -> Iterator[Over]:
    """Ground (along the bed of a wadi, the bed) and full-level cover in the line; scrub, hammada and sand rise to nothing."""
    heights = look.ground.heights
    for way in look.standing(heights.bed if look.is_confined else heights.base):
        yield Over(way, True)
    for way in look.standing(heights.cover):
        yield Over(way, False)


@rule("43")
def blind_count(top: int, high: int, low: int, to_high: int) -> int:
    """How many hexes behind an obstacle a place of height `low` is blind: more for a tall or far obstacle, fewer for a high looker."""
    return -((high + low - 2 * top) // 2) + to_high // 5 + 1


def _reach(look: Look, over: Over, low: int) -> int:
    """How many hexes of this height behind the obstacle are blind to the higher end."""
    higher = look.a.hex if look.rim_a > look.rim_b else look.b.hex
    count = blind_count(over.way.top, max(look.rim_a, look.rim_b), low, min(distance(higher, place) for place in over.way.hexes))
    if not over.bare or _is_cliff(look, over):
        return max(count, 1)
    return 0 if _is_same_hill(look, over) else max(count, 0)


def _from_high(look: Look) -> tuple[tuple[Hex, ...], ...]:
    """Hexes entered or followed, in order from the higher end."""
    order = tuple(p.hexes for p in look.passages if p.kind != "corner")
    return order if look.rim_a > look.rim_b else order[::-1]


@rule("44")
def _is_same_hill(look: Look, over: Over) -> bool:
    """The higher end looks down its own hill: all ground up to the crest is at least as high, and the drop is not of two levels."""
    order = _from_high(look)
    at = order.index(over.way.hexes)
    ground = look.ground
    if any(2 * ground.level.get(place, 0) < over.way.top for hexes in order[:at] for place in hexes):
        return False
    below = [ground.level.get(place, 0) for place in order[at + 1]]
    return over.way.top - 2 * min(below) < 4


@rule("44")
def _is_cliff(look: Look, over: Over) -> bool:
    """A cliff always leaves a blind hex at its foot for a looker who is not next to it."""
    order = _from_high(look)
    at = order.index(over.way.hexes)
    return any(
        look.ground.has_side(above, below, "cliff")
        for above in order[at]
        for below in order[at + 1]
        if look.ground.level.get(below, 0) < look.ground.level[above]
    )


@rule("43")
def stops(look: Look, over: Over) -> str:
    """Why an obstacle of full levels stops the line; nothing when it does not."""
    top = over.way.top
    high, low = max(look.rim_a, look.rim_b), min(look.rim_a, look.rim_b)
    if top > high:
        return "higher than both ends"
    if low >= top:
        return ""
    if top == high:
        return "no height advantage over it"
    lower = look.b.hex if look.rim_a > look.rim_b else look.a.hex
    if min(distance(lower, place) for place in over.way.hexes) <= _reach(look, over, low):
        return "the lower end lies in a blind hex behind it"
    return ""


@rule("43")
def level_blocks(look: Look) -> Iterator[Block]:
    """Ground, woods and buildings that stop the line."""
    for over in obstacles(look):
        why = stops(look, over)
        if why:
            yield Block("43", ("ground: " if over.bare else "cover: ") + why, over.way.hexes)


@rule("43")
def blind_hexes(look: Look) -> tuple[Hex, ...]:
    """Hexes along the line that the higher end cannot see into, whatever happens at its far end."""
    found: list[Hex] = []
    if look.rim_a == look.rim_b:
        return ()
    order = _from_high(look)
    for over in obstacles(look):
        if not over.way.top < max(look.rim_a, look.rim_b):
            continue
        for hexes in order[order.index(over.way.hexes) + 1 :]:
            for place in hexes:
                low = look.ground.surface(place)
                away = min(distance(place, obstacle) for obstacle in over.way.hexes)
                if low < over.way.top and away <= _reach(look, over, low) and place in look.ground.name and place not in found:
                    found.append(place)
    return tuple(found)
