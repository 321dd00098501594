"""Morale: limits, pins, breaking and replacement; and what a result does to units, one task after the other."""

from __future__ import annotations

from collections.abc import Callable

from amba.core.decision import CHANCE, Decision
from amba.core.event import Said
from amba.core.steps import AutoStep, ChanceStep, change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, CX, DM, LOST_HALVES, MELEE, PINNED, WALL
from amba.games.hollow.frames import Effects, HeatRoll, HitDraw, MoraleCheck, Pieces, Task
from amba.games.hollow.frames_crews import Suffering
from amba.games.hollow.orders import Hit
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r012_heroes import RAGE, is_berserk, is_hero, wound
from amba.games.hollow.rules.r014_leaders import helper
from amba.games.hollow.rules.r014_sniper_call import call_sniper
from amba.games.hollow.rules.r029_targets import VEHICLE_TASKS
from amba.games.hollow.rules.r031_aboard import is_aboard, tumble_out
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r110_mounts import riding, unseat
from amba.games.hollow.rules.r179_prisoners import lose_guard
from amba.games.hollow.rules.r191_works import collapse
from amba.games.hollow.rules.r197_nations import has_no_broken_side, morale_change
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import Result


@rule("12", "94", "B")
def morale(s: HollowState, unit: int) -> int:
    """The morale of the side that is up; ten for berserk men."""
    if is_berserk(s, unit):
        return RAGE
    if s.is_leader(unit):
        return s.leader(unit).morale + morale_change(s, unit)
    squad = s.squad(unit)
    return (squad.broken if s.is_broken(unit) else squad.morale) + morale_change(s, unit)


def limit(s: HollowState, unit: int, modifier: int) -> int:
    """The highest roll that passes."""
    return morale(s, unit) - modifier - helper(s, unit)


@rule("142.6", "31")
def can_be_pinned(s: HollowState, unit: int) -> bool:
    """Nobody is in a vehicle, on a mount, or berserk."""
    return not is_berserk(s, unit) and not is_aboard(s, unit) and not riding(s, unit)


@rule("142.6")
def pin(s: HollowState, unit: int) -> None:
    """A pinned unit neither moves nor advances and fires at half strength."""
    if s.is_good(unit) and can_be_pinned(s, unit):
        s.mark("142.6", unit, PINNED)


@rule("12")
def eliminate(s: HollowState, unit: int, number: str = "12") -> None:
    """Off the map; whom it guarded is guarded by others, or free."""
    reveal(s, unit)
    place = s.at[unit]
    unseat(s, "110", unit, fallen=True)
    s.remove(number, unit, "eliminated")
    lose_guard(s, unit, place)


@rule("12", "31", "B", "E", "H", "197.21", "197.23")
def break_unit(s: HollowState, unit: int, missed_by: int = 0) -> None:
    """A unit breaks and is under desperation morale; one that fails by more than its side's rating is replaced by a lesser one. A broken one is gone. Who breaks in a vehicle gets out of it. Heroes are wounded instead, and berserk men reduced."""
    reveal(s, unit)
    if is_berserk(s, unit) or is_hero(s, unit):
        reduce(s, unit)
        return
    if s.is_broken(unit) or has_no_broken_side(s, unit):
        eliminate(s, unit)
        return
    replaced = s.squad(unit).elr if s.is_man(unit) else None
    if missed_by > s.plan.elr[s.side[unit]] and replaced is not None:
        s.turn_face("E", unit, s.world.squad_face[replaced])
    s.mark("12", unit, BROKEN)
    s.mark("13", unit, DM)
    for mark in (PINNED, CX, MELEE, WALL):
        s.mark("12", unit, mark, False)
    lose_guard(s, unit, s.at[unit])
    unseat(s, "110", unit)
    if is_aboard(s, unit):
        tumble_out(s, "31", unit)


