"""The movement phase: a unit walks where it is told, or a stack sets out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from amba.core.decision import Decision, Refusal
from amba.core.order import Done
from amba.core.steps import AskStep, Takes, leave, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import DOUBLE, HIDDEN
from amba.games.hollow.frames import Hop, Marching, MovePhase
from amba.games.hollow.orders import Band, Exit, StartOut, Walk
from amba.games.hollow.rules.common import ASSAULTING, CAREFUL, DOUBLING, NORMAL
from amba.games.hollow.rules.r004_reinforcements import ENTER_ORDER
from amba.games.hollow.rules.r005_going import step
from amba.games.hollow.rules.r005_march import mates, refuse_double
from amba.games.hollow.rules.r005_movement import refuse_mover, refuse_step
from amba.games.hollow.rules.r005_paths import refuse_walk, ways_of
from amba.games.hollow.rules.r110_mounts import CYCLES, may_throw, riding
from amba.games.hollow.rules.r177_exits import OFF, may_reach_edge, refuse_leave, step_off, way_off
from amba.games.hollow.state import HollowState


def refuse_told(s: HollowState, at: MovePhase, unit: int) -> Refusal | None:
    """Who was told to halt has moved."""
    if unit in at.stayed:
        return Refusal("5", "{unit} was told to halt where it stands.", {"unit": s.world.names.pieces[unit]})
    return refuse_mover(s, at.side, unit)


def movers(s: HollowState, at: MovePhase) -> list[int]:
    return [unit for unit in s.counters(at.side) if refuse_told(s, at, unit) is None]


def mode_of(how: str) -> str:
    """The pace at which a whole move is made."""
    return how if how in {ASSAULTING, DOUBLING, CAREFUL} else NORMAL


@rule("5", "142", "142.71", "176.3", "188.161")
def refuse_whole_move(s: HollowState, at: MovePhase, a: Walk) -> Refusal | None:
    """A whole move of one unit: at its pace, by assault movement, at the double, to a crest, or as a minimum move."""
    units, to = (a.unit,), a.to
    if (found := refuse_told(s, at, a.unit)) is not None:
        return found
    if a.how == "minimum":
        return refuse_step(s, units, NORMAL, 0, to, False, True)
    if a.how == DOUBLING:
        if (found := refuse_double(s, units, NORMAL, 0)) is not None:
            return found
        if (to, False) in ways_of(s, units, NORMAL, 0).cost:
            return Refusal("142", "{place} is within reach without running.", {"place": s.world.names.places[to]})
    return refuse_walk(s, units, mode_of(a.how), 0, to, a.how == "rim") or (refuse_care(s, a.unit, to) if a.how == CAREFUL else None)


@rule("186.14", "186.15")
def refuse_care(s: HollowState, unit: int, to: int) -> Refusal | None:
    """Riding slowly is for motorcycles, over stones: it costs twice and takes one off the roll."""
    if riding(s, unit) not in CYCLES:
        return Refusal("186.14", "Care is for who rides a motorcycle.")
    way = [s.at[unit], *(place for place, _ in ways_of(s, (unit,), CAREFUL, 0).path((to, False)))]
    return None if any(may_throw(s, here, there) for here, there in pairwise(way)) else Refusal("186.14", "Care is of no use on this way.")


def walks(s: HollowState, at: MovePhase, unit: int) -> list[Walk]:
    """Every whole move of a unit."""
    units = (unit,)
    plain = ways_of(s, units, NORMAL, 0).cost
    found = [Walk(unit, to, "rim" if crest else "") for to, crest in plain]
    found += [Walk(unit, to, "assault") for to, crest in ways_of(s, units, ASSAULTING, 0).cost if not crest]
    if refuse_double(s, units, NORMAL, 0) is None:
        found += [Walk(unit, to, "double") for to, crest in ways_of(s, units, DOUBLING, 0).cost if not crest and (to, False) not in plain]
    if riding(s, unit) in CYCLES:
        slow = [to for to, crest in ways_of(s, units, CAREFUL, 0).cost if not crest]
        found += [Walk(unit, to, "careful") for to in slow if refuse_care(s, unit, to) is None]
    around = s.field.around[s.at[unit]]
    return [*found, *(Walk(unit, to, "minimum") for to in around if refuse_step(s, units, NORMAL, 0, to, False, True) is None)]


def walk(s: HollowState, at: MovePhase, a: Walk) -> None:
    """The whole way at once; each step is watched by the enemy, and what happens there may stop it."""
    mode, is_minimum = mode_of(a.how), a.how == "minimum"
    path: tuple[Hop, ...] = ((a.to, False),) if is_minimum else ways_of(s, (a.unit,), mode, 0).path((a.to, a.how == "rim"))
    push(s, Marching((a.unit,), mode, 0, path[1:], 1))
    if mode == DOUBLING:
        s.mark("142", a.unit, DOUBLE)
    step(s, *path[0], is_minimum)


@rule("42")
def refuse_start(s: HollowState, at: MovePhase, a: StartOut | Band) -> Refusal | None:
    """Nobody is taken up to be put down again where he lies hidden: a hidden unit walks, or stays and is not spoken of."""
    found = refuse_told(s, at, a.unit)
    if found is None and s.has(a.unit, HIDDEN):
        return Refusal("42", "{unit} is hidden and alone: tell it where to walk.", {"unit": s.world.names.pieces[a.unit]})
    return found


def form_band(s: HollowState, at: MovePhase, a: Band) -> None:
    push(s, Marching((a.unit, *mates(s, (a.unit,), NORMAL, 0)), NORMAL, 0, (), 1))


def refuse_band(s: HollowState, at: MovePhase, a: Band) -> Refusal | None:
    """All of a hex go together, in one order that is their whole move."""
    found = refuse_start(s, at, a)
    if found is None and not mates(s, (a.unit,), NORMAL, 0):
        return Refusal("5", "There is nobody in its hex who could go along.")
    return found


@rule("177")
def refuse_exit(s: HollowState, at: MovePhase, a: Exit) -> Refusal | None:
    """To a hex of the edge and over it, as a whole move."""
    return refuse_told(s, at, a.unit) or refuse_leave(s, a.unit, a.at)


def exit_heads(s: HollowState, at: MovePhase) -> list[int]:
    return [unit for unit in movers(s, at) if may_reach_edge(s, unit)] if s.plan.exits[at.side] else []


def exits(s: HollowState, at: MovePhase, unit: int) -> list[Exit]:
    return [Exit(unit, place) for place in sorted(s.plan.exits[at.side]) if refuse_leave(s, unit, place) is None]


@rule("177")
def leave_map(s: HollowState, at: MovePhase, a: Exit) -> None:
    """The whole way to the edge and over it, watched as any other."""
    first, *rest = way_off(s, a.unit, a.at)
    push(s, Marching((a.unit,), NORMAL, 0, tuple(rest), 1))
    if first == OFF:
        step_off(s)
    else:
        step(s, *first)


def move_phase(
    *added: Takes[HollowState, MovePhase, Any], refuse_end: Callable[[HollowState, int], Refusal | None]
) -> AskStep[HollowState, MovePhase]:
    """The phasing side's movement phase, with orders that other chapters add."""
    return AskStep(
        MovePhase,
        lambda _, at: Decision(at.side, "movement", "5", "Movement: choose a unit to move, or end the phase."),
        Takes(Band, form_band, refuse_band, candidates=lambda s, at: [Band(unit) for unit in s.counters(at.side)]),
        Takes(
            StartOut,
            lambda s, _at, a: push(s, Marching((a.unit,), NORMAL, 0)),
            refuse_start,
            candidates=lambda s, at: [StartOut(unit) for unit in s.counters(at.side)],
        ),
        Takes(Walk, walk, refuse_whole_move, heads=movers, tails=walks),
        Takes(Exit, leave_map, refuse_exit, heads=exit_heads, tails=exits),
        ENTER_ORDER,
        *added,
        Takes(Done, leave, lambda s, at, _a: refuse_end(s, at.side)),
    )
