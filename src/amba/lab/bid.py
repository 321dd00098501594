"""The victory-point bid: how many points one side would have to be given for the sides to be even.

The bots do not know of the bid: the games are judged again as if the points had been added at the end. A game whose winner is not the one
its points name, because it ended by something else, keeps its winner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import inf, isfinite
from types import MappingProxyType
from typing import NamedTuple

from amba.core.game import Game
from amba.lab.record import Record
from amba.lab.stats import Estimate, bootstrap

FARTHEST = 512
ROUNDS = 400
FEW = 10
"""Games below which nothing is claimed."""
AS_USUAL: Mapping[str, str] = MappingProxyType({})


class Bid(NamedTuple):
    """Points to be given to a side at the end (taken from it where negative) for an even game."""

    side: str
    points: Estimate | None
    """None when no bid can be named: there are too few games, or too many of them ended by something other than points."""
    games: int
    unit: tuple[str, str]
    """What the points are called: one, and many."""


def unit_of(game: Game, scenario: str) -> tuple[str, str]:
    score = game.abilities.score
    return ("point", "points") if score is None else score.counted(scenario)


def even_bid(records: Sequence[Record], game: Game, scenario: str, options: Mapping[str, str] = AS_USUAL) -> Bid | None:
    """None for a game without points."""
    counted = game.abilities.score
    if counted is None or not records:
        return None
    side = game.sides[counted.side]
    called = unit_of(game, scenario)
    if len(records) < FEW:
        return Bid(side, None, len(records), called)
    unit = Fraction(1, 2) if any(record.score % 1 for record in records) else Fraction(1)

    @cache
    def worth(score: float) -> float:
        winner = counted.winner(scenario, score, options)
        return 0.5 if winner is None else float(winner == counted.side)

    def fixed(record: Record) -> float | None:
        """What a game is worth that points did not decide."""
        actual = 0.5 if not record.winner else float(record.winner == side)
        return None if actual == worth(record.score) else actual

    items = [(record.score, fixed(record)) for record in records]

    def share(sample: Sequence[tuple[float, float | None]], steps: int) -> float:
        given = float(steps * unit)
        return sum(worth(score + given) if kept is None else kept for score, kept in sample) / len(sample)

    def even(sample: Sequence[tuple[float, float | None]]) -> float:
        """Where the share crosses one half, between two steps in proportion."""
        low, high = -FARTHEST, FARTHEST
        if not share(sample, low) < 0.5 < share(sample, high):
            return inf if share(sample, high) <= 0.5 else -inf
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if share(sample, middle) < 0.5 else (low, middle)
        below, above = share(sample, low), share(sample, high)
        part = (0.5 - below) / (above - below) if above > below else 0.5
        return float(unit) * (low + min(max(part, 0.0), 1.0))

    found = bootstrap(items, even, ROUNDS, "bid")
    return Bid(side, found if all(map(isfinite, found)) else None, len(records), called)
