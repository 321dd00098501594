"""10.7 to 10.11: what a result does, with Gordon's choice of losses (G5)."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal
from amba.core.event import Marked, Moved
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.gordon import vacated
from amba.games.ethiopia.rules.losses import abandoned, eliminate, lose_point
from amba.games.ethiopia.rules.r05_stacking import fits
from amba.games.ethiopia.rules.r07_movement import pass_through
from amba.games.ethiopia.rules.r10_combat import defenders, is_beside
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENGAGED, SIDES, counted

Units = tuple[int, ...]


@rule("10.7")
class Resolve(Step[EthiopiaState]):
    """("resolve", side, target, joined, result): lay out what has to be done, the advance last."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        _, side, target, joined, found = s.frames[-1]
        pop(s)
        beside = tuple(u for u in joined if is_beside(s, u, target))
        facing = tuple(defenders(s, target, side))
        if found == "ENG":
            engage(s, (*beside, *facing))
        elif found == "EX":
            push(s, "advance", side, target, beside, 0)
            exchange(s, side, exposed(s, joined, target), facing)
        elif found == "AE":
            lost = exposed(s, joined, target)
            places = {s.at[u] for u in lost}
            for unit in lost:
                eliminate(s, unit, "10.7")
            for place in sorted(places):
                abandoned(s, place, side)
        elif found == "DE":
            push(s, "advance", side, target, beside, 0)
            for unit in (*facing, *s.commanders(target, 1 - side)):
                eliminate(s, unit, "10.7")
            abandoned(s, target, 1 - side)
        elif found[0] == "D":
            push(s, "advance", side, target, beside, 0)
            push(s, "choice", 1 - side, int(found[1:]), facing, target, 0)
        elif found[0] == "A":
            push(s, "choice", side, int(found[1:]), joined, target, 1)


@rule("10.7", "10.9", "G2.a")
def exposed(s: EthiopiaState, joined: Units, target: int) -> Units:
    """Whom elimination and exchange strike: all who attacked; in another reading guns two hexes away are out of it."""
    if s.options["distant-guns"] == "share":
        return joined
    return tuple(u for u in joined if is_beside(s, u, target))


@rule("10.10")
def engage(s: EthiopiaState, units: Units) -> None:
    """Both sides are locked."""
    for unit in units:
        if unit < s.world.fighting and not s.has(unit, ENGAGED):
            s.do(Marked("10.10", unit, ENGAGED, 1))


@rule("10.9", "G5.c")
def exchange(s: EthiopiaState, side: int, joined: Units, facing: Units) -> None:
    """The side with fewer points loses all, the other at least as many; there is no retreat instead."""
    mine, theirs = sum(s.strength(u) for u in joined), sum(s.strength(u) for u in facing)
    need = min(mine, theirs)
    push(s, "losses", side, need, joined, "10.9")
    push(s, "losses", 1 - side, need, facing, "10.9")


@rule("G5.a", "G5.b")
class Choice(Step[EthiopiaState]):
    """("choice", side, hexes, units, target, attacking): retreat, or lose at least as many points; wholly, and now."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        _, side, count, units, target, attacking = s.frames[-1]
        pop(s)
        # A garrison alone cannot retreat: there is nothing to choose.
        mobile = any(u < s.world.fighting for u in units)
        if mobile and s.is_on("gordon5") and sum(s.strength(u) for u in units) >= count:
            push(s, "choose", side, count, units, target, attacking)
        else:
            push(s, "fall-back", side, count, units, target, attacking)


class Choose(Step[EthiopiaState]):
    """("choose", side, hexes, units, target, attacking): the owner decides."""

    def decision(self, s: EthiopiaState) -> Decision:
        _, side, count, _, target, _ = s.frames[-1]
        far, lost = counted(count, "hex"), counted(count, "strength point")
        values = {"side": SIDES[side].title(), "far": far, "lost": lost, "hex": s.world.title_of(target)}
        return Decision(side, "choice", "G5.a", "{side}: retreat {far}, or lose {lost} in the fight at {hex}?", values)

    def menu(self, s: EthiopiaState) -> Menu:
        return Menu([("retreat",), ("losses",)])

    def apply(self, s: EthiopiaState, a: Action) -> None:
        _, side, count, units, target, attacking = s.frames[-1]
        pop(s)
        if a[0] == "retreat":
            push(s, "fall-back", side, count, units, target, attacking)
        else:
            push(s, "losses", side, count, units, "G5.a")


@rule("10.9", "1.3")
class Losses(Step[EthiopiaState]):
    """("losses", side, points, units, rule): automatic when all is lost, else the owner picks."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        _, side, need, units, number = s.frames[-1]
        alive = tuple(u for u in units if is_alive(s, u))
        if need <= 0 or not alive:
            pop(s)
        elif sum(s.strength(u) for u in alive) <= need:
            pop(s)
            places = {s.at[u] for u in alive}
            for unit in alive:
                eliminate(s, unit, number)
            for place in sorted(places):
                abandoned(s, place, side)
        elif len(alive) == 1:
            change(s, "losses", side, need - 1, alive, number)
            lose_point(s, alive[0], number)
        else:
            change(s, "pick-loss", side, need, alive, number)


