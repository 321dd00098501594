"""Morale: checks, pins, breaking, replacement; leaders who fall."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import CHANCE, Action, Decision
from amba.core.event import Rolled, Said
from amba.core.flow import Step, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.rules import hooks
from amba.games.hollow.rules.dice import numbers, one_of, sum_of_two
from amba.games.hollow.rules.r012_heat import HEAT_STEPS, feel_the_heat
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import BROKEN, CONCEALED, CX, DM, HIDDEN, LOST_HALVES, MELEE, PINNED, WALL

Task = tuple[str, int, tuple[int, ...]]
"""Something that is still to happen to units: kia, reduce, check or pin; a number; the units."""


@rule("12", "94")
def morale(s: HollowState, unit: int) -> int:
    """The morale of the side that is up."""
    if s.is_leader(unit):
        return s.leader(unit).morale + hooks.morale_change(s, unit)
    squad = s.squad(unit)
    return (squad.broken if s.is_broken(unit) else squad.morale) + hooks.morale_change(s, unit)


@rule("14")
def helper(s: HollowState, unit: int) -> int:
    """The best modifier of an unbroken leader in the hex, not the unit itself; a bad leader who is alone there counts, too."""
    found = [
        s.leader(other).leadership
        for other in s.units_at(s.at[unit], s.side[unit])
        if s.is_leader(other) and other != unit and s.is_good(other) and s.position(other) == s.position(unit)
    ]
    return min(found, default=0)


def limit(s: HollowState, unit: int, modifier: int) -> int:
    """The highest roll that passes."""
    return morale(s, unit) - modifier - helper(s, unit)


@rule("42")
def reveal(s: HollowState, piece: int) -> None:
    """Concealment is gone, and men who show themselves hold their hex; a dummy comes off the map."""
    if s.is_dummy(piece):
        if s.is_on_map(piece):
            s.remove("42", piece, "eliminated")
        return
    if s.is_secret(piece):
        s.mark("42", piece, HIDDEN, False)
        s.mark("42", piece, CONCEALED, False)
        s.claim(piece)
        if s.is_on_map(piece):
            hooks.spot_works(s)


@rule("142.6")
def pin(s: HollowState, unit: int) -> None:
    """A pinned unit neither moves nor advances and fires at half strength."""
    if s.is_good(unit):
        s.mark("142.6", unit, PINNED)


@rule("12")
def eliminate(s: HollowState, unit: int, number: str = "12") -> None:
    """Off the map; whom it guarded is guarded by others, or free."""
    reveal(s, unit)
    place = s.at[unit]
    s.remove(number, unit, "eliminated")
    hooks.lose_guard(s, unit, place)


@rule("12", "E", "197.21", "197.23")
def break_unit(s: HollowState, unit: int, missed_by: int = 0) -> None:
    """A unit breaks and is under desperation morale; one that fails by more than its side's rating is replaced by a lesser one. A broken one is gone."""
    reveal(s, unit)
    if s.is_broken(unit) or hooks.is_removed_instead_of_broken(s, unit):
        eliminate(s, unit)
        return
    replaced = s.squad(unit).elr if s.is_man(unit) else None
    if missed_by > s.plan.elr[s.side[unit]] and replaced is not None:
        s.turn_face("E", unit, s.world.squad_face[replaced])
    s.mark("12", unit, BROKEN)
    s.mark("13", unit, DM)
    for mark in (PINNED, CX, MELEE, WALL):
        s.mark("12", unit, mark, False)
    hooks.lose_guard(s, unit, s.at[unit])


@rule("10", "177")
def reduce(s: HollowState, unit: int) -> None:
    """A squad becomes its half-squad; anything smaller is gone."""
    half = s.squad(unit).half if s.is_man(unit) else None
    if half is None:
        eliminate(s, unit, "10")
    else:
        reveal(s, unit)
        s.turn_face("10", unit, s.world.squad_face[half])
        track = LOST_HALVES + s.side[unit]
        s.set_track("177", track, s.tracks[track] + 1)


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
