"""The little statistics the lab needs, in plain Python: shares, means and their intervals (95 in 100 throughout)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple, TypeVar

Z = 1.959964
T = {
    1: 12.706,
    2: 4.303,
    3: 3.182,
    4: 2.776,
    5: 2.571,
    6: 2.447,
    7: 2.365,
    8: 2.306,
    9: 2.262,
    10: 2.228,
    12: 2.179,
    15: 2.131,
    20: 2.086,
    30: 2.042,
    60: 2.0,
    120: 1.98,
}
"""Student's t by degrees of freedom; the next smaller one is taken, which errs on the wide side."""

Item = TypeVar("Item")


class Estimate(NamedTuple):
    """A figure with its interval."""

    value: float
    low: float
    high: float

    @property
    def is_away_from_zero(self) -> bool:
        return self.low > 0 or self.high < 0


def wilson(wins: float, n: int) -> Estimate:
    """A share with Wilson's interval: sound near 0 and 1 and for few games. A draw may count as half a win."""
    if n == 0:
        return Estimate(0.0, 0.0, 1.0)
    share = wins / n
    below = 1 + Z * Z / n
    centre = (share + Z * Z / (2 * n)) / below
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / below
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half))


def student(freedom: float) -> float:
    known = [degrees for degrees in T if degrees <= freedom]
    return T[max(known)] if known else T[1]


def mean(values: Sequence[float]) -> Estimate:
    """A mean with Student's interval; one value alone says nothing about its spread."""
    if not values:
        return Estimate(0.0, float("-inf"), float("inf"))
    middle = fmean(values)
    if len(values) == 1:
        return Estimate(middle, float("-inf"), float("inf"))
    half = student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(middle, middle - half, middle + half)


def share_difference(wins_a: float, n_a: int, wins_b: float, n_b: int) -> Estimate:
    """How much larger the second share is, with Newcombe's interval from the two Wilson intervals."""
    a, b = wilson(wins_a, n_a), wilson(wins_b, n_b)
    gap = b.value - a.value
    down = sqrt((b.value - b.low) ** 2 + (a.high - a.value) ** 2)
    up = sqrt((b.high - b.value) ** 2 + (a.value - a.low) ** 2)
    return Estimate(gap, gap - down, gap + up)


def mean_difference(a: Sequence[float], b: Sequence[float]) -> Estimate:
    """How much larger the second mean is, with Welch's interval."""
    gap = fmean(b) - fmean(a)
    if min(len(a), len(b)) < 2:
        return Estimate(gap, float("-inf"), float("inf"))
    part_a, part_b = stdev(a) ** 2 / len(a), stdev(b) ** 2 / len(b)
    error = part_a + part_b
    if error == 0:
        return Estimate(gap, gap, gap)
    freedom = error**2 / (part_a**2 / (len(a) - 1) + part_b**2 / (len(b) - 1))
    half = student(freedom) * sqrt(error)
    return Estimate(gap, gap - half, gap + half)


def paired_difference(a: Sequence[float], b: Sequence[float]) -> Estimate:
    """The same over pairs that shared their dice: what the dice did to both cancels out."""
    return mean([y - x for x, y in zip(a, b, strict=True)])


def paired_share_difference(a: Sequence[float], b: Sequence[float]) -> Estimate:
    """How much more often pairs were won in the second, with Agresti and Min's interval (2005): sound also where hardly a pair differs.

    Half a pair is added to each of the four ways a pair can go; a draw counts as half a win.
    """
    gaps = [y - x for x, y in zip(a, b, strict=True)]
    total, size = sum(gaps), len(gaps) + 2
    half = Z * sqrt(sum(gap * gap for gap in gaps) + 1 - total * total / size) / size
    return Estimate(fmean(gaps), max(-1.0, total / size - half), min(1.0, total / size + half))


def bootstrap(items: Sequence[Item], figure: Callable[[Sequence[Item]], float], rounds: int = 1000, seed: str = "bootstrap") -> Estimate:
    """Any figure with the interval of its values over samples drawn again from the items; the same every time."""
    rng = Random(seed)
    count = len(items)
    found = sorted(figure([items[int(rng.random() * count)] for _ in range(count)]) for _ in range(rounds))
    return Estimate(figure(items), found[int(0.025 * rounds)], found[min(rounds - 1, int(0.975 * rounds))])


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share lies, between neighbours in proportion."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
