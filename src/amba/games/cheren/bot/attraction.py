"""Where a side's units are drawn to: the distance to every town, and what each town is worth now."""

from __future__ import annotations

from heapq import heappop, heappush
from operator import mul

from amba.games.cheren.rules.r09_movement import allowance
from amba.games.cheren.state import MAP, CherenState
from amba.games.cheren.world import ALLIED, ITALIAN, World
from amba.kit.half_points import HALF

FAR = 999
EAGER = {ALLIED: 1.0, ITALIAN: 0.3}
"""How much an enemy town draws."""
CAUTIOUS = {ALLIED: 0.25, ITALIAN: 1.0}
"""How much a threatened town of one's own draws."""
PULL = 1.6
NEAR = 6 * HALF
"""At this distance a town draws half as much."""
MOVES = 2
"""An enemy so many moves away threatens a town: one in his movement, one in exploitation or reaction."""
GROUPS = 3
OTHERS = 0.5
"""Units fall into groups that see other towns at this worth, so that not everybody marches on the same one."""

_NEARNESS: dict[tuple[str, bool], dict[int, list[float]]] = {}
_ROWS: dict[tuple[str, bool], list[tuple[float, ...]]] = {}
_DISTANCES: dict[tuple[str, bool], dict[int, list[int]]] = {}


def distances(world: World, climb: bool) -> dict[int, list[int]]:
    """town hex -> hex -> half points to get there, worked out once for a map."""
    key = (world.data_hash, climb)
    if key not in _DISTANCES:
        edges = world.edges(climb, -1, False)
        back: list[list[tuple[int, int]]] = [[] for _ in range(world.hexes)]
        for here, row in enumerate(edges):
            for there, cost in row:
                back[there].append((here, cost))
        _DISTANCES[key] = {town.hex: _spread(back, town.hex) for town in world.towns}
    return _DISTANCES[key]


def nearness(world: World, climb: bool) -> dict[int, list[float]]:
    """town hex -> hex -> 1 at the town, half of it at the distance NEAR, and so on."""
    key = (world.data_hash, climb)
    if key not in _NEARNESS:
        _NEARNESS[key] = {town: [NEAR / (NEAR + far) for far in row] for town, row in distances(world, climb).items()}
    return _NEARNESS[key]


def _spread(edges: list[list[tuple[int, int]]], start: int) -> list[int]:
    found = [FAR] * len(edges)
    found[start] = 0
    queue = [(0, start)]
    while queue:
        cost, here = heappop(queue)
        if cost > found[here]:
            continue
        for there, price in edges[here]:
            total = cost + price
            if total < found[there]:
                found[there] = total
                heappush(queue, (total, there))
    return found


def rows_of(world: World, climb: bool) -> list[tuple[float, ...]]:
    """hex -> town -> nearness."""
    key = (world.data_hash, climb)
    if key not in _ROWS:
        _ROWS[key] = list(zip(*nearness(world, climb).values(), strict=True))
    return _ROWS[key]


class Field:
    """What the map looks like to one side in one position."""

    def __init__(self, s: CherenState, side: int) -> None:
        world = s.world
        self.world = world
        foot = distances(world, True)
        foes, friends, marching = strengths(s, 1 - side), strengths(s, side), marchers(s, 1 - side)
        self.threat: dict[int, float] = {}
        self.draw: list[float] = []
        """town by town, with all that stand where they stand"""
        self.guarded: dict[int, list[tuple[int, float, float]]] = {}
        """hex -> the own towns guarded from there: which, its threat less its guards, and what it can draw with at most"""
        for town in world.towns:
            there = foot[town.hex]
            threat = sum([strength * NEAR / (NEAR + there[at]) for (at, far), strength in marching.items() if there[at] <= far])
            self.threat[town.hex] = threat
            if s.is_controlled_by(town.hex, side):
                guards = [at for at in friends if there[at] <= 2 * HALF]
                lacking, most = threat - sum(friends[at] for at in guards), PULL * CAUTIOUS[side] * town.vp
                for at in guards:
                    self.guarded.setdefault(at, []).append((len(self.draw), lacking, most))
                self.draw.append(most * lack(lacking))
            else:
                self.draw.append(PULL * EAGER[side] * (0.5 + town.vp))
        self.contact = bytearray(world.hexes)
        for at in foes:
            for near in world.around[at]:
                self.contact[near] = 1
        self._weights: dict[tuple[int, int, int], list[float]] = {}

    def pull(self, unit: int, place: int, home: int, strength: int) -> float:
        """How strongly the towns that matter draw this unit to this hex. What it guards from where it stands (`home`) is thought of as without it."""
        key = (unit % GROUPS, home, strength) if home in self.guarded else (unit % GROUPS, -1, 0)
        weights = self._weights.get(key)
        if weights is None:
            weights = self._weights[key] = self.weights(*key)
        found: float = max(0.0, *map(mul, weights, rows_of(self.world, self.world.climbs[unit])[place]))
        return found

    def weights(self, group: int, home: int, strength: int) -> list[float]:
        draw = self.draw[:]
        for index, lacking, most in self.guarded.get(home, ()):
            draw[index] = most * lack(lacking + strength)
        return [value * (1.0 if index % GROUPS == group else OTHERS) for index, value in enumerate(draw)]


def lack(strength: float) -> float:
    """How badly a town needs men, from 0 to 1, where the threat is so much greater than its guards."""
    return min(1.0, max(0.0, strength) / 8)


def strengths(s: CherenState, side: int) -> dict[int, int]:
    """hex -> what a side has there."""
    found: dict[int, int] = {}
    at = s.at
    for unit in s.units(side):
        place = at[unit]
        found[place] = found.get(place, 0) + s.strength(unit)
    return found


def marchers(s: CherenState, side: int) -> dict[tuple[int, int], int]:
    """hex and how far two moves go from there -> the strength that can. Who is further away can be met when he has come nearer."""
    found: dict[tuple[int, int], int] = {}
    for unit in s.units(side):
        key = s.at[unit], MOVES * allowance(s, unit)
        found[key] = found.get(key, 0) + s.strength(unit)
    return found


def field_of(s: CherenState, side: int) -> Field:
    """Kept with the position, and dropped with the rest when something moves."""
    cache = s.memory[MAP]
    key = ("field", side)
    if key not in cache:
        cache[key] = Field(s, side)
    found: Field = cache[key]
    return found
