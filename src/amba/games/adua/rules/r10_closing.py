"""10.0 and 10.2: after the small arms, attackers that were not repulsed may go into melee in the defender's hex."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Moved, Spent
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Takes, change, pop
from amba.games.adua.book import rule
from amba.games.adua.frames import ClosePhase, Closing
from amba.games.adua.orders import Close, Storm
from amba.games.adua.rules.asking import asks
from amba.games.adua.rules.r10_after import is_isolated, isolate
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, ASSAULT, COMMITTED, ENTERED, ENTRENCHED, HOLD, ITALIAN, MELEE, OFFENSIVE, REPULSED


@rule("8.0.generals", "8.1", "8.2", "10.1.repulsed", "10.0.phases")
def refuse_closing(s: AduaState, unit: int) -> Refusal | None:
    """Why a unit cannot go into melee: repulsed, already in one, or an Italian without the order."""
    values = {"title": s.world.title(unit)}
    if not s.is_on_map(unit):
        return Refusal("10.0.phases", "{title} did not survive the small arms combat.", values)
    if s.has(unit, REPULSED):
        return Refusal("10.1.repulsed", "{title} was repulsed.", values)
    if s.has(unit, MELEE):
        return Refusal("10.2", "{title} is already in a melee.", values)
    if s.side[unit] == ITALIAN and not s.marks[unit] & (1 << ASSAULT | 1 << OFFENSIVE):
        return Refusal("8.0.generals", "{title} has no order to go into melee.", values)
    if s.side[unit] == ITALIAN and s.has(unit, HOLD):
        return Refusal("8.2", "{title} holds its position and may not go into melee.", values)
    return None


@rule("10.2", "6.0.cavalry")
def opponents(s: AduaState, at: ClosePhase | Closing, unit: int) -> list[int]:
    """The enemies a unit may turn on: those it attacked; cavalry on any in its zone of control."""
    if not s.world.units[unit].is_cavalry:
        return [target for attacker, target in dict.fromkeys(at.pairs) if attacker == unit and s.is_on_map(target)]
    foe = enemy(s.side[unit])
    return [other for hex in s.world.zoc_links[unit][s.at[unit]] for other in s.combat_at(hex, foe)]


def refuse_hex(s: AduaState, at: ClosePhase | Closing, unit: int, hex: int) -> Refusal | None:
    """Why a unit cannot go into melee in this hex."""
    values = {"title": s.world.title(unit), "hex": s.world.names.places[hex]}
    if hex in at.old:
        return Refusal("10.2", "The melee in {hex} was there before; only initiative brings fresh units into it.", values)
    if not s.world.may_enter[unit][hex]:
        return Refusal("9.0.chart", "{title} may not enter {hex}.", values)
    return None


def targets_in_melee(s: AduaState, at: ClosePhase | Closing, unit: int) -> list[int]:
    """The enemies a unit may go into melee with, if it may go at all."""
    return [target for target in opponents(s, at, unit) if refuse_hex(s, at, unit, s.at[target]) is None]


def closers(s: AduaState, at: ClosePhase | Closing) -> list[int]:
    """Units that may still go in: those that attacked, and the cavalry."""
    found = dict.fromkeys(attacker for attacker, _ in at.pairs)
    if at.side == ABYSSINIAN:
        found.update(dict.fromkeys(unit for unit in s.units(at.side) if s.world.units[unit].is_cavalry))
    return [unit for unit in found if refuse_closing(s, unit) is None]


def may_storm(s: AduaState, at: ClosePhase | Closing) -> dict[int, list[int]]:
    """10.2: enemy unit -> all that may go into melee with it."""
    found: dict[int, list[int]] = {}
    for unit in closers(s, at):
        for target in targets_in_melee(s, at, unit):
            found.setdefault(target, []).append(unit)
    return found


def begin_closing(s: AduaState, at: ClosePhase) -> None:
    """Where nobody can go into melee nobody is asked."""
    if may_storm(s, at):
        change(s, Closing(at.side, at.pairs, at.old))
    else:
        end_fire(s, at)


@rule("10.0.duty")
def refuse_end(s: AduaState, at: Closing, a: Done) -> Refusal | None:
    """Cavalry that entered an enemy zone of control attacks in the only way it can."""
    units = s.world.units
    waiting = [u for u in closers(s, at) if units[u].is_cavalry and s.has(u, ENTERED) and targets_in_melee(s, at, u)]
    titles = {"titles": ", ".join(map(s.world.title, waiting))}
    return Refusal("10.0.duty", "Cavalry that entered an enemy zone of control must attack: {titles}.", titles) if waiting else None


def refuse_close(s: AduaState, at: Closing, a: Close) -> Refusal | None:
    unit, values = a.unit, {"title": s.world.title(a.unit), "target": s.world.title(a.target)}
    if s.side[unit] != at.side or not s.world.is_combat[unit]:
        return Refusal("10.2", "{title} is not your unit.", values)
    found = refuse_closing(s, unit)
    if found is not None:
        return found
    if a.target in opponents(s, at, unit):
        return refuse_hex(s, at, unit, s.at[a.target])
    if s.world.units[unit].is_cavalry:
        return Refusal("6.0.cavalry", "{target} is no enemy in the zone of control of {title}.", values)
    return Refusal("10.2", "{title} did not attack {target}.", values)


def closings(s: AduaState, at: Closing) -> list[Close]:
    return [Close(unit, target) for unit in closers(s, at) for target in targets_in_melee(s, at, unit)]


def refuse_storm(s: AduaState, at: Closing, a: Storm) -> Refusal | None:
    """Two or more may go into melee with this unit."""
    count = len(may_storm(s, at).get(a.target, ()))
    values = {"target": s.world.title(a.target), "count": "no unit" if not count else "only one unit"}
    return None if count > 1 else Refusal("10.2", "There is {count} that may go into melee with {target}; it takes two.", values)


@rule("10.2", "10.0.phases")
def close(s: AduaState, at: Closing, a: Close) -> None:
    """A unit that was not repulsed goes into the hex of the enemy it attacked."""
    go_in(s, a.unit, s.at[a.target], "10.2")
    change(s, ClosePhase(at.side, at.pairs, at.old))


def storm(s: AduaState, at: Closing, a: Storm) -> None:
    for unit in may_storm(s, at)[a.target]:
        go_in(s, unit, s.at[a.target], "10.2")
    change(s, ClosePhase(at.side, at.pairs, at.old))


def go_in(s: AduaState, unit: int, to: int, number: str, path: tuple[int, ...] = ()) -> None:
    """A unit enters a melee; everybody in the hex is in it. It remembers where it came from."""
    origin = s.at[unit]
    s.do(Spent(number, unit, s.points[unit], origin + 1))
    s.mark("5.5", unit, ENTRENCHED, False)
    s.do(Moved(number, unit, origin, to, path or (origin, to)))
    for side in (ITALIAN, ABYSSINIAN):
        for other in s.combat_at(to, side):
            s.mark(number, other, MELEE)


@rule("10.2", "10.2.isolated")
def take_leaders(s: AduaState, at: ClosePhase | Closing) -> None:
    """A leader who would be isolated where his unit left him goes into the melee with it."""
    gone = {s.points[unit] - 1: s.at[unit] for unit in s.units(at.side) if s.has(unit, MELEE) and s.points[unit] and s.at[unit] not in at.old}
    for leader in s.followers(at.side):
        here = s.at[leader]
        if s.world.units[leader].is_leader and here in gone and is_isolated(s, leader):
            s.do(Moved("10.2", leader, here, gone[here], (here, gone[here])))


def end_fire(s: AduaState, at: ClosePhase | Closing) -> None:
    """The small arms phase ends: zones of control come back, and pieces left alone are lost."""
    for unit in (*s.units(ITALIAN), *s.units(ABYSSINIAN)):
        s.mark("10.0", unit, COMMITTED, False)
        s.mark("10.0.duty", unit, ENTERED, False)
    take_leaders(s, at)
    pop(s)
    isolate(s)


CLOSING_STEPS = (
    AutoStep(ClosePhase, begin_closing),
    AskStep(
        Closing, asks("closing", "10.2", "{side}: units that were not repulsed may go into melee; then end the phase."),
        Takes(Done, lambda s, at, a: end_fire(s, at), refuse_end),
        Takes(Close, close, refuse_close, choices=closings),
        Takes(Storm, storm, refuse_storm, choices=lambda s, at: [Storm(target) for target, units in may_storm(s, at).items() if len(units) > 1]),
    ),
)  # fmt: skip
