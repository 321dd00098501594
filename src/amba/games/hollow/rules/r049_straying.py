"""Losing one's way by night, and what keeps men on it: a track or road (192.2), the bed of a wadi, light. The figures are ours."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import NIGHT
from amba.games.hollow.frames import Marching
from amba.games.hollow.rules.common import ASSAULTING
from amba.games.hollow.rules.r005_movement import refuse_step
from amba.games.hollow.rules.r049_night import is_lit
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

STRAYS = 11
"""From this on, on two dice, men lose their way."""
TO_THE_LEFT = 3
"""A die of at most so much takes them to the left."""
KEPT, LOST = "keep their way", "lose their way"


@rule("192.2")
def follows_way(s: HollowState, here: int, to: int) -> bool:
    """Whether a track or a road leads across the hexside: by night one follows it."""
    field = s.field
    pair = frozenset((field.hex_of[here], field.hex_of[to]))
    return pair in field.track_sides or pair in field.road_sides


@rule("49.2", "192.2")
def may_stray(s: HollowState, at: Marching, here: int, to: int) -> bool:
    """By night men who set out at a run or a walk may lose their way; not along a track, a road or the bed of a wadi, nor from or to where there is light."""
    if not s.tracks[NIGHT] or at.steps or at.mode == ASSAULTING or s.options.get("straying") == "off":
        return False
    along_bed = s.field.is_wadi(here) and s.field.is_wadi(to) and s.field.side(here, to, "wadi", "wadi_join")
    lit = any(is_lit(s, s.field.hex_of[place]) for place in (here, to))
    return not (follows_way(s, here, to) or along_bed or lit)


@rule("49.2")
def astray(s: HollowState, at: Marching, here: int, to: int, die: int) -> int:
    """The hex that they come to instead: the next one to the left or to the right; -1 where nobody can go there."""
    a, b = s.field.hex_of[here], s.field.hex_of[to]
    way = NEIGHBOURS.index((b[0] - a[0], b[1] - a[1])) + (-1 if die <= TO_THE_LEFT else 1)
    dx, dy = NEIGHBOURS[way % 6]
    other = s.field.index.get((a[0] + dx, a[1] + dy), -1)
    return other if other >= 0 and refuse_step(s, at.units, at.mode, 0, other, False, False) is None else -1
