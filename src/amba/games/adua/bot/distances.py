"""How far everything is: distances to the units of a side, the sides of a hex left open, and who is near."""

from __future__ import annotations

from functools import lru_cache

from amba.core.state import remembered
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, MELEE, World

FAR = 99


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


@remembered()
def distances(s: AduaState, side: int) -> list[int]:
    """Hex -> how far the nearest combat unit of the side is."""
    return spread_from(s.world, tuple(sorted(places(s, side))))


@remembered()
def places(s: AduaState, side: int) -> list[int]:
    """Where the side's combat units stand."""
    return [s.at[unit] for unit in s.units(side)]


def nearest(s: AduaState, side: int, hex: int) -> int:
    """How far the nearest combat unit of the side is from a hex: quicker than all `distances` where few hexes are asked about."""
    return min(map(away_from(s.world, hex).__getitem__, places(s, side)), default=FAR)


def open_sides(s: AduaState, hex: int, side: int, but: int) -> list[int]:
    """Hexes beside this one that no friend but `but` holds: where an enemy may come to stand."""
    held, here = s.occupied_by(side), s.at[but]
    return [near for near in s.world.around[hex] if not held[near] or near == here]


@remembered()
def free_abyssinians(s: AduaState) -> list[tuple[int, int]]:
    """Where Abyssinian units stand that are not in melee, and what they are worth."""
    return [(s.at[unit], s.value(unit)) for unit in s.units(ABYSSINIAN) if not s.has(unit, MELEE)]


def near_by(s: AduaState, hex: int, radius: int) -> list[int]:
    """The combat values of free Abyssinian units within so many hexes, the strongest first."""
    distance = s.world.grid.distance
    return sorted((value for place, value in free_abyssinians(s) if distance(place, hex) <= radius), reverse=True)
