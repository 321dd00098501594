"""Which fights a position holds, for bots: those the Abyssinians have come up for, those they could come up for, and the melees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from amba.games.adua.forecast import Prey, Tables, clash, melee_gain, tables
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, ENTERED, ENTRENCHED, ITALIAN, MELEE, World
from amba.kit.reach import reach

AWAY = 99
MOST = 24
"""As many men as need be thought of for one target, others before it served."""
CARE = 0.01
"""Men are wanted elsewhere too."""
Man = tuple[int, int, int]
"""An Abyssinian: who, where, and his combat value."""
Comer = tuple[int, int, int]
"""One who could come: combat value, weapons quality (-1 for horse), and who."""


def prey_of(s: AduaState, unit: int) -> Prey:
    card, lost = s.world.units[unit], s.face[unit]
    value = s.value(unit)
    after = max(0, value - card.values[lost] + card.values[lost + 1]) if lost + 1 < card.steps else 0
    return Prey(value, after, card.quality, lost, bool(s.marks[unit] >> ENTRENCHED & 1))


class Attack(NamedTuple):
    """A fight as it may be declared: on whom, by whom, and what it promises."""

    target: int
    party: tuple[int, ...]
    worth: float


def fights(s: AduaState, italians: Sequence[int]) -> float:
    """What the Abyssinians may expect of their attacks as they stand."""
    return sum(attack.worth for attack in attacks(s, italians))


def attacks(s: AduaState, italians: Sequence[int]) -> list[Attack]:
    """Whom the Abyssinians would attack as they stand."""
    beside = besiegers(s, italians)
    if not beside:
        return []
    found = tables(s)
    parties = parties_of(s, found, beside)
    spared = [other for other in beside if other not in parties]
    rows = []
    for unit, party in parties.items():
        gain = attack_worth(s, found, unit, party, spared, beside)
        # Whoever came this turn must attack; the others need not.
        if gain <= 0:
            party = [man for man in party if s.marks[man] >> ENTERED & 1]
            gain = attack_worth(s, found, unit, party, spared, beside) if party else 0.0
        if party:
            rows.append(Attack(unit, tuple(party), gain))
    return rows


def parties_of(s: AduaState, found: Tables, beside: dict[int, list[int]]) -> dict[int, list[int]]:
    """Target -> who attacks it. Whoever is beside several goes, the strongest first, where he brings most."""
    choices: dict[int, list[int]] = {}
    for unit, men in beside.items():
        for man in men:
            choices.setdefault(man, []).append(unit)
    parties: dict[int, list[int]] = {}
    for man, (unit, *others) in choices.items():
        if not others:
            parties.setdefault(unit, []).append(man)

    def worth(unit: int, party: list[int]) -> float:
        return attack_worth(s, found, unit, party, [], beside) if party else 0.0

    for man in sorted((man for man, targets in choices.items() if len(targets) > 1), key=lambda man: (-s.value(man), man)):
        gains = [(worth(unit, [*parties.get(unit, ()), man]) - worth(unit, parties.get(unit, [])), unit) for unit in choices[man]]
        parties.setdefault(max(gains)[1], []).append(man)
    return parties


def besiegers(s: AduaState, italians: Sequence[int]) -> dict[int, list[int]]:
    """Italian unit -> the Abyssinians beside it who are free."""
    zone, here, side, marks, combat = s.contact(ABYSSINIAN), s.here, s.side, s.marks, s.world.is_combat
    found: dict[int, list[int]] = {}
    for unit in italians:
        place = s.at[unit]
        if zone[place] and not marks[unit] >> MELEE & 1:
            men = [
                man for near in s.world.around[place] for man in here[near] if side[man] == ABYSSINIAN and combat[man] and not marks[man] >> MELEE & 1
            ]
            if men:
                found[unit] = men
    return found


def attack_worth(s: AduaState, found: Tables, unit: int, party: list[int], spared: list[int], beside: dict[int, list[int]]) -> float:
    """An attack by these men: each enemy beside one of them whom nobody attacks costs him two dice."""
    world, place = s.world, s.at[unit]
    dice = [0, 0]
    men, riders = [], []
    for man in party:
        value, card = s.value(man), world.units[man]
        if card.is_cavalry:
            if world.may_enter[man][place]:
                riders.append(value)
            continue
        men.append(value)
        rolled = value - 2 * sum(man in beside[other] for other in spared)
        if rolled > 0:
            high = world.level[s.at[man]] - world.level[place]
            dice[card.quality > 0] += rolled + (high > 0) - (high < 0)
    men.sort(reverse=True)
    riders.sort(reverse=True)
    return clash(found, prey_of(s, unit), dice[0], dice[1], tuple(men), tuple(riders))


def threats(s: AduaState, italians: Sequence[int]) -> float:
    """What the Abyssinians could do to the Italians in their next turn: each man and each hex beside them once, the worst first."""
    crowd = tuple((man, s.at[man], s.value(man)) for man in s.units(ABYSSINIAN) if not s.marks[man] >> MELEE & 1)
    found = tables(s)
    nearest = marches(s.world, crowd).nearest
    open_to: list[tuple[float, int, Prey, list[int]]] = []
    for unit in italians:
        if s.marks[unit] >> MELEE & 1:
            continue
        sides = approaches(s, s.at[unit], nearest)
        if sides:
            prey, place = prey_of(s, unit), s.at[unit]
            worth = assault(found, prey, len(sides), ground(s.world, place, sides), comers(s.world, crowd, place), set())[0]
            open_to.append((worth, unit, prey, sides))
    open_to.sort(key=lambda item: (-item[0], item[1]))
    total, busy, held = 0.0, set[int](), set[int]()
    for _, unit, prey, sides in open_to:
        place, free = s.at[unit], [side for side in sides if side not in held]
        worth, who = assault(found, prey, len(free), ground(s.world, place, free), comers(s.world, crowd, place), busy)
        total += worth
        busy.update(who)
        held.update(free[: len(who)])
    return total


class Marches(NamedTuple):
    """Where the men of a crowd could come if nobody stood in their way."""

    reached: tuple[frozenset[int], ...]
    """By man."""
    nearest: list[int]
    """Hex -> the movement points that the nearest of them needs; AWAY for none."""


@lru_cache(maxsize=32)
def marches(world: World, crowd: tuple[Man, ...]) -> Marches:
    """The crowd stands still while the Italians move, so this is worked out once for a phase."""
    nobody = [0] * (world.hexes * 2 + 1)
    reached, nearest = [], [AWAY] * world.hexes
    for man, place, _ in crowd:
        found = reach(place, world.units[man].move, world.edges(man), nobody, nobody)
        for node, cost in found.cost.items():
            hex = node % world.hexes
            if node < world.beyond(man) and cost < nearest[hex]:
                nearest[hex] = cost
        reached.append(frozenset(node % world.hexes for node in found.cost if node < world.beyond(man)))
    return Marches(tuple(reached), nearest)


def approaches(s: AduaState, place: int, nearest: list[int]) -> list[int]:
    """The sides of a hex that enemies hold or can come to, those first that are beside few others of ours."""
    around = s.world.around
    own, zoc, near_foe, near_own = s.occupied_by(ITALIAN), s.zoc(ITALIAN), s.contact(ABYSSINIAN), s.contact(ITALIAN)
    found = []
    for side in around[place]:
        if own[side] or nearest[side] >= AWAY:
            continue
        # The last step leads into the zone of control; the steps before may not.
        if nearest[side] and not near_foe[side] and all(zoc[gate] or nearest[gate] >= AWAY for gate in around[side]):
            continue
        found.append(side)
    return sorted(found, key=near_own.__getitem__)


def ground(world: World, place: int, sides: Sequence[int]) -> int:
    """How many more of the sides are higher than lower."""
    level = world.level
    return sum((level[side] > level[place]) - (level[side] < level[place]) for side in sides)


@lru_cache(maxsize=20_000)
def comers(world: World, crowd: tuple[Man, ...], place: int) -> tuple[Comer, ...]:
    """Who of the crowd can come beside a hex, the strongest first."""
    around = world.around[place]
    found = []
    for (man, _, value), reached in zip(crowd, marches(world, crowd).reached, strict=True):
        if any(near in reached for near in around):
            card = world.units[man]
            found.append((value, -1 if card.is_cavalry else card.quality, man))
    return tuple(sorted(found, reverse=True)[:MOST])


def assault(found: Tables, prey: Prey, sides: int, ground: int, men: tuple[Comer, ...], busy: set[int]) -> tuple[float, list[int]]:
    """The best of the free men, as many as pay: what it is worth, and who it takes."""
    free = [man for man in men if man[2] not in busy][:sides]
    best, taken = 0.0, 0
    plain = good = 0
    foot: tuple[int, ...] = ()
    riders: tuple[int, ...] = ()
    for count, (value, quality, _) in enumerate(free, 1):
        if quality < 0:
            riders += (value,)
        else:
            foot += (value,)
            dice = max(0, value + (1 if 2 * ground > sides else -1 if 2 * ground < -sides else 0))
            plain, good = (plain + dice, good) if not quality else (plain, good + dice)
        worth = clash(found, prey, plain, good, foot, riders) - CARE * count
        if worth > best:
            best, taken = worth, count
    return best, [man for _, _, man in free[:taken]]


def melees(s: AduaState, italians: Sequence[int]) -> float:
    """What the melees that are being fought may bring."""
    total, found = 0.0, tables(s)
    for unit in italians:
        if s.marks[unit] >> MELEE & 1:
            ours, theirs = s.combat_at(s.at[unit], ITALIAN), s.combat_at(s.at[unit], ABYSSINIAN)
            lead = sum(map(s.value, ours)) - sum(map(s.value, theirs))
            total += melee_gain(found, lead, s.face[unit], len(theirs)) / len(ours)
    return total
