"""What a dummy is worth moving for: it goes where a squad would like to go, as long as nobody sees it go."""

from __future__ import annotations

from amba.core.decision import Action
from amba.games.hollow.bot.places import standing
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.r005_movement import refuse_step
from amba.games.hollow.rules.r007_seeing import may_be_seen
from amba.games.hollow.state import HollowState

NEVER = -9.0
EAGER = 0.5
"""Men come first: a dummy is moved when they have nothing better to do."""


def bluffer(s: HollowState, a: Action) -> int:
    """The dummy an order is about, be it named in it or on the march by itself; -1 if none."""
    if a[0] in {"move", "join", "advance", "thorns"}:
        piece = s.world.names.piece[a[1]]
        return piece if s.is_dummy(piece) else -1
    if a[0] in {"go", "rim", "minimum", "shelter", "crest", "down"} and s.frames[-1][0] == "walk":
        units = s.frames[-1][1]
        return units[0] if all(s.is_dummy(unit) for unit in units) else -1
    return -1


def bluff_value(s: HollowState, side: int, dummy: int, a: Action) -> float:
    here = standing(s, side, s.at[dummy])
    if a[0] == "move":
        near = [to for to in s.field.around[s.at[dummy]] if refuse_step(s, (dummy,), NORMAL, 0, to, False, False) is None]
        return max((bluff_gain(s, side, to) - EAGER * here for to in near), default=NEVER) - 0.03
    if a[0] in {"go", "advance"} and len(a) < 4:
        return bluff_gain(s, side, s.world.names.place[a[-1]]) - EAGER * here - 0.03
    return NEVER


def bluff_gain(s: HollowState, side: int, place: int) -> float:
    """Nothing is gained by a dummy that is seen, or that meets somebody."""
    if s.seen_at(place, side) or may_be_seen(s, place, s.field.view_from(place), side):
        return NEVER
    return EAGER * standing(s, side, place)
