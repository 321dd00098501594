"""What a position of Ethiopia 1935 is worth to a side: the terms of data/bot.toml. For bots; the rules never look here.

1.0 is about a victory point. Terms are counted for the Italians and turned round for the Ethiopians, save what concerns the next fights. Nothing is
hidden in this game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from amba.core.evaluation import Evaluation, Target
from amba.games.ethiopia.bot.goals import LAST_DITCH
from amba.games.ethiopia.bot.next_fights import NextFights, Stacks
from amba.games.ethiopia.bot.rear import exposed, marches_left
from amba.games.ethiopia.rules.r08_supply import hungry_units
from amba.games.ethiopia.rules.r13_victory import is_held, points
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, ITALIAN, LOSSES, SIDES, World
from amba.load.weights import load_weights

TERMS = ("points", "losses", "strength", "contest", "rear", "fights", "danger", "supply", "ground", "leaders")
NEAR = 3.0
"""A place this many hexes off is half as near as can be."""
BASE = 6.0
"""What an empty place resists with."""
HOLD = 1.5
"""A defender near a place counts for so many attackers."""
BASES = {"asmara": LAST_DITCH, "adua": 8.0}
"""What it would cost the Italians to lose them: an army in one of them ends the war (13.5)."""
LASTING = ("strength", "danger", "supply", "leaders", "ground")
"""What counts less as the end comes near: men who are left over then win nothing."""
LONG = 4
"""With so many turns to come the end is out of sight."""
A_TURN = 6
"""Hexes a unit may get on in a turn."""
REMEMBERED = 2000
"""Armies whose force near each place is kept."""


Goals = list[tuple[int, float]]
"""Places and their points."""
Rows = list[tuple[float, ...]]


class EthiopiaEvaluation(Evaluation):
    """The terms, their weights, and what may be planned."""

    planned: Mapping[str, tuple[str, ...]] = {"movement": ("move", "rail")}

    def __init__(self, world: World) -> None:
        self.weighing = load_weights(world.folder, TERMS, SIDES)
        self.fights = NextFights(world)
        self.rows: dict[tuple[str, int], tuple[Goals, Rows]] = {}
        self.forces: dict[tuple[str, int, tuple[tuple[int, int], ...]], list[float]] = {}

    def measure(self, s: EthiopiaState, side: int) -> dict[str, float]:
        sign = 1.0 if side == ITALIAN else -1.0
        stacks = {owner: self.fights.stacks(s, owner) for owner in (ITALIAN, ETHIOPIAN)}
        italian, ethiopian = (sum([stack.attack for stack in army.values()]) for army in stacks.values())
        found = {
            "points": float(points(s)),
            "losses": -float(s.tracks[LOSSES]),
            "strength": float(italian - ethiopian),
            "contest": self.contest(s, stacks),
            "ground": ground(s, stacks[ITALIAN], ITALIAN) - ground(s, stacks[ETHIOPIAN], ETHIOPIAN),
            "leaders": leaders(s),
        }
        found = {key: sign * value for key, value in found.items()}
        found["rear"] = -exposed(s, side)
        found["supply"] = -float(sum(min(2, s.face[unit]) for unit in hungry_units(s, side)))
        found["fights"], found["danger"] = self.fights.to_come(s, side, stacks)
        patience = min(1.0, (1 + turns_left(s)) / LONG)
        for term in LASTING:
            found[term] *= patience
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
        goals, rows = self.goals(s, LONG)
        if not goals:
            return ""
        best = max(range(len(goals)), key=lambda i: (rows[place][i], -i))
        return s.world.place_at[goals[best][0]].title

    # Places

    def goals(self, s: EthiopiaState, left: int) -> tuple[Goals, Rows]:
        """The scenario's places with their points, Asmara for more where it may end the war, and hex -> place -> how near it is; worked out once.

        Who cannot be there in the marches that are `left` is not near at all.
        """
        key = (s.scenario, min(left, LONG))
        if key not in self.rows:
            world = s.world
            base = {world.map.places["asmara"].hex: LAST_DITCH} if world.ends_at_once(s.scenario) else {}
            goals = list({**world.victory[s.scenario], **base}.items())
            reach = A_TURN * left + 1 if left < LONG else world.hexes
            distance = world.grid.distance
            rows = [
                tuple(1 / (1 + (far / NEAR) ** 2) if (far := distance(h, place)) <= reach else 0.0 for place, _ in goals) for h in range(world.hexes)
            ]
            self.rows[key] = goals, rows
        return self.rows[key]

    def contest(self, s: EthiopiaState, stacks: Mapping[int, Stacks]) -> float:
        """Every place's points by how likely it is to change hands: the forces near it on both sides, and the marches they have left."""
        goals = self.goals(s, LONG)[0]
        italian, ethiopian = (self.force(s, owner, army) for owner, army in stacks.items())
        bases = {s.world.map.places[key].hex: worth for key, worth in BASES.items()} if s.world.ends_at_once(s.scenario) else {}
        value = 0.0
        for (place, worth), ours, theirs in zip(goals, italian, ethiopian, strict=True):
            if s.controller(place) == ITALIAN and (place in bases or is_held(s, place)):
                value -= bases.get(place, worth) * theirs / (theirs + HOLD * ours + BASE)
            else:
                value += worth * ours / (ours + HOLD * theirs + BASE)
        return value

    def force(self, s: EthiopiaState, side: int, stacks: Stacks) -> list[float]:
        """place -> the strength near it. Kept, since only one side moves at a time."""
        army, left = tuple((place, stack.attack) for place, stack in stacks.items()), min(LONG, marches_left(s, side))
        key = (s.scenario, left, army)
        known = self.forces.get(key)
        if known is None:
            if len(self.forces) > REMEMBERED:
                self.forces.clear()
            goals, rows = self.goals(s, left)
            total = [0.0] * len(goals)
            for place, strength in army:
                total = [sum_ + strength * near for sum_, near in zip(total, rows[place], strict=True)]
            known = self.forces[key] = total
        return known


def turns_left(s: EthiopiaState) -> int:
    """Turns after this one."""
    return s.world.last_turn(s.scenario) - s.turn


def ground(s: EthiopiaState, stacks: Stacks, side: int) -> float:
    """Strength next to the enemy that stands in good ground or entrenched."""
    zone, world = s.zoc(1 - side), s.world
    total = 0.0
    for place in stacks:
        if zone[place]:
            total += world.shift[world.map.terrain[place]] + (s.trench(place, side) >= 0)
    return total


def leaders(s: EthiopiaState) -> float:
    """Commanders without troops in an enemy's zone, theirs less ours."""
    total = 0.0
    for side, sign in ((ITALIAN, -1.0), (ETHIOPIAN, 1.0)):
        zone, held = s.zoc(1 - side), s.held[side]
        for unit in s.world.commanders[side]:
            place = s.at[unit]
            if place < s.world.hexes and zone[place] and not held[place]:
                total += sign
    return total
