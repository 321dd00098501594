"""What a position of Ethiopia 1935 is worth to a side: the terms of data/bot.toml. For bots; the rules never look here.

1.0 is about a victory point. Terms are counted for the Italians and turned round for the Ethiopians, save what concerns the next fights. Nothing is
hidden in this game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from amba.core.evaluation import Target
from amba.games.ethiopia.rules.r08_supply import hungry_units
from amba.games.ethiopia.rules.r13_victory import points
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, ITALIAN, LOSSES, OBLIGED, PHASE, World
from amba.load.weights import load_weights

TERMS = ("points", "losses", "strength", "contest", "fights", "danger", "supply", "ground", "leaders")
WORTH = {"DE": 6.0, "EX": 0.5, "ENG": 0.0, "C": -0.2, "AE": -8.0}
"""What a result of the combat table is worth to the attacker, in strength points of a middling force."""
NEAR = 3.0
"""A place this many hexes off is half as near as can be."""
BASE = 6.0
"""What an empty place resists with."""
HOLD = 1.5
"""A defender near a place counts for so many attackers."""
COMBAT = {ITALIAN: 4, ETHIOPIAN: 9}
"""The combat phase of each player turn."""
HOPE = 0.3
"""What a fight that is not certain to come is counted at."""


class Columns:
    """The combat table on average: column -> what a fight there is worth to the attacker, and from which ratio on it is used."""

    def __init__(self, world: World) -> None:
        table = world.combat
        self.worth = [sum(worth_of(table.cells[die][i]) for die in range(1, 7)) / 6 for i in range(len(table.columns))]
        self.ratios = [ratio_of(name) for name in table.columns]

    def worth_at(self, attack: float, defence: float, shift: int) -> float:
        index = sum(attack >= ratio * defence for ratio in self.ratios) - 1 + shift
        return self.worth[max(0, min(len(self.worth) - 1, index))]


def worth_of(result: str) -> float:
    if result in WORTH:
        return WORTH[result]
    return (1 + int(result[1])) * (1.0 if result[0] == "D" else -0.9)


def ratio_of(name: str) -> float:
    attack, _, defence = name.replace(":", "-").partition("-")
    return int(attack) / int(defence)


class EthiopiaEvaluation:
    """The terms, their weights, and what may be planned."""

    planned: Mapping[str, tuple[str, ...]] = {"movement": ("move", "rail")}

    def __init__(self, world: World) -> None:
        self.weighing = load_weights(world.folder, TERMS)
        self.columns = Columns(world)
        self.rows: dict[str, tuple[list[tuple[int, float]], list[tuple[float, ...]]]] = {}

    def measure(self, s: EthiopiaState, side: int) -> dict[str, float]:
        sign = 1.0 if side == ITALIAN else -1.0
        armies = {owner: [u for u in s.on_map(owner) if s.world.units[u].is_combat] for owner in (ITALIAN, ETHIOPIAN)}
        found = {
            "points": float(points(s)),
            "losses": -float(s.tracks[LOSSES]),
            "strength": float(sum(s.face[u] for u in armies[ITALIAN]) - sum(s.face[u] for u in armies[ETHIOPIAN])),
            "contest": self.contest(s, armies),
            "ground": ground(s, armies[ITALIAN], ITALIAN) - ground(s, armies[ETHIOPIAN], ETHIOPIAN),
            "leaders": leaders(s),
        }
        found = {key: sign * value for key, value in found.items()}
        found["supply"] = -float(sum(min(2, s.face[unit]) for unit in hungry_units(s, side)))
        found["fights"], found["danger"] = self.fights_to_come(s, side, armies)
        return found

    def targets(self, s: EthiopiaState, side: int) -> Sequence[Target]:
        """Enemy stacks, those on places first."""
        around, places = s.world.around, s.world.place_at
        hexes = sorted({s.at[u] for u in s.on_map(1 - side) if s.card(u).is_combat}, key=lambda place: (place not in places, place))
        return [Target(place, tuple(around[place])) for place in hexes]

    def margin(self, s: EthiopiaState, side: int) -> float:
        return float(points(s)) * (1 if side == ITALIAN else -1)

    def near(self, s: EthiopiaState, side: int, place: int) -> str:
        if place >= s.world.hexes:
            return ""
        goals, rows = self.goals(s)
        if not goals:
            return ""
        best = max(range(len(goals)), key=lambda i: (rows[place][i], -i))
        return s.world.place_at[goals[best][0]].title

    # Places

    def goals(self, s: EthiopiaState) -> tuple[list[tuple[int, float]], list[tuple[float, ...]]]:
        """The scenario's places with their points, and hex -> place -> how near it is; worked out once."""
        if s.scenario not in self.rows:
            world = s.world
            values = world.scenarios[s.scenario].data["victory"]["places"]
            goals = [(world.map.places[key].hex, float(value)) for key, value in values.items()]
            distance = world.grid.distance
            rows = [tuple(1 / (1 + (distance(h, place) / NEAR) ** 2) for place, _ in goals) for h in range(world.hexes)]
            self.rows[s.scenario] = goals, rows
        return self.rows[s.scenario]

    def contest(self, s: EthiopiaState, armies: Mapping[int, Sequence[int]]) -> float:
        """Every place's points by how likely it is to change hands: the forces near it on both sides."""
        goals, rows = self.goals(s)
        force = {}
        for side, units in armies.items():
            total = [0.0] * len(goals)
            for unit in units:
                strength = s.face[unit]
                total = [sum_ + strength * near for sum_, near in zip(total, rows[s.at[unit]], strict=True)]
            force[side] = total
        value = 0.0
        for (place, worth), italian, ethiopian in zip(goals, force[ITALIAN], force[ETHIOPIAN], strict=True):
            if s.controller(place) == ITALIAN:
                value -= worth * ethiopian / (ethiopian + HOLD * italian + BASE)
            else:
                value += worth * italian / (italian + HOLD * ethiopian + BASE)
        return value

    # Fights

    def fights_to_come(self, s: EthiopiaState, side: int, armies: Mapping[int, Sequence[int]]) -> tuple[float, float]:
        """What this side's next fights promise, and what the enemy's do. Whoever fights next does so from where he stands; the other may move first."""
        phase = s.tracks[PHASE]
        first = ITALIAN if phase <= COMBAT[ITALIAN] else ETHIOPIAN if 6 <= phase <= COMBAT[ETHIOPIAN] else -1
        mine = self.prospects(s, side, armies) * (1.0 if first == side else HOPE)
        theirs = self.prospects(s, 1 - side, armies) if first == 1 - side else self.menace(s, 1 - side, armies)
        return mine, -theirs

    def worth(self, s: EthiopiaState, side: int, place: int, attack: float) -> float:
        """A fight for this hex with so much strength."""
        world = s.world
        defence = sum(s.defence(u) for u in s.combat_units(place, 1 - side)) or 1
        shift = world.shift[world.map.terrain[place]] + world.is_city[place] + (s.trench(place, 1 - side) >= 0)
        value = self.columns.worth_at(attack, defence, -shift)
        if value > 0 and place in world.place_at:
            value *= 1.3
        return value * min(1.5, 0.4 + min(attack, defence) / 10)

    def prospects(self, s: EthiopiaState, side: int, armies: Mapping[int, Sequence[int]]) -> float:
        """The worth of the attacks there are, the best first, nobody used twice. Who is obliged to attack does so at any odds."""
        foe, around = s.held[1 - side], s.world.around
        beside: dict[int, list[int]] = {}
        for unit in armies[side]:
            for near in around[s.at[unit]]:
                if foe[near]:
                    beside.setdefault(near, []).append(unit)
        offers = sorted(((self.worth(s, side, place, sum(s.face[u] for u in units)), place) for place, units in beside.items()), reverse=True)
        total, used = 0.0, set[int]()
        for value, place in offers:
            units = [unit for unit in beside[place] if unit not in used]
            if not units:
                continue
            if len(units) < len(beside[place]):
                value = self.worth(s, side, place, sum(s.face[u] for u in units))
            if value > 0:
                total += value
                used.update(units)
            elif any(s.marks[unit] >> OBLIGED & 1 for unit in units):
                total += 0.5 * value
                used.update(units)
        return total

    def menace(self, s: EthiopiaState, side: int, armies: Mapping[int, Sequence[int]]) -> float:
        """What this side could attack with all it has nearby, counted by half where it has to move first."""
        world = s.world
        force: dict[int, float] = {}
        for unit in armies[side]:
            strength, at = s.face[unit], s.at[unit]
            for place in world.near(at, 2):
                force[place] = force.get(place, 0.0) + 0.5 * strength
            for place in world.around[at]:
                force[place] = force.get(place, 0.0) + 0.5 * strength
        return sum(max(0.0, self.worth(s, side, place, force[place])) for place in {s.at[u] for u in armies[1 - side]} if place in force)


def ground(s: EthiopiaState, units: Sequence[int], side: int) -> float:
    """Strength next to the enemy that stands in good ground or entrenched."""
    zone, world = s.zoc(1 - side), s.world
    total = 0.0
    for place in {s.at[unit] for unit in units}:
        if zone[place]:
            total += world.shift[world.map.terrain[place]] + (s.trench(place, side) >= 0)
    return total


def leaders(s: EthiopiaState) -> float:
    """Commanders without troops in an enemy's zone, theirs less ours; and troops far from any leader they follow."""
    total = 0.0
    for side, sign in ((ITALIAN, -1.0), (ETHIOPIAN, 1.0)):
        zone, held = s.zoc(1 - side), s.held[side]
        for unit in s.on_map(side):
            if s.world.units[unit].is_command and zone[s.at[unit]] and not held[s.at[unit]]:
                total += sign
    return total
