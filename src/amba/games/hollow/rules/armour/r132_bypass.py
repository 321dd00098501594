"""Bypass: along a hexside of woods or of a building, to the corner at its end (132)."""

from __future__ import annotations

from typing import NamedTuple

from amba.core.decision import Refusal
from amba.core.event import Moved
from amba.core.steps import AutoStep, Takes, change, pop, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BYPASS, BYPASS_LEFT, DUG, GROUND, MOTION, NEW_HEX, RECALLED, REVERSE, TCA, VCA
from amba.games.hollow.field import RIM
from amba.games.hollow.frames_armour import BypassEdge, Manoeuvre
from amba.games.hollow.orders_armour import Bypass
from amba.games.hollow.rules.armour.r030_costs import barred_ground, mover_of, obstacle_items, terrain_halves, weather_items
from amba.games.hollow.rules.armour.r030_driving import go_through, hold_ground, named, refuse_points, spend
from amba.games.hollow.rules.armour.r032_arcs import TURN, vca
from amba.games.hollow.rules.armour.r033_exposure import leaving
from amba.games.hollow.rules.armour.r055_vehicle_mines import leaves_by_mines
from amba.games.hollow.rules.armour.r194_vehicle_dust import Trail, raise_dust
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r029_vehicles import enemies_driving, is_mobile, leave_posture, refuse_stuck
from amba.games.hollow.rules.r031_aboard import towed_by
from amba.games.hollow.rules.r042_concealment import find_enemies
from amba.games.hollow.rules.r185_costs import hillock_cost, sand_cost, side_cost
from amba.games.hollow.rules.r185_hidden import look_about
from amba.games.hollow.rules.r188_slopes import slope_items
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS, Hex

OBSTACLES = ("woods", "building", "large_building")
BARRED = ("cliff", "wadi_cliff", "wall", "hedge", "cactus_hedge")
TURNING = 2
"""Half points for the turn at a corner, from one hexside to the next."""


class Edge(NamedTuple):
    """A hexside to go along: the hex it belongs to, the hex on its other side, the way it leads, and whether its hex is on the left."""

    place: int
    other: int
    spine: int
    is_left: bool


def _step(hex: Hex, side: int) -> Hex:
    return hex[0] + NEIGHBOURS[side][0], hex[1] + NEIGHBOURS[side][1]


@rule("132")
def edges(s: HollowState, vehicle: int) -> list[Edge]:
    """Straight on along the hexside between the two hexes it points at; in bypass round the corner, along the next side of the hex on its left or right."""
    index, spine, here = s.field.index, vca(s, vehicle), s.field.hex_of[s.at[vehicle]]
    left, right = TURN[spine]
    if not s.has(vehicle, BYPASS):
        a, b = _step(here, left), _step(here, right)
        return [] if a not in index or b not in index else [Edge(index[a], index[b], spine, True), Edge(index[b], index[a], spine, False)]
    on_left = s.has(vehicle, BYPASS_LEFT)
    a, ahead = (here, _step(here, right)) if on_left else (_step(_step(here, left), (right + 3) % 6), _step(here, left))
    b = _step(_step(here, right), (left + 3) % 6) if on_left else here
    found = []
    for hex, turn, is_left in ((a, -1, True), (b, 1, False)):
        if hex in index and ahead in index:
            found.append(Edge(index[hex], index[ahead], (spine + turn) % 6, is_left))
    return found


def edge_to(s: HollowState, vehicle: int, place: int) -> Edge | None:
    return next((edge for edge in edges(s, vehicle) if edge.place == place), None)


@rule("132", "176.51", "194.73")
def bypass_items(s: HollowState, vehicle: int, edge: Edge) -> list[Item]:
    """Twice what the hex would cost without its woods or building, climbing and all else included; no bog. Round a corner of the same hex nothing is entered: no dust."""
    field, mover, here = s.field, mover_of(s, vehicle), s.at[vehicle]
    origin, hex = field.hex_of[here], field.hex_of[edge.place]
    found = [Item("open ground beside it", terrain_halves(s, vehicle, edge.place, without=OBSTACLES), "176.5")]
    sand = sand_cost(field.ground.terrain[hex], mover, GROUNDS[s.tracks[GROUND]], field.printed)
    found += [Item("sand", 2 * sand, "190.3")] if sand else []
    if edge.place != here:
        crest = 2 * side_cost(field.ground, origin, hex, mover)
        found += [Item("lip or dune crest", crest, "187.12" if field.ground.has_side(origin, hex, "lip") else "190.511")] if crest else []
        found += [Item("onto the hillock", 2, "189.14")] if hillock_cost(field.ground, origin, hex, mover) else []
        found += [item for item in slope_items(s, mover, here, edge.place) if item.what != "into the wadi"]
        found += [*obstacle_items(s, vehicle, here, edge.place), *weather_items(s, vehicle)]
    found.append(Item("bypass, twice", sum_of(found), "132"))
    return [*found, *([Item("round the corner", TURNING, "132")] if s.has(vehicle, BYPASS) else [])]


