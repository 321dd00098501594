"""What a position of Keren 1941 is worth to a side: the terms of data/bot.toml. For bots; the rules never look here.

1.0 is a victory point. Of the enemy only what the side sees is looked at: the top unit of a stack, and how many lie under it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from amba.core.evaluation import Target
from amba.games.keren.odds_for_bots import BARRED, LOSS, SHAKEN, denied, is_trapped
from amba.games.keren.picture import FINE, LEVEL, Picture, Scale
from amba.games.keren.rules.r04_victory import points
from amba.games.keren.rules.r11_fire import column_of
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN, LOSSES, SUPPRESSED, World
from amba.kit.odds import ratio
from amba.load.weights import load_weights

TERMS = ("points", "plug", "contest", "fights", "danger", "watched", "caught", "stuck", "height", "crowding")
BASE = 12 * FINE
"""What an empty hex resists with, in quarters of an assault factor."""
HOLD = 1.6
"""A defender near a hex counts for so many attackers."""
PLUG_VALUE = 6.0
"""What Tigu counts for in the contest: whoever comes there ends the battle."""
PATIENCE = 0.1
"""4.2: only the end counts, so before the last turn the Italians value ground by so much: units that live can come back for it."""
COVERED = 0.2
"""4.1: what is still missing when Tigu is only in an Italian zone of control."""
GROUND = 0.6
"""How much of a point hex counts that an assault would take."""
STAYS = 0.6
"""How much of an assault of the Commonwealth is counted on those who can still step back: the Italians move in between (5.0)."""
BEST_MODIFIER = 7
"""A die of 1 with this modifier is in the last row of the assault table."""
MANY = 4
"""So many places changed: the next picture starts from here."""


def chances(cells: Sequence[str], but: str = "") -> tuple[tuple[str, float], ...]:
    """Results and how often each comes, one cell for each fall of the die."""
    return tuple((cell, cells.count(cell) / len(cells)) for cell in dict.fromkeys(cells) if cell != but)


class KerenEvaluation:
    """The terms, their weights, and what may be planned."""

    planned: Mapping[str, tuple[str, ...]] = {"movement": ("move",)}

    def __init__(self, world: World) -> None:
        self.world = world
        self.weighing = load_weights(world.folder, TERMS)
        self.table = {modifier: self._columns(world, modifier) for modifier in range(-2, BEST_MODIFIER + 1)}
        self.fire_table = [chances([row[column] for row in world.ranged.cells], "NE") for column in range(len(world.ranged.columns))]
        goals = {**{h: float(v) for h, v in world.points.items()}, world.tigu: PLUG_VALUE}
        self.goals = list(goals.items())
        self.last: dict[int, Picture] = {}
        """side -> the picture the next one is made from"""

    @staticmethod
    def _columns(world: World, modifier: int) -> dict[str, tuple[tuple[str, float], ...]]:
        """Column -> results and how often, with this modifier to the die."""
        table, last = world.assault, len(world.assault.rows) - 1
        rows = [table.cells[max(0, min(last, die + modifier))] for die in range(1, 7)]
        return {name: chances([row[index] for row in rows]) for index, name in enumerate(table.columns)}

    @cached_property
    def scale(self) -> Scale:
        return Scale(self.world, self.goals)

    def picture(self, s: KerenState, side: int) -> Picture:
        """The position as this side sees it, made from the last one where that is less work."""
        last = self.last.get(side)
        places = None if last is None else last.changed(s)
        if last is None or places is None:
            self.last[side] = found = Picture(s, side, self.scale, self.worth, self.fire)
            return found
        found = last.made_over(s, places)
        if len(places) > MANY:
            found.note(s)
            self.last[side] = found
        return found

    def measure(self, s: KerenState, side: int) -> dict[str, float]:
        sign = 1.0 if side == COMMONWEALTH else -1.0
        picture = self.picture(s, side)
        own = picture.sums
        return {
            "points": sign * points_to_come(s),
            "plug": sign * openness(s),
            "contest": sign * self.contest(s, picture) * (1.0 if side == COMMONWEALTH or s.turn >= s.turns else PATIENCE),
            "fights": picture.best_offers(side),
            "danger": -picture.best_offers(enemy(side)),
            "watched": -picture.under_fire / FINE,
            "caught": -LOSS[side] * own.caught / FINE,
            "stuck": -LOSS[side] * own.stuck,
            "height": own.height / LEVEL,
            "crowding": -float(own.crowding),
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
        row = self.scale.near[place]
        best = max(range(len(self.goals)), key=lambda i: (row[i], -i))
        goal = self.goals[best][0]
        return s.world.titles.get(goal, s.world.names.places[goal])

    def contest(self, s: KerenState, picture: Picture) -> float:
        """Every point hex by how likely it is to change hands: the forces near it on both sides."""
        value = 0.0
        for (place, worth), commonwealth, italian in zip(self.goals, *picture.presence, strict=True):
            if s.owner[place]:
                value -= worth * italian / (italian + HOLD * commonwealth + BASE)
            else:
                value += worth * commonwealth / (commonwealth + HOLD * italian + BASE)
        return value

    def worth(self, s: KerenState, picture: Picture, side: int, place: int, beside: tuple[int, ...]) -> float:
        """What an assault on a place from these places promises on average."""
        world, foe = s.world, enemy(side)
        mine = [picture.stacks[side][n] for n in beside]
        attackers = sum([stack.attackers for stack in mine])
        odds = ratio(sum([stack.attack for stack in mine]), max(1, picture.stacks[foe][place].defence))
        clear = place < world.hexes and world.map.terrain[place] == "clear"
        modifier = max(-2, min(BEST_MODIFIER, int(clear) - 2 * (place in world.forts) + max(0, odds[0] - 4)))
        size = len(s.here[place])
        ground = 0.3 + GROUND * world.points.get(place, 0) + (denied(s, place) if side == COMMONWEALTH else 0.0)
        back = LOSS[foe] * size if is_trapped(s, foe, place) else 0.2
        stays = STAYS if side == picture.side == COMMONWEALTH and not s.marks[s.here[place][-1]] >> SUPPRESSED & 1 else 1.0
        worth = {
            "1AE": -LOSS[side], "2AE": -LOSS[side] * min(2, attackers), "S": SHAKEN[foe] * size, "DR": back + ground,
            "1DE": LOSS[foe] + (ground if size == 1 else SHAKEN[foe]), "2DE": LOSS[foe] * min(2, size) + (ground if size <= 2 else SHAKEN[foe]),
        }  # fmt: skip
        column = self.table[modifier][f"{min(odds[0], 4)}:{min(odds[1], 4)}"]
        return stays * sum([worth[result] * chance for result, chance in column])

    def fire(self, s: KerenState, picture: Picture, place: int, at: int) -> float:
        """What fire from an enemy place at one's own units in another promises him on average (11.2)."""
        side, size = picture.side, len(s.here[at])
        above = self.scale.heights[place] - self.scale.heights[at]
        shift = (abs(above) >= 2 * LEVEL) + (abs(above) >= 3 * LEVEL)
        shot = column_of(s, picture.stacks[enemy(side)][place].fire, shift if above > 0 else -shift, 0)
        back = LOSS[side] * size if is_trapped(s, side, at) else 0.15
        worth = {"S": SHAKEN[side], "DR": back, "1DE": LOSS[side], "2DE": LOSS[side] * min(2, size)}
        return sum([worth[result] * chance for result, chance in self.fire_table[shot.column]])


def openness(s: KerenState) -> float:
    """4.1: how open the road to Tigu is as far as Tigu itself goes."""
    tigu = s.world.tigu
    return 0.0 if s.held[ITALIAN][tigu] else COVERED if s.zoc(ITALIAN)[tigu] else 1.0


def points_to_come(s: KerenState) -> float:
    """4.2: victory points now; hexes that Italian zones of control deny count by half while there is time to clear them."""
    zone, owner = s.zoc(ITALIAN), s.owner
    shut = 0.0 if s.turn >= s.turns else 1.0 - BARRED
    return s.tracks[LOSSES] + sum([value * (shut if zone[place] else 1.0) for place, value in s.world.points.items() if owner[place]])
