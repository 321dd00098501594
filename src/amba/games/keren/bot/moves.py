"""The moves a plan chooses from: every unit by itself, and whole stacks. The rules say what is within reach.

A stack that the enemy has closed in on is best left by everybody: as long as one stays, it does not help that another has gone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from amba.core.evaluation import Way
from amba.games.keren.bot.advice import advice
from amba.games.keren.rules.r10_movement import is_movable, reach_of
from amba.games.keren.rules.sequence import STEPS
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import ITALIAN


def moves(s: KerenState, side: int, calls: Callable[[int], float]) -> Sequence[Way]:
    """Single moves, and those of Italian stacks that the enemy is next to; `calls` says how much a place is called for."""
    names, at = s.world.names.piece, s.at
    found = [*unit_moves(s, side), *(stack_moves(s, side) if side == ITALIAN else ())]
    return [way._replace(advised=way.advised + calls(way.place) - calls(at[names[way.piece]])) for way in found]


def unit_moves(s: KerenState, side: int) -> list[Way]:
    menu, places = STEPS["movement"].menu(s), s.world.names.place
    return [Way(a[1], places[a[2]], (a,), advice(s, side, a)) for head in menu.heads if head[0] == "move" for a in menu.tails(head)]


def stack_moves(s: KerenState, side: int) -> list[Way]:
    """Everybody of a hex in an enemy zone goes to the same place, one after the other."""
    names, zone, found = s.world.names, s.zoc(enemy(side)), []
    for place in sorted({s.at[unit] for unit in s.units(side)}):
        movers = [unit for unit in s.here[place] if is_movable(s, unit)]
        if len(movers) < 2 or not zone[place]:
            continue
        slowest = min(movers, key=s.movement)
        lead, *company = (names.pieces[unit] for unit in movers)
        for there in reach_of(s, (slowest,)).cost:
            if there != place:
                gestures = tuple(("move", names.pieces[unit], names.places[there]) for unit in movers)
                found.append(Way(lead, there, gestures, advice(s, side, gestures[0]), tuple(company)))
    return found
