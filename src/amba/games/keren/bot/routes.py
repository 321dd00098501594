"""Who can be where in time: Italians who come back for lost ground before the end (4.2), and to Tigu before the enemy (4.1).

Ground counts at the end only, so a battalion may stay out of harm's way as long as it is not too far to come back; and a hill that the enemy has passed
by is guarded for nothing.
"""

from __future__ import annotations

from functools import lru_cache

from amba.core.state import remembered
from amba.games.keren.ground import Ground
from amba.games.keren.rules.r06_supply import closed, sources
from amba.games.keren.state import FIELD, KerenState
from amba.games.keren.world import COMMONWEALTH, World
from amba.kit.reach import Edges, reach

FINE = 1000
"""Shares are counted in thousandths."""
PACE = 10
"""The movement points a battalion makes good in a turn with the enemy about."""
BESIDE = 4
"""Next to a hex is near enough: so many points less to go."""
LATE = 0.7
"""Whoever is so many turns late counts half."""
ALARM = 1.5
"""Whoever is so many turns from Tigu counts half there, and further off less: the enemy hardly at all (the exponents)."""
ATTACK, RESCUE = 4, 2
FAR = 999


@lru_cache(maxsize=2)
def cheapest_steps(ground: Ground) -> tuple[Edges, Edges]:
    """The cheapest cost of every step over empty ground: out of each place, and into it."""
    out: list[list[tuple[int, int]]] = [[(there, road or plain) for there, plain, road in row] for row in ground.edges]
    into: list[list[tuple[int, int]]] = [[] for _ in out]
    for here, row in enumerate(out):
        for there, cost in row:
            into[there].append((here, cost))
    return out, into


@lru_cache(maxsize=512)
def costs_to(ground: Ground, goal: int) -> list[int]:
    """Movement points from every place to a goal over empty ground."""
    _, into = cheapest_steps(ground)
    cost = reach(goal, FAR - 1, into, bytes(len(into))).cost
    return [cost.get(place, FAR) for place in range(len(into))]


@lru_cache(maxsize=8192)
def within_a_march(ground: Ground, start: int, points: int) -> frozenset[int]:
    """What a battalion could be next to after one march over free ground."""
    out, _ = cheapest_steps(ground)
    return frozenset(n for place in reach(start, points, out, bytes(len(out))).cost for n in ground.next_to[place])


@remembered(FIELD)
def barriers(s: KerenState) -> int:
    """4.1: how many hexes at least are closed to the Commonwealth on the way by road or railway to Tigu, Tigu itself among them."""
    ways, shut = s.world.ground.victory_ways, closed(s, COMMONWEALTH)
    best = {place: 0 for place in sources(s, COMMONWEALTH) if ways[place]}
    layer, count = list(best), 0
    while layer and s.world.tigu not in best:
        further = []
        for place in layer:
            for there in ways[place]:
                if there not in best and not shut[there]:
                    best[there] = count
                    layer.append(there)
                elif there not in best:
                    further.append(there)
        count += 1
        layer = [place for place in dict.fromkeys(further) if place not in best]
        best |= dict.fromkeys(layer, count)
    return best.get(s.world.tigu, 0)


class ArrivalShares:
    """How much of a battalion counts for each goal from each place, by the time that is left."""

    def __init__(self, world: World, goals: list[int]) -> None:
        self.costs = [costs_to(world.ground, goal) for goal in goals]
        turns = [cost / PACE / ALARM for cost in costs_to(world.ground, world.tigu)]
        self.to_tigu = tuple([round(FINE / (1 + away**fall)) for away in turns] for fall in (ATTACK, RESCUE))
        """side -> place -> what a battalion there counts for in Tigu"""
        self._in_time: dict[int, list[tuple[int, ...]]] = {}

    def in_time(self, left: int) -> list[tuple[int, ...]]:
        """place -> goal -> what a battalion there counts for with so many marches left: in full as long as it can come in time."""
        found = self._in_time.get(left)
        if found is None:
            shares = [[share_in_time(cost, left) for cost in costs] for costs in self.costs]
            found = self._in_time[left] = list(zip(*shares, strict=True))
        return found


def share_in_time(cost: int, left: int) -> int:
    """A battalion so many movement points away, with so many marches left, in thousandths."""
    late = max(0.0, max(0, cost - BESIDE) / PACE - left)
    return round(FINE / (1 + (late / LATE) ** 2))
