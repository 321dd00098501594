"""What a fight promises to a side, in victory points, by nothing but what it sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from amba.core.state import remembered
from amba.games.keren.rules.asking import FACES
from amba.games.keren.rules.r04_points import points
from amba.games.keren.rules.r04_victory import needed
from amba.games.keren.rules.r07_stacking import sees
from amba.games.keren.rules.r11_fire import fire_result
from amba.games.keren.rules.r14_assault import assault_result, weigh_totals
from amba.games.keren.rules.r14_results import retreat_paths
from amba.games.keren.state import POSITION, KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN, SUPPRESSED, World

UNSEEN = {COMMONWEALTH: 14, ITALIAN: 6}
"""What an unseen unit of a side is taken for, in quarters of an assault factor: Indian battalions have 3 or 4, most Italians 1 or 2."""
UNSEEN_FIRE = {COMMONWEALTH: 16, ITALIAN: 8}
"""And its ranged fire factor."""
LOSS = {COMMONWEALTH: 2.0, ITALIAN: 1.0}
"""4.2: what losing a unit costs."""
SUPPRESSION = {COMMONWEALTH: 0.2, ITALIAN: 0.35}
"""What suppressing a unit is worth: a colonial battalion seldom rallies."""
BARRED = 0.2
"""How much of a point hex counts, before the last turn, that a zone of control keeps the enemy from counting."""
SHARED = 0.2
GROUND_SHARE = {0: 1.0, 1: 0.5, 2: 0.25}
"""4.2: only the end counts. What ground is worth to the Italians so many turns before it, and less still earlier: units that live can come back for it."""
LEAST_GROUND_SHARE = 0.1


def ground_share(s: KerenState) -> float:
    """How much of a point hex counts for the Italians now: all the more the nearer the enemy is to the points with which he has won (16.0)."""
    share = max(LEAST_GROUND_SHARE, GROUND_SHARE.get(s.turns - s.turn, LEAST_GROUND_SHARE) * chance_to_return(s))
    return share if s.options["victory"] == "end" else max(share, min(1.0, max(0, points(s)) / needed(s)) ** 2)


@remembered(POSITION)
def chance_to_return(s: KerenState) -> float:
    """What chance the Italians have to come back for ground before the last turn: little against twice their number. On the last turn it is tried anyway."""
    if s.turn >= s.turns:
        return 1.0
    commonwealth, italian = (len(s.units(side)) for side in (COMMONWEALTH, ITALIAN))
    return float(min(1.0, italian / max(1, commonwealth)) ** 2)


Chances = tuple[tuple[str, float], ...]
"""The results of one die, and how often each comes."""


def chances(cells: Sequence[str]) -> Chances:
    """From the results of the six faces of a die."""
    return tuple((cell, cells.count(cell) / len(cells)) for cell in dict.fromkeys(cells))


def fire_chances(s: KerenState, column: int) -> Chances:
    return _fire_chances(s.world, s.options["tables"], column)


@lru_cache(maxsize=64)
def _fire_chances(world: World, tables: str, column: int) -> Chances:
    table = world.kinder_ranged if tables == "kinder" else world.ranged
    return chances([fire_result(table, column, die) for die in FACES])


def assault_chances(s: KerenState, column: int, modifier: int) -> Chances:
    return _assault_chances(s.world, s.options["tables"], column, modifier)


@lru_cache(maxsize=512)
def _assault_chances(world: World, tables: str, column: int, modifier: int) -> Chances:
    table = world.kinder_assault if tables == "kinder" else world.assault
    return chances([assault_result(table, column, die + modifier) for die in FACES])


def average(found: Chances, worth: Mapping[str, float]) -> float:
    """The average worth of one die; a result that is not listed is worth nothing."""
    return sum([worth.get(cell, 0.0) * chance for cell, chance in found])


def strength_of(s: KerenState, side: int, place: int, able: bool = False) -> int:
    """The assault factors in a hex as a side sees them; `able`: only of those who could assault themselves."""
    total = 0
    for unit in s.here[place]:
        if not sees(s, side, unit):
            total += UNSEEN[s.side[unit]]
        elif not (able and (s.is_suppressed(unit) or s.world.units[unit].is_artillery)):
            total += s.assault(unit)
    return total


def fire_of(s: KerenState, side: int, place: int) -> int:
    """The ranged fire factors of those in a hex who can fire, as a side sees them."""
    total = 0
    for unit in s.here[place]:
        if not sees(s, side, unit):
            total += UNSEEN_FIRE[s.side[unit]]
        elif not s.is_suppressed(unit):
            total += s.fire(unit)
    return total


@remembered(POSITION)
def is_trapped(s: KerenState, side: int, place: int) -> bool:
    """14.3: whether a unit of this side would be lost if it had to retreat from here."""
    return next(retreat_paths(s, side, place, s.world.ground.edges), None) is None


def points_denied(s: KerenState, place: int) -> float:
    """4.2: what an Italian with a zone of control keeps the Commonwealth from counting by being in a place: fully on the last turn, little before.

    Where others keep it off as well, one more or less matters little.
    """
    value, owner, links, held = s.world.points, s.owner, s.world.ground.zoc_links, s.held[ITALIAN]
    found = 0.0
    for n in links[place]:
        if n in value and owner[n]:
            alone = not any(held[other] for other in links[n] if other != place)
            found += value[n] * (1.0 if alone else SHARED)
    return found * (1.0 if s.turn >= s.turns else BARRED)


def retreat_cost(s: KerenState, side: int, place: int, size: int, lightly: float) -> float:
    """What it costs so many units of a side to be driven out of a place: everybody, or this little if there is a way back."""
    return LOSS[side] * size if is_trapped(s, side, place) else lightly


def assault_average(s: KerenState, side: int, place: int, attack: int, count: int, defence: int, size: int, ground: float) -> float:
    """What an assault of `count` units on `size` units promises, with these factors in quarters; `ground` is what the place itself is worth."""
    foe = enemy(side)
    odds = weigh_totals(s, place, attack, max(1, defence))
    worth = {
        "1AE": -LOSS[side], "2AE": -LOSS[side] * min(2, count), "S": SUPPRESSION[foe] * size, "DR": retreat_cost(s, foe, place, size, 0.2) + ground,
        "1DE": LOSS[foe] + (ground if size == 1 else SUPPRESSION[foe]), "2DE": LOSS[foe] * min(2, size) + (ground if size <= 2 else SUPPRESSION[foe]),
    }  # fmt: skip
    return average(assault_chances(s, odds.column, odds.modifier), worth)


@remembered(POSITION)
def assault_value(s: KerenState, side: int, place: int, strength: int, count: int, stack: tuple[int, ...] = ()) -> float:
    """What an assault of `count` units with this strength promises; `stack` stands for other defenders than those in the hex."""
    defence = sum(s.assault(unit) for unit in stack) if stack else strength_of(s, side, place)
    held = s.world.points.get(place, 0) if s.owner[place] != (side == COMMONWEALTH) else 0
    ground = held * (0.7 if side == COMMONWEALTH else 0.7 * ground_share(s)) + 0.3 + (points_denied(s, place) if side == COMMONWEALTH else 0.0)
    return assault_average(s, side, place, strength, count, defence, len(stack) or len(s.here[place]), ground)


def fire_cost(s: KerenState, side: int, place: int, column: int, size: int) -> float:
    """What a shot in this column costs so many units of one's own in a place."""
    back = retreat_cost(s, side, place, size, 0.2)
    worth = {"S": SUPPRESSION[side], "DR": back, "1DE": LOSS[side] + 0.1 * (size - 1), "2DE": LOSS[side] * min(2, size)}
    return average(fire_chances(s, column), worth)


def fire_value(s: KerenState, side: int, place: int, target: int, column: int, pressed: float = 0.5) -> float:
    """What a shot in this column of the fire table promises against one unit of a stack; `pressed` is how much can come for it once it is pinned down."""
    foe, size = enemy(side), len(s.here[place])
    seen = sees(s, side, target)
    shaken = seen and bool(s.marks[target] >> SUPPRESSED & 1)
    weight = (s.assault(target) + s.fire(target) if seen else UNSEEN[foe] + 6) / 20
    ground = s.world.points.get(place, 0) * 0.3 if s.owner[place] != (side == COMMONWEALTH) else 0.0
    ground += 0.5 * points_denied(s, place) if side == COMMONWEALTH and place < s.world.hexes else 0.0
    back = retreat_cost(s, foe, place, size, 0.2) if place < s.world.hexes else 0.2
    worth = {
        "S": 0.0 if shaken else SUPPRESSION[foe] * (0.5 + pressed) + 0.2 * weight, "DR": back + ground,
        "1DE": LOSS[foe] * (1 + 0.2 * weight) + 0.1 * (size - 1), "2DE": LOSS[foe] * min(2, size) * (1 + 0.2 * weight),
    }  # fmt: skip
    return average(fire_chances(s, column), worth)
