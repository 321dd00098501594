"""Guns are hooked up to vehicles and unhooked, or heaved onto their backs; the trailer of the flamethrowing tankette (51, 176.732, notes 5 and 25)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Placed, Said
from amba.core.steps import AutoStep, Takes, change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    BUSY,
    DUG,
    EMPLACED,
    EXPOSED,
    MELEE,
    MG_GONE,
    MOTION,
    MOVED,
    PINNED,
    PREP,
    TCA,
)
from amba.games.hollow.frames import MovePhase, SettingUp, Watching
from amba.games.hollow.frames_armour import DriveOn, Manoeuvre, Spotted
from amba.games.hollow.frames_transport import HookingUp
from amba.games.hollow.orders_transport import CastOff, Hook, Unhook
from amba.games.hollow.rules.armour.r030_costs import points_left, points_text
from amba.games.hollow.rules.armour.r031_loading import (
    clear_up,
    free_men,
    get_in,
    needs_points,
    refuse_carrier,
    refuse_meeting,
    refuse_out,
    side_of,
    spend_standing,
)
from amba.games.hollow.rules.armour.r032_arcs import vca
from amba.games.hollow.rules.armour.r063_guns import crew_of, guns_at
from amba.games.hollow.rules.armour.r145_aim import lose_aim
from amba.games.hollow.rules.common import HAS_SHOT, Line, refuse_not_own, refuse_state
from amba.games.hollow.rules.r006_stacking import refuse_crowd
from amba.games.hollow.rules.r029_vehicles import enemies_driving, is_manned, refuse_unmanned
from amba.games.hollow.rules.r031_aboard import hold_of, put_down, refuse_seats, stay_at_crest, towed_by
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r063_gunners import CLOSED
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

AA = 2
"""Which of a vehicle's machine guns is the one on the roof."""
TRAILER, TRAILER_GONE, TRAILER_POINTS = "it-l3-lf", "it-l3-aa", 12
"""Note 5.b: who has a trailer, what it is without it, and the half points that leaving it takes."""


