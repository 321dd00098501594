"""The advance phase: one hex for every unbroken unit, into the enemy's hex too."""

from __future__ import annotations

from collections import Counter

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.marks import BUSY, CX, DUG, GUARD, MELEE, MOVED, PINNED, RAN
from amba.games.hollow.rules.common import ADVANCING, NORMAL
from amba.games.hollow.rules.r005_costs import allowance, cost_items
from amba.games.hollow.rules.r005_going import after_entry
from amba.games.hollow.rules.r005_movement import posture_after, refuse_way
from amba.games.hollow.rules.r042_concealment import lose_cover, reveal
from amba.games.hollow.rules.r177_exits import go_off, refuse_door
from amba.games.hollow.rules.r185_hidden import spot_works
from amba.games.hollow.rules.r188_crests import note_front
from amba.games.hollow.rules.r191_works import shelter_at, trench_cost
from amba.games.hollow.rules.r193_advantage import claim_walls
from amba.games.hollow.state import HollowState

RIM, SHELTER = "rim", "shelter"


@rule("142.23")
def factors_for(s: HollowState, unit: int, to: int) -> int:
    """What the unit has at a normal pace; men who follow a leader of their hex have his two factors and his hands as well, so he goes first."""
    frame = s.frames[-1]
    done, origins = (frame[2], frame[3]) if frame[0] == "advance" and len(frame) > 3 else ((), ())
    led = [u for u, origin in zip(done, origins, strict=True) if s.is_leader(u) and s.is_good(u) and s.at[u] == to and origin == s.at[unit]]
    return allowance(s, unit, (unit, *led), NORMAL)


@rule("142.23")
def advance_cost(s: HollowState, unit: int, to: int, how: str) -> int:
    """What the hex would cost in the movement phase, smoke left out."""
    into = int(how == SHELTER and trench_cost(s, (unit,), s.at[unit], to) is None)
    return into + sum(item.value for item in cost_items(s, (unit,), to, how == RIM) if item.rule != "24")


@rule("142.23")
def is_difficult(s: HollowState, unit: int, to: int, how: str) -> bool:
    """A hex that costs 4 factors, or all a unit has."""
    return advance_cost(s, unit, to, how) >= min(4, factors_for(s, unit, to))


@rule("54", "137.1", "191.1")
def refuse_shelter(s: HollowState, side: int, to: int) -> Refusal | None:
    """Into a foxhole, sangar or trench, where no enemy is seen."""
    name = {"place": s.world.names.places[to]}
    if not shelter_at(s, to, side):
        return Refusal("54", "There is no fortification in {place} to go into.", name)
    return Refusal("54", "The enemy is in {place}.", name) if s.seen_at(to, side) else None


@rule("19", "142.6", "142.23", "5.7", "P")
def refuse_advance(s: HollowState, side: int, unit: int, to: int, how: str, done: tuple[int, ...]) -> Refusal | None:
    """Unbroken, not pinned, not held; once; into difficult terrain only if not exhausted."""
    found = refuse_advancer(s, side, unit, done)
    if found is not None:
        return found
    name = {"unit": s.world.names.pieces[unit]}
    if s.has(unit, GUARD) and s.seen_at(to, side):
        return Refusal("P", "{unit} has prisoners to guard and does not go at the enemy.", name)
    found = refuse_way(s, (unit,), to, how == RIM, ADVANCING) or (refuse_shelter(s, side, to) if how == SHELTER else None)
    if found is not None:
        return found
    if factors_for(s, unit, to) < 1:
        return Refusal("142.23", "{unit} has no movement factor left under its load.", name)
    if s.has(unit, CX) and is_difficult(s, unit, to, how):
        items = (("cost", str(advance_cost(s, unit, to, how)), "142.23"), ("its factors", str(factors_for(s, unit, to)), "5"))
        return Refusal("142.23", "{unit} is exhausted and may not advance into difficult terrain.", name, items)
    return None


