"""Small positions on the real map, and orders as a player would type them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from amba.core.decision import Refusal
from amba.core.event import Event
from amba.games.ethiopia.game import Ethiopia, load
from amba.games.ethiopia.state import EthiopiaState

GAME = load()


class Table:
    """A position being played."""

    def __init__(self, units: dict[str, Any], phase: str, options: dict[str, str], more: dict[str, Any]) -> None:
        self.game: Ethiopia = GAME
        document = {"scenario": "campaign", "turn": 3, **more, "phase": phase, "units": units, "options": options}
        self.s: EthiopiaState = GAME.place(document)

    def do(self, *orders: str) -> list[Event]:
        events: list[Event] = []
        for order in orders:
            action = tuple(order.split())
            refusal = GAME.refuse(self.s, action)
            assert refusal is None, f"{order}: {refusal.text} [{refusal.rule}]"
            events += GAME.apply(self.s, action)
        assert not GAME.invariants(self.s)
        return events

    def why(self, order: str) -> Refusal:
        found = GAME.refuse(self.s, tuple(order.split()))
        assert found is not None, f"{order} is allowed"
        assert found.text
        return found

    def may(self, order: str) -> bool:
        action = tuple(order.split())
        allowed = GAME.refuse(self.s, action) is None
        assert allowed == (action in GAME.legal(self.s)), order
        return allowed

    def unit(self, key: str) -> int:
        return GAME.names.piece[key]

    def hex(self, name: str) -> int:
        return GAME.names.place[name]

    def at(self, key: str) -> str:
        return GAME.names.places[self.s.at[self.unit(key)]]

    def points(self, key: str) -> int:
        return self.s.face[self.unit(key)]

    def marks(self, key: str) -> set[str]:
        return {name for bit, name in enumerate(GAME.names.marks) if self.s.marks[self.unit(key)] >> bit & 1}

    def kind(self) -> str:
        decision = GAME.decision(self.s)
        return decision.kind if decision else "over"

    def items(self, order: str = "fight") -> dict[str, str]:
        """The odds panel: label -> value."""
        found = GAME.preview(self.s, tuple(order.split()))
        assert found is not None
        return {label: value for label, value, _ in found.items}

    def column(self, order: str = "fight") -> str:
        found = GAME.preview(self.s, tuple(order.split()))
        assert found is not None
        return found.column


MakeTable = Callable[..., Table]


@pytest.fixture
def table() -> MakeTable:
    def make(units: dict[str, Any], phase: str = "italian.movement", options: dict[str, str] | None = None, **more: Any) -> Table:
        return Table(units, phase, options or {}, more)

    return make


@pytest.fixture
def game() -> Ethiopia:
    return GAME


PLAIN = {"gordon1": "off", "gordon2": "off", "gordon3": "off", "gordon4": "off", "gordon5": "off", "gordon6": "off"}


@pytest.fixture
def plain() -> dict[str, str]:
    """The base game without Gordon's rules."""
    return dict(PLAIN)


@pytest.fixture
def base(table: MakeTable) -> MakeTable:
    """Like `table`, without Gordon's rules unless one is switched on."""

    def make(units: dict[str, Any], phase: str = "italian.movement", **more: Any) -> Table:
        options = {**PLAIN, **more.pop("options", {})}
        return table(units, phase, options, **more)

    return make
