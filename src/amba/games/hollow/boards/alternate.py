"""Ground that a scenario declares to be something else."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from amba.games.hollow.boards.ground import BoardKinds, Ground
from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.book import rule
from amba.kit.rays import Hex

OPEN_BUT_FOR = frozenset({"scrub", "hammada", "sand", "low_dune", "high_dune", "wadi"})


def _replaced(ground: Ground, words: Mapping[str, str], where: Collection[Hex] | None = None) -> dict[Hex, frozenset[str]]:
    """The terrain with other words for some of it, everywhere or in these hexes."""
    return {
        place: frozenset(words.get(word, word) for word in found) if where is None or place in where else found
        for place, found in ground.terrain.items()
    }


def _with(ground: Ground, terrain: Mapping[Hex, frozenset[str]], kinds: BoardKinds) -> Ground:
    return Ground(ground.names, ground.level, terrain, ground.sides, ground.lines, kinds)


def _is_open(ground: Ground, place: Hex) -> bool:
    found = ground.terrain[place]
    return found.isdisjoint(OPEN_BUT_FOR) and not any(TERRAIN[word].kind == "cover" for word in found)


@rule("196.1")
def broken_terrain(ground: Ground, where: Collection[Hex] | None = None) -> Ground:
    """Scrub is brush, hammada a crag that blocks at half a level, and open ground beside hammada is broken ground; on all boards, or on those the scenario names."""
    places = frozenset(ground.name if where is None else where)
    terrain = _replaced(ground, {"scrub": "brush", "hammada": "broken_crag"}, places)
    for place in places:
        near = (there for there in ground.neighbours(place) if there in places and ground.is_accessible(place, there))
        if any(ground.has(there, "hammada") for there in near) and _is_open(ground, place):
            terrain[place] |= {"broken_ground"}
    return _with(ground, terrain, ground.kinds._replace(broken=ground.kinds.broken | places))


@rule("196.2")
def steppe_terrain(ground: Ground, sand_is_grain: bool = False, where: Collection[Hex] | None = None) -> Ground:
    """Hammada is brush and scrub is woods, on all boards or on those the scenario names; a scenario may make sand into grain."""
    places = frozenset(ground.name if where is None else where)
    words = {"hammada": "brush", "scrub": "woods"}
    if sand_is_grain:
        words["sand"] = "grain"
    return _with(ground, _replaced(ground, words, places), ground.kinds._replace(steppe=ground.kinds.steppe | places))


ORCHARDS = ("cactus_patch", "olive_grove", "palms")
"""What may stand in orchards instead."""


@rule("196.4", "196.5", "196.7a")
def orchards_are(ground: Ground, word: str) -> Ground:
    """A scenario says what stands in the orchards: a cactus patch, an olive grove or palm trees."""
    if word not in ORCHARDS:
        raise ValueError(f"orchards may be {', '.join(ORCHARDS)}, not {word!r}")
    return ground.with_terrain(_replaced(ground, {"orchard": word}))


@rule("196.6")
def brush_is_vineyard(ground: Ground) -> Ground:
    """A scenario says that brush is vineyard."""
    return ground.with_terrain(_replaced(ground, {"brush": "vineyard"}))


@rule("190.5")
def dunes_are(ground: Ground, kind: str, where: Collection[Hex] | None = None) -> Ground:
    """A scenario says whether dunes are low or high, everywhere or on one board; the hexes of a high dune are hillock hexes too."""
    if kind not in {"low", "high"}:
        raise ValueError(f"dunes are low or high, not {kind!r}")
    other = "high" if kind == "low" else "low"
    return ground.with_terrain(_replaced(ground, {f"{other}_dune": f"{kind}_dune"}, where))


@rule("196.3", "193.7")
def cactus_hedges(ground: Ground) -> Ground:
    """A scenario says that its walls and hedges are cactus hedges."""
    sides = {kind: pairs for kind, pairs in ground.sides.items() if kind not in {"wall", "hedge"}}
    sides["cactus_hedge"] = frozenset().union(*(ground.sides.get(kind, frozenset()) for kind in ("wall", "hedge", "cactus_hedge")))
    return ground.with_terrain(ground.terrain, sides)
