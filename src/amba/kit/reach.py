"""Where a unit can go with the points it has: a bucket queue over ready lists of edge costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

Edges = Sequence[Sequence[tuple[int, int]]]
"""hex -> (neighbour, cost) pairs; costs are positive whole numbers."""

Extra = Callable[[int], int]


class Reach(NamedTuple):
    """The cheapest cost to each hex that can be entered, and the hex one comes from."""

    cost: dict[int, int]
    come_from: dict[int, int]

    def path(self, to: int) -> tuple[int, ...]:
        """From the start to this hex, both included."""
        steps = [to]
        come_from = self.come_from
        while steps[-1] in come_from:
            steps.append(come_from[steps[-1]])
        return tuple(reversed(steps))


def reach(
    start: int,
    points: int,
    edges: Edges,
    extra: Sequence[int] | None = None,
    stops: Sequence[int] | None = None,
    closed: Sequence[int] | None = None,
    spent: int = 0,
) -> Reach:
    """Every hex within `points`. All the rules come in as lists by hex, made once per phase or kept fresh by events.

    `extra` is added to the cost of entering a hex (zones of control); a unit that enters a hex with `stops` ends its move there; a hex
    with `closed` may not be entered.
    """
    best = {start: spent}
    come_from: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    if spent <= points:
        buckets[spent].append(start)
    for cost in range(spent, points + 1):
        bucket = buckets[cost]
        # New entries go to dearer buckets only: every cost is positive.
        for here in bucket:
            if best[here] != cost or (stops is not None and stops[here] and here != start):
                continue
            for there, price in edges[here]:
                total = cost + price
                if extra is not None:
                    total += extra[there]
                if total > points or (closed is not None and closed[there]):
                    continue
                known = best.get(there)
                if known is None or total < known:
                    best[there] = total
                    come_from[there] = here
                    buckets[total].append(there)
    return Reach(best, come_from)
