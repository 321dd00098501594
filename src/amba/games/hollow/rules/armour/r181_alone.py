"""A vehicle without radio that drives alone: its crew must first pass a morale check (181.223)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes, change, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import MOTION, REVERSE
from amba.games.hollow.frames import MovePhase
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.frames_platoon import LoneCheck, LoneEngine
from amba.games.hollow.orders_armour import Drive, TakeWheel
from amba.games.hollow.orders_transport import CastOff
from amba.games.hollow.rules.armour.r004_arriving import refuse_parting
from amba.games.hollow.rules.armour.r030_costs import allotment
from amba.games.hollow.rules.armour.r030_driving import finish
from amba.games.hollow.rules.armour.r030_orders import WHEEL_ORDER, refuse_wheel
from amba.games.hollow.rules.armour.r030_routes import legs_of, take_leg, way_of
from amba.games.hollow.rules.armour.r031_loading import free_men
from amba.games.hollow.rules.armour.r051_towing import cast_offs, refuse_cast_off
from amba.games.hollow.rules.armour.r135_engines import get_going
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r181_crews import lone_items, must_check
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

PASSES, FAILS = "drives alone", "does not dare"


def take_wheel(s: HollowState, at: MovePhase, a: TakeWheel) -> None:
    """Leg by leg; first the check, where there is no radio."""
    push(s, Manoeuvre(a.vehicle))
    if must_check(s, a.vehicle):
        push(s, LoneCheck(a.vehicle))


def drive_alone(s: HollowState, at: MovePhase, a: Drive) -> None:
    """A whole drive; first the check, where there is no radio."""
    push(s, Manoeuvre(a.vehicle, legs=legs_of(s, a.vehicle, way_of(s, at, a))))
    if must_check(s, a.vehicle):
        push(s, LoneCheck(a.vehicle))
    else:
        take_leg(s)


@rule("181.223", "VN 5.b")
def cast_off(s: HollowState, at: MovePhase, a: CastOff) -> None:
    """Leaving the trailer takes points as a move does: first the check, where there is no radio."""
    push(s, Manoeuvre(a.vehicle, legs=(("cast off", 0),)))
    if must_check(s, a.vehicle):
        push(s, LoneCheck(a.vehicle))
    else:
        take_leg(s)


@rule("181.223")
def read_lone(s: HollowState, at: LoneCheck, dice: tuple[int, ...]) -> None:
    """Who fails spends nothing in this phase; one in motion stops where it is."""
    limit = sum_of(lone_items(s, at.vehicle))
    passes = dice[0] <= limit
    s.do(Said("181.223", "lone check", (title(s, at.vehicle), limit, PASSES if passes else FAILS)))
    m = top(s, Manoeuvre)
    if passes:
        if m.legs:
            take_leg(s)
        return
    stopped = s.has(at.vehicle, MOTION)
    for mark in (MOTION, REVERSE):
        s.mark("181.223", at.vehicle, mark, False)
    if stopped or (m.legs and not free_men(s, at.vehicle)):
        finish(s)
    else:  # its riders may still get down
        change(s, m._replace(legs=(), bound=-1, extra=-allotment(s, at.vehicle)))


LONE_CHECK = roll_step(
    LoneCheck, "lone check", "181.223", "Does {vehicle} drive alone?", read_lone, values=lambda s, at: {"vehicle": title(s, at.vehicle)}
)


@rule("181.223", "135")
def read_lone_engine(s: HollowState, at: LoneEngine, dice: tuple[int, ...]) -> None:
    """Who stands alone and wants to be in motion where he is needs the check, too."""
    limit = sum_of(lone_items(s, at.vehicle))
    passes = dice[0] <= limit
    s.do(Said("181.223", "lone check", (title(s, at.vehicle), limit, PASSES if passes else FAILS)))
    if passes:
        get_going(s, at.vehicle)


LONE_ENGINE = roll_step(
    LoneEngine, "lone check", "181.223", "Does {vehicle} start alone?", read_lone_engine, values=lambda s, at: {"vehicle": title(s, at.vehicle)}
)


@rule("181.223")
def refuse_alone(s: HollowState, at: MovePhase, a: TakeWheel) -> Refusal | None:
    """As any other; but who has just come in with a platoon does not leave it."""
    return refuse_wheel(s, at, a) or refuse_parting(s, a.vehicle)


LONE_WHEEL: Takes[HollowState, MovePhase, TakeWheel] = Takes(TakeWheel, take_wheel, refuse_alone, candidates=WHEEL_ORDER.candidates)
"""Leg by leg, with the check of 181.223."""
CAST_OFF_ORDER: Takes[HollowState, MovePhase, CastOff] = Takes(CastOff, cast_off, refuse_cast_off, candidates=cast_offs)
