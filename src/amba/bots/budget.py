"""How much a bot may think: so many seconds at a table, so much work in the lab, where the same question must get the same answer."""

from __future__ import annotations

from time import monotonic


class Budget:
    """Positions looked at, and a deadline. Whoever thinks asks `spent` now and then and stops with the best so far."""

    def __init__(self, work: int, limit: float | None = None) -> None:
        self.work = work
        self.until = None if limit is None else monotonic() + limit

    def use(self, work: int = 1) -> None:
        self.work -= work

    @property
    def left(self) -> float | None:
        """Seconds left, if they are counted."""
        return None if self.until is None else max(0.0, self.until - monotonic())

    @property
    def late(self) -> bool:
        """Past the deadline, if there is one."""
        return self.until is not None and monotonic() > self.until

    @property
    def spent(self) -> bool:
        return self.work <= 0 or self.late
