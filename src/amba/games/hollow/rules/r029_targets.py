"""Vehicles under rifles, machine guns and all else that is read from the fire table: what has no armour, and crews with open hatches."""

from __future__ import annotations

import re
from collections.abc import Sequence

from amba.games.hollow.book import rule
from amba.games.hollow.counters import ABANDONED, BYPASS, EXPOSED, HAZARD, SHOCKED, STUNNED, TCA, UNKNOWN_KILL, VCA
from amba.games.hollow.frames import Task
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r031_aboard import leaning_out, riders
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import COLUMNS, Result
from amba.kit.rays import NEIGHBOURS

STAR_LINE = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
"""What destroys a vehicle without armour, by the columns of the fire table: less than it; exactly it immobilises."""
NOTHING = Result("-")
BURNS, DESTROYED, IMMOBILISED = Result("burns"), Result("is destroyed"), Result("is immobilised")
SOFT = {IMMOBILISED.text: 0, DESTROYED.text: 1, BURNS.text: 2}
HATCH = 2
"""What open hatches are worth to the crew."""
BARE, REAR, AT_GUN, SHIELDED = "crew exposed", "crew exposed, from behind the turret", "crew exposed behind its gun", "crew exposed behind a shield"
HATCHES = (BARE, REAR, AT_GUN, SHIELDED)
"""What the modifier is called by which only the crew behind its hatches is covered."""
BEHIND_SHIELD = re.compile(r"CE \+(\d) front(/side)?")
"""How the list says that a crew is better covered from the front, or from front and sides."""
VEHICLE_TASKS = ("crew", "recall", "soft", "charge")


@rule("29", "64")
def is_soft_target(s: HollowState, vehicle: int) -> bool:
    """No armour, men on top, or a crew with open hatches that can still be hurt."""
    if not s.vehicle(vehicle).is_armoured or riders(s, vehicle) or leaning_out(s, vehicle):
        return True
    return has_heads_out(s, vehicle)


@rule("64")
def has_heads_out(s: HollowState, vehicle: int) -> bool:
    """A crew with open hatches that can still be hurt."""
    in_it = not any(s.has(vehicle, mark) for mark in (ABANDONED, SHOCKED, STUNNED, UNKNOWN_KILL))
    return s.has(vehicle, EXPOSED) and in_it and s.vehicle(vehicle).has_crew


def soft_targets(s: HollowState, side: int, place: int) -> list[int]:
    """The enemy's vehicles in a hex at which men can fire."""
    return [v for v in s.vehicles(1 - side) if s.at[v] == place and is_soft_target(s, v)] if s.has_armour else []


@rule("7", "8", "29")
def targets_in(s: HollowState, side: int, place: int) -> tuple[int, ...]:
    """What the side sees in a hex: enemy counters, known or not, and vehicles that fire can hurt."""
    return (*s.seen_at(place, side), *soft_targets(s, side, place))


def is_from_behind(s: HollowState, vehicle: int, origin: int, first: int) -> bool:
    """Whether a shot from a hex crosses one of the two hexsides opposite to where a hull (`VCA`) or turret (`TCA`) points."""
    return is_from(s, vehicle, origin, (s.pointing(vehicle, first) + 3) % 6)


def is_from(s: HollowState, vehicle: int, origin: int, spine: int) -> bool:
    """Whether a shot from a hex crosses one of the two hexsides at a hexspine."""
    (ax, ay), (bx, by) = NEIGHBOURS[spine], NEIGHBOURS[(spine + 1) % 6]
    here, there = s.field.hex_of[s.at[vehicle]], s.field.hex_of[origin]
    x, y = there[0] - here[0], there[1] - here[1]
    whole = ax * by - ay * bx
    a, b = (x * by - y * bx) // whole, (ax * y - ay * x) // whole
    return abs(a - b) < 3 * (a + b)


