"""What a small arms combat and the melee after it may be expected to bring, for bots. The rules never look here.

Everything is counted for the Abyssinians, in victory points: an Italian unit destroyed is 1. The chances are those of the tables; what comes after
the first turn of a melee, and what lost men are worth, is an estimate.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from amba.games.adua.advice_common import rows
from amba.games.adua.rules.r13_victory import last_turn
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, FIRE_COLUMNS, FIRE_ROWS, MELEE_COLUMNS, World, cell_words

STEP = (0.20, 0.40, 0.22, 0.45)
"""What an Italian unit's next step is worth, by steps lost: the second and the last count in victory points."""
SHAKEN = 0.06
"""What it is worth to disorganize an Italian unit."""
BLOOD, LAST_BLOOD = 0.03, 0.005
"""What an Abyssinian step is worth, and in the last turn."""
LATER = 0.75
"""A melee that goes on is fought again next turn; so much of that is counted now."""
SHARING = {
    1: ((1, 0),),
    2: ((2, 0), (1, 1)),
    3: ((3, 0), (2, 1), (1, 1)),
    4: ((4, 0), (3, 1), (2, 2), (1, 2)),
    5: ((5, 0), (4, 1), (3, 2), (2, 2)),
}
"""Hits -> the ways to share them: units repulsed, steps lost (10.1: one hit repulses, two take a step, nobody loses more than two)."""


class Brawl(NamedTuple):
    """What a melee in one column brings: Italian steps, and Abyssinian steps for each unit that is in it."""

    italian: float
    abyssinian: float


class Tables(NamedTuple):
    """The two combat tables as a bot reads them."""

    fire: tuple[tuple[int, int, int], ...]
    """Where Abyssinians attack, row by row: Italian steps, whether disorganized, hits to share."""
    melee: tuple[Brawl, ...]
    blood: float = BLOOD
    """What an Abyssinian step is worth."""


def tables(s: AduaState) -> Tables:
    """As they are to be read now: in the last turn lost men do not matter any more, and no melee goes on."""
    return tables_of(s.world, s.options["fire_rows"] == "exchanged", s.turn >= last_turn(s))


@lru_cache(maxsize=16)
def tables_of(world: World, exchanged: bool, last: bool) -> Tables:
    """Read off the game's own tables."""
    fire = []
    for row in FIRE_ROWS:
        words = cell_words(world.small_arms, row, FIRE_COLUMNS[ABYSSINIAN])
        hits = next((int(word.split()[1]) for word in words if word.startswith("damage")), 0)
        fire.append((int("reduced" in words), int("disorganized" in words), hits))
    if exchanged:
        fire[0], fire[1] = fire[1], fire[0]
    return Tables(tuple(fire), tuple(brawl_in(world, column, 0.0 if last else LATER) for column in MELEE_COLUMNS), LAST_BLOOD if last else BLOOD)


def brawl_in(world: World, column: str, later: float) -> Brawl:
    cells = [cell_words(world.melee, str(die), column) for die in range(1, 7)]
    italian = sum("italians reduced" in words or "all reduced" in words or "one each reduced" in words for words in cells) / 6
    abyssinian = sum("abyssinians reduced" in words or "all reduced" in words for words in cells) / 6
    rounds = 1 / (1 - later * sum("continues" in words for words in cells) / 6)
    return Brawl(italian * rounds, abyssinian * rounds)


class Prey(NamedTuple):
    """An Italian unit as a target."""

    value: int
    after: int
    """Its combat value once it has lost a step; 0 if that is the last."""
    quality: int
    lost: int
    dug_in: bool


def melee_gain(found: Tables, lead: int, lost: int, count: int) -> float:
    """What a melee is worth where the Italian leads by so much, has lost so many steps, and so many men are in."""
    brawl = found.melee[max(0, min(3, lead))]
    steps = min(brawl.italian, 4.0 - lost)
    return STEP[lost] * min(1.0, steps) + (STEP[lost + 1] * (steps - 1.0) if steps > 1.0 else 0.0) - found.blood * count * brawl.abyssinian


def melee_worth(found: Tables, value: int, lost: int, men: tuple[int, ...]) -> float:
    """What it is worth to go into melee with as many of these men, the strongest first, as is best; 0: with none."""
    best, inside = 0.0, 0
    for count, more in enumerate(men, 1):
        inside += more
        best = max(best, melee_gain(found, value - inside, lost, count))
        if inside >= value:
            break
    return best


@lru_cache(maxsize=200_000)
def clash(found: Tables, prey: Prey, plain: int, good: int, men: tuple[int, ...], riders: tuple[int, ...]) -> float:
    """What an attack on a unit is worth: so many dice of quality 0 and 1, by men with these combat values (the strongest first), riders beside them."""
    if not men:
        return melee_worth(found, prey.value, prey.lost, riders)
    chances = rows(((prey.value, prey.quality),), ((plain, 0), (good, 1)))
    total = 0.0
    for row, chance in enumerate(chances):
        reduced, shaken, hits = found.fire[min(row + prey.dug_in, 4)]
        gain = STEP[prey.lost] * reduced + SHAKEN * shaken
        value, lost = (prey.after if reduced else prey.value) - shaken, prey.lost + reduced
        ways = SHARING.get(hits, ())
        best = 0.0 if not ways else -9.0
        for thrown_back, steps in ways:
            after = 0.0
            if lost < len(STEP) and (len(men) > thrown_back or riders):
                left = men[: max(0, len(men) - thrown_back)]
                after = melee_worth(found, value, lost, tuple(sorted(left + riders, reverse=True)) if riders else left)
            best = max(best, after - found.blood * (steps + max(0, thrown_back - len(men))))
        total += chance * (gain + best)
    return total
