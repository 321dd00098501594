"""What a result does to units, one task after the other: kills, reductions, morale and pin checks, leaders who fall."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import CHANCE, Action, Decision
from amba.core.event import Rolled, Said
from amba.core.flow import Step, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.marks import BROKEN, DM
from amba.games.hollow.rules.common import Task
from amba.games.hollow.rules.dice import numbers, one_of, sum_of_two
from amba.games.hollow.rules.r012_morale import break_unit, eliminate, feel_the_heat, limit, pin, reduce
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import Result


@rule("14")
def lose_leader(s: HollowState, place: int, side: int, leader: int) -> Task:
    """A leader who breaks or falls makes all others of his hex check, other leaders too."""
    return ("check", 0, tuple(u for u in s.units_at(place, side) if u != leader))


class Effects(Step[HollowState]):
    """What a shot, mines or a fall of a leader still have to do, one task after the other: ("effects", tasks)."""

    auto = True

    @rule("10", "12")
    def run(self, s: HollowState) -> None:
        tasks: tuple[Task, ...] = s.frames[-1][1]
        if not tasks:
            pop(s)
            return
        kind, number, units = tasks[0]
        units = tuple(u for u in units if s.is_on_map(u))
        if not units:
            change(s, "effects", tasks[1:])
        elif kind == "kia":
            self._kill(s, number, units, tasks[1:])
        elif kind == "reduce":
            self._reduce(s, number, units, tasks[1:])
        else:
            ordered = sorted(units, key=lambda u: (not s.is_leader(u), u))
            rest = ((kind, number, tuple(ordered[1:])), *tasks[1:]) if ordered[1:] else tasks[1:]
            change(s, "effects", rest)
            if kind == "check" or s.is_good(ordered[0]):
                push(s, "check", ordered[0], number, kind)

    def _kill(self, s: HollowState, number: int, units: tuple[int, ...], rest: tuple[Task, ...]) -> None:
        """So many are gone; whoever is left breaks, and who was broken before is reduced."""
        if number >= len(units):
            change(s, "effects", rest)
            for unit in units:
                _fall(s, unit)
            return
        if number == 0:
            change(s, "effects", rest)
            for unit in units:
                if s.is_good(unit):
                    _break_and_tell(s, unit)
                else:
                    _reduce_and_tell(s, unit)
            return
        push(s, "pick", "kia", number, units)

    def _reduce(self, s: HollowState, number: int, units: tuple[int, ...], rest: tuple[Task, ...]) -> None:
        if len(units) > 1:
            push(s, "pick", "reduce", number, units)
            return
        change(s, "effects", (("check", number, units), *rest))
        _reduce_and_tell(s, units[0])


def _append(s: HollowState, task: Task) -> None:
    frame = s.frames[-1]
    if task[2] and frame[0] == "effects":
        change(s, "effects", (*frame[1], task))


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


class Pick(Step[HollowState]):
    """Chance says which of several units is hit: ("pick", what, number, units)."""

    def decision(self, s: HollowState) -> Decision:
        return Decision(CHANCE, "hit", "10", "Which unit is hit?")

    @rule("10")
    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return one_of([s.world.names.pieces[unit] for unit in s.frames[-1][3]])

    def apply(self, s: HollowState, a: Action) -> None:
        _, what, number, units = s.frames[-1]
        unit = s.world.names.piece[a[1]]
        pop(s)
        rest = s.frames[-1][1][1:]
        others = tuple(u for u in units if u != unit)
        if what == "kia":
            change(s, "effects", (("kia", number - 1, others), *rest))
            _fall(s, unit)
        else:
            change(s, "effects", (("check", number, units), *rest))
            _reduce_and_tell(s, unit)


class Check(Step[HollowState]):
    """One unit rolls: ("check", unit, modifier, check or pin)."""

    def decision(self, s: HollowState) -> Decision:
        _, _, modifier, kind = s.frames[-1]
        what = "Pin check" if kind == "pin" else f"Morale check +{modifier}" if modifier else "Morale check"
        return Decision(CHANCE, "check", "12", "{what}", {"what": what})

    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return sum_of_two()

    @rule("12", "142.6")
    def apply(self, s: HollowState, a: Action) -> None:
        _, unit, modifier, kind = s.frames[-1]
        dice = numbers(a)
        most = limit(s, unit, modifier)
        s.do(Rolled("12", "check", dice))
        pop(s)
        if kind == "pin":
            passed = dice[0] <= most
            s.do(Said("12", "pin check", (s.world.names.pieces[unit], most, "passes" if passed else "is pinned")))
            if not passed:
                pin(s, unit)
            return
        _after_check(s, unit, dice[0], most)


@rule("12", "142.6")
def _after_check(s: HollowState, unit: int, roll: int, most: int) -> None:
    """At most the limit passes, exactly the limit pins; more breaks, and a broken unit is gone."""
    name = s.world.names.pieces[unit]
    if roll <= most:
        s.do(Said("12", "check", (name, most, "passes")))
        if roll == most:
            pin(s, unit)
        feel_the_heat(s, unit, roll)
        return
    s.do(Said("12", "check", (name, most, "is gone" if s.is_broken(unit) else "breaks")))
    _break_and_tell(s, unit, roll - most)
    feel_the_heat(s, unit, roll)


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
