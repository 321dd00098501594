"""Crews: their morale, what immobilises or wrecks a vehicle, who bails out and who gets in again."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Placed, Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    ABANDONED,
    BOGGED,
    BURNING,
    EXPOSED,
    HAZARD,
    IMMOBILE,
    MEN,
    MOTION,
    MOVED,
    RECALLED,
    REVERSE,
    SHOCKED,
    STUNNED,
    UNKNOWN_KILL,
    WRECK,
)
from amba.games.hollow.frames import MovePhase, Watching
from amba.games.hollow.frames_armour import CrewCheck
from amba.games.hollow.orders_armour import Abandon, Man
from amba.games.hollow.rules.captured import crew_nation, is_captured
from amba.games.hollow.rules.common import HAS_SHOT, refuse_not_own, refuse_state
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r005_movement import refuse_mover
from amba.games.hollow.rules.r006_stacking import refuse_crowd
from amba.games.hollow.rules.r029_vehicles import (
    bears_arms,
    crew_nerve,
    enemies_driving,
    has_crew,
    is_always_exposed,
    is_crewed,
    is_stuck,
    refuse_unmanned,
)
from amba.games.hollow.rules.r031_aboard import is_empty, refuse_apart, stay_at_crest
from amba.games.hollow.rules.r110_mounts import refuse_astride
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

CREWS = {"italian": "it-126v", "british": "br-127v", "german": "ge-127v", "american": "am-126v"}


def stop_dead(s: HollowState, rule_number: str, vehicle: int) -> None:
    for mark in (MOTION, REVERSE):
        s.mark(rule_number, vehicle, mark, False)


@rule("176.72")
def bog(s: HollowState, number: str, vehicle: int) -> None:
    """It stands, and neither leaves its hex nor turns its hull until it is freed."""
    stop_dead(s, number, vehicle)
    s.mark(number, vehicle, BOGGED)


@rule("176.71", "176.711", "66")
def immobilise(s: HollowState, number: str, vehicle: int, by_attack: bool = False, by_hand: bool = False) -> None:
    """It stands until it is repaired. What is neither armed nor armoured is a wreck then, as soon as it is empty; a crew to whom an attack does it, or to whom it happens again, may give it up. One that was recalled does."""
    stop_dead(s, number, vehicle)
    if not bears_arms(s, vehicle) and not s.vehicle(vehicle).is_armoured and is_empty(s, vehicle):
        wreck(s, number, vehicle)
        return
    again = s.has(vehicle, IMMOBILE)
    s.mark(number, vehicle, IMMOBILE)
    if not has_crew(s, vehicle) or s.has(vehicle, ABANDONED):
        return
    if s.has(vehicle, RECALLED):
        bail_out(s, "64", vehicle)
    elif (by_attack or again) and not by_hand:
        push(s, CrewCheck(vehicle, "66" if by_attack else "176.711"))


@rule("66")
def unnerve(s: HollowState, vehicle: int) -> None:
    """A hit that could have destroyed a vehicle that is stuck: its crew may give it up."""
    if is_stuck(s, vehicle) and is_crewed(s, vehicle):
        push(s, CrewCheck(vehicle, "66"))


@rule("29", "110")
def wreck(s: HollowState, number: str, vehicle: int, burning: bool = False) -> None:
    """It is a wreck, and stays where it is; a wagon leaves none."""
    leaves_one = not s.vehicle(vehicle).is_wagon
    stop_dead(s, number, vehicle)
    for mark in (BOGGED, IMMOBILE, EXPOSED, ABANDONED, STUNNED, SHOCKED, UNKNOWN_KILL, RECALLED):
        s.mark(number, vehicle, mark, False)
    s.mark(number, vehicle, WRECK)
    s.mark(number, vehicle, BURNING, burning and leaves_one)
    s.do(Said(number, "wreck" if leaves_one else "no wreck", (title(s, vehicle),)))


@rule("110")
def clear_wagons(s: HollowState) -> None:
    """What was left of wagons is gone when the phase ends; until then nobody who was in one, or drove it, lacks a hex."""
    if s.has_armour:
        for vehicle in range(s.world.first_vehicle, s.world.first_gun):
            if s.is_on_map(vehicle) and s.has(vehicle, WRECK) and s.vehicle(vehicle).is_wagon:
                s.remove("110", vehicle, "eliminated")


@rule("176.711")
def moves_now(s: HollowState, side: int) -> bool:
    """Whether it is this side's movement phase: who bails out in it goes nowhere until it ends."""
    return any(isinstance(frame, MovePhase) and frame.side == side for frame in s.frames)


