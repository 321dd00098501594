"""10.2: breaking off, retreat, and who stays in the hex when a melee is over."""

from __future__ import annotations

from amba.core.decision import Action, Decision
from amba.core.event import Moved, Removed, Retreated, Spent
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.adua.book import rule
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, ITALIAN, MELEE, MOVED, SIDE_TITLES


def is_free(s: AduaState, hex: int) -> bool:
    """Whether no combat unit stands in the hex."""
    return not any(s.world.is_combat[piece] for piece in s.here[hex])


@rule("10.2.disengage")
def retreat_hexes(s: AduaState, unit: int) -> list[int]:
    """Next hexes a unit could move to: open to it, empty of units, outside enemy zones of control."""
    zoc = s.zoc(enemy(s.side[unit]))
    may_enter = s.world.may_enter[unit]
    return [hex for hex in s.world.around[s.at[unit]] if may_enter[hex] and not zoc[hex] and is_free(s, hex)]


def leave_melee(s: AduaState, unit: int) -> None:
    s.mark("10.2", unit, MELEE, False)
    if s.points[unit]:
        s.do(Spent("10.2", unit, s.points[unit], 0))


def retreat(s: AduaState, unit: int, to: int, number: str) -> None:
    """A unit leaves the melee; leaders go with the last unit of their side."""
    origin, side = s.at[unit], s.side[unit]
    leave_melee(s, unit)
    s.do(Retreated(number, unit, origin, to))
    if not s.combat_at(origin, side):
        for piece in s.here[origin]:
            if s.side[piece] == side:
                s.do(Retreated(number, piece, origin, to))


def disengage(s: AduaState, unit: int, to: int) -> None:
    """10.2: break off by choice; if nobody stays behind, the melee is over."""
    hex = s.at[unit]
    s.mark("9.0", unit, MOVED)
    retreat(s, unit, to, "10.2.disengage")
    if not s.combat_at(hex, ABYSSINIAN):
        push(s, "melee-end", hex)


@rule("10.2.disengage")
class Retreats(Step[AduaState]):
    """("retreats", hex): every Abyssinian unit leaves the hex; one that cannot is eliminated."""

    auto = True

    def run(self, s: AduaState) -> None:
        hex = s.frames[-1][1]
        units = s.combat_at(hex, ABYSSINIAN)
        stuck = [unit for unit in units if not retreat_hexes(s, unit)]
        for unit in stuck:
            s.do(Removed("10.2.disengage", unit, hex, s.world.box["eliminated"]))
        if len(stuck) == len(units):
            pop(s)
        else:
            change(s, "retreat", hex)


@rule("10.2.disengage")
class Retreat(Step[AduaState]):
    """("retreat", hex): which unit goes where."""

    def decision(self, s: AduaState) -> Decision:
        return Decision(ABYSSINIAN, "retreat", "10.2.disengage", "Abyssinians: retreat from {hex}.", {"hex": s.world.names.places[s.frames[-1][1]]})

    def menu(self, s: AduaState) -> Menu:
        names = s.world.names
        units = s.combat_at(s.frames[-1][1], ABYSSINIAN)
        return Menu([("retreat", names.pieces[unit], names.places[hex]) for unit in units for hex in retreat_hexes(s, unit)])

    def apply(self, s: AduaState, a: Action) -> None:
        hex = s.frames[-1][1]
        retreat(s, s.world.names.piece[a[1]], s.world.names.place[a[2]], "10.2.table")
        change(s, "retreats", hex)


class MeleeEnd(Step[AduaState]):
    """("melee-end", hex): if one side is gone the melee is over, and the other sorts itself out."""

    auto = True

    def run(self, s: AduaState) -> None:
        hex = s.frames[-1][1]
        pop(s)
        italians, abyssinians = s.combat_at(hex, ITALIAN), s.combat_at(hex, ABYSSINIAN)
        if italians and abyssinians:
            return
        for unit in (*italians, *abyssinians):
            s.mark("10.2", unit, MELEE, False)
        push(s, "settling", hex, ITALIAN if italians else ABYSSINIAN)


@rule("10.2.advance", "9.0.stacking")
class Settling(Step[AduaState]):
    """("settling", hex, side): one unit may keep the hex; a choice is offered while there are more, or while a lone Italian may go back."""

    auto = True

    def run(self, s: AduaState) -> None:
        _, hex, side = s.frames[-1]
        units = s.combat_at(hex, side)
        lone_advance = side == ITALIAN and len(units) == 1 and s.points[units[0]] and is_free(s, s.points[units[0]] - 1)
        if len(units) > 1 or lone_advance:
            change(s, "settle", hex, side)
            return
        pop(s)
        for unit in units:
            leave_melee(s, unit)


def way_back(s: AduaState, unit: int) -> list[int]:
    """Where a unit goes back to: the hex it came from, or the nearest free hexes to it."""
    origin = s.points[unit] - 1 if s.points[unit] else s.at[unit]
    grid, may_enter = s.world.grid, s.world.may_enter[unit]
    for radius in range(s.world.grid.shape.columns):
        ring = [hex for hex in grid.within(origin, radius) if grid.distance(origin, hex) == radius and may_enter[hex] and is_free(s, hex)]
        if ring:
            return sorted(ring)
    return []


@rule("10.2.advance")
class Settle(Step[AduaState]):
    """("settle", hex, side): who stays in the hex, and who goes back."""

    def decision(self, s: AduaState) -> Decision:
        _, hex, side = s.frames[-1]
        values = {"side": SIDE_TITLES[side], "hex": s.world.names.places[hex]}
        return Decision(side, "settle", "10.2.advance", "{side}: one unit may stay in {hex}; the others go back.", values)

    def menu(self, s: AduaState) -> Menu:
        _, hex, side = s.frames[-1]
        names = s.world.names
        units = s.combat_at(hex, side)
        plain: list[Action] = [("stay", names.pieces[unit]) for unit in units] if len(units) == 1 else []
        plain += [("return", names.pieces[unit], names.places[to]) for unit in units for to in way_back(s, unit)]
        return Menu(plain)

    def apply(self, s: AduaState, a: Action) -> None:
        _, hex, side = s.frames[-1]
        unit = s.world.names.piece[a[1]]
        if a[0] == "return":
            to = s.world.names.place[a[2]]
            s.do(Moved("10.2.advance", unit, hex, to, ()))
            if not s.combat_at(hex, side):
                for piece in s.here[hex]:
                    s.do(Moved("10.2.advance", piece, hex, to, ()))
        leave_melee(s, unit)
        change(s, "settling", hex, side)
