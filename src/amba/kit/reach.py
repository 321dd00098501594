"""Where a unit can go with the points it has: a bucket queue over ready lists of edge costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Edges = Sequence[Sequence[tuple[int, int]]]
"""hex -> (neighbour, cost) pairs; costs are positive whole numbers."""


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
    closed: Sequence[int],
    zone: Sequence[int] | None = None,
    toll: int = 0,
    halt: int = 1,
    spent: int = 0,
) -> Reach:
    """Every hex within `points`, of which some are `spent`. The rules come in as lists by hex that events keep fresh.

    A hex with `closed` may not be entered. Entering a hex with `zone` costs the `toll` on top; a unit that enters one where `zone` is at
    least `halt` ends its move there.
    """
    best = {start: spent}
    come_from: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    if spent <= points:
        buckets[spent].append(start)
    for cost in range(spent, points + 1):
        # New entries go to dearer buckets only: every cost is positive.
        for here in buckets[cost]:
            if best[here] != cost or (zone is not None and zone[here] >= halt and here != start):
                continue
            for there, price in edges[here]:
                total = cost + price
                if zone is not None and zone[there]:
                    total += toll
                if total > points or closed[there]:
                    continue
                if there not in best or total < best[there]:
                    best[there] = total
                    come_from[there] = here
                    buckets[total].append(there)
    return Reach(best, come_from)
