"""Odds tables with shifts, and exact odds through the rules themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from amba.core.decision import CHANCE, Action
from amba.core.game import Game
from amba.core.state import State

K = TypeVar("K")


def ratio(attack: int, defence: int) -> tuple[int, int]:
    """The odds rounded down in the defender's favour: 17 to 5 is 3-1, 5 to 17 is 1-4."""
    if defence <= 0:
        return (attack, 0)
    if attack >= defence:
        return attack // defence, 1
    if attack <= 0:
        return (0, 1)
    return 1, -(-defence // attack)


def column(odds: tuple[int, int], columns: Sequence[str]) -> int:
    """The last column that the odds reach; odds below the first use the first."""
    value = Fraction(odds[0], odds[1]) if odds[1] else None
    found = 0
    for index, name in enumerate(columns):
        left, right = name.split("-")
        if value is None or Fraction(int(left), int(right)) <= value:
            found = index
    return found


def shift(index: int, by: int, columns: Sequence[str]) -> int:
    """So many columns to the right (or left), staying on the table."""
    return max(0, min(len(columns) - 1, index + by))


def column_for(attack: int, defence: int, by: int, columns: Sequence[str]) -> int:
    """The column of an attack: its odds, rounded for the defender and shifted."""
    return shift(column(ratio(attack, defence), columns), by, columns)


def distribution(game: Game, s: State, action: Action, describe: Callable[[State], K], depth: int = 4) -> dict[K, Fraction]:
    """What an action leads to, with exact chances: played through the rules until a side decides or `depth` rolls are done."""
    found: dict[K, Fraction] = defaultdict(Fraction)

    def follow(state: State, chance: Fraction, left: int) -> None:
        decision = game.decision(state)
        if decision is None or decision.who != CHANCE or left == 0:
            found[describe(state)] += chance
            return
        outcomes = game.outcomes(state)
        total = sum(weight for _, weight in outcomes)
        for result, weight in outcomes:
            after = state.copy()
            game.apply(after, result)
            follow(after, chance * Fraction(weight, total), left - 1)

    first = s.copy()
    game.apply(first, action)
    follow(first, Fraction(1), depth)
    return dict(found)
