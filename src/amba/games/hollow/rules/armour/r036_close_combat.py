"""Close combat between men and vehicles of one hex: men go at them, then their machine guns answer; abandoned vehicles are seized (36, 64)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from amba.core.decision import Decision, Refusal
from amba.core.event import Said
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Takes, change, leave, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ABANDONED, SHAKEN, STORMED, WRECK
from amba.games.hollow.frames_crews import Repelling, RepelRoll, Storming, VehicleMelees
from amba.games.hollow.orders_crews import Repel, Seize, Storm
from amba.games.hollow.rules.armour.r030_driving import hold_ground
from amba.games.hollow.rules.armour.r036_storming import defending_guns, refuse_stormer, storm
from amba.games.hollow.rules.armour.r064_crews import wreck
from amba.games.hollow.rules.captured import capture
from amba.games.hollow.rules.common import Item, refuse_not_own, sum_of
from amba.games.hollow.rules.dice import fought_at_vehicle, roll_step
from amba.games.hollow.rules.r012_morale import eliminate
from amba.games.hollow.rules.r020_close_combat import kill_number, strength
from amba.games.hollow.rules.r029_vehicles import is_manned
from amba.games.hollow.rules.r031_under_fire import lose_load
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r064_commanders import commander_items
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

STAGES = 4
"""The phasing side's men, the other side's, then the vehicles of both in the same order."""


@rule("36", "42")
def find_vehicle_melees(s: HollowState, at: VehicleMelees) -> None:
    """Hex by hex where men and vehicles of both sides are; the phasing side speaks first, men before vehicles. Who can do nothing is not asked. A tank that is left there alone holds the hex."""
    if at.stage < STAGES:
        change(s, at._replace(stage=at.stage + 1))
        ask_next(s, at.done[-1], at.stage)
        return
    for vehicle in s.vehicles_at(at.done[-1]) if at.done else ():
        if is_manned(s, vehicle):
            hold_ground(s, vehicle)
    shared = {s.at[v] for side in (0, 1) for v in s.vehicles(side) if s.units_at(s.at[v], 1 - side)}
    place = next((p for p in sorted(shared) if p not in at.done), None)
    if place is None:
        pop(s)
        return
    change(s, VehicleMelees((*at.done, place), 0))
    for side in (0, 1):
        for piece in s.counters_at(place, side):
            reveal(s, piece)


def ask_next(s: HollowState, place: int, stage: int) -> None:
    side = s.phasing if stage % 2 == 0 else 1 - s.phasing
    if stage < 2:
        at = Storming(place, side)
        can = any(refuse_stormer(s, side, a) is None for a in storms(s, at)) or any(refuse_seize(s, at, a) is None for a in seizures(s, at))
        if can:
            push(s, at)
    elif any(refuse_repel(s, Repelling(place, side), a) is None for a in repels(s, Repelling(place, side))):
        push(s, Repelling(place, side))


def storms(s: HollowState, at: Storming) -> Iterator[Storm]:
    for vehicle in s.vehicles(1 - at.side):
        if s.at[vehicle] == at.place:
            yield from (Storm(unit, vehicle) for unit in s.units_at(at.place, at.side))


def seizures(s: HollowState, at: Storming) -> Iterator[Seize]:
    return (Seize(a.unit, a.vehicle) for a in storms(s, at))


@rule("64")
def refuse_seize(s: HollowState, at: Storming, a: Seize) -> Refusal | None:
    """Men in good order take a vehicle that its crew has left, if none of its side is there to defend it."""
    found = refuse_not_own(s, at.side, a.unit, "64")
    if found is not None:
        return found
    names = {"unit": s.world.names.pieces[a.unit], "vehicle": s.world.names.pieces[a.vehicle]}
    if not s.is_good(a.unit) or s.has(a.unit, STORMED):
        return Refusal("64", "{unit} is in no state to do so.", names)
    if not s.is_vehicle(a.vehicle) or s.side[a.vehicle] == at.side or s.at[a.vehicle] != s.at[a.unit] or not s.has(a.vehicle, ABANDONED):
        return Refusal("64", "{vehicle} is no vehicle that the enemy has abandoned there.", names)
    if s.has(a.vehicle, WRECK) or s.units_at(at.place, 1 - at.side):
        return Refusal("64", "The enemy is still beside {vehicle}.", names)
    return None


@rule("64", "177", "C")
def seize(s: HollowState, at: Storming, a: Seize) -> None:
    """It is theirs from then on, for a crew to get into; where no counter is left for it, it is put out of action."""
    s.mark("36", a.unit, STORMED)
    s.do(Said("64", "seized", (s.world.names.pieces[a.unit], title(s, a.vehicle))))
    lose_load(s, a.vehicle, False)
    if capture(s, "C", a.vehicle, at.side) < 0:
        wreck(s, "64", a.vehicle)


@rule("36")
def refuse_repel(s: HollowState, at: Repelling, a: Repel) -> Refusal | None:
    """A vehicle whose crew has machine guns to turn on men of its hex; once."""
    found = refuse_not_own(s, at.side, a.vehicle, "36", "vehicle")
    if found is not None:
        return found
    names = {"unit": s.world.names.pieces[a.unit], "vehicle": s.world.names.pieces[a.vehicle]}
    if a.vehicle in at.done or s.at[a.vehicle] != at.place or not defending_guns(s, a.vehicle):
        return Refusal("36", "{vehicle} has no machine gun that could do so now.", names)
    return None if a.unit in s.units_at(at.place, 1 - at.side) else Refusal("36", "{unit} is no enemy in its hex.", names)


@rule("36", "20")
def repel_odds(s: HollowState, vehicle: int, unit: int) -> tuple[str, int, list[Item]]:
    """Its machine guns against the men's strength on the close combat table: the odds, their number, what is added to the roll."""
    odds, number = kill_number(Fraction(defending_guns(s, vehicle)), strength(s, unit, False), s.world.printed)
    return odds, number, [*([Item("stunned before", 1, "64")] if s.has(vehicle, SHAKEN) else []), *commander_items(s, vehicle)]


