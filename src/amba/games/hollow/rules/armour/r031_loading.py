"""Getting into a vehicle and out of it (31, 188.24)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import AutoStep, Takes, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, GUARD, MOTION, MOVED, PINNED, PREP, RECALLED, WRECK
from amba.games.hollow.field import RIM
from amba.games.hollow.frames import Marching, MovePhase, SettingUp, Watching
from amba.games.hollow.frames_armour import DriveOn, Manoeuvre, Spotted
from amba.games.hollow.frames_platoon import Platoon
from amba.games.hollow.frames_transport import Boarding, WalkUp
from amba.games.hollow.orders_transport import Alight, Board, Unload
from amba.games.hollow.rules.armour.r030_costs import allotment, points_left, points_text
from amba.games.hollow.rules.armour.r064_crews import wreck
from amba.games.hollow.rules.common import HAS_SHOT, NORMAL, Line, refuse_not_own, refuse_state
from amba.games.hollow.rules.r005_going import step
from amba.games.hollow.rules.r005_movement import allowance, cost, left, posture_after, refuse_mover, refuse_step
from amba.games.hollow.rules.r006_stacking import refuse_crowd
from amba.games.hollow.rules.r029_vehicles import enemies_driving, is_manned
from amba.games.hollow.rules.r031_aboard import (
    carrier_of,
    embark,
    hold_of,
    is_aboard,
    is_done_for,
    passengers,
    put_down,
    refuse_across,
    refuse_apart,
    refuse_seats,
    room_of,
)
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r110_mounts import riding
from amba.games.hollow.rules.r188_wadis import direction
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

QUARTERS = 4
"""Of a vehicle's points: one for each factor of a squad."""


def named(s: HollowState, unit: int, vehicle: int) -> dict[str, str]:
    return {"unit": s.world.names.pieces[unit], "vehicle": s.world.names.pieces[vehicle]}


