"""Guns that carry few rounds, and what ammunition carriers do for them (145, note 16)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import EXPOSED, GUN_GONE, LOW_AMMO, MALFUNCTION, MOTION, SECOND_GUN
from amba.games.hollow.rules.armour.r064_disarmed import send_home_unarmed
from amba.games.hollow.rules.r029_vehicles import is_manned
from amba.games.hollow.state import HollowState

CARRIER = "it-smv-90-53-ammunition-carrier"
PLENTY = 12
"""From which roll on a gun fails that does not run short of rounds."""


@rule("VN 16.b")
def is_fed(s: HollowState, vehicle: int) -> bool:
    """A carrier of its side stands in its hex or the next one, with a crew that has opened the hatches."""
    near = (s.at[vehicle], *s.field.around[s.at[vehicle]])
    return any(
        s.vehicle(v).key == CARRIER and s.at[v] in near and is_manned(s, v) and s.has(v, EXPOSED) and not s.has(v, MOTION)
        for v in s.vehicles(s.side[vehicle])
    )


@rule("VN 16.b")
def breakdown_of(s: HollowState, gun: int, printed: int) -> int:
    """A vehicle with few rounds fails as seldom as others while it is fed, and sooner by one once it is low."""
    if not carries_few(s, gun):
        return printed
    return PLENTY if is_fed(s, gun) else printed - s.has(gun, LOW_AMMO)


@rule("145", "VN 16.b")
def carries_few(s: HollowState, gun: int) -> bool:
    """Whether it is the main gun of a vehicle with few rounds: its breakdown number is circled."""
    return s.is_vehicle(gun) and s.vehicle(gun).low_ammo and not s.has(gun, SECOND_GUN)


@rule("145", "64")
def fail(s: HollowState, gun: int, roll: int) -> None:
    """A gun is out of order. One with few rounds is low on them instead, if it was no 12, and the next time it has none: that is the end of it, and the crew is recalled if it has no other."""
    if not carries_few(s, gun) or is_fed(s, gun) or (roll >= PLENTY and not s.has(gun, LOW_AMMO)):
        s.mark("145", gun, MALFUNCTION)
    elif s.has(gun, LOW_AMMO):
        s.mark("145", gun, GUN_GONE)
        send_home_unarmed(s, gun)
    else:
        s.mark("145", gun, LOW_AMMO)
