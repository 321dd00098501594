"""Positions of Keren as short texts a player could read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from amba.core.decision import Action, Refusal
from amba.core.event import Event
from amba.games.keren.game import Keren, load
from amba.games.keren.state import KerenState

GAME = load()


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

    def menu(self) -> list[Action]:
        return list(GAME.legal(self.s))

    def do(self, *orders: str) -> list[Event]:
        """Give orders, each a line of words; dice are orders too: `roll 4`."""
        events: list[Event] = []
        for order in orders:
            action = tuple(order.split())
            refusal = GAME.refuse(self.s, action)
            assert refusal is None, f"{order}: {refusal.text if refusal else ''}"
            events += GAME.apply(self.s, action)
            assert not GAME.invariants(self.s)
        return events

    def get(self, cell: str) -> list[Event]:
        """Roll the first die that gives this result in the column in play: the tables are reconstructions and may change."""
        frame, world = self.s.frames[-1], self.s.world
        if frame[0] == "fire-die":
            rows = [world.ranged.cells[die - 1][frame[4]] for die in range(1, 7)]
        else:
            last = len(world.assault.rows) - 1
            rows = [world.assault.cells[max(0, min(last, die + frame[5]))][frame[4]] for die in range(1, 7)]
        return self.do(f"roll {rows.index(cell) + 1}")

    def refused(self, order: str) -> Refusal:
        refusal = GAME.refuse(self.s, tuple(order.split()))
        assert refusal is not None, f"{order} is allowed"
        assert tuple(order.split()) not in GAME.legal(self.s)
        assert refusal.rule in GAME.rulebook
        assert refusal.text
        return refusal

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
