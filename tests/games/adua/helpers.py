"""A table to lay out positions on: short texts in, actions as a player would type them."""

from __future__ import annotations

from typing import Any, cast

from amba.core.decision import CHANCE, Preview, Refusal
from amba.core.event import Event
from amba.core.game import Game, judge, refuse_words
from amba.games.adua.game import Adua, load
from amba.games.adua.orders import Hits, Score
from amba.games.adua.state import AduaState

GAME = load()
ANY_GAME = cast("Game", GAME)
"""The same, as sessions and replays want it: a game of some state."""


class Table:
    """One position, and hands to play it with."""

    def __init__(self) -> None:
        self.game: Adua = GAME
        self.s: AduaState = GAME.blank("battle", {})
        self.events: list[Event] = []

    def lay(self, units: dict[str, Any], phase: str = "italian.orders", turn: int = 1, **more: Any) -> Table:
        self.s = GAME.place({"units": units, "phase": phase, "turn": turn, **more})
        return self

    def order(self, text: str) -> Any:
        """An order as typed; it must be allowed."""
        found = judge(ANY_GAME, self.s, tuple(text.split()))
        assert not isinstance(found, Refusal), f"{text}: {found.text} [{found.rule}]"
        return found

    def do(self, *orders: str) -> Table:
        """Play orders; each must be allowed."""
        for text in orders:
            order = self.order(text)
            assert order in GAME.legal(self.s)
            self.events = GAME.apply(self.s, order)
            assert not GAME.invariants(self.s)
        return self

    def roll(self, *results: str) -> Table:
        """Let the dice fall as told."""
        for result in results:
            decision = GAME.decision(self.s)
            assert decision is not None
            assert decision.who == CHANCE, f"{decision.kind} is no roll"
            self.events = GAME.apply(self.s, self.order(result))
        return self

    def why(self, order: str) -> Refusal:
        """Why an order is refused; it must be."""
        refusal = refuse_words(ANY_GAME, self.s, tuple(order.split()))
        assert refusal is not None, f"{order} is allowed"
        assert order not in self.menu()
        assert refusal.rule in GAME.rulebook
        return refusal

    def preview(self, order: str) -> Preview | None:
        """What an order would do."""
        return GAME.preview(self.s, self.order(order))

    def scores(self) -> dict[Score, int]:
        """What may fall in a small arms combat, with its weight."""
        return {roll.score: weight for roll, weight in GAME.outcomes(self.s) if isinstance(roll, Hits)}

    def note(self, order: str) -> str:
        """The words beside an order."""
        return GAME.note(self.s, self.order(order))

    def menu(self, verb: str = "") -> set[str]:
        return {" ".join(GAME.spell(order)) for order in GAME.legal(self.s) if order.verb.startswith(verb)}

    @property
    def asks(self) -> str:
        decision = GAME.decision(self.s)
        return decision.kind if decision is not None else "over"

    def at(self, key: str) -> str:
        return GAME.names.places[self.s.at[GAME.names.piece[key]]]

    def marks(self, key: str) -> set[str]:
        bits = self.s.marks[GAME.names.piece[key]]
        return {name for bit, name in enumerate(GAME.names.marks) if bits >> bit & 1}

    def steps(self, key: str) -> int:
        """Steps left; none for an eliminated unit."""
        piece = GAME.names.piece[key]
        return 0 if self.at(key) == "eliminated" else GAME.world.units[piece].steps - self.s.face[piece]

    def value(self, key: str) -> int:
        return self.s.value(GAME.names.piece[key])

    def piece(self, key: str) -> int:
        return GAME.names.piece[key]
