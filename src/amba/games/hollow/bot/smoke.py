"""Smoke before men go over ground that the enemy looks at: whose way it spares how much, and what it costs who throws it. For bots; the rules never look here."""

from __future__ import annotations

from amba.games.hollow.bot.estimates import fire_map, spot_of
from amba.games.hollow.bot.routes import covers, patience
from amba.games.hollow.counters import WIND
from amba.games.hollow.orders import ThrowSmoke
from amba.games.hollow.rules.r005_movement import refuse_mover
from amba.games.hollow.rules.r024_grenades import GRENADES
from amba.games.hollow.rules.r024_smoke import FULL, HINDRANCE, THIN
from amba.games.hollow.rules.r177_victory import goal_side, goals, value
from amba.games.hollow.state import HollowState

NEVER = -9.0
A_STEP = 2
"""Men so near are likely to go through it."""
FEW = 3
"""As many of them are reckoned with."""
TROUBLE = 0.15
"""What it costs that the thrower has less of his move left, and shows himself."""


def smoke_value(s: HollowState, side: int, a: ThrowSmoke) -> float:
    """What smoke there is likely to spare those who go on through it, less what throwing costs: for a side that has somewhere to go, on its way there."""
    here, to = s.at[a.unit], a.to
    if goal_side(s) != side or to == here or not goals(s) or s.seen_at(to, side):
        return NEVER
    guard = fire_map(s, side)
    drm = HINDRANCE[FULL if s.tracks[WIND] == 0 else THIN]
    bare, screened = guard.at(4 * to), guard.through(4 * to, drm)
    spared = sum(bare) - sum(screened)
    if spared <= 0:
        return NEVER
    chance = GRENADES[s.squad(a.unit).quality] / 6
    men = sorted((float(value(s, unit)) for unit in followers(s, side, a.unit, to)), reverse=True)[:FEW]
    shown = guard.at(spot_of(s, a.unit))[1] * float(value(s, a.unit))
    return patience(s) * (chance * spared * sum(men) - shown) - TROUBLE


def followers(s: HollowState, side: int, thrower: int, to: int) -> list[int]:
    """The squads that may still move, and for which the smoke lies on the way to the nearest goal that is not theirs."""
    left = [goal for goal in goals(s) if s.owner[goal] != side + 1]
    if not left:
        return []
    aim = min(left, key=lambda goal: s.field.range(goal, to))
    there = s.field.range(to, aim)
    return [
        unit for unit in s.units(side)
        if s.is_man(unit) and unit != thrower and s.at[unit] in s.field.hex_of and 0 < s.field.range(s.at[unit], to) <= A_STEP
        and s.field.range(s.at[unit], aim) > there and refuse_mover(s, side, unit) is None and not covers(s, side, unit)
    ]  # fmt: skip
