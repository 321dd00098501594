"""Clearing wire and mines."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import CHANCE, Action, Decision, Refusal, unknown_action
from amba.core.event import Rolled, Said
from amba.core.flow import Step, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.marks import BUSY, FIRED, MELEE, PREP
from amba.games.hollow.pieces import WORK_KINDS
from amba.games.hollow.rules.common import ExtraOrder
from amba.games.hollow.rules.dice import numbers, sum_of_two
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r191_works import kinds_at
from amba.games.hollow.state import HollowState


@rule("55", "56")
def refuse_clearing(s: HollowState, side: int, unit: int, what: str) -> Refusal | None:
    """A squad in wire, or in a minefield whose strength is known, may clear it instead of firing and moving."""
    number = "56" if what == "wire" else "55"
    if not s.is_squad(unit) or s.side[unit] != side or not s.is_on_map(unit) or s.is_broken(unit):
        return Refusal(number, "Only your unbroken squads clear wire and mines.")
    if any(s.has(unit, mark) for mark in (PREP, FIRED, BUSY, MELEE)):
        return Refusal(number, "It has fired, is busy or fights hand to hand.")
    kinds = kinds_at(s, s.at[unit])
    if what == "wire" and "wire" in kinds:
        return None
    if what == "mines" and any(kind.startswith("mines ") for kind in kinds):
        return None
    return Refusal(number, "There is nothing of that kind here that it could clear.")


def clear_orders(s: HollowState, side: int) -> list[Action]:
    """Who may clear what."""
    names = s.world.names.pieces
    return [("clear", names[unit], what) for unit in s.units(side) for what in ("wire", "mines") if refuse_clearing(s, side, unit, what) is None]


@rule("42")
def start_clearing(s: HollowState, a: Action) -> None:
    """Nobody works at wire or mines unseen."""
    unit = s.world.names.piece[a[1]]
    reveal(s, unit)
    s.mark("56" if a[2] == "wire" else "55", unit, BUSY)
    push(s, "clearing", unit, a[2])


class Clearing(Step[HollowState]):
    """The roll of a squad that clears: ("clearing", unit, wire or mines)."""

    def decision(self, s: HollowState) -> Decision:
        what = s.frames[-1][2]
        return Decision(CHANCE, "clear", "56" if what == "wire" else "55", "Clearing {what}", {"what": what})

    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return sum_of_two()

    @rule("55", "56")
    def apply(self, s: HollowState, a: Action) -> None:
        """Two dice, at most the squad's firepower: it is gone."""
        _, unit, what = s.frames[-1]
        number = "56" if what == "wire" else "55"
        dice = numbers(a)
        s.do(Rolled(number, "clear", dice))
        pop(s)
        done = dice[0] <= s.squad(unit).firepower
        s.do(Said(number, "clear", (s.world.names.pieces[unit], what, "is cleared" if done else "is still there")))
        if done:
            for work in s.works_at(s.at[unit]):
                kind = WORK_KINDS[s.face[work]]
                if kind == what or (what == "mines" and kind.startswith("mines ")):
                    s.remove(number, work, "spare")


def refuse_clear_order(s: HollowState, side: int, a: Action) -> Refusal | None:
    piece = s.world.names.piece
    return refuse_clearing(s, side, piece[a[1]], a[2]) if len(a) == 3 and a[1] in piece else unknown_action(a, ("clear",), "55")


CLEAR_ORDER = ExtraOrder("clear", "55", clear_orders, refuse_clear_order, start_clearing)
