"""10.1 Small arms combat: the dice and the table."""

from __future__ import annotations

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Rolled, Said
from amba.core.pool import PoolStep
from amba.core.steps import AskStep, AutoStep, Takes, change, pop, push
from amba.games.adua.book import rule
from amba.games.adua.frames import After, ChooseCombat, ClosePhase, Combats, Sharing, Volley
from amba.games.adua.orders import Hits, Resolve, Score
from amba.games.adua.rules.asking import asks
from amba.games.adua.rules.r06_artillery import can_answer, fires
from amba.games.adua.rules.r10_after import leaders_with
from amba.games.adua.rules.r10_attacks import elevation
from amba.games.adua.rules.r10_dice import NEVER, Pool, combine, read_pool
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
    return Pool(unit, max(0, dice), s.quality(unit), ones(s, unit), s.options["ones"] == "row")


@rule("10.1.dice", "10.1.elevation", "6.0.cavalry", "fig.6")
def defence_pool(s: AduaState, combat: Volley) -> Pool:
    """The defender's dice: its full combat value if it can answer anybody, with the ground counted against most of its attackers."""
    unit = combat.target
    against = exposed(s, combat)
    if not against or not fires(s, unit):
        return pool(s, unit, 0)
    return pool(s, unit, s.value(unit) + (defence_from_height(s, unit, against) if s.side[unit] == ABYSSINIAN else 0))


@rule("10.1.elevation", "fig.6")
def defence_from_height(s: AduaState, unit: int, attackers: list[int]) -> int:
    """One more for an Abyssinian defender above most of his attackers (figure 6); one less for one below them only under the option, for 10.1 speaks of attackers."""
    lean = sum(elevation(s, unit, attacker) for attacker in attackers)
    return (lean > 0) - (lean < 0 and s.options["defender_below"] == "minus")


def in_order(s: AduaState, combat: Volley) -> tuple[Pool, ...]:
    """Every pool of a combat, as its dice are thrown: the attackers' as they were declared, then the defender's."""
    italian, abyssinian = pools(s, combat)
    return (*italian, *abyssinian) if combat.side == ITALIAN else (*abyssinian, *italian)


@rule("10.1.dice", "2.0.dice")
def thrown(s: AduaState, combat: Volley, faces: tuple[int, ...]) -> Hits:
    """What the dice of a combat come to."""
    hits, low = [0, 0], []
    for pool, dice in by_pool(s, combat, faces):
        scored, is_low = read_pool(pool, dice)
        hits[s.side[pool.unit]] += scored
        low += [pool.unit] if is_low else []
    return Hits(Score(hits[ITALIAN], hits[ABYSSINIAN], tuple(low)), faces)


def by_pool(s: AduaState, combat: Volley, faces: tuple[int, ...]) -> list[tuple[Pool, tuple[int, ...]]]:
    """Every pool with its dice."""
    found, start = [], 0
    for pool in in_order(s, combat):
        found.append((pool, faces[start : start + pool.dice]))
        start += pool.dice
    return found


def pools(s: AduaState, combat: Volley) -> tuple[tuple[Pool, ...], tuple[Pool, ...]]:
    """The Italian and the Abyssinian dice."""
    attack = tuple(pool(s, unit, dice) for unit, _, dice in combat.shares if s.is_on_map(unit))
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
    """An entrenched defender is read one row further down."""
    row = plain_row(difference)
    if combat.side == ABYSSINIAN and s.has(combat.target, ENTRENCHED):
        row = min(row + 1, len(FIRE_ROWS) - 1)
    return row


@rule("10.1.table")
def cell(s: AduaState, row: int, attacker: int) -> tuple[str, ...]:
    """A cell of the table. The option exchanges what rows -1 and 0 do to the Italian where Abyssinians attack; the hits on the Abyssinians stay where they are."""
    words = cell_words(s.world.small_arms, FIRE_ROWS[row], FIRE_COLUMNS[attacker])
    if attacker == ITALIAN or row > 1 or s.options["fire_rows"] == "printed":
        return words
    other = cell_words(s.world.small_arms, FIRE_ROWS[1 - row], FIRE_COLUMNS[attacker])
    return (*(word for word in other if not word.startswith("damage")), *(word for word in words if word.startswith("damage")))


@rule("10.1.table")
def result_words(s: AduaState, combat: Volley, italian_hits: int, abyssinian_hits: int) -> tuple[str, ...]:
    """What the table says; nothing where only guns out of reach fired, and missed, and nothing of what it would do to them."""
    scored = italian_hits if combat.side == ITALIAN else abyssinian_hits
    words = cell(s, row_of(s, combat, italian_hits - abyssinian_hits), combat.side)
    if exposed(s, combat):
        return words
    return tuple(word for word in words if not falls_on_attackers(word, combat.side)) if scored else ()


def falls_on_attackers(word: str, attacker: int) -> bool:
    """Whether a part of a cell is about those who attack."""
    return word in {"repulsed", "disorganized", "reduced"} if attacker == ITALIAN else word.startswith("damage")


def melee_hexes(s: AduaState) -> set[int]:
    """Hexes that both sides hold."""
    return {s.at[unit] for unit in s.units(ITALIAN) if s.combat_at(s.at[unit], ABYSSINIAN)}


def go_on_fighting(s: AduaState, at: Combats) -> None:
    """Combats still to fight; then melee may follow. Where the target or every attacker has been lost meanwhile there is none."""
    attacked = {target for unit, target, _ in at.shares if s.is_on_map(unit)}
    left = tuple((unit, target, dice) for unit, target, dice in at.shares if target in attacked and s.is_on_map(target))
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
    rolled = ", ".join(f"{s.world.title(pool.unit)} {pool.dice} at {pool.quality:+d}" for pool in in_order(s, at) if pool.dice)
    values = {"target": s.world.title(at.target), "hex": s.world.names.places[s.at[at.target]], "dice": rolled or "none"}
    return Decision(CHANCE, "volley", "10.1.dice", "Small arms combat over {target}. Dice: {dice}.", values)


@rule("10.1.dice", "2.0.dice")
def resolve(s: AduaState, at: Volley, a: Hits) -> None:
    """Both sides have rolled: the table says what comes of it."""
    words = result_words(s, at, a.score.italian, a.score.abyssinian)
    for pool, dice in by_pool(s, at, a.dice):
        if dice:
            s.do(Rolled("10.1.dice", f"volley {s.world.names.pieces[pool.unit]} {pool.quality:+d}", dice))
    row = FIRE_ROWS[row_of(s, at, a.score.italian - a.score.abyssinian)]
    said = (s.world.units[at.target].key, a.score.italian, a.score.abyssinian, " + ".join(words) or "nothing", FIRE_COLUMNS[at.side], row)
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
    PoolStep(Volley, ask_volley, throws, resolve, lambda s, at: sum(pool.dice for pool in in_order(s, at)), thrown),
)  # fmt: skip
