"""The Movement Phases (5.0): single units, stacks that leave units behind (7.0.1), reinforcements (10.4), facing (9.0)."""

from __future__ import annotations

from collections import Counter

from amba.core.decision import Decision, Refusal
from amba.core.event import Placed
from amba.core.order import Done
from amba.core.state import remembered
from amba.core.steps import AskStep, Takes, change, leave, pop, push
from amba.games.keren.book import rule
from amba.games.keren.frames import March, Movement, Reckoning
from amba.games.keren.orders import Drop, Form, Go, Halt, Join, Move, SetOut
from amba.games.keren.rules.asking import ask, asks
from amba.games.keren.rules.r03_setup import arrival_hexes, arriving, refuse_arrival
from amba.games.keren.rules.r04_points import take_points
from amba.games.keren.rules.r09_facing import TAKES_FACE
from amba.games.keren.rules.r10_movement import FAR, arrivals, bar, go, reach_of, refuse_bar, refuse_destination, refuse_entry
from amba.games.keren.state import POSITION, KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, MOVED
from amba.kit.reach import Reach


def reach_now(s: KerenState, unit: int, points: int = 0) -> Reach:
    """What a single unit can reach, with its own movement points or with so many."""
    return reach_of(s, (unit,), points=points) if s.is_on_map(unit) else arrivals(s, unit, arrival_hexes(s, unit), points)


@rule("5.0.4", "5.0.6", "10.0", "10.2", "6.7")
def refuse_move(s: KerenState, at: Movement, a: Move) -> Refusal | None:
    """Any unit of the side that nothing bars moves anywhere within reach. Nobody has to move."""
    found = refuse_mover(s, at, a.unit)
    if found is None and not s.is_on_map(a.unit):
        found = refuse_entry(s, a.unit, arrival_hexes(s, a.unit))
    return found or refuse_destination(s, (a.unit,), a.hex, reach_now(s, a.unit), lambda: reach_now(s, a.unit, FAR - 1))


def refuse_mover(s: KerenState, at: Movement, unit: int) -> Refusal | None:
    """Why a unit may not move now, wherever to."""
    if s.side[unit] != at.side:
        return Refusal("10.2", "{unit} is not yours to move.", s.world.named(unit))
    return refuse_bar(s, unit) if s.is_on_map(unit) else refuse_arrival(s, unit)


@remembered(POSITION)
def unbarred(s: KerenState, side: int) -> list[int]:
    """The units on the map that nothing keeps from moving."""
    return [unit for unit in s.units(side) if not bar(s, unit)]


def movers(s: KerenState, at: Movement) -> list[int]:
    return [*unbarred(s, at.side), *arriving(s, at.side)]


def moves(s: KerenState, at: Movement, unit: int) -> list[Move]:
    here = s.at[unit]
    return [Move(unit, place) for place in reach_now(s, unit).cost if place != here]


@rule("10.2", "10.4")
def travel(s: KerenState, units: tuple[int, ...], path: tuple[int, ...], number: str) -> None:
    """Along a path; a reinforcement enters first."""
    if not s.is_on_map(units[0]):
        s.do(Placed("10.4", units[0], s.at[units[0]], path[0]))
        take_points(s, units[0], path[:1])
    if len(path) > 1:
        go(s, units, path, number)


@rule("10.2")
def move(s: KerenState, at: Movement, a: Move) -> None:
    """One unit at a time, by the cheapest way."""
    travel(s, (a.unit,), reach_now(s, a.unit).path(a.hex), "10.0")
    s.mark("10.2", a.unit, MOVED)
    await_reckoning(s, at.side)


@rule("10.0")
def refuse_set_out(s: KerenState, at: Movement, a: SetOut) -> Refusal | None:
    """Whoever may move may go by a way of its own."""
    found = refuse_mover(s, at, a.unit)
    return found if found is not None or s.is_on_map(a.unit) else refuse_entry(s, a.unit, arrival_hexes(s, a.unit))


def ways_of_their_own(s: KerenState, at: Movement) -> list[SetOut]:
    return [SetOut(unit) for unit in movers(s, at) if s.is_on_map(unit) or reach_now(s, unit).cost]


@rule("7.0.1")
def mates(s: KerenState, unit: int) -> list[int]:
    """Other units in the same place that could move with this one."""
    return [other for other in s.here[s.at[unit]] if other != unit and not bar(s, other)]


def refuse_form(s: KerenState, at: Movement, a: Form) -> Refusal | None:
    found = refuse_mover(s, at, a.unit)
    if found is not None:
        return found
    if not s.is_on_map(a.unit):
        return Refusal("10.4", "{unit} enters the map by itself.", s.world.named(a.unit))
    return None if mates(s, a.unit) else Refusal("7.0.1", "No other unit in the hex of {unit} can move with it.", s.world.named(a.unit))


def forms(s: KerenState, at: Movement) -> list[Form]:
    movable = unbarred(s, at.side)
    together = Counter(s.at[unit] for unit in movable)
    return [Form(unit) for unit in movable if together[s.at[unit]] > 1]


