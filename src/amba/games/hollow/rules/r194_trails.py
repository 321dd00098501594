"""The dust that vehicles raise, as it lies on the map: each vehicle has at most one such cloud, with a counter of its own (194.74)."""

from __future__ import annotations

from collections.abc import Mapping

from amba.games.hollow.book import rule
from amba.games.hollow.climate import may_apply
from amba.games.hollow.counters import GUSTS, RAIN, VEHICLES, WIND
from amba.games.hollow.rules.r007_look import Look
from amba.games.hollow.rules.r007_sight import NO_CLOUDS
from amba.games.hollow.rules.r194_air import DRY, HEAVY, setting
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex, meets_any

HINDRANCE, MOST = 1, 3
"""Of each cloud; and what smoke and dust in one hex hinder at most."""
FAST = 4
"""Half points: who spends no more on a hex raises dust."""


@rule("194.74", "194.71", "194.77")
def can_rise(s: HollowState) -> bool:
    """Where light dust can exist, and neither heavy wind nor gusts nor rain have swept or laid it."""
    return s.tracks[RAIN] == DRY and s.tracks[WIND] != HEAVY and not s.tracks[GUSTS] and may_apply("194.71", setting(s))


def dust_of(s: HollowState, vehicle: int) -> int:
    """The counter of a vehicle's dust."""
    return s.world.first_dust + vehicle - s.world.first_vehicle


def has_trail(s: HollowState, vehicle: int) -> bool:
    return s.is_on_map(dust_of(s, vehicle))


def trails(s: HollowState) -> Mapping[Hex, int]:
    """Where vehicles have raised dust: +1 for each of them, as of other dispersed smoke."""
    return s.remembered("vehicle dust", lambda: _trails(s))


def _trails(s: HollowState) -> dict[Hex, int]:
    first, limit = s.world.first_dust, s.world.hexes
    found: dict[Hex, int] = {}
    for place in s.at[first : first + 2 * VEHICLES]:
        if place < limit:
            hex = s.field.hex_of[place]
            found[hex] = min(MOST, found.get(hex, 0) + HINDRANCE)
    return found


def together(smoke: Mapping[Hex, int], dust: Mapping[Hex, int]) -> Mapping[Hex, int]:
    """Smoke and dust add up, to three in a hex."""
    return {hex: min(MOST, smoke.get(hex, 0) + dust.get(hex, 0)) for hex in {**smoke, **dust}} if smoke and dust else smoke or dust


@rule("194.74", "194.792")
def dust_between(s: HollowState, look: Look) -> Mapping[Hex, int]:
    """The dust of vehicles that a line may meet; none inside one building."""
    found = trails(s)
    if not found or not meets_any(look.a.hex, look.b.hex, found):
        return NO_CLOUDS
    return NO_CLOUDS if is_inside(look) else found


@rule("194.792")
def is_inside(look: Look) -> bool:
    """Whether a line lies inside one building."""
    return all(look.ground.has(hex, "building", "large_building") for _, hexes in look.passages for hex in hexes)
