"""Forming a platoon, and a whole drive of it by one drag (181.22 to 181.223)."""

from __future__ import annotations

from itertools import combinations

from amba.core.decision import Refusal
from amba.core.steps import Takes, change, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import FOLLOWS, MOTION, WAY_OUT
from amba.games.hollow.frames import MovePhase
from amba.games.hollow.frames_platoon import Platoon
from amba.games.hollow.orders_armour import Drive, TakeWheel
from amba.games.hollow.orders_platoon import Follow, FormPlatoon, TakeIn
from amba.games.hollow.rules.armour.r030_driving import named
from amba.games.hollow.rules.armour.r030_orders import refuse_wheel, spine_of
from amba.games.hollow.rules.armour.r030_routes import drivers, drives, refuse_drive
from amba.games.hollow.rules.armour.r032_arcs import vca
from amba.games.hollow.rules.armour.r181_alone import drive_alone
from amba.games.hollow.rules.armour.r181_impulses import even_out, go_on, start_platoon
from amba.games.hollow.rules.armour.r181_plans import can_set_out, impulses_of, platoon_reach
from amba.games.hollow.rules.armour.r181_radio import MOST, Group, in_platoon, may_join, platoon_of, refuse_platoon
from amba.games.hollow.rules.r029_vehicles import is_held
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import CLOCK


def refuse_form(s: HollowState, at: MovePhase, a: FormPlatoon) -> Refusal | None:
    """Either of them may lead: the pair is named once, the lower number first."""
    found = refuse_platoon(s, at.side, (a.vehicle, a.mate))
    if found is None and a.vehicle > a.mate:
        return Refusal("181.22", "Name {vehicle} first: it is the same platoon.", named(s, a.mate))
    return found


def form(s: HollowState, at: MovePhase, a: FormPlatoon) -> None:
    even_out(s, (a.vehicle, a.mate))
    push(s, Platoon((a.vehicle, a.mate)))


def pairs(s: HollowState, at: MovePhase) -> list[FormPlatoon]:
    free = [v for v in s.vehicles(at.side) if may_join(s, v)]
    return [FormPlatoon(a, b) for a, b in combinations(free, 2)]


def has_set_out(at: Platoon) -> bool:
    """Whether it has started or driven: what was spent before, on coming in or taking men in, does not count."""
    return bool(at.started or at.since or at.owed)


@rule("181.223")
def refuse_take_in(s: HollowState, at: Platoon, a: TakeIn) -> Refusal | None:
    """A third one, before they set out."""
    if has_set_out(at) or at.told:
        return Refusal("181.223", "The platoon has set out already.")
    return refuse_platoon(s, s.side[at.vehicles[0]], (*at.vehicles, a.vehicle))


def take_in(s: HollowState, at: Platoon, a: TakeIn) -> None:
    vehicles = (*at.vehicles, a.vehicle)
    even_out(s, vehicles)
    change(s, at._replace(vehicles=vehicles))


def thirds(s: HollowState, at: Platoon) -> list[TakeIn]:
    side = s.side[at.vehicles[0]]
    return [TakeIn(v) for v in s.vehicles(side) if v not in at.vehicles] if len(at.vehicles) < MOST else []


@rule("181.221")
def refuse_follow(s: HollowState, at: MovePhase, a: Follow) -> Refusal | None:
    """One in motion whose comrade left the map goes after it as what is left of its platoon."""
    if (found := refuse_wheel(s, at, TakeWheel(a.vehicle))) is not None:
        return found
    if s.has(a.vehicle, FOLLOWS) and s.has(a.vehicle, MOTION) and s.tracks[WAY_OUT + at.side] and may_join(s, a.vehicle):
        return None
    return Refusal("181.221", "None of the platoon of {vehicle} has left the map before it.", named(s, a.vehicle))


def follow(s: HollowState, at: MovePhase, a: Follow) -> None:
    push(s, Platoon((a.vehicle,), gone=s.tracks[WAY_OUT + at.side] - 1))


def group_of(s: HollowState, at: MovePhase | Platoon, vehicle: int) -> Group:
    """Whom a drive of this vehicle takes along, itself first."""
    if isinstance(at, Platoon):
        return (vehicle, *(v for v in at.vehicles if v != vehicle))
    return platoon_of(s, vehicle)


