"""Wadis: sight into and along them; crest status, which way the men at the rim face, and what that does."""

from __future__ import annotations

from collections.abc import Iterator

from amba.games.hollow.book import rule
from amba.games.hollow.counters import CREST, CREST_BITS, FRONTAL
from amba.games.hollow.rules.r007_look import Block, Look
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS, Hex, are_neighbours, ray

UP, DOWN = 2, 1
"""Factors it takes men to go up to a crest from the bed, and down again."""


@rule("80.1", "188", "188.1", "188.12", "188.121")
def wadi_blocks(look: Look) -> Iterator[Block]:
    """A unit down in a wadi is seen along its bed, from the next hex, or from a height above it of at least as many levels as hexes away."""
    if look.is_confined:
        return
    for end, elevation, _, other in look.ends:
        if end.position == "in" and other - elevation < 2 * look.range:
            yield Block("188.12", "down in the wadi, and the line leaves its bed", (end.hex,))


def front_of(s: HollowState, unit: int) -> int:
    """The middle one of the three hexsides they face, north first and clockwise."""
    return sum(1 << i for i, mark in enumerate(CREST_BITS) if s.has(unit, mark))


def _direction(a: Hex, b: Hex) -> int:
    return NEIGHBOURS.index((b[0] - a[0], b[1] - a[1]))


def direction(s: HollowState, place: int, there: int) -> int:
    """Across which hexside a neighbouring hex lies, north first and clockwise."""
    return _direction(s.field.hex_of[place], s.field.hex_of[there])


@rule("188.161", "188.16", "188.26")
def take_crest(s: HollowState, unit: int, place: int, towards: int | None) -> None:
    """At the crest, facing a neighbouring hex; or not at the crest at all."""
    front = _direction(s.field.hex_of[place], s.field.hex_of[towards]) if towards is not None else 0
    s.mark("188.161", unit, CREST, towards is not None)
    for i, mark in enumerate(CREST_BITS):
        s.mark("188.161", unit, mark, bool(front >> i & 1))
    gun = s.gun_of(unit) if towards is not None and s.is_man(unit) else -1
    if gun >= 0:  # 188.26: it stays there when they come down
        take_crest(s, gun, place, towards)


@rule("188.16", "188.161")
def may_face(s: HollowState, place: int, towards: int) -> bool:
    """There is no crest along a wadi hexside nor along the cliff of a wadi."""
    return towards in s.field.around[place] and not s.field.side(place, towards, "wadi", "wadi_join", "wadi_cliff")


@rule("188.161")
def is_on_bank(s: HollowState, place: int, front: int, to: int) -> bool:
    """Whether a neighbouring hex lies on the bank at whose crest men who face there stand: no wadi hexside parts the two directions."""
    here = s.field.hex_of[place]
    wanted = _direction(here, s.field.hex_of[to])
    for turn in (1, -1):
        way = front
        while way != wanted and not s.field.ground.has_side(here, _beside(here, way), "wadi", "wadi_join"):
            way = (way + turn) % 6
            if way == front:
                break
        if way == wanted and not s.field.ground.has_side(here, _beside(here, way), "wadi", "wadi_join"):
            return True
    return False


def _beside(here: Hex, way: int) -> Hex:
    return here[0] + NEIGHBOURS[way][0], here[1] + NEIGHBOURS[way][1]


@rule("188.161", "188.172")
def is_in_front(s: HollowState, unit: int, other: int) -> bool:
    """Whether the line to a hex leaves across one of the three hexsides the unit faces; hexsides and cliffs of the wadi do not count."""
    here, there = s.field.hex_of[s.at[unit]], s.field.hex_of[other]
    if here == there:
        return False
    front = front_of(s, unit)
    facing = {(front + turn) % 6 for turn in (-1, 0, 1)}
    no_crest = ("wadi", "wadi_cliff", "wadi_join") if are_neighbours(here, there) else ("wadi", "wadi_cliff")
    next_hexes = ray(here, there).passages[1].hexes
    return any(
        are_neighbours(here, place) and _direction(here, place) in facing and not s.field.ground.has_side(here, place, *no_crest)
        for place in next_hexes
    )


@rule("188.172")
def note_front(s: HollowState, unit: int, origin: int) -> None:
    """Men who come into a hex across a side which enemies at its crest look at are remembered until the close combat."""
    at_crest = [u for u in s.units_at(s.at[unit], 1 - s.side[unit]) if s.position(u) == "crest"]
    s.mark("188.172", unit, FRONTAL, any(is_in_front(s, other, origin) for other in at_crest))


@rule("188.16", "188.161")
def crest_protection(s: HollowState, unit: int, target: int) -> int:
    """+2 at the crest against fire that comes across a hexside they face; none from behind, nor from within the wadi."""
    if s.position(unit) == "in" or not is_in_front(s, target, s.at[unit]):
        return 0
    return 2


@rule("188.17", "188.171")
def may_fire_from_crest(s: HollowState, unit: int, weapon: int, place: int) -> bool:
    """Weapons heavier than a light machine gun fire from a crest only to the front; a flamethrower and light anti-tank weapons are no heavier."""
    return s.position(unit) != "crest" or s.weapon(weapon).kind in {"lmg", "flamethrower", "atr", "piat", "bazooka"} or is_in_front(s, unit, place)
