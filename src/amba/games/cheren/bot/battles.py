"""What fights promise, and who attacks what: the units beside the enemy, shared out among the fights they could join. For bots; the rules never look here.

Everything is worth so many steps: 1.0 is about a step won or lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from amba.games.cheren.rules.losses import retreats
from amba.games.cheren.rules.r11_combat import attackers, is_led, read_result
from amba.games.cheren.state import MAP, CherenState
from amba.games.cheren.world import ALLIED, ATTACKED, ITALIAN
from amba.load.files import PrintedTable

VICTORY_POINT = 2.0
GOES = 0.3
"""What it is worth that the enemy has to go, or to pay for staying, wherever he stands."""
FEW = 4
"""Fights whose order is tried in every way; of more, the most promising comes first."""
FLIGHT = 0.05
"""What the aircraft must bring."""
BUILD = 0.3
"""What a fight counts that is not worth it yet: so much of what it would be, by how much of the strength for it is there."""


class Stakes(NamedTuple):
    """What a side puts up for what."""

    ground: float
    """What driving the enemy out of an ordinary hex is worth."""
    price: float
    """What a step of one's own costs."""
    least: float
    """What a fight must promise before it is begun."""
    odds: float
    """The odds of the worst column a fight is begun in."""
    town: float
    """The same for a fight about a town."""


STAKES = {
    ALLIED: Stakes(1.5, 0.7, 0.0, 2.0, 1.0),  # they have to get on
    ITALIAN: Stakes(0.7, 1.0, 0.35, 2.0, 2.0),  # they only have to last
}


class Exchange(NamedTuple):
    """One column of the combat table on average, against a stack of so many steps."""

    lost: float
    inflicted: float
    cleared: float
    """How often nobody is left."""
    driven: float
    """How often somebody is left who has to go, or to pay for staying."""


def exchange(cells: Sequence[tuple[int, int, int]], steps: int, trapped: bool) -> Exchange:
    """Who has nowhere to go loses a step instead (11.7)."""
    hits = [struck + (back if trapped else 0) for _, struck, back in cells]
    driven = [bool(back) and hit < steps and not trapped for (_, _, back), hit in zip(cells, hits, strict=True)]
    totals = (sum(lost for lost, _, _ in cells), sum(min(steps, hit) for hit in hits), sum(hit >= steps for hit in hits), sum(driven))
    return Exchange(*(total / len(cells) for total in totals))


class Odds:
    """What every column of the combat table brings, and from which ratio on it is used."""

    def __init__(self, table: PrintedTable) -> None:
        self.ratios = [int(a) / int(b) for a, _, b in (name.partition("-") for name in table.columns)]
        columns = [[read_result(row[index]) for row in table.cells] for index in range(len(self.ratios))]
        self.most = 2 + max(struck for cells in columns for _, struck, _ in cells)
        """More steps than this make no difference."""
        self.exchanges = {
            (index, steps, trapped): exchange(cells, steps, trapped)
            for index, cells in enumerate(columns)
            for steps in range(1, self.most + 1)
            for trapped in (False, True)
        }

    def column(self, attack: float, defence: float, shift: int) -> int:
        """11.5: below the lowest ratio the lowest column is used, and shifts count from there."""
        found = max(0, sum([attack >= ratio * defence for ratio in self.ratios]) - 1) + shift
        return max(0, min(len(self.ratios) - 1, found))

    def exchange(self, column: int, steps: int, trapped: bool) -> Exchange:
        return self.exchanges[column, min(steps, self.most), trapped]


_odds: dict[tuple[str, str], Odds] = {}


def odds_of(s: CherenState) -> Odds:
    key = s.world.data_hash, s.options["table"]
    if key not in _odds:
        _odds[key] = Odds(s.combat)
    return _odds[key]


def prize(s: CherenState, side: int, place: int) -> float:
    """What it is worth to a side to drive the enemy out of this hex."""
    town = s.world.town_at.get(place)
    return STAKES[side].ground + (VICTORY_POINT * town.vp if town else 0.0)


def is_trapped(s: CherenState, target: int) -> bool:
    """11.7: whether somebody in this hex has nowhere to go. Then nobody goes, and every retreat costs a step."""
    cache, key = s.memory[MAP], ("trapped", target)
    if key not in cache:
        cache[key] = any(not retreats(s, unit) for unit in s.here[target])
    found: bool = cache[key]
    return found


def fight_value(s: CherenState, target: int, column: int) -> float:
    """Steps inflicted and ground won against steps lost."""
    side = 1 - s.side[s.here[target][0]]
    steps = sum([s.steps_left(unit) for unit in s.here[target]])
    found = odds_of(s).exchange(column, steps, is_trapped(s, target))
    leaves = found.cleared + found.driven * (0.8 if steps <= 2 else 0.45)  # a strong stack may stand
    return found.inflicted + leaves * prize(s, side, target) + GOES * found.driven - STAKES[side].price * found.lost


def has_air(s: CherenState, side: int) -> bool:
    """11.3: air support that has not flown yet."""
    piece = s.world.air
    return side == ALLIED and piece >= 0 and s.at[piece] == s.world.box["air-support"] and not s.has(piece, ATTACKED)


class Battle(NamedTuple):
    """An attack that is meant: on whom, with whom, in which column, and what it promises."""

    target: int
    units: tuple[int, ...]
    air: bool
    column: int
    value: float


