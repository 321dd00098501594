"""Vehicles without radio: which they are, and which of them stand as a platoon (181.21 to 181.223)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, MOTION, MOVED, RECALLED
from amba.games.hollow.frames_platoon import OFF
from amba.games.hollow.rules.armour.r030_costs import allotment
from amba.games.hollow.rules.common import HAS_SHOT, refuse_state
from amba.games.hollow.rules.r029_vehicles import is_held, is_manned, is_mobile, refuse_stuck
from amba.games.hollow.rules.r181_crews import lacks_radio
from amba.games.hollow.state import HollowState

MOST = 3
"""Vehicles in a platoon."""
Group = tuple[int, ...]


def has_acted(s: HollowState, vehicle: int) -> bool:
    return any(s.has(vehicle, mark) for mark in (*HAS_SHOT, MOVED, BUSY))


@rule("181.22")
def left_together(s: HollowState, vehicles: Sequence[int]) -> int:
    """Half points that all of a platoon have left: of the slowest, less the most that one of them has spent, which all are charged."""
    return max(0, min(allotment(s, v) for v in vehicles) - max(s.points[v] for v in vehicles))


@rule("181.221", "181.222")
def may_join(s: HollowState, vehicle: int) -> bool:
    """Armoured, mobile, not recalled, and it has not moved or fired."""
    if not s.vehicle(vehicle).is_armoured or s.has(vehicle, RECALLED) or has_acted(s, vehicle):
        return False
    return is_manned(s, vehicle) and is_mobile(s, vehicle)


@rule("181.22")
def beside(s: HollowState, a: int, b: int) -> bool:
    """In one hex or in two that touch."""
    return a == b or b in s.field.around[a]


@rule("181.22", "181.221")
def is_together(s: HollowState, places: Sequence[int]) -> bool:
    """Each of two or three hexes is beside another one of them: then all hang together."""
    if len(places) < 2:
        return True
    return all(any(i != j and beside(s, a, b) for j, b in enumerate(places)) for i, a in enumerate(places))


@rule("181.221")
def may_be_platoon(s: HollowState, vehicles: Sequence[int]) -> bool:
    """All in motion or all at rest, each beside another."""
    if len({s.has(v, MOTION) for v in vehicles}) > 1:
        return False
    return is_together(s, [s.at[v] for v in vehicles])


@rule("181.22", "181.223")
def platoons(s: HollowState, side: int) -> dict[int, Group]:
    """The vehicles without radio of a side as they stand: in platoons of three and two, so that as few as can be are left alone."""
    if not s.has_armour:
        return {}
    return s.remembered(("platoons", side), lambda: _platoons(s, side))


def _platoons(s: HollowState, side: int) -> dict[int, Group]:
    waiting = [v for v in s.vehicles(side) if lacks_radio(s, v) and may_join(s, v) and not is_held(s, v)]
    found: dict[int, Group] = {}
    while waiting:
        crowd = _crowd(s, waiting)
        for group in _split(s, crowd) if len(crowd) <= 2 * MOST + 1 else _in_turn(s, crowd):
            found |= dict.fromkeys(group, group)
        waiting = [v for v in waiting if v not in crowd]
    return found


def _crowd(s: HollowState, vehicles: Sequence[int]) -> list[int]:
    """The first of them, and all who hang together with it."""
    found = [vehicles[0]]
    for one in found:
        found += [v for v in vehicles if v not in found and may_be_platoon(s, (one, v))]
    return found


def _groups_of(s: HollowState, first: int, others: Sequence[int]) -> list[Group]:
    """Every platoon that one vehicle may make with others, three first; and itself alone."""
    found: list[Group] = []
    for size in (MOST - 1, 1):
        found += [(first, *mates) for mates in combinations(others, size) if may_be_platoon(s, (first, *mates))]
    return [*found, (first,)]


def _split(s: HollowState, vehicles: Sequence[int]) -> list[Group]:
    """The best way to part a few: the fewest alone, then the fewest platoons."""
    if not vehicles:
        return []
    first, *others = vehicles
    ways = [[group, *_split(s, [v for v in others if v not in group])] for group in _groups_of(s, first, others)]
    return min(ways, key=lambda way: (sum(len(group) == 1 for group in way), len(way)))


def _in_turn(s: HollowState, vehicles: Sequence[int]) -> list[Group]:
    """A great crowd is parted as it comes."""
    found, left = [], list(vehicles)
    while left:
        group = _groups_of(s, left[0], left[1:])[0]
        found.append(group)
        left = [v for v in left if v not in group]
    return found


def platoon_of(s: HollowState, vehicle: int) -> Group:
    """The platoon a vehicle without radio stands in, itself first; it alone where there is none."""
    found = platoons(s, s.side[vehicle]).get(vehicle, (vehicle,))
    return (vehicle, *(v for v in found if v != vehicle))


def in_platoon(s: HollowState, vehicle: int) -> bool:
    return len(platoon_of(s, vehicle)) > 1


def hexes_of(s: HollowState, places: Sequence[int], gone: int) -> list[int]:
    """Where the platoon is; who has left the map counts as being where it left it."""
    found = [place if place != OFF else gone for place in places]
    return [*found, gone] if gone >= 0 and OFF not in places else found


@rule("181.22", "181.222")
def refuse_member(s: HollowState, vehicle: int) -> Refusal | None:
    """Why one of them cannot drive with others: as `may_join` has it."""
    if may_join(s, vehicle):
        return None
    name = {"vehicle": s.world.names.pieces[vehicle]}
    if not s.vehicle(vehicle).is_armoured:
        return Refusal("181.22", "{vehicle} has no armour: it drives with no platoon.", name)
    if (found := refuse_stuck(s, vehicle)) is not None:
        return found
    if s.has(vehicle, RECALLED):
        return Refusal("181.222", "{vehicle} is recalled: it drives by itself.", name)
    return refuse_state(s, vehicle, "drive", (*HAS_SHOT, MOVED, BUSY))


@rule("181.223", "181.221")
def refuse_platoon(s: HollowState, side: int, vehicles: Sequence[int]) -> Refusal | None:
    """Two or three armoured vehicles of one's own, with radio or without, that can drive and stand together."""
    names = [s.world.names.pieces[v] for v in vehicles]
    for vehicle, name in zip(vehicles, names, strict=True):
        if not s.is_vehicle(vehicle) or s.side[vehicle] != side or not s.is_on_map(vehicle):
            return Refusal("181.22", "{vehicle} is no vehicle of yours on the map.", {"vehicle": name})
        if (found := refuse_member(s, vehicle)) is not None:
            return found
    if len(set(vehicles)) != len(vehicles) or len(vehicles) > MOST:
        return Refusal("181.22", "A platoon is two or three vehicles.")
    if len({s.has(v, MOTION) for v in vehicles}) > 1:
        return Refusal("181.221", "Some of them are in motion and some are not.")
    if not is_together(s, [s.at[v] for v in vehicles]):
        return Refusal("181.221", "Each vehicle of a platoon is beside another one of it.")
    return None