def repel(s: HollowState, at: Repelling, a: Repel) -> None:
    change(s, at._replace(done=(*at.done, a.vehicle)))
    push(s, RepelRoll(a.vehicle, a.unit))


@rule("36", "20")
def read_repel(s: HollowState, at: RepelRoll, dice: tuple[int, ...]) -> None:
    """At most the number, and the men are gone."""
    odds, number, items = repel_odds(s, at.vehicle, at.unit)
    most = number - sum_of(items)
    done = dice[0] <= most
    s.do(Said("36", "repel", (title(s, at.vehicle), s.world.names.pieces[at.unit], odds, most, "succeeds" if done else "fails")))
    if done:
        eliminate(s, at.unit, "36")


def repels(s: HollowState, at: Repelling) -> list[Repel]:
    mine = [v for v in s.vehicles(at.side) if s.at[v] == at.place]
    return [Repel(v, unit) for v in mine for unit in s.units_at(at.place, 1 - at.side)]


STORMING = AskStep(
    Storming,
    lambda s, at: Decision(
        at.side, "storming", "36", "Men and vehicles in {place}: who goes at a vehicle?", {"place": s.world.names.places[at.place]}
    ),
    Takes(
        Storm,
        lambda s, _at, a: storm(s, a.unit, a.vehicle),
        lambda s, at, a: refuse_stormer(s, at.side, a),
        candidates=lambda s, at: list(storms(s, at)),
    ),
    Takes(Seize, seize, refuse_seize, candidates=lambda s, at: list(seizures(s, at))),
    Takes(Done, leave),
)
REPELLING = AskStep(
    Repelling,
    lambda s, at: Decision(
        at.side, "repelling", "36", "Men and vehicles in {place}: whom do the machine guns fight?", {"place": s.world.names.places[at.place]}
    ),
    Takes(Repel, repel, refuse_repel, candidates=repels),
    Takes(Done, leave),
)
VEHICLE_MELEES = AutoStep(VehicleMelees, find_vehicle_melees)
REPEL_ROLL = roll_step(
    RepelRoll, "close combat", "36", "{vehicle} against {unit}", read_repel, values=lambda s, at: {"vehicle": title(s, at.vehicle), "unit": s.world.names.pieces[at.unit]}, over=fought_at_vehicle
)  # fmt: skip
