"""What a bot reckons with in fights: what a side could gather against a hex, and what that would bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from amba.core.state import remembered
from amba.games.ethiopia.rules.r09_air import bomber_shift
from amba.games.ethiopia.rules.r10_combat import FightOdds, defenders, outcome
from amba.games.ethiopia.rules.sequence import PHASES
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, ITALIAN, MOVED, SIDES, World

WORTH = {"DE": 7.0, "EX": 0.3, "ENG": 0.2, "C": -0.2, "AE": -8.0}
"""What a result is worth to the attacker; a retreat counts by its hexes."""
GATHERED = 0.4
"""The share of what could come, to attack a hex or to hold it, that probably will."""
FULL_STACK = 20
MODIFIERS = range(-5, 6)
SPAN = {"foot": 3, "alpine": 4, "native": 5, "horse": 5, "motor": 4}
"""How many hexes a unit usually gets in a turn, off the road, by its way of marching."""
MARCHING = tuple({PHASES[f"{side}.movement"], PHASES[f"{side}.combat"]} for side in SIDES)
"""Side -> its phases of movement and combat: before them its old marks mean nothing."""


def result_worth(result: str) -> float:
    if result in WORTH:
        return WORTH[result]
    return (1 + int(result[1])) * (1.0 if result[0] == "D" else -0.9)


@lru_cache(maxsize=4)
def mean_results(world: World) -> dict[int, tuple[float, ...]]:
    """Die modifier -> column -> the mean worth of the six rolls."""
    cells, columns = world.combat.cells, range(len(world.combat.columns))
    found = {}
    for modifier in MODIFIERS:
        rows = [max(0, min(7, die + modifier)) for die in range(1, 7)]
        found[modifier] = tuple(sum(result_worth(cells[row][c]) for row in rows) / 6 for c in columns)
    return found


def prospect(world: World, attack: int, defence: int, shift: int, modifier: int) -> float:
    """The mean worth to an attacker of so many points against so many, with these shifts and this modifier to the die."""
    if attack <= 0:
        return -8.0
    if defence <= 0:
        index = 7
    elif attack >= defence:
        index = min(attack // defence, 6) + 1
    else:
        index = 1 if 2 * attack >= defence else 0
    modifier = max(MODIFIERS[0], min(MODIFIERS[-1], modifier))
    return mean_results(world)[modifier][max(0, min(7, index + shift))]


def expectation(s: EthiopiaState, fight: FightOdds) -> float:
    """The mean worth of a real fight, by the rules; a large force has more to lose."""
    size = min(2.0, 0.5 + fight.attack / 12)
    total = 0.0
    for die in range(1, 7):
        result = outcome(s, fight, die)
        total += result_worth(result) * (size if result == "AE" else 1.0)
    return total / 6


@remembered()
def potential(s: EthiopiaState, side: int) -> list[int]:
    """For every hex the strength a side could bring beside it: units that have moved in this phase only where they are."""
    found = [0] * s.world.hexes
    now = s.phase in MARCHING[side]
    for u in s.army(side):
        span = 1 if now and s.has(u, MOVED) else SPAN[s.card(u).march]
        for h in s.world.near(s.at[u], span):
            found[h] += s.face[u]
    return found


def ground(s: EthiopiaState, side: int, place: int) -> int:
    """Columns to the left for a defender of this side."""
    world = s.world
    shift = world.shift[world.map.terrain[place]] + (1 if world.is_city[place] else 0)
    return shift + (1 if s.trench(place, side) >= 0 else 0)


def arms(s: EthiopiaState, side: int, target: int) -> int:
    """Gordon's modifiers as they would be if all that is near took part."""
    if not s.is_on("gordon1"):
        return 0
    terrain = s.world.map.terrain[target]
    near = [s.card(u) for h in s.world.near(target, 3) for u in s.here[h]]
    kinds = {card.kind for card in near if card.side == side and (not card.is_air)}
    facing = [s.card(u) for u in s.here[target]]
    over = {card.kind for card in facing if card.is_air}
    letters = [
        "artillery" in kinds,
        bool(kinds & {"hq", "leader"}),
        "mountain" in kinds and terrain in {"mountain", "amba", "massif"},
        bool(kinds & {"infantry", "mountain"}) and bool(kinds & {"cavalry", "armoured_car", "motorized"}) and terrain not in {"massif", "marsh"},
        side == ITALIAN and over >= {"bomber", "fighter"},
    ]
    against = [
        any(card.is_command for card in facing),
        any("guard" in card.traits for card in facing) and terrain not in {"clear", "desert"},
        any(card.kind == "artillery" and card.side != side for card in facing),
        any(card.kind == "mountain" and card.side != side for card in facing),
    ]
    return sum(against) - sum(letters)


@remembered()
def chance_at(s: EthiopiaState, side: int, target: int) -> float:
    """What an attack on this hex could bring with all that can come."""
    defence = sum(s.defence(u) for u in defenders(s, target, side))
    shift = bomber_shift(s, target, side) - ground(s, 1 - side, target)
    return prospect(s.world, potential(s, side)[target], defence, shift, arms(s, side, target))


def attack_on(s: EthiopiaState, side: int, place: int, strength: int) -> float:
    """What the enemy could hope for against so much strength of ours here; 0 where he can do no harm."""
    come = int(potential(s, 1 - side)[place] * GATHERED)
    if not come:
        return 0.0
    modifier, planes = (-2, 1) if side == ETHIOPIAN else (-1, 0)
    return max(0.0, prospect(s.world, come, strength, planes - ground(s, side, place), modifier if s.is_on("gordon1") else 0))


def danger(s: EthiopiaState, side: int, place: int, strength: int) -> float:
    """The same, with the friends who may follow."""
    follow = int(potential(s, side)[place] * GATHERED)
    return attack_on(s, side, place, max(strength, min(FULL_STACK, strength + follow)))


def strength_at(s: EthiopiaState, side: int, place: int, units: Sequence[int] = ()) -> int:
    """Defence points of a side in a hex, with these units besides."""
    there = s.combat_units(place, side) if s.held[side][place] else []
    return sum([s.defence(u) for u in {*there, *units}])
