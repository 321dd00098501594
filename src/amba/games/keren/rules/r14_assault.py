"""14.0 Assaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import CHANCE, Action, Decision, Refusal, unknown_action
from amba.core.event import Rolled, Said
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.keren.book import rule
from amba.games.keren.rules.r07_stacking import show
from amba.games.keren.rules.r11_steps import DIE
from amba.games.keren.rules.r14_results import NOWHERE, suppress
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import ASSAULTED, SIDES, World, factor_text
from amba.kit.odds import ratio

BEST = 4


class Fight(NamedTuple):
    """An assault with everything that goes into its column and its roll."""

    attack: int
    defence: int
    """In quarters."""
    odds: tuple[int, int]
    column: int
    modifiers: tuple[tuple[str, int, str], ...]

    @property
    def modifier(self) -> int:
        return sum([by for _, by, _ in self.modifiers])


@rule("14.0", "14.4", "10.5")
def why_no_assault(s: KerenState, unit: int, target: int) -> Refusal | None:
    """What keeps a unit out of an assault on this place."""
    card = s.world.units[unit]
    values = {"unit": card.title, "hex": s.world.names.places[target]}
    if card.is_artillery:
        return Refusal("14.0", "{unit} is artillery and may not assault.", values)
    if s.is_suppressed(unit):
        return Refusal("14.4", "{unit} is suppressed and may not assault.", values)
    if s.has(unit, ASSAULTED):
        return Refusal("14.0", "{unit} has already assaulted in this phase.", values)
    if target not in s.world.ground.next_to[s.at[unit]]:
        tunnel = s.world.tunnel in {target, s.at[unit]}
        text = (
            "The tunnel is entered only through its two ends: {unit} cannot assault {hex}."
            if tunnel
            else "{unit} is not adjacent to {hex}, or a prohibited side is between them."
        )
        return Refusal("10.5" if tunnel else "14.0", text, values)
    return None


def attackers(s: KerenState, side: int, target: int) -> list[int]:
    """Units that could take part in an assault on this place."""
    near = s.world.ground.next_to[target]
    return [unit for n in near if s.held[side][n] for unit in s.here[n] if why_no_assault(s, unit, target) is None]


def assault_targets(s: KerenState, side: int) -> list[int]:
    foe, next_to = s.held[enemy(side)], s.world.ground.next_to
    near = {n for unit in s.units(side) for n in next_to[s.at[unit]] if foe[n]}
    return sorted(place for place in near if attackers(s, side, place))


@rule("14.1", "14.1.2")
def weigh(s: KerenState, target: int, units: Sequence[int], defenders: Sequence[int]) -> Fight:
    """The factors of both sides against each other."""
    return weigh_totals(s, target, sum(s.assault(unit) for unit in units), sum(s.assault(unit) for unit in defenders))


@rule("14.1.2", "14.1.4")
def weigh_totals(s: KerenState, target: int, attack: int, defence: int) -> Fight:
    """Ratio and modifiers: clear ground, a fort, and every ratio above 4:1."""
    odds = ratio(attack, defence)
    modifiers: list[tuple[str, int, str]] = []
    if target < s.world.hexes and s.world.map.terrain[target] == "clear":
        modifiers.append(("clear ground", 1, "14.1.4"))
    if target in s.world.forts:
        modifiers.append(("fort", -2, "14.1.4"))
    if odds[0] > BEST:
        modifiers.append((f"{odds[0]}:1 is above 4:1", odds[0] - BEST, "14.1.2"))
    name = f"{min(odds[0], BEST)}:{min(odds[1], BEST)}"
    return Fight(attack, defence, odds, s.world.assault.columns.index(name), tuple(modifiers))


@rule("5.0.8", "5.0.9", "14.0")
class Assaults(Step[KerenState]):
    """("assaults", side): one hex after the other, or none."""

    def number(self, s: KerenState) -> str:
        return "5.0.9" if s.frames[-1][1] == 0 else "5.0.8"

    def decision(self, s: KerenState) -> Decision:
        side = s.frames[-1][1]
        return Decision(side, "assault", self.number(s), "{side}: choose an enemy hex to assault, or end the phase.", {"side": SIDES[side].title()})

    def menu(self, s: KerenState) -> Menu:
        names = s.world.names.places
        return Menu([("done",), *(("assault", names[place]) for place in assault_targets(s, s.frames[-1][1]))])

    def refuse(self, s: KerenState, a: Action) -> Refusal | None:
        if a == ("done",):
            return None
        side = s.frames[-1][1]
        place = s.world.names.place.get(a[1], -1) if len(a) == 2 and a[0] == "assault" else -1
        if not 0 <= place < s.world.places:
            return unknown_action(a, ["assault HEX", "done"], self.number(s))
        values = {"hex": a[1]}
        if not s.held[enemy(side)][place]:
            return Refusal("14.0", "There is no enemy in {hex}.", values)
        if attackers(s, side, place):
            return None
        near = [unit for n in s.world.ground.next_to[place] if s.held[side][n] for unit in s.here[n]]
        return why_no_assault(s, near[0], place) if near else Refusal("14.0", "None of your units is next to {hex}.", values)

    def apply(self, s: KerenState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
        else:
            push(s, "storm", s.frames[-1][1], s.world.names.place[a[1]], ())


@rule("14.1", "14.1.1", "7.4")
class Storm(Step[KerenState]):
    """("storm", side, place, units): who takes part. Once the defenders are shown there is no going back."""

    def decision(self, s: KerenState) -> Decision:
        _, side, place, _ = s.frames[-1]
        values = {"side": SIDES[side].title(), "hex": s.world.names.places[place]}
        return Decision(side, "storm", "14.1.1", "{side}: choose the units that assault {hex}, then fight.", values)

    def menu(self, s: KerenState) -> Menu:
        _, side, place, units = s.frames[-1]
        plain: list[Action] = [("commit", s.world.names.pieces[u]) for u in attackers(s, side, place) if u not in units]
        if units:
            plain.append(("fight",))
        return Menu(plain)

    def refuse(self, s: KerenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        _, side, place, units = s.frames[-1]
        if a == ("fight",):
            return Refusal("14.1.1", "An assault needs a unit: choose one first.")
        unit = s.world.names.piece.get(a[1], -1) if len(a) == 2 and a[0] == "commit" else -1
        if unit < 0:
            return unknown_action(a, ["commit UNIT", "fight"], "14.1.1")
        values = {"unit": s.world.units[unit].title}
        if s.side[unit] != side or not s.is_on_map(unit):
            return Refusal("14.1.1", "{unit} is not yours to assault with.", values)
        if unit in units:
            return Refusal("14.1.1", "{unit} takes part already.", values)
        return why_no_assault(s, unit, place)

    def apply(self, s: KerenState, a: Action) -> None:
        name, side, place, units = s.frames[-1]
        if a[0] == "commit":
            change(s, name, side, place, (*units, s.world.names.piece[a[1]]))
            return
        defenders = s.here[place]
        show(s, (*units, *defenders))
        for unit in units:
            s.mark("14.0", unit, ASSAULTED)
        fight = weigh(s, place, units, defenders)
        column = s.world.assault.columns[fight.column]
        s.do(Said("14.1.2", "assault", (s.world.names.places[place], factor_text(fight.attack), factor_text(fight.defence), column)))
        change(s, "assault-die", side, place, units, fight.column, fight.modifier)


@rule("14.1.5", "14.2")
def assault_result(world: World, column: int, roll: int) -> str:
    """The assault table; a roll beyond its first or last row counts as that row."""
    return world.assault.cells[max(0, min(len(world.assault.rows) - 1, roll))][column]


@rule("14.1.3", "14.1.5")
class AssaultDie(Step[KerenState]):
    """("assault-die", side, place, units, column, modifier): the assault table."""

    def decision(self, s: KerenState) -> Decision:
        return Decision(
            CHANCE, "assault die", "14.1.3", "The die is rolled for the assault on {hex}.", {"hex": s.world.names.places[s.frames[-1][2]]}
        )

    def outcomes(self, s: KerenState) -> Sequence[tuple[Action, int]]:
        return DIE

    def apply(self, s: KerenState, a: Action) -> None:
        _, side, place, units, column, modifier = s.frames[-1]
        die = int(a[1])
        cell = assault_result(s.world, column, die + modifier)
        s.do(Rolled("14.1.3", "assault", (die,)))
        s.do(Said("14.2", "modified", (cell, die + modifier)))
        change(s, "advance", side, place, units)
        carry_out(s, side, place, units, cell)


@rule("14.2", "14.2.1", "14.2.2", "14.2.3", "14.2.4")
def carry_out(s: KerenState, side: int, place: int, units: tuple[int, ...], cell: str) -> None:
    """Losses of the attacker or the defender, suppression, or a retreat."""
    foe, there = enemy(side), s.here[place]
    if cell in {"1AE", "2AE"}:
        push(s, "lose", side, units, int(cell[0]), (), "14.2.1", NOWHERE)
    elif cell == "S":
        suppress(s, there, "14.2.2")
    elif cell == "DR":
        push(s, "retreat", foe, there, ())
    elif cell in {"1DE", "2DE"}:
        push(s, "lose", foe, there, int(cell[0]), (), "14.2.4", place)
