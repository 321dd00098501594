"""How good an order to a vehicle or gun looks: towards the goals, fronts to the enemy, not onto ground that sticks without need, all guns at one target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.core.steps import top
from amba.games.hollow import orders_armour as orders
from amba.games.hollow.bot.advice_crews import CREW_VALUES
from amba.games.hollow.bot.advice_shots import (
    NEVER,
    SETTLED,
    crest_plan,
    engage_value,
    hull_down_value,
    pierce_value,
    rake_value,
    shell_value,
)
from amba.games.hollow.bot.tanks import faces_foe, prey, stand
from amba.games.hollow.bot.transport import TRANSPORT_VALUES, at_journeys_end, drives_men, ride_value
from amba.games.hollow.counters import MOTION
from amba.games.hollow.frames import MovePhase
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.orders_crews import Overrun, Pierce, Rake
from amba.games.hollow.rules.armour.r030_costs import points_left
from amba.games.hollow.rules.armour.r030_orders import spine_of
from amba.games.hollow.rules.armour.r030_routes import extra_of, reach_of
from amba.games.hollow.rules.armour.r032_arcs import ahead_of, apart, vca
from amba.games.hollow.rules.armour.r063_guns import done_mark
from amba.games.hollow.rules.armour.r176_checks import STUCK, Passage, checks_of
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r029_vehicles import enemies_driving
from amba.games.hollow.rules.r177_victory import goals
from amba.games.hollow.state import HollowState

FEAR = 4.0
"""How many hexes of way it is worth not to get stuck."""
OVERRUN = 1.1
"""What it is worth to drive over weak men."""
EFFORT = 0.002
"""What half a point spent is worth: of two good places the nearer one."""


def way_left(s: HollowState, place: int) -> int:
    """Hexes to the nearest goal."""
    return min((s.field.range(place, goal) for goal in goals(s)), default=0)


def risk(s: HollowState, at: Passage) -> float:
    """About how likely it is to get stuck."""
    return min(1.0, sum((36 - at_most(STUCK - modifier - 1)) / 36 for _, modifier in checks_of(s, at)))


def wheel_value(s: HollowState, side: int, a: orders.TakeWheel) -> float:
    """Leg by leg only what is in motion and must be driven, who has weak men before it, and who will look for a place behind a crest."""
    if prey(s, side, a.vehicle):
        return OVERRUN
    place, value = crest_plan(s, side, a.vehicle)
    return max(value if place >= 0 else NEVER, 0.02 if s.has(a.vehicle, MOTION) else NEVER)


def drive_value(s: HollowState, side: int, a: orders.Drive) -> float:
    """What it gains by standing there and pointing so, less what the ground may do to it on the way."""
    at = s.frames[-1]
    assert isinstance(at, MovePhase | Manoeuvre)
    if drives_men(s, a.vehicle):
        return ride_value(s, side, a)
    if not s.vehicle(a.vehicle).is_armoured and not s.vehicle(a.vehicle).is_armed:
        return NEVER  # an empty lorry waits
    v, spot = a.vehicle, (a.to, spine_of(a.hour))
    if s.vehicle(v).is_armoured and not faces_foe(s, side, *spot):
        return NEVER
    reach = reach_of(s, v, extra_of(at))
    arrival = reach.by(spot)[spot]
    here = s.remembered(("stands now", side, v), lambda: stand(s, side, v, s.at[v], vca(s, v)))
    return stand(s, side, v, *spot) - here - FEAR * arrival.fear / 36 - EFFORT * arrival.cost


def arrive_value(s: HollowState, side: int, a: orders.Arrive) -> float:
    """Those who fight come at once, where it is best."""
    v = s.vehicle(a.vehicle)
    return 5.0 + stand(s, side, a.vehicle, a.to, spine_of(a.hour)) if v.is_armoured or v.is_armed else NEVER


def start_value(s: HollowState, side: int, a: orders.StartEngine) -> float:
    v = top(s, Manoeuvre).vehicle
    if not s.points[v] and crest_plan(s, side, v)[0] >= 0:
        return SETTLED
    return 0.5 if not s.points[v] and (way_left(s, s.at[v]) or prey(s, side, v)) else NEVER


def overrun_value(s: HollowState, side: int, a: Overrun) -> float:
    """Over weak men in the open, and nobody else."""
    return OVERRUN if a.to in prey(s, side, top(s, Manoeuvre).vehicle) else NEVER


def other_gun_value(s: HollowState, side: int, a: orders.OtherGun) -> float:
    """When the one has fired, the other may."""
    return 0.31 if s.has(a.vehicle, done_mark(s, a.vehicle)) else NEVER


def ahead_value(s: HollowState, side: int, a: orders.Ahead) -> float:
    """Nearer to the goal, if the ground allows it; once there one stops, and with men aboard where the enemy looks. To a place behind a crest that was decided on."""
    at = top(s, Manoeuvre)
    if not a.how and crest_plan(s, side, at.vehicle)[0] == a.to:
        return SETTLED
    here = s.at[at.vehicle]
    if enemies_driving(s, side, a.to) or (drives_men(s, at.vehicle) and at_journeys_end(s, side, here)):
        return NEVER
    gain = way_left(s, here) - way_left(s, a.to)
    left = points_left(s, at.vehicle, at.extra) > 4
    return gain - FEAR * risk(s, Passage(at.vehicle, a.to, here, a.how == "carefully")) if gain > 0 and left and a.how != "slowly" else NEVER


def turn_value(s: HollowState, side: int, a: orders.TurnHull) -> float:
    """Worth it where the way leads elsewhere."""
    at = top(s, Manoeuvre)
    v, here, spine = at.vehicle, s.at[at.vehicle], spine_of(a.hour)
    if points_left(s, v, at.extra) <= 6 or a.how:
        return NEVER

    def best(spine: int) -> int:
        return max((way_left(s, here) - way_left(s, to) for to in ahead_of(s, here, spine)), default=-1)

    spines = apart(vca(s, v), spine)
    return 0.6 - 0.1 * spines - FEAR * spines * risk(s, Passage(v, here)) if best(spine) > max(0, best(vca(s, v))) else NEVER


def constant(value: float) -> Callable[[HollowState, int, Any], float]:
    return lambda *_: value


ARMOUR_VALUES: dict[type[Any], Callable[[HollowState, int, Any], float]] = {
    **TRANSPORT_VALUES, **CREW_VALUES,
    orders.Arrive: arrive_value, orders.Drive: drive_value, orders.Engage: engage_value, orders.Serve: constant(0.75), orders.Lift: constant(0.85), orders.Shell: shell_value, orders.TakeWheel: wheel_value, orders.StartEngine: start_value, orders.Ahead: ahead_value, orders.TurnHull: turn_value, orders.Brake: constant(0.1), orders.StayInMotion: constant(0.05),
    Rake: rake_value, Pierce: pierce_value, orders.HullDown: hull_down_value, Overrun: overrun_value, orders.OtherGun: other_gun_value, orders.EndDrive: constant(0.0), orders.Unbog: constant(0.8), orders.Tow: constant(0.9),
}  # fmt: skip
