"""A platoon is driven impulse by impulse: what each of its vehicles is told to do (181.22, 181.221)."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.steps import AskStep, Takes, change
from amba.games.hollow.book import rule
from amba.games.hollow.counters import EXPOSED, MOTION, TCA
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.frames_platoon import OFF, Platoon, Stride
from amba.games.hollow.orders_armour import Brake, EndDrive, Hatch, Race, StartEngine, StayInMotion, TurnTurret
from amba.games.hollow.orders_platoon import GoTogether, ShiftHatch, StepBy, StepOff, StepTo, Train
from amba.games.hollow.orders_transport import Alight, Unload
from amba.games.hollow.rules.armour.r030_costs import barred_by, points_text
from amba.games.hollow.rules.armour.r030_driving import START, STOP, named, refuse_enemy
from amba.games.hollow.rules.armour.r030_orders import hours_but, refuse_hatch, refuse_motion, refuse_turret, spine_of
from amba.games.hollow.rules.armour.r031_loading import alight, free_men, refuse_alight, refuse_unload, unload
from amba.games.hollow.rules.armour.r032_arcs import tca, vca
from amba.games.hollow.rules.armour.r181_closing import driven, halting, heading_of, may_close_up
from amba.games.hollow.rules.armour.r181_escorts import COMPANY_ORDER
from amba.games.hollow.rules.armour.r181_firing import FIRE_ORDERS
from amba.games.hollow.rules.armour.r181_forming import DRIVE_TOGETHER, TAKE_IN_ORDER
from amba.games.hollow.rules.armour.r181_halts import finish_platoon, least_left, stop_platoon
from amba.games.hollow.rules.armour.r181_impulses import (
    any_moves,
    costs_of,
    drive_impulse,
    full,
    gaits_of,
    keeps_together,
    raises_dust,
    start_platoon,
)
from amba.games.hollow.rules.armour.r181_legs import TO_CREST, corner_after, leg_places, refuse_leg, spine_after
from amba.games.hollow.rules.armour.r181_strides import off_spines, stride_cost
from amba.games.hollow.rules.armour.r194_vehicle_dust import SLOW
from amba.games.hollow.rules.r029_vehicles import enemies_driving, is_held
from amba.games.hollow.rules.r031_aboard import carrier_of, is_aboard
from amba.games.hollow.rules.r177_exits import refuse_door
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import CLOCK


def names_of(s: HollowState, at: Platoon) -> dict[str, str]:
    return {"vehicles": ", ".join(s.world.names.pieces[v] for v in at.vehicles)}


@rule("181.22")
def refuse_all(s: HollowState, at: Platoon, need: int, what: str) -> Refusal | None:
    """So many half points are there, of the slowest too."""
    have = least_left(s, at)
    if need <= have:
        return None
    values = {"what": what, "need": points_text(need), "have": points_text(have)}
    return Refusal("181.22", "{what} costs {need}; the slowest of the platoon has {have} left.", values)


@rule("181.221")
def refuse_platoon_start(s: HollowState, at: Platoon, a: StartEngine) -> Refusal | None:
    """All of it starts, for a point each."""
    if s.has(at.vehicles[0], MOTION):
        return Refusal("135", "The platoon has started already.")
    return refuse_all(s, at, START, "Starting")


def waiting(at: Platoon) -> list[int]:
    """Who has not been told yet what to do in this impulse."""
    told = {v for v, _, _ in at.told}
    return [v for v in at.vehicles if v not in told]


@rule("181.221", "181.22")
def refuse_stride(s: HollowState, at: Platoon, stride: Stride) -> Refusal | None:
    """A vehicle that has not been told yet, to a hex beside it, for no more than the slowest has left, and so that all can keep together."""
    v, to, spine = stride
    if v not in at.vehicles:
        return Refusal("181.22", "{vehicle} is not of this platoon.", named(s, v))
    if v not in waiting(at):
        return Refusal("181.22", "{vehicle} has been told what to do in this impulse.", named(s, v))
    if not s.has(v, MOTION):
        return Refusal("30", "{vehicle} has not started.", named(s, v))
    how = dict(at.ways).get(v, "")
    if not how and heading_of(at, v) < 0 and to not in {OFF, s.at[v]}:
        return Refusal("181.1", "{vehicle} is going the other way: the platoon must stop and start first.", named(s, v))
    if not how and is_held(s, v) and (to, spine) != (s.at[v], vca(s, v)):
        return Refusal("132", "{vehicle} is in bypass, at a crest or under a trench: it goes straight on, or back.", named(s, v))
    gait = next(gait for gait in gaits_of(s, at) if gait.vehicle == v)
    cost = stride_cost(gait, (s.at[v], vca(s, v)), to, spine)
    if cost is None:
        return refuse_there(s, v, to)
    costs = costs_of(s, at, (*at.told, stride))
    need = max(costs if costs is not None else [cost]) + halting(at)
    if need > least_left(s, at):
        return refuse_all(s, at, need, "That")
    moves = any_moves(s, (stride,))
    key = ("close up", at.told, at.ways, at.headings, at.gone, at.vehicles, v, to, moves)
    together = s.remembered(key, lambda: may_close_up(s, at, (*at.told, stride)))
    if not together:
        return Refusal("181.221", "Then the platoon could not keep together: each must end the impulse beside another.")
    return None


@rule("181.22", "29", "30")
def refuse_there(s: HollowState, vehicle: int, to: int) -> Refusal:
    """What keeps a vehicle of a platoon out of a hex: what lies in the way, enemies whom everybody sees, or that it is not the next one."""
    name = named(s, vehicle, to)
    if to in s.field.around[s.at[vehicle]]:
        number, what = barred_by(s, vehicle, s.at[vehicle], to)
        if number:
            return Refusal(number, "Between here and {place} is {what}.", {**name, "what": what})
        if any(not s.is_secret(p) for p in s.seen_at(to, s.side[vehicle])):
            return refuse_enemy(s, vehicle, to)
        if enemies_driving(s, s.side[vehicle], to):
            return Refusal("29", "An enemy vehicle is in {place}: no platoon drives there.", name)
    return Refusal("30", "{vehicle} cannot go to {place} in one impulse.", name)


@rule("181.22", "181.221")
def refuse_step_by(s: HollowState, at: Platoon, a: StepBy) -> Refusal | None:
    """What its own chapter allows the vehicle, for no more than the slowest has left, so that all can keep together."""
    v = a.vehicle
    if v not in at.vehicles:
        return Refusal("181.22", "{vehicle} is not of this platoon.", named(s, v))
    if v not in waiting(at):
        return Refusal("181.22", "{vehicle} has been told what to do in this impulse.", named(s, v))
    if not s.has(v, MOTION):
        return Refusal("30", "{vehicle} has not started.", named(s, v))
    found = refuse_leg(s, driven(s, at, v), a.to, a.how) or refuse_corner(s, at, a)
    return found or refuse_stride(s, told_way(at, a), (v, a.to, spine_after(s, v, a.to, a.how)))


@rule("188.22", "132")
def refuse_corner(s: HollowState, at: Platoon, a: StepBy) -> Refusal | None:
    """No corner of a crest, and no side of woods or of a building, is for two of them."""
    hows = dict(at.ways)
    along = [spine for v, to, spine in at.told if to == a.to and hows.get(v, "") == a.how == "bypass"]
    if spine_after(s, a.vehicle, a.to, a.how) in along:
        return Refusal("132", "Another of the platoon goes along that side of {place}.", named(s, a.vehicle, a.to))
    if a.how not in TO_CREST:
        return None
    corner = corner_after(s, a.vehicle, a.how)
    others = [v for v, to, _ in at.told if to == a.to and hows.get(v, "") in TO_CREST]
    if all(corner_after(s, v, hows[v]) != corner for v in others):
        return None
    return Refusal("188.22", "Another of the platoon goes to that corner of {place}.", named(s, a.vehicle, a.to))


def told_way(at: Platoon, a: StepBy) -> Platoon:
    return at._replace(ways=(*at.ways, (a.vehicle, a.how)))


def step_bys(s: HollowState, at: Platoon) -> list[StepBy]:
    return [StepBy(v, to, how) for v in waiting(at) for to, how in leg_places(s, v)]


def tell_way(s: HollowState, at: Platoon, a: StepBy) -> None:
    tell(s, told_way(at, a), (a.vehicle, a.to, spine_after(s, a.vehicle, a.to, a.how)))


def stride_of(a: StepTo) -> Stride:
    return a.vehicle, a.to, spine_of(a.hour)


def refuse_step_to(s: HollowState, at: Platoon, a: StepTo) -> Refusal | None:
    return refuse_stride(s, at, stride_of(a))


def steps(s: HollowState, at: Platoon, vehicle: int) -> list[StepTo]:
    """Every hex it may end the impulse in, with every way to point there."""
    places = [s.at[vehicle], *s.field.around[s.at[vehicle]]]
    found = (StepTo(vehicle, to, hour) for to in places for hour in CLOCK)
    return [a for a in found if refuse_step_to(s, at, a) is None]


def step_heads(s: HollowState, at: Platoon) -> list[int]:
    return [v for v in waiting(at) if s.has(v, MOTION) and steps(s, at, v)]


@rule("177", "181.221")
def refuse_step_off(s: HollowState, at: Platoon, a: StepOff) -> Refusal | None:
    """Over the edge of the map, from a hex that the scenario names; the others end beside that hex."""
    if a.vehicle not in at.vehicles:
        return Refusal("181.22", "{vehicle} is not of this platoon.", named(s, a.vehicle))
    if (found := refuse_door(s, s.side[a.vehicle], s.at[a.vehicle])) is not None:
        return found
    if not off_spines(s, s.at[a.vehicle]):
        return Refusal("177", "{vehicle} is not at the edge of the map.", named(s, a.vehicle))
    if at.gone >= 0 and s.at[a.vehicle] != at.gone and s.at[a.vehicle] not in s.field.around[at.gone]:
        return Refusal("181.221", "{vehicle} leaves where its comrade left, or beside it.", named(s, a.vehicle))
    return refuse_stride(s, at, (a.vehicle, OFF, vca(s, a.vehicle)))


def tell(s: HollowState, at: Platoon, stride: Stride) -> None:
    """When the last has been told, the impulse is driven."""
    new = at._replace(told=(*at.told, stride))
    change(s, new)
    if not waiting(new) and refuse_together(s, new, GoTogether()) is None:
        drive_impulse(s, new.told)


@rule("181.22", "181.221")
def refuse_together(s: HollowState, at: Platoon, a: GoTogether) -> Refusal | None:
    """Somebody moves or turns, and all are together afterwards."""
    strides = full(s, at, at.told)
    if not s.has(at.vehicles[0], MOTION):
        return Refusal("30", "The platoon has not started.")
    if not any_moves(s, strides) and not at.ways:
        return Refusal("181.22", "In an impulse at least one of the platoon moves.")
    if not keeps_together(s, at, strides):
        return Refusal("181.221", "Each vehicle of the platoon must end the impulse beside another one of it.")
    costs = costs_of(s, at, strides)
    if a.how and not raises_dust(s, at, strides):
        return Refusal("194.74", "The platoon would raise no dust.")
    return None if costs is None else refuse_all(s, at, max([SLOW if a.how else 0, *costs]) + halting(at), "The impulse")


@rule("181.221", "30")
def refuse_platoon_stop(s: HollowState, at: Platoon, a: Brake) -> Refusal | None:
    """All of them stop, for a point each."""
    if not s.has(at.vehicles[0], MOTION):
        return Refusal("30", "The platoon stands.")
    if at.told:
        return Refusal("181.221", "The impulse has begun: drive it first.")
    return refuse_all(s, at, STOP, "Stopping")


@rule("181.221", "135")
def refuse_platoon_motion(s: HollowState, at: Platoon, a: StayInMotion) -> Refusal | None:
    """All stay in motion when their points are gone, or one of them has not enough for a hex it could go on to."""
    if at.told:
        return Refusal("181.221", "The impulse has begun: drive it first.")
    found = [refuse_motion(s, driven(s, at, v), a) for v in at.vehicles]
    return None if None in found else found[0]


@rule("181.221", "79")
def refuse_platoon_race(s: HollowState, at: Platoon, a: Race) -> Refusal:
    """Nobody who drives with a platoon is driven harder than it bears."""
    return Refusal("181.221", "With its platoon no vehicle is driven with excessive speed.")


def refuse_platoon_end(s: HollowState, at: Platoon, a: EndDrive) -> Refusal | None:
    if s.has(at.vehicles[0], MOTION):
        return Refusal("135", "The platoon is in motion: it stops or stays so.")
    return None


@rule("64", "181.22")
def refuse_shift(s: HollowState, at: Platoon, a: ShiftHatch) -> Refusal | None:
    """The crew of one of them opens or shuts its hatches, once in a phase."""
    if a.vehicle not in at.vehicles:
        return Refusal("181.22", "{vehicle} is not of this platoon.", named(s, a.vehicle))
    return refuse_hatch(s, Manoeuvre(a.vehicle, has_shifted=int(a.vehicle in at.shifted)), Hatch(a.how))


def shift(s: HollowState, at: Platoon, a: ShiftHatch) -> None:
    s.mark("64", a.vehicle, EXPOSED, a.how == "open")
    change(s, at._replace(shifted=(*at.shifted, a.vehicle)))


def hatches(s: HollowState, at: Platoon) -> list[ShiftHatch]:
    return [ShiftHatch(v, how) for v in at.vehicles for how in ("open", "shut")]


@rule("32", "181.22")
def refuse_train(s: HollowState, at: Platoon, a: Train) -> Refusal | None:
    """The turret of one of them turns freely while points are spent, as any other."""
    if a.vehicle not in at.vehicles:
        return Refusal("181.22", "{vehicle} is not of this platoon.", named(s, a.vehicle))
    if not s.points[a.vehicle] and s.vehicle(a.vehicle).has_turret:
        return Refusal("32", "No points have been spent yet: it turns when the platoon has started.")
    return refuse_turret(s, Manoeuvre(a.vehicle, has_traversed=int(a.vehicle in at.trained)), TurnTurret(a.hour))


def train(s: HollowState, at: Platoon, a: Train) -> None:
    s.point("32", a.vehicle, TCA, spine_of(a.hour))
    change(s, at._replace(trained=(*at.trained, a.vehicle)))


@rule("181.221", "31")
def refuse_unload_on(s: HollowState, at: Platoon, a: Unload) -> Refusal | None:
    """Out of one of the platoon, between two impulses, when all of it stand; else as out of any vehicle that is driven."""
    return refuse_halfway(s, at, a.vehicle) or refuse_unload(s, driven(s, at, a.vehicle), a)


@rule("181.221", "31")
def refuse_alight_on(s: HollowState, at: Platoon, a: Alight) -> Refusal | None:
    """The same for one unit."""
    vehicle = carrier_of(s, a.unit) if s.is_unit(a.unit) and is_aboard(s, a.unit) else at.vehicles[0]
    return refuse_halfway(s, at, vehicle) or refuse_alight(s, driven(s, at, vehicle), a)


def refuse_halfway(s: HollowState, at: Platoon, vehicle: int) -> Refusal | None:
    if vehicle not in at.vehicles:
        return Refusal("181.22", "{vehicle} is not of the platoon that is driven.", {"vehicle": s.world.names.pieces[vehicle]})
    return Refusal("181.22", "First the impulse that has begun to be told.") if at.told else None


def loaded(s: HollowState, at: Platoon) -> list[int]:
    return [v for v in at.vehicles if free_men(s, v)]


def asked(s: HollowState, at: Platoon) -> Decision:
    return Decision(s.side[at.vehicles[0]], "driving", "181.22", "Driving the platoon of {vehicles}: where to, or stop.", names_of(s, at))


PLATOON = AskStep(
    Platoon,
    asked,
    DRIVE_TOGETHER,
    TAKE_IN_ORDER,
    COMPANY_ORDER,
    Takes(StartEngine, lambda s, _at, _a: start_platoon(s), refuse_platoon_start),
    Takes(StepTo, lambda s, at, a: tell(s, at, stride_of(a)), refuse_step_to, heads=step_heads, tails=steps),
    Takes(StepBy, tell_way, refuse_step_by, candidates=step_bys),
    Takes(
        StepOff,
        lambda s, at, a: tell(s, at, (a.vehicle, OFF, vca(s, a.vehicle))),
        refuse_step_off,
        candidates=lambda _s, at: [StepOff(v) for v in at.vehicles],
    ),
    Takes(
        GoTogether,
        lambda s, at, a: drive_impulse(s, full(s, at, at.told), bool(a.how)),
        refuse_together,
        candidates=lambda _s, _at: [GoTogether(), GoTogether("slowly")],
    ),
    Takes(ShiftHatch, shift, refuse_shift, candidates=hatches),
    Takes(
        Train,
        train,
        refuse_train,
        candidates=lambda s, at: [Train(v, hour) for v in at.vehicles if s.vehicle(v).has_turret for hour in hours_but(tca(s, v))],
    ),
    *FIRE_ORDERS,
    Takes(
        Unload,
        lambda s, at, a: unload(s, driven(s, at, a.vehicle), a),
        refuse_unload_on,
        candidates=lambda s, at: [Unload(v) for v in loaded(s, at)],
    ),
    Takes(
        Alight,
        lambda s, at, a: alight(s, driven(s, at, carrier_of(s, a.unit)), a),
        refuse_alight_on,
        candidates=lambda s, at: [Alight(unit) for v in loaded(s, at) for unit in free_men(s, v)],
    ),
    Takes(Race, lambda _s, _at, _a: None, refuse_platoon_race, candidates=lambda _s, _at: []),
    Takes(Brake, lambda s, _at, _a: stop_platoon(s), refuse_platoon_stop),
    Takes(StayInMotion, lambda s, _at, _a: finish_platoon(s), refuse_platoon_motion),
    Takes(EndDrive, lambda s, _at, _a: finish_platoon(s), refuse_platoon_end),
)
