"""What fire does to a crew in its vehicle: stunned, shocked, recalled, and how that passes (64, 66, note E)."""

from __future__ import annotations

from amba.core.event import Said
from amba.core.steps import AutoStep, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ABANDONED, EXPOSED, RECALLED, SHAKEN, SHOCKED, STUNNED, UNKNOWN_KILL, WRECK
from amba.games.hollow.frames_armour import SurvivalRoll
from amba.games.hollow.frames_crews import ChargeKill, ExposedCheck, ShockRoll, Suffering
from amba.games.hollow.rules.armour.r064_crews import bail_out, immobilise, stop_dead, wreck
from amba.games.hollow.rules.dice import ONE_DIE, roll_step
from amba.games.hollow.rules.r029_targets import BURNS, SOFT
from amba.games.hollow.rules.r029_vehicles import crew_nerve, has_crew, is_always_exposed, is_crewed, is_stuck
from amba.games.hollow.rules.r031_under_fire import empty_out, lose_load
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

COMES_ROUND, STILL_ALIVE = 2, 3
"""The die of a shocked crew: at most so much and it is itself again; and of one that may be dead."""


@rule("64", "66")
def button_up(s: HollowState, number: str, vehicle: int) -> None:
    """It stops, and its hatches are shut, where it has any."""
    stop_dead(s, number, vehicle)
    if not is_always_exposed(s, vehicle):
        s.mark(number, vehicle, EXPOSED, False)


@rule("64", "MN E")
def stun(s: HollowState, vehicle: int) -> None:
    """The crew, if there is one, does nothing until the player turn ends. A second time, alone in its turret, or in one of the tankettes of note E, it is sent back."""
    v = s.vehicle(vehicle)
    if not is_crewed(s, vehicle):
        return
    if s.has(vehicle, SHAKEN) or s.has(vehicle, STUNNED) or v.turret == "1MT" or "E" in v.notes:
        recall(s, vehicle)
        return
    button_up(s, "64", vehicle)
    s.mark("64", vehicle, STUNNED)
    s.do(Said("64", "stunned", (title(s, vehicle),)))


@rule("64", "MN E")
def recall(s: HollowState, vehicle: int) -> None:
    """As if stunned; from then on it must leave the map. If it cannot drive, its crew leaves it at once. Its passengers get out."""
    s.do(Said("64", "recalled", (title(s, vehicle),)))
    empty_out(s, "31", vehicle)
    button_up(s, "64", vehicle)
    if is_stuck(s, vehicle):
        bail_out(s, "64", vehicle)
        return
    s.mark("64", vehicle, STUNNED)
    s.mark("64", vehicle, RECALLED)


@rule("66")
def shock(s: HollowState, vehicle: int) -> None:
    """The crew, if there is one, does nothing until it has come round; one that might be dead is shocked again."""
    if not is_crewed(s, vehicle):
        return
    button_up(s, "66", vehicle)
    s.mark("66", vehicle, UNKNOWN_KILL, False)
    s.mark("66", vehicle, SHOCKED)


@rule("64")
def wake_up(s: HollowState) -> None:
    """When a player turn ends stunned crews are themselves again, but shaken for good."""
    for vehicle in (*s.vehicles(0), *s.vehicles(1)):
        if s.has(vehicle, STUNNED):
            s.mark("64", vehicle, STUNNED, False)
            s.mark("64", vehicle, SHAKEN)


@rule("66")
def shock_rolls(s: HollowState) -> None:
    """Shocked crews roll when a rally phase ends."""
    for vehicle in (*s.vehicles(0), *s.vehicles(1)):
        if s.has(vehicle, SHOCKED) or s.has(vehicle, UNKNOWN_KILL):
            push(s, ShockRoll(vehicle))


@rule("66")
def read_shock_roll(s: HollowState, at: ShockRoll, dice: tuple[int, ...]) -> None:
    """1 or 2 and the crew is itself again, else it may be dead; then 1 to 3 saves it, and otherwise the vehicle is a wreck."""
    v, doubtful = at.vehicle, s.has(at.vehicle, UNKNOWN_KILL)
    alive = dice[0] <= (STILL_ALIVE if doubtful else COMES_ROUND)
    word = "comes round" if alive else "is dead" if doubtful else "may be dead"
    s.do(Said("66", "shock", (title(s, v), word)))
    s.mark("66", v, SHOCKED, False)
    s.mark("66", v, UNKNOWN_KILL, not alive and not doubtful)
    if doubtful and not alive:
        empty_out(s, "31", v)
        wreck(s, "66", v)


@rule("64")
def read_exposed_check(s: HollowState, at: ExposedCheck, dice: tuple[int, ...]) -> None:
    """A crew that fails is stunned."""
    most = crew_nerve(s, at.vehicle) - at.modifier
    holds = dice[0] <= most
    s.do(Said("64", "crew under fire", (title(s, at.vehicle), most, "keeps its nerve" if holds else "is stunned")))
    if not holds:
        stun(s, at.vehicle)


@rule("64", "66", "MN K")
def run_suffering(s: HollowState, at: Suffering) -> None:
    """A crew checks or is recalled; a vehicle without armour is immobilised, destroyed or burns, and its crew, if it has one, may get out."""
    pop(s)
    v = at.vehicle
    if not s.is_on_map(v) or s.has(v, WRECK):
        return
    if at.kind in {"crew", "recall"} and not is_crewed(s, v):
        return
    if at.kind == "crew":
        push(s, ExposedCheck(v, at.number))
    elif at.kind == "recall":
        recall(s, v)
    elif at.kind == "charge":
        push(s, ChargeKill(v))
    elif at.number == 0:
        immobilise(s, "66", v, by_attack=True)
    else:
        destroy(s, v, at.number == SOFT[BURNS.text])


@rule("66")
def is_dazed(s: HollowState, vehicle: int) -> bool:
    """A crew that was stunned or shocked gets out less easily."""
    return any(s.has(vehicle, mark) for mark in (STUNNED, SHAKEN, SHOCKED, UNKNOWN_KILL))


@rule("66", "MN K")
def may_survive(s: HollowState, vehicle: int) -> bool:
    """Whether there is a crew in it that could get out of its wreck."""
    return bool(has_crew(s, vehicle) and s.vehicle(vehicle).survival and not s.has(vehicle, ABANDONED))


@rule("66")
def destroy(s: HollowState, vehicle: int, burning: bool = False, spares: bool = True) -> None:
    """A wreck; a crew that is still in it rolls whether it gets out, unless it burns or was killed by hand."""
    manned, dazed = may_survive(s, vehicle), is_dazed(s, vehicle)
    wreck(s, "66", vehicle, burning)
    if manned and spares and not burning:
        push(s, SurvivalRoll(vehicle, int(dazed)))
    lose_load(s, vehicle, spares and not burning)


SUFFERING = AutoStep(Suffering, run_suffering)


def vehicle_value(s: HollowState, at: ExposedCheck | ShockRoll) -> dict[str, str]:
    return {"vehicle": title(s, at.vehicle)}


EXPOSED_CHECK = roll_step(
    ExposedCheck, "crew under fire", "64", "Does the exposed crew of {vehicle} keep its nerve?", read_exposed_check, values=vehicle_value
)
SHOCK_ROLL = roll_step(ShockRoll, "shock", "66", "Does the crew of {vehicle} come round?", read_shock_roll, ONE_DIE, vehicle_value)
