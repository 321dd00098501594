"""The rout phase: broken units run; interdiction, surrender, and failure to rout."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import CHANCE, Action, Decision, Refusal, unknown_action
from amba.core.event import Rolled, Said
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.marks import MELEE, PINNED, RAN
from amba.games.hollow.rules.dice import numbers, sum_and_die, sum_of_two
from amba.games.hollow.rules.r005_costs import cost
from amba.games.hollow.rules.r005_going import after_entry
from amba.games.hollow.rules.r005_movement import posture_after
from amba.games.hollow.rules.r012_effects import lose_leader
from amba.games.hollow.rules.r012_morale import eliminate, limit, reduce
from amba.games.hollow.rules.r015_flight import is_exposed, must_rout, open_ways, refuse_direction, refuse_run, threats, ways
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r056_wire import caught_in_wire
from amba.games.hollow.rules.r179_prisoners import captor, take_prisoner
from amba.games.hollow.rules.r193_advantage import claim_walls
from amba.games.hollow.rules.r194_air import dust, has_third_die
from amba.games.hollow.rules.r194_dust import interdiction_modifier
from amba.games.hollow.state import HollowState
from amba.games.hollow.tracks import NIGHT

DESERT_LIMIT = 6


class Rout(Step[HollowState]):
    """A side's half of the rout phase: ("rout", side)."""

    def decision(self, s: HollowState) -> Decision:
        side = s.frames[-1][1]
        must = len(self._left(s, side))
        if must:
            return Decision(side, "rout", "15", "Rout phase: choose a broken unit to run; {count} must.", {"count": must})
        return Decision(side, "rout", "15", "Rout phase: broken units may run; then end the phase.")

    @rule("15")
    def menu(self, s: HollowState) -> Menu:
        side = s.frames[-1][1]
        plain: list[Action] = [("rout", s.world.names.pieces[u]) for u in s.units(side) if self._refuse(s, side, u) is None]
        if not self._left(s, side):
            plain.append(("done",))
        return Menu(plain)

    def _left(self, s: HollowState, side: int) -> list[int]:
        """Those who must run and still can."""
        return [u for u in s.units(side) if self._refuse(s, side, u) is None and must_rout(s, u)]

    def _refuse(self, s: HollowState, side: int, unit: int) -> Refusal | None:
        if not s.is_unit(unit) or s.side[unit] != side or not s.is_on_map(unit) or not s.is_broken(unit):
            return Refusal("15", "Only your own broken units on the map rout.")
        if s.has(unit, RAN) or s.has(unit, MELEE):
            return Refusal("15", "{unit} has run, or is held in close combat.", {"unit": s.world.names.pieces[unit]})
        if not open_ways(s, (unit,), 0):
            return Refusal("15", "{unit} has nowhere to run to.", {"unit": s.world.names.pieces[unit]})
        return None

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        side = s.frames[-1][1]
        if a == ("done",):
            left = self._left(s, side)
            if not left:
                return None
            return Refusal("15", "{count} broken units must still run.", {"count": len(left)}, (), tuple(s.world.names.places[s.at[u]] for u in left))
        if len(a) == 2 and a[0] == "rout" and a[1] in s.world.names.piece:
            return self._refuse(s, side, s.world.names.piece[a[1]])
        return unknown_action(a, ("rout", "done"), "15")

    def apply(self, s: HollowState, a: Action) -> None:
        if a[0] == "done":
            side = s.frames[-1][1]
            pop(s)
            fail_to_rout(s, side)
            return
        unit = s.world.names.piece[a[1]]
        s.drop("15", unit)
        s.mark("15", unit, RAN)
        push(s, "running", (unit,), 0)


