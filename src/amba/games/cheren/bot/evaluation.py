"""What a position of The Road to Cheren is worth to a side: the terms of data/bot.toml. For bots; the rules never look here.

1.0 is about a step won or lost. All terms are differences: what is good for one side is bad for the other. Only open things are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from amba.core.evaluation import Evaluation, Target
from amba.games.cheren.bot.attraction import distances, strengths
from amba.games.cheren.bot.battles import fight_value, odds_of, prospects
from amba.games.cheren.bot.rear import exposed
from amba.games.cheren.rules.r12_supply import supplied
from amba.games.cheren.rules.r14_victory import points
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN, LOW, SIDES, World
from amba.kit.half_points import HALF
from amba.load.weights import load_weights

TERMS = ("towns", "strength", "contest", "fights", "danger", "supply", "crowding", "ground", "rear")
NEAR = 4 * HALF
"""A town this far off, in half points, is half as near as can be."""
A_TURN = 6 * HALF
BASE = 5.0
"""What an empty town resists with."""
HOLD = 1.6
"""A defender near a town counts for so many attackers."""
TURN_LENGTH = 6
MENDABLE = 0.25
COMBAT = (3, 9)
"""The combat phase of each player turn."""
HOPE = 0.35
"""What a fight that is not certain to come is counted at."""

REMEMBERED = 2000
"""Armies whose force near each town is kept."""

Forces = tuple[dict[int, int], dict[int, int]]
"""side -> hex -> strength there"""
Rows = list[tuple[float, ...]]
_forces: dict[tuple[str, int, tuple[tuple[tuple[int, bool], int], ...]], list[float]] = {}
_rows: dict[tuple[str, bool, int], Rows] = {}


def nearness(world: World, climb: bool, left: int) -> Rows:
    """hex -> town -> how near it is, 1 to 0; towns that cannot be reached in the turns that are left count nothing."""
    key = (world.data_hash, climb, left)
    if key not in _rows:
        far = distances(world, climb)
        limit = left * A_TURN
        rows = [[1 / (1 + (cost / NEAR) ** 2) if cost <= limit else 0.0 for cost in far[town.hex]] for town in world.towns]
        _rows[key] = list(zip(*rows, strict=True))
    return _rows[key]


def turns_left(s: CherenState) -> int:
    return s.world.last_turn(s.scenario) - s.turn + 1


class CherenEvaluation(Evaluation):
    """The terms, their weights, and what may be planned."""

    planned: Mapping[str, tuple[str, ...]] = {"movement": ("move",), "reaction": ("move",), "exploitation": ("move",)}

    def __init__(self, world: World) -> None:
        self.weighing = load_weights(world.folder, TERMS, SIDES)

    def measure(self, s: CherenState, side: int) -> dict[str, float]:
        sign = 1.0 if side == ALLIED else -1.0
        forces = (strengths(s, ALLIED), strengths(s, ITALIAN))
        found = {
            "towns": float(points(s)),
            "strength": sum(forces[ALLIED].values()) - sum(forces[ITALIAN].values()),
            "contest": contest(s),
            "supply": hunger(s, ITALIAN, forces[ITALIAN]) - hunger(s, ALLIED, forces[ALLIED]),
            "crowding": crowding(s, forces[ITALIAN]) - crowding(s, forces[ALLIED]),
            "ground": ground(s, ALLIED) - ground(s, ITALIAN),
        }
        found = {key: sign * value for key, value in found.items()}
        found["rear"] = -exposed(s, side)
        found["fights"], found["danger"] = fights_to_come(s, side, forces)
        return found

    def targets(self, s: CherenState, side: int) -> Sequence[Target]:
        """Enemy stacks, those on towns first."""
        around, towns = s.world.around, s.world.town_at
        places = sorted({s.at[u] for u in s.units(1 - side)}, key=lambda place: (place not in towns, place))
        return [Target(place, tuple(around[place])) for place in places]

    def margin(self, s: CherenState, side: int) -> float:
        return float(points(s)) * (1 if side == ALLIED else -1)

    def near(self, s: CherenState, side: int, place: int) -> str:
        far = distances(s.world, True)
        goals = [t for t in s.world.towns if not s.is_controlled_by(t.hex, side) or t.hex == place] or s.world.towns
        return min(goals, key=lambda town: far[town.hex][place]).title


def contest(s: CherenState) -> float:
    """Every town's points by how likely it is to change hands: the forces near it on both sides, and the time left."""
    left = turns_left(s)
    value = 0.0
    for town, allied, italian in zip(s.world.towns, force_of(s, ALLIED, left), force_of(s, ITALIAN, left), strict=True):
        if s.owner[town.hex]:
            value -= town.vp * italian / (italian + HOLD * allied + BASE)
        else:
            value += town.vp * allied / (allied + HOLD * italian + BASE)
    return value


