"""High explosive on the fire table: columns by calibre, what area fire, sand and a critical hit make of them, guns as targets."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.games.hollow.tables import COLUMNS, Result

CALIBRES = (20, 30, 37, 50, 60, 70, 80, 100, 120, 150, 200)
"""The least calibre in mm for each column of the fire table."""
LARGE_SHOT = 37
"""From this calibre in mm on solid shot is worth two factors against men, below it one."""


@rule("34.4")
def firepower(calibre: int) -> int:
    """What a shell of this calibre is worth on the fire table; 0 below 20 mm."""
    return max((power for mm, power in zip(CALIBRES, COLUMNS, strict=True) if calibre >= mm), default=0)


@rule("34.4")
def shot_power(calibre: int) -> int:
    """What solid shot is worth on the fire table."""
    return 2 if calibre >= LARGE_SHOT else 1


def column_of(power: Fraction) -> int | None:
    """The highest column not above the firepower; None below the first."""
    return max((found for found in COLUMNS if found <= power), default=None)


class Burst(NamedTuple):
    """How a shell that hit bursts; or solid shot strikes, which does not burst."""

    calibre: int
    is_area: bool = False
    is_critical: bool = False
    in_dry_sand: bool = False
    is_shot: bool = False


@rule("34.4", "145", "190.4")
def power_of(burst: Burst) -> Fraction:
    """Half as area fire, half in dry sand, twice for a critical hit, which counts the full shell: in sand that makes it normal."""
    power = Fraction((shot_power if burst.is_shot else firepower)(burst.calibre))
    if burst.is_critical:
        return power * (1 if burst.in_dry_sand else 2)
    return power / (2 if burst.is_area else 1) / (2 if burst.in_dry_sand else 1)


@rule("190.4", "145.32")
def direct_column(burst: Burst) -> int | None:
    """The column on which a gun is hit directly: sand does not soften that."""
    return column_of(power_of(burst._replace(in_dry_sand=False)))


@rule("190.4", "145.32")
def near_column(burst: Burst) -> int | None:
    """The column of everything else, and of a near miss at a gun."""
    return column_of(power_of(burst))


@rule("145.32")
def is_direct_hit(result: Result, is_critical: bool = False) -> bool:
    """A kill on the table is a direct hit at a gun, and so is a critical hit."""
    return is_critical or result.killed > 0


@rule("145.32", "190.4")
def near_miss_wrecks(result: Result, coloured: int) -> bool:
    """A near miss that makes the crew check eliminates the gun if the coloured die is no more than the check's modifier."""
    return result.check is not None and not result.only_pins and coloured <= result.check


@rule("190.4", "186.16")
def ground_modifier(is_hammada: bool, is_armoured: bool) -> int:
    """-1 among the stones of hammada, against what has no armour."""
    return -1 if is_hammada and not is_armoured else 0


@rule("191.41")
def ends_sangar(result: Result, calibre: int, is_critical: bool) -> bool:
    """A kill ends a sangar if it comes from a shell of 70 mm and more, or any critical hit."""
    return result.killed > 0 and (calibre >= 70 or is_critical)
