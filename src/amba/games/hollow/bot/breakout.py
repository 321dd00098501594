"""For bots: what it is worth to get away over the edge of the map, in a scenario that asks for it (177)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.steps import top
from amba.games.hollow.bot.estimates import Stack
from amba.games.hollow.frames import Marching
from amba.games.hollow.orders import AdvanceOff, Exit, GoOff
from amba.games.hollow.rules.r177_victory import goal_side, goals, hexes_held, value
from amba.games.hollow.state import HollowState

AS_HEXES = 3.0
"""All the points that are needed count as much as so many hexes."""
BARRED = 0.35
"""What a defender near the edge takes from the chances of those who want to pass him."""


def is_breakout(s: HollowState) -> bool:
    return bool(s.plan.data["victory"]["kind"] == "exit")


def away(s: HollowState, side: int) -> float:
    """What has got away, as hexes held."""
    have, need = hexes_held(s)
    found = AS_HEXES * (min(have, need) + max(0, have - need) / 4) / need
    return found if side == goal_side(s) else -found


def passage(s: HollowState, side: int, ours: Sequence[Stack], others: Sequence[Stack], near: Sequence[float], far: Sequence[dict[int, int]]) -> float:
    """How much is likely to get away still: men by how near they are to the edge, less what bars it. `ours` are those who want to pass."""
    have, need = hexes_held(s)
    hope = 0.0
    for one in ours:
        door = min(range(len(far)), key=lambda i: far[i][one.place])
        guard = sum(other.force * near[far[door][other.place]] for other in others)
        hope += one.fit * near[far[door][one.place]] * (1 - BARRED * guard / (guard + 6))
    found = AS_HEXES * min(1.0, (have + hope) / need) + 0.1 * hope / need
    return found if side == goal_side(s) else -found


def value_exit(s: HollowState, side: int, a: Exit | AdvanceOff | GoOff) -> float:
    """Whoever has to get away does; nobody else leaves a battle, least of all a dummy."""
    piece = top(s, Marching).units[0] if isinstance(a, GoOff) else a.unit
    if s.is_dummy(piece) or not is_breakout(s) or side != goal_side(s):
        return -9.0
    return 4.0 + value(s, piece)


def doors(s: HollowState, side: int) -> frozenset[int]:
    """The hexes from which this side's units get away, if that is what they are here for."""
    return frozenset(goals(s)) if is_breakout(s) and side == goal_side(s) else frozenset()