def is_alive(s: EthiopiaState, piece: int) -> bool:
    return s.at[piece] < s.world.hexes and s.strength(piece) > 0


class PickLoss(Step[EthiopiaState]):
    """("pick-loss", side, points, units, rule): which unit loses a point."""

    def decision(self, s: EthiopiaState) -> Decision:
        _, side, need, _, number = s.frames[-1]
        values = {"side": SIDES[side].title(), "need": need}
        return Decision(side, "losses", number, "{side}: {need} strength points to lose. Which unit loses one?", values)

    def menu(self, s: EthiopiaState) -> Menu:
        return Menu([("lose", s.world.names.pieces[u]) for u in s.frames[-1][3]])

    def refuse(self, s: EthiopiaState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        who = ", ".join(s.card(u).title for u in s.frames[-1][3])
        return Refusal(s.frames[-1][4], "Name a unit of this fight to lose a point: {who}.", {"who": who})

    def apply(self, s: EthiopiaState, a: Action) -> None:
        _, side, need, units, number = s.frames[-1]
        piece = s.world.names.piece[a[1]]
        place = s.at[piece]
        change(s, "losses", side, need - 1, units, number)
        lose_point(s, piece, number)
        abandoned(s, place, side)


@rule("10.11")
class Advance(Step[EthiopiaState]):
    """("advance", side, target, units, asked): when the hex is empty of defenders, attackers beside it may go in."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        _, side, target, units, _ = s.frames[-1]
        if s.held[1 - side][target] or not able(s, side, target, units):
            pop(s)
            return
        change(s, "pick-advance", side, target, units, 0)


def able(s: EthiopiaState, side: int, target: int, units: Units) -> list[int]:
    """Who may still advance: attackers beside the hex that could march in, and commanders from their hexes once one is there."""
    world = s.world
    fighters = [u for u in units if s.at[u] < world.hexes and is_beside(s, u, target) and s.strength(u) > 0]
    fighters = [u for u in fighters if any(there == target for there, _ in s.edges(s.card(u).march)[s.at[u]])]
    found = [u for u in fighters if fits(s, u, target)]
    if s.held[side][target]:
        homes = {h for h in world.around[target] if any(u in s.here[h] for u in units)} | set()
        found += [u for h in sorted(homes) for u in s.commanders(h, side)]
    return found


class PickAdvance(Step[EthiopiaState]):
    """("pick-advance", side, target, units, asked): one unit after the other, until done."""

    def decision(self, s: EthiopiaState) -> Decision:
        _, side, target, _, _ = s.frames[-1]
        values = {"side": SIDES[side].title(), "hex": s.world.title_of(target)}
        return Decision(side, "advance", "10.11", "{side}: advance into {hex}, or stay.", values)

    def menu(self, s: EthiopiaState) -> Menu:
        _, side, target, units, _ = s.frames[-1]
        return Menu([("done",), *(("advance", s.world.names.pieces[u]) for u in able(s, side, target, units))])

    def refuse(self, s: EthiopiaState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        template = "Only attackers beside the hex that could march in and find room may advance, commanders after them; or 'done'."
        return Refusal("10.11", template)

    def apply(self, s: EthiopiaState, a: Action) -> None:
        _, side, target, units, _ = s.frames[-1]
        if a[0] == "done":
            pop(s)
            return
        unit = s.world.names.piece[a[1]]
        origin = s.at[unit]
        change(s, "advance", side, target, units, 1)
        s.do(Moved("10.11", unit, origin, target, (origin, target)))
        if s.card(unit).is_combat:
            pass_through(s, target, side)
            vacated(s, origin, side)
