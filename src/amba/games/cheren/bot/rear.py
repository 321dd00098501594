"""What stands open behind the front: towns the enemy can walk into at his next chance because nobody is in them. For bots; the rules never look here.

Who can come is asked of the ground first, once for an army, and then as the rules do: past zones of control and whoever is in the way. What lies far from a town does
not change the answer, so it is kept by what lies near.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from amba.games.cheren.bot.attraction import distances
from amba.games.cheren.rules.r09_movement import allowance, bar, is_short
from amba.games.cheren.rules.r09_steps import hindrance_to_exploit
from amba.games.cheren.state import HARD, CherenState
from amba.games.cheren.world import ITALIAN, Town, World
from amba.kit.half_points import HALF
from amba.kit.reach import Edges, reach

REACTIONS = (2, 8)
"""The phases in which the other player reacts: what comes after them is exploitation."""
LAST_REACTION = 8
LIFELINE = 4.0
"""What the only source of supply is worth, in victory points, as long as there are turns to be fed in."""
REGAINED = 0.5
"""How much of a town is lost to a walk-in when there is time to take it back."""
REMEMBERED = 5000


class Approach:
    """The ways of those who can come to one town."""

    def __init__(self, world: World, units: Sequence[int], corridor: set[int]) -> None:
        self.units = units
        """Whom the ground lets come, the nearest first."""
        self.outside = field_of_places(world, set(range(world.hexes)) - corridor)
        """A byte of ones for every hex that is on nobody's way."""
        self.near = field_of_places(world, {near for place in corridor for near in (place, *world.around[place])})
        """The same for the hexes on somebody's way and beside it: what stands elsewhere changes nothing."""


class Army:
    """The units of one side that may move, where they stand now."""

    serial = count()

    def __init__(self, s: CherenState, units: Sequence[int]) -> None:
        self.number = next(Army.serial)
        self.approaches: dict[int, Approach] = {}
        """town hex -> who can come, if anybody"""
        forward: dict[int, dict[int, int]] = {}
        for town in s.world.towns:
            near = near_to(s, town.hex, units)
            if near:
                lifeline, corridor = is_source(s.world, town.hex), set[int]()
                for unit in near:
                    if unit not in forward:
                        climb = s.world.climbs[unit]
                        forward[unit] = reach(s.at[unit], 2 * allowance(s, unit), s.world.edges(climb, -1, False), bytes(s.world.hexes)).cost
                    back, points = distances(s.world, s.world.climbs[unit])[town.hex], allowance(s, unit) * moves(s, unit, lifeline)
                    corridor.update(place for place, cost in forward[unit].items() if cost + back[place] <= points)
                self.approaches[town.hex] = Approach(s.world, near, corridor)


Around = tuple[int, int, bool, bool, int, int]
"""What decides whether a town is open: the army, the town, which of the army moves next, and the zones and units near its ways."""
_armies: dict[tuple[str, tuple[int, ...]], Army] = {}
_open: dict[Around, bool] = {}
_back: dict[tuple[str, bool], Edges] = {}


def exposed(s: CherenState, side: int) -> float:
    """The victory points that stand open to this side's enemy."""
    towns = [town for town in s.world.towns if not s.here[town.hex] and s.is_controlled_by(town.hex, side)]
    if not towns:
        return 0.0
    army = army_of(s, 1 - side)
    return sum([stake(s, side, town) for town in towns if town.hex in army.approaches and is_within(s, side, town.hex, army)])


def stake(s: CherenState, side: int, town: Town) -> float:
    """What is lost with a town."""
    if is_last(s):
        return float(town.vp)
    value = town.vp * REGAINED
    return max(value, LIFELINE) if is_lifeline(s, side, town.hex) else value


def is_last(s: CherenState) -> bool:
    return s.turn >= s.world.last_turn(s.scenario)


def is_lifeline(s: CherenState, side: int, place: int) -> bool:
    """Whether all supply on the map comes from here."""
    sources = [
        source.hex for source in s.world.sources if source.side == side and source.from_turn <= s.turn and s.is_controlled_by(source.hex, side)
    ]
    return sources == [place]


def can_be_taken(s: CherenState, side: int, place: int) -> bool:
    """Whether an enemy can walk into this town of ours at his next chance, if nobody is in it."""
    army = army_of(s, 1 - side)
    return place in army.approaches and is_within(s, side, place, army)


