"""Shells that burst over an area among vehicles: what has no armour, and tanks (34.4)."""

from __future__ import annotations

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BYPASS
from amba.games.hollow.frames import Effects, Task
from amba.games.hollow.frames_armour import BurstRoll
from amba.games.hollow.frames_crews import Suffering
from amba.games.hollow.rules.armour.r034_high_explosive import Burst, direct_column, ground_modifier, near_column
from amba.games.hollow.rules.armour.r063_guns import serving
from amba.games.hollow.rules.armour.r064_crews import immobilise
from amba.games.hollow.rules.armour.r064_stun import destroy, shock
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r029_targets import SOFT, has_heads_out, hatch_from_above, hatch_item, vehicle_result, vehicle_tasks
from amba.games.hollow.rules.r031_aboard import riders
from amba.games.hollow.rules.r031_under_fire import hurt_aboard, hurt_men_aboard
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import Result
from amba.games.hollow.titles import title

THIN, THICK = -1, 1
"""Armour of at most so much all round helps the shell, of at least so much the tank."""
NOTHING, SHOCKED, IMMOBILISED, DESTROYED, BURNS = "-", "is shocked", "is immobilised", "is destroyed", "burns"


@rule("34.4", "186.16")
def burst_vehicle_items(s: HollowState, at: BurstRoll, vehicle: int) -> list[Item]:
    """What changes the roll against a vehicle: the ground; hammada if it has no armour; thin or thick armour all round, and an open top."""
    v = s.vehicle(vehicle)
    found = [turned_round(ground_of(s, vehicle), at)]
    found.append(Item("hammada", ground_modifier(s.field.has(at.place, "hammada"), v.is_armoured), "186.16"))
    if v.is_armoured:
        hulls = [side.hull if side.hull is not None else -6 for side in (v.front, v.side, v.rear)]
        found += [Item("thin armour", -1, "34.4")] if max(hulls) <= THIN else [Item("thick armour", 1, "34.4")] if min(hulls) >= THICK else []
        found += [Item("open top", -1, "34.4")] if v.is_open else []
    return [item for item in found if item.value]


@rule("34.4", "190.4", "66")
def burst_on_vehicle(s: HollowState, at: BurstRoll, vehicle: int, burst: Burst, coloured: int, white: int) -> None:
    """Without armour by the line for vehicles; a tank where men would be killed is destroyed, and where one would be reduced, or one above, shocked or immobilised."""
    is_armoured = s.vehicle(vehicle).is_armoured
    column, modifier = (direct_column if is_armoured else near_column)(burst), sum_of(burst_vehicle_items(s, at, vehicle))
    roll = coloured + white + modifier
    text = NOTHING
    if column is not None:
        text = tank_result(s, column, roll, coloured < white) if is_armoured else vehicle_result(s, vehicle, column, roll).text
    s.do(Said("34.4", "burst", (s.world.names.places[at.place], column or 0, f"{modifier:+d}", roll, text)))
    aboard = burst_on_heads(s, at, vehicle, burst, coloured + white, text) if is_armoured else hurt_aboard(s, vehicle, column, roll, Result(text))
    if aboard:
        push(s, Effects(tuple(aboard)))
    if is_armoured:
        _hurt(s, vehicle, text)
    elif text in SOFT:
        push(s, Suffering("soft", SOFT[text], vehicle))


@rule("34.4", "64", "186.16", "190.4", "VN 11.a", "VN 16.a")
def burst_crew_items(s: HollowState, at: BurstRoll, vehicle: int) -> list[Item]:
    """What changes the roll against a crew with open hatches: these or the ground, whichever is worth more, turned round by a critical hit; hammada, whose stones fly at whoever has no armour before him."""
    direct = at.gun >= 0 and not serving(s, at.gun).is_mortar
    best = max(hatch_item(s, vehicle, s.at[at.gun]) if direct else hatch_from_above(s, vehicle), ground_of(s, vehicle), key=lambda item: item.value)
    return [item for item in (turned_round(best, at), stones(s, at)) if item.value]


@rule("11", "132")
def ground_of(s: HollowState, vehicle: int) -> Item:
    """The ground of its hex, but not what it bypasses."""
    return Item("cover", 0 if s.has(vehicle, BYPASS) else s.field.protection(s.at[vehicle]), "11")


def turned_round(cover: Item, at: BurstRoll) -> Item:
    return Item("critical hit: cover turned round", -cover.value, "11") if at.is_critical else cover


def stones(s: HollowState, at: BurstRoll) -> Item:
    return Item("hammada", ground_modifier(s.field.has(at.place, "hammada"), is_armoured=False), "186.16")


@rule("34.4", "64", "31")
def burst_on_heads(s: HollowState, at: BurstRoll, vehicle: int, burst: Burst, dice: int, text: str) -> list[Task]:
    """Where armour is not destroyed: its crew with open hatches suffers the same dice as men do, unless it is shocked, and so do men on top, by the ground alone, or who have fired over the sides, behind them. In dry sand the shell is half against them."""
    column = near_column(burst)
    if column is None or text in {DESTROYED, BURNS}:
        return []
    tasks: list[Task] = []
    modifier = sum_of(burst_crew_items(s, at, vehicle))
    if has_heads_out(s, vehicle) and text != SHOCKED:
        result = vehicle_result(s, vehicle, column, dice + modifier)
        s.do(Said("34.4", "crew burst", (title(s, vehicle), column, f"{modifier:+d}", dice + modifier, result.text)))
        tasks += vehicle_tasks(s, result, vehicle)
    if riders(s, vehicle):
        modifier = sum_of([turned_round(ground_of(s, vehicle), at), stones(s, at)])
    return [*tasks, *hurt_men_aboard(s, vehicle, column, dice + modifier)]


def _hurt(s: HollowState, vehicle: int, text: str) -> None:
    if text in {DESTROYED, BURNS}:
        destroy(s, vehicle, text == BURNS)
    elif text == SHOCKED:
        shock(s, vehicle)
    elif text == IMMOBILISED:
        immobilise(s, "34.4", vehicle, by_attack=True)


@rule("34.4", "66")
def tank_result(s: HollowState, column: int, roll: int, is_turret: bool) -> str:
    """Below the number at which one of several men is reduced a tank is destroyed, at half of that it burns; at it and one above its crew is shocked or its tracks are gone."""
    number = next((n for n in range(16) if fire_result(column, n, s.world.fire).is_reduced), 0)
    if roll < number:
        return BURNS if 2 * roll <= number else DESTROYED
    return NOTHING if roll > number + 1 else SHOCKED if is_turret else IMMOBILISED