@rule("181.22", "30")
def refuse_drive_together(s: HollowState, at: MovePhase | Platoon, a: Drive) -> Refusal | None:
    """A hex that its leader can reach while all keep together, with the points that the slowest has left."""
    if isinstance(at, Platoon):
        if a.vehicle not in at.vehicles:
            return Refusal("181.22", "{vehicle} is not of this platoon.", named(s, a.vehicle))
        if not goes_freely(s, at):
            return Refusal(
                "181.22", "The impulse has begun, men go along, or somebody backs or is held to a crest, corner or trench: say what each does."
            )
    elif not s.is_vehicle(a.vehicle) or not in_platoon(s, a.vehicle) or s.side[a.vehicle] != at.side:
        return refuse_drive(s, at, a)
    spot = (a.to, spine_of(a.hour))
    if spot == (s.at[a.vehicle], vca(s, a.vehicle)):
        return Refusal("32", "{vehicle} stands there and points there already.", named(s, a.vehicle))
    if spot in platoon_reach(s, group_of(s, at, a.vehicle)):
        return None
    return Refusal("181.22", "{vehicle} does not get to {place} with its platoon beside it.", named(s, a.vehicle, a.to))


def set_out_together(s: HollowState, at: MovePhase | Platoon, a: Drive) -> None:
    """The platoon drives by itself, impulse by impulse, until somebody is fired at or stopped."""
    if not isinstance(at, Platoon) and not in_platoon(s, a.vehicle):
        drive_alone(s, at, a)
        return
    group = group_of(s, at, a.vehicle)
    plan = tuple(impulses_of(s, group, (a.to, spine_of(a.hour))))
    if isinstance(at, Platoon):
        change(s, at._replace(plan=plan, is_bound=1))
    else:
        even_out(s, group)
        push(s, Platoon(group, plan=plan, is_bound=1))
    if s.has(group[0], MOTION):
        go_on(s, is_stopped=False)
    else:
        start_platoon(s)


def drives_together(s: HollowState, at: MovePhase | Platoon, vehicle: int) -> list[Drive]:
    """Every whole drive of a platoon that this one leads; of each hex the cheapest facing first."""
    if not isinstance(at, Platoon) and not in_platoon(s, vehicle):
        return drives(s, at, vehicle)
    reach, here = platoon_reach(s, group_of(s, at, vehicle)), (s.at[vehicle], vca(s, vehicle))
    spots = sorted((spot for spot in reach if spot != here), key=lambda spot: (spot[0], reach[spot].cost, spot[1]))
    return [Drive(vehicle, place, CLOCK[spine]) for place, spine in spots]


def leaders(s: HollowState, at: MovePhase) -> list[int]:
    """Who can be dragged somewhere: alone, or with a platoon."""
    alone = [v for v in drivers(s, at) if not in_platoon(s, v)]
    led = [v for v in s.vehicles(at.side) if in_platoon(s, v) and can_set_out(s, platoon_of(s, v))]
    return sorted({*alone, *led})


def goes_freely(s: HollowState, at: Platoon) -> bool:
    """Whether a whole drive can be told: nobody has been told anything, left the map, goes back or is held where it stands, and no men go along."""
    if at.told or at.gone >= 0 or at.paces:
        return False
    return not any(is_held(s, v) for v in at.vehicles) and not any(heading < 0 for _, heading in at.headings)


def leaders_here(s: HollowState, at: Platoon) -> list[int]:
    if not goes_freely(s, at):
        return []
    return [v for v in at.vehicles if can_set_out(s, group_of(s, at, v))]


FORM_ORDER: Takes[HollowState, MovePhase, FormPlatoon] = Takes(FormPlatoon, form, refuse_form, candidates=pairs)
FOLLOW_ORDER: Takes[HollowState, MovePhase, Follow] = Takes(
    Follow, follow, refuse_follow, candidates=lambda s, at: [Follow(v) for v in s.vehicles(at.side) if s.has(v, FOLLOWS)]
)
TAKE_IN_ORDER: Takes[HollowState, Platoon, TakeIn] = Takes(TakeIn, take_in, refuse_take_in, candidates=thirds)
LED_DRIVE: Takes[HollowState, MovePhase, Drive] = Takes(Drive, set_out_together, refuse_drive_together, heads=leaders, tails=drives_together)
"""A whole drive: of a platoon where a vehicle without radio stands in one, else of the vehicle alone."""
DRIVE_TOGETHER: Takes[HollowState, Platoon, Drive] = Takes(Drive, set_out_together, refuse_drive_together, heads=leaders_here, tails=drives_together)
