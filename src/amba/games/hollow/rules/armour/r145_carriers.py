"""Ammunition carriers: what they do for guns that carry few rounds (note 16)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import EXPOSED, MOTION
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
    """A vehicle with few rounds fails as seldom as others while it is fed."""
    return PLENTY if s.is_vehicle(gun) and s.vehicle(gun).low_ammo and is_fed(s, gun) else printed
