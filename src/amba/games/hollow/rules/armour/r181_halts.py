"""How the movement of a platoon ends: all stop, or stay in motion, and have had their movement."""

from __future__ import annotations

from amba.core.steps import change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import FOLLOWS, MOTION, MOVED, NEW_HEX, REVERSE
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.frames_platoon import ImpulseFire, Platoon
from amba.games.hollow.rules.armour.r030_driving import STOP
from amba.games.hollow.rules.armour.r031_loading import free_men, refuse_out
from amba.games.hollow.rules.armour.r181_radio import left_together
from amba.games.hollow.state import HollowState

ARRIVED, ENDED = 1, 2
"""How a platoon has had its movement: it has come where it was told, or whoever drives it has said so."""


def least_left(s: HollowState, at: Platoon) -> int:
    """Half points that the slowest has left: when they are gone, nobody goes on."""
    return left_together(s, at.vehicles)


@rule("31", "181.221")
def may_unload(s: HollowState, at: Platoon) -> bool:
    """Whether a platoon that has come where it was told may still put men down: then whoever drives it is asked."""
    return any(refuse_out(s, Manoeuvre(v), v, free_men(s, v)) is None for v in at.vehicles if free_men(s, v))


@rule("181.221")
def end_platoon(s: HollowState) -> None:
    """All stop, where each has a point for it; else all stay in motion."""
    at = top(s, Platoon)
    if least_left(s, at) >= STOP and s.has(at.vehicles[0], MOTION):
        stop_platoon(s, is_over=True)
    else:
        finish_platoon(s)


@rule("181.221", "30", "176.74")
def stop_platoon(s: HollowState, is_over: bool = False) -> None:
    """The platoon stops as one. Who was in motion when the phase began stays a moving target for the rest of it."""
    at = top(s, Platoon)
    for v in at.vehicles:
        if v not in at.started:
            s.mark("176.74", v, NEW_HEX)
        s.spend("181.221", v, s.points[v] + STOP)
        s.mark("135", v, MOTION, False)
        s.mark("181.1", v, REVERSE, False)
    change(s, at._replace(owed=0, is_over=ARRIVED if is_over else 0, told=(), ways=(), plan=(), is_bound=0, headings=(), started=(), trained=()))
    push(s, ImpulseFire(at.vehicles, at.owed + STOP))


@rule("181.221", "135")
def finish_platoon(s: HollowState) -> None:
    """They have had their movement; what the defender has not answered to yet he answers to first."""
    at = top(s, Platoon)
    if at.owed:
        change(s, at._replace(owed=0, is_over=ENDED))
        push(s, ImpulseFire(at.vehicles, at.owed))
        return
    pop(s)
    for v in at.vehicles:
        s.mark("30", v, MOVED)
        if s.has(v, MOTION):
            s.mark("176.74", v, NEW_HEX)
            s.mark("181.221", v, FOLLOWS, at.gone >= 0)
