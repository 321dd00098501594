"""The Bombardment and Defensive Fire Phases (5.0), step by step; 13.0 air bombardment."""

from __future__ import annotations

from typing import get_args

from amba.core.decision import Decision, Refusal
from amba.core.event import Flipped, Said
from amba.core.order import Done
from amba.core.steps import AskStep, Takes, change, leave, pop, push
from amba.games.keren.book import rule
from amba.games.keren.frames import FireDie, Firing, Reckoning, Volley
from amba.games.keren.orders import Add, AirStrike, Depth, Fire, Shoot
from amba.games.keren.rules.asking import ask, asks, refuse_unit
from amba.games.keren.rules.r07_stacking import show
from amba.games.keren.rules.r11_fire import BOMBARDMENT, Shot, air_shot, firers, is_next_to, may_be_target, refuse_fire, target_at, targets, weigh
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import BACK, FRONT, SHOT, UNFIRED, factor_text

NUMBERS = (("5.0.2", "5.0.7"), ("5.0.3", "5.0.5"))
"""side -> mode -> the paragraph of the phase"""
DEPTHS: tuple[Depth, ...] = get_args(Depth)


def ask_firing(s: KerenState, at: Firing) -> Decision:
    kind, what = ("bombardment", "bombard") if at.mode == BOMBARDMENT else ("fire", "fire at")
    return ask(at.side, kind, NUMBERS[at.side][at.mode], "{side}: choose a unit to {what}, or end the phase.", what=what)


def refuse_target(s: KerenState, at: Firing, a: Fire | AirStrike) -> Refusal | None:
    """Why nobody at all can be fired at there."""
    values = {"hex": s.world.spots[a.hex], "depth": a.depth}
    if a.hex >= s.world.places or not s.held[enemy(at.side)][a.hex]:
        return Refusal("11.0", "There is no enemy in {hex}.", values)
    return Refusal("11.1", "There are not {depth} units in {hex}.", values) if int(a.depth) > len(s.here[a.hex]) else None


@rule("5.0.2", "5.0.3", "5.0.5", "5.0.7", "11.0", "12.0")
def refuse_shot(s: KerenState, at: Firing, a: Fire) -> Refusal | None:
    """An enemy unit is named that somebody can fire at."""
    found, values = refuse_target(s, at, a), {"hex": s.world.spots[a.hex]}
    if found is not None:
        return found
    if firers(s, at.side, a.hex, at.mode, True):
        if may_be_target(s, target_at(s, a.hex, int(a.depth)), at.mode):
            return None
        return Refusal(NUMBERS[at.side][at.mode], "That unit in {hex} has not moved in the phase before.", values)
    mine = [unit for unit in s.units(at.side) if s.world.units[unit].is_artillery or at.mode != BOMBARDMENT]
    if not mine:
        return Refusal("12.0" if at.mode == BOMBARDMENT else "11.0", "You have nobody who could fire at {hex}.", values)
    nearest = min(mine, key=lambda unit: s.world.ground.distance(s.at[unit], a.hex))
    return refuse_fire(s, nearest, a.hex, at.mode, True)


def shots(s: KerenState, at: Firing) -> list[Fire]:
    return [Fire(place, DEPTHS[depth - 1]) for place, depth in targets(s, at.side, at.mode)]


def begin_volley(s: KerenState, at: Firing, a: Fire) -> None:
    """Name a target; then choose who fires."""
    change(s, at._replace(hexes=tuple(sorted({*at.hexes, a.hex}))))
    push(s, Reckoning())
    push(s, Volley(at.side, at.mode, a.hex, int(a.depth), ()))


@rule("13.0")
def has_arrived(s: KerenState, unit: int) -> bool:
    """Air units arrive like reinforcements."""
    return any(unit in g.units and 0 < g.turn <= s.turn for g in s.world.groups[s.scenario])


def air_units(s: KerenState, at: Firing) -> list[int]:
    """Air units that can still fly in this phase."""
    return [unit for unit in s.here[s.world.box["air"]] if refuse_flight(s, at, unit) is None]


@rule("13.0")
def refuse_flight(s: KerenState, at: Firing, unit: int) -> Refusal | None:
    """Each air unit flies once, in its side's Bombardment Phase."""
    values = s.world.named(unit)
    if not s.world.units[unit].is_air:
        return Refusal("13.0", "{unit} is no air unit.", values)
    if s.side[unit] != at.side:
        return Refusal("13.0", "{unit} is not yours.", values)
    if at.mode != BOMBARDMENT:
        return Refusal("13.0", "{unit} bombards in the Bombardment Phase only.", values)
    if not has_arrived(s, unit):
        return Refusal("13.0", "{unit} has not arrived yet.", values)
    return Refusal("13.0", "{unit} has already flown in this phase.", values) if s.has(unit, SHOT) else None


