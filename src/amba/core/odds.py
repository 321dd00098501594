"""Odds through the rules: an order is given on a copy, every die falls, and what the rules make of it is counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple, Protocol

from amba.core.decision import CHANCE, Chance, Decision
from amba.core.event import Event, Said
from amba.core.order import Order
from amba.core.state import State


class Told(Protocol):
    """Reads from what has happened so far which result it was; empty while it is not decided."""

    def __call__(self, s: Any, events: Sequence[Event], /) -> str: ...


@dataclass(frozen=True)
class ToldValue:
    """Reads one value of what the rules say under a name, the first time they do. Two that read the same are equal, so that previews can be compared."""

    what: str
    place: int
    nth: int = 0
    """How often it was said before."""

    def __call__(self, s: State, events: Sequence[Event]) -> str:
        found = (str(event.values[self.place]) for event in events if isinstance(event, Said) and event.what == self.what)
        return next(islice(found, self.nth, None), "")


Items = Sequence[tuple[str, str, str]]
"""The lines of a preview: label, value, rule."""


def between(items: Items, first: str, last: str) -> int:
    """The sum of the lines after the one labelled `first` (from the beginning, if there is none) and before the one labelled `last` (or to the end)."""
    labels = [label for label, _, _ in items]
    start = labels.index(first) + 1 if first in labels else 0
    return sum(number(value) for _, value, _ in items[start : labels.index(last) if last in labels else None])


def number(value: str) -> int:
    """The number a line begins with: -2 of '-2 columns'."""
    return int(value.split(maxsplit=1)[0])


def said_as(what: str) -> Told:
    """The result is what the rules note in the log under this name: the first value of it."""
    return ToldValue(what, 0)


class Referee(Protocol):
    """As much of a game as is needed to let dice fall."""

    def decision(self, s: Any) -> Decision | None: ...
    def outcomes(self, s: Any) -> Sequence[tuple[Any, int]]: ...
    def apply(self, s: Any, order: Any) -> list[Event]: ...


class Fall(NamedTuple):
    """A result, its chance, and the outcomes of the first roll that lead to it."""

    label: str
    chance: Fraction
    rolls: tuple[Order, ...]


def every_fall(referee: Referee, s: State, orders: Sequence[Order], told: Told) -> list[Fall]:
    """Give these orders on a copy and let every die fall until a result is told. In the order in which the dice first bring each result."""
    ready = s.copy()
    events = [event for order in orders for event in referee.apply(ready, order)]
    chances: dict[str, Fraction] = {}
    rolls: dict[str, dict[Order, None]] = {}

    def follow(state: State, happened: list[Event], chance: Fraction, first: Order | None) -> None:
        label = told(state, happened)
        if label:
            chances[label] = chances.get(label, Fraction(0)) + chance
            rolls.setdefault(label, {})
            if first is not None:
                rolls[label][first] = None
            return
        decision = referee.decision(state)
        if decision is None or decision.who != CHANCE:
            raise ValueError(f"no result was told before {decision.kind if decision else 'the end'}")
        outcomes = referee.outcomes(state)
        total = sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            after = state.copy()
            follow(after, [*happened, *referee.apply(after, outcome)], chance * Fraction(weight, total), first or outcome)

    follow(ready, events, Fraction(1), None)
    return [Fall(label, chance, tuple(rolls[label])) for label, chance in chances.items()]


def dice_text(roll: Order) -> str:
    """What the dice of a roll show."""
    return ",".join(map(str, roll[0]))


def as_chances(falls: Sequence[Fall], text: Callable[[str], str] = lambda label: "") -> tuple[Chance, ...]:
    """Falls as a preview shows them: what each result means, and the dice that bring it."""
    return tuple(Chance(fall.label, fall.chance, text(fall.label), ", ".join(map(dice_text, fall.rolls))) for fall in falls)
