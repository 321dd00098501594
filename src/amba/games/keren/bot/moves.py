"""The moves a plan chooses from: every unit by itself, and whole stacks. The rules say what is within reach.

A stack that the enemy has closed in on is best left by everybody: as long as one stays, it does not help that another has gone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from amba.core.evaluation import Way
from amba.games.keren.bot.advice import advice
from amba.games.keren.frames import Movement
from amba.games.keren.orders import Move
from amba.games.keren.rules.r10_movement import bar, reach_of
from amba.games.keren.rules.r10_steps import movers
from amba.games.keren.rules.r10_steps import moves as moves_of
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import ITALIAN


def moves(s: KerenState, side: int, calls: Callable[[int], float]) -> Sequence[Way]:
    """Single moves, and those of Italian stacks that the enemy is next to; `calls` says how much a place is called for."""
    found = [*unit_moves(s, side), *(stack_moves(s, side) if side == ITALIAN else ())]
    return [way._replace(advised=way.advised + calls(way.place) - calls(s.at[way.piece])) for way in found]


def unit_moves(s: KerenState, side: int) -> list[Way]:
    at = Movement(side)
    return [Way(unit, a.hex, (a,), advice(s, side, a)) for unit in movers(s, at) for a in moves_of(s, at, unit)]


def stack_moves(s: KerenState, side: int) -> list[Way]:
    """Everybody of a hex in an enemy zone goes to the same place, one after the other."""
    zone, found = s.zoc(enemy(side)), []
    for place in s.places(side):
        stack = [unit for unit in s.here[place] if not bar(s, unit)]
        if len(stack) < 2 or not zone[place]:
            continue
        slowest = min(stack, key=s.movement)
        for there in reach_of(s, (slowest,)).cost:
            if there != place:
                gestures = tuple(Move(unit, there) for unit in stack)
                found.append(Way(stack[0], there, gestures, advice(s, side, gestures[0]), tuple(stack[1:])))
    return found
