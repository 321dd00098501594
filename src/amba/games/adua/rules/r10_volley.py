"""10.1 Small arms combat: the dice and the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import CHANCE, Action, Decision
from amba.core.event import Said
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.adua.book import rule
from amba.games.adua.rules.r06_artillery import can_answer, fires
from amba.games.adua.rules.r10_after import leaders_with
from amba.games.adua.rules.r10_dice import NEVER, Outcome, Pool, combine
from amba.games.adua.rules.r10_small_arms import Shares
from amba.games.adua.state import AduaState
from amba.games.adua.world import (
    ABYSSINIAN,
    ENTRENCHED,
    FIRE_COLUMNS,
    FIRE_ROWS,
    FIRED,
    GUNS,
    ITALIAN,
    JAMMED,
    LOW_AMMO,
    REPULSED,
    SIDE_TITLES,
    cell_words,
)


class Combat(NamedTuple):
    """A small arms combat: one defender and all that attack it."""

    attacker: int
    """The attacking side."""
    target: int
    shares: Shares


@rule("10.1.elevation", "fig.6")
def elevation(s: AduaState, abyssinian: int, italian: int) -> int:
    """+1 for an Abyssinian unit that stands higher than the Italian, -1 for one that stands lower."""
    level = s.world.level
    here, there = level[s.at[abyssinian]], level[s.at[italian]]
    return (here > there) - (here < there)


@rule("6.0.artillery")
def exposed(s: AduaState, combat: Combat) -> list[int]:
    """Attackers that the defender could fire back at: adjacent ones, and guns within the reach of a defending gun."""
    return [unit for unit, _, _ in combat.shares if can_answer(s, combat.target, unit)]


@rule("5.1.ammo", "5.2")
def ones(s: AduaState, unit: int) -> int:
    """How many ones bring a unit low on ammo: three from turn 4, two with machine guns at work; Abyssinians never."""
    if s.side[unit] != ITALIAN or s.turn < 4 or s.has(unit, LOW_AMMO):
        return NEVER
    return 2 if s.has(unit, GUNS) and not s.has(unit, JAMMED) else 3


def pool(s: AduaState, unit: int, dice: int) -> Pool:
    return Pool(unit, max(0, dice), s.world.units[unit].quality, ones(s, unit), s.options["ones"] == "row")


@rule("10.1.dice", "10.1.elevation", "2.0.dice", "fig.6")
def attack_pool(s: AduaState, unit: int, target: int, dice: int) -> Pool:
    """A unit's share of dice against a target, with the ground counted for the Abyssinians."""
    if dice and s.side[unit] == ABYSSINIAN:
        dice += elevation(s, unit, target)
    return pool(s, unit, dice)


@rule("10.1.dice", "10.1.elevation", "6.0.cavalry", "fig.6")
def defence_pool(s: AduaState, combat: Combat) -> Pool:
    """The defender's dice: its full combat value if it can answer anybody, with the ground counted against most of its attackers."""
    unit = combat.target
    against = exposed(s, combat)
    if not against or not fires(s, unit):
        return pool(s, unit, 0)
    dice = s.value(unit)
    if s.side[unit] == ABYSSINIAN:
        lean = sum(elevation(s, unit, attacker) for attacker in against)
        dice += (lean > 0) - (lean < 0)
    return pool(s, unit, dice)


def pools(s: AduaState, combat: Combat) -> tuple[tuple[Pool, ...], tuple[Pool, ...]]:
    """The Italian and the Abyssinian dice."""
    attack = tuple(attack_pool(s, unit, target, dice) for unit, target, dice in combat.shares if s.is_on_map(unit))
    defence = (defence_pool(s, combat),)
    return (attack, defence) if combat.attacker == ITALIAN else (defence, attack)


def throws(s: AduaState, combat: Combat) -> list[tuple[Outcome, Outcome, int]]:
    """Every pair of throws with its weight."""
    italian, abyssinian = pools(s, combat)
    other = combine(abyssinian)
    return [(ours, theirs, weight * times) for ours, weight in combine(italian) for theirs, times in other]


@rule("10.1.table", "10.1.entrenched")
def row_of(s: AduaState, combat: Combat, difference: int) -> int:
    """Italian hits less Abyssinian hits; an entrenched defender is read one row further down, and the option exchanges two rows."""
    row = max(-1, min(3, difference)) + 1
    if combat.attacker == ABYSSINIAN:
        if s.has(combat.target, ENTRENCHED):
            row = min(row + 1, len(FIRE_ROWS) - 1)
        if s.options["fire_rows"] == "exchanged" and row < 2:
            row = 1 - row
    return row


