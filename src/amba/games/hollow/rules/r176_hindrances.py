"""What hinders a line without stopping it, and the sum that does stop it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from amba.games.hollow.boards.terrain import Terrain
from amba.games.hollow.book import rule
from amba.games.hollow.rules.looking import Block, Hindrance, InTheWay, Look
from amba.games.hollow.rules.r043_levels import Over, stops
from amba.games.hollow.rules.r187_deirs import counts_in_deir
from amba.kit.rays import Hex, distance

LIMIT = 6
CLOUD = 4
"""Smoke and dust stand two levels high."""


@rule("176.33", "187.15")
def _counts(look: Look, way: InTheWay, terrain: Terrain) -> bool:
    """Terrain hinders where an obstacle of its height would block; a low one in a deir only as 187.15 allows."""
    if terrain.height == 1:
        in_deir = any(look.ground.has(place, "deir") for place in way.hexes)
        return way.top > look.high and (not in_deir or counts_in_deir(look))
    return bool(stops(look, Over(way, bare=False)))


@rule("196.7", "196.5", "196.6", "196.7a")
def terrain_hindrances(look: Look) -> Iterator[Hindrance]:
    """Each hex of brush, orchard and the like that the line passes adds its modifier; between two such hexes the greater counts once."""
    heights = look.ground.heights
    for way in look.standing(heights.growth_top, heights.inherent):
        terrain = max((heights.growth[place] for place in way.hexes), key=lambda found: (found.hindrance, found.key))
        if _counts(look, way, terrain):
            yield Hindrance(terrain.rule, terrain.title.lower(), way.hexes, terrain.hindrance)


@rule("176.33", "196.7")
def cloud_hindrances(look: Look, clouds: Mapping[Hex, int]) -> Iterator[Hindrance]:
    """Smoke and dust hinder in every hex of the line, the ends too, where the straight line passes below their top."""
    for passage in look.ray.passages if clouds else ():
        there = [clouds.get(place, 0) if _is_below(look, place) else 0 for place in passage.hexes]
        if all(there):
            yield Hindrance("176.33", "smoke or dust", passage.hexes, max(there))


def _is_below(look: Look, place: Hex) -> bool:
    from_a, from_b = distance(look.a.hex, place), distance(look.b.hex, place)
    top = 2 * look.ground.level.get(place, 0) + CLOUD
    return look.ea * from_b + look.eb * from_a < top * (from_a + from_b)


@rule("176.32")
def weather_hindrance(drm: int, what: str) -> Hindrance:
    """Low visibility hinders every line, on top of all else."""
    return Hindrance("176.32", what, (), drm)


@rule("176.331", "172.2")
def hindrance_blocks(hindrances: Sequence[Hindrance]) -> Iterator[Block]:
    """Hindrances of six or more together stop the line."""
    total = sum(hindrance.drm for hindrance in hindrances)
    if total >= LIMIT:
        yield Block("176.331", f"hindrances of {total} together", tuple(place for hindrance in hindrances for place in hindrance.hexes))
