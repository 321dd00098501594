"""Driving: what a vehicle may do next, what it spends for it, and what it meets."""

from __future__ import annotations

from collections.abc import Callable

from amba.core.decision import Refusal
from amba.core.event import Moved
from amba.core.steps import AutoStep, change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BYPASS, BYPASS_LEFT, DUG, FOLLOWS, MOTION, MOVED, NEW_HEX, REVERSE, TCA, VCA
from amba.games.hollow.field import IN, RIM
from amba.games.hollow.frames import Pieces, Watching
from amba.games.hollow.frames_armour import Check, Crossing, DriveOn, GroundChecks, Manoeuvre, Spotted
from amba.games.hollow.frames_platoon import ImpulseFire
from amba.games.hollow.rules.armour.r023_escorts import accompany, keep_up, refuse_pace, watch_escort
from amba.games.hollow.rules.armour.r029_company import enemy_tanks, refuse_staying
from amba.games.hollow.rules.armour.r030_costs import barred_by, entry_cost, entry_items, point_lines, points_left, points_text, turn_cost
from amba.games.hollow.rules.armour.r032_arcs import ahead, apart, behind, vca
from amba.games.hollow.rules.armour.r033_exposure import leaving
from amba.games.hollow.rules.armour.r037_answering import ask_about
from amba.games.hollow.rules.armour.r037_small_arms import watch_soft
from amba.games.hollow.rules.armour.r037_watching import watch_vehicle
from amba.games.hollow.rules.armour.r055_vehicle_mines import attack, drive_onto_mines, leaves_by_mines
from amba.games.hollow.rules.armour.r056_vehicles import clear_wire
from amba.games.hollow.rules.armour.r064_recall import refuse_detour
from amba.games.hollow.rules.armour.r135_engines import wake_engines
from amba.games.hollow.rules.armour.r145_aim import lose_moving
from amba.games.hollow.rules.armour.r176_checks import Passage, checks_of, going, in_mud, is_unreliable, turning
from amba.games.hollow.rules.armour.r191_underbelly import shows_belly
from amba.games.hollow.rules.armour.r194_vehicle_dust import SLOW, Trail, raise_dust, shake_off
from amba.games.hollow.rules.r029_vehicles import come_up, crest_point, enemies_driving, is_mobile, leave_posture, refuse_stuck, stand_at_crest
from amba.games.hollow.rules.r031_aboard import towed_by
from amba.games.hollow.rules.r042_concealment import find_enemies
from amba.games.hollow.rules.r046_shells import walk_into_fire
from amba.games.hollow.rules.r185_hidden import look_about
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

START = STOP = 2
"""Half points: one point to start, one to stop."""

Watcher = Callable[[HollowState, Spotted], None]
WATCHERS: tuple[Watcher, ...] = (lose_moving, clear_wire, watch_vehicle, watch_soft, ask_about)
"""What the defender does about a vehicle that spends points in a hex, in this order; it may push frames. Fire at vehicles joins here."""


def named(s: HollowState, vehicle: int, place: int = -1) -> dict[str, str]:
    found = {"vehicle": s.world.names.pieces[vehicle]}
    return found | {"place": s.world.names.places[place]} if place >= 0 else found


def refuse_points(s: HollowState, at: Manoeuvre, need: int, what: str) -> Refusal | None:
    """So many half points are there."""
    if at.extra < 0:
        return Refusal("181.223", "The crew of {vehicle} does not dare to drive alone: it spends nothing in this phase.", named(s, at.vehicle))
    have = points_left(s, at.vehicle, at.extra)
    if need <= have:
        return None
    return Refusal("30", "{what} costs {need}; {have} are left.", {"what": what, "need": points_text(need), "have": points_text(have)})


@rule("30", "32")
def refuse_way(s: HollowState, vehicle: int, to: int, backwards: bool) -> Refusal | None:
    """Forward into one of the two hexes it points at, in reverse into one of the two behind it; not where ground or enemies bar the way."""
    name = named(s, vehicle, to)
    if to not in (behind if backwards else ahead)(s, vehicle):
        return Refusal("32", "{place} is not behind {vehicle}." if backwards else "{place} is not in front of {vehicle}: turn first.", name)
    if backwards and towed_by(s, vehicle) >= 0:
        return Refusal("51", "{vehicle} tows a gun and does not back.", name)
    if (found := refuse_posture(s, vehicle, to, backwards)) is not None:
        return found
    number, what = barred_by(s, vehicle, s.at[vehicle], to)
    if number:
        return Refusal(number, "Between here and {place} is {what}.", {**name, "what": what})
    men = any(not s.is_secret(p) for p in s.seen_at(to, s.side[vehicle]))
    tanks, driving = enemy_tanks(s, s.side[vehicle], to), enemies_driving(s, s.side[vehicle], to)
    return refuse_enemy(s, vehicle, to) if men or len(driving) > len(tanks) else None