@rule("13.0", "13.0.1")
def refuse_air(s: KerenState, at: Firing, a: AirStrike) -> Refusal | None:
    """Air units come before the guns, against any enemy unit, whatever the ground."""
    found = refuse_flight(s, at, a.unit) or refuse_target(s, at, a)
    if found is None and a.hex in at.hexes:
        return Refusal("13.0.1", "Guns have fired at {hex} already: aircraft come first.", s.world.named(a.unit, a.hex))
    return found


def air_strikes(s: KerenState, at: Firing, unit: int) -> list[AirStrike]:
    places = [place for place in s.places(enemy(at.side)) if place not in at.hexes]
    return [AirStrike(unit, place, depth) for place in places for depth in DEPTHS[: len(s.here[place])]]


@rule("13.0")
def fly(s: KerenState, at: Firing, a: AirStrike) -> None:
    """An air attack: its factor alone, whatever the terrain."""
    s.mark("13.0", a.unit, SHOT)
    push(s, Reckoning())
    shoot_at(s, at.side, a.hex, int(a.depth), (a.unit,), air_shot(s, a.unit), "13.0")


def shoot_at(s: KerenState, side: int, place: int, depth: int, units: tuple[int, ...], shot: Shot, number: str) -> None:
    """Everybody concerned is shown (7.4), then the die."""
    target, names = target_at(s, place, depth), s.world.names
    show(s, (*units, *s.here[place]))
    told = (names.pieces[target], names.places[place], factor_text(shot.total), s.ranged_table.columns[shot.column])
    s.do(Said(number, "fire", (*told, ", ".join(map(s.world.title, units)), height_text(s, shot))))
    push(s, FireDie(side, place, target, shot.column))


@rule("11.2.1")
def height_text(s: KerenState, shot: Shot) -> str:
    """What height does to the column, and from where it counts; nothing without a shift."""
    if not shot.shift:
        return ""
    columns, way = ("1 column" if abs(shot.shift) == 1 else f"{abs(shot.shift)} columns"), "right" if shot.shift > 0 else "left"
    return f"{columns} to the {way} for height (from {s.world.place_title(s.at[shot.worst])}), "


FIRING = AskStep(
    Firing, ask_firing,
    Takes(Done, leave),
    Takes(Fire, begin_volley, refuse_shot, choices=shots),
    Takes(AirStrike, fly, refuse_air, heads=air_units, tails=air_strikes),
)  # fmt: skip


@rule("11.1", "12.5")
def refuse_add(s: KerenState, at: Volley, a: Add) -> Refusal | None:
    """Who may fire at the target together with those named so far."""
    if s.world.units[a.unit].is_air:
        return Refusal("12.5", "{unit} never fires together with others.", s.world.named(a.unit))
    if a.unit in at.units:
        return Refusal("11.1", "{unit} fires already.", s.world.named(a.unit))
    return refuse_unit(s, at.side, a.unit, "11.1") or refuse_fire(s, a.unit, at.place, at.mode, not at.units)


def adds(s: KerenState, at: Volley) -> list[Add]:
    return [Add(unit) for unit in firers(s, at.side, at.place, at.mode, not at.units) if unit not in at.units]


def add(s: KerenState, at: Volley, a: Add) -> None:
    change(s, at._replace(units=(*at.units, a.unit)))


def refuse_shoot(s: KerenState, at: Volley, a: Shoot) -> Refusal | None:
    return None if at.units else Refusal("11.1", "Somebody has to fire: choose a unit first.")


@rule("11.1", "11.2")
def shoot(s: KerenState, at: Volley, a: Shoot) -> None:
    """All fire together."""
    pop(s)
    fire_together(s, at.side, at.mode, at.place, at.depth, at.units)


@rule("11.1", "11.2")
def fire_together(s: KerenState, side: int, mode: int, place: int, depth: int, units: tuple[int, ...]) -> None:
    shot = weigh(s, place, units)
    for unit in units:
        s.mark("11.0", unit, SHOT)
        turn_gun(s, unit, mode, place)
    shoot_at(s, side, place, depth, units, shot, "12.4" if mode == BOMBARDMENT else "11.2")


@rule("12.4")
def turn_gun(s: KerenState, unit: int, mode: int, place: int) -> None:
    """After a bombardment the gun shows its fired side; defensive fire at a neighbour is no bombardment."""
    if s.world.units[unit].is_artillery and s.face[unit] == FRONT and (mode == BOMBARDMENT or not is_next_to(s, unit, place)):
        s.do(Flipped("12.4", unit, FRONT, BACK))
        if mode != BOMBARDMENT:
            s.mark("5.0.6", unit, UNFIRED)


VOLLEY = AskStep(
    Volley, asks("volley", "11.1", "{side}: choose the units that fire at {hex}, then roll."),
    Takes(Add, add, refuse_add, choices=adds), Takes(Shoot, shoot, refuse_shoot),
)  # fmt: skip
