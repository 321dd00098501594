"""What prisoners and guards may do in the rally phase: try to get away, be handed over, be let go."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from amba.core.decision import Action, Refusal
from amba.core.event import Removed, Said
from amba.core.flow import push
from amba.core.state import Frame
from amba.games.hollow.book import rule
from amba.games.hollow.marks import CX, GUARD, MELEE, PINNED
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r020_close_combat import kill_number, strength
from amba.games.hollow.rules.r179_prisoners import entrust, never_escapes, prisoners_of, run_free, way_out
from amba.games.hollow.rules.rolls import Roll
from amba.games.hollow.state import HollowState

SHOT = 11
"""From this roll on an attempt ends badly."""


def _guards(s: HollowState, side: int) -> list[int]:
    return [u for u in s.units(side) if s.has(u, GUARD)]


def who_would_run(s: HollowState, guard: int) -> list[int]:
    """Those of a guard's prisoners who ever try."""
    return [p for p in prisoners_of(s, guard) if not never_escapes(s, p)]


@rule("P", "197.3")
def refuse_escape(s: HollowState, side: int, guard: int, done: Sequence[int]) -> Refusal | None:
    """In the rally phase of their own player turn the prisoners of one guard may try to get away together, once; never Italians."""
    name = {"unit": s.world.names.pieces[guard]}
    if not s.is_unit(guard) or not s.is_on_map(guard) or s.side[guard] == side or not prisoners_of(s, guard):
        return Refusal("P", "{unit} guards nobody of yours.", name)
    if side != s.phasing:
        return Refusal("P", "Prisoners try to get away in their own player turn.")
    who = who_would_run(s, guard)
    if not who:
        return Refusal("197.3", "No Italian tries to get away once he is taken.")
    if guard in done:
        return Refusal("P", "They have tried in this phase.")
    if way_out(s, who[0], s.at[guard]) is None:
        return Refusal("P", "There is nowhere to run to around {unit}.", name)
    return None


@rule("P", "20")
def escape_items(s: HollowState, guard: int) -> tuple[str, int, list[Item]]:
    """The odds of close combat, a squad without weapons counting 2 and anybody else 1, and what makes it easier: an exhausted, pinned or fighting guard."""
    empty_handed = sum(2 if s.is_squad(p) else 1 for p in who_would_run(s, guard))
    odds, number = kill_number(Fraction(empty_handed), strength(s, guard, False))
    found = [Item("exhausted guard", -1, "142")] if s.has(guard, CX) else []
    found += [Item("pinned guard", -1, "142.6")] if s.has(guard, PINNED) else []
    return odds, number, [*found, *([Item("guard in close combat", -2, "20")] if s.has(guard, MELEE) else [])]


@rule("P")
def refuse_hand(s: HollowState, side: int, guard: int, other: int, done: Sequence[int]) -> Refusal | None:
    """A guard hands his prisoners over to another unbroken unit of his hex, once a phase."""
    if not s.is_unit(guard) or not s.is_on_map(guard) or s.side[guard] != side or not s.has(guard, GUARD):
        return Refusal("P", "That unit guards nobody.")
    if not s.is_unit(other) or other == guard or s.side[other] != side or s.at[other] != s.at[guard] or s.is_broken(other) or guard in done:
        return Refusal("P", "Prisoners are handed over to another unbroken unit of the hex, once a phase.")
    return None


@rule("P")
def refuse_let_go(s: HollowState, side: int, guard: int) -> Refusal | None:
    """A guard may let his prisoners go, if there is a hex for them to run to; Italians stay where they are put."""
    if not s.is_unit(guard) or not s.is_on_map(guard) or s.side[guard] != side or not s.has(guard, GUARD):
        return Refusal("P", "That unit guards nobody.")
    if all(way_out(s, p, s.at[guard]) is None for p in prisoners_of(s, guard)):
        return Refusal("P", "There is nowhere for them to go.")
    return None


def prisoner_orders(s: HollowState, side: int, done: Sequence[int]) -> list[Action]:
    """Everything of this kind that a side may do now."""
    names = s.world.names.pieces
    found: list[Action] = [("escape", names[g]) for g in _guards(s, 1 - side) if refuse_escape(s, side, g, done) is None]
    for guard in _guards(s, side):
        mates = s.units_at(s.at[guard], side)
        found += [("hand", names[guard], names[u]) for u in mates if refuse_hand(s, side, guard, u, done) is None]
        if refuse_let_go(s, side, guard) is None:
            found.append(("free", names[guard]))
    return found


def refuse_prisoner_order(s: HollowState, side: int, a: Action, done: Sequence[int]) -> Refusal | None:
    piece = s.world.names.piece
    if a[0] == "hand":
        return refuse_hand(s, side, piece[a[1]], piece[a[2]], done)
    return refuse_escape(s, side, piece[a[1]], done) if a[0] == "escape" else refuse_let_go(s, side, piece[a[1]])


@rule("P")
def carry_out(s: HollowState, a: Action) -> None:
    """One of `orders`."""
    guard = s.world.names.piece[a[1]]
    if a[0] == "escape":
        push(s, "escaping", guard)
        return
    held = prisoners_of(s, guard)
    for prisoner in held:
        if a[0] == "hand":
            entrust(s, prisoner, s.world.names.piece[a[2]])
        else:
            run_free(s, prisoner, s.at[guard])
    s.mark("P", guard, GUARD, bool(prisoners_of(s, guard)))


class Escaping(Roll):
    """Prisoners make a run for it: ("escaping", guard)."""

    kind, number, title = "escape", "P", "Prisoners try to get away"

    @rule("P")
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        """At most the number of the odds: they are out; 11 and 12: they are shot down; else they are brought back."""
        guard = frame[1]
        odds, number, items = escape_items(s, guard)
        most = min(SHOT - 1, number - sum_of(items))
        word = "they get away" if dice[0] <= most else "they are shot down" if dice[0] >= SHOT else "they are brought back"
        s.do(Said("P", "escape", (s.world.names.pieces[guard], odds, most, word)))
        for prisoner in who_would_run(s, guard):
            if dice[0] <= most:
                run_free(s, prisoner, s.at[guard])
            elif dice[0] >= SHOT:
                s.spend("P", prisoner, 0)
                s.do(Removed("P", prisoner, s.at[prisoner], s.world.box["eliminated"]))
        s.mark("P", guard, GUARD, bool(prisoners_of(s, guard)))
