"""Vehicles at the crest of a wadi: how they get there, from the bed or from outside, and down again (188.18-188.23)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Moved
from amba.core.steps import AutoStep, Takes, change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BYPASS, BYPASS_LEFT, CREST, MOTION, NEW_HEX, REVERSE
from amba.games.hollow.field import IN, RIM
from amba.games.hollow.frames import Pieces
from amba.games.hollow.frames_armour import CrestEdge, Manoeuvre, Spotted
from amba.games.hollow.orders_armour import CrestDown, CrestInto, CrestUp
from amba.games.hollow.rules.armour.r023_escorts import accompany, climb_along, refuse_climb, refuse_pace
from amba.games.hollow.rules.armour.r030_costs import (
    allotment,
    ground_items,
    mover_of,
    obstacle_items,
    points_left,
    tow_items,
    track_items,
    weather_items,
)
from amba.games.hollow.rules.armour.r030_driving import (
    START,
    bank,
    count_mud,
    fall_back,
    go_through,
    hold_ground,
    named,
    rear_up,
    refuse_points,
    refuse_way,
    spend,
    warm_up,
)
from amba.games.hollow.rules.armour.r032_arcs import ahead, behind, vca
from amba.games.hollow.rules.armour.r033_exposure import leaving
from amba.games.hollow.rules.armour.r055_vehicle_mines import attack, leaves_by_mines
from amba.games.hollow.rules.armour.r176_checks import Passage, checks_of, going, hammada_items
from amba.games.hollow.rules.armour.r191_underbelly import shows_belly
from amba.games.hollow.rules.armour.r194_vehicle_dust import Trail, raise_dust
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r029_vehicles import crest_point, is_mobile, leave_posture, refuse_stuck, stand_at_crest
from amba.games.hollow.rules.r031_aboard import towed_by
from amba.games.hollow.rules.r042_concealment import find_enemies
from amba.games.hollow.rules.r185_hidden import look_about
from amba.games.hollow.rules.r188_slopes import WADI
from amba.games.hollow.rules.r188_wadis import DOWN, UP
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

RISE = 8
"""Half points for the level; going forward takes one point more, going back takes this by the reverse factor."""


def point_of(s: HollowState, vehicle: int, backwards: bool) -> int:
    """The corner toward which it moves from the bed."""
    return (vca(s, vehicle) + 3) % 6 if backwards else vca(s, vehicle)


@rule("188.18", "188.19", "188.22", "188.16")
def refuse_point(s: HollowState, vehicle: int, place: int, spine: int) -> Refusal | None:
    """A corner of a wadi hex without a bridge, not between two hexsides of the wadi nor on the bank of a cliff, where no other vehicle, wreck or gun stands."""
    name, here = named(s, vehicle, place), s.field.hex_of[place]
    if not s.field.is_wadi(place):
        return Refusal("188.18", "{place} has no wadi, so it has no crest.", name)
    sides = [side for side in (spine, (spine + 1) % 6) if not _has(s, here, side, "wadi", "wadi_join")]
    if not sides:
        return Refusal("188.19", "That corner of {place} lies between two hexsides of the wadi.", name)
    if any(_has(s, here, side, "wadi_cliff") for first in sides for side in bank(s, place, first)):
        return Refusal("188.19", "A cliff of the wadi stands on that side of {place}.", name)
    others = [p for p in s.here[place] if p != vehicle and s.has(p, CREST) and (s.is_vehicle(p) or s.is_gun(p))]
    taken = any(crest_point(s, p) == spine if s.is_vehicle(p) else crest_point(s, p) in {spine, (spine + 1) % 6} for p in others)
    return Refusal("188.22", "Somebody stands at that corner of {place} already.", name) if taken else None


def _has(s: HollowState, here: tuple[int, int], side: int, *kinds: str) -> bool:
    return s.field.ground.has_side(here, (here[0] + NEIGHBOURS[side][0], here[1] + NEIGHBOURS[side][1]), *kinds)


@rule("188.18")
def up_items(s: HollowState, vehicle: int, backwards: bool) -> list[Item]:
    """Four points for the level and one for going forward; backwards four by its factor."""
    if backwards:
        times = s.vehicle(vehicle).reverse
        return [Item("up to the crest", RISE, "188.18"), Item(f"in reverse, x{times}", (times - 1) * RISE, "188.18")]
    return [Item("up to the crest", RISE, "188.18"), Item("forward", 2, "188.18")]


@rule("188.18", "188.191")
def is_minimum(s: HollowState, at: Manoeuvre, items: list[Item]) -> bool:
    """A vehicle that has spent nothing, and for which this costs more than all it has, does it as its whole move."""
    v = at.vehicle
    return not s.points[v] and sum_of(items) + (0 if s.has(v, MOTION) else START) > allotment(s, v)


@rule("51", "181.1")
def refuse_price(s: HollowState, at: Manoeuvre, items: list[Item], backwards: bool) -> Refusal | None:
    """It has started, goes on the way it is going and has the points, or makes it its whole move; who tows a gun does not back."""
    v = at.vehicle
    if backwards and towed_by(s, v) >= 0:
        return Refusal("51", "{vehicle} tows a gun and does not back.", named(s, v))
    if is_minimum(s, at, items):
        return refuse_points(s, at, 0, "That")
    if not s.has(v, MOTION):
        return Refusal("30", "{vehicle} has not started.", named(s, v))
    if at.heading == (1 if backwards else -1):
        return Refusal("181.1", "{vehicle} is going the other way: it must stop and start first.", named(s, v))
    return refuse_points(s, at, sum_of(items), "That")


@rule("188.18")
def refuse_up(s: HollowState, at: Manoeuvre, a: CrestUp) -> Refusal | None:
    """From within the wadi, forward or backwards, to the corner it moves toward."""
    v, backwards = at.vehicle, a.how == "back"
    if (found := refuse_stuck(s, v)) is not None:
        return found
    if s.position(v) == RIM:
        return Refusal("188.18", "{vehicle} is at the crest already.", named(s, v))
    if s.position(v) != IN:
        return Refusal("188.18", "{vehicle} is not in a wadi.", named(s, v))
    found = refuse_point(s, v, s.at[v], point_of(s, v, backwards)) or refuse_climb(s, at, UP)
    return found or refuse_price(s, at, up_items(s, v, backwards), backwards)


def stop_at_crest(s: HollowState, spine: int) -> None:
    """At the crest it stops at once, and is in no bypass any more."""
    at = top(s, Manoeuvre)
    for mark in (MOTION, REVERSE, BYPASS, BYPASS_LEFT):
        s.mark("188.18", at.vehicle, mark, False)
    s.mark("176.74", at.vehicle, NEW_HEX)
    stand_at_crest(s, "188.18", at.vehicle, spine)
    change(s, at._replace(heading=0))


@rule("188.18", "188.23")
def go_up(s: HollowState, at: Manoeuvre, a: CrestUp) -> None:
    """No ground is checked: it does not pay for the hex."""
    v, backwards = at.vehicle, a.how == "back"
    items = up_items(s, v, backwards)
    is_over = is_minimum(s, at, items)
    cost = points_left(s, v) if is_over else sum_of(items)
    spend(s, "188.18", v, cost)
    stop_at_crest(s, point_of(s, v, backwards))
    go_through(s, v, s.at[v], cost, [], is_over, beside=climb(s, UP))


@rule("N 23", "188.161")
def climb(s: HollowState, factors: int) -> Pieces:
    """The men who go along with it go up or down, too, and are watched."""
    at = top(s, Manoeuvre)
    if at.pace >= 0:
        change(s, at._replace(pace=at.pace - factors))
    climb_along(s, at.escort, at.vehicle, factors)
    return at.escort


@rule("188.18", "188.22", "186.14", "51")
def into_items(s: HollowState, vehicle: int, to: int, backwards: bool, careful: bool = False) -> list[Item]:
    """The ground of the hex and the hexside, smoke and what else lies there, with care twice, but nothing for the wadi; from the bed of another one what coming out of that costs. In reverse the ground by its factor, what lies there and the dust once."""
    here, times = s.at[vehicle], s.vehicle(vehicle).reverse if backwards else 1
    ground = ground_items(s, vehicle, here, to, to_crest=True)
    found = [*ground, *([Item(f"in reverse, x{times}", (times - 1) * sum_of(ground), "181.1")] if backwards else [])]
    found += track_items(s, vehicle, here, to, ground, times)
    found += obstacle_items(s, vehicle, here, to, to_crest=True)
    found += [Item("with care, twice", sum_of(found), "186.14")] if careful else []
    return [*found, *weather_items(s, vehicle), *tow_items(s, vehicle)]


@rule("188.18", "188.19", "188.191")
def refuse_into(s: HollowState, at: Manoeuvre, a: CrestInto) -> Refusal | None:
    """From the next hex, across a hexside that is neither the wadi's nor its cliff's; not from one crest to another."""
    v, backwards, careful = at.vehicle, *manner(a)
    if (found := refuse_stuck(s, v)) is not None:
        return found
    if not s.has(v, MOTION):
        return Refusal("30", "{vehicle} has not started.", named(s, v))
    if s.position(v) == RIM:
        return Refusal("188.191", "{vehicle} does not go from one crest straight to another.", named(s, v))
    if at.heading == (1 if backwards else -1):
        return Refusal("181.1", "{vehicle} is going the other way: it must stop and start first.", named(s, v))
    if (found := refuse_way(s, v, a.to, backwards) or refuse_pace(s, at, a.to, True)) is not None:
        return found
    if s.field.side(s.at[v], a.to, "wadi", "wadi_join"):
        return Refusal("188.18", "Across a hexside of the wadi one comes into its bed, not to the crest.", named(s, v))
    if careful and hammada_items(s, Passage(v, a.to, s.at[v])) is None:
        return Refusal("186.14", "Care is of no use there.")
    found = refuse_point(s, v, a.to, point_of(s, v, not backwards))
    return found or refuse_points(s, at, sum_of(into_items(s, v, a.to, backwards, careful)), s.world.names.places[a.to])


def manner(a: CrestInto) -> tuple[bool, bool]:
    """Whether it goes backwards, and whether with care."""
    return a.how.startswith("back"), a.how.endswith("carefully")


@rule("188.18", "191.51")
def go_into(s: HollowState, at: Manoeuvre, a: CrestInto) -> None:
    """It pays for the ground of the hex. Over a wall, or out of another wadi, it shows its belly on the way, and the defender answers that first."""
    v, here, (backwards, careful) = at.vehicle, s.at[at.vehicle], manner(a)
    edge = CrestEdge(v, a.to, int(backwards), int(careful), sum_of(into_items(s, v, a.to, backwards, careful)), int(s.position(v) == IN))
    change(s, leaving(s, at)._replace(heading=-1 if backwards else 1))
    spend(s, "188.18", v, edge.cost)
    s.mark("176.74", v, NEW_HEX)
    if not shows_belly(s, v, here, a.to):
        if not leaves_by_mines(s, v, edge):
            reach_crest(s, edge)
        return
    s.mark("181.1", v, REVERSE, backwards)
    rear_up(s, v, edge.from_bed, point_of(s, v, backwards))
    push(s, edge)
    attack(s, v, here)
    push(s, Spotted(v, here, edge.cost, a.to))


@rule("191.51")
def run_crest_edge(s: HollowState, at: CrestEdge) -> None:
    """Who was stopped with its belly in the air, or by the mines of its hex, stays where it was."""
    pop(s)
    if is_mobile(s, at.vehicle):
        reach_crest(s, at)
    else:
        fall_back(s, at.vehicle, at.from_bed)
        go_through(s, at.vehicle, s.at[at.vehicle], at.cost, [])


@rule("188.18", "188.23", "29")
def reach_crest(s: HollowState, edge: CrestEdge) -> None:
    """It is at the crest, and the ground is checked, for it has paid for it; an enemy nobody saw stops it before."""
    v, to, here = edge.vehicle, edge.to, s.at[edge.vehicle]
    if find_enemies(s, (v,), to):
        fall_back(s, v, edge.from_bed)
        go_through(s, v, here, edge.cost, [])
        return
    at = top(s, Manoeuvre)
    passage = going(s, v, to, bool(edge.careful), to_crest=True, from_bed=edge.from_bed)
    leave_posture(s, "188.18", v, to)
    accompany(s, to, True)
    s.do(Moved("188.18", v, here, to, (here, to)))
    raise_dust(s, [Trail(v, here, to, edge.cost, at.started == here, at.pace >= 0)])
    stop_at_crest(s, point_of(s, v, not edge.backwards))
    hold_ground(s, v)
    look_about(s, (v,), here, to)
    count_mud(s, passage)
    go_through(s, v, to, edge.cost, checks_of(s, passage), origin=here)


@rule("188.191")
def goes_down_backwards(s: HollowState, vehicle: int) -> bool:
    """The bed lies behind who came up forward, and before who came up backwards or from outside."""
    return crest_point(s, vehicle) == vca(s, vehicle)


@rule("188.191")
def down_items(s: HollowState, vehicle: int) -> list[Item]:
    """Only what going down into a wadi costs; in reverse by its factor."""
    found = [Item("into the wadi", 2 * WADI[mover_of(s, vehicle)], "188.191")]
    times = s.vehicle(vehicle).reverse
    return [*found, Item(f"in reverse, x{times}", (times - 1) * sum_of(found), "181.1")] if goes_down_backwards(s, vehicle) else found


@rule("188.191")
def refuse_down(s: HollowState, at: Manoeuvre, a: CrestDown) -> Refusal | None:
    """Down into the wadi in which it stands; backwards even as a minimum move."""
    v = at.vehicle
    if (found := refuse_stuck(s, v)) is not None:
        return found
    if s.position(v) != RIM:
        return Refusal("188.191", "{vehicle} is not at a crest.", named(s, v))
    return refuse_climb(s, at, DOWN) or refuse_price(s, at, down_items(s, v), goes_down_backwards(s, v))


@rule("188.191", "188.23", "181.1")
def go_down(s: HollowState, at: Manoeuvre, a: CrestDown) -> None:
    """No ground is checked. As a minimum move it ends in reverse motion."""
    v, items = at.vehicle, down_items(s, at.vehicle)
    is_over, backwards = is_minimum(s, at, items), goes_down_backwards(s, v)
    cost = points_left(s, v) if is_over else sum_of(items)
    spend(s, "188.191", v, cost)
    s.mark("135", v, MOTION)
    s.mark("181.1", v, REVERSE, backwards)
    s.mark("176.74", v, NEW_HEX)
    change(s, at._replace(heading=-1 if backwards else 1))
    stand_at_crest(s, "188.191", v, None)
    go_through(s, v, s.at[v], cost, [], is_over, beside=climb(s, DOWN))


@rule("79", "188.18")
def mount(s: HollowState, at: Manoeuvre, a: CrestUp) -> None:
    """As a minimum move from a stand the engine comes first."""
    if not (is_minimum(s, at, up_items(s, at.vehicle, a.how == "back")) and warm_up(s, at, f"mount {a.how}".strip())):
        go_up(s, at, a)


@rule("79", "188.191")
def descend(s: HollowState, at: Manoeuvre, a: CrestDown) -> None:
    """As a minimum move from a stand the engine comes first."""
    if not (is_minimum(s, at, down_items(s, at.vehicle)) and warm_up(s, at, "descend")):
        go_down(s, at, a)


def intos(s: HollowState, at: Manoeuvre) -> list[CrestInto]:
    before = [to for to in ahead(s, at.vehicle) if s.field.is_wadi(to)]
    after = [to for to in behind(s, at.vehicle) if s.field.is_wadi(to)]
    return [
        *(CrestInto(to, how) for to in before for how in ("", "carefully")),
        *(CrestInto(to, how) for to in after for how in ("back", "back-carefully")),
    ]


UP_ORDER: Takes[HollowState, Manoeuvre, CrestUp] = Takes(CrestUp, mount, refuse_up, candidates=lambda _s, _at: [CrestUp(), CrestUp("back")])
INTO_ORDER: Takes[HollowState, Manoeuvre, CrestInto] = Takes(CrestInto, go_into, refuse_into, candidates=intos)
CREST_EDGE = AutoStep(CrestEdge, run_crest_edge)
DOWN_ORDER: Takes[HollowState, Manoeuvre, CrestDown] = Takes(CrestDown, descend, refuse_down, candidates=lambda _s, _at: [CrestDown()])