@rule("15", "176.31", "179", "197.3")
def fail_to_rout(s: HollowState, side: int) -> None:
    """Who must rout and cannot surrenders to an enemy beside him, or is lost; on desert boards by day only to an enemy within six hexes.

    Whoever has run as far as he could has not failed, even if the desert had no cover for him; only beside an enemy that does not help him.
    """
    for unit in [u for u in s.units(side) if s.is_broken(u) and not s.has(u, MELEE)]:
        if not must_rout(s, unit):
            continue
        foes = threats(s, side)
        near = [foe for foe in foes if s.field.range(s.at[foe], s.at[unit]) <= 1]
        if near:
            surrender(s, unit)
        elif not s.has(unit, RAN) and (not is_desert_day(s) or any(_forces(s, unit, foe) for foe in foes)):
            s.do(Said("15", "lost", (s.world.names.pieces[unit],)))
            eliminate(s, unit, "15")


@rule("176.31")
def _forces(s: HollowState, unit: int, foe: int) -> bool:
    """Only an enemy within six hexes, who has the unit in the open under his own guns, eliminates for failure to rout."""
    return s.field.range(s.at[foe], s.at[unit]) <= DESERT_LIMIT and is_exposed(s, unit, (foe,))


@rule("179", "P")
def surrender(s: HollowState, unit: int, number: str = "179") -> None:
    """Surrender may not be refused: the unit goes with a guard. Where nobody is left to take it, it stays what it is."""
    guard = captor(s, unit)
    if guard is not None:
        take_prisoner(s, unit, guard, number)


@rule("15", "14")
def refuse_along(s: HollowState, units: Sequence[int], spent: int, leader: int) -> Refusal | None:
    """A leader of the hex may run along before the first step, broken or not; with him they have six factors."""
    if spent or any(s.is_leader(unit) for unit in units) or not s.is_leader(leader):
        return Refusal("15", "One leader runs along, from the start.")
    if s.side[leader] != s.side[units[0]] or s.at[leader] != s.at[units[0]] or s.position(leader) != s.position(units[0]):
        return Refusal("15", "He is not with them.")
    if any(s.has(leader, mark) for mark in (RAN, MELEE, PINNED)):
        return Refusal("15", "He has run, is pinned, or is held in close combat.")
    return None


class Running(Step[HollowState]):
    """Broken men on the run, a leader perhaps with them: ("running", units, factors spent)."""

    def decision(self, s: HollowState) -> Decision:
        unit = s.frames[-1][1][0]
        return Decision(s.side[unit], "running", "15", "Running from {place}: the next hex, or stop.", {"place": s.world.names.places[s.at[unit]]})

    def _must(self, s: HollowState) -> bool:
        """Somebody has to run on, and can."""
        _, units, spent = s.frames[-1]
        return any(s.is_broken(unit) and must_rout(s, unit) for unit in units) and bool(ways(s, units, spent))

    @rule("15")
    def menu(self, s: HollowState) -> Menu:
        _, units, spent = s.frames[-1]
        names = s.world.names
        plain: list[Action] = [("run", names.places[to]) for to in ways(s, units, spent)]
        here = s.units_at(s.at[units[0]], s.side[units[0]])
        plain += [("along", names.pieces[u]) for u in here if s.is_leader(u) and refuse_along(s, units, spent, u) is None]
        if not self._must(s):
            plain.append(("stop",))
        return Menu(plain)

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        _, units, spent = s.frames[-1]
        if a == ("stop",):
            return Refusal("15", "It is still beside the enemy or in the open under his guns, and can run on.") if self._must(s) else None
        if len(a) == 2 and a[0] == "run" and a[1] in s.world.names.place:
            to = s.world.names.place[a[1]]
            return refuse_run(s, units, spent, to) or refuse_direction(s, units, spent, to)
        if len(a) == 2 and a[0] == "along" and a[1] in s.world.names.piece:
            return refuse_along(s, units, spent, s.world.names.piece[a[1]])
        return unknown_action(a, ("run", "along", "stop"), "15")

    @rule("15", "194.711", "42")
    def apply(self, s: HollowState, a: Action) -> None:
        """A step: whoever is found there bars the way; then mines, and interdiction."""
        _, units, spent = s.frames[-1]
        if a[0] == "stop":
            pop(s)
            return
        if a[0] == "along":
            self._take_along(s, s.world.names.piece[a[1]])
            return
        to = s.world.names.place[a[1]]
        side = s.side[units[0]]
        unseen = [p for p in s.counters_at(to, 1 - side) if s.is_secret(p)]
        for piece in unseen:
            reveal(s, piece)
        if s.units_at(to, 1 - side) or caught_in_wire(s, side, to):
            pop(s)
            return
        need, here = cost(s, units, to), s.at[units[0]]
        for unit in units:
            s.march("15", unit, to)
            posture_after(s, unit, to, False, here)
        claim_walls(s, side)
        change(s, "running", units, spent + need)
        push(s, "arrived", units, False)
        after_entry(s, units, here, to)

    def _take_along(self, s: HollowState, leader: int) -> None:
        _, units, spent = s.frames[-1]
        reveal(s, leader)
        if s.is_broken(leader):
            s.drop("15", leader)
        s.mark("15", leader, RAN)
        change(s, "running", (*units, leader), spent)


