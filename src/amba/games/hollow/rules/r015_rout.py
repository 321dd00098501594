"""The rout phase: broken units run; interdiction, surrender, and failure to rout."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.event import Said
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Takes, change, leave, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import MELEE, NIGHT, PINNED, RAN
from amba.games.hollow.frames import Arrived, Effects, Interdiction, Pieces, RoutPhase, Running
from amba.games.hollow.orders import Rout, Run, RunAlong, StopRunning
from amba.games.hollow.rules.common import refuse_not_own, refuse_state
from amba.games.hollow.rules.dice import SUM_AND_DIE, SUM_OF_TWO, roll_step
from amba.games.hollow.rules.r005_going import after_entry
from amba.games.hollow.rules.r005_movement import cost, posture_after, save_half, step_items
from amba.games.hollow.rules.r012_morale import eliminate, limit, lose_leader, reduce
from amba.games.hollow.rules.r015_flight import is_exposed, must_rout, open_ways, refuse_direction, refuse_run, threats, ways
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r056_wire import caught_in_wire
from amba.games.hollow.rules.r179_prisoners import captor, is_given_no_quarter, take_prisoner
from amba.games.hollow.rules.r193_walls import claim_walls
from amba.games.hollow.rules.r194_air import dust, has_third_die
from amba.games.hollow.rules.r194_dust import interdiction_modifier
from amba.games.hollow.state import HollowState

DESERT_LIMIT = 6


@rule("176.31")
def is_desert_day(s: HollowState) -> bool:
    """176.31: only desert boards that are neither broken nor steppe, by day."""
    return s.field.only_desert and not s.tracks[NIGHT] and not s.field.has_broken and not s.field.has_steppe


@rule("15", "176.31", "179", "197.3")
def fail_to_rout(s: HollowState, side: int) -> None:
    """Who must rout and cannot surrenders to an enemy beside him, or is lost; on desert boards by day only to an enemy within six hexes.

    Whoever has run as far as he could has not failed, even if the desert had no cover for him; only beside an enemy that does not help him.
    """
    for unit in [u for u in s.units(side) if s.is_broken(u) and not s.has(u, MELEE)]:
        if not must_rout(s, unit):
            continue
        foes = threats(s, side)
        near = [foe for foe in foes if s.field.range(s.at[foe], s.at[unit]) <= 1]
        if near and not (all(s.is_vehicle(foe) for foe in near) and captor(s, unit) is None):
            surrender(s, unit)
        elif near or (
            not s.has(unit, RAN) and (not is_desert_day(s) or any(_forces(s, unit, foe) for foe in foes))
        ):  # 29: a vehicle takes nobody with it
            s.do(Said("15", "lost", (s.world.names.pieces[unit],)))
            eliminate(s, unit, "15")


@rule("176.31")
def _forces(s: HollowState, unit: int, foe: int) -> bool:
    """Only an enemy within six hexes, who has the unit in the open under his own guns, eliminates for failure to rout."""
    return s.field.range(s.at[foe], s.at[unit]) <= DESERT_LIMIT and is_exposed(s, unit, (foe,))


@rule("179", "P")
def surrender(s: HollowState, unit: int, number: str = "179") -> None:
    """Surrender may not be refused: the unit goes with a guard. Where nobody is left to take it, it stays what it is; where only berserk men are, it dies."""
    guard = captor(s, unit)
    if guard is not None:
        take_prisoner(s, unit, guard, number)
    elif is_given_no_quarter(s, unit):
        s.do(Said("179", "no quarter", (s.world.names.pieces[unit],)))
        eliminate(s, unit, "179")


def ask_rout(s: HollowState, at: RoutPhase) -> Decision:
    must = len(must_run(s, at.side))
    if must:
        return Decision(at.side, "rout", "15", "Rout phase: choose a broken unit to run; {count} must.", {"count": must})
    return Decision(at.side, "rout", "15", "Rout phase: broken units may run; then end the phase.")


@rule("15")
def refuse_router(s: HollowState, side: int, unit: int) -> Refusal | None:
    """A broken unit that is not held in close combat, has not run yet, and has somewhere to run to."""
    name = {"unit": s.world.names.pieces[unit]}
    found = refuse_not_own(s, side, unit, "15")
    if found is None and not s.is_broken(unit):
        return Refusal("15", "{unit} is not broken; only broken units rout.", name)
    found = found or refuse_state(s, unit, "rout", (RAN, MELEE), "15")
    if found is None and not open_ways(s, (unit,), 0):
        return Refusal("15", "{unit} has nowhere to run to.", name)
    return found


def must_run(s: HollowState, side: int) -> list[int]:
    """Those who must run and still can."""
    return [u for u in s.units(side) if s.is_broken(u) and refuse_router(s, side, u) is None and must_rout(s, u)]


def rout(s: HollowState, at: RoutPhase, a: Rout) -> None:
    s.drop("15", a.unit)
    s.mark("15", a.unit, RAN)
    push(s, Running((a.unit,), 0))


@rule("15")
def refuse_end(s: HollowState, at: RoutPhase, a: Done) -> Refusal | None:
    """Not before everybody has run who must and can."""
    left = must_run(s, at.side)
    if not left:
        return None
    return Refusal("15", "{count} broken units must still run.", {"count": len(left)}, (), tuple(s.world.names.places[s.at[u]] for u in left))


def end_rout(s: HollowState, at: RoutPhase, a: Done) -> None:
    pop(s)
    fail_to_rout(s, at.side)


ROUT_PHASE = AskStep(
    RoutPhase,
    ask_rout,
    Takes(
        Rout,
        rout,
        lambda s, at, a: refuse_router(s, at.side, a.unit),
        candidates=lambda s, at: [Rout(unit) for unit in s.units(at.side) if s.is_broken(unit)],
    ),
    Takes(Done, end_rout, refuse_end),
)


def ask_running(s: HollowState, at: Running) -> Decision:
    unit = at.units[0]
    return Decision(s.side[unit], "running", "15", "Running from {place}: the next hex, or stop.", {"place": s.world.names.places[s.at[unit]]})


@rule("15", "194.711", "42")
def run(s: HollowState, at: Running, a: Run) -> None:
    """A step: whoever is found there bars the way; then mines, and interdiction."""
    units, to, side = at.units, a.to, s.side[at.units[0]]
    for piece in [p for p in s.counters_at(to, 1 - side) if s.is_secret(p)]:
        reveal(s, piece)
    if s.units_at(to, 1 - side) or caught_in_wire(s, side, to):
        pop(s)
        return
    need, price, here = cost(s, units, to), step_items(s, units, to), s.at[units[0]]
    for unit in units:
        s.march("15", unit, to)
        posture_after(s, unit, to, False, here)
        save_half(s, unit, price)
    claim_walls(s, side)
    change(s, Running(units, at.spent + need))
    push(s, Arrived(units, False))
    after_entry(s, units, here, to)


@rule("15", "14")
def refuse_along(s: HollowState, at: Running, a: RunAlong) -> Refusal | None:
    """A leader of the hex may run along before the first step, broken or not; with him they have six factors."""
    first, leader = at.units[0], a.leader
    if at.spent:
        return Refusal("15", "A leader runs along from the start, or not at all.")
    if any(s.is_leader(unit) for unit in at.units):
        return Refusal("15", "One leader runs along, and one is with them.")
    found = refuse_not_own(s, s.side[first], leader, "15", "leader")
    if found is None and (s.at[leader] != s.at[first] or s.position(leader) != s.position(first)):
        return Refusal("15", "He is not with them.")
    return found or refuse_state(s, leader, "run along", (RAN, MELEE, PINNED), "15")


def along_candidates(s: HollowState, at: Running) -> list[RunAlong]:
    return [RunAlong(u) for u in s.units_at(s.at[at.units[0]], s.side[at.units[0]]) if s.is_leader(u)]


def run_along(s: HollowState, at: Running, a: RunAlong) -> None:
    reveal(s, a.leader)
    if s.is_broken(a.leader):
        s.drop("15", a.leader)
    s.mark("15", a.leader, RAN)
    change(s, Running((*at.units, a.leader), at.spent))


@rule("15")
def refuse_stop(s: HollowState, at: Running, a: StopRunning) -> Refusal | None:
    """Nobody stops who has to run on, and can."""
    must = [unit for unit in at.units if s.is_broken(unit) and must_rout(s, unit)]
    if not must or not ways(s, at.units, at.spent):
        return None
    beside = any(s.field.range(s.at[foe], s.at[must[0]]) <= 1 for foe in threats(s, s.side[must[0]]))
    where = "beside the enemy" if beside else "in the open under the enemy's guns"
    return Refusal("15", "It is still {where}, and can run on.", {"where": where})


RUNNING = AskStep(
    Running,
    ask_running,
    Takes(
        Run,
        run,
        lambda s, at, a: refuse_run(s, at.units, at.spent, a.to) or refuse_direction(s, at.units, at.spent, a.to),
        choices=lambda s, at: [Run(to) for to in ways(s, at.units, at.spent)],
    ),
    Takes(RunAlong, run_along, refuse_along, candidates=along_candidates),
    Takes(StopRunning, leave, refuse_stop),
)


@rule("15", "55")
def run_arrived(s: HollowState, at: Arrived) -> None:
    """Mines spare nobody who runs; whoever is left and in the open under an enemy's guns is interdicted; whoever comes through runs on."""
    pop(s)
    left = tuple(u for u in at.units if s.is_on_map(u) and not (s.is_broken(u) and s.has(u, PINNED)))
    if at.interdicted or not left:
        _go_on(s, left)
        return
    push(s, Arrived(left, True))
    foes = threats(s, s.side[left[0]])
    for unit in reversed(left):
        if s.is_broken(unit) and is_exposed(s, unit, foes) and interdiction_modifier(dust(s)) is not None:
            push(s, Interdiction(unit))


