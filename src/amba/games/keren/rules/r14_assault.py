"""14.0 Assaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.core.event import Rolled, Said
from amba.core.order import Done, Roll
from amba.core.steps import AskStep, ChanceStep, Takes, change, leave, one_die, push
from amba.games.keren.book import rule
from amba.games.keren.frames import NOWHERE, Advancing, AssaultDie, Assaults, Losses, Reckoning, Retreating, Storm
from amba.games.keren.orders import Assault, Commit, Fight
from amba.games.keren.rules.asking import asks, refuse_unit, rolls
from amba.games.keren.rules.r07_stacking import show
from amba.games.keren.rules.r14_results import suppress
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import ASSAULTED, factor_text
from amba.kit.odds import ratio
from amba.load.files import PrintedTable

BEST = 4


class Odds(NamedTuple):
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
def refuse_assault(s: KerenState, unit: int, target: int) -> Refusal | None:
    """What keeps a unit out of an assault on this place."""
    values, here, ground = s.world.named(unit, target), s.at[unit], s.world.ground
    if s.world.units[unit].is_artillery:
        return Refusal("14.0", "{unit} is artillery and may not assault.", values)
    if s.is_suppressed(unit):
        return Refusal("14.4", "{unit} is suppressed and may not assault.", values)
    if s.has(unit, ASSAULTED):
        return Refusal("14.0", "{unit} has already assaulted in this phase.", values)
    if target in ground.next_to[here]:
        return None
    if s.world.tunnel in {target, here}:
        return Refusal("10.5", "The tunnel is entered only through its two ends: {unit} cannot assault {hex}.", values)
    if ground.side_between(here, target):
        return Refusal("14.0", "A prohibited side is between {unit} and {hex}.", values)
    return Refusal("14.0", "{unit} is not adjacent to {hex}.", values)


def attackers(s: KerenState, side: int, target: int) -> list[int]:
    """Units that could take part in an assault on this place."""
    near = s.world.ground.next_to[target]
    return [unit for n in near if s.held[side][n] for unit in s.here[n] if refuse_assault(s, unit, target) is None]


def assault_targets(s: KerenState, side: int) -> list[int]:
    foe, next_to = s.held[enemy(side)], s.world.ground.next_to
    near = {n for unit in s.units(side) for n in next_to[s.at[unit]] if foe[n]}
    return sorted(place for place in near if attackers(s, side, place))


@rule("14.1", "14.1.2")
def weigh(s: KerenState, target: int, units: Sequence[int], defenders: Sequence[int]) -> Odds:
    """The factors of both sides against each other."""
    return weigh_totals(s, target, sum(s.assault(unit) for unit in units), sum(s.assault(unit) for unit in defenders))


@rule("14.1.2", "14.1.4")
def weigh_totals(s: KerenState, target: int, attack: int, defence: int) -> Odds:
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
    return Odds(attack, defence, odds, s.assault_table.columns.index(name), tuple(modifiers))


@rule("5.0.8", "5.0.9", "14.0")
def refuse_target(s: KerenState, at: Assaults, a: Assault) -> Refusal | None:
    """An enemy hex that somebody can assault, one after the other; or none."""
    values = {"hex": s.world.spots[a.hex]}
    if a.hex >= s.world.places or not s.held[enemy(at.side)][a.hex]:
        return Refusal("14.0", "There is no enemy in {hex}.", values)
    if attackers(s, at.side, a.hex):
        return None
    near = [unit for n in s.world.ground.next_to[a.hex] if s.held[at.side][n] for unit in s.here[n]]
    return refuse_assault(s, near[0], a.hex) if near else Refusal("14.0", "None of your units is next to {hex}.", values)


def begin_assault(s: KerenState, at: Assaults, a: Assault) -> None:
    """Name a hex; then choose who takes part."""
    push(s, Reckoning())
    push(s, Storm(at.side, a.hex, ()))


ASSAULTS = AskStep(
    Assaults, asks("assault", ("5.0.9", "5.0.8"), "{side}: choose an enemy hex to assault, or end the phase."),
    Takes(Done, leave),
    Takes(Assault, begin_assault, refuse_target, choices=lambda s, at: [Assault(place) for place in assault_targets(s, at.side)]),
)  # fmt: skip


@rule("14.1", "14.1.1")
def refuse_commit(s: KerenState, at: Storm, a: Commit) -> Refusal | None:
    """Units next to the hex, each in one assault."""
    if a.unit in at.units:
        return Refusal("14.1.1", "{unit} takes part already.", s.world.named(a.unit))
    return refuse_unit(s, at.side, a.unit, "14.1.1") or refuse_assault(s, a.unit, at.place)


def commits(s: KerenState, at: Storm) -> list[Commit]:
    return [Commit(unit) for unit in attackers(s, at.side, at.place) if unit not in at.units]


def commit(s: KerenState, at: Storm, a: Commit) -> None:
    change(s, at._replace(units=(*at.units, a.unit)))


def refuse_fight(s: KerenState, at: Storm, a: Fight) -> Refusal | None:
    return None if at.units else Refusal("14.1.1", "An assault needs a unit: choose one first.")


@rule("14.1", "14.1.1", "7.4")
def fight(s: KerenState, at: Storm, a: Fight) -> None:
    """Once the defenders are shown there is no going back."""
    defenders = s.here[at.place]
    show(s, (*at.units, *defenders))
    for unit in at.units:
        s.mark("14.0", unit, ASSAULTED)
    odds = weigh(s, at.place, at.units, defenders)
    column = s.assault_table.columns[odds.column]
    s.do(Said("14.1.2", "assault", (s.world.names.places[at.place], factor_text(odds.attack), factor_text(odds.defence), column)))
    change(s, AssaultDie(at.side, at.place, at.units, odds.column, odds.modifier))


STORM = AskStep(
    Storm, asks("storm", "14.1.1", "{side}: choose the units that assault {hex}, then fight."),
    Takes(Commit, commit, refuse_commit, choices=commits), Takes(Fight, fight, refuse_fight),
)  # fmt: skip


@rule("14.1.5", "14.2")
def assault_result(table: PrintedTable, column: int, roll: int) -> str:
    """The assault table; a roll beyond its first or last row counts as that row."""
    return table.cells[max(0, min(len(table.rows) - 1, roll))][column]


@rule("14.1.3", "14.1.5")
def roll(s: KerenState, at: AssaultDie, a: Roll) -> None:
    """The assault table; whoever is left may then advance."""
    modified = a.dice[0] + at.modifier
    cell = assault_result(s.assault_table, at.column, modified)
    s.do(Rolled("14.1.3", "assault", a.dice))
    s.do(Said("14.2", "modified", (cell, modified)))
    change(s, Advancing(at.side, at.place, at.units))
    push(s, Reckoning())
    carry_out(s, at.side, at.place, at.units, cell)


ASSAULT_DIE = ChanceStep(AssaultDie, rolls("assault die", "14.1.3", "The die is rolled for the assault on {hex}."), one_die, roll)


@rule("14.2", "14.2.1", "14.2.2", "14.2.3", "14.2.4")
def carry_out(s: KerenState, side: int, place: int, units: tuple[int, ...], cell: str) -> None:
    """Losses of the attacker or the defender, suppression, or a retreat."""
    foe, there = enemy(side), s.here[place]
    if cell in {"1AE", "2AE"}:
        push(s, Losses(side, units, int(cell[0]), (), "14.2.1", NOWHERE))
    elif cell == "S":
        suppress(s, there, "14.2.2")
    elif cell == "DR":
        push(s, Retreating(foe, there, ()))
    elif cell in {"1DE", "2DE"}:
        push(s, Losses(foe, there, int(cell[0]), (), "14.2.4", place))
