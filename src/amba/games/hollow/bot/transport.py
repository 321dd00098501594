"""Lorries with men in them: drive where nobody sees them, let the men out in time, and fetch nobody who is near the fight. For bots; the rules never look here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.core.state import remembered
from amba.games.hollow.bot.estimates import harm_of, together
from amba.games.hollow.bot.places import danger
from amba.games.hollow.counters import MOVED
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.frames import MovePhase, SettingUp
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.orders_armour import Drive
from amba.games.hollow.orders_men import CavalryCharge
from amba.games.hollow.orders_transport import Alight, Board, Dismount, Hook, Unhook, Unload
from amba.games.hollow.rules.armour.r030_costs import points_left
from amba.games.hollow.rules.armour.r030_driving import STOP
from amba.games.hollow.rules.armour.r030_orders import spine_of
from amba.games.hollow.rules.armour.r030_routes import extra_of, reach_of
from amba.games.hollow.rules.armour.r031_loading import free_men, quarter
from amba.games.hollow.rules.r007_seeing import may_be_seen
from amba.games.hollow.rules.r012_morale import morale
from amba.games.hollow.rules.r029_vehicles import is_mobile
from amba.games.hollow.rules.r031_aboard import passengers, towed_by
from amba.games.hollow.rules.r110_charge import AT_ARMS_LENGTH, way_to
from amba.games.hollow.rules.r110_mounts import HORSE, riding
from amba.games.hollow.rules.r177_victory import goal_side, goals
from amba.games.hollow.state import HollowState

NEVER = -9.0
ON_FOOT = 5
"""So near to a goal men go on foot."""
NEAR, UNDER_FIRE = 16, 6
"""Within so many hexes of an enemy who sees it nobody drives a lorry with men in it, and so near nobody lets them out without need."""
DISMOUNT = 8
"""From so many hexes on riders go on foot."""
IN_THE_SADDLE = 2
"""Horsemen who are as near as this and do not charge get down."""
PER_HEX, FEAR = 0.12, 4.0
SABRES = 1.2
"""What a charge that rides everybody down is worth."""
LIFT = 12
"""From so many hexes on a ride is worth it at the start."""


def way_left(s: HollowState, place: int) -> int:
    return min((s.field.range(place, goal) for goal in goals(s)), default=0)


@remembered()
def foe_near(s: HollowState, side: int, place: int) -> int:
    """How far the nearest enemy is who could see a vehicle in a hex; 99 where nobody could."""
    view = Viewpoint(s.field.hex_of[place], s.field.view_from(place).position, False)
    away = min((s.field.range(s.at[p], place) for p in s.known_counters(1 - side)), default=99)
    return away if away <= NEAR and may_be_seen(s, place, view, side) else 99


def is_bus(s: HollowState, side: int, vehicle: int) -> bool:
    """A vehicle with men in it that could still drive them somewhere."""
    return not s.has(vehicle, MOVED) and is_mobile(s, vehicle) and bool(passengers(s, vehicle)) and way_left(s, s.at[vehicle]) > ON_FOOT


def ride_value(s: HollowState, side: int, a: Drive) -> float:
    """Nearer to the goals, out of the enemy's sight if that can be had, and no nearer to him than need be."""
    at = s.frames[-1]
    assert isinstance(at, MovePhase | Manoeuvre)
    if s.points[a.vehicle] and at_journeys_end(s, side, s.at[a.vehicle]):
        return NEVER
    spot = (a.to, spine_of(a.hour))
    arrival = reach_of(s, a.vehicle, extra_of(at)).by(spot)[spot]
    gain, seen = way_left(s, s.at[a.vehicle]) - way_left(s, a.to), foe_near(s, side, a.to)
    if gain <= 0:
        return NEVER
    room = points_left(s, a.vehicle, extra_of(at)) - arrival.cost - STOP >= quarter(s, a.vehicle)
    danger = 1.5 if seen <= UNDER_FIRE else 0.6 if seen <= NEAR and room else 3.0 if seen <= NEAR else 0.0
    return PER_HEX * gain + 0.1 * s.field.protection(a.to) - danger - FEAR * arrival.fear / 36


def at_journeys_end(s: HollowState, side: int, place: int) -> bool:
    """Near enough to go on foot, or in sight of the enemy."""
    return way_left(s, place) <= ON_FOOT or foe_near(s, side, place) <= NEAR


def unload_value(s: HollowState, side: int, a: Unload | Alight) -> float:
    """Everybody at once, where the enemy is in sight or the way is short, or where there is no good way on; who defends gets out at once."""
    if isinstance(a, Alight):
        return NEVER
    here = s.at[a.vehicle]
    if not is_mobile(s, a.vehicle) or at_journeys_end(s, side, here) or side != goal_side(s):
        return 0.3
    return 0.1 if way_left(s, here) <= 2 * ON_FOOT and not s.points[a.vehicle] else NEVER


def board_value(s: HollowState, side: int, a: Board) -> float:
    """In the set-up, men who attack and have far to go, and a leader where men are; later nobody, and nobody onto a tank."""
    if not s.vehicle(a.vehicle).pp or not isinstance(s.frames[-1], SettingUp) or side != goal_side(s) or way_left(s, s.at[a.vehicle]) < LIFT:
        return NEVER
    return 0.3 if s.is_man(a.unit) or passengers(s, a.vehicle) else NEVER


def unhook_value(s: HollowState, side: int, a: Unhook) -> float:
    """Where the enemy can be seen, or where it has come as near as it wants."""
    here = s.at[a.vehicle]
    return 0.4 if at_journeys_end(s, side, here) or side != goal_side(s) else NEVER


def dismount_value(s: HollowState, side: int, a: Dismount) -> float:
    """Before the enemy is near, if he could see them; at the goal too. Horsemen stay up until they are close: they may charge."""
    here = s.at[a.unit]
    near = IN_THE_SADDLE if riding(s, a.unit) == HORSE else DISMOUNT
    return 0.35 if foe_near(s, side, here) <= near or way_left(s, here) <= 1 else NEVER


def sabre_value(s: HollowState, side: int, a: CavalryCharge) -> float:
    """Horsemen charge where what they are likely to do to those they meet is worth the fire on the way."""
    power, cover = AT_ARMS_LENGTH * s.squad(a.unit).firepower, s.field.protection(a.to)
    met = [harm_of(power, cover, morale(s, foe)) for foe in s.seen_at(a.to, side) if s.is_unit(foe) and not s.is_secret(foe)]
    way = [s.at[a.unit], *(hop[0] for hop in way_to(s, a.unit, a.to) or ())]
    return SABRES * together(met) - max(danger(s, side, place, rim=False) for place in way)


def hook_value(s: HollowState, side: int, a: Hook) -> float:
    return NEVER


TRANSPORT_VALUES: dict[type[Any], Callable[[HollowState, int, Any], float]] = {
    Unload: unload_value, Alight: unload_value, Board: board_value, Unhook: unhook_value, Hook: hook_value, Dismount: dismount_value,
    CavalryCharge: sabre_value,
}  # fmt: skip


def drives_men(s: HollowState, vehicle: int) -> bool:
    return not s.vehicle(vehicle).is_armoured and (bool(free_men(s, vehicle)) or towed_by(s, vehicle) >= 0)