@rule("10", "177")
def reduce(s: HollowState, unit: int) -> None:
    """A squad becomes its half-squad; anything smaller is gone."""
    half = s.squad(unit).half if s.is_man(unit) else None
    if is_hero(s, unit) and wound(s, unit):
        return
    if half is None:
        eliminate(s, unit, "10")
    else:
        reveal(s, unit)
        s.turn_face("10", unit, s.world.squad_face[half])
        track = LOST_HALVES + s.side[unit]
        s.set_track("177", track, s.tracks[track] + 1)


@rule("H")
def feel_the_heat(s: HollowState, unit: int, roll: int) -> None:
    """An original 2 at a morale check or a rally: two more dice, where the players have chosen it."""
    if roll == 2 and s.options.get("heat") in {"on", "full"} and s.is_on_map(unit) and not is_berserk(s, unit) and not is_hero(s, unit):
        push(s, HeatRoll(unit))


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
    units = tuple(u for u in everybody if s.is_on_map(u) or is_aboard(s, u))
    if kind == "collapse":
        change(s, Effects(rest))
        collapse(s, number, everybody)
    elif not units:
        change(s, Effects(rest))
    elif kind in VEHICLE_TASKS:
        change(s, Effects(rest))
        push(s, Suffering(kind, number, units[0]))
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
        _suffer(s, unit, _fall if number else break_unit if s.is_good(unit) else reduce)


def _reduce(s: HollowState, number: int, units: Pieces, rest: tuple[Task, ...]) -> None:
    if len(units) > 1:
        push(s, HitDraw("reduce", number, units))
        return
    change(s, Effects((("check", number, units), *rest)))
    _suffer(s, units[0], reduce)


def _fall(s: HollowState, unit: int) -> None:
    eliminate(s, unit, "10")


def _append(s: HollowState, task: Task) -> None:
    """One task more, where tasks are being done."""
    at = s.frames[-1]
    _, _, units = task
    if units and isinstance(at, Effects):
        change(s, Effects((*at.tasks, task)))


def _suffer(s: HollowState, unit: int, happens: Callable[[HollowState, int], None]) -> None:
    """What happens to a unit; if it is a leader who breaks or falls, the others of his hex check."""
    place, side, was_good = s.at[unit], s.side[unit], s.is_good(unit)
    happens(s, unit)
    if s.is_leader(unit) and (not s.is_on_map(unit) or (was_good and s.is_broken(unit))):
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
        _suffer(s, a.unit, _fall)
    else:
        change(s, Effects((("check", at.number, at.units), *rest)))
        _suffer(s, a.unit, reduce)


def check_title(s: HollowState, at: MoraleCheck) -> dict[str, str]:
    return {"what": "Pin check" if at.kind == "pin" else f"Morale check +{at.modifier}" if at.modifier else "Morale check"}


@rule("12", "142.6")
def read_check(s: HollowState, at: MoraleCheck, dice: tuple[int, ...]) -> None:
    """One unit rolls: more than the limit breaks it, or only pins it in a pin check."""
    roll, most = dice[0], limit(s, at.unit, at.modifier)
    call_sniper(s, s.side[at.unit], roll)
    if at.kind == "check":
        _after_check(s, at.unit, roll, most)
        return
    found = "passes" if roll <= most else "is pinned" if can_be_pinned(s, at.unit) else "is not pinned"
    s.do(Said("12", "pin check", (s.world.names.pieces[at.unit], most, found)))
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
        s.do(Said("12", "check", (name, most, "is gone" if s.is_broken(unit) else "is hit" if is_berserk(s, unit) or is_hero(s, unit) else "breaks")))
        _suffer(s, unit, lambda s, unit: break_unit(s, unit, roll - most))
    feel_the_heat(s, unit, roll)


EFFECTS = AutoStep(Effects, run_effects)
HIT_DRAW = ChanceStep(HitDraw, lambda _, _at: Decision(CHANCE, "hit", "10", "Which unit is hit?"), hits, hit)
MORALE_CHECK = roll_step(MoraleCheck, "check", "12", "{what}", read_check, values=check_title)
