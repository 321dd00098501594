"""Positions of Keren as short texts a player could read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from amba.core.decision import Preview, Refusal
from amba.core.event import Event
from amba.core.game import Game, judge, refuse_words
from amba.core.order import Words
from amba.games.keren.frames import AssaultDie, FireDie
from amba.games.keren.game import Keren, load
from amba.games.keren.rules.asking import FACES
from amba.games.keren.rules.r11_fire import fire_result
from amba.games.keren.rules.r14_assault import assault_result
from amba.games.keren.state import KerenState

GAME = load()
ANY_GAME = cast("Game", GAME)


class Table:
    """A position and the moves made from it."""

    def __init__(self, state: KerenState) -> None:
        self.game = GAME
        self.s = state

    def piece(self, key: str) -> int:
        return GAME.names.piece[key]

    def hex(self, name: str) -> int:
        return GAME.names.place[name]

    def where(self, key: str) -> str:
        return GAME.names.places[self.s.at[self.piece(key)]]

    def has(self, key: str, mark: str) -> bool:
        return self.s.has(self.piece(key), GAME.names.mark[mark])

    def menu(self) -> list[Words]:
        return [GAME.spell(order) for order in GAME.legal(self.s)]

    def order(self, words: str) -> Any:
        """The order these words make, which must be legal."""
        found = judge(ANY_GAME, self.s, tuple(words.split()))
        assert not isinstance(found, Refusal), f"{words}: {found.text}"
        return found

    def do(self, *orders: str) -> list[Event]:
        """Give orders, each a line of words; dice are orders too: `roll 4`."""
        events: list[Event] = []
        for order in orders:
            events += GAME.apply(self.s, self.order(order))
            assert not GAME.invariants(self.s)
        return events

    def get(self, cell: str) -> list[Event]:
        """Roll the first die that gives this result in the column in play: the tables are reconstructions and may change."""
        at = self.s.frames[-1]
        if isinstance(at, FireDie):
            cells = [fire_result(self.s.ranged_table, at.column, die) for die in FACES]
        else:
            assert isinstance(at, AssaultDie)
            cells = [assault_result(self.s.assault_table, at.column, die + at.modifier) for die in FACES]
        return self.do(f"roll {cells.index(cell) + 1}")

    def refused(self, order: str) -> Refusal:
        refusal = refuse_words(ANY_GAME, self.s, tuple(order.split()))
        assert refusal is not None, f"{order} is allowed"
        assert tuple(order.split()) not in self.menu()
        assert refusal.rule in GAME.rulebook
        assert refusal.text
        return refusal

    def preview(self, order: str) -> Preview | None:
        return GAME.preview(self.s, self.order(order))

    def note(self, order: str) -> str:
        return GAME.note(self.s, self.order(order))

    def asked(self) -> str:
        decision = GAME.decision(self.s)
        return "" if decision is None else decision.kind


Lay = Callable[..., Table]


@pytest.fixture
def keren() -> Keren:
    return GAME


@pytest.fixture
def lay() -> Lay:
    """Lay out a position: units by hex, the phase, and options."""

    def make(
        phase: str = "commonwealth.movement", units: dict[str, Any] | None = None, turn: int = 2, scenario: str = "first-battle", **more: Any
    ) -> Table:
        control = more.pop("control", {})
        document = {"scenario": scenario, "phase": phase, "turn": turn, "units": units or {}, "options": more, "control": control}
        return Table(GAME.place(document))

    return make
