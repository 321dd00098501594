"""Shells that burst over an area among vehicles: what has no armour, and tanks (34.4)."""

from __future__ import annotations

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.frames import Effects
from amba.games.hollow.frames_armour import BurstRoll
from amba.games.hollow.frames_crews import Suffering
from amba.games.hollow.rules.armour.r034_high_explosive import Burst, direct_column, ground_modifier, near_column
from amba.games.hollow.rules.armour.r064_crews import immobilise
from amba.games.hollow.rules.armour.r064_stun import destroy, shock
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r029_targets import SOFT, vehicle_result
from amba.games.hollow.rules.r031_under_fire import hurt_aboard
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import Result

THIN, THICK = -1, 1
"""Armour of at most so much all round helps the shell, of at least so much the tank."""
NOTHING, SHOCKED, IMMOBILISED, DESTROYED, BURNS = "-", "is shocked", "is immobilised", "is destroyed", "burns"


@rule("34.4", "186.16")
def burst_vehicle_items(s: HollowState, at: BurstRoll, vehicle: int) -> list[Item]:
    """What changes the roll against a vehicle: the ground; hammada if it has no armour; thin or thick armour all round, and an open top."""
    v, ground = s.vehicle(vehicle), s.field.protection(at.place)
    found = [Item("critical hit: cover turned round" if at.is_critical else "cover", -ground if at.is_critical else ground, "11")]
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
    if aboard := hurt_aboard(s, vehicle, column, roll, Result(text)):
        push(s, Effects(tuple(aboard)))
    if is_armoured:
        _hurt(s, vehicle, text)
    elif text in SOFT:
        push(s, Suffering("soft", SOFT[text], vehicle))


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
