"""Line of sight: all its rules put together, and the answer explained in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from amba.games.hollow.boards.ground import COVER, GROWTH, LIP, LOW, RISE, SLOPE, WADI, WALL, Ground
from amba.games.hollow.book import rule
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_look import Block, Hindrance, Look, elevation
from amba.games.hollow.rules.r043_levels import blind_hexes, level_blocks
from amba.games.hollow.rules.r176_hindrances import hindrance_blocks, hindrances_of
from amba.games.hollow.rules.r187_deirs import deir_blocks
from amba.games.hollow.rules.r188_wadis import wadi_blocks
from amba.games.hollow.rules.r189_hillocks import hillock_blocks
from amba.games.hollow.rules.r193_walls import entrenched_blocks, low_blocks
from amba.kit.rays import Hex, Ray, distance, meets_any, trail

RULES = (
    (level_blocks, SLOPE | COVER | WADI), (wadi_blocks, WADI), (deir_blocks, LIP), (hillock_blocks, RISE | SLOPE), (low_blocks, WALL | LOW),
    (entrenched_blocks, WALL),
)  # fmt: skip
"""Each rule with what must lie along the line for it to matter."""


class Sightline(NamedTuple):
    """The answer: everything that blocks, everything that hinders, the hexes blind along the way, and the line itself."""

    look: Look
    blocks: tuple[Block, ...]
    hindrances: tuple[Hindrance, ...]

    @property
    def ray(self) -> Ray:
        return self.look.ray

    @property
    def range(self) -> int:
        return self.look.range

    @property
    def blind(self) -> tuple[Hex, ...]:
        """Hexes along the line that the higher end cannot see into; worked out when asked for."""
        return blind_hexes(self.look)

    @property
    def is_clear(self) -> bool:
        return not self.blocks

    @property
    def hindrance(self) -> int:
        """The modifier all hindrances make together."""
        return sum(found.drm for found in self.hindrances)


REACH = 20
"""Lines up to this length are drawn beforehand: all that rifles and most that machine guns ask for."""
NO_CLOUDS: Mapping[Hex, int] = {}


@rule("7")
def sight(ground: Ground, a: Viewpoint, b: Viewpoint, clouds: Mapping[Hex, int] = NO_CLOUDS, air: Sequence[Hindrance] = ()) -> Sightline:
    """Whether two units see each other, and why not. Units of one hex and of neighbouring hexes always do, unless hindrances hide them."""
    ours: Sightline | None = ground.memory.get((a, b))
    if ours is None:
        ours = ground.memory.keep((a, b), _by_terrain(ground, a, b))
    if not clouds and not air:
        return ours
    clouded = bool(clouds) and meets_any(a.hex, b.hex, clouds)
    if not clouded and not air:
        return ours
    hindrances = [*(hindrances_of(ours.look, clouds) if clouded else ours.hindrances), *air]
    solid = [block for block in ours.blocks if block.rule != "176.331"]
    return Sightline(ours.look, (*solid, *hindrance_blocks(hindrances)), tuple(hindrances))


def is_open(ground: Ground, a: Viewpoint, b: Viewpoint) -> bool:
    """Whether the ground alone leaves the line open: the same rules, asked until one stops it. Whoever looks, it is the same line, and the ground never changes."""
    known = ground.open_lines
    found = known.get((a, b))
    if found is None:
        met = features_between(ground, a.hex, b.hex)
        found = known.keep((a, b), known.keep((b, a), not met or not _is_stopped(Look(ground, a, b), met)))
    return found


def _is_stopped(look: Look, met: int) -> bool:
    if look.range > 1 and any(next(iter(found(look)), None) is not None for found, asks in RULES if met & asks):
        return True
    return bool(met & GROWTH) and any(True for _ in hindrance_blocks(tuple(hindrances_of(look, NO_CLOUDS))))


def features_between(ground: Ground, a: Hex, b: Hex) -> int:
    """Everything the line meets that a rule of sight asks for, as bits; most lines over a plain meet nothing."""
    found, level, levels, features = 0, ground.level[a], ground.level, ground.features
    x, y = a
    for column, row in trail(b[0] - x, b[1] - y):
        place = (column + x, row + y)
        if place in features:
            found |= features[place] if levels[place] == level else features[place] | SLOPE
    return found


def _by_terrain(ground: Ground, a: Viewpoint, b: Viewpoint) -> Sightline:
    """What the ground alone does to the line; it is remembered, for the ground never changes."""
    look = Look(ground, a, b)
    met = features_between(ground, a.hex, b.hex)
    hindrances = tuple(hindrances_of(look, NO_CLOUDS)) if met & GROWTH else ()
    blocks = [block for found, asks in RULES if met & asks for block in found(look)] if met and look.range > 1 else []
    look.forget_ray()
    return Sightline(look, (*blocks, *hindrance_blocks(hindrances)), hindrances)


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
