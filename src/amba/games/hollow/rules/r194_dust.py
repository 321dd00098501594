"""Dust: what each level of it does, and how wind, gusts and rain change it."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.games.hollow.printed import DUST_WORDS, OURS, Printed
from amba.kit.rays import Hex, ray


class Dust(IntEnum):
    NONE = 0
    LIGHT = 1
    MODERATE = 2
    HEAVY = 3
    VERY_HEAVY = 4
    EXTREMELY_HEAVY = 5


class Air(NamedTuple):
    """The dust now, whether heavy wind and gusts blew together last player turn, and whether it has ever rained."""

    dust: Dust = Dust.NONE
    was_storm: bool = False
    has_rained: bool = False


@rule("194.71", "194.72", "194.732")
def dust_modifier(dust: Dust, die: int) -> int:
    """Half the subsequent die: rounded down in light, heavy and very heavy dust, up in moderate and extremely heavy dust."""
    if dust is Dust.NONE:
        return 0
    return (die + 1) // 2 if dust in {Dust.MODERATE, Dust.EXTREMELY_HEAVY} else die // 2


@rule("194.73", "194.731", "194.732")
def dust_hindrance(dust: Dust, range: int) -> int:
    """Heavy dust hinders by half the range, rounded up; denser dust by the whole range."""
    if dust < Dust.HEAVY:
        return 0
    return (range + 1) // 2 if dust is Dust.HEAVY else range


@rule("194.711")
def interdiction_modifier(dust: Dust, die: int = 0) -> int | None:
    """What light and moderate dust take off the interdicted unit's roll; None where denser dust prevents interdiction."""
    return None if dust >= Dust.HEAVY else -dust_modifier(dust, die)


@rule("194.73", "194.794")
def cancels_open_ground(dust: Dust) -> bool:
    """Heavy and denser dust takes the penalty from movement in the open, in close combat too."""
    return dust >= Dust.HEAVY


@rule("194.731")
def may_double_time(dust: Dust) -> bool:
    """No double time, no gallop and no aircraft in very heavy dust."""
    return dust < Dust.VERY_HEAVY


@rule("194.732")
def breakdown_shift(dust: Dust) -> int:
    """Weapons break down at a number one lower in extremely heavy dust."""
    return -int(dust is Dust.EXTREMELY_HEAVY)


@rule("194.76", "194.77")
def wind_change(air: Air, heavy_wind: bool, gusts: bool, rain: bool = False) -> Air:
    """After a wind change roll: heavy wind with gusts raises the dust by a level, their end lowers it by one, rain ends it for good."""
    storm = heavy_wind and gusts
    if rain or air.has_rained:
        return Air(Dust.NONE, storm, True)
    if storm:
        return Air(Dust(min(air.dust + 1, Dust.EXTREMELY_HEAVY)), True, False)
    return Air(Dust(max(air.dust - 1, 0)) if air.was_storm else air.dust, False, False)


@rule("194.761")
def against_wind(dust: Dust, heavy_wind: bool, firer: Hex, target: Hex, upwind: Hex) -> int:
    """+1 in dust for fire straight into a heavy wind: the line leaves the hex across or along a side of its upwind neighbour."""
    if dust is Dust.NONE or not heavy_wind or firer == target:
        return 0
    return int(upwind in ray(firer, target).meetings[0].hexes)


@rule("194.701")
def starting_dust(die: int, ground: str, wind: str, printed: Printed = OURS) -> Dust:
    """Our own table: a die, +1 if very dry, +1 in heavy wind."""
    row = die + (ground == "very dry") + (wind == "heavy wind")
    return Dust(DUST_WORDS.index(printed.dust.cells[min(row, 8) - 1][0]))


@rule("194.78")
def starshell_radius(dust: Dust) -> int | None:
    """How far a starshell lights up: 3 hexes in clear air, 2, 1, and nothing at all in very heavy dust."""
    return {Dust.NONE: 3, Dust.LIGHT: 2, Dust.MODERATE: 2, Dust.HEAVY: 1}.get(dust)


@rule("194.78")
def round_radius(dust: Dust) -> int:
    """How far an illuminating round lights up: 6 hexes in clear air, 4, 2, and its own hex in very heavy dust."""
    return {Dust.NONE: 6, Dust.LIGHT: 4, Dust.MODERATE: 4, Dust.HEAVY: 2}.get(dust, 0)


def dust_word(level: Dust) -> str:
    return level.name.lower().replace("_", " ")