def force_of(s: CherenState, side: int, left: int) -> list[float]:
    """town -> the strength near it. Kept, since only one side moves at a time."""
    world, climbs, at = s.world, s.world.climbs, s.at
    army: dict[tuple[int, bool], int] = {}
    for unit in s.units(side):
        stand = (at[unit], climbs[unit])
        army[stand] = army.get(stand, 0) + s.strength(unit)
    key = (world.data_hash, left, tuple(army.items()))
    known = _forces.get(key)
    if known is None:
        if len(_forces) > REMEMBERED:
            _forces.clear()
        tables = (nearness(world, False, left), nearness(world, True, left))
        known = [0.0] * len(world.towns)
        for (place, climb), strength in army.items():
            known = [total + strength * near for total, near in zip(known, tables[climb][place], strict=True)]
        _forces[key] = known
    return known


def hunger(s: CherenState, side: int, places: Iterable[int]) -> float:
    """Steps of units without supply; twice for those that have gone without before. Who can still move before his check can still mend it."""
    fed = supplied(s, side)
    total = 0.0
    for place in places:
        if fed[place] == "1":
            continue
        for unit in s.here[place]:
            if s.world.units[unit].village != place:
                total += (2.0 if s.marks[unit] >> LOW & 1 else 1.0) * min(2, s.steps_left(unit))
    settled = side * TURN_LENGTH < s.phase <= COMBAT[side] + 1
    return total if settled else MENDABLE * total


def crowding(s: CherenState, places: Iterable[int]) -> float:
    """Stacking points over the limit: they will be lost (3.1)."""
    over = 0
    for place in places:
        if len(s.here[place]) > 1:
            over += max(0, s.stacking(place) - s.world.stack_limit[place])
    return float(over)


def ground(s: CherenState, side: int) -> float:
    """Strength that stands in terrain good for defence, next to or near the enemy."""
    zone, shift = s.zoc(1 - side), s.world.defence_shift
    return float(sum(-shift[s.at[u]] * min(4, s.strength(u)) for u in s.units(side) if zone[s.at[u]] and shift[s.at[u]]))


def fights_to_come(s: CherenState, side: int, forces: Forces) -> tuple[float, float]:
    """What this side's next fights promise, and what the enemy's do. Whoever fights next does so from where he stands; the other may move first."""
    phase = s.phase
    first = ALLIED if phase <= COMBAT[ALLIED] else ITALIAN if 6 <= phase <= COMBAT[ITALIAN] else -1
    mine = prospects(s, side) if first == side else HOPE * menace(s, side, forces)
    theirs = prospects(s, 1 - side) if first == 1 - side else menace(s, 1 - side, forces)
    return mine, -theirs


def menace(s: CherenState, side: int, forces: Forces) -> float:
    """What this side could attack with all it has nearby, counted by half where it has to move first."""
    world, ours = s.world, forces[side]
    odds, total = odds_of(s), 0.0
    get = ours.get
    for place, defence in forces[1 - side].items():
        attack = sum([get(near, 0) for near in world.around[place]]) + 0.5 * sum([get(near, 0) for near in world.near2[place]])
        if attack and attack >= defence:
            total += max(0.0, fight_value(s, place, odds.column(attack, defence, world.defence_shift[place])))
    return total
