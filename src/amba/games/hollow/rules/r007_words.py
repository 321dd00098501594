"""Lines of sight in words: what blocks, what hinders, how high the ends are, and where the line stops."""

from __future__ import annotations

from amba.games.hollow.boards.ground import Ground
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_look import elevation
from amba.games.hollow.rules.r007_sight import Sightline
from amba.kit.rays import Hex, distance

BLOCKED = "Blocked at {where}: {what} ({rule})"
HINDERED = "+{drm} at {where}: {what} ({rule})"
CLEAR = "{a} and {b} see each other, {range} hexes apart{hindrance}"
BLIND = "Blind to the higher of the two: {where}"


def _where(ground: Ground, hexes: tuple[Hex, ...]) -> str:
    names = [ground.name[place] for place in hexes if place in ground.name]
    return ", ".join(dict.fromkeys(names)) or "every hex"


def sentences(ground: Ground, a: Hex, b: Hex, line: Sightline) -> list[str]:
    """Why the line is blocked or what hinders it, each with its rule."""
    found = [BLOCKED.format(where=_where(ground, block.hexes), what=block.what, rule=block.rule) for block in line.blocks]
    if line.is_clear:
        hindrance = f", hindrance +{line.hindrance}" if line.hindrance else ""
        found = [CLEAR.format(a=ground.name[a], b=ground.name[b], range=line.range, hindrance=hindrance)]
    found += [HINDERED.format(drm=h.drm, where=_where(ground, h.hexes), what=h.what, rule=h.rule) for h in line.hindrances]
    if line.blind:
        found.append(BLIND.format(where=_where(ground, line.blind)))
    return found


def level_text(half_levels: int) -> str:
    """Half levels as people say them: 0, 1/2, 1, 1 1/2."""
    whole, half = divmod(half_levels, 2)
    if not half:
        return f"level {whole}"
    return f"level {whole} 1/2" if whole else "level 1/2"


def sight_items(ground: Ground, a: Viewpoint, b: Viewpoint, line: Sightline) -> tuple[tuple[str, str, str], ...]:
    """How high both ends and what stops the line are, and each hindrance on the way."""
    found = [(f"{ground.name[a.hex]}, from here", level_text(elevation(ground, a)), "7")]
    for block in line.blocks:
        found += [(ground.name[place], level_text(ground.surface(place)), block.rule) for place in block.hexes if place in ground.name]
    found += [(f"{h.what} at {_where(ground, h.hexes)}", f"+{h.drm}", h.rule) for h in line.hindrances]
    return (*dict.fromkeys(found), (f"{ground.name[b.hex]}, to here", level_text(elevation(ground, b)), "7"))


def first_stop(ground: Ground, start: Hex, line: Sightline) -> str:
    """The hex, or the hexside as ``a/b``, that stops a line first; empty where it is the air."""
    stops = [[place for place in block.hexes if place in ground.name] for block in line.blocks]
    nearest = min(filter(None, stops), key=lambda hexes: min(distance(start, place) for place in hexes), default=[])
    return "/".join(ground.name[place] for place in nearest[:2])
