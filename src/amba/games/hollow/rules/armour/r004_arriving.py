"""Vehicles that arrive during play: over the hexes of their group, in motion, those without radio beside each other (4, 181.221, 181.223)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Placed
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import EXPOSED, MOTION, MOVED, NEW_HEX, TCA, VCA
from amba.games.hollow.frames import MovePhase
from amba.games.hollow.frames_armour import Check, GroundChecks, Spotted
from amba.games.hollow.orders_armour import Arrive
from amba.games.hollow.rules.armour.r030_costs import allotment, barred_ground, entry_items
from amba.games.hollow.rules.armour.r030_driving import hold_ground, named
from amba.games.hollow.rules.armour.r030_orders import spine_of
from amba.games.hollow.rules.armour.r055_vehicle_mines import drive_onto_mines
from amba.games.hollow.rules.armour.r176_checks import Passage, checks_of, items_of
from amba.games.hollow.rules.armour.r181_radio import MOST, beside
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r029_vehicles import is_always_exposed, refuse_parking
from amba.games.hollow.rules.r042_concealment import find_enemies
from amba.games.hollow.rules.r046_shells import walk_into_fire
from amba.games.hollow.rules.r064_commanders import take_command, waiting_leaders
from amba.games.hollow.rules.r181_crews import has_arrived, lacks_radio
from amba.games.hollow.rules.r185_hidden import look_about
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import CLOCK


@rule("4")
def due_vehicles(s: HollowState, side: int) -> list[int]:
    """Vehicles whose turn has come."""
    box = s.world.entry[side]
    return [p for g in s.plan.groups if g.side == side and 0 < g.turn <= s.turn for p in g.pieces if s.is_vehicle(p) and s.at[p] == box]


def area_of(s: HollowState, vehicle: int) -> list[int]:
    return sorted({place for group in s.plan.groups if vehicle in group.pieces for place in group.hexes})


@rule("4", "29", "30")
def refuse_way_in(s: HollowState, vehicle: int, place: int) -> Refusal | None:
    """Into a hex of its group where it can stand and where no enemy is seen."""
    name = named(s, vehicle, place)
    if place not in area_of(s, vehicle):
        return Refusal("4", "{place} is not where the scenario lets {vehicle} come.", name)
    if (found := refuse_parking(s, vehicle, place)) is not None:
        return found
    number, what = barred_ground(s, vehicle, place)
    return Refusal(number, "In {place} is {what}.", {**name, "what": what}) if number else None


@rule("181.221", "181.223")
def mates_of(s: HollowState, vehicle: int) -> list[int]:
    """Those without radio that have come in this phase and wait for a third, or a second, of their platoon."""
    found = [v for v in s.vehicles(s.side[vehicle]) if v != vehicle and lacks_radio(s, v) and has_arrived(s, v) and not s.has(v, MOVED)]
    return found if lacks_radio(s, vehicle) and len(found) % MOST else []


@rule("181.221", "181.223")
def refuse_apart(s: HollowState, vehicle: int, place: int) -> Refusal | None:
    """Without radio it comes in beside those of its platoon, where there is room."""
    mates = mates_of(s, vehicle)
    if not mates or any(beside(s, place, s.at[v]) for v in mates):
        return None
    near = [p for p in area_of(s, vehicle) if any(beside(s, p, s.at[v]) for v in mates) and refuse_way_in(s, vehicle, p) is None]
    if not near:
        return None
    return Refusal("181.221", "{vehicle} has no radio and comes in beside its platoon: {place}, for instance.", named(s, vehicle, near[0]))


def refuse_arrive(s: HollowState, at: MovePhase, a: Arrive) -> Refusal | None:
    if a.vehicle not in due_vehicles(s, at.side):
        return Refusal("4", "{vehicle} is not among the reinforcements that are due.", {"vehicle": s.world.names.pieces[a.vehicle]})
    return refuse_way_in(s, a.vehicle, a.to) or refuse_apart(s, a.vehicle, a.to)


@rule("4", "30")
def way_in_items(s: HollowState, vehicle: int, place: int) -> list[Item]:
    """The ground of the hex and what lies there; nobody climbs a slope, a wall or a bank that lies off the map."""
    return [item for item in entry_items(s, vehicle, place, place) if item.what != "out of the wadi"]


def way_in_cost(s: HollowState, vehicle: int, place: int) -> int:
    """All it has, where the hex costs more."""
    return min(allotment(s, vehicle), sum_of(way_in_items(s, vehicle, place)))


@rule("4", "176.72", "186.14", "190.31")
def way_in_rolls(s: HollowState, vehicle: int, place: int) -> list[tuple[str, list[Item]]]:
    """The rolls of the ground; the engine runs already."""
    return items_of(s, Passage(vehicle, place))


@rule("4", "135", "181.221")
def arrive(s: HollowState, at: MovePhase, a: Arrive) -> None:
    """It is there, in motion, has spent what the hex costs and is watched; after that it is driven on like any other. An enemy nobody saw keeps it out."""
    v, place = a.vehicle, a.to
    if find_enemies(s, (v,), place):
        return
    price = way_in_cost(s, v, place)
    checks: list[Check] = checks_of(s, Passage(v, place))
    if leaders := waiting_leaders(s, v):
        take_command(s, v, leaders[0])
    s.do(Placed("4", v, s.at[v], place))
    for first in (VCA, TCA):
        s.point("32", v, first, spine_of(a.hour))
    s.mark("64", v, EXPOSED, is_always_exposed(s, v))
    for mark in (MOTION, NEW_HEX):
        s.mark("135", v, mark)
    s.spend("30", v, price)
    hold_ground(s, v)
    look_about(s, (v,), place, place)
    push(s, Spotted(v, place, price))
    if checks:
        push(s, GroundChecks(v, tuple(checks), -1))
    drive_onto_mines(s, v, place)
    walk_into_fire(s, (v,), place, place)


def arrivals(s: HollowState, at: MovePhase, vehicle: int) -> list[Arrive]:
    places = [place for place in area_of(s, vehicle) if (refuse_way_in(s, vehicle, place) or refuse_apart(s, vehicle, place)) is None]
    return [Arrive(vehicle, place, hour) for place in places for hour in CLOCK]


@rule("181.223")
def refuse_parting(s: HollowState, vehicle: int) -> Refusal | None:
    """Nobody drives on alone while those of his platoon still come in, or stand beside him, having come with him."""
    if not lacks_radio(s, vehicle) or not has_arrived(s, vehicle):
        return None
    side, here = s.side[vehicle], s.at[vehicle]
    if any(beside(s, here, s.at[v]) for v in mates_of(s, vehicle)):
        return Refusal("181.223", "{vehicle} has come in with its platoon and goes on with it.", named(s, vehicle))
    coming = [v for v in due_vehicles(s, side) if lacks_radio(s, v)]
    if any(beside(s, here, place) and refuse_way_in(s, v, place) is None for v in coming for place in area_of(s, v)):
        return Refusal("181.223", "The others of its platoon come in first: {vehicle} waits for them.", named(s, vehicle))
    return None


ARRIVE_ORDER: Takes[HollowState, MovePhase, Arrive] = Takes(
    Arrive, arrive, refuse_arrive, heads=lambda s, at: due_vehicles(s, at.side), tails=arrivals
)
