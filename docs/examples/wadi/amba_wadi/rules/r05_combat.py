"""5.0 Combat."""

from amba.core.decision import CHANCE, Preview, Refusal
from amba.core.event import Retreated, Rolled, Said
from amba.core.order import Done, Roll
from amba.core.steps import AskStep, ChanceStep, Play, Takes, asks, change, leave, one_die, pop, push
from amba.kit.odds import column_for
from amba.kit.units import refuse_crowd
from amba.table.previews import fight
from amba_wadi.book import rule
from amba_wadi.frames import Battle, Combat, Retreat
from amba_wadi.orders import Attack, Move
from amba_wadi.rules.r04_movement import STACK
from amba_wadi.world import WadiState


@rule("5.0")
def attackers(s: WadiState, at: Combat, target: int) -> tuple[int, ...]:
    """All of the side's units next to the hex that have not fought in this phase."""
    return tuple(unit for unit in s.beside(target, at.side) if unit not in at.fought)


@rule("5.1")
def column_of(s: WadiState, target: int, units: tuple[int, ...]) -> int:
    """Strength against strength, rounded for the defender; good ground shifts it."""
    return column_for(s.total(units), s.total(s.here[target]), s.world.shift[target], s.world.combat.columns)


@rule("5.0")
def refuse_attack(s: WadiState, at: Combat, a: Attack) -> Refusal | None:
    """There must be an enemy to attack, and somebody to attack him."""
    name = s.world.names.places[a.hex]
    if a.hex not in s.places(1 - at.side):
        return Refusal("5.0", "There is no enemy in {hex}.", {"hex": name}, hexes=(name,))
    if not attackers(s, at, a.hex):
        return Refusal("5.0", "None of your units that may still fight stands next to {hex}.", {"hex": name}, hexes=(name,))
    return None


def attack(s: WadiState, at: Combat, a: Attack) -> None:
    units = attackers(s, at, a.hex)
    s.do(Said("5.1", "attack", (s.world.names.places[a.hex], s.world.combat.columns[column_of(s, a.hex, units)])))
    change(s, at._replace(fought=(*at.fought, *units)))
    push(s, Battle(a.hex, units))


def preview_attack(play: Play[WadiState], s: WadiState, at: Combat, a: Attack) -> Preview:
    units, ground = attackers(s, at, a.hex), ("Ground", f"{s.world.shift[a.hex]:+d} column", "5.1")
    return fight(play, s, a, (units, a.hex), "5.0", s.world.combat.columns[column_of(s, a.hex, units)], (ground,))


@rule("2.1", "5.2")
def resolve(s: WadiState, at: Battle, a: Roll) -> None:
    """The die and the column give the result; the strongest unit of a side takes its loss."""
    defenders = s.here[at.target]
    cell = s.world.combat.cells[a.dice[0] - 1][column_of(s, at.target, at.units)]
    pop(s)
    s.do(Rolled("5.2", "combat", a.dice))
    s.do(Said("5.2", "result", (cell,)))
    for results, units in (("AX", at.units), ("DX", defenders)):
        if cell in results:
            s.lose_step(max(units, key=s.strength), "5.2")
    if cell in "DR":
        next_beaten(s, s.here[at.target])


@rule("5.4")
def next_beaten(s: WadiState, units: tuple[int, ...]) -> None:
    """One after the other they fall back; who has no way loses a step instead."""
    for index, unit in enumerate(units):
        at = Retreat(s.side[unit], unit, units[index + 1 :])
        if ways_back(s, at):
            push(s, at)
            return
        s.lose_step(unit, "5.4")


@rule("2.2", "5.3")
def refuse_retreat(s: WadiState, at: Retreat, a: Move) -> Refusal | None:
    """One hex, free of enemies, not next to one, and not full."""
    name = s.world.names.places[a.to]
    values, enemy = {"unit": s.world.units[at.unit].title, "hex": name}, 1 - at.side
    if a.unit != at.unit:
        return Refusal("5.3", "It is {unit} that falls back now.", values)
    if a.to not in s.world.around[s.at[at.unit]]:
        return Refusal("5.3", "{unit} falls back one hex; {hex} is not next to it.", values, hexes=(name,))
    if s.held(enemy)[a.to] or s.zone(enemy)[a.to]:
        values["is"] = "held by" if s.held(enemy)[a.to] else "next to"
        return Refusal("5.3", "{hex} is {is} the enemy.", values, hexes=(name,))
    return refuse_crowd(s, a.to, STACK, "2.2")


def ways_back(s: WadiState, at: Retreat) -> list[Move]:
    return [order for to in s.world.around[s.at[at.unit]] if refuse_retreat(s, at, order := Move(at.unit, to)) is None]


def fall_back(s: WadiState, at: Retreat, a: Move) -> None:
    pop(s)
    s.do(Retreated("5.3", a.unit, s.at[a.unit], a.to))
    s.take_control(a.unit, "6.1")
    next_beaten(s, at.others)


COMBAT_STEPS = (
    AskStep(
        Combat, asks("combat", "5.0", "Attack hexes next to your units, then end the phase."),
        Takes(Attack, attack, refuse_attack, candidates=lambda s, at: map(Attack, s.places(1 - at.side))), Takes(Done, leave),
    ),
    ChanceStep(Battle, asks("battle", "5.2", "The die of the attack on {hex}.", lambda s, at: {"hex": s.world.names.places[at.target]}, CHANCE), one_die, resolve),
    AskStep(
        Retreat, asks("retreat", "5.3", "{unit} falls back. Where to?", lambda s, at: {"unit": s.world.units[at.unit].title}),
        Takes(Move, fall_back, refuse_retreat, choices=ways_back),
    ),
)  # fmt: skip
