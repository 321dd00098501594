"""Comparing several plans (or answers to a question) on the same luck, when each trial costs time and says little.

Candidate 0 is taken unless another is better. All are tried on the same luck, sample by sample; those that fall behind are dropped, so that
the time goes to those that are close. Another candidate is believed only if it is ahead by more than luck explains.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import stdev

from amba.bots.budget import Budget

ENOUGH = 3
"""Of fewer samples nothing is believed."""
Trial = Callable[[int, int], float | None]
"""How a candidate ends on the luck of a sample; None: the time was up."""


class PairedTrials:
    """The results of every candidate so far, sample by sample."""

    def __init__(self, candidates: int, trial: Trial, budget: Budget, caution: float, samples: int, later: float = 1.0) -> None:
        """`samples` are tried of two candidates at most. `caution` is how many standard errors another candidate must be ahead: it was picked among several, and the luckiest of them looks good by luck.

        `later` is about what a further sample of a candidate costs beside the first.
        """
        self.trial = trial
        self.budget = budget
        self.caution = caution
        self.samples = samples
        self.later = later
        self.ends: list[list[float]] = [[] for _ in range(candidates)]

    def run(self) -> int:
        """The candidate to take."""
        ends, rivals = self.ends, list(range(1, len(self.ends)))
        for sample in range(self.samples):
            rivals = sorted(rivals, key=lambda index: (-lead(ends[index], ends[0]), index))[: rivals_in(sample, self.samples)]
            if not rivals or (4 * sample >= self.samples and lead(ends[rivals[0]], ends[0]) <= 0):
                break
            if not self.sample([0, *rivals], sample):
                break
            rivals = [index for index in rivals if len(ends[index]) > sample]
        return self.chosen()

    def sample(self, chosen: Sequence[int], sample: int) -> bool:
        """Try the chosen candidates on the same luck, the first one first; no: the time was up.

        Where the clock counts, the first one tells how long it takes, and no more are begun than leave time for samples enough.
        """
        before, most = self.budget.left, len(chosen)
        for count, index in enumerate(chosen):
            if count > most:
                break
            value = None if self.budget.spent else self.trial(index, sample)
            if value is None:
                return False
            self.ends[index].append(value)
            if count == sample == 0 and before is not None and (left := self.budget.left) is not None:
                most = affordable(most, left / max(before - left, 1e-3), self.later, self.samples)
        return True

    def chosen(self) -> int:
        """The best of those that were tried as often as the first, if it is better beyond doubt; else the first."""
        own = self.ends[0]
        rivals = [index for index in range(1, len(self.ends)) if self.ends[index] and len(self.ends[index]) >= len(own) - 1]
        if not rivals:
            return 0
        best = max(rivals, key=lambda index: (lead(self.ends[index], own), -index))
        return best if lead(self.ends[best], own) > doubt(self.ends[best], own, self.caution) else 0


def rivals_in(sample: int, samples: int) -> int | None:
    """How many candidates are tried besides the first: all on middling luck, then fewer and fewer."""
    share = 12 * sample / samples
    return None if sample == 0 else 3 if share <= 1 else 2 if share <= 3 else 1


def affordable(rivals: int, tries: float, later: float, samples: int) -> int:
    """How many of the rivals there is time for, samples enough of each and of the first candidate; one at least."""
    while rivals > 1 and rivals + later * sum(1 + min(rivals_in(sample, samples) or 0, rivals) for sample in range(1, ENOUGH)) > tries:
        rivals -= 1
    return rivals


def lead(ends: Sequence[float], own: Sequence[float]) -> float:
    """By how much these ends are better on average, sample by sample."""
    found = [a - b for a, b in zip(ends, own, strict=False)]
    return sum(found) / len(found) if found else 0.0


def doubt(ends: Sequence[float], own: Sequence[float], caution: float) -> float:
    """How much of a lead may be luck: so many standard errors of the difference. Of a few samples nothing is known."""
    found = [a - b for a, b in zip(ends, own, strict=False)]
    return caution * stdev(found) / math.sqrt(len(found)) if len(found) >= ENOUGH else math.inf
