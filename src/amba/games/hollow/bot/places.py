"""How good it is to stand somewhere: goals, cover, who could fire there; and what it is worth to get away over the edge of the map, in a scenario that asks for it (177)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.steps import top
from amba.games.hollow.bot.estimates import Stack, fire_map
from amba.games.hollow.frames import Marching
from amba.games.hollow.orders import AdvanceOff, Exit, GoOff
from amba.games.hollow.rules.r102_blazes import is_blazing
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


PULL = 0.4
"""What a hex nearer to a goal is worth."""
PRIZE = 1.5
COVER = 0.12
CONCEALMENT = 0.1
DANGER = 0.35
"""What a squad's likely loss to enemy fire costs."""
AWAY = -5.0


def standing(s: HollowState, side: int, place: int, rim: bool = False) -> float:
    """Everything together; kept with the position. Beside the map nobody is of any use."""
    if place not in s.field.hex_of:
        return AWAY
    if is_blazing(s, place):
        return AWAY
    key = ("standing", side, place, rim)
    return s.remembered(key, lambda: draw(s, side, place) + shelter(s, place, rim) - danger(s, side, place, rim))


def draw(s: HollowState, side: int, place: int) -> float:
    """The attacker is drawn to goals he does not hold, the more as time runs out; the defender keeps near all of them."""
    aims = goals(s)
    urgency = 0.8 + s.turn / max(1, s.plan.turns)
    if side == goal_side(s):
        left = [aim for aim in aims if s.owner[aim] != side + 1 or s.plan.exits[side]]
        if aims and left:
            nearest = min(s.field.range(place, aim) for aim in left)
            return urgency * (PRIZE - PULL * nearest) if nearest else urgency * (PRIZE + 0.5)
        if aims:
            return -0.02 * min(s.field.range(place, aim) for aim in aims)
        foes = [s.at[p] for p in s.known_counters(1 - side)]
        return -urgency * PULL * max(0, min((s.field.range(place, foe) for foe in foes), default=0) - 3)
    if aims:
        nearest = min(s.field.range(place, aim) for aim in aims)
        lost = any(s.owner[aim] == 2 - side and s.field.range(place, aim) == 0 for aim in aims)
        return (0.5 if nearest == 0 else 0.0) + (0.6 if lost else 0.0) - 0.1 * max(0, nearest - 1)
    return 0.0


def shelter(s: HollowState, place: int, rim: bool) -> float:
    protection = 2 if rim else s.field.protection(place)
    return COVER * protection + (CONCEALMENT if s.field.is_cover(place) else 0.0)


def danger(s: HollowState, side: int, place: int, rim: bool) -> float:
    """What the fire of all enemy counters that see the place would do to a squad there."""
    return DANGER * fire_map(s, side).at(4 * place + rim)[0]
