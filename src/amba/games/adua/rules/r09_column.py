"""9.0: an army on the march. A leader's men close up on him in one gesture: nothing but their own moves, one after the other."""

from __future__ import annotations

from functools import lru_cache

from amba.core.decision import Refusal
from amba.core.state import remembered
from amba.games.adua.book import rule
from amba.games.adua.rules.r03_command import subjects_of
from amba.games.adua.rules.r04_calendar import waiting
from amba.games.adua.rules.r09_movement import Routes, arrivals, destinations, enter, ground, march, movable
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, ENTRENCHED, World

CLOSE = 2
"""Hexes from the leader at which a unit has closed up."""


@lru_cache(maxsize=256)
def men_of(world: World, leader: int) -> frozenset[int]:
    """The units that march with a leader. Menelik may bring anybody by initiative, but those who march with him are his own."""
    own = world.units[leader].side == ABYSSINIAN
    return frozenset(unit for unit in subjects_of(world, leader) if world.is_combat[unit] and (not own or world.commander[unit] == leader))


@remembered()
def free_to_march(s: AduaState, side: int) -> list[int]:
    """A side's units that are not next to the enemy, not dug in and not moved yet; and those due to enter."""
    zoc, at = s.zoc(enemy(side)), s.at
    here = [unit for unit in movable(s, side) if s.world.is_combat[unit] and not zoc[at[unit]] and not s.has(unit, ENTRENCHED)]
    return here + [unit for unit in waiting(s) if s.side[unit] == side and s.world.is_combat[unit]]


def company(s: AduaState, leader: int) -> list[int]:
    """The leader's units that are free to march."""
    men = men_of(s.world, leader)
    return [unit for unit in free_to_march(s, s.side[leader]) if unit in men]


def nearest(s: AduaState, unit: int, goal: int) -> int:
    """The hex outside enemy zones of control that brings a unit nearest to the goal; -1 if it gets no nearer, or is close enough."""
    distance, zoc = s.world.grid.distance, s.zoc(enemy(s.side[unit]))
    here = distance(s.at[unit], goal) if s.is_on_map(unit) else s.world.hexes
    if here <= CLOSE:
        return -1
    found: Routes = destinations(s, unit) if s.is_on_map(unit) else arrivals(s, unit)
    away, _, hex = min(((distance(hex, goal), found.cost(hex), hex) for hex in found if not zoc[hex]), default=(here, 0, -1))
    return hex if away < here else -1


@rule("9.0", "4.0.entry")
def refuse_follow(s: AduaState, leader: int) -> Refusal | None:
    """A leader on the map has a unit that can march nearer to him."""
    goal, values = s.at[leader], {"title": s.world.title(leader)}
    if not s.world.units[leader].is_leader:
        return Refusal("9.0", "{title} is no leader.", values)
    men = company(s, leader)
    if not men:
        return Refusal("9.0", "Nobody under {title} is free to march.", values)
    # The next hex is enough to know, and cheaper than all that can be reached; only where nobody gets on that way one has to look further.
    if any(has_next_step(s, unit, goal) for unit in men) or any(nearest(s, unit, goal) >= 0 for unit in men):
        return None
    return Refusal("9.0", "Nobody under {title} can march nearer to him.", values)


def has_next_step(s: AduaState, unit: int, goal: int) -> bool:
    """Whether a free hex beside a unit, or a free pass for one that is due to enter, lies nearer to the goal outside enemy zones of control."""
    field, zoc, distance = ground(s, unit), s.zoc(enemy(s.side[unit])), s.world.grid.distance
    if not s.is_on_map(unit):
        return any(not (field.closed[gate] or field.full[gate] or zoc[gate]) for gate in s.world.passes)
    away, size, move = distance(s.at[unit], goal), s.world.hexes, s.world.units[unit].move
    if away <= CLOSE:
        return False
    for node, cost in s.world.edges(unit)[s.at[unit]]:
        hex = node % size
        if cost <= move and not (field.closed[hex] or field.full[hex] or zoc[hex]) and distance(hex, goal) < away:
            return True
    return False


def close_up(s: AduaState, leader: int) -> list[int]:
    """March the leader's units up to him, those already near him first; tells who moved."""
    goal, distance, moved = s.at[leader], s.world.grid.distance, []
    for unit in sorted(company(s, leader), key=lambda u: (distance(s.at[u], goal) if s.is_on_map(u) else s.world.hexes, u)):
        hex = nearest(s, unit, goal)
        if hex >= 0:
            (march if s.is_on_map(unit) else enter)(s, unit, hex)
            moved.append(unit)
    return moved
