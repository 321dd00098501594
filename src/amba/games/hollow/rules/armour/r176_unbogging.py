"""Getting free: the die of a bogged vehicle, and a tow (176.73)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BOGGED, CX, EXPOSED, GUARD, IMMOBILE, MOTION, MOVED
from amba.games.hollow.frames import MovePhase, Watching
from amba.games.hollow.frames_armour import CrewCheck, Spotted, UnbogRoll
from amba.games.hollow.orders_armour import Lift, Tow, Unbog
from amba.games.hollow.rules.armour.r030_costs import allotment, points_text
from amba.games.hollow.rules.armour.r064_crews import immobilise
from amba.games.hollow.rules.common import HAS_SHOT, NORMAL, Item, refuse_not_own, refuse_state, sum_of
from amba.games.hollow.rules.dice import ONE_DIE, roll_step
from amba.games.hollow.rules.r005_movement import left, refuse_mover
from amba.games.hollow.rules.r029_vehicles import has_crew, is_manned, refuse_stuck, refuse_unmanned
from amba.games.hollow.rules.r042_concealment import lose_cover
from amba.games.hollow.rules.r064_commanders import commander_items
from amba.games.hollow.rules.r110_mounts import refuse_astride
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

FREE, WORSE = 1, 6
"""The die that frees a vehicle, with its modifiers; and the one that makes it worse, without."""
LIGHT_CAR, FACTORS = "27", 4
"""The note of the car that men lift, and what that costs them."""
NEARLY = 0.9
"""How much of the other's weight a vehicle must have that tows it."""


@rule("176.73", "190.312")
def refuse_unbog(s: HollowState, at: MovePhase, vehicle: int) -> Refusal | None:
    """A bogged vehicle that is not immobilised besides, at the start of its movement, if it has not fired."""
    found = refuse_not_own(s, at.side, vehicle, "176.73", "vehicle") or refuse_state(s, vehicle, "get free", (*HAS_SHOT, MOVED), "176.73")
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[vehicle]}
    if s.points[vehicle]:
        items = (("points it has", points_text(allotment(s, vehicle)), "30"), ("points spent", points_text(s.points[vehicle]), "176.73"))
        return Refusal("176.73", "{vehicle} has spent points already: getting free takes all of them, at the start of its movement.", name, items)
    if not s.has(vehicle, BOGGED):
        return Refusal("176.73", "{vehicle} is not bogged.", name)
    if s.has(vehicle, IMMOBILE):
        return Refusal("176.73", "{vehicle} is immobilised besides, and does not get free.", name)
    return refuse_unmanned(s, vehicle, "176.73")


@rule("176.73")
def refuse_tow(s: HollowState, at: MovePhase, a: Tow) -> Refusal | None:
    """Another vehicle of the hex that stands with its crew exposed, has all its points and nine tenths of the weight."""
    found = (
        refuse_unbog(s, at, a.vehicle)
        or refuse_not_own(s, at.side, a.helper, "176.73", "vehicle")
        or refuse_state(s, a.helper, "tow", (*HAS_SHOT, MOVED), "176.73")
    )
    if found is not None:
        return found
    name = {"helper": s.world.names.pieces[a.helper], "vehicle": s.world.names.pieces[a.vehicle]}
    if a.helper == a.vehicle or s.at[a.helper] != s.at[a.vehicle]:
        return Refusal("176.73", "{helper} is not in the hex with {vehicle}.", name)
    one, other = s.vehicle(a.helper), s.vehicle(a.vehicle)
    if s.points[a.helper]:
        lines = (("points it has", points_text(allotment(s, a.helper)), "30"), ("points spent", points_text(s.points[a.helper]), "176.73"))
        return Refusal("176.73", "{helper} has spent points already: towing takes all of them.", name, lines)
    if (found := refuse_tractor(s, a.helper)) is not None:
        return found
    if one.weight < NEARLY * other.weight:
        items = (("tons of the one that tows", f"{one.weight:g}", "176.73"), ("tons needed", f"{NEARLY * other.weight:g}", "176.73"))
        return Refusal("176.73", "{helper} is too light.", name, items)
    return None


@rule("176.73", "64")
def refuse_tractor(s: HollowState, helper: int) -> Refusal | None:
    """Who tows another one is armoured, stands free, and has its crew's heads out."""
    name = {"helper": s.world.names.pieces[helper]}
    if not s.vehicle(helper).is_armoured:
        return Refusal("176.73", "{helper} is not armoured: only an armoured vehicle tows another one free.", name)
    if (found := refuse_stuck(s, helper)) is not None:
        return found
    if s.has(helper, MOTION):
        return Refusal("176.73", "{helper} is in motion: it must stand to tow.", name)
    return None if s.has(helper, EXPOSED) else Refusal("176.73", "The crew of {helper} is buttoned up: to tow, it must be exposed.", name)


