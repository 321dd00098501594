"""10.2 Melee: the table and what it does."""

from __future__ import annotations

from amba.core.decision import CHANCE, Action, Decision
from amba.core.event import Said
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.adua.book import rule
from amba.games.adua.rules.r05_guns import Roll
from amba.games.adua.rules.r10_after import leaders_with
from amba.games.adua.rules.r10_small_arms import untested
from amba.games.adua.rules.r10_volley import melee_hexes
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, ITALIAN, MELEE_COLUMNS, SIDE_TITLES, cell_words


@rule("10.2", "fig.6")
def strength(s: AduaState, hex: int, side: int) -> int:
    """The combat value of every unit of a side in the hex; ground and entrenchments do not count."""
    return sum(s.value(unit) for unit in s.combat_at(hex, side))


@rule("10.2")
def column_of(s: AduaState, hex: int) -> str:
    """Italian less Abyssinian combat value."""
    difference = strength(s, hex, ITALIAN) - strength(s, hex, ABYSSINIAN)
    return MELEE_COLUMNS[max(0, min(3, difference))]


def melee_words(s: AduaState, hex: int, die: int) -> tuple[str, ...]:
    return cell_words(s.world.melee, str(die), column_of(s, hex))


@rule("7.0", "10.2")
class Melees(Step[AduaState]):
    """("melees", done): every melee is fought once."""

    auto = True

    def run(self, s: AduaState) -> None:
        done = s.frames[-1][1]
        left = tuple(sorted(melee_hexes(s) - set(done)))
        if left:
            change(s, "choose-melee", done, left)
        else:
            pop(s)


@rule("10.2")
class ChooseMelee(Step[AduaState]):
    """("choose-melee", done, left): the Italian player takes the melees in any order."""

    def decision(self, s: AduaState) -> Decision:
        return Decision(ITALIAN, "melee", "10.2", "Italians: choose the next melee.")

    def menu(self, s: AduaState) -> Menu:
        return Menu([("melee", s.world.names.places[hex]) for hex in s.frames[-1][2]])

    def apply(self, s: AduaState, a: Action) -> None:
        done = s.frames[-1][1]
        hex = s.world.names.place[a[1]]
        change(s, "melees", (*done, hex))
        push(s, "melee-guns", hex)


@rule("5.1.test")
class MeleeGuns(Step[AduaState]):
    """("melee-guns", hex): machine guns used for the first time are tested before the die is cast."""

    auto = True

    def run(self, s: AduaState) -> None:
        hex = s.frames[-1][1]
        unit = untested(s, s.combat_at(hex, ITALIAN))
        if unit >= 0:
            push(s, "gun-test", unit)
        else:
            change(s, "melee-die", hex)


@rule("10.2.table")
class MeleeDie(Roll):
    """("melee-die", hex): one die on the melee table."""

    kind = "melee"
    number = "10.2.table"
    prompt = "Melee in {hex}: column {column}."

    def decision(self, s: AduaState) -> Decision:
        hex = s.frames[-1][1]
        values = {"hex": s.world.names.places[hex], "column": column_of(s, hex)}
        return Decision(CHANCE, self.kind, self.number, self.prompt, values)

    def about(self, s: AduaState, piece: int) -> str:
        return s.world.names.places[piece]

    def result(self, s: AduaState, piece: int, die: int) -> None:
        hex = piece
        words = melee_words(s, hex, die)
        s.do(Said(self.number, "melee", (s.world.names.places[hex], column_of(s, hex), die, " + ".join(words))))
        italians, abyssinians = s.combat_at(hex, ITALIAN), s.combat_at(hex, ABYSSINIAN)
        push(s, "after", leaders_with(s, italians))
        push(s, "melee-end", hex)
        if "retreat" in words:
            push(s, "retreats", hex)
        if "one each reduced" in words:
            push(s, "lose-one", ABYSSINIAN, hex)
            push(s, "lose-one", ITALIAN, hex)
        losers = italians if "italians reduced" in words else abyssinians if "abyssinians reduced" in words else []
        if "all reduced" in words:
            losers = [*italians, *abyssinians]
        for unit in losers:
            s.lose_steps(unit, 1, self.number)
        if "disorganized" in words:
            for unit in italians:
                s.disorganize(unit, self.number)


class LoseOne(Step[AduaState]):
    """("lose-one", side, hex): one unit of a side loses a step; its owner is asked where there is a choice."""

    auto = True

    def run(self, s: AduaState) -> None:
        _, side, hex = s.frames[-1]
        units = s.combat_at(hex, side)
        if len(units) > 1:
            change(s, "pick-loss", side, hex)
            return
        pop(s)
        for unit in units:
            s.lose_steps(unit, 1, "10.2.table")


@rule("10.2.table")
class PickLoss(Step[AduaState]):
    """("pick-loss", side, hex): which of several units loses the step."""

    def decision(self, s: AduaState) -> Decision:
        _, side, hex = s.frames[-1]
        values = {"side": SIDE_TITLES[side], "hex": s.world.names.places[hex]}
        return Decision(side, "loss", "10.2.table", "{side}: which unit in {hex} loses a step?", values)

    def menu(self, s: AduaState) -> Menu:
        _, side, hex = s.frames[-1]
        return Menu([("lose", s.world.names.pieces[unit]) for unit in s.combat_at(hex, side)])

    def apply(self, s: AduaState, a: Action) -> None:
        pop(s)
        s.lose_steps(s.world.names.piece[a[1]], 1, "10.2.table")
