"""A vehicle that has lost its armament is recalled (64)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import GUN_GONE, OTHER_GONE
from amba.games.hollow.rules.armour.r035_machine_guns import machine_guns
from amba.games.hollow.rules.armour.r063_guns import arms_of, has_two_guns
from amba.games.hollow.rules.armour.r064_stun import recall
from amba.games.hollow.state import HollowState


@rule("64")
def is_disarmed(s: HollowState, vehicle: int) -> bool:
    """Its armament is gone: its gun, and the other one where it has two; or all machine guns, and the gun beside them, where these are its main armament."""
    is_gone = s.has(vehicle, GUN_GONE)
    if s.vehicle(vehicle).gun:
        return is_gone and (not has_two_guns(s, vehicle) or s.has(vehicle, OTHER_GONE))
    return not machine_guns(s, vehicle) and (is_gone or arms_of(s, vehicle) is None)


@rule("64")
def send_home_unarmed(s: HollowState, vehicle: int) -> None:
    """It is recalled, unless it can carry or tow something."""
    if is_disarmed(s, vehicle) and not s.vehicle(vehicle).pp and s.vehicle(vehicle).tow is None:
        recall(s, vehicle)
