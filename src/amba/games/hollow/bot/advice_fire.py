"""How good a shot or a close combat looks: the chance to hurt, and what it costs."""

from __future__ import annotations

from amba.core.state import remembered
from amba.core.steps import top
from amba.games.hollow.bot.advice_setup import NEVER
from amba.games.hollow.bot.estimates import BREAKS, GONE, PINS, UNKNOWN_WORTH, has_heavy_gun, is_heavy_gun
from amba.games.hollow.frames import Aiming, Answering, Attacking, FirePhase, Pieces, Shot
from amba.games.hollow.frames_armour import GunAnswer
from amba.games.hollow.orders import Add, AddEverybody, Capture, FireAt, FireFrom, Kill, Shoot, Target
from amba.games.hollow.rules.armour.r037_answering import men_shot
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r008_phases import aim, aimed_by
from amba.games.hollow.rules.r009_groups import shot_of, with_everybody
from amba.games.hollow.rules.r010_odds import fates
from amba.games.hollow.rules.r017_weapons import joined
from amba.games.hollow.rules.r020_close_combat import declared, number_of
from amba.games.hollow.rules.r177_victory import goal_side, goals, hexes_held, value
from amba.games.hollow.state import HollowState

BEATEN = 0.5
"""What broken men are worth as a target beside fit ones."""
STAY = 0.15
"""What prep fire costs a side that has somewhere to go, for each unit that fires and so does not move."""
SHELLS = 0.01
"""What a shot costs those who are seen anyway: a machine gun may jam."""
TROUBLE = 0.05
"""What any shot costs."""
SHOWN = 0.25
"""What it costs early in a battle that one who was unknown to the enemy is seen to fire; nothing at its end."""


def stay(s: HollowState, shot: Shot) -> float:
    """What it costs that these units do not move."""
    if shot.kind != "prep" or goal_side(s) != shot.side:
        return 0.0
    held, need = hexes_held(s) if goals(s) else (0, 1)
    haste = 0.6 + 1.2 * s.turn / s.plan.turns if held < need else 0.3
    # Machine guns on their legs are there to cover the others: they would stay anyway.
    return STAY * haste * sum(1 for piece in shot.firers if s.is_man(piece) and not has_heavy_gun(s, piece))


def trouble(s: HollowState, shot: Shot) -> float:
    """What a shot costs: whoever fires shows himself, and those of whom nothing is known have most to lose by it."""
    unknown = sum(s.is_unit(piece) and s.is_secret(piece) for piece in shot.firers)
    return TROUBLE + SHOWN * unknown * (1 - s.turn / s.plan.turns)


@remembered()
def promise(s: HollowState, shot: Shot) -> float:
    """What the targets are likely to lose, in points of 177; men beside the hexes that count are worth a third more."""
    total = 0.0
    for target, fate in zip(shot.targets, fates(s, shot), strict=True):
        known = s.is_unit(target) and not s.is_secret(target)
        worth = float(value(s, target)) if known else UNKNOWN_WORTH
        if known and s.is_broken(target):
            worth *= BEATEN
        total += worth * (GONE * fate.gone + BREAKS * fate.broken + PINS * fate.pinned)
    near = any(s.field.range(goal, shot.place) <= 1 for goal in goals(s))
    return total * (4 / 3 if near else 1.0)


def fire_value(s: HollowState, side: int, a: FireAt) -> float:
    """What a shot promises with everybody who can fire there, less what staying costs them."""
    at = s.frames[-1]
    if isinstance(at, GunAnswer):
        shot = with_everybody(s, men_shot(s, at))
        return promise(s, shot) - trouble(s, shot)
    kind = top(s, FirePhase).kind
    shot = s.remembered(("fire", a.to, kind), lambda: with_everybody(s, aim(s, side, kind, a.to)))
    return promise(s, shot) - stay(s, shot) - trouble(s, shot)


def cover_value(s: HollowState, side: int, a: FireFrom) -> float:
    """A machine gun on its legs fires by itself before the others move: it stays to cover them anyway."""
    kind = top(s, FirePhase).kind
    if kind != "prep" or not is_heavy_gun(s, a.firer):
        return NEVER
    shot = aimed_by(s, side, kind, a.firer, a.to)
    if shot is None:
        return NEVER
    shown = trouble(s, shot) if s.is_secret(s.owner_of(a.firer)) else SHELLS
    return s.remembered(("cover", a.firer, a.to), lambda: promise(s, shot)) - shown


def gathered(s: HollowState) -> Shot:
    """The shot that is being put together."""
    at = s.frames[-1]
    assert isinstance(at, Aiming | Answering)
    return shot_of(s, at)


def add_value(s: HollowState, side: int, a: Add) -> float:
    """Whoever makes the shot better joins it, if that is worth more than his move."""
    shot = gathered(s)
    if not shot.firers and shot.kind != "first":
        return 1.0
    before = promise(s, shot) - stay(s, shot) if shot.firers else 0.0
    wider = joined(s, shot, a.firer)
    after = promise(s, wider) - stay(s, wider)
    if not shot.firers:
        return after - 2 * TROUBLE
    return 0.03 + after - before if after > before + 1e-9 else -1.0


def everybody_value(s: HollowState, side: int, a: AddEverybody) -> float:
    """The target was chosen with all who can fire at it in mind, so all of them do; later ones join if they make it better."""
    at = s.frames[-1]
    return 2.0 if isinstance(at, Aiming) and not at.firers else -1.0


def shoot_value(s: HollowState, side: int, a: Shoot) -> float:
    """Those who were chosen fire, or those proposed for a target that was chosen with them in mind. In answer to a step a bot chooses first: not firing may be better."""
    if gathered(s).firers:
        return 0.02
    return 1.9 if isinstance(s.frames[-1], Aiming) else NEVER


def chance_of(s: HollowState, at: Attacking, targets: Pieces, capture: bool) -> int:
    """In how many of 36 cases an attack on these succeeds."""
    return at_most(number_of(s, declared(s, at._replace(targets=targets), capture))[2])


def target_value(s: HollowState, side: int, a: Target) -> float:
    """Close combat: take on whom it pays to."""
    at = top(s, Attacking)
    wider = (*at.targets, a.unit)
    found = chance_of(s, at, wider, False) * len(wider)
    now = chance_of(s, at, at.targets, False) * len(at.targets) if at.targets else 0
    return 0.1 + (found - now) / 36 if not at.targets or found > now else -1.0


def strike_value(s: HollowState, side: int, a: Kill | Capture) -> float:
    """Capture where that is nearly as easy."""
    at, capture = top(s, Attacking), isinstance(a, Capture)
    return 0.08 + (1.6 if capture else 1.0) * chance_of(s, at, at.targets, capture) / 36
