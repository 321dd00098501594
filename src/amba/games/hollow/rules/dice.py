"""What dice may show: two dice in any order, the sum of two dice, one die."""

from __future__ import annotations

from itertools import product

from amba.core.order import Roll

Rolls = tuple[tuple[Roll, int], ...]
"""Every roll with its weight."""
FACES = range(1, 7)
ONE_DIE: Rolls = tuple((Roll((die,)), 1) for die in FACES)
TWO_DICE: Rolls = tuple((Roll((a, b)), 1 if a == b else 2) for a in FACES for b in range(a, 7))
"""The lower die first: 21 results, so that doubles can be told apart."""
THREE_DICE: Rolls = tuple((Roll((*roll.dice, die)), weight) for roll, weight in TWO_DICE for die in FACES)
"""Two dice and a third one of its own."""
SUMS = tuple((total, sum(1 for a, b in product(FACES, repeat=2) if a + b == total)) for total in range(2, 13))
"""The sum of two dice, and in how many of 36 cases they make it."""
SUM_OF_TWO: Rolls = tuple((Roll((total,)), weight) for total, weight in SUMS)
"""Only the sum matters: 2 to 12."""
SUM_AND_DIE: Rolls = tuple((Roll((total, die)), weight) for total, weight in SUMS for die in FACES)
"""The sum of two dice and a third one of its own."""


def at_most(limit: int) -> int:
    """In how many of 36 cases two dice show no more than this."""
    return sum(weight for total, weight in SUMS if total <= limit)
