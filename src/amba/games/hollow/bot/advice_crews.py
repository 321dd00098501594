"""How good it looks what crews do beside driving and firing: to mend, to leave a vehicle or get back in; and men and vehicles in one hex."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.core.steps import top
from amba.games.hollow.bot.places import danger, shelter
from amba.games.hollow.bot.tanks import dread
from amba.games.hollow.counters import GUN_GONE, IMMOBILE, MALFUNCTION, MG_BROKEN
from amba.games.hollow.frames_crews import BailedOut
from amba.games.hollow.orders_armour import Abandon, Man
from amba.games.hollow.orders_crews import Crouch, Mend, Repel, Seize, SlipTo, Storm
from amba.games.hollow.rules.armour.r032_arcs import vca
from amba.games.hollow.rules.armour.r035_machine_guns import PLACES, machine_guns
from amba.games.hollow.rules.armour.r036_close_combat import repel_odds
from amba.games.hollow.rules.armour.r036_storming import storm_chance
from amba.games.hollow.rules.armour.r063_guns import arms_of
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r007_seeing import sees
from amba.games.hollow.state import HollowState

NEVER = -9.0
DEADLY = 0.05
"""How likely the enemy's guns and tanks must be to destroy a vehicle for its crew to leave it, if it is of no more use."""
SPARED = 0.3
"""What an attack at close quarters is worth beside its chance: it costs nothing."""


def can_fire(s: HollowState, side: int, vehicle: int) -> bool:
    """Its gun is in order, or a machine gun is and known men are in sight."""
    if arms_of(s, vehicle) is not None and not s.has(vehicle, MALFUNCTION) and not s.has(vehicle, GUN_GONE):
        return True
    fit = [gun for gun in machine_guns(s, vehicle) if gun.place not in PLACES or not s.has(vehicle, MG_BROKEN + PLACES.index(gun.place))]
    return bool(fit) and any(sees(s, vehicle, foe) for foe in s.known_counters(1 - side))


def is_lost(s: HollowState, side: int, vehicle: int) -> bool:
    """It neither drives nor has anything to fire at anybody, and the enemy can destroy it: whoever is in it dies for nothing."""
    if not s.has(vehicle, IMMOBILE) or can_fire(s, side, vehicle):
        return False
    return dread(s, side, vehicle, s.at[vehicle], vca(s, vehicle)) > DEADLY


def abandon_value(s: HollowState, side: int, a: Abandon) -> float:
    """A crew gets out of what is lost; of anything else it does not, since it may still be mended."""
    return 0.3 if s.vehicle(a.vehicle).is_armoured and is_lost(s, side, a.vehicle) else NEVER


def man_value(s: HollowState, side: int, a: Man) -> float:
    """Back into whatever is still of use."""
    return NEVER if is_lost(s, side, a.vehicle) else 0.7


def mend_value(s: HollowState, side: int, a: Mend) -> float:
    """Always worth a try, the gun first."""
    return 0.3 if a.what == "gun" else 0.2


def slip_value(s: HollowState, side: int, a: SlipTo) -> float:
    """Where there is better cover, or less fire."""
    here = s.at[top(s, BailedOut).crew]

    def safety(place: int) -> float:
        return shelter(s, place, False) - danger(s, side, place, False)

    return safety(a.to) - safety(here)


def storm_value(s: HollowState, side: int, a: Storm) -> float:
    """It costs nothing to try: at the vehicle that is likeliest to be harmed."""
    return SPARED + float(storm_chance(s, a.unit, a.vehicle))


def repel_value(s: HollowState, side: int, a: Repel) -> float:
    """It costs nothing to try: at the men who are likeliest to be killed."""
    if s.is_secret(a.unit):
        return SPARED
    _, number, items = repel_odds(s, a.vehicle, a.unit)
    return SPARED + (number - sum_of(items)) / 12


CREW_VALUES: dict[type[Any], Callable[[HollowState, int, Any], float]] = {
    Abandon: abandon_value, Man: man_value, Mend: mend_value, SlipTo: slip_value, Crouch: lambda *_: 0.0, Storm: storm_value, Repel: repel_value,
    Seize: lambda *_: SPARED,
}  # fmt: skip
