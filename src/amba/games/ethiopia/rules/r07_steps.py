"""The movement phase (7), step by step."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.event import Marked
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Takes, pop
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import Movement, Muster
from amba.games.ethiopia.orders import March, Move, Rail
from amba.games.ethiopia.rules.r07_movement import destinations, march, refuse_destination, refuse_unit
from amba.games.ethiopia.rules.r07_railway import entrain, passengers, refuse_rail, stations
from amba.games.ethiopia.rules.r07_ways import WAY_STEPS, set_out
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENGAGED, FOUGHT, LINKED, MOVED, OBLIGED, SIDES


@rule("10.1", "10.10")
def muster(s: EthiopiaState, at: Muster) -> None:
    """Who begins the turn in an enemy zone or engaged will have to attack; old marks come off."""
    pop(s)
    for unit in s.movable(at.side):
        for mark in (MOVED, FOUGHT, OBLIGED, LINKED):
            if s.has(unit, mark):
                s.do(Marked("4.1", unit, mark, 0))
    zone = s.zoc(1 - at.side)
    for unit in s.on_map(at.side):
        if s.has(unit, ENGAGED) and not any(s.held[1 - at.side][n] for n in s.world.around[s.at[unit]]):
            s.do(Marked("10.10", unit, ENGAGED, 0))
        if s.card(unit).is_combat and (zone[s.at[unit]] or s.has(unit, ENGAGED)):
            s.do(Marked("10.1", unit, OBLIGED, 1))


@rule("7.1")
def ask_movement(s: EthiopiaState, at: Movement) -> Decision:
    """Move each unit once, in any order, until done."""
    return Decision(at.side, "movement", "7.1", "{side}: move any units, then end the phase.", {"side": SIDES[at.side].title()})


def refuse_move(s: EthiopiaState, at: Movement, a: Move) -> Refusal | None:
    return refuse_unit(s, at.side, a.unit) or refuse_destination(s, a.unit, a.to)


def marchers(s: EthiopiaState, at: Movement) -> list[int]:
    """The same answer as `refuse_unit`, for all units of a side at once."""
    return [u for u in s.movable(at.side) if s.world.units[u].move and not s.marks[u] & (1 << MOVED | 1 << ENGAGED)]


@rule("10.10")
def end_movement(s: EthiopiaState, at: Movement, a: Done) -> None:
    """Engaged units have stood still for their phase: the mark comes off, the duty to attack stays."""
    pop(s)
    for unit in s.on_map(at.side):
        if s.has(unit, ENGAGED):
            s.do(Marked("10.10", unit, ENGAGED, 0))


MOVEMENT_STEPS = (
    AutoStep(Muster, muster),
    AskStep(
        Movement, ask_movement,
        Takes(Done, end_movement),
        Takes(Move, lambda s, at, a: march(s, a.unit, a.to), refuse_move, heads=marchers, tails=lambda s, at, unit: destinations(s, unit)),
        Takes(March, set_out, lambda s, at, a: refuse_unit(s, at.side, a.unit), choices=lambda s, at: [March(unit) for unit in marchers(s, at)]),
        Takes(Rail, entrain, refuse_rail, heads=passengers, tails=stations),
    ),
    *WAY_STEPS,
)  # fmt: skip
