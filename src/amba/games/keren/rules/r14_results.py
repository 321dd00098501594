"""11.3 and 14.2 to 14.5: eliminations and the regimental bonus, suppression, retreats, advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Flipped, Moved, Retreated
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.keren.book import rule
from amba.games.keren.ground import Edge
from amba.games.keren.rules.r06_supply import may_run_through, sources
from amba.games.keren.rules.r07_stacking import room
from amba.games.keren.rules.r10_movement import edges_of
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import BACK, FRONT, SIDES, SUPPRESSED

NOWHERE = -1


@rule("2.3.1")
def same_regiment(s: KerenState, one: int, other: int) -> bool:
    """The same colour band of the same division; a unit without a band has no regiment."""
    a, b = s.world.units[one], s.world.units[other]
    return bool(a.band) and (a.division, a.band) == (b.division, b.band)


@rule("14.2.2", "14.4", "11.3")
def suppress(s: KerenState, units: tuple[int, ...], number: str) -> None:
    """Suppressed units stay so until they rally; a second time changes nothing."""
    for unit in units:
        s.mark(number, unit, SUPPRESSED)


@rule("14.2.1", "14.2.4", "11.3")
class Lose(Step[KerenState]):
    """("lose", side, pool, count, lost, rule, place): units of the owner's choice are eliminated; then those of other regiments in the
    place are suppressed. `place` is -1 for attackers, whom nothing more befalls."""

    auto = True

    def run(self, s: KerenState) -> None:
        name, side, pool, count, lost, number, place = s.frames[-1]
        left = tuple(unit for unit in pool if s.is_on_map(unit))
        if count == 0 or not left:
            pop(s)
            if place != NOWHERE:
                shaken = tuple(u for u in s.here[place] if not any(same_regiment(s, u, gone) for gone in lost))
                suppress(s, shaken, "2.3.1")
        elif len(left) <= count:
            for unit in left:
                s.eliminate(unit, number)
            change(s, name, side, pool, 0, (*lost, *left), number, place)
        else:
            push(s, "pick-loss", side, left, number)


class PickLoss(Step[KerenState]):
    """("pick-loss", side, units, rule): which unit is eliminated."""

    def decision(self, s: KerenState) -> Decision:
        _, side, _, number = s.frames[-1]
        values = {"side": SIDES[side].title(), "count": s.frames[-2][3]}
        return Decision(side, "loss", number, "{side}: choose a unit to be eliminated ({count} to go).", values)

    def menu(self, s: KerenState) -> Menu:
        return Menu([("lose", s.world.names.pieces[unit]) for unit in s.frames[-1][2]])

    def apply(self, s: KerenState, a: Action) -> None:
        unit = s.world.names.piece[a[1]]
        pop(s)
        name, side, pool, count, lost, number, place = s.frames[-1]
        s.eliminate(unit, number)
        change(s, name, side, pool, count - 1, (*lost, unit), number, place)


@rule("14.3")
def havens(s: KerenState, side: int) -> list[int]:
    """Supply sources to retreat towards: not held by the enemy and not in his zone."""
    zone = s.zoc(enemy(side))
    return [place for place in sources(s, side) if not zone[place]]


@rule("14.3", "8.4.4", "8.6")
def may_retreat_into(s: KerenState, side: int, place: int) -> bool:
    """No enemy, no enemy zone unless a friend is there, and room."""
    return may_run_through(s, side, place) and room(s, place) > 0


@rule("14.3", "14.2.3")
def retreat_paths(s: KerenState, side: int, start: int, edges: Sequence[Sequence[Edge]]) -> Iterator[tuple[int, ...]]:
    """Every way of a retreat: two hexes, each closer to one source; a source that is reached ends the retreat."""
    for source in havens(s, side):
        away = s.world.ground.distances_to(source)
        for first, _, _ in edges[start]:
            if away[first] != away[start] - 1 or not may_retreat_into(s, side, first):
                continue
            if first == source:
                yield start, first
                continue
            for second, _, _ in edges[first]:
                if away[second] == away[start] - 2 and may_retreat_into(s, side, second):
                    yield start, first, second


@rule("14.3")
def retreats(s: KerenState, unit: int) -> dict[int, tuple[int, ...]]:
    """Where a unit may retreat to, and the first way that leads there."""
    found: dict[int, tuple[int, ...]] = {}
    for path in retreat_paths(s, s.side[unit], s.at[unit], edges_of(s, (unit,))):
        found.setdefault(path[-1], path)
    return found


@rule("14.3")
class Retreat(Step[KerenState]):
    """("retreat", side, units, done): every unit retreats; those that cannot are eliminated."""

    auto = True

    def run(self, s: KerenState) -> None:
        name, side, units, done = s.frames[-1]
        left = tuple(unit for unit in units if s.is_on_map(unit))
        choice = [(unit, to) for unit in left for to in retreats(s, unit)]
        if len(choice) == 1:
            fall_back(s, *choice[0])
        elif choice:
            push(s, "pick-retreat", side, left)
        elif left:
            for unit in left:
                s.eliminate(unit, "14.3")
            change(s, name, side, (), done)
        else:
            pop(s)
            turning = tuple(u for u in done if s.world.units[u].has_facing)
            if s.options["facing"] == "on" and turning:
                push(s, "reface", side, turning)


@rule("14.3")
def fall_back(s: KerenState, unit: int, to: int) -> None:
    """The retreat frame is on top. A gun that retreats counts as fired."""
    name, side, units, done = s.frames[-1]
    path = retreats(s, unit)[to]
    s.do(Retreated("14.3", unit, s.at[unit], to))
    s.passed(unit, path[1:])
    if s.world.units[unit].is_artillery and s.face[unit] == FRONT:
        s.do(Flipped("14.3", unit, FRONT, BACK))
    change(s, name, side, tuple(u for u in units if u != unit), (*done, unit))


class PickRetreat(Step[KerenState]):
    """("pick-retreat", side, units): which unit goes where."""

    def decision(self, s: KerenState) -> Decision:
        _, side, units = s.frames[-1]
        values = {"side": SIDES[side].title(), "hex": s.world.names.places[s.at[units[0]]]}
        return Decision(side, "retreat", "14.3", "{side}: the units in {hex} must retreat two hexes each, towards a supply source.", values)

    def menu(self, s: KerenState) -> Menu:
        names = s.world.names
        return Menu([("retreat", names.pieces[u], names.places[to]) for u in s.frames[-1][2] for to in retreats(s, u)])

    def refuse(self, s: KerenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        names, side = s.world.names, s.frames[-1][1]
        unit = names.piece.get(a[1], -1) if len(a) == 3 and a[0] == "retreat" else -1
        to = names.place.get(a[2], -1) if unit >= 0 else -1
        if unit < 0 or s.side[unit] != side or not 0 <= to < s.world.places:
            return unknown_action(a, ["retreat UNIT HEX"], "14.3")
        values = {"unit": s.world.units[unit].title, "hex": a[2]}
        if unit not in s.frames[-1][2]:
            values["hex"] = names.places[s.at[s.frames[-1][2][0]]]
            return Refusal("14.3", "{unit} does not have to retreat now; the units in {hex} do.", values, hexes=(values["hex"],))
        if s.held[enemy(side)][to]:
            return Refusal("14.3", "{hex} is held by the enemy.", values)
        if not may_run_through(s, side, to):
            return Refusal("14.3", "{hex} is in an enemy zone of control and no friend is there.", values)
        if room(s, to) <= 0:
            return Refusal("7.1", "{hex} is full.", values)
        return Refusal("14.3", "{unit} must retreat two hexes, each closer to a free supply source; {hex} is not such a hex.", values)

    def apply(self, s: KerenState, a: Action) -> None:
        pop(s)
        fall_back(s, s.world.names.piece[a[1]], s.world.names.place[a[2]])


@rule("14.5", "8.4.1")
def advancers(s: KerenState, target: int, units: tuple[int, ...]) -> list[int]:
    """Units that took part in the assault and may enter the empty hex; zones do not matter, the limit does."""
    if room(s, target) <= 0:
        return []
    return [u for u in units if s.is_on_map(u) and s.at[u] != target and any(there == target for there, _, _ in edges_of(s, (u,))[s.at[u]])]


@rule("14.5")
class Advance(Step[KerenState]):
    """("advance", side, target, units): into the hex if it is empty, one by one."""

    auto = True

    def run(self, s: KerenState) -> None:
        _, side, target, units = s.frames[-1]
        if s.held[enemy(side)][target] or not advancers(s, target, units):
            pop(s)
        else:
            push(s, "pick-advance", side, target, units)


class PickAdvance(Step[KerenState]):
    """("pick-advance", side, target, units): one unit, or nobody more."""

    def decision(self, s: KerenState) -> Decision:
        _, side, target, _ = s.frames[-1]
        values = {"side": SIDES[side].title(), "hex": s.world.names.places[target]}
        return Decision(side, "advance", "14.5", "{side}: advance into {hex}, or stay.", values)

    def menu(self, s: KerenState) -> Menu:
        _, _, target, units = s.frames[-1]
        return Menu([("stay",), *(("advance", s.world.names.pieces[unit]) for unit in advancers(s, target, units))])

    def refuse(self, s: KerenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        _, _, target, units = s.frames[-1]
        unit = s.world.names.piece.get(a[1], -1) if len(a) == 2 and a[0] == "advance" else -1
        if unit < 0:
            return unknown_action(a, ["advance UNIT", "stay"], "14.5")
        values = {"unit": s.world.units[unit].title, "hex": s.world.names.places[target]}
        if unit not in units or not s.is_on_map(unit):
            return Refusal("14.5", "{unit} took no part in the assault.", values)
        if s.at[unit] == target:
            return Refusal("14.5", "{unit} has advanced already.", values)
        return Refusal("10.1", "{unit} cannot cross the roadblock to {hex}.", values)

    def apply(self, s: KerenState, a: Action) -> None:
        _, _, target, _ = s.frames[-1]
        pop(s)
        if a[0] == "stay":
            pop(s)
            return
        unit = s.world.names.piece[a[1]]
        origin = s.at[unit]
        s.do(Moved("14.5", unit, origin, target, (origin, target)))
        s.passed(unit, (target,))
