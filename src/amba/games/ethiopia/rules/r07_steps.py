"""The movement phase (7), as a step of the sequence of play."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Marked
from amba.core.flow import Step, pop
from amba.core.menu import Menu
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.r07_movement import destinations, entrain, march, rail_destinations, refuse_destination, refuse_unit
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENGAGED, ETHIOPIAN, FOUGHT, LINKED, MOVED, OBLIGED, RAIL_USED, SIDES


@rule("10.1", "10.10")
class Muster(Step[EthiopiaState]):
    """("muster", side): who begins the turn in an enemy zone or engaged will have to attack; old marks come off."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        side = s.frames[-1][1]
        pop(s)
        for unit in s.movable(side):
            for mark in (MOVED, FOUGHT, OBLIGED, LINKED):
                if s.has(unit, mark):
                    s.do(Marked("4.1", unit, mark, 0))
        zone = s.zoc(1 - side)
        for unit in s.on_map(side):
            if s.has(unit, ENGAGED) and not any(s.held[1 - side][n] for n in s.world.around[s.at[unit]]):
                s.do(Marked("10.10", unit, ENGAGED, 0))
            if s.card(unit).is_combat and (zone[s.at[unit]] or s.has(unit, ENGAGED)):
                s.do(Marked("10.1", unit, OBLIGED, 1))


@rule("7.1")
class Movement(Step[EthiopiaState]):
    """("movement", side): move each unit once, in any order, until done."""

    def decision(self, s: EthiopiaState) -> Decision:
        side = s.frames[-1][1]
        return Decision(side, "movement", "7.1", "{side}: move any units, then end the phase.", {"side": SIDES[side].title()})

    def menu(self, s: EthiopiaState) -> Menu:
        side = s.frames[-1][1]
        names = s.world.names.pieces
        free = [u for u in s.movable(side) if not s.marks[u] & (1 << MOVED | 1 << ENGAGED)]
        heads: list[Action] = [("move", names[u]) for u in free]
        if side == ETHIOPIAN and not s.tracks[RAIL_USED]:
            heads += [("rail", names[u]) for u in free if s.at[u] in s.world.rail]
        return Menu([("done",)], heads, lambda head: self.tails(s, head))

    def tails(self, s: EthiopiaState, head: Action) -> Sequence[Action]:
        unit = s.world.names.piece[head[1]]
        if head[0] == "move":
            return destinations(s, unit)
        return [(*head, s.world.names.places[h]) for h in rail_destinations(s, unit)]

    def refuse(self, s: EthiopiaState, a: Action) -> Refusal | None:
        side = s.frames[-1][1]
        if a == ("done",):
            return None
        if len(a) != 3 or a[0] not in {"move", "rail"}:
            return unknown_action(a, ["move UNIT HEX", "rail UNIT HEX", "done"], "7.1")
        found = refuse_unit(s, side, a[1])
        if found is not None:
            return found
        unit = s.world.names.piece[a[1]]
        if a[0] == "move":
            return refuse_destination(s, unit, a[2])
        if s.world.names.place.get(a[2], -1) in rail_destinations(s, unit):
            return None
        return Refusal(
            "7.7",
            "{unit} cannot go to {hex} by rail: one Ethiopian unit a turn, on the railway, twenty-four hexes, free of the enemy.",
            {"unit": s.card(unit).title, "hex": a[2]},
        )

    def apply(self, s: EthiopiaState, a: Action) -> None:
        if a[0] == "done":
            self.end(s)
            return
        unit, to = s.world.names.piece[a[1]], s.world.names.place[a[2]]
        if a[0] == "rail":
            entrain(s, unit, to)
        else:
            march(s, unit, to)

    @rule("10.10")
    def end(self, s: EthiopiaState) -> None:
        """Engaged units have stood still for their phase: the mark comes off, the duty to attack stays."""
        side = s.frames[-1][1]
        pop(s)
        for unit in s.on_map(side):
            if s.has(unit, ENGAGED):
                s.do(Marked("10.10", unit, ENGAGED, 0))
