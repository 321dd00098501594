"""9.0: an army on the march. A leader's men close up on him in one gesture: nothing but their own moves, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from amba.games.adua.book import rule
from amba.games.adua.rules.r03_command import commands
from amba.games.adua.rules.r04_calendar import waiting
from amba.games.adua.rules.r09_movement import Ways, arrivals, bar, destinations, enter, march
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ENTRENCHED, ITALIAN

CLOSE = 2
"""Hexes from the leader at which a unit has closed up."""


def company(s: AduaState, leader: int) -> list[int]:
    """The leader's units that are free to march: not next to the enemy, not dug in, not moved yet; and those due to enter."""
    zoc, side = s.zoc(enemy(s.side[leader])), s.side[leader]
    if side == ITALIAN:
        own = [unit for unit in s.units(side) if commands(s, leader, unit)]
    else:
        # Menelik may bring anybody by initiative, but the men who march with him are his own.
        commander, is_combat = s.world.commander, s.world.is_combat
        own = [unit for unit in (*s.units(side), *waiting(s)) if commander[unit] == leader and is_combat[unit]]
    return [u for u in own if not s.is_on_map(u) or (not zoc[s.at[u]] and not s.has(u, ENTRENCHED) and bar(s, u) is None)]


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
    return any(nearest(s, unit, s.at[leader]) >= 0 for unit in company(s, leader))


def close_up(s: AduaState, leader: int) -> Iterator[int]:
    """March the leader's units up to him, those already near him first; tells who moved."""
    goal, distance = s.at[leader], s.world.grid.distance
    for unit in sorted(company(s, leader), key=lambda u: (distance(s.at[u], goal) if s.is_on_map(u) else s.world.hexes, u)):
        hex = nearest(s, unit, goal)
        if hex >= 0:
            (march if s.is_on_map(unit) else enter)(s, unit, hex)
            yield unit