@rule("29", "72")
def refuse_enemy(s: HollowState, vehicle: int, to: int) -> Refusal:
    """Where enemies are a vehicle goes only to overrun them, and where one of their tanks is with others, not at all."""
    if enemy_tanks(s, s.side[vehicle], to):
        return Refusal("29", "A tank of the enemy is in {place}, and others with it: no vehicle goes there.", named(s, vehicle, to))
    return Refusal("29", "The enemy is in {place}: a vehicle goes there only to overrun him.", named(s, vehicle, to))


@rule("188.191", "137.3")
def refuse_posture(s: HollowState, vehicle: int, to: int, backwards: bool) -> Refusal | None:
    """From a crest only across a hexside of its corner, and not to where a cliff stands on this side of another wadi; from under a trench only backwards."""
    name = named(s, vehicle, to)
    if s.has(vehicle, DUG) and not backwards:
        return Refusal("137.3", "{vehicle} leaves its trench only backwards.", name)
    if s.position(vehicle) != RIM:
        return None
    if (crest_point(s, vehicle) == vca(s, vehicle)) == backwards:
        return Refusal("188.191", "Beyond {vehicle} there is the wadi, not {place}.", name)
    if s.field.is_wadi(to) and has_cliff(s, to, s.at[vehicle]):
        return Refusal("188.191", "A cliff of the wadi stands on this side of {place}.", name)
    return None


def has_cliff(s: HollowState, place: int, towards: int) -> bool:
    """Whether a cliff of the wadi is a side of its hex on the bank where a neighbouring hex lies."""
    here, there = s.field.hex_of[place], s.field.hex_of[towards]
    return any(
        s.field.ground.has_side(here, (here[0] + NEIGHBOURS[side][0], here[1] + NEIGHBOURS[side][1]), "wadi_cliff")
        for side in bank(s, place, NEIGHBOURS.index((there[0] - here[0], there[1] - here[1])))
    )


@rule("188.19")
def bank(s: HollowState, place: int, side: int) -> list[int]:
    """The hexsides of a wadi hex on one side of the wadi: those next to each other with no wadi hexside between them."""
    here, found = s.field.hex_of[place], [side]
    for turn in (1, -1):
        way = (side + turn) % 6
        while way not in found and not s.field.ground.has_side(
            here, (here[0] + NEIGHBOURS[way][0], here[1] + NEIGHBOURS[way][1]), "wadi", "wadi_join"
        ):
            found.append(way)
            way = (way + turn) % 6
    return found


@rule("30", "181.1", "176.72")
def refuse_hex(s: HollowState, at: Manoeuvre, to: int, backwards: bool = False, careful: bool = False) -> Refusal | None:
    """It must have started, go on the way it is going, and have the points."""
    v = at.vehicle
    if (found := refuse_stuck(s, v)) is not None:
        return found
    if not s.has(v, MOTION):
        return Refusal("30", "{vehicle} has not started.", named(s, v))
    if at.heading == (1 if backwards else -1):
        return Refusal("181.1", "{vehicle} is going the other way: it must stop and start first.", named(s, v))
    if (found := refuse_way(s, v, to, backwards) or refuse_pace(s, at, to) or refuse_detour(s, v, to)) is not None:
        return found
    items = entry_items(s, v, s.at[v], to, backwards, careful)
    need = sum(item.value for item in items)
    found, have = refuse_points(s, at, need, s.world.names.places[to]), points_left(s, v, at.extra)
    if found is None and have - need >= STOP:
        return None
    lines = (*point_lines(items), ("points left", points_text(have), "30"))
    return found._replace(items=lines) if found is not None else refuse_staying(s, v, to, (*lines, ("left there", points_text(have - need), "30")))


def spend(s: HollowState, number: str, vehicle: int, halves: int) -> None:
    if not s.points[vehicle]:
        shake_off(s, vehicle)
    s.spend(number, vehicle, s.points[vehicle] + halves)


