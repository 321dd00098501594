"""Where a unit can go with the points it has: a bucket queue over ready lists of edge costs."""

from __future__ import annotations

from collections.abc import Sequence

Edges = list[list[tuple[int, int]]]
"""hex -> (neighbour, cost) pairs; costs are positive whole numbers. Lists, which are the quickest to go through when compiled; positions share them."""


class Reach:
    """The cheapest cost to each hex that can be entered, and the hex one comes from."""

    __slots__ = ("_hexes", "come_from", "cost")

    def __init__(self, cost: dict[int, int], come_from: dict[int, int]) -> None:
        self.cost = cost
        self.come_from = come_from
        self._hexes: tuple[int, ...] | None = None

    @property
    def hexes(self) -> tuple[int, ...]:
        """Everywhere one can go, the start left out."""
        if self._hexes is None:
            self._hexes = tuple(self.come_from)
        return self._hexes

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

    No number in `closed` and `zone` is above 255. A hex with `closed` may not be entered. Entering a hex with `zone` costs the `toll` on top; a unit that enters one where `zone` is at
    least `halt` ends its move there.
    """
    come_from: dict[int, int] = {}
    beyond = points + 1
    if spent > points:
        return Reach({start: spent}, come_from)
    shut, watched = bytes(closed), bytes(zone or b"")  # asked for every step: bytes are the quickest to look up, compiled and not
    has_zone = zone is not None
    best = [beyond] * len(edges)
    best[start] = spent
    buckets: list[list[int]] = [[] for _ in range(beyond)]
    buckets[spent].append(start)
    for cost in range(spent, beyond):
        # New entries go to dearer buckets only: every cost is positive.
        left = points - cost
        for here in buckets[cost]:
            if best[here] != cost or (has_zone and watched[here] >= halt and here != start):
                continue
            for there, price in edges[here]:
                if price > left:
                    continue
                total = cost + price
                if total >= best[there] or shut[there]:
                    continue
                if has_zone and watched[there]:
                    total += toll
                    if total >= best[there]:
                        continue
                best[there] = total
                come_from[there] = here
                buckets[total].append(there)
    costs = {place: best[place] for place in come_from}
    costs[start] = spent
    return Reach(costs, come_from)