@rule("16.1", "16.2")
def await_reckoning(s: KerenState, side: int) -> None:
    """A move of the Commonwealth may bring its last points. What an Italian move lays open counts when his phase is over: others may cover it."""
    if side == COMMONWEALTH:
        push(s, Reckoning())


def set_out(s: KerenState, at: Movement, a: SetOut | Form) -> None:
    await_reckoning(s, at.side)
    push(s, March(at.side, (a.unit,), 0))


MOVEMENT = AskStep(
    Movement, asks("movement", ("5.0.4", "5.0.6"), "{side}: move units or stacks, then end the phase."),
    Takes(Done, leave),
    Takes(SetOut, set_out, refuse_set_out, choices=ways_of_their_own),
    Takes(Form, set_out, refuse_form, choices=forms),
    Takes(Move, move, refuse_move, heads=movers, tails=moves),
    TAKES_FACE,
)  # fmt: skip


def ask_march(s: KerenState, at: March) -> Decision:
    # The other side reads this too: nothing here may depend on which units march (7.4).
    prompt = (
        "{side}: march on, leave a unit here, or halt." if at.spent else "{side}: choose the next hex of the way; others of the hex may join first."
    )
    return ask(at.side, "march", "7.0.1", prompt)


def march_reach(s: KerenState, at: March, points: int = 0) -> Reach:
    return reach_of(s, at.units, at.spent, points) if s.is_on_map(at.units[0]) else reach_now(s, at.units[0], points)


def refuse_join(s: KerenState, at: March, a: Join) -> Refusal | None:
    """Units of the hex where the stack is formed join it before it starts."""
    values = s.world.named(a.unit)
    if a.unit in at.units:
        return Refusal("7.0.1", "{unit} is in the stack already.", values)
    if at.spent:
        return Refusal("7.0.1", "The stack is on the move: nobody can join it now.", values)
    if not s.is_on_map(at.units[0]):
        return Refusal("10.4", "{unit} enters the map by itself.", values)
    if s.side[a.unit] != at.side or s.at[a.unit] != s.at[at.units[0]]:
        return Refusal("7.0.1", "{unit} is not in the hex of the stack.", values)
    return refuse_bar(s, a.unit)


@rule("7.0.1")
def join(s: KerenState, at: March, a: Join) -> None:
    """The stack keeps the order it lies in."""
    change(s, at._replace(units=tuple(unit for unit in s.here[s.at[a.unit]] if unit in at.units or unit == a.unit)))


def refuse_drop(s: KerenState, at: March, a: Drop) -> Refusal | None:
    values = s.world.named(a.unit)
    if a.unit not in at.units:
        return Refusal("7.0.1", "{unit} is not in the stack.", values)
    if not at.spent:
        return Refusal("7.0.1", "{unit} cannot be left behind: the stack has not moved yet.", values)
    return Refusal("7.0.1", "{unit} is alone and can only halt.", values) if len(at.units) == 1 else None


@rule("7.0.1")
def drop(s: KerenState, at: March, a: Drop) -> None:
    """A unit is left behind on the way and has moved."""
    s.mark("7.0.1", a.unit, MOVED)
    change(s, at._replace(units=tuple(unit for unit in at.units if unit != a.unit)))


@rule("7.0.1", "10.0", "8.1")
def refuse_go(s: KerenState, at: March, a: Go) -> Refusal | None:
    """A unit or stack goes where all of it can; once it has entered an enemy zone it stops."""
    if at.spent and s.zoc(enemy(at.side))[s.at[at.units[0]]]:
        values = s.world.named(at.units[0], s.at[at.units[0]])
        return Refusal("8.1", "The march has entered an enemy zone of control and stops in {hex}.", values)
    return refuse_destination(s, at.units, a.hex, march_reach(s, at), lambda: march_reach(s, at, FAR - 1))


def marches(s: KerenState, at: March) -> list[Go]:
    return [Go(place) for place in march_reach(s, at).cost if place != s.at[at.units[0]]]


def march(s: KerenState, at: March, a: Go) -> None:
    found = march_reach(s, at)
    travel(s, at.units, found.path(a.hex), "7.0.1" if len(at.units) > 1 else "10.0")
    change(s, at._replace(spent=found.cost[a.hex]))


@rule("10.2")
def halt(s: KerenState, at: March, a: Halt) -> None:
    """The move is over. Whoever has made no step has not moved."""
    for unit in at.units if at.spent else ():
        s.mark("10.2", unit, MOVED)
    pop(s)


MARCH = AskStep(
    March, ask_march,
    Takes(Join, join, refuse_join, candidates=lambda s, at: [Join(unit) for unit in s.here[s.at[at.units[0]]]]),
    Takes(Drop, drop, refuse_drop, candidates=lambda s, at: [Drop(unit) for unit in at.units]),
    Takes(Halt, halt),
    Takes(Go, march, refuse_go, choices=marches),
)  # fmt: skip
