"""Ground that a scenario declares to be something else."""

from __future__ import annotations

from collections.abc import Mapping

from amba.games.hollow.boards.ground import Ground
from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.book import rule
from amba.kit.rays import Hex

OPEN_BUT_FOR = frozenset({"scrub", "hammada", "sand", "low_dune", "high_dune", "wadi"})


def _replaced(ground: Ground, words: Mapping[str, str]) -> dict[Hex, frozenset[str]]:
    return {place: frozenset(words.get(word, word) for word in found) for place, found in ground.terrain.items()}


def _is_open(ground: Ground, place: Hex) -> bool:
    found = ground.terrain[place]
    return found.isdisjoint(OPEN_BUT_FOR) and not any(TERRAIN[word].kind == "cover" for word in found)


@rule("196.1")
def broken_terrain(ground: Ground) -> Ground:
    """Scrub is brush, hammada a crag that blocks at half a level, and open ground beside hammada is broken ground."""
    terrain = _replaced(ground, {"scrub": "brush", "hammada": "broken_crag"})
    for place in ground.name:
        beside = any(ground.has(there, "hammada") and ground.is_accessible(place, there) for there in ground.neighbours(place))
        if beside and _is_open(ground, place):
            terrain[place] |= {"broken_ground"}
    return ground.with_terrain(terrain)


@rule("196.2")
def steppe_terrain(ground: Ground, sand_is_grain: bool = False) -> Ground:
    """Hammada is brush and scrub is woods; a scenario may make sand into grain."""
    words = {"hammada": "brush", "scrub": "woods"}
    if sand_is_grain:
        words["sand"] = "grain"
    return ground.with_terrain(_replaced(ground, words))


@rule("196.4", "196.5", "196.7a")
def orchards_are(ground: Ground, word: str) -> Ground:
    """A scenario says what stands in the orchards: a cactus patch, an olive grove or palm trees."""
    if word not in {"cactus_patch", "olive_grove", "palms"}:
        raise ValueError(f"orchards may be cactus_patch, olive_grove or palms, not {word!r}")
    return ground.with_terrain(_replaced(ground, {"orchard": word}))


@rule("196.6")
def brush_is_vineyard(ground: Ground) -> Ground:
    """A scenario says that brush is vineyard."""
    return ground.with_terrain(_replaced(ground, {"brush": "vineyard"}))


@rule("190.5")
def dunes_are(ground: Ground, kind: str) -> Ground:
    """A scenario says whether dunes are low or high; the hexes of a high dune are hillock hexes too."""
    if kind not in {"low", "high"}:
        raise ValueError(f"dunes are low or high, not {kind!r}")
    other = "high" if kind == "low" else "low"
    return ground.with_terrain(_replaced(ground, {f"{other}_dune": f"{kind}_dune"}))


@rule("196.3", "193.7")
def cactus_hedges(ground: Ground) -> Ground:
    """A scenario says that its walls and hedges are cactus hedges."""
    sides = {kind: pairs for kind, pairs in ground.sides.items() if kind not in {"wall", "hedge"}}
    sides["cactus_hedge"] = frozenset().union(*(ground.sides.get(kind, frozenset()) for kind in ("wall", "hedge", "cactus_hedge")))
    return ground.with_terrain(ground.terrain, sides)
