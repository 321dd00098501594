"""How good a shot or a close combat looks: the chance to hurt, and what it costs."""

from __future__ import annotations

from amba.core.decision import Action
from amba.games.hollow.advice_places import goal_side
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.odds import hurt
from amba.games.hollow.rules.r010_shots import aim, with_everybody
from amba.games.hollow.rules.r017_weapons import joined
from amba.games.hollow.rules.r020_close_combat import Close, number_of
from amba.games.hollow.state import HollowState

STAY = 0.35
"""What prep fire costs a side that has somewhere to go: its firers do not move."""


def fire_value(s: HollowState, side: int, a: Action) -> float:
    """The chance to break somebody with everything that can fire there, less what staying costs."""
    place = s.world.names.place[a[1]]
    kind = s.frames[-1][2]
    key = ("fire", place, kind)
    found: float | None = s.fresh.get(key)
    if found is None:
        chance = float(hurt(s, with_everybody(s, aim(s, side, kind, place))))
        cost = STAY if kind == "prep" and goal_side(s) == side else 0.03
        found = s.fresh[key] = chance - cost
    return found


def add_value(s: HollowState, side: int, a: Action) -> float:
    """Whoever makes the shot better joins it."""
    from amba.games.hollow.previews import shot_of

    shot = shot_of(s)
    if shot is None:
        return 0.0
    piece = s.world.names.piece[a[1]]
    before = float(hurt(s, shot)) if shot.firers else 0.0
    after = float(hurt(s, joined(s, shot, piece)))
    if shot.kind == "first" and not shot.firers:
        return after - 0.12
    if not shot.firers:
        return 1.0 + after
    return 0.03 + after - before if after > before else -1.0


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
