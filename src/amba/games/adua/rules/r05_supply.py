"""5.3 Mules, 5.4 rally, and 11.0 Clean-up: what the Italian player mends at the end of his part of the turn."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Step, Takes, change, leave, pop, push
from amba.games.adua.book import rule
from amba.games.adua.frames import AskSupply, CleanUp, Repair, Supplying, SupplyRoll
from amba.games.adua.orders import Supply
from amba.games.adua.rules.asking import asks, die_for
from amba.games.adua.rules.r05_guns import to_repair
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, DIG, DISORGANIZED, ENTRENCHED, FIRED, HOLD, ITALIAN, LOW_AMMO, MELEE, MOVED, OFFENSIVE, RALLY, RESUPPLY
from amba.kit.trace import shortest

ROLL_FROM = 7
NOT_IDLE = 1 << FIRED | 1 << MOVED | 1 << DIG
"""Marks of a unit that has done this turn what nobody does who rallies: who entrenches while under hold is marked as moved (5.4)."""


@rule("5.4.rally", "8.1", "8.2")
def may_rally(s: AduaState, unit: int) -> bool:
    """By order; under a general offensive (not entrenched) or hold too, if the unit neither moved, fought nor entrenched this turn."""
    if not s.has(unit, DISORGANIZED) or s.has(unit, MELEE):
        return False
    if s.has(unit, RALLY):
        return True
    idle = not s.marks[unit] & NOT_IDLE
    return idle and (s.has(unit, HOLD) or (s.has(unit, OFFENSIVE) and not s.has(unit, ENTRENCHED)))


@rule("5.3", "8.1", "8.2", "8.2.combat")
def refuse_unit(s: AduaState, unit: int) -> Refusal | None:
    """Why a unit cannot be supplied: it takes an order; under a general offensive or hold it may not have fought."""
    values = {"title": s.world.title(unit)}
    if s.side[unit] != ITALIAN or not s.world.is_combat[unit] or not s.is_on_map(unit):
        return Refusal("5.3", "{title} is no Italian unit on the map.", values)
    if not s.has(unit, LOW_AMMO):
        return Refusal("5.3", "{title} is not low on ammo.", values)
    if s.has(unit, MELEE):
        return Refusal("8.2.melee", "{title} is in a melee and can take no ammunition.", values)
    if s.has(unit, RESUPPLY):
        return None
    if not s.has(unit, OFFENSIVE) and not s.has(unit, HOLD):
        return Refusal("5.3", "{title} has no order under which it could take ammunition.", values)
    if s.has(unit, FIRED):
        return Refusal("8.2.combat", "{title} was in combat this turn; now it would take an order to take ammunition.", values)
    return None


@rule("5.3")
def refuse_line(s: AduaState, mule: int, unit: int) -> Refusal | None:
    """Why mules cannot come to a unit: within five hexes, along hexes outside enemy zones of control; the unit's own hex may be in one."""
    world = s.world
    start, goal, span = s.at[mule], s.at[unit], world.units[mule].range
    zoc, foes = s.zoc(ABYSSINIAN), s.occupied_by(ABYSSINIAN)
    if start == goal:
        return None
    distance = world.grid.distance(start, goal)
    values = {"mule": world.title(mule), "title": world.title(unit), "distance": distance, "range": span}
    hexes = (world.names.places[start], world.names.places[goal])
    if zoc[start]:
        return Refusal("5.3", "{mule} cannot set out: their hex is in an enemy zone of control.", values, hexes=hexes[:1])
    if distance > span:
        items = (("Range", str(span), "5.3"), ("Distance", str(distance), "5.3"))
        return Refusal("5.3", "{mule} cannot reach {title}: {distance} hexes, and {range} at most.", values, items, hexes)
    if shortest(start, lambda hex: hex == goal, world.around, lambda hex: hex == goal or not (zoc[hex] or foes[hex]), span) is None:
        return Refusal("5.3", "{mule} cannot reach {title} within {range} hexes outside enemy zones of control.", values, hexes=hexes)
    return None


def refuse_supply(s: AduaState, at: AskSupply | Supplying, a: Supply) -> Refusal | None:
    found = refuse_unit(s, a.unit)
    if found is not None:
        return found
    if a.unit in at.tried:
        return Refusal("5.3", "{title} has had its try this turn.", {"title": s.world.title(a.unit)})
    if not s.world.units[a.mule].is_mule or not s.is_on_map(a.mule):
        return Refusal("5.3", "{title} are no mules on the map.", {"title": s.world.title(a.mule)})
    return refuse_line(s, a.mule, a.unit)


def offers(s: AduaState, at: AskSupply | Supplying) -> list[Supply]:
    """Units that may be supplied now, with the mules that reach them."""
    mules = [piece for piece in s.followers(ITALIAN) if s.world.units[piece].is_mule]
    low = [unit for unit in s.units(ITALIAN) if s.has(unit, LOW_AMMO)]
    return [order for unit in low for mule in mules if refuse_supply(s, at, order := Supply(unit, mule)) is None]


@rule("11.0", "5.4.rally", "5.1.repair", "7.0")
def clean_up(s: AduaState, at: CleanUp) -> None:
    """Units rally, machine guns are mended, ammunition is brought up."""
    for unit in s.units(ITALIAN):
        if may_rally(s, unit):
            s.mark("5.4.rally", unit, DISORGANIZED, False)
    change(s, Supplying(()))
    for unit in to_repair(s):
        push(s, Repair(unit))


@rule("5.3", "11.0")
def supply(s: AduaState, at: AskSupply, a: Supply) -> None:
    """A unit has ammunition again; from turn 7 it takes a roll."""
    change(s, Supplying((*at.tried, a.unit)))
    if s.turn < ROLL_FROM:
        s.mark("5.3", a.unit, LOW_AMMO, False)
    else:
        push(s, SupplyRoll(a.unit, a.mule))


@rule("5.3.roll")
def roll_for_supply(s: AduaState, at: SupplyRoll, die: int) -> None:
    """From turn 7, 1 to 3 supplies the unit and costs the mules a step; 4 to 6 brings nothing."""
    if die <= 3:
        s.mark("5.3.roll", at.unit, LOW_AMMO, False)
        s.lose_steps(at.mule, 1, "5.3.roll")


SUPPLY_STEPS: tuple[Step[AduaState], ...] = (
    AutoStep(CleanUp, clean_up),
    AutoStep(Supplying, lambda s, at: change(s, AskSupply(at.tried)) if offers(s, at) else pop(s)),
    AskStep(
        AskSupply, asks("supply", "5.3", "{side}: bring ammunition to units that are low, then end the phase.", ITALIAN),
        Takes(Done, leave),
        Takes(Supply, supply, refuse_supply, choices=offers),
    ),
    die_for(
        SupplyRoll, "supply", "5.3.roll", "Ammunition for {title}: 1 to 3 and it arrives, and the mules are reduced.",
        lambda at: at.unit, roll_for_supply,
    ),
)  # fmt: skip
