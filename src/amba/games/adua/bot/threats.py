"""The attacks that the Abyssinians could come up for in their next turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from amba.games.adua.bot.attacks import defender_of
from amba.games.adua.bot.estimates import Defender, Tables, attack_gain, tables
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, ITALIAN, MELEE, World
from amba.kit.reach import reach

OUT_OF_REACH = 99
MOST_UNITS = 24
"""As many units as need be thought of for one target, others before it served."""
OTHER_USE = 0.01
"""What a unit could be worth elsewhere."""
FreeUnit = tuple[int, int, int]
"""An Abyssinian unit that is not in melee: which, where, and its combat value."""


class Attacker(NamedTuple):
    """A unit that could come beside a target."""

    value: int
    quality: int
    """Its weapons quality; -1 for cavalry, which has no firearms."""
    unit: int


def threats(s: AduaState, italians: Sequence[int]) -> float:
    """What the Abyssinians could do to the Italians in their next turn: each man and each hex beside them once, the worst first."""
    free = tuple((man, s.at[man], s.value(man)) for man in s.units(ABYSSINIAN) if not s.marks[man] >> MELEE & 1)
    found = tables(s)
    nearest = reachable(s.world, free).nearest
    attackable: list[tuple[float, int, Defender, list[int]]] = []
    for unit in italians:
        if s.marks[unit] >> MELEE & 1:
            continue
        sides = approaches(s, s.at[unit], nearest)
        if sides:
            defender, place = defender_of(s, unit), s.at[unit]
            worth = best_attack(found, defender, len(sides), ground(s.world, place, sides), units_in_reach(s.world, free, place), set())[0]
            attackable.append((worth, unit, defender, sides))
    attackable.sort(key=lambda item: (-item[0], item[1]))
    total, busy, held = 0.0, set[int](), set[int]()
    for _, unit, defender, sides in attackable:
        place, left = s.at[unit], [side for side in sides if side not in held]
        worth, who = best_attack(found, defender, len(left), ground(s.world, place, left), units_in_reach(s.world, free, place), busy)
        total += worth
        busy.update(who)
        held.update(left[: len(who)])
    return total


class Reachable(NamedTuple):
    """Where free units could come if nobody stood in their way."""

    reached: tuple[frozenset[int], ...]
    """By unit."""
    nearest: list[int]
    """Hex -> the movement points that the nearest of them needs; OUT_OF_REACH for none."""


@lru_cache(maxsize=32)
def reachable(world: World, free: tuple[FreeUnit, ...]) -> Reachable:
    """The Abyssinians stand still while the Italians move, so this is worked out once for a phase."""
    nobody = [0] * (world.hexes * 2 + 1)
    reached, nearest = [], [OUT_OF_REACH] * world.hexes
    for man, place, _ in free:
        found = reach(place, world.units[man].move, world.edges(man), nobody, nobody)
        for node, cost in found.cost.items():
            hex = node % world.hexes
            if node < world.beyond(man) and cost < nearest[hex]:
                nearest[hex] = cost
        reached.append(frozenset(node % world.hexes for node in found.cost if node < world.beyond(man)))
    return Reachable(tuple(reached), nearest)


def approaches(s: AduaState, place: int, nearest: list[int]) -> list[int]:
    """The sides of a hex that enemies hold or can come to, those first that are beside few others of ours."""
    around = s.world.around
    own, zoc, near_foe, near_own = s.occupied_by(ITALIAN), s.zoc(ITALIAN), s.contact(ABYSSINIAN), s.contact(ITALIAN)
    found = []
    for side in around[place]:
        if own[side] or nearest[side] >= OUT_OF_REACH:
            continue
        # The last step leads into the zone of control; the steps before may not.
        if nearest[side] and not near_foe[side] and all(zoc[gate] or nearest[gate] >= OUT_OF_REACH for gate in around[side]):
            continue
        found.append(side)
    return sorted(found, key=near_own.__getitem__)


def ground(world: World, place: int, sides: Sequence[int]) -> int:
    """How many more of the sides are higher than lower."""
    level = world.level
    return sum((level[side] > level[place]) - (level[side] < level[place]) for side in sides)


@lru_cache(maxsize=20_000)
def units_in_reach(world: World, free: tuple[FreeUnit, ...], place: int) -> tuple[Attacker, ...]:
    """Which free units can come beside a hex, the strongest first."""
    around = world.around[place]
    found = []
    for (man, _, value), reached in zip(free, reachable(world, free).reached, strict=True):
        if any(near in reached for near in around):
            card = world.units[man]
            found.append(Attacker(value, -1 if card.is_cavalry else card.quality, man))
    return tuple(sorted(found, reverse=True)[:MOST_UNITS])


def best_attack(
    found: Tables, defender: Defender, sides: int, ground: int, attackers: tuple[Attacker, ...], busy: set[int]
) -> tuple[float, list[int]]:
    """An attack by the strongest that are not busy, as many as pay: what it is worth, and who it takes."""
    free = [attacker for attacker in attackers if attacker.unit not in busy][:sides]
    best, taken = 0.0, 0
    plain = good = 0
    foot: tuple[int, ...] = ()
    cavalry: tuple[int, ...] = ()
    for count, (value, quality, _) in enumerate(free, 1):
        if quality < 0:
            cavalry += (value,)
        else:
            foot += (value,)
            dice = max(0, value + (1 if 2 * ground > sides else -1 if 2 * ground < -sides else 0))
            plain, good = (plain + dice, good) if not quality else (plain, good + dice)
        worth = attack_gain(found, defender, plain, good, foot, cavalry) - OTHER_USE * count
        if worth > best:
            best, taken = worth, count
    return best, [attacker.unit for attacker in free[:taken]]