@rule("51")
def hooking_cost(s: HollowState, vehicle: int, gun: int) -> int:
    """Half of its points, two thirds for a heavy gun, rounded up, in halves."""
    mp = s.vehicle(vehicle).mp
    return 2 * (-(-2 * mp // 3) if s.gun(gun).is_circled else -(-mp // 2))


@rule("51")
def tow_number(s: HollowState, vehicle: int) -> int | None:
    """Its number for towing; some have one in later years only."""
    v, date = s.vehicle(vehicle), str(s.plan.data.get("date", ""))
    return None if date and date[:7] < v.tow_from else v.tow


@rule("51")
def refuse_tow_number(s: HollowState, vehicle: int, gun: int) -> Refusal | None:
    """What it can tow: a gun whose number for pushing is at least the vehicle's for towing; one gun."""
    number, g = tow_number(s, vehicle), s.gun(gun)
    names = {"vehicle": s.world.names.pieces[vehicle], "gun": s.world.names.pieces[gun]}
    if number is None:
        return Refusal("51", "{vehicle} tows no guns.", names)
    if towed_by(s, vehicle) >= 0:
        return Refusal("51", "{vehicle} tows a gun already.", names)
    if g.manhandling is None or g.manhandling < number:
        lines: tuple[Line, ...] = (
            ("towing number", str(number), "51"),
            ("number for pushing", "none" if g.manhandling is None else str(g.manhandling), "63"),
        )
        return Refusal("51", "{gun} is too heavy for {vehicle}.", names, lines)
    return None


@rule("51", "191.52")
def refuse_hitch(s: HollowState, vehicle: int, gun: int) -> Refusal | None:
    """The gun is where the vehicle stands, out of any work, with those who serve it, for whom there is room."""
    names, crew = {"vehicle": s.world.names.pieces[vehicle], "gun": s.world.names.pieces[gun]}, crew_of(s, gun)
    if crew < 0 or not s.is_good(crew):
        return Refusal("51", "Nobody in good order serves {gun}.", names)
    if s.has(gun, DUG):
        return Refusal("191.52", "{gun} must be pushed out of its work first.", names)
    found = refuse_tow_number(s, vehicle, gun) or refuse_meeting(s, crew, vehicle) or refuse_meeting(s, gun, vehicle)
    return found or refuse_seats_with(s, vehicle, gun, crew)


def refuse_seats_with(s: HollowState, vehicle: int, gun: int, crew: int) -> Refusal | None:
    """Room for who serves the gun, beside its ammunition."""
    new = s.loose()
    new.at[gun], hold = hold_of(s, vehicle), hold_of(s, vehicle)
    new.stacks()[hold] = (*new.here[hold], gun)
    return refuse_seats(new, vehicle, (crew,))


@rule("51", "191.52")
def refuse_hook(s: HollowState, at: MovePhase | Manoeuvre, a: Hook) -> Refusal | None:
    """A vehicle that stands with the points for it, and a crew that has done nothing else."""
    side = side_of(s, at)
    found = refuse_not_own(s, side, a.vehicle, "51", "vehicle") or refuse_not_own(s, side, a.gun, "51", "gun")
    if found is not None:
        return found
    names = {"vehicle": s.world.names.pieces[a.vehicle], "gun": s.world.names.pieces[a.gun]}
    if isinstance(at, Manoeuvre) and a.vehicle != at.vehicle:
        return Refusal("30", "{vehicle} is not the one that is driven.", names)
    if isinstance(at, Manoeuvre) and s.has(a.vehicle, MOTION):
        return Refusal("51", "{vehicle} is in motion: it stops first.", names)
    if isinstance(at, MovePhase) and (found := refuse_carrier(s, side, a.vehicle)) is not None:
        return found
    if (
        found := refuse_hitch(s, a.vehicle, a.gun) or refuse_state(s, crew_of(s, a.gun), "hook up a gun", (PREP, PINNED, MELEE, BUSY, MOVED), "51")
    ) is not None:
        return found
    return refuse_price(s, at, a.vehicle, a.gun, "Hooking up {gun}")


@rule("51", "196.732")
def refuse_price(s: HollowState, at: MovePhase | Manoeuvre, vehicle: int, gun: int, what: str) -> Refusal | None:
    """Half of the points, or two thirds. A vehicle that is bogged or immobilised spends them as any other; one without a driver none."""
    if not needs_points(s, vehicle):
        return None
    need, have = hooking_cost(s, vehicle, gun), points_left(s, vehicle, at.extra if isinstance(at, Manoeuvre) else 0)
    if need <= have:
        return None
    return Refusal(
        "51", what + " costs {need}; {have} are left.", {"gun": s.world.names.pieces[gun], "need": points_text(need), "have": points_text(have)}
    )


@rule("51", "16", "42")
def hook(s: HollowState, at: MovePhase | Manoeuvre, a: Hook) -> None:
    """The vehicle spends its points and has had its movement, and so has the crew; the defender may fire before it is done."""
    crew = crew_of(s, a.gun)
    reveal(s, crew)
    price = hooking_cost(s, a.vehicle, a.gun)
    s.spend("51", a.vehicle, s.points[a.vehicle] + price)
    s.mark("51", crew, MOVED)
    s.mark("30", a.vehicle, MOVED)
    push(s, HookingUp(a.vehicle, a.gun))
    push(s, Spotted(a.vehicle, s.at[a.vehicle], price))
    push(s, Watching(s.at[a.gun], (crew,)))


@rule("51")
def run_hooking(s: HollowState, at: HookingUp) -> None:
    """If those who serve it are still on their feet, it is hooked up and they are in. Who was being driven has had his movement."""
    pop(s)
    if isinstance(s.frames[-1], Manoeuvre):
        pop(s)
    crew = crew_of(s, at.gun) if s.is_on_map(at.gun) else -1
    if crew < 0 or not s.is_good(crew) or s.has(crew, PINNED) or not s.is_on_map(at.vehicle) or not is_manned(s, at.vehicle):
        return
    if refuse_hitch(s, at.vehicle, at.gun) is None:
        hitch(s, at.vehicle, at.gun)


@rule("51", "176.2")
def hitch(s: HollowState, vehicle: int, gun: int) -> None:
    """The gun leaves its pit and follows the vehicle; its crew rides along."""
    crew = crew_of(s, gun)
    lose_aim(s, gun)
    for piece in (gun, crew):
        s.mark("176.2", piece, EMPLACED, False)
    s.do(Placed("51", gun, s.at[gun], hold_of(s, vehicle)))
    s.do(Said("51", "hooked up", (title(s, gun), title(s, vehicle))))
    get_in(s, crew, vehicle)


@rule("51", "196.732", "176.75")
def refuse_unhook(s: HollowState, at: MovePhase | Manoeuvre, a: Unhook) -> Refusal | None:
    """From a vehicle that stands, be it bogged, immobilised or abandoned, where a gun can stand and its crew finds room."""
    found = refuse_not_own(s, side_of(s, at), a.vehicle, "51", "vehicle")
    if found is not None:
        return found
    names, gun, place = {"vehicle": s.world.names.pieces[a.vehicle]}, towed_by(s, a.vehicle), s.at[a.vehicle]
    if gun < 0:
        return Refusal("51", "{vehicle} tows no gun.", names)
    if isinstance(at, Manoeuvre) and a.vehicle != at.vehicle:
        return Refusal("30", "{vehicle} is not the one that is driven.", names)
    if s.has(a.vehicle, MOTION):
        return Refusal("51", "{vehicle} is in motion: it stops first.", names)
    if isinstance(at, MovePhase) and (found := refuse_state(s, a.vehicle, "unhook its gun", (*HAS_SHOT, MOVED), "51")) is not None:
        return found
    crew = s.points[gun] - 1
    if s.field.has(place, *CLOSED) or s.seen_at(place, s.side[gun]) or enemies_driving(s, s.side[gun], place):
        return Refusal("51", "No gun can be put down in {place}.", {"place": s.world.names.places[place]})
    if crew >= 0 and s.has(crew, MOVED):
        return Refusal("51", "The gun has just been hooked up to {vehicle}.", names)
    return refuse_price(s, at, a.vehicle, gun, "Unhooking {gun}") or (refuse_crowd(s, place, s.side[gun], (crew,)) if crew >= 0 else None)


@rule("51", "196.732", "16", "188.26")
def unhook(s: HollowState, at: MovePhase | Manoeuvre, a: Unhook) -> None:
    """Gun and crew are in the hex and have done all they can in this phase; the gun points away from the vehicle's bow."""
    gun, place = towed_by(s, a.vehicle), s.at[a.vehicle]
    crew = s.points[gun] - 1
    if needs_points(s, a.vehicle):
        spend_standing(s, at, a.vehicle, "51", hooking_cost(s, a.vehicle, gun))
    s.do(Placed("196.732" if not needs_points(s, a.vehicle) else "51", gun, s.at[gun], place))
    stay_at_crest(s, a.vehicle, gun)
    s.point("32", gun, TCA, (vca(s, a.vehicle) + 3) % 6)
    s.mark("51", gun, BUSY)
    s.do(Said("51", "unhooked", (title(s, gun), title(s, a.vehicle))))
    if crew >= 0:
        put_down(s, "51", crew, place)
        s.mark("51", crew, MOVED)
        s.mark("51", crew, BUSY)
    clear_up(s, a.vehicle)
    if crew >= 0:
        push(s, Watching(place, (crew,)))


def hooks(s: HollowState, at: MovePhase | Manoeuvre) -> list[Hook]:
    tractors = [at.vehicle] if isinstance(at, Manoeuvre) else s.vehicles(at.side)
    return [Hook(v, gun) for v in tractors if tow_number(s, v) is not None for gun in guns_at(s, s.at[v], s.side[v])]


def unhooks(s: HollowState, at: MovePhase | Manoeuvre) -> list[Unhook]:
    tractors = [at.vehicle] if isinstance(at, Manoeuvre) else s.vehicles(at.side)
    return [Unhook(v) for v in tractors if towed_by(s, v) >= 0]


@rule("31", "51")
def may_put_down(s: HollowState, at: Manoeuvre) -> bool:
    """Whether a vehicle that has come where it was told may still put down men or a gun: then whoever drives it is asked."""
    v = at.vehicle
    men = free_men(s, v)
    return (bool(men) and refuse_out(s, at, v, men) is None) or (towed_by(s, v) >= 0 and refuse_unhook(s, at, Unhook(v)) is None)


@rule("51", "4")
def refuse_hook_up_at_start(s: HollowState, at: SettingUp, a: Hook) -> Refusal | None:
    """In the set-up a gun that has its crew may be set up in tow."""
    found = refuse_not_own(s, at.side, a.vehicle, "51", "vehicle") or refuse_not_own(s, at.side, a.gun, "51", "gun")
    return found or refuse_hitch(s, a.vehicle, a.gun)


def hook_up_at_start(s: HollowState, at: SettingUp, a: Hook) -> None:
    reveal(s, crew_of(s, a.gun))
    hitch(s, a.vehicle, a.gun)


HOOK_ORDER: Takes[HollowState, MovePhase, Hook] = Takes(Hook, hook, refuse_hook, candidates=hooks)
HOOK_DRIVING: Takes[HollowState, Manoeuvre, Hook] = Takes(Hook, hook, refuse_hook, candidates=hooks)
UNHOOK_ORDER: Takes[HollowState, MovePhase, Unhook] = Takes(Unhook, unhook, refuse_unhook, candidates=unhooks)
UNHOOK_DRIVING: Takes[HollowState, Manoeuvre, Unhook] = Takes(Unhook, unhook, refuse_unhook, candidates=unhooks)
HOOK_AT_START = Takes(
    Hook,
    hook_up_at_start,
    refuse_hook_up_at_start,
    candidates=lambda s, at: [Hook(v, gun) for v in s.vehicles(at.side) if tow_number(s, v) is not None for gun in guns_at(s, s.at[v], at.side)],
)
HOOKING = AutoStep(HookingUp, run_hooking)


@rule("VN 5.b")
def refuse_cast_off(s: HollowState, at: MovePhase, a: CastOff) -> Refusal | None:
    """At the start of its movement, neither in motion nor in close combat, not having fired, with open hatches: six points."""
    found = refuse_not_own(s, at.side, a.vehicle, "VN 5.b", "vehicle") or refuse_state(
        s, a.vehicle, "leave its trailer", (*HAS_SHOT, MOVED, MELEE), "VN 5.b"
    )
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[a.vehicle]}
    if s.vehicle(a.vehicle).key != TRAILER:
        return Refusal("VN 5.b", "{vehicle} has no trailer.", name)
    if s.has(a.vehicle, MOTION):
        return Refusal("VN 5.b", "{vehicle} is in motion: it leaves its trailer only where it stands.", name)
    if s.points[a.vehicle]:
        return Refusal("VN 5.b", "{vehicle} has spent points already: it leaves its trailer only at the start of its movement.", name)
    return refuse_unmanned(s, a.vehicle, "VN 5.b")


@rule("VN 5.b")
def shed_trailer(s: HollowState) -> None:
    """Its hatches are open, six points are spent as if it moved; then it is an L3 aa without the gun on its roof, and goes on."""
    at = top(s, Manoeuvre)
    v = at.vehicle
    change(s, at._replace(has_shifted=1))
    s.mark("VN 5.b", v, EXPOSED)
    s.spend("VN 5.b", v, TRAILER_POINTS)
    s.turn_face("VN 5.b", v, s.world.vehicle_face[TRAILER_GONE])
    s.mark("VN 5.b", v, MG_GONE + AA)
    push(s, DriveOn())
    push(s, Spotted(v, s.at[v], TRAILER_POINTS))


def cast_offs(s: HollowState, at: MovePhase) -> list[CastOff]:
    return [CastOff(v) for v in s.vehicles(at.side) if s.vehicle(v).key == TRAILER]