class Arrived(Step[HollowState]):
    """Running men after the mines of a step, and again after its interdiction: ("arrived", units, whether they have been interdicted)."""

    auto = True

    @rule("15", "55")
    def run(self, s: HollowState) -> None:
        """Mines spare nobody who runs; whoever is left and in the open under an enemy's guns is interdicted; whoever comes through runs on."""
        _, units, checked = s.frames[-1]
        pop(s)
        left = tuple(u for u in units if s.is_on_map(u) and not (s.is_broken(u) and s.has(u, PINNED)))
        if checked or not left:
            self._go_on(s, left)
            return
        push(s, "arrived", left, True)
        foes = threats(s, s.side[left[0]])
        for unit in reversed(left):
            if s.is_broken(unit) and is_exposed(s, unit, foes) and interdiction_modifier(dust(s)) is not None:
                push(s, "interdicted", unit)

    def _go_on(self, s: HollowState, left: tuple[int, ...]) -> None:
        if not any(s.is_broken(unit) for unit in left):
            pop(s)
        else:
            change(s, "running", left, s.frames[-1][2])


class Interdicted(Step[HollowState]):
    """A running unit under fire checks its morale: ("interdicted", unit)."""

    def decision(self, s: HollowState) -> Decision:
        return Decision(CHANCE, "interdiction", "15", "Interdiction")

    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return sum_and_die() if has_third_die(s) else sum_of_two()

    @rule("15", "194.711", "14")
    def apply(self, s: HollowState, a: Action) -> None:
        """Failed, it is reduced, on an original 12 gone; exactly passed, it runs no further. In dust a die makes it easier."""
        unit = s.frames[-1][1]
        dice = numbers(a)
        s.do(Rolled("15", "interdiction", dice))
        pop(s)
        easier = interdiction_modifier(dust(s), dice[1]) if len(dice) > 1 else 0
        most = limit(s, unit, easier or 0)
        name = s.world.names.pieces[unit]
        place, side = s.at[unit], s.side[unit]
        if dice[0] == 12:
            s.do(Said("15", "interdiction", (name, most, "is lost")))
            eliminate(s, unit, "15")
        elif dice[0] > most:
            s.do(Said("15", "interdiction", (name, most, "is cut down")))
            reduce(s, unit)
        elif dice[0] == most:
            s.do(Said("15", "interdiction", (name, most, "stops")))
            s.mark("142.6", unit, PINNED)
        else:
            s.do(Said("15", "interdiction", (name, most, "runs on")))
        if s.is_leader(unit) and not s.is_on_map(unit):
            push(s, "effects", (lose_leader(s, place, side, unit),))


def is_desert_day(s: HollowState) -> bool:
    """176.31: only desert boards that are neither broken nor steppe, by day."""
    return not s.tracks[NIGHT] and not s.plan.data.get("terrain", {}).get("broken") and not s.plan.data.get("terrain", {}).get("steppe")
