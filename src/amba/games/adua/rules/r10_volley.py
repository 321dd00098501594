"""10.1 Small arms combat: the dice and the table."""

from __future__ import annotations

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Said
from amba.core.steps import AskStep, AutoStep, ChanceStep, Takes, change, pop, push
from amba.games.adua.book import rule
from amba.games.adua.frames import After, ChooseCombat, ClosePhase, Combats, Sharing, Volley
from amba.games.adua.orders import Hits, Resolve, Score
from amba.games.adua.rules.asking import asks
from amba.games.adua.rules.r06_artillery import can_answer, fires
from amba.games.adua.rules.r10_after import leaders_with
from amba.games.adua.rules.r10_dice import NEVER, Pool, combine
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
    cell_words,
)


@rule("10.1.elevation", "fig.6")
def elevation(s: AduaState, abyssinian: int, italian: int) -> int:
    """+1 for an Abyssinian unit that stands higher than the Italian, -1 for one that stands lower."""
    level = s.world.level
    here, there = level[s.at[abyssinian]], level[s.at[italian]]
    return (here > there) - (here < there)


@rule("6.0.artillery")
def exposed(s: AduaState, combat: Volley) -> list[int]:
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
def defence_pool(s: AduaState, combat: Volley) -> Pool:
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


def pools(s: AduaState, combat: Volley) -> tuple[tuple[Pool, ...], tuple[Pool, ...]]:
    """The Italian and the Abyssinian dice."""
    attack = tuple(attack_pool(s, unit, target, dice) for unit, target, dice in combat.shares if s.is_on_map(unit))
    defence = (defence_pool(s, combat),)
    return (attack, defence) if combat.side == ITALIAN else (defence, attack)


@rule("10.1.dice", "2.0.dice")
def throws(s: AduaState, combat: Volley) -> list[tuple[Hits, int]]:
    """Every pair of throws, told by the hits of both sides and the units that go low on ammo, with its weight."""
    italian, abyssinian = map(combine, pools(s, combat))
    return [(Hits(Score(ours.hits, theirs.hits, ours.low)), weight * times) for ours, weight in italian for theirs, times in abyssinian]


@rule("10.1.table")
def plain_row(difference: int) -> int:
    """Italian hits less Abyssinian hits."""
    return max(-1, min(3, difference)) + 1


@rule("10.1.table", "10.1.entrenched")
def row_of(s: AduaState, combat: Volley, difference: int) -> int:
    """An entrenched defender is read one row further down, and the option exchanges two rows."""
    row = plain_row(difference)
    if combat.side == ABYSSINIAN:
        if s.has(combat.target, ENTRENCHED):
            row = min(row + 1, len(FIRE_ROWS) - 1)
        if s.options["fire_rows"] == "exchanged" and row < 2:
            row = 1 - row
    return row


@rule("10.1.table")
def result_words(s: AduaState, combat: Volley, italian_hits: int, abyssinian_hits: int) -> tuple[str, ...]:
    """What the table says; nothing where only guns out of reach fired, and missed."""
    scored = italian_hits if combat.side == ITALIAN else abyssinian_hits
    if not scored and not exposed(s, combat):
        return ()
    row = row_of(s, combat, italian_hits - abyssinian_hits)
    return cell_words(s.world.small_arms, FIRE_ROWS[row], FIRE_COLUMNS[combat.side])


def melee_hexes(s: AduaState) -> set[int]:
    """Hexes that both sides hold."""
    return {s.at[unit] for unit in s.units(ITALIAN) if s.combat_at(s.at[unit], ABYSSINIAN)}


def go_on_fighting(s: AduaState, at: Combats) -> None:
    """Combats still to fight; then melee may follow."""
    left = tuple((unit, target, dice) for unit, target, dice in at.shares if s.is_on_map(target))
    if left:
        change(s, ChooseCombat(at.side, left, at.pairs))
    else:
        change(s, ClosePhase(at.side, at.pairs, tuple(sorted(melee_hexes(s)))))


def combats(s: AduaState, at: ChooseCombat) -> list[Resolve]:
    return [Resolve(target) for target in dict.fromkeys(target for _, target, _ in at.shares)]


def refuse_combat(s: AduaState, at: ChooseCombat, a: Resolve) -> Refusal | None:
    if a in combats(s, at):
        return None
    return Refusal("10.1", "There is no small arms combat over {title} left to fight.", {"title": s.world.title(a.target)})


@rule("10.1")
def combat_over(s: AduaState, at: ChooseCombat, target: int) -> Volley:
    """The combat over one defender; attackers that were lost meanwhile roll nothing."""
    return Volley(at.side, target, tuple((unit, foe, dice) for unit, foe, dice in at.shares if foe == target and s.is_on_map(unit)))


@rule("10.1")
def begin_combat(s: AduaState, at: ChooseCombat, a: Resolve) -> None:
    """The attacker takes the combats in any order."""
    change(s, Combats(at.side, tuple((unit, foe, dice) for unit, foe, dice in at.shares if foe != a.target), at.pairs))
    push(s, combat_over(s, at, a.target))


def ask_volley(s: AduaState, at: Volley) -> Decision:
    return Decision(CHANCE, "volley", "10.1.dice", "Small arms combat over {target}.", {"target": s.world.title(at.target)})


@rule("10.1.dice", "2.0.dice")
def resolve(s: AduaState, at: Volley, a: Hits) -> None:
    """Both sides have rolled: the table says what comes of it."""
    words = result_words(s, at, a.score.italian, a.score.abyssinian)
    said = (s.world.units[at.target].key, a.score.italian, a.score.abyssinian, " + ".join(words) or "nothing")
    s.do(Said("10.1.dice", "volley", said))
    involved = [at.target, *(unit for unit, _, _ in at.shares)]
    for unit in involved:
        s.mark("10.1", unit, FIRED)
    for unit in a.score.low:
        s.mark("5.2", unit, LOW_AMMO)
    pop(s)
    push(s, After(leaders_with(s, involved)))
    carry_out(s, at, exposed(s, at), words)


@rule("10.1.table", "10.1.hits", "10.1.repulsed")
def carry_out(s: AduaState, combat: Volley, attackers: list[int], words: tuple[str, ...]) -> None:
    """Apply a cell of the table: to the Italian defender, or to every Italian attacker that can be answered."""
    number = "10.1.table"
    italians = attackers if combat.side == ITALIAN else [combat.target]
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
        push(s, Sharing(tuple(attackers), (0,) * len(attackers), damage))


VOLLEY_STEPS = (
    AutoStep(Combats, go_on_fighting),
    AskStep(
        ChooseCombat, asks("combat", "10.1", "{side}: choose the next small arms combat."),
        Takes(Resolve, begin_combat, refuse_combat, choices=combats),
    ),
    ChanceStep(Volley, ask_volley, throws, resolve),
)  # fmt: skip