@rule("176.73", "VN 27.a")
def unbog_items(s: HollowState, at: UnbogRoll) -> list[Item]:
    """An armour leader in it, a tow, or men who lend a hand."""
    led = [item._replace(rule="176.73") for item in commander_items(s, at.vehicle)]
    if at.helper >= 0 and s.is_unit(at.helper):
        return [*led, Item("men lend a hand", -2 if s.is_squad(at.helper) else -1, "VN 27.a")]
    return [*led, *([Item("towed", -1, "176.73")] if at.helper >= 0 else [])]


@rule("176.73")
def try_it(s: HollowState, vehicle: int, helper: int) -> None:
    """All points go into it, those of the one that tows too; the enemy may fire at both meanwhile."""
    for one in (helper, vehicle) if helper >= 0 and s.is_vehicle(helper) else (vehicle,):
        s.mark("176.73", one, MOVED)
        s.spend("176.73", one, allotment(s, one))
        push(s, Spotted(one, s.at[one], allotment(s, one)))
    push(s, UnbogRoll(vehicle, helper))


@rule("176.73", "176.711")
def read_unbog(s: HollowState, at: UnbogRoll, dice: tuple[int, ...]) -> None:
    """One frees it, with the modifiers; a six makes it worse whatever they are: it is immobilised, and its crew checks whether to stay."""
    free = dice[0] + sum_of(unbog_items(s, at)) <= FREE
    worse = dice[0] == WORSE
    word = "is immobilised" if worse else "is free" if free else "is still bogged"
    s.do(Said("176.73", "unbog", (title(s, at.vehicle), word)))
    if worse:
        immobilise(s, "176.73", at.vehicle)
        if is_manned(s, at.vehicle) and has_crew(s, at.vehicle):
            push(s, CrewCheck(at.vehicle))
    elif free:
        s.mark("176.73", at.vehicle, BOGGED, False)


@rule("VN 27.a")
def refuse_lift(s: HollowState, at: MovePhase, a: Lift) -> Refusal | None:
    """One squad, half-squad or crew on foot, which has four factors left and guards nobody, lifts a Fiat 508 of its hex."""
    found = refuse_unbog(s, at, a.vehicle) or refuse_mover(s, at.side, a.unit) or refuse_astride(s, a.unit)
    if found is not None:
        return found
    names = {"unit": s.world.names.pieces[a.unit], "vehicle": s.world.names.pieces[a.vehicle]}
    if s.vehicle(a.vehicle).note != LIGHT_CAR:
        return Refusal("VN 27.a", "{vehicle} is too heavy for men: they lift a Fiat 508 only.", names)
    if not s.is_man(a.unit):
        return Refusal("VN 27.a", "{unit} is neither a squad, nor half of one, nor a crew.", names)
    if s.at[a.unit] != s.at[a.vehicle]:
        return Refusal("VN 27.a", "{unit} is not in the hex with {vehicle}.", names)
    if s.has(a.unit, GUARD):
        return Refusal("VN 27.a", "{unit} guards prisoners.", names)
    have = left(s, (a.unit,), NORMAL)
    items = (("factors needed", str(FACTORS), "VN 27.a"), ("factors left", str(have), "5"))
    return Refusal("VN 27.a", "{unit} has not the strength for it: four factors are needed.", names, items) if have < FACTORS else None


@rule("VN 27.a")
def lift(s: HollowState, at: MovePhase, a: Lift) -> None:
    """It takes all their breath."""
    s.spend("VN 27.a", a.unit, s.points[a.unit] + FACTORS)
    for mark in (MOVED, CX):
        s.mark("VN 27.a", a.unit, mark)
    lose_cover(s, (a.unit,))
    push(s, Watching(s.at[a.unit], (a.unit,)))
    try_it(s, a.vehicle, a.unit)


LIFT_ORDER: Takes[HollowState, MovePhase, Lift] = Takes(
    Lift,
    lift,
    refuse_lift,
    candidates=lambda s, at: [
        Lift(unit, v) for v in s.vehicles(at.side) if s.has(v, BOGGED) and s.vehicle(v).note == LIGHT_CAR for unit in s.units_at(s.at[v], at.side)
    ],
)
UNBOG_ROLL = roll_step(UnbogRoll, "unbog", "176.73", "Does {vehicle} get free?", read_unbog, ONE_DIE, lambda s, at: {"vehicle": title(s, at.vehicle)})
UNBOG_ORDER: Takes[HollowState, MovePhase, Unbog] = Takes(
    Unbog,
    lambda s, _at, a: try_it(s, a.vehicle, -1),
    lambda s, at, a: refuse_unbog(s, at, a.vehicle),
    candidates=lambda s, at: [Unbog(v) for v in s.vehicles(at.side)],
)
TOW_ORDER: Takes[HollowState, MovePhase, Tow] = Takes(
    Tow,
    lambda s, _at, a: try_it(s, a.vehicle, a.helper),
    refuse_tow,
    candidates=lambda s, at: [Tow(one, other) for other in s.vehicles(at.side) if s.has(other, BOGGED) for one in s.vehicles(at.side)],
)