@rule("64", "VN 11.a", "VN 16.a")
def hatch_item(s: HollowState, vehicle: int, origin: int) -> Item:
    """+2 behind open hatches; +1 for the MR/35 from behind its turret (note 11); +1 for the SMV 90/53, and nothing through its open rear (note 16)."""
    v = s.vehicle(vehicle)
    if v.note == "11" and is_from_behind(s, vehicle, origin, TCA):
        return Item(REAR, 1, "VN 11.a")
    if v.note == "16" and v.gun:
        return Item(AT_GUN, 0 if is_from_behind(s, vehicle, origin, VCA) else 1, "VN 16.a")
    behind_shield = BEHIND_SHIELD.search(v.remark)
    if behind_shield is None or s.at[vehicle] == origin:
        return Item(BARE, HATCH, "64")
    covered = not is_from_behind(s, vehicle, origin, TCA) if behind_shield[2] else is_from(s, vehicle, origin, s.pointing(vehicle, VCA))
    return Item(SHIELDED, int(behind_shield[1]), "64") if covered else Item(BARE, HATCH, "64")


@rule("64", "VN 11.a", "VN 16.a")
def hatch_from_above(s: HollowState, vehicle: int) -> Item:
    """+2 behind open hatches against shells of mortars, batteries and aircraft, which come from no side; +1 in the MR/35 (note 11) and the SMV 90/53 (note 16)."""
    v = s.vehicle(vehicle)
    if v.note == "11" or (v.note == "16" and v.gun):
        return Item(BARE, 1, f"VN {v.note}.a")
    return Item(BARE, HATCH, "64")


@rule("11", "132")
def ground_cover(s: HollowState, vehicle: int) -> int:
    """What the ground of its hex is worth, but not what it bypasses."""
    return 0 if s.has(vehicle, BYPASS) else s.field.protection(s.at[vehicle])


@rule("31", "64")
def uncovered(s: HollowState, vehicle: int, items: Sequence[Item]) -> int:
    """What the roll against men on top is changed by, against that of the crew: the hatches are no cover for them, the ground is."""
    hatches = [item for item in items if item.what in HATCHES]
    return ground_cover(s, vehicle) - sum_of(hatches) if hatches and riders(s, vehicle) else 0


@rule("11", "64", "132")
def vehicle_cover(s: HollowState, unit: int, vehicle: int) -> list[Item]:
    """What protects a vehicle without armour, or an exposed crew, from a firer: the ground, but not what it bypasses; a crew has its hatches instead, if they are worth more."""
    best = ground = Item("terrain", ground_cover(s, vehicle), "11")
    if s.vehicle(vehicle).is_armoured and (has_heads_out(s, vehicle) or not riders(s, vehicle)):
        hatch = hatch_item(s, vehicle, s.at[unit])
        best = hatch if hatch.value >= ground.value else ground
    return [best] if best.value else []


@rule("29", "64", "66")
def vehicle_result(s: HollowState, vehicle: int, column: int | None, roll: int) -> Result:
    """The fire table's answer for a vehicle: of an exposed crew as of men; without armour by the line for vehicles, where half the number burns."""
    if column is None:
        return NOTHING
    if s.vehicle(vehicle).is_armoured:
        found = fire_result(column, roll, s.world.fire)
        return NOTHING if found.only_pins else found
    number = STAR_LINE[COLUMNS.index(column)]
    if roll > number:
        return NOTHING
    return IMMOBILISED if roll == number else BURNS if 2 * roll <= number else DESTROYED


@rule("31", "64", "66")
def vehicle_tasks(s: HollowState, result: Result, vehicle: int) -> list[Task]:
    """What that does: a crew checks, and is recalled where men would fall; a vehicle without armour is hit."""
    if result.text in SOFT:
        return [("soft", SOFT[result.text], (vehicle,))]
    if (riders(s, vehicle) or leaning_out(s, vehicle)) and not has_heads_out(s, vehicle):
        return []  # 31: only who is on it can be hit
    if result.killed or result.is_reduced:
        return [("recall", 0, (vehicle,))]
    return [("crew", result.check, (vehicle,))] if result.check is not None else []


@rule("176.711")
def hazard_items(s: HollowState, firer: int, target: int) -> list[Item]:
    """-2 against a crew that has just bailed out, until the phase ends."""
    return [Item("bails out", -2, "176.711")] if s.has_armour and s.has(target, HAZARD) else []
