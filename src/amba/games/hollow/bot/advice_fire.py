"""How good a shot or a close combat looks: the chance to hurt, and what it costs."""

from __future__ import annotations

from amba.core.decision import Action
from amba.games.hollow.bot.advice_setup import NEVER
from amba.games.hollow.bot.estimates import BREAKS, GONE, PINS, UNKNOWN_WORTH
from amba.games.hollow.frames.fire import Shot
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r008_targets import aim
from amba.games.hollow.rules.r009_groups import shot_of, with_everybody
from amba.games.hollow.rules.r010_odds import fates
from amba.games.hollow.rules.r017_weapons import joined
from amba.games.hollow.rules.r020_close_combat import Close, number_of
from amba.games.hollow.rules.r177_victory import goal_side, goals, hexes_held, value
from amba.games.hollow.state import POSITION, HollowState

BEATEN = 0.5
"""What broken men are worth as a target beside fit ones."""
STAY = 0.15
"""What prep fire costs a side that has somewhere to go, for each unit that fires and so does not move."""
TROUBLE = 0.05
"""What any shot costs: whoever fires shows himself."""


def stay(s: HollowState, shot: Shot) -> float:
    """What it costs that these units do not move."""
    if shot.kind != "prep" or goal_side(s) != shot.side:
        return 0.0
    held, need = hexes_held(s) if goals(s) else (0, 1)
    haste = 0.6 + 1.2 * s.turn / s.plan.turns if held < need else 0.3
    return STAY * haste * sum(1 for piece in shot.firers if s.is_man(piece))


def promise(s: HollowState, shot: Shot) -> float:
    """What the targets are likely to lose, in points of 177; men beside the hexes that count are worth a third more."""
    key = ("promise", shot)
    known_total: float | None = s.memory[POSITION].get(key)
    if known_total is not None:
        return known_total
    total = 0.0
    for target, fate in zip(shot.targets, fates(s, shot), strict=True):
        known = s.is_unit(target) and not s.is_secret(target)
        worth = float(value(s, target)) if known else UNKNOWN_WORTH
        if known and s.is_broken(target):
            worth *= BEATEN
        total += worth * (GONE * fate.gone + BREAKS * fate.broken + PINS * fate.pinned)
    near = any(s.field.range(goal, shot.place) <= 1 for goal in goals(s))
    s.memory[POSITION][key] = total = total * (4 / 3 if near else 1.0)
    return total


def fire_value(s: HollowState, side: int, a: Action) -> float:
    """What a shot promises with everybody who can fire there, less what staying costs them."""
    place = s.world.names.place[a[1]]
    kind = s.frames[-1][2]
    key = ("fire", place, kind)
    found: float | None = s.memory[POSITION].get(key)
    if found is None:
        shot = with_everybody(s, aim(s, side, kind, place))
        found = s.memory[POSITION][key] = promise(s, shot) - stay(s, shot) - TROUBLE
    return found


def add_value(s: HollowState, side: int, a: Action) -> float:
    """Whoever makes the shot better joins it, if that is worth more than his move."""
    shot = shot_of(s)
    if shot is None:
        return 0.0
    if not shot.firers and shot.kind != "first":
        return 1.0
    before = promise(s, shot) - stay(s, shot) if shot.firers else 0.0
    wider = joined(s, shot, s.world.names.piece[a[1]])
    after = promise(s, wider) - stay(s, wider)
    if not shot.firers:
        return after - 2 * TROUBLE
    return 0.03 + after - before if after > before + 1e-9 else -1.0


def everybody_value(s: HollowState, side: int, a: Action) -> float:
    """The target was chosen with all who can fire at it in mind, so all of them do; later ones join if they make it better."""
    return 2.0 if s.frames[-1][0] == "shot" and not s.frames[-1][4] else -1.0


def shoot_value(s: HollowState, side: int, a: Action) -> float:
    """Those who were chosen fire, or those proposed for a target that was chosen with them in mind. In answer to a step a bot chooses first: not firing may be better."""
    shot = shot_of(s)
    if shot is not None and shot.firers:
        return 0.02
    return 1.9 if s.frames[-1][0] == "shot" else NEVER


def strike_value(s: HollowState, side: int, a: Action) -> float:
    """Close combat: take on whom it pays to, capture where that is nearly as easy."""
    _, _, _, targets, _ = s.frames[-1]
    free = tuple(Close().free(s))
    if a[0] == "target":
        one = s.world.names.piece[a[1]]
        chance = at_most(number_of(s, (free, (*targets, one), 0))[2])
        now = at_most(number_of(s, (free, targets, 0))[2]) if targets else 0
        return (
            0.1 + (chance * (len(targets) + 1) - now * len(targets)) / 36 if not targets or chance * (len(targets) + 1) > now * len(targets) else -1.0
        )
    if a[0] == "capture":
        return 0.08 + 1.6 * at_most(number_of(s, (free, targets, 1))[2]) / 36
    return 0.08 + at_most(number_of(s, (free, targets, 0))[2]) / 36