class Front:
    """What goes into the odds of attacks on one hex, looked up once."""

    def __init__(self, s: CherenState, target: int, units: Sequence[int]) -> None:
        world, cards, here = s.world, s.world.units, s.here[target]
        self.s, self.target, self.units = s, target, tuple(units)
        self.odds = odds_of(s)
        self.defence = sum([s.strength(unit) for unit in here])
        self.held = sum([s.strength(unit) for unit in here if cards[unit].is_support])
        self.strength = {unit: s.strength(unit) for unit in units}
        self.support = {unit: self.strength[unit] for unit in units if cards[unit].is_support}
        self.ground = world.defence_shift[target]
        self.across = {unit for unit in units if (s.at[unit], target) in world.river}
        self.river = min(0, world.river_shift - self.ground) if s.options["river"] == "best" else world.river_shift
        self.values: dict[int, float] = {}

    def column(self, units: Sequence[int], air: int = 0) -> int:
        """The column as the rules find it (11.0 to 11.5); `air` is the strength that comes from above."""
        attack = sum([self.strength[unit] for unit in units]) + air
        support = sum([self.support.get(unit, 0) for unit in units]) + air
        shift = self.ground + (support > self.held) - (support < self.held)
        if self.across and self.across.issuperset(units):
            shift += self.river
        return self.odds.column(attack, self.defence, shift)

    def value(self, column: int) -> float:
        if column not in self.values:
            self.values[column] = fight_value(self.s, self.target, column)
        return self.values[column]

    def hope(self, side: int, units: Sequence[int]) -> float:
        """What the fight would be worth in the first column that is worth it, by how much of the strength for that is there."""
        column, attack, ratios = self.column(units), sum([self.strength[unit] for unit in units]), self.odds.ratios
        for better in range(column + 1, len(ratios)):
            if self.is_worth_it(side, better, 0.0):
                wanted = ratios[min(len(ratios) - 1, self.odds.column(attack, self.defence, better - column))]
                return min(1.0, attack / (wanted * self.defence)) * self.value(better)
        return 0.0

    def is_led(self, units: Sequence[int]) -> bool:
        return is_led(self.s, units, self.target)

    def is_worth_it(self, side: int, column: int, least: float) -> bool:
        worst = STAKES[side].town if self.target in self.s.world.town_at else STAKES[side].odds
        return self.value(column) > least and self.odds.ratios[column] >= worst


def fronts(s: CherenState, side: int) -> list[Front]:
    """The hexes that could be attacked now, the most promising first."""
    foe, around = s.held[1 - side], s.world.around
    places = {near for place in {s.at[unit] for unit in s.units(side)} for near in around[place] if foe[near]}
    found = [Front(s, target, attackers(s, target, side)) for target in places]
    found = [front for front in found if front.is_led(front.units)]
    return sorted(found, key=lambda front: (-front.value(front.column(front.units)), front.target))


class Sharing(NamedTuple):
    """The fights that are meant, and the fronts where what is left is not enough, with whom it is."""

    meant: list[tuple[Front, Battle]]
    wanting: list[tuple[Front, list[int]]]

    @property
    def value(self) -> float:
        return sum([battle.value for _, battle in self.meant])


def share_out(order: Iterable[Front], side: int, wanted: Mapping[int, int], least: float) -> Sharing:
    """Each fight in its turn takes whom it needs: those whom another could use only as far as they make a better column."""
    busy: set[int] = set()
    taken: list[tuple[Front, list[int], int]] = []
    wanting: list[tuple[Front, list[int]]] = []
    for front in order:
        units = [unit for unit in front.units if unit not in busy]
        if not front.is_led(units):
            continue
        if not front.is_worth_it(side, column := front.column(units), least):
            wanting.append((front, units))
            continue
        for unit in sorted((unit for unit in units if wanted[unit] > 1), key=lambda unit: -front.strength[unit]):
            rest = [other for other in units if other != unit]
            if front.is_led(rest) and front.column(rest) >= column:
                units = rest
        busy.update(units)
        taken.append((front, units, column))
    meant: list[tuple[Front, Battle]] = []
    for front, units, column in taken:
        everybody = [*units, *(unit for unit in front.units if unit not in busy)]
        if (better := front.column(everybody)) > column:
            busy.update(everybody)
            units, column = everybody, better
        meant.append((front, Battle(front.target, tuple(units), False, column, front.value(column))))
    return Sharing(meant, wanting)


def shared(s: CherenState, side: int, least: float, orders: int) -> Sharing:
    """The best of all orders, where the fights are as few as that; else the most promising come first."""
    there = fronts(s, side)
    wanted: dict[int, int] = {}
    for front in there:
        for unit in front.units:
            wanted[unit] = wanted.get(unit, 0) + 1
    tries = permutations(there) if 1 < len(there) <= orders else (there,)
    return max((share_out(order, side, wanted, least) for order in tries), key=lambda found: found.value)


def battles(s: CherenState, side: int) -> list[Battle]:
    """The fights of this phase, everybody in one of them at most; the aircraft go where they help most."""
    return with_air(s, side, shared(s, side, STAKES[side].least, FEW).meant)


def prospects(s: CherenState, side: int) -> float:
    """What the attacks there are promise, nobody used twice; and a little for those that somebody more would make worth it, so that they gather one by one."""
    found = shared(s, side, 0.0, 1)
    return sum([battle.value for battle in with_air(s, side, found.meant)]) + BUILD * sum([front.hope(side, units) for front, units in found.wanting])


def with_air(s: CherenState, side: int, meant: Sequence[tuple[Front, Battle]]) -> list[Battle]:
    """11.3: one of the fights may have the aircraft."""
    found = [battle for _, battle in meant]
    if not found or not has_air(s, side):
        return found
    strength, best, most = s.strength(s.world.air), -1, FLIGHT
    for index, (front, battle) in enumerate(meant):
        column = front.column(battle.units, strength)
        if (gain := front.value(column) - battle.value) > most:
            best, most, flown = index, gain, battle._replace(air=True, column=column, value=front.value(column))
    return found if best < 0 else [*found[:best], flown, *found[best + 1 :]]
