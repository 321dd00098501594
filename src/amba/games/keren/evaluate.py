"""What a position of Keren 1941 is worth to a side: the terms of data/bot.toml. For bots; the rules never look here.

1.0 is a victory point. Of the enemy only what the side sees is looked at: the top unit of a stack, and how many lie under it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from amba.core.evaluation import Target
from amba.games.keren.odds_for_bots import LOSS, UNSEEN
from amba.games.keren.rules.r04_victory import points
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN, SUPPRESSED, World
from amba.kit.odds import ratio
from amba.load.weights import load_weights

TERMS = ("points", "plug", "contest", "fights", "danger", "watched", "height", "crowding")
NEAR = 2.5
"""A point hex this many hexes off is half as near as can be."""
BASE = 12.0
"""What an empty hex resists with, in quarters of an assault factor."""
HOLD = 1.6
"""A defender near a hex counts for so many attackers."""
PLUG_VALUE = 3.0
"""What Tigu counts for in the contest: whoever comes there ends the battle."""
ROOM = 3
BEST_MODIFIER = 7
"""A die of 1 with this modifier is in the last row of the assault table."""


class KerenEvaluation:
    """The terms, their weights, and what may be planned."""

    planned: Mapping[str, tuple[str, ...]] = {"movement": ("move",)}

    def __init__(self, world: World) -> None:
        self.weighing = load_weights(world.folder, TERMS)
        self.table = {clear: self._columns(world, clear) for clear in range(-2, BEST_MODIFIER + 1)}
        goals = {**{h: float(v) for h, v in world.points.items()}, world.tigu: PLUG_VALUE}
        self.goals = list(goals.items())
        self.levels = [float(level) for level in world.ground.levels]
        distance = world.ground.distance
        self.rows = [tuple(1 / (1 + (distance(h, goal) / NEAR) ** 2) for goal, _ in self.goals) for h in range(world.places)]

    @staticmethod
    def _columns(world: World, modifier: int) -> dict[str, dict[str, float]]:
        """Column -> result -> how often, with this modifier to the die."""
        table = world.assault
        found: dict[str, dict[str, float]] = {}
        for index, name in enumerate(table.columns):
            chances: dict[str, float] = {}
            for die in range(1, 7):
                cell = table.cells[max(0, min(len(table.rows) - 1, die + modifier))][index]
                chances[cell] = chances.get(cell, 0.0) + 1 / 6
            found[name] = chances
        return found

    def measure(self, s: KerenState, side: int) -> dict[str, float]:
        sign = 1.0 if side == COMMONWEALTH else -1.0
        force = self.stacks(s, side)
        levels = self.levels
        own = force[side]
        return {
            "points": sign * points(s),
            "plug": sign * (0.0 if s.held[ITALIAN][s.world.tigu] else 1.0),
            "contest": sign * self.contest(s, force),
            "fights": self.prospects(s, side, force),
            "danger": -self.prospects(s, enemy(side), force),
            "watched": -float(watched(s, side, own)),
            "height": float(sum(len(s.here[place]) * levels[place] for place in own)),
            "crowding": -float(sum(max(0, len(s.here[place]) - ROOM) for place in own)),
        }

    def targets(self, s: KerenState, side: int) -> Sequence[Target]:
        """Enemy stacks, those on points first, then those nearest to one's own."""
        next_to, value = s.world.ground.next_to, s.world.points
        zone = s.zoc(side)
        places = {s.at[unit] for unit in s.units(enemy(side))}
        order = sorted(places, key=lambda place: (-value.get(place, 0), not zone[place], place))
        return [Target(place, tuple(next_to[place])) for place in order]

    def margin(self, s: KerenState, side: int) -> float:
        return float(points(s)) * (1 if side == COMMONWEALTH else -1)

    def near(self, s: KerenState, side: int, place: int) -> str:
        if place >= s.world.places:
            return ""
        best = max(range(len(self.goals)), key=lambda i: (self.rows[place][i], -i))
        goal = self.goals[best][0]
        return s.world.titles.get(goal, s.world.names.places[goal])

    def stacks(self, s: KerenState, side: int) -> dict[int, dict[int, int]]:
        """side -> place -> assault factors as this side sees them, in quarters; an unseen unit counts as most do."""
        found: dict[int, dict[int, int]] = {COMMONWEALTH: {}, ITALIAN: {}}
        for owner, places in found.items():
            for place in {s.at[unit] for unit in s.units(owner)}:
                stack = s.here[place]
                if owner == side:
                    places[place] = sum(map(s.assault, stack))
                else:
                    places[place] = s.assault(stack[-1]) + UNSEEN[owner] * (len(stack) - 1)
        return found

    def contest(self, s: KerenState, force: Mapping[int, Mapping[int, int]]) -> float:
        """Every point hex by how likely it is to change hands: the forces near it on both sides."""
        totals = []
        for owner in (COMMONWEALTH, ITALIAN):
            total = [0.0] * len(self.goals)
            for place, strength in force[owner].items():
                total = [sum_ + strength * near for sum_, near in zip(total, self.rows[place], strict=True)]
            totals.append(total)
        value = 0.0
        for (place, worth), commonwealth, italian in zip(self.goals, *totals, strict=True):
            if s.owner[place]:
                value -= worth * italian / (italian + HOLD * commonwealth + BASE)
            else:
                value += worth * commonwealth / (commonwealth + HOLD * italian + BASE)
        return value

    # Assaults

    def worth(self, s: KerenState, side: int, place: int, attack: int, defence: int, attackers: int) -> float:
        """What an assault promises on average."""
        world = s.world
        odds = ratio(attack, max(1, defence))
        name = f"{min(odds[0], 4)}:{min(odds[1], 4)}"
        clear = place < world.hexes and world.map.terrain[place] == "clear"
        modifier = max(-2, min(BEST_MODIFIER, int(clear) - 2 * (place in world.forts) + max(0, odds[0] - 4)))
        stack = s.here[place]
        ground = world.points.get(place, 0) * 0.6 + 0.4
        mine, theirs = LOSS[side], LOSS[enemy(side)]
        worth = {
            "1AE": -mine, "2AE": -mine * min(2, attackers), "S": 0.2, "DR": 0.3 + ground,
            "1DE": theirs + (ground if len(stack) == 1 else 0.3), "2DE": theirs * min(2, len(stack)) + (ground if len(stack) <= 2 else 0.3),
        }  # fmt: skip
        return sum(worth[result] * chance for result, chance in self.table[modifier][name].items())

    def prospects(self, s: KerenState, side: int, force: Mapping[int, Mapping[int, int]]) -> float:
        """The worth of the assaults there are, the best first, no stack used twice."""
        mine, theirs = force[side], force[enemy(side)]
        links = s.world.ground.zoc_links
        offers = []
        for place, defence in theirs.items():
            beside = [n for n in links[place] if n in mine and not s.marks[s.here[n][-1]] >> SUPPRESSED & 1]
            if beside:
                count = sum(len(s.here[n]) for n in beside)
                value = self.worth(s, side, place, sum(mine[n] for n in beside), defence, count)
                if value > 0:
                    offers.append((value, place, beside))
        offers.sort(reverse=True)
        total, used = 0.0, set[int]()
        for value, _, beside in offers:
            if used.isdisjoint(beside):
                total += value
                used.update(beside)
        return total


def watched(s: KerenState, side: int, own: Mapping[int, int]) -> int:
    """Enemy stacks beside each of this side's units: they will fire."""
    foe, links = s.held[enemy(side)], s.world.ground.zoc_links
    return sum(foe[n] * len(s.here[place]) for place in own for n in links[place])
