"""Reinforcements come onto the map, several together if they like."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.marks import MOVED
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.r004_reinforcements import arriving, carry_in, entry_cost, refuse_entry
from amba.games.hollow.rules.r005_going import after_entry, walk
from amba.games.hollow.rules.r005_movement import posture_after
from amba.games.hollow.rules.r042_concealment import find_enemies
from amba.games.hollow.rules.r056_wire import caught_in_wire
from amba.games.hollow.rules.r193_advantage import claim_walls
from amba.games.hollow.state import HollowState


class Entering(Step[HollowState]):
    """Reinforcements gather to enter together: ("entering", units, place)."""

    def decision(self, s: HollowState) -> Decision:
        _, units, place = s.frames[-1]
        return Decision(s.side[units[0]], "entering", "4", "Entering at {place}: who comes along, then go.", {"place": s.world.names.places[place]})

    @rule("4")
    def menu(self, s: HollowState) -> Menu:
        _, units, place = s.frames[-1]
        side, names = s.side[units[0]], s.world.names
        joins: list[Action] = [("join", names.pieces[u]) for u in arriving(s, side) if refuse_entry(s, side, (*units, u), place) is None]
        return Menu([*joins, ("go", names.places[place])])

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        _, units, place = s.frames[-1]
        if a == ("go", s.world.names.places[place]):
            return None
        if len(a) == 2 and a[0] == "join" and a[1] in s.world.names.piece:
            return refuse_entry(s, s.side[units[0]], (*units, s.world.names.piece[a[1]]), place)
        return unknown_action(a, ("join", "go"), "4")

    @rule("4", "55")
    def apply(self, s: HollowState, a: Action) -> None:
        """They pay for the hex they enter, and meet there what everybody meets: an enemy nobody saw, mines, fire."""
        _, units, place = s.frames[-1]
        if a[0] == "join":
            change(s, "entering", (*units, s.world.names.piece[a[1]]), place)
            return
        origin = s.at[units[0]]
        if find_enemies(s, units, place) or caught_in_wire(s, s.side[units[0]], place):
            pop(s)
            return  # somebody was hidden there, or wire: the way in is barred
        price = entry_cost(s, place)
        for unit in units:
            carry_in(s, unit)
            s.march("4", unit, place)
            s.spend("5", unit, price)
            s.mark("5", unit, MOVED)
            posture_after(s, unit, place, False)
        claim_walls(s, s.side[units[0]])
        change(s, *walk(units, NORMAL, 1))
        push(s, "tidy", False, False, False)
        push(s, "watch", place, units, False)
        after_entry(s, units, origin, place)
