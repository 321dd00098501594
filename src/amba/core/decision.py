"""Whose choice it is, what may be chosen, and why the rest may not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

Action = Any
"""An order (`amba.core.order.Order`): a typed value of the game's own. Only its game looks into it."""

Side = int
"""An index into the game's `sides`."""

CHANCE: Side = -1
"""The player who rolls dice and draws chits."""

NOTHING: Mapping[str, Any] = {}


class Decision(NamedTuple):
    """A choice somebody has to make now."""

    who: Side
    kind: str
    rule: str
    prompt: str
    values: Mapping[str, Any] = NOTHING

    @property
    def text(self) -> str:
        return self.prompt.format(**self.values)


class Refusal(NamedTuple):
    """Why an action is not allowed: the rule, a sentence, the arithmetic behind it, and where to look."""

    rule: str
    template: str
    values: Mapping[str, Any] = NOTHING
    items: tuple[tuple[str, str, str], ...] = ()
    """The arithmetic, line by line: label, value, rule number."""
    hexes: tuple[str, ...] = ()
    rays: tuple[tuple[str, str, str], ...] = ()
    """Lines to draw over the map: from, to, and the hex or hexside (`a/b`) that stops it, if any."""

    @property
    def text(self) -> str:
        return self.template.format(**self.values)


class Chance(NamedTuple):
    """One result of a fight with its exact chance."""

    label: str
    chance: Fraction
    text: str
    dice: str = ""


class Preview(NamedTuple):
    """What an action would do, before it is done."""

    title: str
    path: tuple[str, ...] = ()
    cost: str = ""
    items: tuple[tuple[str, str, str], ...] = ()
    column: str = ""
    odds: tuple[Chance, ...] = ()
    sampled: bool = False
    warnings: tuple[str, ...] = ()
    orders: tuple[Any, ...] = ()
    """The orders whose dice these odds are of, where they are not those of the order itself alone: a law gives them and lets every die fall."""
    told: Any = None
    """How the result is read from what happens then (`amba.core.odds.Told`)."""

    def data(self) -> dict[str, Any]:
        """As plain data; chances as numerator and denominator."""
        found = self._asdict()
        del found["orders"], found["told"]
        found["odds"] = [{**odd._asdict(), "chance": [odd.chance.numerator, odd.chance.denominator]} for odd in self.odds]
        return found


class Result(NamedTuple):
    """How a game ended. `winner` is None for a draw."""

    winner: Side | None
    level: str
    text: str
    score: int = 0


class IllegalAction(Exception):
    """Raised when somebody tries what the rules refuse."""

    def __init__(self, action: tuple[str, ...], refusal: Refusal) -> None:
        super().__init__(f"{' '.join(action)}: {refusal.text} [{refusal.rule}]")
        self.action = action
        self.refusal = refusal


def unknown_action(action: Sequence[str], expected: Sequence[str], rule: str) -> Refusal:
    """The answer to an order that makes no sense here."""
    words = ", ".join(expected) or "nothing"
    return Refusal(rule, "'{order}' is not an order for this moment; expected: {words}.", {"order": " ".join(action), "words": words})