def is_within(s: CherenState, side: int, place: int, army: Army) -> bool:
    """Whether somebody of this army can come at its next chance."""
    last = is_last(s) and side == ITALIAN
    if last and s.phase > LAST_REACTION:
        return False
    approach = army.approaches[place]
    units = int.from_bytes(s.held[side], "little")
    key = (army.number, place, s.phase in REACTIONS, last, int.from_bytes(s.zoc(side), "little") & approach.near, units & approach.near)
    known = _open.get(key)
    if known is None:
        if len(_open) > REMEMBERED:
            _open.clear()
        closed = (units | approach.outside).to_bytes(s.world.hexes, "little")
        known = _open[key] = is_open(s, side, place, [unit for unit in approach.units if may_move_next(s, side, unit, last)], closed)
    return known


def may_move_next(s: CherenState, side: int, unit: int, last: bool) -> bool:
    """Whether an enemy of this side moves before it can move again itself: in his turn, in his reaction, or in his exploitation."""
    if s.phase in REACTIONS:
        return hindrance_to_exploit(s, unit, 1 - side) is None
    # 10.0: in the last turn all that is left to the Allies is to react.
    return not last or (not is_short(s, unit) and not s.is_next_to(s.at[unit], side))


def is_open(s: CherenState, side: int, place: int, comers: Sequence[int], closed: bytes) -> bool:
    """Whether one of them gets there: looked at from the town, since one look serves for all. Who enters a zone pays for it, and a hard one ends his move."""
    zone, climbs = s.zoc(side), s.world.climbs
    once = s.phase in REACTIONS or (is_last(s) and side == ITALIAN)
    lifeline = is_source(s.world, place)
    points = {unit: allowance(s, unit) * (1 if once else moves(s, unit, lifeline)) for unit in comers}
    for climb in {climbs[unit] for unit in comers}:
        units = [unit for unit in comers if climbs[unit] == climb]
        most = max(points[unit] for unit in units)
        # The toll is counted where one comes from instead of where one goes to: put right at both ends.
        costs = reach(place, most + HALF, back_edges(s.world, climb), closed, zone, HALF, HARD).cost
        for unit in units:
            cost = costs.get(s.at[unit])
            if cost is not None and cost + toll(zone[place]) - toll(zone[s.at[unit]]) <= points[unit]:
                return True
    return False


def is_source(world: World, place: int) -> bool:
    return any(source.hex == place for source in world.sources)


def moves(s: CherenState, unit: int, lifeline: bool) -> int:
    """How many moves an enemy has before the town can be helped: cavalry, tanks and motorized infantry go on in exploitation (13.0); and where all hangs on a town, it is asked
    who could come by a reaction (10.0) and the move after it."""
    return 2 if lifeline or s.world.units[unit].may_exploit else 1


def toll(zone: int) -> int:
    return HALF if zone else 0


def army_of(s: CherenState, side: int) -> Army:
    """Kept, since only one side moves at a time."""
    units = [unit for unit in s.units(side) if not bar(s, unit)]
    at, marks = s.at, s.marks
    key = (s.world.data_hash, tuple([value for unit in units for value in (unit, at[unit], marks[unit])]))
    known = _armies.get(key)
    if known is None:
        if len(_armies) > REMEMBERED:
            _armies.clear()
        known = _armies[key] = Army(s, units)
    return known


def near_to(s: CherenState, place: int, units: Sequence[int]) -> list[int]:
    far = {unit: distances(s.world, s.world.climbs[unit])[place][s.at[unit]] for unit in units}
    lifeline = is_source(s.world, place)
    return sorted((unit for unit in units if far[unit] <= allowance(s, unit) * moves(s, unit, lifeline)), key=far.__getitem__)


def back_edges(world: World, climb: bool) -> Edges:
    """hex -> (from where one can come, at which cost)."""
    key = (world.data_hash, climb)
    if key not in _back:
        found: list[list[tuple[int, int]]] = [[] for _ in range(world.hexes)]
        for here, row in enumerate(world.edges(climb, -1, False)):
            for there, cost in row:
                found[there].append((here, cost))
        _back[key] = found
    return _back[key]


def field_of_places(world: World, places: Iterable[int]) -> int:
    """A number with a byte of ones for each of these hexes."""
    found = bytearray(world.hexes)
    for place in places:
        found[place] = 255
    return int.from_bytes(found, "little")
