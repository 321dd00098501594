"""10.2 Melee: the table and what it does."""

from __future__ import annotations

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Rolled, Said
from amba.core.order import Roll
from amba.core.steps import AskStep, AutoStep, ChanceStep, Takes, change, one_die, pop, push
from amba.games.adua.book import rule
from amba.games.adua.frames import After, AskLoss, ChooseMelee, GunTest, LoseOne, MeleeDie, MeleeEnd, MeleeGuns, Melees, Retreats
from amba.games.adua.orders import FightMelee, Lose
from amba.games.adua.rules.asking import asks
from amba.games.adua.rules.r05_guns import untested
from amba.games.adua.rules.r10_after import leaders_with
from amba.games.adua.rules.r10_retreat import refuse_unit
from amba.games.adua.rules.r10_volley import melee_hexes
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, ITALIAN, MELEE_COLUMNS, cell_words


@rule("10.2", "fig.6")
def strength(s: AduaState, hex: int, side: int) -> int:
    """The combat value of every unit of a side in the hex; ground and entrenchments do not count."""
    return sum(s.value(unit) for unit in s.combat_at(hex, side))


@rule("10.2")
def column_of(s: AduaState, hex: int) -> str:
    """Italian less Abyssinian combat value."""
    difference = strength(s, hex, ITALIAN) - strength(s, hex, ABYSSINIAN)
    return MELEE_COLUMNS[max(0, min(3, difference))]


@rule("7.0", "10.2")
def go_on_with_melees(s: AduaState, at: Melees) -> None:
    """Every melee is fought once."""
    left = tuple(sorted(melee_hexes(s) - set(at.done)))
    if left:
        change(s, ChooseMelee(at.done, left))
    else:
        pop(s)


def refuse_melee(s: AduaState, at: ChooseMelee, a: FightMelee) -> Refusal | None:
    return None if a.hex in at.left else Refusal("10.2", "There is no melee in {hex} left to fight.", {"hex": s.world.names.places[a.hex]})


@rule("10.2")
def begin_melee(s: AduaState, at: ChooseMelee, a: FightMelee) -> None:
    """The Italian player takes the melees in any order."""
    change(s, Melees((*at.done, a.hex)))
    push(s, MeleeGuns(a.hex))


@rule("5.1.test")
def test_melee_guns(s: AduaState, at: MeleeGuns) -> None:
    """Machine guns used for the first time are tested before the die is rolled."""
    unit = untested(s, s.combat_at(at.hex, ITALIAN))
    if unit >= 0:
        push(s, GunTest(unit))
    else:
        change(s, MeleeDie(at.hex))


def ask_melee_die(s: AduaState, at: MeleeDie) -> Decision:
    values = {"hex": s.world.names.places[at.hex], "column": column_of(s, at.hex)}
    return Decision(CHANCE, "melee", "10.2.table", "Melee in {hex}: column {column}.", values)


@rule("10.2.table")
def read_melee_die(s: AduaState, at: MeleeDie, a: Roll) -> None:
    """One die on the melee table: who loses steps, who is disorganized, who retreats."""
    hex, place, column = at.hex, s.world.names.places[at.hex], column_of(s, at.hex)
    words = cell_words(s.world.melee, str(a.dice[0]), column)
    s.do(Rolled("10.2.table", f"melee {place}", a.dice))
    pop(s)
    s.do(Said("10.2.table", "melee", (place, column, a.dice[0], " + ".join(words))))
    italians, abyssinians = s.combat_at(hex, ITALIAN), s.combat_at(hex, ABYSSINIAN)
    push(s, After(leaders_with(s, italians)))
    push(s, MeleeEnd(hex))
    if "retreat" in words:
        push(s, Retreats(hex))
    if "one each reduced" in words:
        push(s, LoseOne(ABYSSINIAN, hex))
        push(s, LoseOne(ITALIAN, hex))
    losers = italians if "italians reduced" in words else abyssinians if "abyssinians reduced" in words else []
    if "all reduced" in words:
        losers = [*italians, *abyssinians]
    for unit in losers:
        s.lose_steps(unit, 1, "10.2.table")
    if "disorganized" in words:
        for unit in italians:
            s.disorganize(unit, "10.2.table")


def lose_one(s: AduaState, at: LoseOne) -> None:
    """One unit of a side loses a step; its owner is asked where there is a choice."""
    units = s.combat_at(at.hex, at.side)
    if len(units) > 1:
        change(s, AskLoss(at.side, at.hex))
        return
    pop(s)
    for unit in units:
        s.lose_steps(unit, 1, "10.2.table")


@rule("10.2.table")
def lose(s: AduaState, at: AskLoss, a: Lose) -> None:
    """The owner has chosen which unit loses the step."""
    pop(s)
    s.lose_steps(a.unit, 1, "10.2.table")


MELEE_STEPS = (
    AutoStep(Melees, go_on_with_melees),
    AskStep(
        ChooseMelee, asks("melee", "10.2", "{side}: choose the next melee.", ITALIAN),
        Takes(FightMelee, begin_melee, refuse_melee, candidates=lambda s, at: [FightMelee(hex) for hex in at.left]),
    ),
    AutoStep(MeleeGuns, test_melee_guns),
    ChanceStep(MeleeDie, ask_melee_die, one_die, read_melee_die),
    AutoStep(LoseOne, lose_one),
    AskStep(
        AskLoss, asks("loss", "10.2.table", "{side}: which unit in {hex} loses a step?"),
        Takes(
            Lose, lose, lambda s, at, a: refuse_unit(s, at.hex, at.side, a.unit),
            candidates=lambda s, at: [Lose(unit) for unit in s.combat_at(at.hex, at.side)],
        ),
    ),
)  # fmt: skip
