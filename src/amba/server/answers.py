"""What goes out: refusals, previews and menus as plain data."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from amba.core.decision import Action, Preview, Refusal, Side
from amba.core.game import Game
from amba.core.menu import Menu
from amba.core.order import Words
from amba.core.state import State


class Refused(Exception):
    """Why the server did not do something. `code` is for programs, the sentence for people."""

    def __init__(self, code: str, text: str, rule: str = "", items: tuple[tuple[str, str, str], ...] = (), hexes: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule
        self.items = items
        self.hexes = hexes

    @classmethod
    def by_rule(cls, refusal: Refusal) -> Refused:
        return cls("illegal", refusal.text, refusal.rule, refusal.items, refusal.hexes)

    def data(self) -> dict[str, Any]:
        return {"code": self.code, "rule": self.rule, "text": self.text, "items": self.items, "hexes": self.hexes}


def ray_data(rays: Sequence[tuple[str, str, str]]) -> list[dict[str, str]]:
    """The lines of a refusal in the form of an overlay's."""
    return [{"from": a, "to": b, "tone": "blocked", "blocked": stop} for a, b, stop in rays]


class Seat(NamedTuple):
    """Somebody at a table: the sides held, none for a watcher."""

    token: str
    table: str
    sides: tuple[int, ...]
    host: bool = False

    @property
    def watches(self) -> bool:
        return not self.sides

    @property
    def is_hot(self) -> bool:
        """One screen for several sides."""
        return len(self.sides) > 1


def preview_data(preview: Preview | None) -> dict[str, Any]:
    return (preview or Preview("")).data()


def menu_data(game: Game, state: State) -> dict[str, Any]:
    menu, decision = game.legal(state), game.decision(state)
    idle = _skippable(game, state, decision.kind) if decision is not None else frozenset()
    return {
        "actions": [_choice(game, state, action) | _idleness(action, idle) for action in menu.plain],
        "heads": [{"a": game.spell(head), "label": game.label(state, head)} | _idleness(head, idle) for head in menu.heads],
    }


def _skippable(game: Game, state: State, kind: str) -> frozenset[str]:
    """The verbs that nobody need be stopped for in this decision."""
    at_stake = game.abilities.at_stake.get(kind)
    return frozenset() if at_stake is not None and at_stake(state) else game.abilities.skippable.get(kind, frozenset())


def _idleness(action: Action, idle: Collection[str]) -> dict[str, Any]:
    return {"idle": True} if action.verb in idle else {}


def _choice(game: Game, state: State, action: Action) -> dict[str, Any]:
    note = game.note(state, action)
    return {"a": game.spell(action), "label": game.label(state, action), **({"note": note} if note else {})}


def tails_data(game: Game, state: State, words: Words) -> list[dict[str, Any]]:
    """What goes on from a beginning; nothing where that is no beginning now."""
    menu = game.legal(state)
    head = head_of(game, menu, words)
    return [] if head is None else [{"a": game.spell(a), "label": game.label(state, a), "note": game.note(state, a)} for a in menu.tails(head)]


def head_of(game: Game, menu: Menu, words: Words) -> Any | None:
    """The head these words name, if it is in the menu."""
    return next((head for head in menu.heads if game.spell(head) == words), None)


def wants_place(game: Game, words: Words) -> bool:
    """Whether this is a gesture that is only begun, and nothing but the place is missing."""
    shapes = [shape for shape in game.orders if shape[0] == words[0]]
    return all(len(shape) != len(words) for shape in shapes) and any(len(shape) == len(words) + 1 and shape[-1] == "place" for shape in shapes)


def completed(game: Game, state: State, side: Side | None, words: Words) -> Words:
    """A gesture that is only begun, as an order the referee can judge: a unit is asked to go where it stands.

    The place is taken from the view of the side that asks, never from the position: where a piece stands that this side does not see nobody is told.
    """
    if not wants_place(game, words):
        return words
    seen = game.view(state, side)["pieces"].get(words[-1])
    return words if seen is None else (*words, seen["at"])
