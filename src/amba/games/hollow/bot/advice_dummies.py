"""What a dummy is worth moving for: it goes where a squad would like to go, as long as nobody sees it go."""

from __future__ import annotations

from typing import Any

from amba.games.hollow.bot.places import standing
from amba.games.hollow.frames import Marching
from amba.games.hollow.orders import Advance, DownIntoBed, Go, GoToCrest, Join, MinimumMove, StartOut, TakeShelter, UpToCrest, WorkIntoHedge
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.r005_movement import refuse_step
from amba.games.hollow.rules.r007_seeing import may_be_seen
from amba.games.hollow.state import HollowState

NEVER = -9.0
EAGER = 0.5
"""Men come first: a dummy is moved when they have nothing better to do."""


def dummy_in(s: HollowState, a: Any) -> int:
    """The dummy an order is about, be it named in it or on the march by itself; -1 if none."""
    if isinstance(a, StartOut | Join | Advance | WorkIntoHedge):
        return a.unit if s.is_dummy(a.unit) else -1
    at = s.frames[-1]
    if isinstance(at, Marching) and isinstance(a, Go | GoToCrest | MinimumMove | TakeShelter | UpToCrest | DownIntoBed):
        return at.units[0] if all(s.is_dummy(unit) for unit in at.units) else -1
    return -1


def dummy_value(s: HollowState, side: int, dummy: int, a: Any) -> float:
    here = standing(s, side, s.at[dummy])
    if isinstance(a, StartOut):
        near = [to for to in s.field.around[s.at[dummy]] if refuse_step(s, (dummy,), NORMAL, 0, to, False, False) is None]
        return max((dummy_gain(s, side, to) - EAGER * here for to in near), default=NEVER) - 0.03
    if isinstance(a, Go) or (isinstance(a, Advance) and not a.how):
        return dummy_gain(s, side, a.to) - EAGER * here - 0.03
    return NEVER


def dummy_gain(s: HollowState, side: int, place: int) -> float:
    """Nothing is gained by a dummy that is seen, or that meets somebody."""
    if s.seen_at(place, side) or may_be_seen(s, place, s.field.view_from(place), side):
        return NEVER
    return EAGER * standing(s, side, place)