@rule("64", "176.711", "66")
def bail_out(s: HollowState, number: str, vehicle: int, in_haste: bool = True) -> int:
    """The crew leaves its vehicle and is a counter of its own: in the hex, or where that is full in one beside it; in haste it is in danger until the phase ends. Which counter; -1 where there is none."""
    stop_dead(s, number, vehicle)
    s.mark(number, vehicle, ABANDONED)
    for mark in (EXPOSED, STUNNED, SHOCKED, UNKNOWN_KILL, RECALLED):
        s.mark(number, vehicle, mark, False)  # whatever was the matter with the crew, the vehicle is empty now
    side = s.side[vehicle]
    spare = [p for p in s.world.pool(side, 0, MEN) if s.at[p] == s.world.box["spare"]]
    kind = CREWS.get(crew_nation(s, vehicle))
    if not spare or kind is None:
        return -1
    crew, here = spare[0], s.at[vehicle]
    near = [here, *(there for there in s.field.around[here] if s.field.is_passable(here, there) and not s.seen_at(there, side))]
    room = [there for there in near if refuse_crowd(s, there, side, (crew,)) is None and not enemies_driving(s, side, there)]
    if not room:
        return -1
    s.turn_face(number, crew, s.world.squad_face[kind])
    s.do(Placed(number, crew, s.at[crew], room[0]))
    s.mark("176.711", crew, HAZARD, in_haste)
    if moves_now(s, side):
        s.mark("176.711", crew, MOVED)
    stay_at_crest(s, vehicle, crew)
    return crew


@rule("176.711", "66")
def read_crew_check(s: HollowState, at: CrewCheck, dice: tuple[int, ...]) -> None:
    """Who fails leaves the vehicle."""
    limit = crew_nerve(s, at.vehicle)
    stays = dice[0] <= limit
    s.do(Said(at.rule, "crew check", (title(s, at.vehicle), limit, "the crew stays" if stays else "the crew bails out")))
    if not stays:
        bail_out(s, at.rule, at.vehicle)


CREW_CHECK = roll_step(
    CrewCheck,
    "crew check",
    lambda at: at.rule,
    "Does the crew of {vehicle} stay?",
    read_crew_check,
    values=lambda s, at: {"vehicle": title(s, at.vehicle)},
)


@rule("64")
def refuse_abandon(s: HollowState, at: MovePhase, a: Abandon) -> Refusal | None:
    """A crew leaves a vehicle that stands, before it has moved or fired."""
    found = refuse_not_own(s, at.side, a.vehicle, "64", "vehicle") or refuse_state(s, a.vehicle, "be abandoned", (*HAS_SHOT, MOVED))
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[a.vehicle]}
    if (found := refuse_unmanned(s, a.vehicle)) is not None:
        return found
    if not has_crew(s, a.vehicle):
        return Refusal("64", "{vehicle} has no crew that could leave it.", name)
    return Refusal("64", "{vehicle} is in motion.", name) if s.has(a.vehicle, MOTION) else None


@rule("64", "16")
def abandon(s: HollowState, at: MovePhase, a: Abandon) -> None:
    """In good order: it takes all their factors, and the defender may fire at them as at men who move."""
    crew = bail_out(s, "64", a.vehicle, in_haste=False)
    s.mark("64", a.vehicle, MOVED)
    if crew >= 0:
        push(s, Watching(s.at[crew], (crew,)))


@rule("64", "C")
def is_crew_for(s: HollowState, unit: int, vehicle: int) -> bool:
    """A vehicle crew of its nation; for a captured one any crew."""
    return s.squad(unit).kind == "crew" if is_captured(s, vehicle) else s.squad(unit).key == CREWS.get(s.vehicle(vehicle).nation)


@rule("64", "188.24")
def refuse_man(s: HollowState, at: MovePhase, a: Man) -> Refusal | None:
    """A crew in good order, on foot, that has not moved gets into an abandoned vehicle of its hex, of its own nation; into a captured one any crew of the side."""
    found = refuse_mover(s, at.side, a.unit) or refuse_astride(s, a.unit)
    if found is not None:
        return found
    names = {"unit": s.world.names.pieces[a.unit], "vehicle": s.world.names.pieces[a.vehicle]}
    if (found := refuse_not_own(s, at.side, a.vehicle, "64", "vehicle")) is not None:
        return found
    if not s.is_man(a.unit) or not is_crew_for(s, a.unit, a.vehicle):
        return Refusal("64", "{unit} is no crew for {vehicle}.", names)
    if s.has(a.vehicle, WRECK):
        return Refusal("64", "{vehicle} is a wreck.", names)
    if not s.has(a.vehicle, ABANDONED):
        return Refusal("64", "{vehicle} is not abandoned.", names)
    if s.at[a.vehicle] != s.at[a.unit]:
        return Refusal("64", "{unit} is not in the hex with {vehicle}.", names)
    return refuse_apart(s, a.unit, a.vehicle)


@rule("64", "VN 15.a")
def man(s: HollowState, at: MovePhase, a: Man) -> None:
    """The crew is in it again, with its heads out where it cannot shut them in."""
    s.remove("64", a.unit, "spare")
    s.mark("64", a.vehicle, ABANDONED, False)
    s.mark("64", a.vehicle, EXPOSED, is_always_exposed(s, a.vehicle))
    s.do(Said("64", "manned", (title(s, a.vehicle),)))
    s.mark("64", a.vehicle, MOVED)


def man_candidates(s: HollowState, at: MovePhase) -> list[Man]:
    return [Man(unit, v) for v in s.vehicles(at.side) if s.has(v, ABANDONED) for unit in s.units_at(s.at[v], at.side)]


ABANDON_ORDER = Takes(Abandon, abandon, refuse_abandon, candidates=lambda s, at: [Abandon(v) for v in s.vehicles(at.side)])
MAN_ORDER = Takes(Man, man, refuse_man, candidates=man_candidates)
