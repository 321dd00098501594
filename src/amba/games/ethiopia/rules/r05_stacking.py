"""5 Stacking."""

from __future__ import annotations

from amba.games.ethiopia.book import rule
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import STACK_LIMIT


@rule("5.1")
def stacking(s: EthiopiaState, place: int) -> int:
    """Thirds of a division in the hex: a division counts three, every other combat unit one."""
    units = s.world.units
    return sum([units[u].stack for u in s.here[place]])


@rule("5.2", "5.3")
def fits(s: EthiopiaState, unit: int, place: int) -> bool:
    """Whether a unit may end there: at most three divisions or equivalents, and no enemy; boxes hold any number."""
    if place >= s.world.hexes:
        return True
    card = s.world.units[unit]
    if s.held[1 - card.side][place]:
        return False
    return not s.here[place] or stacking(s, place) + card.stack <= STACK_LIMIT


def thirds_text(thirds: int) -> str:
    """4 -> '1⅓'."""
    whole, rest = divmod(thirds, 3)
    part = ("", "⅓", "⅔")[rest]
    return f"{whole}{part}" if whole or not part else part