def _go_on(s: HollowState, left: Pieces) -> None:
    if not any(s.is_broken(unit) for unit in left):
        pop(s)
    else:
        change(s, Running(left, top(s, Running).spent))


@rule("15", "194.711", "14")
def read_interdiction(s: HollowState, at: Interdiction, dice: tuple[int, ...]) -> None:
    """Failed, it is reduced, on an original 12 gone; exactly passed, it runs no further. In dust a die makes it easier."""
    unit = at.unit
    easier = interdiction_modifier(dust(s), dice[1]) if len(dice) > 1 else 0
    most = limit(s, unit, easier or 0)
    name = s.world.names.pieces[unit]
    place, side = s.at[unit], s.side[unit]
    if dice[0] == 12:
        s.do(Said("15", "interdiction", (name, most, "is lost")))
        eliminate(s, unit, "15")
    elif dice[0] > most:
        s.do(Said("15", "interdiction", (name, most, "is cut down")))
        reduce(s, unit)
    elif dice[0] == most:
        s.do(Said("15", "interdiction", (name, most, "stops")))
        s.mark("142.6", unit, PINNED)
    else:
        s.do(Said("15", "interdiction", (name, most, "runs on")))
    if s.is_leader(unit) and not s.is_on_map(unit):
        push(s, Effects((lose_leader(s, place, side, unit),)))


ARRIVED = AutoStep(Arrived, run_arrived)
INTERDICTION = roll_step(
    Interdiction, "interdiction", "15", "Interdiction", read_interdiction, lambda s, _: SUM_AND_DIE if has_third_die(s) else SUM_OF_TWO
)
