"""10.0 and 10.2: after the small arms, attackers that were not repulsed may go into melee in the defender's hex."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Moved, Spent
from amba.core.flow import Step, change, pop
from amba.core.menu import Menu
from amba.games.adua.book import rule
from amba.games.adua.rules.r10_after import is_isolated, isolate
from amba.games.adua.rules.r10_small_arms import Pairs
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import (
    ABYSSINIAN,
    ASSAULT,
    COMMITTED,
    ENTERED,
    ENTRENCHED,
    ITALIAN,
    MELEE,
    OFFENSIVE,
    REPULSED,
    SIDE_TITLES,
)


@rule("8.0.generals", "8.1", "8.2", "10.1.repulsed", "10.0.phases")
def refuse_closing(s: AduaState, unit: int) -> Refusal | None:
    """Why a unit cannot go into melee: repulsed, already in one, or an Italian without the order."""
    values = {"title": s.world.units[unit].title}
    if not s.is_on_map(unit):
        return Refusal("10.0.phases", "{title} did not survive the small arms combat.", values)
    if s.has(unit, REPULSED):
        return Refusal("10.1.repulsed", "{title} was repulsed.", values)
    if s.has(unit, MELEE):
        return Refusal("10.2", "{title} is already in a melee.", values)
    if s.side[unit] == ITALIAN and not s.marks[unit] & (1 << ASSAULT | 1 << OFFENSIVE):
        return Refusal("8.0.generals", "{title} has no order to go into melee.", values)
    return None


@rule("10.2", "6.0.cavalry")
def prey(s: AduaState, unit: int, pairs: Pairs, old: tuple[int, ...]) -> list[int]:
    """The defenders a unit may go for: those it attacked; cavalry goes for any enemy in its zone."""
    world = s.world
    if world.units[unit].is_cavalry:
        foe = enemy(s.side[unit])
        hexes = [hex for hex in world.zoc_links[unit][s.at[unit]] if hex not in old]
        found = [other for hex in hexes for other in s.combat_at(hex, foe)]
    else:
        found = [target for attacker, target in pairs if attacker == unit and s.is_on_map(target)]
    return [target for target in found if s.at[target] not in old and world.may_enter[unit][s.at[target]]]


def closers(s: AduaState, side: int, pairs: Pairs) -> list[int]:
    """Units that may still go in: those that attacked, and the cavalry."""
    found = dict.fromkeys(attacker for attacker, _ in pairs)
    if side == ABYSSINIAN:
        found.update(dict.fromkeys(unit for unit in s.units(side) if s.world.units[unit].is_cavalry))
    return [unit for unit in found if refuse_closing(s, unit) is None]


def stormers(s: AduaState, side: int, pairs: Pairs, old: tuple[int, ...]) -> dict[int, list[int]]:
    """10.2: enemy unit -> all that may go into melee with it."""
    found: dict[int, list[int]] = {}
    for unit in closers(s, side, pairs):
        for target in dict.fromkeys(prey(s, unit, pairs, old)):
            found.setdefault(target, []).append(unit)
    return found


@rule("10.0.duty")
def must_close(s: AduaState, side: int, pairs: Pairs, old: tuple[int, ...]) -> list[int]:
    """Cavalry that entered an enemy zone of control attacks in the only way it can."""
    if side == ITALIAN:
        return []
    units = s.world.units
    return [u for u in closers(s, side, pairs) if units[u].is_cavalry and s.has(u, ENTERED) and prey(s, u, pairs, old)]


class ClosePhase(Step[AduaState]):
    """("close-phase", side, pairs, old): where nobody can go into melee nobody is asked."""

    auto = True

    def run(self, s: AduaState) -> None:
        _, side, pairs, old = s.frames[-1]
        if any(prey(s, unit, pairs, old) for unit in closers(s, side, pairs)):
            change(s, "closing", side, pairs, old)
        else:
            end_fire(s)


@rule("10.2", "10.0.phases")
class Closing(Step[AduaState]):
    """("closing", side, pairs, old): who goes into melee; `old` are the hexes of melees that were there before."""

    def decision(self, s: AduaState) -> Decision:
        side = s.frames[-1][1]
        return Decision(
            side, "closing", "10.2", "{side}: units that were not repulsed may go into melee; then end the phase.", {"side": SIDE_TITLES[side]}
        )

    def menu(self, s: AduaState) -> Menu:
        _, side, pairs, old = s.frames[-1]
        pieces = s.world.names.pieces
        plain: list[Action] = [] if must_close(s, side, pairs, old) else [("done",)]
        plain += [("close", pieces[u], pieces[t]) for u in closers(s, side, pairs) for t in dict.fromkeys(prey(s, u, pairs, old))]
        plain += [("storm", pieces[target]) for target, units in stormers(s, side, pairs, old).items() if len(units) > 1]
        return Menu(plain)

    def refuse(self, s: AduaState, a: Action) -> Refusal | None:
        _, side, pairs, old = s.frames[-1]
        piece = s.world.names.piece
        if a == ("done",):
            waiting = must_close(s, side, pairs, old)
            titles = {"titles": ", ".join(s.world.units[u].title for u in waiting)}
            return Refusal("10.0.duty", "Cavalry that entered an enemy zone of control must attack: {titles}.", titles) if waiting else None
        if len(a) == 2 and a[0] == "storm":
            several = len(stormers(s, side, pairs, old).get(piece.get(a[1], -1), ())) > 1
            return None if several else Refusal("10.2", "There are no two units that may go into melee with {key}.", {"key": a[1]})
        if len(a) != 3 or a[0] != "close" or a[1] not in piece or a[2] not in piece:
            return unknown_action(a, ["close UNIT TARGET", "storm TARGET", "done"], "10.2")
        unit, target = piece[a[1]], piece[a[2]]
        if s.side[unit] != side or not s.world.is_combat[unit]:
            return Refusal("10.2", "{key} is not your unit.", {"key": a[1]})
        found = refuse_closing(s, unit)
        if found is None and target not in prey(s, unit, pairs, old):
            values = {"title": s.world.units[unit].title, "target": s.world.units[target].title}
            return Refusal("10.2", "{title} did not attack {target}, or cannot enter its hex.", values)
        return found

    def apply(self, s: AduaState, a: Action) -> None:
        if a[0] == "done":
            end_fire(s)
            return
        target = s.world.names.piece[a[-1]]
        _, side, pairs, old = s.frames[-1]
        for unit in stormers(s, side, pairs, old)[target] if a[0] == "storm" else [s.world.names.piece[a[1]]]:
            go_in(s, unit, s.at[target], "10.2")
        change(s, "close-phase", side, pairs, old)


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
def take_leaders(s: AduaState, side: int, old: tuple[int, ...]) -> None:
    """A leader who would be isolated where his unit left him goes into the melee with it."""
    gone = {s.points[unit] - 1: s.at[unit] for unit in s.units(side) if s.has(unit, MELEE) and s.points[unit] and s.at[unit] not in old}
    for leader in s.followers(side):
        here = s.at[leader]
        if s.world.units[leader].is_leader and here in gone and is_isolated(s, leader):
            s.do(Moved("10.2", leader, here, gone[here], (here, gone[here])))


def end_fire(s: AduaState) -> None:
    """The small arms phase ends: zones of control come back, and pieces left alone are lost."""
    _, side, _, old = s.frames[-1]
    for unit in (*s.units(ITALIAN), *s.units(ABYSSINIAN)):
        s.mark("10.0", unit, COMMITTED, False)
        s.mark("10.0.duty", unit, ENTERED, False)
    take_leaders(s, side, old)
    pop(s)
    isolate(s)
