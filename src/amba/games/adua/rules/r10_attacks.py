"""10.1 Small arms combat: who may attack whom, and at what value."""

from __future__ import annotations

from collections.abc import Iterable

from amba.core.decision import Refusal
from amba.core.state import remembered
from amba.games.adua.book import rule
from amba.games.adua.frames import Pairs
from amba.games.adua.rules.r06_artillery import can_hit, field_of_fire, fires
from amba.games.adua.rules.r09_movement import ATTACK_ORDERS
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, COMMITTED, ENTERED, HOLD, ITALIAN, MELEE, RALLY, RESUPPLY

BUSY = 1 << RALLY | 1 << RESUPPLY
"""Orders under which a unit takes no part in combat, whatever else it was ordered (8.2)."""


@rule("10.1", "8.1", "8.2", "8.2.combat")
def may_fire(s: AduaState, unit: int) -> bool:
    """Italians need an order that lets them attack, and none to rally or take ammunition; nobody in melee, and no cavalry."""
    if s.has(unit, MELEE) or not fires(s, unit):
        return False
    return s.side[unit] != ITALIAN or bool(s.marks[unit] & (ATTACK_ORDERS | 1 << HOLD) and not s.marks[unit] & BUSY)


def neighbours_in_zone(s: AduaState, unit: int, in_melee: bool = False) -> list[int]:
    """Enemy units in the unit's zone of control; those in melee only if asked for."""
    foe = enemy(s.side[unit])
    found: list[int] = []
    if not s.contact(foe)[s.at[unit]]:
        return found
    for hex in s.world.zoc_links[unit][s.at[unit]]:
        if s.here[hex]:
            found += [u for u in s.combat_at(hex, foe) if in_melee or not s.has(u, MELEE)]
    return found


@rule("10.1", "6.0.artillery")
def targets(s: AduaState, unit: int) -> list[int]:
    """Every enemy the unit can attack from where it stands."""
    found, gun = neighbours_in_zone(s, unit), s.world.units[unit]
    if gun.is_artillery:
        field = field_of_fire(s.world, s.at[unit], gun.range)
        found += [foe for foe in s.units(enemy(s.side[unit])) if s.at[foe] in field and foe not in found and not s.has(foe, MELEE)]
    return found


@rule("10.1.unattacked", "fig.5")
def left_alone(s: AduaState, unit: int, pairs: Pairs) -> list[int]:
    """Enemies in the unit's zone that are not attacked: by nobody, or under the option not by this unit. Those in melee are among them, unless an option spares them."""
    own = s.options["unattacked"] == "self"
    attacked = {target for attacker, target in pairs if attacker == unit or not own}
    return [foe for foe in neighbours_in_zone(s, unit, s.options["melee_neighbours"] == "counted") if foe not in attacked]


@rule("10.1.elevation", "fig.6")
def elevation(s: AduaState, abyssinian: int, italian: int) -> int:
    """1 for an Abyssinian unit that stands higher than the Italian, -1 for one that stands lower."""
    level = s.world.level
    here, there = level[s.at[abyssinian]], level[s.at[italian]]
    return (here > there) - (here < there)


@rule("10.1.elevation", "fig.6")
def attack_from_height(s: AduaState, unit: int, pairs: Pairs) -> int:
    """What the ground adds to an Abyssinian attacker's combat value: one if it attacks anybody lower, less one if it attacks anybody higher, once each however it splits its fire."""
    if s.side[unit] != ABYSSINIAN:
        return 0
    found = {elevation(s, unit, target) for attacker, target in pairs if attacker == unit}
    return (1 in found) - (-1 in found)


@rule("10.1.unattacked", "10.1.elevation", "fig.5", "fig.6")
def attack_value(s: AduaState, unit: int, pairs: Pairs) -> int:
    """The dice an attacker may split: its combat value, two less for each enemy left alone, with the ground; only the sum is cut at nothing."""
    return max(0, s.value(unit) - 2 * len(left_alone(s, unit, pairs)) + attack_from_height(s, unit, pairs))


@rule("10.0.duty")
def must_fire(s: AduaState, side: int, pairs: Pairs) -> list[int]:
    """Units that entered an enemy zone of control and have not attacked yet."""
    busy = {attacker for attacker, _ in pairs}
    return [u for u in s.units(side) if s.has(u, ENTERED) and u not in busy and may_fire(s, u) and targets(s, u)]


@remembered()
def shooters(s: AduaState, side: int) -> list[int]:
    """Units of a side that may attack and have somebody to attack."""
    near, at, units = s.contact(enemy(side)), s.at, s.world.units
    return [u for u in s.units(side) if (near[at[u]] or units[u].is_artillery) and may_fire(s, u) and targets(s, u)]


def could_mass(s: AduaState, able: Iterable[int], pairs: Pairs) -> dict[int, list[int]]:
    """10.1: enemy unit -> all that could attack it and attack nobody yet."""
    busy = {attacker for attacker, _ in pairs}
    found: dict[int, list[int]] = {}
    for unit in able:
        if unit not in busy:
            for target in targets(s, unit):
                found.setdefault(target, []).append(unit)
    return found


def refuse_attack(s: AduaState, side: int, pairs: Pairs, unit: int, target: int) -> Refusal | None:
    """Why a unit cannot attack a target."""
    world = s.world
    values = {"title": world.title(unit), "target": world.title(target)}
    if s.side[unit] != side or not world.is_combat[unit] or not s.is_on_map(unit):
        return Refusal("10.1", "{title} is no unit of yours on the map.", values)
    if s.side[target] == side or not world.is_combat[target] or not s.is_on_map(target):
        return Refusal("10.1", "{target} is no enemy unit on the map.", values)
    if not fires(s, unit):
        return Refusal("6.0.cavalry", "{title} has no firearms.", values)
    if s.has(unit, MELEE):
        return Refusal("10.2.continue", "{title} is in a melee and takes no part in small arms combat.", values)
    if s.has(target, MELEE):
        return Refusal("10.2.continue", "{target} is in a melee and takes no part in small arms combat.", values)
    if not may_fire(s, unit):
        if s.marks[unit] & BUSY and s.marks[unit] & (ATTACK_ORDERS | 1 << HOLD):
            return Refusal("8.2.combat", "{title} rallies or takes ammunition this turn and takes no part in combat.", values)
        return Refusal("8.2.none", "{title} has no order to attack.", values)
    if (unit, target) in pairs:
        return Refusal("10.1", "{title} already attacks {target}.", values)
    return None if can_hit(s, unit, target) else out_of_reach(s, unit, target)


def out_of_reach(s: AduaState, unit: int, target: int) -> Refusal:
    """Why a unit that may attack cannot hit a target: too far, or higher ground between."""
    world, gun = s.world, s.world.units[unit]
    distance, span = world.grid.distance(s.at[unit], s.at[target]), gun.range if gun.is_artillery else 1
    values = {"title": gun.title, "target": world.title(target)}
    items = (("Range", str(span), "6.0.artillery"), ("Distance", str(distance), "6.0.artillery"))
    places = tuple(world.names.places[s.at[piece]] for piece in (unit, target))
    if distance > span:
        return Refusal("10.1", "{target} is out of reach of {title}.", values, items, places)
    return Refusal("6.0.sight", "{title} cannot see {target}: higher ground lies between.", values, items, places)


def commit(s: AduaState, unit: int, target: int) -> None:
    """10.0: units in small arms combat exert no zone of control."""
    s.mark("10.0", unit, COMMITTED)
    s.mark("10.0", target, COMMITTED)
