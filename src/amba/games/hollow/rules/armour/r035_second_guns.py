"""Vehicles with two guns: which of them the crew serves, and what each has done (35, 145)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes
from amba.games.hollow.book import rule
from amba.games.hollow.counters import GUN_GONE, MALFUNCTION, OTHER_BROKEN, OTHER_GONE, SECOND_GUN, SWITCHED
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.orders_armour import OtherGun
from amba.games.hollow.rules.armour.r063_guns import done_mark, has_two_guns, serving
from amba.games.hollow.rules.armour.r145_aim import lose_aim
from amba.games.hollow.rules.common import refuse_not_own
from amba.games.hollow.rules.r029_vehicles import is_manned
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

PAIRS = ((MALFUNCTION, OTHER_BROKEN), (GUN_GONE, OTHER_GONE))
"""What is said of the gun that is served, and of the other."""


@rule("35", "145")
def refuse_other_gun(s: HollowState, at: FirePhase | Manoeuvre, a: OtherGun) -> Refusal | None:
    """A vehicle with two guns: its crew changes over once in a player turn, and again when the gun it serves has fired."""
    side = at.side if isinstance(at, FirePhase) else s.side[at.vehicle]
    found = refuse_not_own(s, side, a.vehicle, "35", "vehicle")
    if found is not None:
        return found
    name, v = {"vehicle": s.world.names.pieces[a.vehicle]}, a.vehicle
    if not has_two_guns(s, v):
        return Refusal("35", "{vehicle} has no second gun.", name)
    if not is_manned(s, v):
        return Refusal("64", "Nobody in {vehicle} can fire.", name)
    if isinstance(at, Manoeuvre) and v != at.vehicle:
        return Refusal("35", "{vehicle} is not being driven.", name)
    if s.has(v, OTHER_GONE):
        return Refusal("35", "The other gun of {vehicle} is lost.", name)
    if s.has(v, done_mark(s, v, other=True)):
        return Refusal("35", "The other gun of {vehicle} has fired already.", name)
    if s.has(v, SWITCHED) and not s.has(v, done_mark(s, v)):
        return Refusal("35", "The crew of {vehicle} has changed over; the gun it serves now fires first.", name)
    return None


def change_guns(s: HollowState, at: FirePhase | Manoeuvre, a: OtherGun) -> None:
    serve_other(s, a.vehicle)


@rule("35", "16", "S")
def man_fresh_guns(s: HollowState, side: int) -> None:
    """In first fire, by standing order, a crew goes over to the gun that has not fired when the one it served has."""
    for v in s.vehicles(side):
        if has_two_guns(s, v) and is_manned(s, v) and s.has(v, done_mark(s, v)):
            idle = not any(s.has(v, mark) for mark in (done_mark(s, v, other=True), OTHER_GONE, OTHER_BROKEN))
            if idle:
                serve_other(s, v)


@rule("35", "145")
def serve_other(s: HollowState, v: int) -> None:
    """The other gun is served; what the first had acquired it has not."""
    for mine, other in PAIRS:
        now, then = s.has(v, mine), s.has(v, other)
        s.mark("35", v, mine, then)
        s.mark("35", v, other, now)
    s.mark("35", v, SECOND_GUN, not s.has(v, SECOND_GUN))
    s.mark("35", v, SWITCHED)
    lose_aim(s, v)
    s.do(Said("35", "other gun", (title(s, v), serving(s, v).gun)))


def other_guns(s: HollowState, at: FirePhase | Manoeuvre) -> list[OtherGun]:
    mine = s.vehicles(at.side) if isinstance(at, FirePhase) else [at.vehicle]
    return [OtherGun(v) for v in mine if has_two_guns(s, v)]


OTHER_GUN_ORDER: Takes[HollowState, FirePhase, OtherGun] = Takes(OtherGun, change_guns, refuse_other_gun, candidates=other_guns)
OTHER_GUN_DRIVING: Takes[HollowState, Manoeuvre, OtherGun] = Takes(OtherGun, change_guns, refuse_other_gun, candidates=other_guns)
