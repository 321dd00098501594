"""The Bombardment and Defensive Fire Phases (5.0), step by step; 13.0 air bombardment."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import CHANCE, Action, Decision, Refusal, unknown_action
from amba.core.event import Flipped, Rolled, Said
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.keren.book import rule
from amba.games.keren.rules.r07_stacking import show
from amba.games.keren.rules.r11_fire import (
    BOMBARDMENT,
    Shot,
    column_of,
    depths,
    fire_result,
    firers,
    is_next_to,
    target_at,
    targets,
    weigh,
    why_no_fire,
)
from amba.games.keren.rules.r14_results import suppress
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import BACK, FRONT, SHOT, SIDES, factor_text

DIE: tuple[tuple[Action, int], ...] = tuple((("roll", str(die)), 1) for die in range(1, 7))
NUMBERS = (("5.0.2", "5.0.7"), ("5.0.3", "5.0.5"))


@rule("13.0")
def air_units(s: KerenState, side: int) -> list[int]:
    """Air units that have arrived and not yet flown this turn."""
    box = s.world.box["air"]
    arrived = {u for g in s.world.groups[s.scenario] if g.side == side and 0 < g.turn <= s.turn for u in g.units}
    return [unit for unit in s.here[box] if unit in arrived and not s.has(unit, SHOT)]


@rule("5.0.2", "5.0.3", "5.0.5", "5.0.7", "11.0", "12.0", "13.0", "13.0.1")
class Fire(Step[KerenState]):
    """("fire", side, mode, hexes): name targets one after the other. `hexes` have been fired at by guns: no aircraft there any more."""

    def decision(self, s: KerenState) -> Decision:
        _, side, mode, _ = s.frames[-1]
        what = "bombard" if mode == BOMBARDMENT else "fire at"
        values = {"side": SIDES[side].title(), "what": what}
        return Decision(
            side,
            "bombardment" if mode == BOMBARDMENT else "fire",
            NUMBERS[side][mode],
            "{side}: choose a unit to {what}, or end the phase.",
            values,
        )

    def aircraft(self, s: KerenState) -> list[int]:
        _, side, mode, _ = s.frames[-1]
        return air_units(s, side) if mode == BOMBARDMENT else []

    def air_targets(self, s: KerenState) -> list[tuple[int, int]]:
        _, side, _, hexes = s.frames[-1]
        foe = s.held[enemy(side)]
        return [(p, d) for p in range(s.world.places) if foe[p] and p not in hexes for d in range(1, len(s.here[p]) + 1)]

    def menu(self, s: KerenState) -> Menu:
        _, side, mode, _ = s.frames[-1]
        names = s.world.names
        plain: list[Action] = [("done",)]
        plain += [("fire", names.places[place], str(depth)) for place, depth in targets(s, side, mode)]
        heads = [("air", names.pieces[unit]) for unit in self.aircraft(s)]
        return Menu(plain, heads, lambda head: [(*head, names.places[p], str(d)) for p, d in self.air_targets(s)])

    def refuse(self, s: KerenState, a: Action) -> Refusal | None:
        _, side, mode, _hexes = s.frames[-1]
        names = s.world.names
        if a == ("done",):
            return None
        is_air = len(a) == 4 and a[0] == "air" and a[1] in names.piece
        place = names.place.get(a[-2], -1) if is_air or (len(a) == 3 and a[0] == "fire") else -1
        if not 0 <= place < s.world.places or a[-1] not in {"1", "2", "3", "4"}:
            return unknown_action(a, ["fire HEX PLACE-IN-STACK", "air UNIT HEX PLACE-IN-STACK", "done"], NUMBERS[side][mode])
        depth = int(a[-1])
        values = {"hex": a[-2], "depth": depth}
        if not s.held[enemy(side)][place]:
            return Refusal("11.0", "There is no enemy in {hex}.", values)
        if depth > len(s.here[place]):
            return Refusal("11.1", "There are not {depth} units in {hex}.", values)
        if is_air:
            return self.refuse_air(s, names.piece[a[1]], place)
        if depth not in depths(s, place, mode):
            return Refusal("5.0.5", "That unit in {hex} has not moved in the phase before.", values)
        return self.refuse_place(s, place)

    def refuse_air(self, s: KerenState, unit: int, place: int) -> Refusal | None:
        _, _, mode, hexes = s.frames[-1]
        values = {"unit": s.world.units[unit].title, "hex": s.world.names.places[place]}
        if mode != BOMBARDMENT or unit not in self.aircraft(s):
            return Refusal("13.0", "{unit} cannot bombard from the air now: each air unit flies once, in the Commonwealth Bombardment Phase.", values)
        if place in hexes:
            return Refusal("13.0.1", "Guns have fired at {hex} already: aircraft come first.", values)
        return None

    def refuse_place(self, s: KerenState, place: int) -> Refusal | None:
        _, side, mode, _ = s.frames[-1]
        if firers(s, side, place, mode, True):
            return None
        values = {"hex": s.world.names.places[place]}
        mine = [unit for unit in s.units(side) if s.world.units[unit].is_artillery or mode != BOMBARDMENT]
        near = sorted(mine, key=lambda unit: s.world.ground.distance(s.at[unit], place))
        if not near:
            return Refusal("12.0" if mode == BOMBARDMENT else "11.0", "You have nobody who could fire at {hex}.", values)
        return why_no_fire(s, near[0], place, mode, True)

    def apply(self, s: KerenState, a: Action) -> None:
        name, side, mode, hexes = s.frames[-1]
        if a[0] == "done":
            pop(s)
            return
        place, depth = s.world.names.place[a[-2]], int(a[-1])
        if a[0] == "fire":
            change(s, name, side, mode, tuple(sorted({*hexes, place})))
            push(s, "volley", side, mode, place, depth, ())
        else:
            fly(s, s.world.names.piece[a[1]], place, depth)


@rule("13.0")
def fly(s: KerenState, unit: int, place: int, depth: int) -> None:
    """An air attack: its factor alone, whatever the terrain."""
    shot = column_of(s, s.fire(unit), 0, unit)
    s.mark("13.0", unit, SHOT)
    loose(s, s.side[unit], place, depth, (unit,), shot, "13.0")


def loose(s: KerenState, side: int, place: int, depth: int, units: tuple[int, ...], shot: Shot, number: str) -> None:
    """Everybody concerned is shown (7.4), then the die."""
    target = target_at(s, place, depth)
    show(s, (*units, *s.here[place]))
    names = s.world.names
    s.do(Said(number, "fire", (names.pieces[target], names.places[place], factor_text(shot.total), s.world.ranged.columns[shot.column])))
    push(s, "fire-die", side, place, target, shot.column)


@rule("11.1", "12.5")
class Volley(Step[KerenState]):
    """("volley", side, mode, place, depth, units): who fires at it together, then the die."""

    def decision(self, s: KerenState) -> Decision:
        _, side, _, place, _, _ = s.frames[-1]
        values = {"side": SIDES[side].title(), "hex": s.world.names.places[place]}
        return Decision(side, "volley", "11.1", "{side}: choose the units that fire at {hex}, then roll.", values)

    def able(self, s: KerenState) -> list[int]:
        _, side, mode, place, _, units = s.frames[-1]
        return [unit for unit in firers(s, side, place, mode, not units) if unit not in units]

    def menu(self, s: KerenState) -> Menu:
        plain: list[Action] = [("add", s.world.names.pieces[unit]) for unit in self.able(s)]
        if s.frames[-1][5]:
            plain.append(("shoot",))
        return Menu(plain)

    def refuse(self, s: KerenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        _, side, mode, place, _, units = s.frames[-1]
        if a == ("shoot",):
            return Refusal("11.1", "Somebody has to fire: choose a unit first.")
        unit = s.world.names.piece.get(a[1], -1) if len(a) == 2 and a[0] == "add" else -1
        if unit < 0:
            return unknown_action(a, ["add UNIT", "shoot"], "11.1")
        values = {"unit": s.world.units[unit].title}
        if s.world.units[unit].is_air:
            return Refusal("12.5", "{unit} never fires together with others.", values)
        if s.side[unit] != side or not s.is_on_map(unit):
            return Refusal("11.1", "{unit} is not yours to fire with.", values)
        if unit in units:
            return Refusal("11.1", "{unit} fires already.", values)
        return why_no_fire(s, unit, place, mode, not units)

    def apply(self, s: KerenState, a: Action) -> None:
        name, side, mode, place, depth, units = s.frames[-1]
        if a[0] == "add":
            change(s, name, side, mode, place, depth, (*units, s.world.names.piece[a[1]]))
            return
        shot = weigh(s, place, units)
        for unit in units:
            s.mark("11.0", unit, SHOT)
            self.turn_gun(s, unit, mode, place)
        pop(s)
        loose(s, side, place, depth, units, shot, "12.4" if mode == BOMBARDMENT else "11.2")

    @rule("12.4")
    def turn_gun(self, s: KerenState, unit: int, mode: int, place: int) -> None:
        """After a bombardment the gun shows its fired side; defensive fire at a neighbour is no bombardment."""
        if s.world.units[unit].is_artillery and s.face[unit] == FRONT and (mode == BOMBARDMENT or not is_next_to(s, unit, place)):
            s.do(Flipped("12.4", unit, FRONT, BACK))


@rule("11.2", "11.3", "11.4")
class FireDie(Step[KerenState]):
    """("fire-die", side, place, target, column): the ranged fire table. Nobody advances afterwards."""

    def decision(self, s: KerenState) -> Decision:
        return Decision(CHANCE, "fire die", "11.2", "The die is rolled for the fire at {hex}.", {"hex": s.world.names.places[s.frames[-1][2]]})

    def outcomes(self, s: KerenState) -> Sequence[tuple[Action, int]]:
        return DIE

    def apply(self, s: KerenState, a: Action) -> None:
        _, side, place, target, column = s.frames[-1]
        die = int(a[1])
        cell = fire_result(s.world, column, die)
        pop(s)
        s.do(Rolled("11.2", "fire", (die,)))
        s.do(Said("11.3", "result", (cell,)))
        strike(s, enemy(side), place, target, cell)


@rule("11.3")
def strike(s: KerenState, side: int, place: int, target: int, cell: str) -> None:
    """What fire does: to the target alone, to its hex, or to the target and others of its owner's choice."""
    if cell == "S":
        suppress(s, (target,), "11.3")
    elif cell == "DR":
        push(s, "retreat", side, s.here[place], ())
    elif cell in {"1DE", "2DE"}:
        rest = tuple(unit for unit in s.here[place] if unit != target)
        s.eliminate(target, "11.3")
        push(s, "lose", side, rest, int(cell[0]) - 1, (target,), "11.3", place)
