"""What prisoners and guards may do in the rally phase: try to get away, be handed over, be let go."""

from __future__ import annotations

from fractions import Fraction

from amba.core.decision import Refusal
from amba.core.event import Removed, Said
from amba.core.steps import Takes, change, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import CX, GUARD, MELEE, PINNED
from amba.games.hollow.frames import EscapeRoll, RallyPhase
from amba.games.hollow.orders import Escape, HandOver, SetFree
from amba.games.hollow.rules.common import Item, refuse_not_own, sum_of
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r020_close_combat import kill_number, strength
from amba.games.hollow.rules.r179_prisoners import entrust, never_escapes, prisoners_of, run_free, way_out
from amba.games.hollow.state import HollowState

SHOT = 11
"""From this roll on an attempt ends badly."""


def who_would_run(s: HollowState, guard: int) -> list[int]:
    """Those of a guard's prisoners who ever try."""
    return [p for p in prisoners_of(s, guard) if not never_escapes(s, p)]


@rule("P", "20")
def escape_items(s: HollowState, guard: int) -> tuple[str, int, list[Item]]:
    """The odds of close combat, a squad without weapons counting 2 and anybody else 1, and what makes it easier: an exhausted, pinned or fighting guard."""
    empty_handed = sum(2 if s.is_squad(p) else 1 for p in who_would_run(s, guard))
    odds, number = kill_number(Fraction(empty_handed), strength(s, guard, False), s.world.printed)
    found = [Item("exhausted guard", -1, "142")] if s.has(guard, CX) else []
    found += [Item("pinned guard", -1, "142.6")] if s.has(guard, PINNED) else []
    return odds, number, [*found, *([Item("guard in close combat", -2, "20")] if s.has(guard, MELEE) else [])]


def guards(s: HollowState, side: int) -> list[int]:
    return [u for u in s.units(side) if s.has(u, GUARD)]


@rule("P", "197.3")
def refuse_escape(s: HollowState, at: RallyPhase, a: Escape) -> Refusal | None:
    """In the rally phase of their own player turn the prisoners of one guard may try to get away together, once; never Italians."""
    guard, name = a.guard, {"unit": s.world.names.pieces[a.guard]}
    if not s.is_unit(guard) or not s.is_on_map(guard) or s.side[guard] == at.side or not prisoners_of(s, guard):
        return Refusal("P", "{unit} guards nobody of yours.", name)
    if at.side != s.phasing:
        return Refusal("P", "Prisoners try to get away in their own player turn.")
    who = who_would_run(s, guard)
    if not who:
        return Refusal("197.3", "No Italian tries to get away once he is taken.")
    if guard in at.done:
        return Refusal("P", "They have tried in this phase.")
    if way_out(s, who[0], s.at[guard]) is None:
        return Refusal("P", "There is nowhere to run to around {unit}.", name)
    return None


def escape(s: HollowState, at: RallyPhase, a: Escape) -> None:
    change(s, at._replace(done=(*at.done, a.guard)))
    push(s, EscapeRoll(a.guard))


def refuse_guard(s: HollowState, side: int, guard: int) -> Refusal | None:
    found = refuse_not_own(s, side, guard, "P")
    return found or (None if s.has(guard, GUARD) else Refusal("P", "{unit} guards nobody.", {"unit": s.world.names.pieces[guard]}))


@rule("P")
def refuse_hand(s: HollowState, at: RallyPhase, a: HandOver) -> Refusal | None:
    """A guard hands his prisoners over to another unbroken unit of his hex, once a phase."""
    if (found := refuse_guard(s, at.side, a.guard) or refuse_not_own(s, at.side, a.unit, "P")) is not None:
        return found
    name = {"unit": s.world.names.pieces[a.unit]}
    if a.unit == a.guard:
        return Refusal("P", "{unit} guards them already.", name)
    if s.at[a.unit] != s.at[a.guard]:
        return Refusal("P", "{unit} is not in the hex of the guard.", name)
    if s.is_broken(a.unit):
        return Refusal("P", "{unit} is broken and guards nobody.", name)
    return Refusal("P", "Prisoners are handed over once a phase.") if a.guard in at.done else None


@rule("P")
def hand_over(s: HollowState, at: RallyPhase, a: HandOver) -> None:
    """All of them at once."""
    change(s, at._replace(done=(*at.done, a.guard)))
    for prisoner in prisoners_of(s, a.guard):
        entrust(s, prisoner, a.unit)
    s.mark("P", a.guard, GUARD, bool(prisoners_of(s, a.guard)))


@rule("P")
def refuse_let_go(s: HollowState, at: RallyPhase, a: SetFree) -> Refusal | None:
    """A guard may let his prisoners go, if there is a hex for them to run to; Italians stay where they are put."""
    found = refuse_guard(s, at.side, a.guard)
    if found is None and all(way_out(s, p, s.at[a.guard]) is None for p in prisoners_of(s, a.guard)):
        return Refusal("P", "There is nowhere for them to go.")
    return found


@rule("P")
def set_free(s: HollowState, at: RallyPhase, a: SetFree) -> None:
    """Each of them runs, if he can."""
    change(s, at._replace(done=(*at.done, a.guard)))
    for prisoner in prisoners_of(s, a.guard):
        run_free(s, prisoner, s.at[a.guard])
    s.mark("P", a.guard, GUARD, bool(prisoners_of(s, a.guard)))


@rule("P")
def read_escape(s: HollowState, at: EscapeRoll, dice: tuple[int, ...]) -> None:
    """At most the number of the odds: they are out; 11 and 12: they are shot down; else they are brought back."""
    guard, roll = at.guard, dice[0]
    odds, number, items = escape_items(s, guard)
    most = min(SHOT - 1, number - sum_of(items))
    word = "they get away" if roll <= most else "they are shot down" if roll >= SHOT else "they are brought back"
    s.do(Said("P", "escape", (s.world.names.pieces[guard], odds, most, word)))
    for prisoner in who_would_run(s, guard):
        if roll <= most:
            run_free(s, prisoner, s.at[guard])
        elif roll >= SHOT:
            s.spend("P", prisoner, 0)
            s.do(Removed("P", prisoner, s.at[prisoner], s.world.box["eliminated"]))
    s.mark("P", guard, GUARD, bool(prisoners_of(s, guard)))


def hand_candidates(s: HollowState, at: RallyPhase) -> list[HandOver]:
    return [HandOver(guard, unit) for guard in guards(s, at.side) for unit in s.units_at(s.at[guard], at.side)]


PRISONER_ORDERS = (
    Takes(Escape, escape, refuse_escape, candidates=lambda s, at: [Escape(guard) for guard in guards(s, 1 - at.side)]),
    Takes(HandOver, hand_over, refuse_hand, candidates=hand_candidates),
    Takes(SetFree, set_free, refuse_let_go, candidates=lambda s, at: [SetFree(guard) for guard in guards(s, at.side)]),
)
"""What prisoners and guards may do in the rally phase."""
ESCAPE_ROLL = roll_step(EscapeRoll, "escape", "P", "Prisoners try to get away", read_escape)
