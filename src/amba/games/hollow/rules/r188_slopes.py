"""What climbing, and wadis, cost vehicles and who moves as they do (30, 80.1, 188.13)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.rules.common import Item
from amba.games.hollow.state import HollowState

WADI = {"tracked": 2, "halftrack": 3, "car": 4, "truck": 6, "cavalry": 7}
"""80.1: what going down into a wadi adds."""
UPHILL, BY_ROAD = 4, 2
"""Points for each level up; along a road."""


@rule("188.13", "80.1", "30", "188.191")
def slope_items(s: HollowState, mover: str, here: int, to: int, at_crest: bool = False, to_crest: bool = False) -> list[Item]:
    """Four points for each level up, out of a wadi too; down into a wadi, or on along its bed, by kind of mover. From its crest nothing for leaving it, and to a crest nothing for going down."""
    field = s.field
    along = not at_crest and field.is_wadi(here) and field.is_wadi(to) and field.side(here, to, "wadi", "wadi_join")
    rise = max(0, field.level(to) - field.level(here))
    found = [Item("into the wadi", 2 * WADI[mover], "80.1")] if field.is_wadi(to) and not to_crest else []
    if field.is_wadi(here) and not along and not at_crest:
        found.append(Item("out of the wadi", 2 * UPHILL, "188.13"))
    elif rise and field.is_wadi(to) and not field.is_wadi(here) and field.side(here, to, "wadi", "wadi_join"):
        rise -= 1  # across a hexside of the wadi it climbs only if it gains a level: the bed lies one below its hex
    return [*found, *([Item("uphill", 2 * UPHILL * rise, "188.13" if field.is_wadi(to) else "30")] if rise else [])]
