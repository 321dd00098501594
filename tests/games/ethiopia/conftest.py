"""Small positions on the real map, and orders as a player would type them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from amba.core.decision import Preview, Refusal
from amba.core.event import Event
from amba.core.game import Game, judge
from amba.games.ethiopia.game import Ethiopia, load
from amba.games.ethiopia.state import EthiopiaState

GAME = load()


class Table:
    """A position being played."""

    def __init__(self, units: dict[str, Any], phase: str, options: dict[str, str], more: dict[str, Any]) -> None:
        self.game: Ethiopia = GAME
        document = {"scenario": "campaign", "turn": 3, **more, "phase": phase, "units": units, "options": options}
        self.s: EthiopiaState = GAME.place(document)

    def order(self, words: str) -> Any:
        """The order these words make, or its refusal."""
        return judge(cast("Game", GAME), self.s, tuple(words.split()))

    def do(self, *orders: str) -> list[Event]:
        events: list[Event] = []
        for words in orders:
            order = self.order(words)
            assert not isinstance(order, Refusal), f"{words}: {order.text} [{order.rule}]"
            events += GAME.apply(self.s, order)
        assert not GAME.invariants(self.s)
        return events

    def why(self, words: str) -> Refusal:
        found = self.order(words)
        assert isinstance(found, Refusal), f"{words} is allowed"
        assert found.text
        return found

    def may(self, words: str) -> bool:
        found = self.order(words)
        listed = [GAME.spell(order) for order in GAME.legal(self.s)]
        assert isinstance(found, Refusal) != (tuple(words.split()) in listed), words
        return not isinstance(found, Refusal)

    def menu(self) -> list[str]:
        """Every legal order in words."""
        return [" ".join(GAME.spell(order)) for order in GAME.legal(self.s)]

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

    def preview(self, words: str) -> Preview:
        found = GAME.preview(self.s, self.order(words))
        assert found is not None
        return found

    def items(self, words: str = "fight") -> dict[str, str]:
        """The odds panel: label -> value."""
        return {label: value for label, value, _ in self.preview(words).items}

    def column(self, words: str = "fight") -> str:
        return self.preview(words).column


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
