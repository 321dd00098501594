"""9.0: an army on the march. A leader's men close up on him in one gesture: nothing but their own moves, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from amba.games.adua.book import rule
from amba.games.adua.rules.r03_command import subjects_of
from amba.games.adua.rules.r04_calendar import waiting
from amba.games.adua.rules.r09_movement import Ways, arrivals, bar, destinations, enter, ground, march
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, ENTRENCHED

CLOSE = 2
"""Hexes from the leader at which a unit has closed up."""


def company(s: AduaState, leader: int) -> Iterator[int]:
    """The leader's units that are free to march: not next to the enemy, not dug in, not moved yet; and those due to enter."""
    zoc, commander, is_combat = s.zoc(enemy(s.side[leader])), s.world.commander, s.world.is_combat
    for unit in subjects_of(s.world, leader):
        # Menelik may bring anybody by initiative, but the men who march with him are his own.
        if not s.is_on_map(unit) or not is_combat[unit] or (s.side[unit] == ABYSSINIAN and commander[unit] != leader):
            continue
        if not zoc[s.at[unit]] and not s.has(unit, ENTRENCHED) and bar(s, unit) is None:
            yield unit
    for unit in waiting(s):
        if commander[unit] == leader and is_combat[unit]:
            yield unit


def nearest(s: AduaState, unit: int, goal: int) -> int:
    """The hex outside enemy zones of control that brings a unit nearest to the goal; -1 if it gets no nearer, or is close enough."""
    distance, zoc = s.world.grid.distance, s.zoc(enemy(s.side[unit]))
    here = distance(s.at[unit], goal) if s.is_on_map(unit) else s.world.hexes
    if here <= CLOSE:
        return -1
    found: Ways = destinations(s, unit) if s.is_on_map(unit) else arrivals(s, unit)
    away, _, hex = min(((distance(hex, goal), found.cost(hex), hex) for hex in found if not zoc[hex]), default=(here, 0, -1))
    return hex if away < here else -1


@rule("9.0", "4.0.entry")
def may_close_up(s: AduaState, leader: int) -> bool:
    """Whether a leader on the map has a unit that can march nearer to him."""
    if not s.world.units[leader].is_leader or not s.is_on_map(leader):
        return False
    goal = s.at[leader]
    # The next hex is enough to know, and cheaper than all that can be reached; only where nobody gets on that way one has to look further.
    return any(has_next_step(s, unit, goal) for unit in company(s, leader)) or any(nearest(s, unit, goal) >= 0 for unit in company(s, leader))


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


def close_up(s: AduaState, leader: int) -> Iterator[int]:
    """March the leader's units up to him, those already near him first; tells who moved."""
    goal, distance = s.at[leader], s.world.grid.distance
    for unit in sorted(company(s, leader), key=lambda u: (distance(s.at[u], goal) if s.is_on_map(u) else s.world.hexes, u)):
        hex = nearest(s, unit, goal)
        if hex >= 0:
            (march if s.is_on_map(unit) else enter)(s, unit, hex)
            yield unit
