"""Odds through the rules: an order is given on a copy, every die falls, and what the rules make of it is counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, Protocol

from amba.core.decision import CHANCE, Chance, Decision
from amba.core.event import Event, Said
from amba.core.order import Order
from amba.core.state import State

Told = Callable[[State, Sequence[Event]], str]
"""Reads from what has happened so far which result it was; empty while it is not decided."""


@cache
def said_as(what: str) -> Told:
    """The result is what the rules note in the log under this name: the first value of it. One function for each name, so that equal previews are equal."""

    def told(s: State, events: Sequence[Event]) -> str:
        return next((str(event.values[0]) for event in events if isinstance(event, Said) and event.what == what), "")

    return told


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


def as_chances(
    falls: Sequence[Fall], text: Callable[[str], str] = lambda label: "", dice: Callable[[Order], str] = lambda roll: ",".join(map(str, roll[0]))
) -> tuple[Chance, ...]:
    """Falls as a preview shows them: what each result means, and the dice that bring it."""
    return tuple(Chance(fall.label, fall.chance, text(fall.label), ", ".join(map(dice, fall.rolls))) for fall in falls)
