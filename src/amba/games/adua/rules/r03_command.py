"""3.0 Commanders: who commands whom, and how far."""

from __future__ import annotations

from functools import lru_cache

from amba.core.state import remembered
from amba.games.adua.book import rule
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ITALIAN, World


@rule("3.0", "3.0.range")
def in_command(s: AduaState, leader: int, place: int) -> bool:
    """Whether a leader's range reaches a hex along hexes free of enemy units; enemy zones of control do not hinder."""
    world = s.world
    start, span = s.at[leader], world.units[leader].range
    if start >= world.hexes or place >= world.hexes or world.grid.distance(start, place) > span:
        return False
    return place in command_area(s, leader)


@remembered()
def command_area(s: AduaState, leader: int) -> set[int]:
    """The hexes within a leader's range. A melee hex holds enemies, and yet its own units can be reached: only the hexes between count."""
    taken, around = s.occupied_by(enemy(s.side[leader])), s.world.around
    found, ring = {s.at[leader]}, {s.at[leader]}
    for _ in range(s.world.units[leader].range):
        ring = {near for hex in ring for near in around[hex]} - found
        found |= ring
        ring = {hex for hex in ring if not taken[hex]}
    return found


@lru_cache(maxsize=256)
def subjects_of(world: World, leader: int) -> tuple[int, ...]:
    """Everybody who takes this leader's orders, wherever he is."""
    return tuple(piece for piece, card in enumerate(world.units) if (card.is_combat or card.is_leader) and is_under(world, leader, piece))


@rule("2.0.brigades", "3.0.own")
def is_under(world: World, leader: int, unit: int) -> bool:
    """Whether a unit, or a colonel, takes this leader's orders: a general has his brigade, a colonel his regiments, Baratieri all; an Abyssinian leader has his own men, Menelik anybody's."""
    chief, subject = world.units[leader], world.units[unit]
    if chief.side != subject.side or leader == unit:
        return False
    if chief.side != ITALIAN:
        return subject.is_combat and (world.commander[unit] == leader or leader == world.menelik)
    if not (subject.is_combat or subject.is_colonel):
        return False
    if chief.is_commander_in_chief:
        return True
    if chief.is_brigadier:
        return subject.brigade == chief.brigade
    return subject.is_combat and world.commander[unit] == leader
