"""How far hexes are from goals, by the map as printed: worked out once for each map and kept."""

from __future__ import annotations

from functools import lru_cache

from amba.games.ethiopia.world import ITALIAN, World
from amba.kit.bitboards import Bitboards
from amba.kit.half_points import HALF
from amba.kit.reach import reach

FAR_AWAY = 600
CONVOY = "convoy"
"""A way of marching for estimates only: an army with its supply behind it."""
OFF_TRACK = 2
"""Times the cost of a step that a convoy pays off the roads and tracks."""
Goals = tuple[tuple[int, float], ...]
"""Hexes, and what each is worth."""


@lru_cache(maxsize=400)
def march_from(world: World, goal: int, march: str) -> dict[int, int]:
    """What it costs to get from the goal to every hex, on the roads as printed."""
    rows = convoy_rows(world) if march == CONVOY else world.printed_rows(march, False)
    return reach(goal, FAR_AWAY, rows, bytes(world.places)).cost


@lru_cache(maxsize=4)
def convoy_rows(world: World) -> list[list[tuple[int, int]]]:
    """The steps of an army that its road must follow: off the tracks every hex is twice as far."""
    rows = world.printed_rows("foot", False)
    ways = [world.tracks[h] | world.roads[h] for h in range(world.hexes)]
    return [
        [(there, cost if here < world.hexes and there in ways[here] else OFF_TRACK * cost) for there, cost in row] for here, row in enumerate(rows)
    ]


class DistanceField:
    """How far every hex is from a side's best goal, in ordinary hexes of marching, less what the goal is worth; each hex worked out when asked for."""

    def __init__(self, world: World, side: int, goals: Goals) -> None:
        self.world, self.goals = world, goals
        self.march, self.scale = (CONVOY, 2 * HALF) if side == ITALIAN else ("native", HALF)
        self.known: dict[int, float] = {}

    def at(self, place: int) -> float:
        found = self.known.get(place)
        if found is None:
            costs = [march_from(self.world, goal, self.march).get(place, FAR_AWAY) / self.scale - worth for goal, worth in self.goals]
            found = self.known[place] = min(costs, default=0.0)
        return found


@lru_cache(maxsize=400)
def distance_field(world: World, side: int, goals: Goals) -> DistanceField:
    """The field of these goals: positions with the same goals share it."""
    return DistanceField(world, side, goals)


@lru_cache(maxsize=4)
def whole_map(world: World) -> Bitboards:
    """The map with every hex joined to its neighbours, whatever the ground."""
    return Bitboards(world.grid.neighbours)
