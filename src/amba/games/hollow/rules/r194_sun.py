"""Desert low visibility: the low sun and the heat haze. None of it ever blocks a line."""

from __future__ import annotations

from functools import lru_cache

from amba.games.hollow.boards.ground import Ground
from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.book import rule
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_look import elevation
from amba.kit.rays import Hex, ray

SUN = 2
_EAST = {"top": (1, 0), "bottom": (-1, 0), "right": (0, 1), "left": (0, -1)}
"""Where east lies on the table when north is at this edge of it: in columns and in rows."""


@rule("194.611", "194.612")
def is_toward_sun(firer: Hex, target: Hex, sun: str, north: str = "top") -> bool:
    """Whether the line runs within the sun's zone: 30 degrees to either hand of due east, or of due west in the late afternoon."""
    sign = 1 if sun == "east" else -1
    columns, rows = target[0] - firer[0], target[1] - firer[1]
    east_columns, east_rows = _EAST[north]
    if east_columns:
        ahead = sign * east_columns * columns
        return ahead > 0 and abs(rows) <= ahead
    ahead = sign * east_rows * rows
    return ahead > 0 and 3 * abs(columns) <= ahead


@rule("194.611")
@lru_cache(maxsize=1 << 15)
def is_shaded(ground: Ground, firer: Hex, target: Viewpoint) -> bool:
    """Whether, beyond the target, something two or more levels higher than it hides the sun."""
    step = (target.hex[0] - firer[0], target.hex[1] - firer[1])
    far = max(place[0] for place in ground.name) + max(place[1] for place in ground.name)
    times = 2 + far // max(abs(step[0]), abs(step[1]), 1)
    end = (firer[0] + times * step[0], firer[1] + times * step[1])
    limit = elevation(ground, target) + 4
    is_beyond = False
    for passage in ray(firer, end).passages:
        if is_beyond and passage.kind != "corner" and all(_top(ground, place) >= limit for place in passage.hexes):
            return True
        is_beyond = is_beyond or passage.hexes == (target.hex,)
    return False


def _top(ground: Ground, place: Hex) -> int:
    if place not in ground.name:
        return -100
    return ground.surface(place) + max((TERRAIN[word].obstacle for word in ground.terrain[place]), default=0)


@rule("194.611", "194.612", "194.61")
def sun_modifier(ground: Ground, firer: Viewpoint, target: Viewpoint, sun: str, north: str = "top", entered_from: Hex | None = None) -> int:
    """+2 for fire toward the low sun, unless high ground shades the target or the firer stands two levels above it.

    In one hex it counts only against a unit that has just entered across a side that lies toward the sun.
    """
    if not sun or elevation(ground, firer) - elevation(ground, target) >= 4:
        return 0
    if firer.hex == target.hex:
        return SUN if entered_from is not None and is_toward_sun(firer.hex, entered_from, sun, north) else 0
    if not is_toward_sun(firer.hex, target.hex, sun, north):
        return 0
    return 0 if is_shaded(ground, firer.hex, target) else SUN


@rule("194.62", "194.621")
def haze_modifier(haze: str, range: int) -> int:
    """Our own rule: +1 for each full 12 hexes of range, at most +3; in intense haze for each full 8, at most +4."""
    if haze == "intense":
        return min(range // 8, 4)
    return min(range // 12, 3) if haze else 0
