"""What both sides' advice looks at: distances, open flanks, and the odds of a small arms combat."""

from __future__ import annotations

from functools import lru_cache

from amba.core.decision import Action
from amba.games.adua.rules.r10_dice import NEVER, throw
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, MELEE, World

FAR = 99


def piece_of(s: AduaState, a: Action, index: int = 1) -> int:
    return s.world.names.piece[a[index]]


def place_of(s: AduaState, a: Action) -> int:
    return s.world.names.place[a[2]]


@lru_cache(maxsize=4096)
def away_from(world: World, hex: int) -> list[int]:
    """Hex -> how far it is from this one. Read it, do not keep it."""
    return spread_from(world, (hex,))


@lru_cache(maxsize=64)
def spread_from(world: World, start: tuple[int, ...]) -> list[int]:
    """Hex -> how far the nearest of these hexes is. Read it, do not keep it."""
    found = [FAR] * world.hexes
    ring = list(start)
    for hex in ring:
        found[hex] = 0
    away = 0
    while ring:
        away += 1
        after = []
        for here in ring:
            for there in world.around[here]:
                if found[there] == FAR:
                    found[there] = away
                    after.append(there)
        ring = after
    return found


def distances(s: AduaState, side: int) -> list[int]:
    """Hex -> how far the nearest combat unit of the side is."""
    known: list[int] | None = s.known.get(("advice", side))
    if known is None:
        known = s.known["advice", side] = spread_from(s.world, tuple(sorted(places(s, side))))
    return known


def places(s: AduaState, side: int) -> list[int]:
    """Where the side's combat units stand. Read it, do not keep it."""
    known: list[int] | None = s.known.get(("places", side))
    if known is None:
        known = s.known["places", side] = [s.at[unit] for unit in s.units(side)]
    return known


def nearest(s: AduaState, side: int, hex: int) -> int:
    """How far the nearest combat unit of the side is from a hex: quicker than all `distances` where few hexes are asked about."""
    return min(map(away_from(s.world, hex).__getitem__, places(s, side)), default=FAR)


def open_sides(s: AduaState, hex: int, side: int, but: int) -> list[int]:
    """Hexes beside this one that no friend but `but` holds: where an enemy may come to stand."""
    held, here = s.occupied_by(side), s.at[but]
    return [near for near in s.world.around[hex] if not held[near] or near == here]


def crowd(s: AduaState) -> list[tuple[int, int]]:
    """Where free Abyssinian units stand and what they are worth."""
    known: list[tuple[int, int]] | None = s.known.get("crowd")
    if known is None:
        known = s.known["crowd"] = [(s.at[unit], s.value(unit)) for unit in s.units(ABYSSINIAN) if not s.has(unit, MELEE)]
    return known


def near_by(s: AduaState, hex: int, radius: int) -> list[int]:
    """The combat values of free Abyssinian units within so many hexes, the strongest first."""
    distance = s.world.grid.distance
    return sorted((value for place, value in crowd(s) if distance(place, hex) <= radius), reverse=True)


Dice = tuple[tuple[int, int], ...]
"""Pools as (dice, quality)."""


@lru_cache(maxsize=20000)
def rows(italian: Dice, abyssinian: Dice) -> tuple[float, ...]:
    """The chances of the five rows of the small arms table, from "-1 or less" to "+3 or more"."""
    ours, theirs = hits(italian), hits(abyssinian)
    found = [0.0] * 5
    for mine, chance in enumerate(ours):
        for yours, other in enumerate(theirs):
            found[max(-1, min(3, mine - yours)) + 1] += chance * other
    return tuple(found)


@lru_cache(maxsize=5000)
def hits(pools: Dice) -> tuple[float, ...]:
    """The chance of each number of hits."""
    whole = [1.0]
    for dice, quality in pools:
        rolls = throw(dice, quality, NEVER, False)
        total = sum(weight for _, weight in rolls)
        joined = [0.0] * (len(whole) + dice)
        for had, chance in enumerate(whole):
            for (more, _), weight in rolls:
                joined[had + more] += chance * weight / total
        whole = joined
    return tuple(whole)
