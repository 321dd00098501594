"""What has been worked out about grounds, within bounds.

A ground never changes, so what is known of it stays true: lines of sight above all. There are as many of those as pairs of hexes, and a server that
lays every scenario would keep them all. So the grounds of one process share a budget; when it is used up, whoever has the most begins afresh.
"""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakValueDictionary

V = TypeVar("V")


class Budget:
    """How many answers of one kind a process keeps."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.left = most
        self._all: WeakValueDictionary[int, Answers[Any]] = WeakValueDictionary()
        self._counting = Lock()

    def join(self, answers: Answers[Any]) -> None:
        with self._counting:
            self._all[id(answers)] = answers

    def make_room(self) -> None:
        """Counts anew: some grounds may be gone. If that is not enough, the fullest memory is emptied."""
        with self._counting:
            there = list(self._all.values())
            kept = sum(map(len, there))
            if kept >= self.most:
                fullest = max(there, key=len)
                kept -= len(fullest)
                fullest.clear()
            self.left = self.most - kept


class Answers(dict[Hashable, V]):
    """What is known of one ground. Asked like any dictionary; `keep` adds to it."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget
        budget.join(self)

    def keep(self, key: Hashable, value: V) -> V:
        if self.budget.left <= 0:
            self.budget.make_room()
        self.budget.left -= 1
        self[key] = value
        return value


SIGHTLINES = Budget(40_000)
"""Lines with everything that stands in them: about half a kilobyte each."""
OPEN_LINES = Budget(120_000)
"""Whether a line is open: about 160 bytes each."""
STEPS = Budget(120_000)
"""What steps and shots cost over a ground: about 250 bytes each."""
ROWS = Budget(4_000)
"""How far all hexes are from one: 2 or 3 KB each."""
PLANS = Budget(200)
"""Battles of one's own, by what was chosen and bought for them: a few KB each."""
