"""What stands open behind the front: places worth points that the enemy can walk into in his next march because nobody is in them. For bots; the rules never look here.

Looked at from the place, since one look serves for all who could come; what lies on nobody's way does not change the answer, so it is kept by what lies near.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from amba.games.ethiopia.bot.distances import march_from
from amba.games.ethiopia.rules.r07_movement import allowance, either
from amba.games.ethiopia.rules.sequence import PHASES
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENGAGED, PHASE, SIDES, World
from amba.kit.half_points import HALF
from amba.kit.reach import Edges, reach

MOVEMENT = tuple(PHASES[f"{side}.movement"] for side in SIDES)
REGAINED = 0.3
"""How much of a place is lost to a walk-in when there is time to take it back."""
SLACK = 3 * HALF
"""So much further than the printed ways say somebody may come: rivers are crossed one way only, roads are built."""
REMEMBERED = 5000
FEW = 12
"""Maps of ways back that are kept: one for each way of marching, season and state of the roads."""

Comer = tuple[int, str, int]
"""Where a unit stands, how it marches, and its points."""
_open: dict[tuple[object, ...], bool] = {}
_back: dict[tuple[object, ...], Edges] = {}


def exposed(s: EthiopiaState, side: int) -> float:
    """The victory points that stand open to this side's enemy."""
    if not marches_left(s, 1 - side):
        return 0.0
    held = s.held[side]
    empty = {place: worth for place, worth in s.world.victory[s.scenario].items() if not held[place] and s.controller(place) == side}
    if not empty:
        return 0.0
    army, closed = comers(s, 1 - side), either(s.zoc(side), s.held[side])
    share = REGAINED if marches_left(s, side) else 1.0
    return share * sum([worth for place, worth in empty.items() if can_be_taken(s, side, place, army, closed)])


def marches_left(s: EthiopiaState, side: int) -> int:
    """Movement phases a side has after the present phase."""
    return s.world.last_turn(s.scenario) - s.turn + (1 if s.tracks[PHASE] < MOVEMENT[side] else 0)


def comers(s: EthiopiaState, side: int) -> list[Comer]:
    """The combat units of a side that could march, one of each kind in a hex."""
    found = {(s.at[unit], s.card(unit).march, allowance(s, unit)) for unit in s.army(side) if not s.has(unit, ENGAGED)}
    return sorted(one for one in found if one[2])


def can_be_taken(s: EthiopiaState, side: int, place: int, army: Sequence[Comer], closed: bytes) -> bool:
    """Whether one of this army could march into a place of ours in which nobody is; `closed` are the hexes that we hold or watch."""
    near = tuple([one for one in army if one[0] in corridor(s.world, place, one[1], one[2])])
    if not near:
        return False
    mask = corridor_mask(s.world, place, max(near, key=lambda one: one[2])[2], tuple(sorted({one[1] for one in near})))
    key = (s.world.data_hash, place, near, int.from_bytes(closed, "little") & mask, s.roads, s.turn in s.world.rains)
    known = _open.get(key)
    if known is None:
        if len(_open) >= REMEMBERED:
            _open.clear()
        known = _open[key] = any(comes_by(s, side, place, march, near, closed) for march in {one[1] for one in near})
    return known


def comes_by(s: EthiopiaState, side: int, place: int, march: str, near: Sequence[Comer], closed: bytes) -> bool:
    """Whether one of those who march like this gets there: through free hexes, the place itself may lie in a zone of ours (6.4); from a zone only into a free hex (6.5)."""
    zone, edges = s.zoc(side), s.edges(march)
    alike = [one for one in near if one[1] == march]
    cost = reach(place, max(points for _, _, points in alike), back_edges(s, march), closed).cost
    for at, _, points in alike:
        if zone[at]:
            ways = [price + cost[there] for there, price in edges[at] if there in cost and not zone[there]]
        else:
            ways = [cost[at]] if at in cost else []
        if min(ways, default=points + 1) <= points:
            return True
    return False


def back_edges(s: EthiopiaState, march: str) -> Edges:
    """hex -> (from where one can come, at which cost), on the roads there are now."""
    key = (s.world.data_hash, march, s.turn in s.world.rains, s.roads)
    found = _back.get(key)
    if found is None:
        if len(_back) >= FEW:
            _back.clear()
        found = _back[key] = [[] for _ in range(s.world.places)]
        for here, row in enumerate(s.edges(march)):
            for there, cost in row:
                found[there].append((here, cost))
    return found


@lru_cache(maxsize=2000)
def corridor(world: World, place: int, march: str, points: int) -> frozenset[int]:
    """The hexes from which one who marches like this may get there, going by the printed map."""
    return frozenset([there for there, cost in march_from(world, place, march).items() if cost <= points + SLACK])


@lru_cache(maxsize=2000)
def corridor_mask(world: World, place: int, points: int, marches: tuple[str, ...]) -> int:
    """A number with a byte of ones for every hex of the corridors."""
    found = bytearray(world.places)
    for march in marches:
        for there in corridor(world, place, march, points):
            found[there] = 255
    return int.from_bytes(found, "little")