@rule("31")
def quarter(s: HollowState, vehicle: int) -> int:
    """A quarter of its points, rounded up, in halves."""
    return 2 * -(-s.vehicle(vehicle).mp // QUARTERS)


@rule("31")
def quarters_used(s: HollowState, vehicle: int) -> int:
    """How many quarters of its points it has spent or begun to spend."""
    return -(-QUARTERS * s.points[vehicle] // allotment(s, vehicle))


@rule("31", "64")
def refuse_carrier(s: HollowState, side: int, vehicle: int) -> Refusal | None:
    """One's own vehicle that stands, with somebody to drive it, and has neither moved nor fired in this phase."""
    found = refuse_not_own(s, side, vehicle, "31", "vehicle")
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[vehicle]}
    if s.has(vehicle, WRECK) or not is_manned(s, vehicle) or s.has(vehicle, RECALLED):
        return Refusal("31", "Nobody drives {vehicle}.", name)
    if s.has(vehicle, MOTION):
        return Refusal("31", "{vehicle} is in motion: nobody gets in.", name)
    return refuse_state(s, vehicle, "take anybody in", (*HAS_SHOT, MOVED, BUSY), "31")


@rule("31", "188.24")
def refuse_meeting(s: HollowState, unit: int, vehicle: int) -> Refusal | None:
    """In its hex, and where it stands there: at the crest of a wadi or below."""
    if s.at[unit] != s.at[vehicle]:
        return Refusal("31", "{vehicle} is not where {unit} is.", named(s, unit, vehicle))
    return refuse_apart(s, unit, vehicle)


@rule("31", "176.3")
def refuse_board(s: HollowState, at: MovePhase, a: Board) -> Refusal | None:
    """Unbroken men who have a factor left get in, if there is room; no minimum move helps, and nobody takes prisoners along."""
    found = refuse_mover(s, at.side, a.unit) or refuse_carrier(s, at.side, a.vehicle)
    if found is not None:
        return found
    if not s.is_unit(a.unit):
        return Refusal("31", "{unit} does not get into {vehicle}.", named(s, a.unit, a.vehicle))
    if s.has(a.unit, GUARD):
        return Refusal("31", "{unit} guards prisoners.", named(s, a.unit, a.vehicle))
    if riding(s, a.unit):
        return Refusal("110", "{unit} is mounted.", named(s, a.unit, a.vehicle))
    if s.gun_of(a.unit) >= 0:
        return Refusal("51", "{unit} serves a gun, and gets in when it is hooked up.", named(s, a.unit, a.vehicle))
    near = s.at[a.vehicle] in s.field.around[s.at[a.unit]]
    found = refuse_walk_up(s, a) if near else refuse_meeting(s, a.unit, a.vehicle)
    if found is not None or (found := refuse_seats(s, a.vehicle, (a.unit,))) is not None:
        return found
    way = way_to(s, a)
    if left(s, (a.unit,), NORMAL) > way:
        return None
    lines: tuple[Line, ...] = (("the way there", str(way), "5"), ("getting in", "1", "31"), ("factors left", str(left(s, (a.unit,), NORMAL)), "5"))
    return Refusal("176.3", "{unit} has no factor left to get in.", named(s, a.unit, a.vehicle), lines)


@rule("31", "5", "188.24")
def refuse_walk_up(s: HollowState, a: Board) -> Refusal | None:
    """From the next hex; to a vehicle at a crest only over its own bank."""
    place, rim = s.at[a.vehicle], s.position(a.vehicle) == RIM
    found = refuse_step(s, (a.unit,), NORMAL, 0, place, rim, False)
    return refuse_across(s, a.unit, a.vehicle, direction(s, place, s.at[a.unit])) if found is None and rim else found


@rule("31", "188.24")
def way_to(s: HollowState, a: Board) -> int:
    """The factors that walking to the vehicle costs, to the crest if it stands there."""
    return cost(s, (a.unit,), s.at[a.vehicle], s.position(a.vehicle) == RIM) if s.at[a.unit] != s.at[a.vehicle] else 0


@rule("31", "5", "188.24")
def board(s: HollowState, at: MovePhase, a: Board) -> None:
    """From the next hex they walk there first, as anybody walks."""
    if s.at[a.unit] == s.at[a.vehicle]:
        climb_in(s, a.unit, a.vehicle)
        return
    reveal(s, a.unit)
    push(s, WalkUp(a.unit, a.vehicle))
    push(s, Marching((a.unit,), NORMAL, 0, (), 1))
    step(s, s.at[a.vehicle], s.position(a.vehicle) == RIM)


@rule("31")
def run_walk_up(s: HollowState, at: WalkUp) -> None:
    """Who has got there on his feet, to a vehicle that still takes him, gets in."""
    pop(s)
    fit = s.is_on_map(at.unit) and s.is_good(at.unit) and not s.has(at.unit, PINNED) and left(s, (at.unit,), NORMAL) >= 1
    if fit and refuse_meeting(s, at.unit, at.vehicle) is None and refuse_carrier(s, s.side[at.unit], at.vehicle) is None:
        climb_in(s, at.unit, at.vehicle)


@rule("31", "16", "42")
def climb_in(s: HollowState, unit: int, vehicle: int) -> None:
    """They are seen, spend a factor, and the defender may fire before they are in."""
    reveal(s, unit)
    s.spend("31", unit, s.points[unit] + 1)
    s.mark("5", unit, MOVED)
    push(s, Boarding(unit, vehicle))
    push(s, Watching(s.at[unit], (unit,)))


@rule("31")
def points_after(s: HollowState, unit: int, vehicle: int, spent: int = 0) -> int:
    """The half points that the vehicle has spent when the unit is in: it keeps a quarter for each factor the unit has left."""
    kept = min(QUARTERS, max(0, left(s, (unit,), NORMAL) - spent))
    return max(s.points[vehicle], allotment(s, vehicle) - 2 * (s.vehicle(vehicle).mp * kept // QUARTERS))


@rule("31")
def run_boarding(s: HollowState, at: Boarding) -> None:
    """Who is still on his feet, with the vehicle there, is in it."""
    pop(s)
    unit, vehicle = at.unit, at.vehicle
    fit = s.is_on_map(unit) and s.is_good(unit) and not s.has(unit, PINNED)
    if fit and s.is_on_map(vehicle) and refuse_meeting(s, unit, vehicle) is None and not s.has(vehicle, WRECK) and is_manned(s, vehicle):
        s.spend("31", vehicle, points_after(s, unit, vehicle))
        get_in(s, unit, vehicle)


def get_in(s: HollowState, unit: int, vehicle: int) -> None:
    """Nobody carries his foxhole, or his place at a crest, along."""
    posture_after(s, unit, s.at[unit], False)
    embark(s, "31", unit, vehicle)
    s.do(Said("31", "aboard", (title(s, unit), title(s, vehicle))))


def boardings(s: HollowState, side: int) -> list[Board]:
    carriers = [v for v in s.vehicles(side) if room_of(s, v)[1]]
    near = {v: (s.at[v], *s.field.around[s.at[v]]) for v in carriers}
    return [Board(unit, v) for v in carriers for place in near[v] for unit in s.units_at(place, side)]


@rule("31", "4")
def refuse_place_in(s: HollowState, at: SettingUp, a: Board) -> Refusal | None:
    """In the set-up men may be set up in a vehicle that stands in their area."""
    found = refuse_not_own(s, at.side, a.unit, "31") or refuse_not_own(s, at.side, a.vehicle, "31", "vehicle")
    if found is not None:
        return found
    if s.gun_of(a.unit) >= 0:
        return Refusal("51", "{unit} serves a gun, and gets in when it is hooked up.", named(s, a.unit, a.vehicle))
    if riding(s, a.unit):
        return Refusal("110", "{unit} is mounted.", named(s, a.unit, a.vehicle))
    group = next((g for g in s.plan.groups if a.unit in g.pieces), None)
    if s.at[a.unit] != s.at[a.vehicle] and (group is None or s.at[a.vehicle] not in group.hexes):
        return Refusal("4", "{vehicle} does not stand in the area where {unit} sets up.", named(s, a.unit, a.vehicle))
    return refuse_seats(s, a.vehicle, (a.unit,))


def place_in(s: HollowState, at: SettingUp, a: Board) -> None:
    reveal(s, a.unit)
    get_in(s, a.unit, a.vehicle)


BOARD_ORDER = Takes(Board, board, refuse_board, candidates=lambda s, at: boardings(s, at.side))
PLACE_IN_ORDER = Takes(
    Board,
    place_in,
    refuse_place_in,
    candidates=lambda s, at: [Board(unit, v) for v in s.vehicles(at.side) if room_of(s, v)[1] for unit in s.units(at.side)],
)
BOARDING = AutoStep(Boarding, run_boarding)
WALK_UP = AutoStep(WalkUp, run_walk_up)


def side_of(s: HollowState, at: MovePhase | Manoeuvre) -> int:
    return at.side if isinstance(at, MovePhase) else s.side[at.vehicle]


@rule("31", "176.75", "181.223")
def needs_points(s: HollowState, vehicle: int) -> bool:
    """A vehicle with a driver spends points when men get out; out of one that nobody drives, or dares to drive alone, or that has fired before its movement, they get by themselves."""
    return is_manned(s, vehicle) and not is_faint(s, vehicle) and not has_fired_before(s, vehicle)


@rule("8", "181.223")
def has_fired_before(s: HollowState, vehicle: int) -> bool:
    """Whether it has fired in the prep fire phase, and not on its way."""
    if not any(s.has(vehicle, mark) for mark in HAS_SHOT):
        return False
    return not any((isinstance(f, Manoeuvre) and f.vehicle == vehicle) or (isinstance(f, Platoon) and vehicle in f.vehicles) for f in s.frames)


@rule("181.223")
def is_faint(s: HollowState, vehicle: int) -> bool:
    """Whether its crew has just not dared to drive it alone: it spends nothing in this phase."""
    return any(isinstance(frame, Manoeuvre) and frame.vehicle == vehicle and frame.extra < 0 for frame in s.frames)


@rule("31")
def factors_needed(s: HollowState, vehicle: int) -> int:
    """A factor, and one for each quarter that the vehicle has used before."""
    return 1 + quarters_used(s, vehicle)


@rule("31", "176.71", "176.75", "64", "181.223")
def refuse_out(s: HollowState, at: MovePhase | Manoeuvre, vehicle: int, units: Sequence[int]) -> Refusal | None:
    """From one's own vehicle that stands, stuck or not, with a quarter of its points left and no more than three used, where there is room and no enemy; it may have fired, but not who gets out."""
    found = refuse_not_own(s, side_of(s, at), vehicle, "31", "vehicle")
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[vehicle], "place": s.world.names.places[s.at[vehicle]]}
    if isinstance(at, Manoeuvre) and vehicle != at.vehicle:
        return Refusal("30", "{vehicle} is not the one that is driven.", name)
    if not units:
        return Refusal("31", "Nobody is in {vehicle}.", name)
    if s.has(vehicle, MOTION):
        return Refusal("31", "{vehicle} is in motion: it stops first.", name)
    if isinstance(at, MovePhase) and (found := refuse_state(s, vehicle, "put anybody down", (MOVED,), "31")) is not None:
        return found
    if any(s.has(unit, PREP) for unit in units):
        return Refusal("8", "Somebody in {vehicle} has fired in the prep fire phase.", name)
    if any(s.has(unit, MOVED) for unit in units):
        return Refusal("31", "Somebody has just got into {vehicle}.", name)
    if s.seen_at(s.at[vehicle], s.side[vehicle]) or enemies_driving(s, s.side[vehicle], s.at[vehicle]):
        return Refusal("31", "The enemy is in {place}.", name)
    return refuse_time(s, at, vehicle, units) or refuse_crowd(s, s.at[vehicle], s.side[vehicle], units)


@rule("31")
def refuse_time(s: HollowState, at: MovePhase | Manoeuvre, vehicle: int, units: Sequence[int]) -> Refusal | None:
    """A quarter of its points is left for it, and the men have factors enough."""
    if not needs_points(s, vehicle):
        return None
    name = {"vehicle": s.world.names.pieces[vehicle]}
    need, have = quarter(s, vehicle), points_left(s, vehicle, at.extra if isinstance(at, Manoeuvre) else 0)
    if need > have:
        return Refusal(
            "31",
            "Getting out costs {vehicle} a quarter of its points, {need}; {have} are left.",
            name | {"need": points_text(need), "have": points_text(have)},
        )
    factors = factors_needed(s, vehicle)
    slow = next((u for u in units if allowance(s, u, (u,), NORMAL) < factors), None)
    if slow is not None:
        lines: tuple[Line, ...] = (("getting out", "1", "31"), ("quarters of its points used", str(factors - 1), "31"))
        return Refusal("31", "{unit} has no factors left for getting out of {vehicle}.", name | {"unit": s.world.names.pieces[slow]}, lines)
    return None


@rule("16", "176.73", "176.74", "176.75")
def spend_standing(s: HollowState, at: MovePhase | Manoeuvre, vehicle: int, number: str, halves: int) -> None:
    """The defender may fire at a vehicle for the points that it spends where it stands, which makes it no moving target; he does when what it does is done, after his fire at the men. Then it goes on, if it still can. A platoon is fired at when its impulses end, and not for this."""
    s.spend(number, vehicle, s.points[vehicle] + halves)
    if isinstance(s.frames[-1], Platoon):
        return
    if isinstance(at, Manoeuvre):
        push(s, DriveOn())
    push(s, Spotted(vehicle, s.at[vehicle], halves))


@rule("31", "16", "176.71", "188.24")
def get_out(s: HollowState, at: MovePhase | Manoeuvre, vehicle: int, units: Sequence[int]) -> None:
    """They are in the hex and the defender may fire at them. What is left, immobilised and empty, neither armed nor armoured, is a wreck."""
    factors = factors_needed(s, vehicle) if needs_points(s, vehicle) else 1
    if needs_points(s, vehicle):
        spend_standing(s, at, vehicle, "31", quarter(s, vehicle))
    place = s.at[vehicle]
    for unit in units:
        put_down(s, "31", unit, place)
        s.spend("31", unit, factors)
        s.do(Said("31", "alights", (title(s, unit), title(s, vehicle))))
    clear_up(s, vehicle)
    push(s, Watching(place, tuple(units)))


@rule("176.71")
def clear_up(s: HollowState, vehicle: int) -> None:
    """An immobilised vehicle without arms or armour is a wreck once everything is out of it."""
    if is_done_for(s, vehicle):
        wreck(s, "176.71", vehicle)


@rule("176.71")
def clear_up_all(s: HollowState) -> None:
    """So is one that those who were in it have left in haste, or in which nobody is left alive: when the phase ends."""
    for side in (0, 1) if s.has_armour else ():
        for vehicle in s.vehicles(side):
            clear_up(s, vehicle)


def free_men(s: HollowState, vehicle: int) -> list[int]:
    """Those who get out by themselves: all but who serves the gun in its tow."""
    serving = {s.points[gun] - 1 for gun in s.here[hold_of(s, vehicle)] if s.is_gun(gun)}
    return [u for u in passengers(s, vehicle) if u not in serving]


def refuse_unload(s: HollowState, at: MovePhase | Manoeuvre, a: Unload) -> Refusal | None:
    return refuse_out(s, at, a.vehicle, free_men(s, a.vehicle) if s.is_vehicle(a.vehicle) else ())


def refuse_alight(s: HollowState, at: MovePhase | Manoeuvre, a: Alight) -> Refusal | None:
    if not s.is_unit(a.unit) or s.side[a.unit] != side_of(s, at) or not is_aboard(s, a.unit):
        return Refusal("31", "{unit} is in no vehicle of yours.", {"unit": s.world.names.pieces[a.unit]})
    vehicle = carrier_of(s, a.unit)
    if a.unit not in free_men(s, vehicle):
        return Refusal("51", "{unit} serves the gun in tow, and gets out when it is unhooked.", {"unit": s.world.names.pieces[a.unit]})
    return refuse_out(s, at, vehicle, (a.unit,))


def carriers(s: HollowState, at: MovePhase | Manoeuvre) -> list[int]:
    """Vehicles with somebody in them who may be put down now."""
    found = [at.vehicle] if isinstance(at, Manoeuvre) else s.vehicles(at.side)
    return [v for v in found if free_men(s, v)]


def unloads(s: HollowState, at: MovePhase | Manoeuvre) -> list[Unload]:
    return [Unload(v) for v in carriers(s, at)]


def alights(s: HollowState, at: MovePhase | Manoeuvre) -> list[Alight]:
    return [Alight(unit) for v in carriers(s, at) for unit in free_men(s, v)]


def unload(s: HollowState, at: MovePhase | Manoeuvre, a: Unload) -> None:
    get_out(s, at, a.vehicle, free_men(s, a.vehicle))


def alight(s: HollowState, at: MovePhase | Manoeuvre, a: Alight) -> None:
    get_out(s, at, carrier_of(s, a.unit), (a.unit,))


UNLOAD_ORDER: Takes[HollowState, MovePhase, Unload] = Takes(Unload, unload, refuse_unload, candidates=unloads)
ALIGHT_ORDER: Takes[HollowState, MovePhase, Alight] = Takes(Alight, alight, refuse_alight, candidates=alights)
UNLOAD_DRIVING: Takes[HollowState, Manoeuvre, Unload] = Takes(Unload, unload, refuse_unload, candidates=unloads)
ALIGHT_DRIVING: Takes[HollowState, Manoeuvre, Alight] = Takes(Alight, alight, refuse_alight, candidates=alights)
