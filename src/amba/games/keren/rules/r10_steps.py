"""The Movement Phases (5.0): single units, stacks that leave units behind (7.0.1), reinforcements (10.4), facing (9.0)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Placed
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.keren.book import rule
from amba.games.keren.rules.r03_setup import arrival_hexes, arriving, why_not_arrive
from amba.games.keren.rules.r09_facing import facings, refuse_facing, turn_to
from amba.games.keren.rules.r10_movement import FAR, arrivals, destinations, go, is_movable, reach_of, why_not_move, why_not_there
from amba.games.keren.state import KerenState
from amba.games.keren.world import MOVED, SIDES, TURNED
from amba.kit.reach import Reach


def reach_now(s: KerenState, unit: int) -> Reach:
    """What a single unit can reach."""
    return reach_of(s, (unit,)) if s.is_on_map(unit) else arrivals(s, unit, arrival_hexes(s, unit))


def reach_at_all(s: KerenState, unit: int) -> Reach:
    """What it could reach with points without end: to say what it lacks."""
    return reach_of(s, (unit,), points=FAR - 1) if s.is_on_map(unit) else arrivals(s, unit, arrival_hexes(s, unit), FAR - 1)


@rule("5.0.4", "5.0.6", "10.0", "10.2", "6.7")
class Movement(Step[KerenState]):
    """("movement", side): move units one at a time or form a stack, then end the phase. Nobody has to move, anywhere is allowed."""

    def decision(self, s: KerenState) -> Decision:
        side = s.frames[-1][1]
        number = "5.0.4" if side == 0 else "5.0.6"
        return Decision(side, "movement", number, "{side}: move units or stacks, then end the phase.", {"side": SIDES[side].title()})

    def menu(self, s: KerenState) -> Menu:
        side = s.frames[-1][1]
        names = s.world.names.pieces
        movable = [unit for unit in s.units(side) if is_movable(s, unit)]
        heads: list[Action] = [("move", names[unit]) for unit in (*movable, *arriving(s, side))]
        plain: list[Action] = [("done",)]
        plain += [("form", names[unit]) for unit in movable if mates(s, unit)]
        if s.options["facing"] == "on":
            heads += [("face", names[unit]) for unit in s.units(side) if facings(s, unit)]
        return Menu(plain, heads, lambda head: self.tails(s, head))

    def tails(self, s: KerenState, head: Action) -> Sequence[Action]:
        unit = s.world.names.piece[head[1]]
        if head[0] == "face":
            return [(*head, name) for name in facings(s, unit)]
        found = reach_of(s, (unit,)) if s.is_on_map(unit) else arrivals(s, unit, arrival_hexes(s, unit))
        return destinations(s, head, s.at[unit], found)

    def refuse(self, s: KerenState, a: Action) -> Refusal | None:
        side = s.frames[-1][1]
        if a == ("done",):
            return None
        shapes = {("move", 3), ("form", 2), ("face", 3)}
        unit = s.world.names.piece.get(a[1], -1) if len(a) > 1 and (a[0], len(a)) in shapes else -1
        if unit < 0:
            return unknown_action(a, ["move UNIT HEX", "form UNIT", "done"], "10.2")
        values = {"unit": s.world.units[unit].title}
        if s.side[unit] != side:
            return Refusal("10.2", "{unit} is not yours to move.", values)
        if a[0] == "face":
            return refuse_facing(s, unit, a[2])
        if not s.is_on_map(unit):
            return self.refuse_arrival(s, unit, a)
        found = why_not_move(s, unit)
        if found is not None:
            return found
        if a[0] == "form":
            return None if mates(s, unit) else Refusal("7.0.1", "No other unit in the hex of {unit} can move with it.", values)
        return self.refuse_destination(s, unit, a)

    def refuse_arrival(self, s: KerenState, unit: int, a: Action) -> Refusal | None:
        found = why_not_arrive(s, unit)
        if found is not None or a[0] == "move":
            return found or self.refuse_destination(s, unit, a)
        return Refusal("10.4", "{unit} enters the map by itself.", {"unit": s.world.units[unit].title})

    def refuse_destination(self, s: KerenState, unit: int, a: Action) -> Refusal | None:
        to = s.world.names.place.get(a[2], -1)
        if not 0 <= to < s.world.places:
            return unknown_action(a, ["move UNIT HEX"], "10.0")
        found = reach_now(s, unit)
        if to in found.cost and to != s.at[unit]:
            return None
        return why_not_there(s, (unit,), to, s.movement(unit), found, lambda: reach_at_all(s, unit))

    def apply(self, s: KerenState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
            return
        unit = s.world.names.piece[a[1]]
        if a[0] == "form":
            push(s, "march", s.frames[-1][1], (unit,), 0)
        elif a[0] == "face":
            turn_to(s, unit, a[2])
            s.mark("9.0", unit, TURNED)
        else:
            self.move(s, unit, s.world.names.place[a[2]])

    def move(self, s: KerenState, unit: int, to: int) -> None:
        if s.is_on_map(unit):
            go(s, (unit,), reach_of(s, (unit,)), to)
        else:
            found = arrivals(s, unit, arrival_hexes(s, unit))
            path = found.path(to)
            s.do(Placed("10.4", unit, s.at[unit], path[0]))
            s.passed(unit, path[:1])
            if len(path) > 1:
                go(s, (unit,), found, to)
        s.mark("10.2", unit, MOVED)


@rule("7.0.1")
def mates(s: KerenState, unit: int) -> list[int]:
    """Other units in the same place that could move with this one."""
    return [other for other in s.here[s.at[unit]] if other != unit and is_movable(s, other)]


@rule("7.0.1")
class March(Step[KerenState]):
    """("march", side, units, spent): a stack on the move. Units join before it starts and may be left behind on the way."""

    def decision(self, s: KerenState) -> Decision:
        _, side, _, spent = s.frames[-1]
        # The other side reads this too: nothing here may depend on which units march (7.4).
        prompt = (
            "{side}: march on, leave a unit here, or halt." if spent else "{side}: choose the units that march together, then March and where to."
        )
        return Decision(side, "march", "7.0.1", prompt, {"side": SIDES[side].title()})

    def reach(self, s: KerenState, points: int = 0) -> Reach:
        _, _, units, spent = s.frames[-1]
        return reach_of(s, units, spent, points)

    def menu(self, s: KerenState) -> Menu:
        _, _, units, spent = s.frames[-1]
        names = s.world.names.pieces
        plain: list[Action] = []
        if not spent:
            plain += [("join", names[u]) for u in mates(s, units[0]) if u not in units]
        elif len(units) > 1:
            plain += [("drop", names[u]) for u in units]
        if len(units) == 1 and not spent:
            return Menu(plain)
        return Menu([*plain, ("halt",)], [("go",)], lambda head: destinations(s, head, s.at[units[0]], self.reach(s)))

    def refuse(self, s: KerenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        _, _, units, spent = s.frames[-1]
        names = s.world.names
        if len(a) == 2 and a[0] in {"join", "drop"} and a[1] in names.piece:
            return self.refuse_unit(s, a[0], names.piece[a[1]])
        alone = len(units) == 1 and not spent
        if alone and a and a[0] in {"halt", "go"}:
            return Refusal("7.0.1", "A stack has two units or more: let another join first.")
        to = names.place.get(a[1], -1) if len(a) == 2 and a[0] == "go" else -1
        if not 0 <= to < s.world.places:
            return unknown_action(a, ["join UNIT", "go HEX", "drop UNIT", "halt"], "7.0.1")
        have = min(s.movement(u) for u in units)
        return why_not_there(s, units, to, have, self.reach(s), lambda: self.reach(s, FAR - 1))

    def refuse_unit(self, s: KerenState, verb: str, unit: int) -> Refusal:
        _, side, units, spent = s.frames[-1]
        values = {"unit": s.world.units[unit].title}
        if verb == "drop":
            return Refusal("7.0.1", "{unit} cannot be left behind now: only a unit of a stack that has moved.", values)
        if unit in units:
            return Refusal("7.0.1", "{unit} is in the stack already.", values)
        if spent:
            return Refusal("7.0.1", "The stack is on the move: nobody can join it now.", values)
        if s.side[unit] != side or s.at[unit] != s.at[units[0]]:
            return Refusal("7.0.1", "{unit} is not in the hex of the stack.", values)
        found = why_not_move(s, unit)
        assert found is not None
        return found

    def apply(self, s: KerenState, a: Action) -> None:
        name, side, units, spent = s.frames[-1]
        names = s.world.names
        if a[0] == "join":
            member = names.piece[a[1]]
            stack = s.here[s.at[member]]
            change(s, name, side, tuple(u for u in stack if u in units or u == member), spent)
        elif a[0] == "drop":
            unit = names.piece[a[1]]
            s.mark("7.0.1", unit, MOVED)
            change(s, name, side, tuple(u for u in units if u != unit), spent)
        elif a[0] == "go":
            found = self.reach(s)
            to = names.place[a[1]]
            go(s, units, found, to, "7.0.1")
            change(s, name, side, units, found.cost[to])
        else:
            for unit in units:
                s.mark("10.2", unit, MOVED)
            pop(s)