@rule("19", "142.6")
def refuse_advancer(s: HollowState, side: int, unit: int, done: tuple[int, ...]) -> Refusal | None:
    """Unbroken, not pinned, not held in close combat, not busy; once."""
    if not s.is_counter(unit) or s.side[unit] != side or not s.is_on_map(unit):
        return Refusal("19", "Only your own units on the map advance.")
    name = {"unit": s.world.names.pieces[unit]}
    for mark, number, why in (
        (PINNED, "142.6", "pinned"),
        (MELEE, "20", "held in close combat"),
        (BUSY, "54", "busy"),
        (RAN, "15", "with the running men"),
    ):
        if s.has(unit, mark):
            return Refusal(number, "{unit} is {why}.", {**name, "why": why})
    if s.is_broken(unit) or unit in done:
        return Refusal("19", "{unit} is broken or has advanced already.", name)
    return None


@rule("177", "19")
def refuse_advance_off(s: HollowState, side: int, unit: int, done: tuple[int, ...]) -> Refusal | None:
    """From a hex of the edge a unit advances off the map."""
    return refuse_advancer(s, side, unit, done) or refuse_door(s, side, s.at[unit])


class Advance(Step[HollowState]):
    """The advance phase: ("advance", side, units that have advanced, where each came from)."""

    def _done(self, s: HollowState) -> tuple[int, ...]:
        frame = s.frames[-1]
        return frame[2] if len(frame) > 2 else ()

    def decision(self, s: HollowState) -> Decision:
        return Decision(
            s.frames[-1][1], "advance", "19", "Advance phase: each unbroken unit may go one hex, into the enemy's too; then end the phase."
        )

    @rule("19")
    def menu(self, s: HollowState) -> Menu:
        side, done = s.frames[-1][1], self._done(s)
        names = s.world.names
        ready = advancers(s, side, done)
        heads: list[Action] = [("advance", names.pieces[u]) for u in ready]
        crowds = Counter(s.at[u] for u in ready)
        band: list[Action] = [("band", names.pieces[u]) for u in ready if crowds[s.at[u]] > 1]
        off: list[Action] = [("exit", head[1]) for head in heads if refuse_advance_off(s, side, names.piece[head[1]], done) is None]
        return Menu([*off, *band, ("done",)], heads, lambda head: self._tails(s, head))

    def _tails(self, s: HollowState, head: Action) -> list[Action]:
        side, done = s.frames[-1][1], self._done(s)
        unit = s.world.names.piece[head[1]]
        found: list[Action] = []
        for to in s.field.around[s.at[unit]]:
            name = s.world.names.places[to]
            if refuse_advance(s, side, unit, to, "", done) is None:
                found.append((*head, name))
            found += [(*head, name, how) for how in (RIM, SHELTER) if refuse_advance(s, side, unit, to, how, done) is None]
        return found

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        side, done = s.frames[-1][1], self._done(s)
        if a == ("done",):
            return None
        how = a[3] if len(a) == 4 else ""
        if (len(a) == 3 or how in {RIM, SHELTER}) and a[0] == "advance" and a[1] in s.world.names.piece and a[2] in s.world.names.place:
            return refuse_advance(s, side, s.world.names.piece[a[1]], s.world.names.place[a[2]], how, done)
        if len(a) == 2 and a[0] == "exit" and a[1] in s.world.names.piece:
            return refuse_advance_off(s, side, s.world.names.piece[a[1]], done)
        if len(a) == 2 and a[0] == "band" and a[1] in s.world.names.piece:
            return refuse_band(s, side, s.world.names.piece[a[1]], done)
        return unknown_action(a, ("advance", "band", "exit", "done"), "19")

    def apply(self, s: HollowState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
        elif a[0] == "exit":
            go_off(s, s.world.names.piece[a[1]])
        elif a[0] == "band":
            here = s.at[s.world.names.piece[a[1]]]
            push(s, "sally", tuple(u for u in advancers(s, s.frames[-1][1], self._done(s)) if s.at[u] == here))
        else:
            go_in(s, s.world.names.piece[a[1]], s.world.names.place[a[2]], a[3] if len(a) == 4 else "")


@rule("19", "142.23", "42")
def go_in(s: HollowState, unit: int, to: int, how: str) -> None:
    """Whoever is concealed there is found; a dummy finds nobody and is gone if anybody is there."""
    frame, here = s.frames[-1], s.at[unit]
    side, done = frame[1], frame[2] if len(frame) > 2 else ()
    origins = frame[3] if len(frame) > 3 else (here,) * len(done)
    if is_difficult(s, unit, to, how):
        s.mark("142.23", unit, CX)
    change(s, "advance", side, (*done, unit), (*origins, here))
    s.march("19", unit, to)
    s.mark("19", unit, MOVED)  # 42: whoever advances has done something
    posture_after(s, unit, to, how == RIM, here)
    claim_walls(s, side)
    note_front(s, unit, here)
    enemies = s.counters_at(to, 1 - side)
    for piece in enemies if s.is_unit(unit) else ():
        reveal(s, piece)
    if any(s.is_unit(enemy) for enemy in enemies) or (enemies and s.is_dummy(unit)):
        reveal(s, unit)
    elif how == SHELTER:
        s.mark("54", unit, DUG)
        spot_works(s)
    lose_cover(s, (unit,))
    if s.is_on_map(unit):
        after_entry(s, (unit,), here, to)


def advancers(s: HollowState, side: int, done: tuple[int, ...]) -> list[int]:
    """Who may still advance, leaders first: who goes before the others helps them."""
    found = [u for u in s.counters(side) if s.is_good(u) and u not in done and not any(s.has(u, m) for m in (PINNED, MELEE, BUSY, RAN))]
    return sorted(found, key=lambda u: not s.is_leader(u))


def refuse_band(s: HollowState, side: int, unit: int, done: tuple[int, ...]) -> Refusal | None:
    found = refuse_advancer(s, side, unit, done)
    if found is None and sum(s.at[u] == s.at[unit] for u in advancers(s, side, done)) < 2:
        return Refusal("19", "There is nobody in its hex who could go along.")
    return found


class Sally(Step[HollowState]):
    """All of a hex are to advance: ("sally", units). It is the same as telling them one by one."""

    def decision(self, s: HollowState) -> Decision:
        # Both sides read a prompt: it names no place.
        return Decision(s.side[s.frames[-1][1][0]], "sally", "19", "All of a hex advance: choose where, or stay.")

    @rule("19")
    def menu(self, s: HollowState) -> Menu:
        around = s.field.around[s.at[s.frames[-1][1][0]]]
        return Menu([*(("go", s.world.names.places[to]) for to in around if self._refuse(s, to) is None), ("halt",)])

    def _refuse(self, s: HollowState, to: int) -> Refusal | None:
        """Where the first of them may go."""
        units, frame = s.frames[-1][1], s.frames[-2]
        return refuse_advance(s, frame[1], units[0], to, "", frame[2] if len(frame) > 2 else ())

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        if a == ("halt",):
            return None
        if len(a) == 2 and a[0] == "go" and a[1] in s.world.names.place:
            return self._refuse(s, s.world.names.place[a[1]])
        return unknown_action(a, ("go", "halt"), "19")

    @rule("19", "42")
    def apply(self, s: HollowState, a: Action) -> None:
        """One after the other, as far as each may; who comes upon somebody nobody saw, or upon mines, goes alone."""
        units = s.frames[-1][1]
        pop(s)
        if a[0] == "halt":
            return
        to, side = s.world.names.place[a[1]], s.side[units[0]]
        expected = len(s.seen_at(to, side))
        for unit in units:
            frame = s.frames[-1]
            if frame[0] != "advance" or len(s.seen_at(to, side)) != expected:
                break
            if refuse_advance(s, side, unit, to, "", frame[2] if len(frame) > 2 else ()) is None:
                go_in(s, unit, to, "")