def go_through(
    s: HollowState, vehicle: int, place: int, spent: int, checks: list[Check], is_over: bool = False, origin: int = -1, beside: Pieces = ()
) -> None:
    """First the rolls that it calls for, mines among them, then the defender's answer, to men who go along too, or up and down in the hex beside it; then it goes on."""
    at = top(s, Manoeuvre)
    push(s, DriveOn(int(is_over)))
    if beside:
        push(s, Watching(place, beside))
    if origin >= 0:
        watch_escort(s, at, place, origin)
    push(s, Spotted(vehicle, place, spent))
    if origin >= 0:
        wake_engines(s, (vehicle,), s.field.view_from(origin), spent // 2)
    if checks:
        push(s, GroundChecks(vehicle, tuple(checks), origin))
    if origin >= 0:
        drive_onto_mines(s, vehicle, place)
        walk_into_fire(s, (vehicle,), origin, place)


@rule("79", "178")
def start_engine(s: HollowState) -> None:
    """A point; an unreliable engine may fail at that."""
    v = top(s, Manoeuvre).vehicle
    spend(s, "30", v, START)
    change(s, top(s, Manoeuvre)._replace(started=s.at[v]))
    come_up(s, v)
    s.mark("135", v, MOTION)
    go_through(s, v, s.at[v], START, [("reliability", 0)] if is_unreliable(s, v) else [])


@rule("79", "178")
def starts_cold(s: HollowState, vehicle: int) -> bool:
    """Whether setting out is a start on which an unreliable engine may fail."""
    return not s.has(vehicle, MOTION) and is_unreliable(s, vehicle)


@rule("79", "30")
def warm_up(s: HollowState, at: Manoeuvre, what: str, where: int = -1) -> bool:
    """Whether a minimum move waits for the roll of an unreliable engine: a vehicle that stands has to start for it, too."""
    if not starts_cold(s, at.vehicle):
        return False
    change(s, at._replace(legs=((what, where),), bound=-1))
    push(s, DriveOn())
    push(s, GroundChecks(at.vehicle, (("reliability", 0),)))
    return True


@rule("30")
def creep(s: HollowState, at: Manoeuvre, to: int, backwards: bool) -> None:
    """One hex that costs more than all it has."""
    if not warm_up(s, at, "creep back" if backwards else "creep", to):
        enter_hex(s, to, backwards, minimum=True)


@rule("30", "29", "176.74")
def enter_hex(s: HollowState, to: int, backwards: bool = False, careful: bool = False, minimum: bool = False, slow: bool = False) -> None:
    """One hex further: it spends the points; where it shows its belly on the way the defender answers that first."""
    at = top(s, Manoeuvre)
    v, here = at.vehicle, s.at[at.vehicle]
    cost = points_left(s, v) if minimum else max(SLOW if slow else 0, entry_cost(s, v, here, to, backwards, careful))
    change(s, leaving(s, at)._replace(heading=-1 if backwards else 1))
    s.mark("135", v, MOTION)
    s.mark("181.1", v, REVERSE, backwards)
    s.mark("176.74", v, NEW_HEX)
    spend(s, "30", v, cost)
    crossing = Crossing(v, to, int(backwards), int(careful), int(minimum), cost, int(s.position(v) == IN))
    if shows_belly(s, v, here, to):
        rear_up(s, v, crossing.from_bed, (vca(s, v) + 3) % 6 if backwards else vca(s, v))
        push(s, crossing)
        attack(s, v, here)
        push(s, Spotted(v, here, cost, to))
    elif not leaves_by_mines(s, v, crossing):
        arrive(s, crossing)


@rule("191.51")
def run_crossing(s: HollowState, at: Crossing) -> None:
    """Who was stopped with its belly in the air, or by the mines of its hex, stays where it was."""
    pop(s)
    if is_mobile(s, at.vehicle):
        arrive(s, at)
    else:
        fall_back(s, at.vehicle, at.from_bed)
        go_through(s, at.vehicle, s.at[at.vehicle], at.cost, [], bool(at.minimum))


@rule("191.51")
def rear_up(s: HollowState, vehicle: int, from_bed: int, spine: int) -> None:
    """Who comes up from the bed of a wadi is seen at its edge."""
    if from_bed:
        stand_at_crest(s, "191.51", vehicle, spine)


@rule("191.51")
def fall_back(s: HollowState, vehicle: int, from_bed: int) -> None:
    """Who came up from the bed of a wadi and gets no further is down in it again."""
    if from_bed:
        stand_at_crest(s, "191.51", vehicle, None)


@rule("194.8")
def count_mud(s: HollowState, passage: Passage) -> None:
    """One more hex in which mud may hold it."""
    if in_mud(s, passage):
        m = top(s, Manoeuvre)
        change(s, m._replace(mud=m.mud + 1))


@rule("30", "29", "176.74")
def arrive(s: HollowState, at: Crossing) -> None:
    """An enemy nobody saw stops it before the hex, else it is there, and the ground is checked."""
    v, to, here = at.vehicle, at.to, s.at[at.vehicle]
    if find_enemies(s, (v,), to):
        fall_back(s, v, at.from_bed)
        go_through(s, v, here, at.cost, [], bool(at.minimum))
        return
    s.mark("132", v, BYPASS, False)
    s.mark("132", v, BYPASS_LEFT, False)
    passage = going(s, v, to, bool(at.careful), bool(at.minimum), from_bed=at.from_bed)
    leave_posture(s, "30", v, to)
    accompany(s, to)
    s.do(Moved("30", v, here, to, (here, to)))
    m = top(s, Manoeuvre)
    raise_dust(s, [Trail(v, here, to, at.cost, m.started == here, m.pace >= 0)])
    hold_ground(s, v)
    look_about(s, (v,), here, to)
    count_mud(s, passage)
    go_through(s, v, to, at.cost, checks_of(s, passage), bool(at.minimum), here)


@rule("6")
def hold_ground(s: HollowState, vehicle: int) -> None:
    """An armoured vehicle holds the hex it is in, unless it is fought for."""
    place, side = s.at[vehicle], s.side[vehicle]
    if s.vehicle(vehicle).is_armoured and not s.units_at(place, 1 - side) and not enemies_driving(s, side, place):
        s.take_control(place, side)


@rule("32", "176.72")
def turn_hull(s: HollowState, spine: int, careful: bool = False) -> None:
    """By the shorter way round; the turret turns with the hull. The ground is checked for each hexspine."""
    v = top(s, Manoeuvre).vehicle
    spines = apart(vca(s, v), spine)
    cost = turn_cost(s, v, spines, careful)
    spend(s, "32", v, cost)
    change(s, top(s, Manoeuvre)._replace(has_turned=1))
    turret = (s.pointing(v, TCA) + spine - vca(s, v)) % 6
    come_up(s, v)
    s.point("32", v, VCA, spine)
    s.point("32", v, TCA, turret)
    go_through(s, v, s.at[v], cost, checks_of(s, turning(s, v, careful)) * spines)


@rule("30", "176.74")
def stop_engine(s: HollowState) -> None:
    """It stands. Who was in motion when its phase began stays a moving target for the rest of it."""
    v = top(s, Manoeuvre).vehicle
    spend(s, "30", v, STOP)
    if top(s, Manoeuvre).started < 0:
        s.mark("176.74", v, NEW_HEX)
    s.mark("135", v, MOTION, False)
    s.mark("181.1", v, REVERSE, False)
    change(s, top(s, Manoeuvre)._replace(heading=0))
    go_through(s, v, s.at[v], STOP, [])


def finish(s: HollowState) -> None:
    """The vehicle has had its movement."""
    v = top(s, Manoeuvre).vehicle
    pop(s)
    s.mark("30", v, MOVED)
    s.mark("181.221", v, FOLLOWS, False)
    if s.has(v, MOTION):
        s.mark("176.74", v, NEW_HEX)


def run_spotted(s: HollowState, at: Spotted) -> None:
    """The defender's answer, if fire at vehicles has one."""
    pop(s)
    for watch in WATCHERS:
        waiting = len(s.frames)
        watch(s, at)
        if len(s.frames) != waiting:
            break
    after = s.frames[-1]
    if at.is_fired and isinstance(after, DriveOn | ImpulseFire):
        change(s, after._replace(is_stopped=1))


@rule("30", "176.721")
def run_drive_on(s: HollowState, at: DriveOn) -> None:
    """Who is stuck has had his movement."""
    pop(s)
    m = top(s, Manoeuvre)
    if at.is_over or not is_mobile(s, m.vehicle):
        finish(s)
        return
    escort = keep_up(s, m.escort, m.vehicle)
    if m.has_traversed or escort != m.escort:
        change(s, m._replace(has_traversed=0, escort=escort))


CROSSING = AutoStep(Crossing, run_crossing)
SPOTTED = AutoStep(Spotted, run_spotted)
