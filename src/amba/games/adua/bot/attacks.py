"""The fights a position holds: the attacks that the Abyssinians could declare as they stand, and the melees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.games.adua.bot.estimates import Defender, Tables, attack_gain, melee_gain, tables
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, ENTERED, ENTRENCHED, ITALIAN, MELEE


def defender_of(s: AduaState, unit: int) -> Defender:
    """An Italian unit as it would be attacked now."""
    card, lost = s.world.units[unit], s.face[unit]
    value = s.value(unit)
    after = max(0, value - card.values[lost] + card.values[lost + 1]) if lost + 1 < card.steps else 0
    return Defender(value, after, s.quality(unit), lost, bool(s.marks[unit] >> ENTRENCHED & 1))


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
    beside = adjacent_attackers(s, italians)
    if not beside:
        return []
    found = tables(s)
    parties = parties_of(s, found, beside)
    spared = [other for other in beside if other not in parties]
    rows = []
    for unit, party in parties.items():
        gain = expected_gain(s, found, unit, party, spared, beside)
        # Whoever came this turn must attack; the others need not.
        if gain <= 0:
            party = [man for man in party if s.marks[man] >> ENTERED & 1]
            gain = expected_gain(s, found, unit, party, spared, beside) if party else 0.0
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
        return expected_gain(s, found, unit, party, [], beside) if party else 0.0

    for man in sorted((man for man, targets in choices.items() if len(targets) > 1), key=lambda man: (-s.value(man), man)):
        gains = [(worth(unit, [*parties.get(unit, ()), man]) - worth(unit, parties.get(unit, [])), unit) for unit in choices[man]]
        parties.setdefault(max(gains)[1], []).append(man)
    return parties


def adjacent_attackers(s: AduaState, italians: Sequence[int]) -> dict[int, list[int]]:
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


def expected_gain(s: AduaState, found: Tables, unit: int, party: list[int], spared: list[int], beside: dict[int, list[int]]) -> float:
    """An attack by these men: each enemy beside one of them whom nobody attacks costs him two dice."""
    world, place = s.world, s.at[unit]
    dice = [0, 0]
    men, cavalry = [], []
    for man in party:
        value, card = s.value(man), world.units[man]
        if card.is_cavalry:
            if world.may_enter[man][place]:
                cavalry.append(value)
            continue
        men.append(value)
        rolled = value - 2 * sum(man in beside[other] for other in spared)
        if rolled > 0:
            high = world.level[s.at[man]] - world.level[place]
            dice[card.quality > 0] += rolled + (high > 0) - (high < 0)
    men.sort(reverse=True)
    cavalry.sort(reverse=True)
    return attack_gain(found, defender_of(s, unit), dice[0], dice[1], tuple(men), tuple(cavalry))


def melees(s: AduaState, italians: Sequence[int]) -> float:
    """What the melees that are being fought may bring."""
    total, found = 0.0, tables(s)
    for unit in italians:
        if s.marks[unit] >> MELEE & 1:
            ours, theirs = s.combat_at(s.at[unit], ITALIAN), s.combat_at(s.at[unit], ABYSSINIAN)
            lead = sum(map(s.value, ours)) - sum(map(s.value, theirs))
            total += melee_gain(found, lead, s.face[unit], len(theirs)) / len(ours)
    return total
