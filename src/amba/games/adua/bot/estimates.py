"""What a small arms combat and the melee after it may be expected to bring.

Everything is counted for the Abyssinians, in victory points: an Italian unit destroyed is 1. The chances are those of the tables; what comes after
the first turn of a melee, and what lost men are worth, is an estimate.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from amba.games.adua.rules.r10_dice import NEVER, pool_rolls
from amba.games.adua.rules.r13_victory import last_turn
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, FIRE_COLUMNS, FIRE_ROWS, MELEE_COLUMNS, World, cell_words

ITALIAN_STEP = (0.20, 0.40, 0.22, 0.45)
"""What an Italian unit's next step is worth, by steps lost: the second and the last count in victory points."""
DISORGANIZATION = 0.06
"""What it is worth to disorganize an Italian unit."""
ABYSSINIAN_STEP, LAST_ABYSSINIAN_STEP = 0.03, 0.005
"""What an Abyssinian step is worth, and in the last turn."""
NEXT_TURN = 0.75
"""A melee that goes on is fought again next turn; so much of that is counted now."""
SHARED_HITS = {
    1: ((1, 0),),
    2: ((2, 0), (1, 1)),
    3: ((3, 0), (2, 1), (1, 1)),
    4: ((4, 0), (3, 1), (2, 2), (1, 2)),
    5: ((5, 0), (4, 1), (3, 2), (2, 2)),
}
"""Hits -> how they may be shared: units repulsed, steps lost (10.1: one hit repulses, two take a step, nobody loses more than two)."""


class MeleeLosses(NamedTuple):
    """What a melee in one column may be expected to cost: Italian steps, and Abyssinian steps for each unit that is in it."""

    italian: float
    abyssinian: float


class Tables(NamedTuple):
    """The two combat tables as estimates need them."""

    fire: tuple[tuple[int, int, int], ...]
    """Where Abyssinians attack, row by row: Italian steps, whether disorganized, hits to share."""
    melee: tuple[MeleeLosses, ...]
    abyssinian_step: float = ABYSSINIAN_STEP
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
        fire[0], fire[1] = (*fire[1][:2], fire[0][2]), (*fire[0][:2], fire[1][2])
    melee = tuple(expected_losses(world, column, 0.0 if last else NEXT_TURN) for column in MELEE_COLUMNS)
    return Tables(tuple(fire), melee, LAST_ABYSSINIAN_STEP if last else ABYSSINIAN_STEP)


def expected_losses(world: World, column: str, next_turn: float) -> MeleeLosses:
    cells = [cell_words(world.melee, str(die), column) for die in range(1, 7)]
    italian = sum("italians reduced" in words or "all reduced" in words or "one each reduced" in words for words in cells) / 6
    abyssinian = sum("abyssinians reduced" in words or "all reduced" in words for words in cells) / 6
    rounds = 1 / (1 - next_turn * sum("continues" in words for words in cells) / 6)
    return MeleeLosses(italian * rounds, abyssinian * rounds)


class Defender(NamedTuple):
    """An Italian unit that may be attacked."""

    value: int
    after: int
    """Its combat value once it has lost a step; 0 if that is the last."""
    quality: int
    lost: int
    entrenched: bool


def melee_gain(found: Tables, lead: int, lost: int, count: int) -> float:
    """What a melee is worth where the Italian leads by so much and has lost so many steps, to so many Abyssinian units."""
    losses = found.melee[max(0, min(3, lead))]
    steps = min(losses.italian, 4.0 - lost)
    gain = ITALIAN_STEP[lost] * min(1.0, steps) + (ITALIAN_STEP[lost + 1] * (steps - 1.0) if steps > 1.0 else 0.0)
    return gain - found.abyssinian_step * count * losses.abyssinian


def best_melee_gain(found: Tables, value: int, lost: int, men: tuple[int, ...]) -> float:
    """What it is worth to go into melee with as many of these men, the strongest first, as is best; 0: with none."""
    best, inside = 0.0, 0
    for count, more in enumerate(men, 1):
        inside += more
        best = max(best, melee_gain(found, value - inside, lost, count))
        if inside >= value:
            break
    return best


@lru_cache(maxsize=200_000)
def attack_gain(found: Tables, defender: Defender, plain: int, good: int, men: tuple[int, ...], cavalry: tuple[int, ...]) -> float:
    """What an attack on a unit is worth: so many dice of quality 0 and 1, by men with these combat values (the strongest first), cavalry beside them."""
    if not men:
        return best_melee_gain(found, defender.value, defender.lost, cavalry)
    total = 0.0
    for row, chance in enumerate(row_chances(((defender.value, defender.quality),), ((plain, 0), (good, 1)))):
        reduced, disorganized, hits = found.fire[min(row + defender.entrenched, 4)]
        gain = ITALIAN_STEP[defender.lost] * reduced + DISORGANIZATION * disorganized
        value, lost = (defender.after if reduced else defender.value) - disorganized, defender.lost + reduced
        shares = SHARED_HITS.get(hits, ())
        best = 0.0 if not shares else -9.0
        for repulsed, steps in shares:
            after = 0.0
            if lost < len(ITALIAN_STEP) and (len(men) > repulsed or cavalry):
                left = men[: max(0, len(men) - repulsed)]
                after = best_melee_gain(found, value, lost, tuple(sorted(left + cavalry, reverse=True)) if cavalry else left)
            best = max(best, after - found.abyssinian_step * (steps + max(0, repulsed - len(men))))
        total += chance * (gain + best)
    return total


Dice = tuple[tuple[int, int], ...]
"""Pools as (dice, quality)."""


@lru_cache(maxsize=20000)
def row_chances(italian: Dice, abyssinian: Dice) -> tuple[float, ...]:
    """The chances of the five rows of the small arms table, from "-1 or less" to "+3 or more"."""
    ours, theirs = hit_chances(italian), hit_chances(abyssinian)
    found = [0.0] * 5
    for mine, chance in enumerate(ours):
        for yours, other in enumerate(theirs):
            found[max(-1, min(3, mine - yours)) + 1] += chance * other
    return tuple(found)


@lru_cache(maxsize=5000)
def hit_chances(pools: Dice) -> tuple[float, ...]:
    """The chance of each number of hits."""
    whole = [1.0]
    for dice, quality in pools:
        rolls = pool_rolls(dice, quality, NEVER, False)
        total = sum(weight for _, weight in rolls)
        joined = [0.0] * (len(whole) + dice)
        for had, chance in enumerate(whole):
            for (more, _), weight in rolls:
                joined[had + more] += chance * weight / total
        whole = joined
    return tuple(whole)
