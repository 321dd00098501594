"""Line of sight: all its rules put together, and the answer explained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from amba.games.hollow.boards.ground import Ground
from amba.games.hollow.book import rule
from amba.games.hollow.rules.looking import Block, Hindrance, Look, Viewpoint
from amba.games.hollow.rules.r043_levels import blind_hexes, level_blocks
from amba.games.hollow.rules.r176_hindrances import cloud_hindrances, hindrance_blocks, terrain_hindrances, weather_hindrance
from amba.games.hollow.rules.r187_deirs import deir_blocks
from amba.games.hollow.rules.r188_wadis import wadi_blocks
from amba.games.hollow.rules.r189_hillocks import hillock_blocks
from amba.games.hollow.rules.r193_walls import entrenched_blocks, low_blocks
from amba.kit.rays import Hex, Ray

RULES = (level_blocks, wadi_blocks, deir_blocks, hillock_blocks, low_blocks, entrenched_blocks)


class Sightline(NamedTuple):
    """The answer: everything that blocks, everything that hinders, the hexes blind along the way, and the line itself."""

    ray: Ray
    range: int
    blocks: tuple[Block, ...]
    hindrances: tuple[Hindrance, ...]
    blind: tuple[Hex, ...]

    @property
    def is_clear(self) -> bool:
        return not self.blocks

    @property
    def hindrance(self) -> int:
        """The modifier all hindrances make together."""
        return sum(found.drm for found in self.hindrances)


NO_CLOUDS: Mapping[Hex, int] = {}


@rule("7")
def sight(ground: Ground, a: Viewpoint, b: Viewpoint, clouds: Mapping[Hex, int] = NO_CLOUDS, weather: int = 0) -> Sightline:
    """Whether two units see each other, and why not. Units of one hex and of neighbouring hexes always do, unless hindrances hide them."""
    look = Look(ground, a, b)
    hindrances = [*terrain_hindrances(look), *cloud_hindrances(look, clouds)]
    if weather:
        hindrances.append(weather_hindrance(weather, "weather"))
    blocks = list(hindrance_blocks(hindrances))
    if look.range > 1:
        blocks = [block for found in RULES for block in found(look)] + blocks
    return Sightline(look.ray, look.range, tuple(blocks), tuple(hindrances), blind_hexes(look))
