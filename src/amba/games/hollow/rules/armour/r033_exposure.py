"""For how long a vehicle has been in sight: the points it has spent there in its movement (33.31, cases C1, C2, J1, J2), and how often one gun may fire at it for them (16)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import SECOND_GUN, VCA
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.frames_armour import GunAnswer, Manoeuvre, Spotted
from amba.games.hollow.frames_platoon import Platoon
from amba.games.hollow.rules.armour.r032_arcs import in_arc
from amba.games.hollow.rules.r007_seeing import is_clear
from amba.games.hollow.state import HollowState

Spent = tuple[int, int]
"""A hex, and the half points spent in it."""


def leaving(s: HollowState, at: Manoeuvre) -> Manoeuvre:
    """It goes on to another hex: what it has spent since it came is told of the one where it is."""
    here = s.points[at.vehicle] - at.since
    return at._replace(since=s.points[at.vehicle], trail=(*at.trail, (s.at[at.vehicle], here)))


def left_behind(s: HollowState, vehicle: int) -> tuple[Spent, ...]:
    """The hexes it has left in this phase, driven alone or in a platoon."""
    for frame in s.frames[::-1]:
        if isinstance(frame, Manoeuvre) and frame.vehicle == vehicle:
            return frame.trail
        if isinstance(frame, Platoon) and vehicle in frame.vehicles:
            return tuple((place, spent) for v, place, spent in frame.trail if v == vehicle)
    return ()


@rule("176.75")
def comes_before_bow(s: HollowState, gun: int) -> bool:
    """Whether an enemy that is being driven has come into its hex from within its hull's arc."""
    here, spine = s.at[gun], s.pointing(gun, VCA)
    for v in [v for v in s.vehicles(1 - s.side[gun]) if s.at[v] == here]:
        left = left_behind(s, v)
        if left and in_arc(s, here, spine, left[-1][0]):
            return True
    return False


@rule("33.31", "16")
def points_before(s: HollowState, vehicle: int, looker: Viewpoint) -> int:
    """The half points it has spent in this phase in sight of somebody, in the hexes that it has left."""
    return sum(spent for place, spent in left_behind(s, vehicle) if is_clear(s, looker, s.field.view_from(place)))


@rule("33.31", "16")
def points_in_sight(s: HollowState, vehicle: int, looker: Viewpoint, spent: int = 0) -> int:
    """Those, and what it has spent where it is seen now."""
    here = s.points[vehicle] - sum(halves for _, halves in left_behind(s, vehicle))
    return points_before(s, vehicle, looker) + max(here, spent)


@rule("33.31", "16")
def points_seen(s: HollowState, vehicle: int, looker: Viewpoint) -> int:
    """What it has spent in sight of somebody until now, where it stands too, if it is seen there."""
    if is_clear(s, looker, s.viewpoint(vehicle)):
        return points_in_sight(s, vehicle, looker)
    return points_before(s, vehicle, looker)


@rule("35")
def arm_of(s: HollowState, shooter: int, is_bullets: bool = False) -> int:
    """Which arm of a shooter it is: the gun that is served, the second gun of a vehicle, or its machine guns."""
    second = s.is_vehicle(shooter) and s.has(shooter, SECOND_GUN)
    return 3 * shooter + (2 if is_bullets else int(second))


@rule("16", "33.3", "35")
def has_shots_left(s: HollowState, at: Spotted | GunAnswer, shooter: int, is_bullets: bool = False) -> bool:
    """One gun, or one vehicle's machine guns, fires at it no oftener than it has spent points, half a point being one."""
    return at.fired.count(arm_of(s, shooter, is_bullets)) < max(1, (at.spent + 1) // 2)
