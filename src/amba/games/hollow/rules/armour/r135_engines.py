"""Engines started in the enemy's movement phase: a vehicle that stands sees an enemy come, and tries to get under way (135)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import CREST, DUG, ENGINE_TRIED, FINAL, FIRST, HULL_DOWN, MG_FIRED, MOTION, NEW_HEX, ORDER_MOTION, SERVED
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.frames import Watching
from amba.games.hollow.frames_armour import EngineRoll, GroundChecks
from amba.games.hollow.frames_platoon import LoneEngine, PlatoonChecks
from amba.games.hollow.rules.armour.r176_checks import is_unreliable
from amba.games.hollow.rules.armour.r181_radio import platoon_of
from amba.games.hollow.rules.dice import ONE_DIE, roll_step
from amba.games.hollow.rules.r007_seeing import is_clear
from amba.games.hollow.rules.r029_vehicles import come_up, is_mobile
from amba.games.hollow.rules.r181_crews import must_check
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

START = 1
"""The standing order to try it."""


@rule("135")
def may_start(s: HollowState, vehicle: int) -> bool:
    """It stands, can drive, has neither fired nor tried in this player turn, and has not been put into a place for good."""
    if not is_mobile(s, vehicle) or s.marks[vehicle] >> MG_FIRED & 15:
        return False
    return not any(s.has(vehicle, mark) for mark in (MOTION, FIRST, FINAL, SERVED, ENGINE_TRIED, DUG, CREST))


@rule("135")
def wake_engines(s: HollowState, movers: Sequence[int], origin: Viewpoint, spent: int) -> None:
    """Those who did not see the movers where they came from, and see them now, try it, if their side's order is so."""
    if not s.has_armour or not movers or spent <= 0:
        return
    side = 1 - s.side[movers[0]]
    if s.order(side, ORDER_MOTION) != START:
        return
    there = s.viewpoint(movers[0])
    groups = {v: platoon_of(s, v) for v in s.vehicles(side)}
    for vehicle, group in groups.items():
        view, most = s.viewpoint(vehicle), spent - (len(group) if len(group) > 1 else 0)
        if most > 0 and all(may_start(s, v) for v in group) and is_clear(s, view, there) and not is_clear(s, view, origin):
            for v in group:
                s.mark("135", v, ENGINE_TRIED)
            push(s, EngineRoll(vehicle, most, group[1:]))


def alarm(s: HollowState, at: Watching) -> None:
    """Men have come in sight."""
    wake_engines(s, at.units, s.field.view_from(at.origin), at.spent)


@rule("135", "79")
def read_engine(s: HollowState, at: EngineRoll, dice: tuple[int, ...]) -> None:
    """At most the whole points or factors that the enemy spent in sight, less one for each vehicle of a platoon: it is in motion, with its platoon; an unreliable engine may fail at that. A crew without radio that is alone is checked besides."""
    starts = dice[0] <= at.most
    names = ", ".join(title(s, v) for v in (at.vehicle, *at.others))
    s.do(Said("135", "engine", (names, at.most, "is in motion" if starts else "does not get under way")))
    if at.others:
        if starts:
            get_going_together(s, (at.vehicle, *at.others))
    elif starts and must_check(s, at.vehicle):
        push(s, LoneEngine(at.vehicle))
    elif starts:
        get_going(s, at.vehicle)


def set_in_motion(s: HollowState, vehicle: int) -> None:
    come_up(s, vehicle)
    s.mark("77", vehicle, HULL_DOWN, False)
    s.mark("135", vehicle, MOTION)
    s.mark("176.74", vehicle, NEW_HEX)


@rule("181.221", "135", "79")
def get_going_together(s: HollowState, vehicles: Sequence[int]) -> None:
    """A platoon starts as one, with one roll for its engines."""
    for vehicle in vehicles:
        set_in_motion(s, vehicle)
    weak = tuple((v, 0) for v in vehicles if is_unreliable(s, v))
    if weak:
        push(s, PlatoonChecks((("reliability", weak),)))


@rule("135", "79")
def get_going(s: HollowState, vehicle: int) -> None:
    """It is in motion; an unreliable engine may fail at that."""
    set_in_motion(s, vehicle)
    if is_unreliable(s, vehicle):
        push(s, GroundChecks(vehicle, (("reliability", 0),)))


ENGINE_ROLL = roll_step(
    EngineRoll, "engine", "135", "Does {vehicle} get under way?", read_engine, ONE_DIE, lambda s, at: {"vehicle": title(s, at.vehicle)}
)
