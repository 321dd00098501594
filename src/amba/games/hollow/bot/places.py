"""How good it is to stand somewhere: goals, cover, and who could fire there."""

from __future__ import annotations

from amba.games.hollow.bot.estimates import fire_map
from amba.games.hollow.rules.r177_victory import goal_side, goals
from amba.games.hollow.state import POSITION, HollowState

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
    key = ("standing", side, place, rim)
    found: float | None = s.memory[POSITION].get(key)
    if found is None:
        found = s.memory[POSITION][key] = draw(s, side, place) + shelter(s, place, rim) - danger(s, side, place, rim)
    return found


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
