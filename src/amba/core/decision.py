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


class LineChance(NamedTuple):
    """A chance that stands in a line of a preview ("bog roll: 8.3 %"), and how the rules tell whether it came."""

    text: str
    """The words that are shown, with one chance among them."""
    told: Any
    """Reads it from what happens (`amba.core.odds.Told`): YES, NO, or another word where it never came to it."""
    orders: Any = ()
    """Of which orders, where they are not those of the preview (`Preview.orders`)."""
    otherwise: str = ""
    """What it is when no more dice fall and nothing has told it; nothing: it never came to it."""


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
    orders: Any = ()
    """The orders whose dice these odds are of, where they are not those of the order itself alone: a law gives them and lets every die fall.

    Or a function of game and position that gives them, where they depend on what the side cannot see; none, if it cannot be said.
    """
    told: Any = None
    """How the result is read from what happens then (`amba.core.odds.Told`)."""
    shown: tuple[tuple[str, Any], ...] = ()
    """What is shown besides the odds (cost, column, strengths, the sum of the modifiers), each with how the rules tell the same: a law compares them."""
    more: str = ""
    """What would make it better: "2 more points reach 3-1"."""
    lit: tuple[tuple[str, str, str], ...] = ()
    """What of the charts speaks of this very case: chart, head of the row, head of the column; without a column the whole row."""
    joins: Any = None
    """The order by which units join, where this is a fight "with all who can": before the last of the orders nobody else may."""
    chances: tuple[LineChance, ...] = ()
    """The chances in lines and warnings, each with how the rules tell whether it came: a law compares them."""

    def data(self) -> dict[str, Any]:
        """As plain data; chances as numerator and denominator."""
        found = self._asdict()
        for name in ("orders", "told", "shown", "joins", "chances"):
            del found[name]
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
