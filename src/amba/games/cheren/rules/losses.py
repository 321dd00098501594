"""11.6 Step losses and 11.7 retreats, as they are asked for by combat, arrivals and chits."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Marked, Retreated, Tracked
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.cheren.book import rule
from amba.games.cheren.rules.r03_stacking import is_overstacked
from amba.games.cheren.rules.r09_movement import take_control
from amba.games.cheren.state import HARD, CherenState
from amba.games.cheren.world import COMMITTED, HURT, SIDES

SHELTERED, RETREATING, OPEN = 0, 1, 2
"""How artillery is treated: never while others can lose; by committing to retreat; like any other."""


def living(s: CherenState, units: tuple[int, ...]) -> list[int]:
    gone = s.world.box["eliminated"]
    return [unit for unit in units if s.at[unit] != gone]


@rule("11.6", "11.6.a", "11.6.b")
def losers(s: CherenState, units: tuple[int, ...], mode: int) -> list[int]:
    """Who may lose the next step: artillery only in a retreat, or when nobody else is left."""
    alive = [unit for unit in living(s, units) if s.world.units[unit].kind != "air"]  # 11.3
    others = [unit for unit in alive if not s.world.units[unit].is_artillery]
    if not others or mode == OPEN:
        return alive
    if mode == RETREATING and all(retreats(s, unit) for unit in alive):
        return alive
    return others


@rule("11.6")
class Loss(Step[CherenState]):
    """("loss", side, count, units, rule, mode): so many steps are lost among these units."""

    auto = True

    def run(self, s: CherenState) -> None:
        _, side, count, units, number, mode = s.frames[-1]
        choice = losers(s, units, mode)
        if count == 0 or not choice:
            pop(s)
        elif len(choice) == 1:
            take_loss(s, choice[0])
        else:
            push(s, "pick-loss", side, number, units, mode)


def take_loss(s: CherenState, unit: int) -> None:
    """The loss frame is on top."""
    name, side, count, units, number, mode = s.frames[-1]
    card = s.world.units[unit]
    if card.is_artillery and mode == RETREATING and any(not s.world.units[u].is_artillery for u in living(s, units)):
        s.do(Tracked("11.6.a", COMMITTED, s.tracks[COMMITTED], 1))
    s.lose_step(unit, number)
    if s.is_on_map(unit):
        s.do(Marked("11.9.a", unit, HURT, 1))
    change(s, name, side, count - 1, units, number, mode)


class PickLoss(Step[CherenState]):
    """("pick-loss", side, rule, units, mode): which unit."""

    def decision(self, s: CherenState) -> Decision:
        _, side, number, _units, _ = s.frames[-1]
        count = s.frames[-2][2]
        values = {"side": SIDES[side].title(), "count": count, "steps": "step" if count == 1 else "steps"}
        return Decision(side, "loss", number, "{side}: lose {count} {steps}. Choose a unit.", values)

    def menu(self, s: CherenState) -> Menu:
        _, _, _, units, mode = s.frames[-1]
        return Menu([("lose", s.world.names.pieces[unit]) for unit in losers(s, units, mode)])

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        _, _, number, units, _ = s.frames[-1]
        unit = s.world.names.piece.get(a[1], -1) if len(a) == 2 and a[0] == "lose" else -1
        if unit in living(s, units):
            return Refusal("11.6.b", "{unit} is artillery: others lose steps first.", {"unit": s.world.units[unit].title})
        if 0 <= unit < s.world.first_chit:
            return Refusal(number, "{unit} took no part.", {"unit": s.world.units[unit].title})
        return unknown_action(a, ["lose UNIT"], number)

    def apply(self, s: CherenState, a: Action) -> None:
        pop(s)
        take_loss(s, s.world.names.piece[a[1]])


@rule("11.7", "11.7.1", "11.7.2", "11.7.3", "4.0.effect-c", "8.5")
def retreats(s: CherenState, unit: int) -> list[int]:
    """Where a unit may retreat to: free of enemy zones first, then soft ones, then hard ones held by friends."""
    world = s.world
    card = world.units[unit]
    if card.kind == "naval":
        return []
    side = s.side[unit]
    zone, foe = s.zoc(1 - side), s.held[1 - side]
    open_hexes = [n for n in world.around[s.at[unit]] if not foe[n] and (card.may_climb or not world.mountain[n])]
    best = [n for n in open_hexes if not zone[n]]
    if not best:
        best = [n for n in open_hexes if zone[n] < HARD]
    if not best:
        best = [n for n in open_hexes if s.held[side][n]]
    return best


@rule("11.7")
class Retreat(Step[CherenState]):
    """("retreat", side, units, reached): each unit goes one hex; then whatever is over the limit where they went is lost."""

    auto = True

    def run(self, s: CherenState) -> None:
        _name, side, units, reached = s.frames[-1]
        waiting = tuple(living(s, units))
        if waiting:
            choice = [(unit, to) for unit in waiting for to in retreats(s, unit)]
            if len(choice) == 1:
                go_back(s, *choice[0])
            elif not choice:
                # 8.1 only: who cannot leave the town is lost (NOTES.md).
                for unit in waiting:
                    s.lose_step(unit, "11.7")
            else:
                push(s, "pick-retreat", side, waiting)
            return
        pop(s)
        for place in sorted(set(reached)):
            if is_overstacked(s, place):
                push(s, "overstack", place, "11.7.stack")


def go_back(s: CherenState, unit: int, to: int) -> None:
    """The retreat frame is on top."""
    name, side, units, reached = s.frames[-1]
    zone = s.zoc(1 - side)[to]
    number = "11.7.1" if not zone else "11.7.2" if zone < HARD else "11.7.3"
    s.do(Retreated(number, unit, s.at[unit], to))
    take_control(s, to, side)
    change(s, name, side, tuple(u for u in units if u != unit), (*reached, to))


class PickRetreat(Step[CherenState]):
    """("pick-retreat", side, units): which unit goes where."""

    def decision(self, s: CherenState) -> Decision:
        return Decision(s.frames[-1][1], "retreat", "11.7", "{side}: retreat each unit one hex.", {"side": SIDES[s.frames[-1][1]].title()})

    def menu(self, s: CherenState) -> Menu:
        names = s.world.names
        return Menu([("retreat", names.pieces[u], names.places[to]) for u in s.frames[-1][2] for to in retreats(s, u)])

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        names = s.world.names
        unit = names.piece.get(a[1], -1) if len(a) == 3 and a[0] == "retreat" else -1
        to = names.place.get(a[2], -1) if unit >= 0 else -1
        if unit not in s.frames[-1][2] or not 0 <= to < s.world.hexes:
            return unknown_action(a, ["retreat UNIT HEX"], "11.7")
        card, side = s.world.units[unit], s.frames[-1][1]
        values = {"unit": card.title, "hex": a[2]}
        if to not in s.world.around[s.at[unit]]:
            return Refusal("11.7", "{unit} retreats one hex; {hex} is not next to it.", values)
        if s.held[1 - side][to]:
            return Refusal("11.7", "{hex} is held by the enemy.", values)
        if s.world.mountain[to] and not card.may_climb:
            return Refusal("9.1", "{hex} is mountain, closed to {unit}.", values)
        hexes = retreats(s, unit)
        if not hexes:
            return Refusal("11.7", "{unit} has nowhere to retreat to.", values)
        better = s.zoc(1 - side)[hexes[0]]
        if better >= HARD:
            return Refusal("11.7.3", "{hex} lies in a hard zone of control and no friend is in it.", values)
        number = "11.7.1" if not better else "11.7.2"
        return Refusal(number, "{hex} lies in an enemy zone and there is a better hex for {unit}.", values)

    def apply(self, s: CherenState, a: Action) -> None:
        pop(s)
        go_back(s, s.world.names.piece[a[1]], s.world.names.place[a[2]])
