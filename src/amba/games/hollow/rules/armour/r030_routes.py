"""A whole drive in one order: where a vehicle can get to and how it can point there, by which way, and the drive leg by leg."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, NamedTuple

from amba.core.decision import Refusal
from amba.core.steps import AskStep, AutoStep, Takes, change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BOGGED, BYPASS, DUG, DUST, EXPOSED, GROUND, IMMOBILE, MOTION, NEW_HEX, RECALLED
from amba.games.hollow.frames import MovePhase
from amba.games.hollow.frames_armour import DriveOn, Leg, Manoeuvre
from amba.games.hollow.orders_armour import Ahead, Brake, CreepTo, CrestDown, CrestUp, Drive, StartEngine, TakeWheel, TurnHull
from amba.games.hollow.rules.armour.r029_company import enemy_tanks
from amba.games.hollow.rules.armour.r030_costs import SLOW_GROUND, barred_by, barred_ground, entry_cost, points_left, points_text
from amba.games.hollow.rules.armour.r030_driving import (
    START,
    enter_hex,
    finish,
    named,
    refuse_enemy,
    run_drive_on,
    start_engine,
    stop_engine,
    turn_hull,
)
from amba.games.hollow.rules.armour.r030_orders import (
    MANOEUVRE,
    refuse_ahead,
    refuse_brake,
    refuse_creep,
    refuse_start,
    refuse_turn,
    refuse_wheel,
    spine_of,
)
from amba.games.hollow.rules.armour.r032_arcs import ahead_of, vca
from amba.games.hollow.rules.armour.r051_towing import may_put_down, shed_trailer
from amba.games.hollow.rules.armour.r055_vehicle_mines import is_known_mined
from amba.games.hollow.rules.armour.r176_checks import STUCK, Passage, checks_of
from amba.games.hollow.rules.armour.r188_crest import go_down, go_up, refuse_down, refuse_up
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r029_vehicles import enemies_driving, is_held, is_manned, is_mobile, refuse_stuck
from amba.games.hollow.rules.r031_aboard import riders, towed_by
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import CLOCK

Spot = tuple[int, int]
"""A hex, and the hexspine a vehicle points at there."""
FAR = 2000
"""More half points than any way on a map costs."""
CAUTION = 1
"""Half points of detour that a chance of one in 36 to get stuck is worth."""

UNASKED = (-1, -1)
"""What no ground costs: it has not been asked for yet."""


class Arrival(NamedTuple):
    """How a vehicle comes to a spot: the half points spent on the way, from which spot, and how many falls of 36 get it stuck, summed over the way."""

    cost: int
    before: Spot | None
    fear: int = 0


Reach = dict[Spot, Arrival]


class Going:
    """What each step costs one vehicle, and whether any ground on the way is to be feared."""

    def __init__(self, s: HollowState, vehicle: int) -> None:
        self.s, self.vehicle, self.has_fear = s, vehicle, False
        self.kind = (s.face[vehicle], s.has(vehicle, EXPOSED), s.tracks[GROUND], s.tracks[DUST], towed_by(s, vehicle) >= 0, bool(riders(s, vehicle)))
        self.ground = s.field.tables["driving"]
        """What empty hexes cost such a vehicle on such ground: the same in all positions."""

    def turn(self, place: int) -> tuple[int, int]:
        """Half points for a hexspine, and what the ground is feared for besides."""
        key = (self.kind, place)
        found: tuple[int, int] | None = self.ground.get(key)
        if found is None:
            each = 4 if self.s.field.has(place, *SLOW_GROUND) else 2
            found = self.ground.keep(key, (each, self.fear(Passage(self.vehicle, place))))
        return found

    def enter(self, here: int, to: int) -> tuple[int, int] | None:
        """The same for a hex; None where it cannot go."""
        if self.s.here[to]:
            return self._enter(here, to)
        key = (self.kind, here, to)
        found: tuple[int, int] | None = self.ground.get(key, UNASKED)
        return self.ground.keep(key, self._enter(here, to)) if found == UNASKED else found

    def _enter(self, here: int, to: int) -> tuple[int, int] | None:
        s, v = self.s, self.vehicle
        side = s.side[v]
        if barred_by(s, v, here, to)[0] or s.seen_at(to, side) or enemies_driving(s, side, to) or is_known_mined(s, side, to):
            return None
        return entry_cost(s, v, here, to), self.fear(Passage(v, to, here))

    def fear(self, at: Passage) -> int:
        """How many falls of 36 get it stuck there."""
        return sum(36 - at_most(STUCK - modifier - 1) for _, modifier in checks_of(self.s, at))

    def steps(self, spot: Spot) -> list[tuple[Spot, int, int]]:
        """Where it can be next: turned by a hexspine, or in one of the two hexes ahead."""
        place, spine = spot
        each, fear = self.turn(place)
        self.has_fear = self.has_fear or fear > 0
        found: list[tuple[Spot, int, int]] = [((place, (spine + way) % 6), each, fear) for way in (1, -1)]
        for to in ahead_of(self.s, place, spine):
            price = self.enter(place, to)
            if price is not None:
                self.has_fear = self.has_fear or price[1] > 0
                found.append(((to, spine), *price))
        return found


def spread(going: Going, have: int, caution: int) -> Reach:
    """Every spot within so many half points, each by its best way."""
    s, vehicle = going.s, going.vehicle
    start = (s.at[vehicle], vca(s, vehicle))
    first = 0 if s.has(vehicle, MOTION) else START
    found: Reach = {}
    queue: list[tuple[int, int, Spot, Spot, int]] = [(first, first, start, start, 0)]
    while queue:
        weighed, cost, spot, before, feared = heappop(queue)
        if spot in found:
            continue
        found[spot] = Arrival(cost, None if spot == start else before, feared)
        for to, price, fear in going.steps(spot):
            if to not in found and cost + price <= have:
                heappush(queue, (weighed + price + caution * fear, cost + price, to, spot, feared + fear))
    return found


class Reaches(NamedTuple):
    """The spots a vehicle can drive to: by ways that keep off ground that sticks, and by any."""

    careful: Reach
    plain: Reach

    def by(self, spot: Spot) -> Reach:
        """The ways by which a spot is driven to."""
        return self.careful if spot in self.careful else self.plain

    def cost(self, spot: Spot) -> int:
        return self.by(spot)[spot].cost

    def way(self, spot: Spot) -> list[Spot]:
        """From where the vehicle stands to a spot."""
        reach, found = self.by(spot), [spot]
        while (before := reach[found[-1]].before) is not None:
            found.append(before)
        return found[::-1]


@rule("132", "188.191", "137.3")
def is_held_fast(s: HollowState, vehicle: int) -> bool:
    """In bypass, at a crest and under a trench a vehicle is driven leg by leg, and one that is stuck not at all."""
    return is_held(s, vehicle) or not is_mobile(s, vehicle)


def reach_of(s: HollowState, vehicle: int, extra: int = 0) -> Reaches:
    """Where it can drive to with what points it has left."""

    def work_out() -> Reaches:
        have = points_left(s, vehicle, extra)
        if is_held_fast(s, vehicle) or have < START:
            return Reaches({}, {})
        going = Going(s, vehicle)
        careful = spread(going, have, CAUTION)
        return Reaches(careful, spread(going, have, 0) if going.has_fear else careful)

    return s.remembered(("reach", vehicle, extra), work_out)


def legs_of(s: HollowState, vehicle: int, way: list[Spot]) -> tuple[Leg, ...]:
    """A way as it is driven: start, hexes and turns, turns on the spot in one; then it stops, if it has a point for it."""
    found: list[Leg] = [] if s.has(vehicle, MOTION) else [("start", 0)]
    for (here, _), (to, spine) in pairwise(way):
        if here != to:
            found.append(("ahead", to))
        elif found and found[-1][0] == "turn":
            found[-1] = ("turn", spine)
        else:
            found.append(("turn", spine))
    return (*found, ("brake", 0), ("finish", 0))


def extra_of(at: MovePhase | Manoeuvre) -> int:
    return at.extra if isinstance(at, Manoeuvre) else 0


@rule("30", "32")
def refuse_drive(s: HollowState, at: MovePhase | Manoeuvre, a: Drive) -> Refusal | None:
    """A hex that it can reach going forward with the points it has left, where it turns to the hexspine."""
    if isinstance(at, Manoeuvre):
        if a.vehicle != at.vehicle:
            return Refusal("30", "{vehicle} is the one that is driven.", named(s, at.vehicle))
        if at.heading < 0:
            return Refusal("181.1", "{vehicle} is in reverse: it must stop first.", named(s, at.vehicle))
    elif (found := refuse_wheel(s, at, TakeWheel(a.vehicle))) is not None:
        return found
    if s.has(a.vehicle, RECALLED):
        return Refusal("64", "{vehicle} is recalled: it is driven home leg by leg.", named(s, a.vehicle))
    if isinstance(at, Manoeuvre) and at.pace >= 0:
        return Refusal("N 23", "Men go along with {vehicle}: it is driven leg by leg.", named(s, a.vehicle))
    if (found := refuse_stuck(s, a.vehicle) or refuse_held(s, a.vehicle)) is not None:
        return found
    spot = (a.to, spine_of(a.hour))
    if spot == (s.at[a.vehicle], vca(s, a.vehicle)):
        return Refusal("32", "{vehicle} stands there and points there already.", named(s, a.vehicle))
    if spot in reach_of(s, a.vehicle, extra_of(at)).plain:
        return None
    return refuse_far(s, a, extra_of(at))


@rule("132", "188.191", "137.3")
def refuse_held(s: HollowState, vehicle: int) -> Refusal | None:
    """Who is in bypass, at a crest or under a trench is driven leg by leg."""
    if not is_held(s, vehicle):
        return None
    number, where = (
        ("132", "in bypass") if s.has(vehicle, BYPASS) else ("137.3", "under a trench") if s.has(vehicle, DUG) else ("188.191", "at a crest")
    )
    return Refusal(number, "{vehicle} is {where}: it is driven leg by leg.", named(s, vehicle) | {"where": where})


@rule("30", "29")
def refuse_far(s: HollowState, a: Drive, extra: int) -> Refusal:
    """What it would cost if it had all the points in the world; where no way leads there is no price."""
    v, name = a.vehicle, named(s, a.vehicle, a.to)
    if a.to != s.at[v] and (s.seen_at(a.to, s.side[v]) or enemies_driving(s, s.side[v], a.to)):
        if not s.seen_at(a.to, s.side[v]) and enemy_tanks(s, s.side[v], a.to):
            return Refusal("29", "A tank of the enemy is in {place}: a vehicle goes there leg by leg.", name)
        return refuse_enemy(s, v, a.to)
    far = s.remembered(("far", v), lambda: spread(Going(s, v), FAR, 0))
    spot, have = (a.to, spine_of(a.hour)), points_left(s, v, extra)
    number, what = barred_ground(s, v, a.to) if spot not in far and a.to in s.field.hex_of else ("", "")
    if number:
        return Refusal(number, "In {place} is {what}.", {**name, "what": what})
    if spot not in far:
        return Refusal("30", "No way leads {vehicle} to {place}.", name)
    items = (("points needed", points_text(far[spot].cost), "30"), ("points left", points_text(have), "30"))
    return Refusal("30", "{vehicle} does not get to {place}, pointing so, with the points it has.", name, items)


def by_legs_only(s: HollowState, at: MovePhase | Manoeuvre, vehicle: int) -> bool:
    """In reverse, with men who go along, or recalled: no whole drive is told."""
    return s.has(vehicle, RECALLED) or (isinstance(at, Manoeuvre) and (at.heading < 0 or at.pace >= 0))


def drives(s: HollowState, at: MovePhase | Manoeuvre, vehicle: int) -> list[Drive]:
    """Every whole drive; of each hex the cheapest facing first."""
    reach, here = reach_of(s, vehicle, extra_of(at)), (s.at[vehicle], vca(s, vehicle))
    if by_legs_only(s, at, vehicle):
        return []
    spots = sorted((spot for spot in reach.plain if spot != here), key=lambda spot: (spot[0], reach.cost(spot), spot[1]))
    return [Drive(vehicle, place, CLOCK[spine]) for place, spine in spots]


def has_drive(s: HollowState, at: MovePhase | Manoeuvre, vehicle: int) -> bool:
    """Whether it can drive anywhere, or turn where it stands."""
    if is_held_fast(s, vehicle) or by_legs_only(s, at, vehicle):
        return False
    going, spot = Going(s, vehicle), (s.at[vehicle], vca(s, vehicle))
    have = points_left(s, vehicle, extra_of(at)) - (0 if s.has(vehicle, MOTION) else START)
    return any(price <= have for _, price, _ in going.steps(spot))


def drivers(s: HollowState, at: MovePhase) -> list[int]:
    return [v for v in s.vehicles(at.side) if refuse_wheel(s, at, TakeWheel(v)) is None and has_drive(s, at, v)]


def way_of(s: HollowState, at: MovePhase | Manoeuvre, a: Drive) -> list[Spot]:
    return reach_of(s, a.vehicle, extra_of(at)).way((a.to, spine_of(a.hour)))


def set_out(s: HollowState, at: MovePhase | Manoeuvre, a: Drive) -> None:
    legs = legs_of(s, a.vehicle, way_of(s, at, a))
    if isinstance(at, Manoeuvre):
        change(s, at._replace(legs=legs, bound=-1))
    else:
        push(s, Manoeuvre(a.vehicle, legs=legs))
    take_leg(s)


def take_leg(s: HollowState) -> None:
    """The next leg, if nothing refuses it now; else whoever drives is asked."""
    at = top(s, Manoeuvre)
    (what, where), rest = at.legs[0], at.legs[1:]
    change(s, at._replace(legs=rest, bound=where if what == "ahead" else -1))
    if what == "finish":
        if may_put_down(s, at):
            change(s, at._replace(legs=(), bound=-1))
        else:
            finish(s)
        return
    judge, do = LEGS[what]
    if judge(s, at, where) is None:
        do(s, where)
    elif what == "brake":
        take_leg(s)
    else:
        change(s, at._replace(legs=(), bound=-1))


Judge = Callable[[HollowState, Manoeuvre, int], Refusal | None]
LEGS: dict[str, tuple[Judge, Callable[[HollowState, int], None]]] = {
    "start": (lambda s, at, _: refuse_start(s, at, StartEngine()), lambda s, _: start_engine(s)),
    "ahead": (lambda s, at, to: refuse_ahead(s, at, Ahead(to)), enter_hex),
    "turn": (lambda s, at, spine: refuse_turn(s, at, TurnHull(CLOCK[spine])), turn_hull),
    "brake": (lambda s, at, _: refuse_brake(s, at, Brake()), lambda s, _: stop_engine(s)),
    "cast off": (lambda _s, _at, _: None, lambda s, _: shed_trailer(s)),
    "creep": (lambda s, at, to: refuse_creep(s, at, CreepTo(to)), lambda s, to: enter_hex(s, to, minimum=True)),
    "creep back": (lambda s, at, to: refuse_creep(s, at, CreepTo(to, "back")), lambda s, to: enter_hex(s, to, True, minimum=True)),
    "mount": (lambda s, at, _: refuse_up(s, at, CrestUp()), lambda s, _: go_up(s, top(s, Manoeuvre), CrestUp())),
    "mount back": (lambda s, at, _: refuse_up(s, at, CrestUp("back")), lambda s, _: go_up(s, top(s, Manoeuvre), CrestUp("back"))),
    "descend": (lambda s, at, _: refuse_down(s, at, CrestDown()), lambda s, _: go_down(s, top(s, Manoeuvre), CrestDown())),
}


@rule("176.75")
def has_a_choice(s: HollowState, m: Manoeuvre) -> bool:
    """Whether who cannot drive may put down men or a gun, or turn its turret."""
    can_turn = s.vehicle(m.vehicle).has_turret and is_manned(s, m.vehicle) and points_left(s, m.vehicle, m.extra) > 0
    return can_turn or may_put_down(s, m)


@rule("176.75")
def is_left_a_choice(s: HollowState, m: Manoeuvre) -> bool:
    """Whether who is immobilised, and not bogged, may do so."""
    return s.has(m.vehicle, IMMOBILE) and not s.has(m.vehicle, BOGGED) and has_a_choice(s, m)


@rule("176.75", "176.721")
def may_still_act(s: HollowState, at: DriveOn) -> bool:
    """Who is immobilised has not ended its phase, nor who was bogged when it began: it may still put down men or a gun, or turn its turret, if it has the points."""
    m = s.frames[-2]
    if at.is_over or not isinstance(m, Manoeuvre):
        return False
    was_bogged = s.has(m.vehicle, BOGGED) and m.started < 0 and not s.has(m.vehicle, NEW_HEX)
    return is_left_a_choice(s, m) or (was_bogged and has_a_choice(s, m))


def run_on(s: HollowState, at: DriveOn) -> None:
    """Who is stuck has had his movement; else the next leg of what was told, unless it was fired at or met somebody on the way."""
    if may_still_act(s, at):
        pop(s)
        change(s, top(s, Manoeuvre)._replace(legs=(), bound=-1, heading=0, has_traversed=0))
        return
    run_drive_on(s, at)
    m = s.frames[-1]
    if not isinstance(m, Manoeuvre) or not m.legs:
        return
    if m.legs[0][0] == "finish" or (not at.is_stopped and m.bound in {-1, s.at[m.vehicle]}):
        take_leg(s)
    else:
        change(s, m._replace(legs=(), bound=-1))


DRIVE_ON = AutoStep(DriveOn, run_on)
DRIVE_FURTHER: Takes[HollowState, Manoeuvre, Drive] = Takes(
    Drive, set_out, refuse_drive, heads=lambda s, at: [at.vehicle] if has_drive(s, at, at.vehicle) else [], tails=drives
)
"""The same again for a vehicle that was stopped on its way."""


def driving(*added: Takes[HollowState, Manoeuvre, Any]) -> AskStep[HollowState, Manoeuvre]:
    """A vehicle is driven, with orders that other chapters add."""
    return AskStep(Manoeuvre, MANOEUVRE.decision, DRIVE_FURTHER, *MANOEUVRE.takes, *added)