@rule("132", "51")
def refuse_bypass(s: HollowState, at: Manoeuvre, a: Bypass) -> Refusal | None:
    """Forward, along an open side of woods or a building where nobody else is."""
    v, name = at.vehicle, named(s, at.vehicle, a.to)
    if (found := refuse_stuck(s, v)) is not None:
        return found
    if not s.has(v, MOTION):
        return Refusal("30", "{vehicle} has not started.", name)
    if at.heading < 0:
        return Refusal("181.1", "{vehicle} is going the other way: it must stop and start first.", name)
    if s.position(v) == RIM:
        return Refusal("188.191", "From a crest {vehicle} goes straight to another hex, or down.", name)
    if s.has(v, DUG):
        return Refusal("137.3", "{vehicle} leaves its trench only backwards.", name)
    if towed_by(s, v) >= 0:
        return Refusal("51", "{vehicle} tows a gun: it does not go along woods or buildings.", name)
    if at.pace >= 0:
        return Refusal("N 23", "Men go along with {vehicle}: it does not go along woods or buildings.", name)
    if s.has(v, RECALLED) and not s.has(v, BYPASS):
        return Refusal("64", "{vehicle} is recalled: it does not go along woods or buildings.", name)
    edge = edge_to(s, v, a.to)
    if edge is None or not s.field.has(a.to, *OBSTACLES):
        return Refusal("132", "No side of woods or of a building at {place} leads on from here.", name)
    if s.field.has(edge.other, *OBSTACLES) or s.field.side(edge.place, edge.other, *BARRED):
        return Refusal("132", "There is no room along that side of {place}.", name)
    number, what = barred_ground(s, v, a.to, road=True)  # what is bypassed bars nothing, what else is in the hex does
    if number:
        return Refusal(number, "Between here and {place} is {what}.", {**name, "what": what})
    side = s.side[v]
    if any(not s.is_secret(p) for p in s.seen_at(a.to, side)) or enemies_driving(s, side, a.to):
        return Refusal("29", "The enemy is in {place}.", name)
    if any(other != v and s.has(other, BYPASS) and vca(s, other) == edge.spine for other in s.vehicles_at(a.to)):
        return Refusal("132", "Another vehicle is on that side of {place}.", name)
    return refuse_points(s, at, sum_of(bypass_items(s, v, edge)), "Bypass")


@rule("132", "176.74")
def bypass(s: HollowState, at: Manoeuvre, a: Bypass) -> None:
    """It is in the hex, beside what stands there, and points the way it goes."""
    v, here = at.vehicle, s.at[at.vehicle]
    edge = edge_to(s, v, a.to)
    assert edge is not None
    cost = sum_of(bypass_items(s, v, edge))
    change(s, (leaving(s, at) if a.to != here else at)._replace(heading=1))
    s.mark("181.1", v, REVERSE, False)
    s.mark("176.74", v, NEW_HEX)
    spend(s, "132", v, cost)
    way = BypassEdge(v, a.to, cost)
    if a.to == here or not leaves_by_mines(s, v, way):
        go_along(s, way)


@rule("132", "176.71")
def run_bypass_edge(s: HollowState, at: BypassEdge) -> None:
    """Who was stopped by the mines of its hex stays there."""
    pop(s)
    if is_mobile(s, at.vehicle):
        go_along(s, at)
    else:
        go_through(s, at.vehicle, s.at[at.vehicle], at.cost, [])


@rule("132", "176.74")
def go_along(s: HollowState, way: BypassEdge) -> None:
    """An enemy nobody saw stops it before the hex."""
    v, here, to, at = way.vehicle, s.at[way.vehicle], way.to, top(s, Manoeuvre)
    edge = edge_to(s, v, to)
    assert edge is not None
    if to != here and find_enemies(s, (v,), to):
        go_through(s, v, here, way.cost, [])
        return
    turret = (s.pointing(v, TCA) + edge.spine - vca(s, v)) % 6
    s.mark("132", v, BYPASS)
    s.mark("132", v, BYPASS_LEFT, edge.is_left)
    s.point("132", v, VCA, edge.spine)
    s.point("132", v, TCA, turret)
    if to != here:
        leave_posture(s, "132", v, to)
        s.do(Moved("132", v, here, to, (here, to)))
        raise_dust(s, [Trail(v, here, to, way.cost, at.started == here, at.pace >= 0)])
        hold_ground(s, v)
        look_about(s, (v,), here, to)
    go_through(s, v, to, way.cost, [], origin=here if to != here else -1)


BYPASS_EDGE = AutoStep(BypassEdge, run_bypass_edge)
BYPASS_ORDER: Takes[HollowState, Manoeuvre, Bypass] = Takes(
    Bypass, bypass, refuse_bypass, candidates=lambda s, at: [Bypass(edge.place) for edge in edges(s, at.vehicle)]
)
