"""The infantry fire table in play: column, cowering, result."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.r014_leaders import direction
from amba.games.hollow.rules.r017_weapons import is_flame, shooter
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import COLUMNS, FireTable, Result


@rule("10")
def fire_result(column: int, roll: int, results: FireTable) -> Result:
    """The cell of a column and a modified roll; beyond the table the last row counts."""
    return results[min(max(roll, 0), 15)][COLUMNS.index(column)]


SCALE = 64
"""Firepower is counted in 64ths, because it can be halved many times over."""


@rule("10")
def column(power: int) -> int | None:
    """The highest column not above the firepower."""
    return max((found for found in COLUMNS if SCALE * found <= power), default=None)


@rule("10", "94")
def cowers(s: HollowState, shot: Shot, dice: tuple[int, ...]) -> int:
    """How many columns a double costs men whom no leader directs: one, inexperienced men two; good British troops none."""
    if dice[0] != dice[1] or s.options.get("cowering") == "off" or direction(s, shot.firers) is not None or is_flame(s, shot.firers):
        return 0
    units = dict.fromkeys(shooter(s, p) for p in shot.firers)
    men = [s.squad(unit) for unit in units if s.is_man(unit)]
    men = [squad for squad in men if not (squad.nation == "british" and squad.quality in {"elite", "first line"})]
    return max((2 if squad.inexperienced else 1 for squad in men), default=0)


def shifted(found: int, left: int) -> int | None:
    index = COLUMNS.index(found) - left
    return COLUMNS[index] if index >= 0 else None
