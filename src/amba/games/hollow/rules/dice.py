"""Rolls of chance: two dice in any order, the sum of two dice, one die, one of several pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from amba.core.decision import Action


@cache
def two_dice() -> tuple[tuple[Action, int], ...]:
    """The lower die first: 21 results, so that doubles can be told apart."""
    return tuple((("roll", f"{a},{b}"), 1 if a == b else 2) for a in range(1, 7) for b in range(a, 7))


@cache
def three_dice() -> tuple[tuple[Action, int], ...]:
    """Two dice and a third one of its own."""
    return tuple((("roll", f"{a},{b},{c}"), 1 if a == b else 2) for a in range(1, 7) for b in range(a, 7) for c in range(1, 7))


@cache
def sum_of_two() -> tuple[tuple[Action, int], ...]:
    """Only the sum matters: 2 to 12."""
    counts: dict[int, int] = {}
    for a, b in product(range(1, 7), repeat=2):
        counts[a + b] = counts.get(a + b, 0) + 1
    return tuple((("roll", str(total)), count) for total, count in sorted(counts.items()))


@cache
def sum_and_die() -> tuple[tuple[Action, int], ...]:
    """The sum of two dice and a third one of its own."""
    return tuple((("roll", f"{action[1]},{die}"), weight) for action, weight in sum_of_two() for die in range(1, 7))


SUMS: tuple[tuple[int, int], ...] = tuple((int(action[1]), weight) for action, weight in sum_of_two())


@cache
def one_die() -> tuple[tuple[Action, int], ...]:
    return tuple((("roll", str(die)), 1) for die in range(1, 7))


def one_of(keys: Sequence[str]) -> list[tuple[Action, int]]:
    return [(("pick", key), 1) for key in keys]


def numbers(action: Action) -> tuple[int, ...]:
    """What the dice show."""
    return tuple(int(part) for part in action[1].split(","))


def at_most(limit: int) -> int:
    """In how many of 36 cases two dice show no more than this."""
    return sum(weight for total, weight in SUMS if total <= limit)