@rule("10.1.table")
def result_words(s: AduaState, combat: Combat, italian_hits: int, abyssinian_hits: int) -> tuple[str, ...]:
    """What the table says; nothing where only guns out of reach fired, and missed."""
    scored = italian_hits if combat.attacker == ITALIAN else abyssinian_hits
    if not scored and not exposed(s, combat):
        return ()
    row = row_of(s, combat, italian_hits - abyssinian_hits)
    return cell_words(s.world.small_arms, FIRE_ROWS[row], FIRE_COLUMNS[combat.attacker])


class Combats(Step[AduaState]):
    """("combats", side, shares, pairs): combats still to fight; then melee may follow."""

    auto = True

    def run(self, s: AduaState) -> None:
        _, side, shares, pairs = s.frames[-1]
        left = tuple(share for share in shares if s.is_on_map(share[1]))
        if left:
            change(s, "choose-combat", side, left, pairs)
        else:
            change(s, "close-phase", side, pairs, tuple(sorted(melee_hexes(s))))


def melee_hexes(s: AduaState) -> set[int]:
    """Hexes that both sides hold."""
    return {s.at[unit] for unit in s.units(ITALIAN) if s.combat_at(s.at[unit], ABYSSINIAN)}


@rule("10.1")
class ChooseCombat(Step[AduaState]):
    """("choose-combat", side, shares, pairs): the attacker takes the combats in any order."""

    def decision(self, s: AduaState) -> Decision:
        side = s.frames[-1][1]
        return Decision(side, "combat", "10.1", "{side}: choose the next small arms combat.", {"side": SIDE_TITLES[side]})

    def menu(self, s: AduaState) -> Menu:
        found = dict.fromkeys(target for _, target, _ in s.frames[-1][2])
        return Menu([("resolve", s.world.names.pieces[target]) for target in found])

    def apply(self, s: AduaState, a: Action) -> None:
        _, side, shares, pairs = s.frames[-1]
        target = s.world.names.piece[a[1]]
        change(s, "combats", side, tuple(share for share in shares if share[1] != target), pairs)
        push(s, "volley", side, target, combat_of(s, side, target, shares).shares)


def combat_of(s: AduaState, side: int, target: int, shares: Shares) -> Combat:
    """The combat over one defender; attackers that were lost meanwhile roll nothing."""
    return Combat(side, target, tuple(share for share in shares if share[1] == target and s.is_on_map(share[0])))


@rule("10.1.dice", "2.0.dice")
class Volley(Step[AduaState]):
    """("volley", side, target, shares): both sides roll. A result reads 3-2: Italian and Abyssinian hits; +KEY for a unit that goes low on ammo."""

    def combat(self, s: AduaState) -> Combat:
        _, side, target, shares = s.frames[-1]
        return Combat(side, target, shares)

    def decision(self, s: AduaState) -> Decision:
        target = s.frames[-1][2]
        values = {"target": s.world.units[target].title, "hex": s.world.names.places[s.at[target]]}
        return Decision(CHANCE, "volley", "10.1.dice", "Small arms combat over {target}.", values)

    def outcomes(self, s: AduaState) -> Sequence[tuple[Action, int]]:
        pieces = s.world.names.pieces
        return [
            (("hits", "+".join([f"{ours.hits}-{theirs.hits}", *(pieces[unit] for unit in ours.low)])), weight)
            for ours, theirs, weight in throws(s, self.combat(s))
        ]

    def apply(self, s: AduaState, a: Action) -> None:
        combat = self.combat(s)
        score, *low = a[1].split("+")
        italian, abyssinian = (int(part) for part in score.split("-"))
        words = result_words(s, combat, italian, abyssinian)
        s.do(Said("10.1.dice", "volley", (s.world.units[combat.target].key, italian, abyssinian, " + ".join(words) or "nothing")))
        involved = [combat.target, *(unit for unit, _, _ in combat.shares)]
        for unit in involved:
            s.mark("10.1", unit, FIRED)
        for key in low:
            s.mark("5.2", s.world.names.piece[key], LOW_AMMO)
        pop(s)
        push(s, "after", leaders_with(s, involved))
        carry_out(s, combat, exposed(s, combat), words)


@rule("10.1.table", "10.1.hits", "10.1.repulsed")
def carry_out(s: AduaState, combat: Combat, attackers: list[int], words: tuple[str, ...]) -> None:
    """Apply a cell of the table: to the Italian defender, or to every Italian attacker that can be answered."""
    number = "10.1.table"
    italians = attackers if combat.attacker == ITALIAN else [combat.target]
    for unit in italians:
        if "repulsed" in words:
            s.mark("10.1.repulsed", unit, REPULSED)
        if "disorganized" in words:
            s.disorganize(unit, number)
        if "reduced" in words:
            s.lose_steps(unit, 1, number)
    if "weakened" in words:
        s.lose_steps(combat.target, 1, number)
    damage = next((int(word.split()[1]) for word in words if word.startswith("damage")), 0)
    if damage and attackers:
        push(s, "sharing", tuple(attackers), (0,) * len(attackers), damage)
