"""Odds through the rules: an order is given on a copy, every die falls, and what the rules make of it is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any, NamedTuple, Protocol

from amba.core.decision import CHANCE, Chance, Decision
from amba.core.event import FRAME_EVENTS, Event, Moved, Rolled, Said
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


@dataclass(frozen=True)
class PaidOnTheWay:
    """What the way that a piece has gone costs by the rules, step by step, of the points it has: as a preview writes it, "3 of 5"."""

    price: Callable[[Any, int, int, int], int]
    """What a step costs: from the position after it, the piece, and the two places."""
    points: Callable[[Any, int], int]
    """How many points the piece has in all."""
    before: int = 0
    """What it had spent before."""
    text: Callable[[int], str] = str

    def __call__(self, s: Any, events: Sequence[Event]) -> str:
        moved = next((event for event in events if isinstance(event, Moved)), None)
        if moved is None:
            return ""
        spent = self.before + sum(self.price(s, moved.piece, here, there) for here, there in pairwise(moved.path))
        return f"{self.text(spent)} of {self.text(self.points(s, moved.piece))}"


YES, NO = "yes", "no"
"""How it is told whether a chance in a line came."""

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


DICE_AND_FRAMES = (Rolled, *FRAME_EVENTS)
"""What of the things that have happened the position itself remembers, or nothing does."""


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


Given = Order | Callable[[Any], Order]
"""An order, or what says which order is given once the position before it is known."""


class GoneWay(NamedTuple):
    """A position that orders led to, what happened on the way, and its chance."""

    state: State
    events: list[Event]
    chance: Fraction


def every_way(referee: Referee, s: State, orders: Sequence[Given]) -> list[GoneWay]:
    """Give these orders on copies. Where chance decides before one of them, it goes every way; ways that come to the same position are one."""
    ways = [GoneWay(s.copy(), [], Fraction(1))]
    for order in orders:
        ways = [choice for way in ways for choice in _until_asked(referee, way, order)]
        for state, events, _ in ways:
            events += referee.apply(state, order(state) if callable(order) else order)
    return ways


def _until_asked(referee: Referee, way: GoneWay, order: Given) -> list[GoneWay]:
    """Every way in which chance lets it come to the order; an order may be chance's own."""
    decision = referee.decision(way.state)
    if decision is None or decision.who != CHANCE:
        return [way]
    outcomes = referee.outcomes(way.state)
    if any(outcome == order for outcome, _ in outcomes):
        return [way]
    total = sum(weight for _, weight in outcomes)
    found: dict[Any, GoneWay] = {}
    for outcome, weight in outcomes:
        state = way.state.copy()
        after = GoneWay(state, [*way.events, *referee.apply(state, outcome)], way.chance * Fraction(weight, total))
        same = found.setdefault(state.key(), after)
        if same is not after:
            found[state.key()] = same._replace(chance=same.chance + after.chance)
    return [choice for one in found.values() for choice in _until_asked(referee, one, order)]


def every_fall(referee: Referee, s: State, orders: Sequence[Given], told: Told) -> list[Fall]:
    """Give these orders on copies and let every die fall until a result is told. In the order in which the dice first bring each result."""
    chances: dict[str, Fraction] = {}
    rolls: dict[str, dict[Order, None]] = {}
    falling = _Falling(referee, told)
    for way in every_way(referee, s, orders):
        for label, chance, first in falling.first(way.state, way.events):
            chances[label] = chances.get(label, Fraction(0)) + way.chance * chance
            rolls.setdefault(label, {})
            if first is not None:
                rolls[label][first] = None
    return [Fall(label, chance, tuple(rolls[label])) for label, chance in chances.items()]


class _Falling:
    """Dice fall from one position after the other; where they have come to the same position by the same words, the rest is worked out once.

    Of several rolls of which the best counts most are alike: what is told must not ask which dice were thrown before, and only then.
    """

    def __init__(self, referee: Referee, told: Told) -> None:
        self.referee, self.told = referee, told
        self.known: dict[Any, dict[str, Fraction]] = {}

    def first(self, state: State, happened: list[Event]) -> list[tuple[str, Fraction, Order | None]]:
        """Every result with its chance, and the outcome of the next roll that leads to it; none where it is told already."""
        label = self.told(state, happened)
        if label:
            return [(label, Fraction(1), None)]
        found = [(self.after(after, events), share, outcome) for after, events, share, outcome in self.outcomes(state, happened)]
        return [(label, share * chance, outcome) for results, share, outcome in found for label, chance in results.items()]

    def after(self, state: State, happened: list[Event]) -> dict[str, Fraction]:
        """Every result with its chance, in the order in which the dice first bring it."""
        label = self.told(state, happened)
        if label:
            return {label: Fraction(1)}
        key = state.key(), tuple(event for event in happened if not isinstance(event, DICE_AND_FRAMES))
        results = self.known.setdefault(key, {})  # hashed once: a position is long
        if not results:
            for after, events, share, _ in self.outcomes(state, happened):
                for text, chance in self.after(after, events).items():
                    results[text] = results.get(text, Fraction(0)) + share * chance
        return results

    def outcomes(self, state: State, happened: list[Event]) -> Iterator[tuple[State, list[Event], Fraction, Order]]:
        """Every way the dice that are called for can fall: the position after it, what has happened until then, its chance, and how they fall."""
        decision = self.referee.decision(state)
        if decision is None or decision.who != CHANCE:
            raise ValueError(f"no result was told before {decision.kind if decision else 'the end'}")
        outcomes = self.referee.outcomes(state)
        total = sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            after = state.copy()
            yield after, [*happened, *self.referee.apply(after, outcome)], Fraction(weight, total), outcome


def dice_text(roll: Order) -> str:
    """What the dice of a roll show."""
    return ",".join(map(str, roll[0]))


def as_chances(falls: Sequence[Fall], text: Callable[[str], str] = lambda label: "") -> tuple[Chance, ...]:
    """Falls as a preview shows them: what each result means, and the dice that bring it."""
    return tuple(Chance(fall.label, fall.chance, text(fall.label), ", ".join(map(dice_text, fall.rolls))) for fall in falls)
