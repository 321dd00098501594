"""What a result does to units, one task after the other: kills, reductions, morale and pin checks, leaders who fall."""

from __future__ import annotations

from amba.core.decision import CHANCE, Decision
from amba.core.event import Rolled, Said
from amba.core.order import Roll
from amba.core.steps import AutoStep, ChanceStep, change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, DM
from amba.games.hollow.frames import Effects, HitDraw, MoraleCheck, Pieces, Task
from amba.games.hollow.orders import Hit
from amba.games.hollow.rules.dice import SUM_OF_TWO
from amba.games.hollow.rules.r012_morale import break_unit, eliminate, feel_the_heat, limit, pin, reduce
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import Result


@rule("10", "42", "13")
def strike(s: HollowState, result: Result, targets: tuple[int, ...]) -> list[Task]:
    """Any result shows concealed units and takes off dummies; broken targets are under desperation morale."""
    for target in targets:
        if s.is_unit(target) and s.has(target, BROKEN):
            s.mark("13", target, DM)
    if result.text == "-":
        return []
    for target in targets:
        reveal(s, target)
    units = tuple(t for t in targets if s.is_unit(t))
    if not units:
        return []
    if result.killed:
        return [("kia", result.killed, units)]
    if result.is_reduced:
        return [("reduce", result.check or 0, units)]
    return [("pin" if result.only_pins else "check", result.check or 0, units)]


@rule("14")
def lose_leader(s: HollowState, place: int, side: int, leader: int) -> Task:
    """A leader who breaks or falls makes all others of his hex check, other leaders too."""
    return ("check", 0, tuple(u for u in s.units_at(place, side) if u != leader))


@rule("10", "12")
def run_effects(s: HollowState, at: Effects) -> None:
    """One task after the other; leaders check first."""
    if not at.tasks:
        pop(s)
        return
    (kind, number, everybody), *others = at.tasks
    rest = tuple(others)
    units = tuple(u for u in everybody if s.is_on_map(u))
    if not units:
        change(s, Effects(rest))
    elif kind == "kia":
        _kill(s, number, units, rest)
    elif kind == "reduce":
        _reduce(s, number, units, rest)
    else:
        first, *later = sorted(units, key=lambda u: (not s.is_leader(u), u))
        change(s, Effects(((kind, number, tuple(later)), *rest) if later else rest))
        if kind == "check" or s.is_good(first):
            push(s, MoraleCheck(first, number, kind))


def _kill(s: HollowState, number: int, units: Pieces, rest: tuple[Task, ...]) -> None:
    """So many are gone; whoever is left breaks, and who was broken before is reduced."""
    if 0 < number < len(units):
        push(s, HitDraw("kia", number, units))
        return
    change(s, Effects(rest))
    for unit in units:
        if number:
            _fall(s, unit)
        elif s.is_good(unit):
            _break_and_tell(s, unit)
        else:
            _reduce_and_tell(s, unit)


def _reduce(s: HollowState, number: int, units: Pieces, rest: tuple[Task, ...]) -> None:
    if len(units) > 1:
        push(s, HitDraw("reduce", number, units))
        return
    change(s, Effects((("check", number, units), *rest)))
    _reduce_and_tell(s, units[0])


def _append(s: HollowState, task: Task) -> None:
    """One task more, where tasks are being done."""
    at = s.frames[-1]
    _, _, units = task
    if units and isinstance(at, Effects):
        change(s, Effects((*at.tasks, task)))


def _fall(s: HollowState, unit: int) -> None:
    place, side = s.at[unit], s.side[unit]
    eliminate(s, unit, "10")
    if s.is_leader(unit):
        _append(s, lose_leader(s, place, side, unit))


def _break_and_tell(s: HollowState, unit: int, missed_by: int = 0) -> None:
    place, side = s.at[unit], s.side[unit]
    break_unit(s, unit, missed_by)
    if s.is_leader(unit):
        _append(s, lose_leader(s, place, side, unit))


def _reduce_and_tell(s: HollowState, unit: int) -> None:
    place, side = s.at[unit], s.side[unit]
    reduce(s, unit)
    if s.is_leader(unit) and not s.is_on_map(unit):
        _append(s, lose_leader(s, place, side, unit))


@rule("10")
def hits(s: HollowState, at: HitDraw) -> list[tuple[Hit, int]]:
    """Each of them as likely as the others."""
    return [(Hit(unit), 1) for unit in at.units]


def hit(s: HollowState, at: HitDraw, a: Hit) -> None:
    pop(s)
    _, *rest = top(s, Effects).tasks
    if at.what == "kia":
        others = tuple(u for u in at.units if u != a.unit)
        change(s, Effects((("kia", at.number - 1, others), *rest)))
        _fall(s, a.unit)
    else:
        change(s, Effects((("check", at.number, at.units), *rest)))
        _reduce_and_tell(s, a.unit)


def ask_check(s: HollowState, at: MoraleCheck) -> Decision:
    what = "Pin check" if at.kind == "pin" else f"Morale check +{at.modifier}" if at.modifier else "Morale check"
    return Decision(CHANCE, "check", "12", "{what}", {"what": what})


@rule("12", "142.6")
def roll_check(s: HollowState, at: MoraleCheck, a: Roll) -> None:
    """One unit rolls: more than the limit breaks it, or only pins it in a pin check."""
    roll, most = a.dice[0], limit(s, at.unit, at.modifier)
    s.do(Rolled("12", "check", a.dice))
    pop(s)
    if at.kind == "check":
        _after_check(s, at.unit, roll, most)
        return
    s.do(Said("12", "pin check", (s.world.names.pieces[at.unit], most, "passes" if roll <= most else "is pinned")))
    if roll > most:
        pin(s, at.unit)


@rule("12", "142.6")
def _after_check(s: HollowState, unit: int, roll: int, most: int) -> None:
    """At most the limit passes, exactly the limit pins; more breaks, and a broken unit is gone."""
    name = s.world.names.pieces[unit]
    if roll <= most:
        s.do(Said("12", "check", (name, most, "passes")))
        if roll == most:
            pin(s, unit)
    else:
        s.do(Said("12", "check", (name, most, "is gone" if s.is_broken(unit) else "breaks")))
        _break_and_tell(s, unit, roll - most)
    feel_the_heat(s, unit, roll)


EFFECTS = AutoStep(Effects, run_effects)
HIT_DRAW = ChanceStep(HitDraw, lambda _, _at: Decision(CHANCE, "hit", "10", "Which unit is hit?"), hits, hit)
MORALE_CHECK = ChanceStep(MoraleCheck, ask_check, lambda _, _at: SUM_OF_TWO, roll_check)
