"""What hinders a line without stopping it, and the sum that does stop it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from amba.games.hollow.boards.terrain import Terrain
from amba.games.hollow.book import rule
from amba.games.hollow.rules.r007_look import Block, Hindrance, InTheWay, Look
from amba.games.hollow.rules.r043_levels import Over, stops
from amba.games.hollow.rules.r187_deirs import counts_in_deir
from amba.kit.rays import Hex, distance

LIMIT = 6
CLOUD = 4
"""Smoke and dust stand two levels high."""


@rule("176.33", "187.15")
def _counts(look: Look, place: Hex, terrain: Terrain) -> bool:
    """Terrain hinders where an obstacle of its height would block; a low one in a deir only as 187.15 allows."""
    way = InTheWay((place,), look.ground.heights.growth_top[place])
    if terrain.height == 1:
        return way.top > look.high and (not look.ground.has(place, "deir") or counts_in_deir(look))
    return bool(stops(look, Over(way, bare=False)))


@rule("176.33")
def _is_below(look: Look, place: Hex) -> bool:
    """Whether the straight line passes below the top of a cloud in this hex."""
    from_a, from_b = distance(look.a.hex, place), distance(look.b.hex, place)
    if from_a + from_b == 0:
        return True
    top = 2 * look.ground.level.get(place, 0) + CLOUD
    return look.ea * from_b + look.eb * from_a < top * (from_a + from_b)


def _of_hex(look: Look, place: Hex, clouds: Mapping[Hex, int], kind: str) -> list[Hindrance]:
    """What one hex puts in the way: terrain, unless the hex is an end of the line; smoke and dust always."""
    found = []
    terrain = look.ground.heights.growth.get(place)
    is_end = place in {look.a.hex, look.b.hex}
    if terrain is not None and not is_end and (terrain.inherent or kind != "corner") and _counts(look, place, terrain):
        found.append(Hindrance(terrain.rule, terrain.title.lower(), (place,), terrain.hindrance))
    if clouds.get(place) and _is_below(look, place):
        found.append(Hindrance("176.33", "smoke or dust", (place,), clouds[place]))
    return found


def _weight(hindrances: Sequence[Hindrance]) -> tuple[int, list[str]]:
    return sum(hindrance.drm for hindrance in hindrances), sorted(hindrance.what for hindrance in hindrances)


@rule("196.7", "196.5", "196.6", "196.7a")
def hindrances_of(look: Look, clouds: Mapping[Hex, int]) -> Iterator[Hindrance]:
    """Every hex the line passes adds what hinders in it; between two such hexes the one that hinders more counts, once."""
    for kind, hexes in look.passages:
        each = [_of_hex(look, place, clouds, kind) for place in hexes]
        if all(each):
            yield from (hindrance._replace(hexes=hexes) for hindrance in max(each, key=_weight))


@rule("176.331", "172.2")
def hindrance_blocks(hindrances: Sequence[Hindrance]) -> Iterator[Block]:
    """Hindrances of six or more together stop the line."""
    total = sum(hindrance.drm for hindrance in hindrances)
    if total >= LIMIT:
        yield Block("176.331", f"hindrances of {total} together", tuple(place for hindrance in hindrances for place in hindrance.hexes))
