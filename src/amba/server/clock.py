"""Time at the table: how long a side may leave the other waiting, and how fast one connection may ask."""

from __future__ import annotations

import time
from typing import Any

GRACE = 600
"""Seconds everybody has after the server has started before anything can be claimed: that it was down is nobody's fault."""


class Clock:
    """The pace that was agreed, and since when the table waits."""

    def __init__(self, pace: int = 0, moved: float = 0.0, started: float = 0.0) -> None:
        self.pace = pace
        self.moved = moved
        self.started = started
        """When the server that holds the table began; 0 where it has held it all the time."""

    def restart(self) -> float:
        """Something happened: the waiting begins anew."""
        self.moved = time.time()
        return self.moved

    @property
    def due(self) -> float:
        """From when on whoever waits may claim."""
        return max(self.moved + self.pace, self.started + min(self.pace, GRACE))

    def left(self) -> float:
        """Seconds until then."""
        return self.due - time.time()

    def data(self) -> dict[str, Any] | None:
        """For the browser: it counts by itself, so it is told how many seconds are left and not an hour of ours."""
        return {"pace": self.pace, "left": max(0, round(self.left()))} if self.pace else None


class Bucket:
    """A fair measure for one connection: so many messages at once, and so many a second after that."""

    SIZE = 300
    RATE = 100.0

    def __init__(self) -> None:
        self.left = float(self.SIZE)
        self.at = time.monotonic()

    def take(self, count: int = 1) -> bool:
        """Whether there is room for one message more, or for so many."""
        now = time.monotonic()
        self.left = min(self.SIZE, self.left + (now - self.at) * self.RATE)
        self.at = now
        if self.left < count:
            return False
        self.left -= count
        return True
