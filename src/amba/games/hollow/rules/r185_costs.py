"""What desert ground costs to enter: the parts of a cost, each by its own rule. Movement itself puts them together."""

from __future__ import annotations

from collections.abc import Collection

from amba.games.hollow.boards.ground import Ground
from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.book import HERE, rule
from amba.games.hollow.field import Field, features
from amba.kit.rays import Hex
from amba.load.files import Folder, table

_DATA = Folder(HERE / "data")
_COSTS = table(_DATA, "tables/movement.csv")
_SAND = table(_DATA, "tables/sand.csv", ["sand"])
MOVERS = tuple(_COSTS.columns)
"""infantry, cavalry (and wagons), tracked, halftrack, car (and motorcycles), truck"""
ON_FOOT = ("infantry", "cavalry")


class UnknownCost(Exception):
    """The table does not know yet what this ground costs this mover."""


def _listed(word: str, mover: str) -> int:
    cell = _COSTS.cells[_COSTS.rows.index(word)][MOVERS.index(mover)]
    if cell == "-":
        raise UnknownCost(f"what {word} costs {mover} comes with the vehicles of part two")
    return int(cell)


@rule("185.21", "186.13", "196.1", "196.4", "196.5")
def terrain_cost(words: Collection[str], mover: str) -> int:
    """Everything that grows or is built in the hex, together (176.51, second note); else the ground, the dearest if there are several. What is not in the table is open ground."""
    listed = {word: _listed(word, mover) for word in (*features(words), "open") if word in _COSTS.rows}
    covers = [cost for word, cost in listed.items() if TERRAIN[word].kind == "cover"]
    return sum(covers) if covers else max(listed.values())


@rule("190.3")
def sand_cost(words: Collection[str], mover: str, ground_state: str) -> int:
    """Sand comes on top of the other terrain, one less when the ground is wet or muddy."""
    if not {"sand", "low_dune", "high_dune"} & set(words):
        return 0
    return int(_SAND.cells[0][MOVERS.index(mover)]) - (ground_state in {"wet", "mud"})


@rule("190.511", "187.12")
def side_cost(ground: Ground, a: Hex, b: Hex, mover: str) -> int:
    """One for a dune crest; one for a vehicle that leaves a deir over its lip."""
    leaves_deir = ground.has_side(a, b, "lip") and ground.has(a, "deir")
    return ground.has_side(a, b, "dune_crest") + (leaves_deir and mover not in ON_FOOT)


@rule("189.14")
def hillock_cost(ground: Ground, a: Hex, b: Hex, mover: str) -> int:
    """A vehicle pays one to climb a hillock; men and horses nothing."""
    climbs = ground.rise(b) > 0 and ground.surface(b) > ground.surface(a)
    return int(climbs and mover not in ON_FOOT)


@rule("192.1")
def by_track(cost: int, on_track: bool) -> int:
    """A track takes one off, to no less than one. Smoke, climbing on foot, vehicles in the way, weather, towing and dust are added after it."""
    return max(1, cost - 1) if on_track else cost


def desert_cost(ground: Ground, a: Hex, b: Hex, mover: str, ground_state: str = "dry", on_track: bool = False) -> int:
    """All that a track can lower, together."""
    words = ground.terrain[b]
    parts = (terrain_cost(words, mover), sand_cost(words, mover, ground_state), side_cost(ground, a, b, mover), hillock_cost(ground, a, b, mover))
    return by_track(sum(parts), on_track)


def ground_cost(field: Field, a: int, b: int, ground_state: str, down: int = 0) -> int:
    """What the terrain, the hexside and, if they go down into one, a wadi cost infantry, before climbing, works, smoke and weather; 192.1: a track lowers all of it."""
    known, key = field.tables["ground costs"], (a, b, ground_state, down)
    found: int | None = known.get(key)
    if found is None:
        here, there = field.hex_of[a], field.hex_of[b]
        wall = field.ground.has_side(here, there, "wall", "hedge", "cactus_hedge")
        cost = desert_cost(field.ground, here, there, "infantry", ground_state) + wall + down
        found = known[key] = by_track(cost, frozenset((here, there)) in field.track_sides)
    return found


def hexside_cost(field: Field, a: int, b: int) -> int:
    """What a wall, a hedge or a dune crest between two neighbours adds to the ground beyond it."""
    here, there = field.hex_of[a], field.hex_of[b]
    return field.ground.has_side(here, there, "wall", "hedge", "cactus_hedge") + field.ground.has_side(here, there, "dune_crest")
