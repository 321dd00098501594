"""What desert ground costs to enter: the parts of a cost, each by its own rule. Movement itself puts them together."""

from __future__ import annotations

from collections.abc import Collection

from amba.games.hollow.boards.ground import Ground
from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.book import rule
from amba.games.hollow.field import Field, features
from amba.games.hollow.printed import MOVER_WORDS, OURS, Printed
from amba.kit.rays import Hex

MOVERS = MOVER_WORDS
"""infantry, cavalry (and wagons), tracked, halftrack, car (and motorcycles), truck"""
ON_FOOT = ("infantry", "cavalry")


def listed(word: str, mover: str, printed: Printed = OURS) -> str:
    """The cell of the table: a number, half or all of the allotment, or no."""
    return printed.movement.cells[printed.movement.rows.index(word)][MOVERS.index(mover)]


@rule("185.21", "186.13", "196.1", "196.4", "196.5")
def terrain_cost(words: Collection[str], mover: str, printed: Printed = OURS, open_ground: str = "open") -> int:
    """Everything that grows or is built in the hex, together (176.51, second note); else the ground, the dearest if there are several. What is not in the table is open ground."""
    found = {word: _whole(listed(word, mover, printed)) for word in (*features(words), open_ground) if word in printed.movement.rows}
    covers = [cost for word, cost in found.items() if word != open_ground and TERRAIN[word].kind == "cover"]
    return sum(covers) if covers else max(found.values())


BARRED = 99
"""The cost of a hex that nobody enters so."""


def _whole(cell: str) -> int:
    return int(cell) if cell.isdigit() else BARRED


@rule("190.3")
def sand_cost(words: Collection[str], mover: str, ground_state: str, printed: Printed = OURS) -> int:
    """Sand comes on top of the other terrain, one less when the ground is wet or muddy."""
    if not {"sand", "low_dune", "high_dune"} & set(words):
        return 0
    return int(printed.sand.cells[0][MOVERS.index(mover)]) - (ground_state in {"wet", "mud"})


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


def desert_cost(ground: Ground, a: Hex, b: Hex, mover: str, ground_state: str = "dry", on_track: bool = False, printed: Printed = OURS) -> int:
    """All that a track can lower, together."""
    words = ground.terrain[b]
    own = terrain_cost(words, mover, printed) + sand_cost(words, mover, ground_state, printed)
    parts = (own, side_cost(ground, a, b, mover), hillock_cost(ground, a, b, mover))
    return by_track(sum(parts), on_track)


def ground_cost(field: Field, a: int, b: int, ground_state: str, down: int = 0, mover: str = "infantry") -> int:
    """What the terrain, the hexside and, if they go down into one, a wadi cost infantry, or men on what is ridden, before climbing, works, smoke and weather; 192.1: a track lowers all of it."""
    known, key = field.tables["ground costs"], (a, b, ground_state, down, mover)
    found: int | None = known.get(key)
    if found is None:
        here, there = field.hex_of[a], field.hex_of[b]
        wall = field.ground.has_side(here, there, "wall", "hedge", "cactus_hedge")
        cost = desert_cost(field.ground, here, there, mover, ground_state, printed=field.printed) + wall + down
        found = known.keep(key, by_track(cost, frozenset((here, there)) in field.track_sides))
    return found


@rule("192.2", "192.3")
def is_by_road(field: Field, a: int, b: int) -> bool:
    """Whether a road runs across the hexside; a road is not a track."""
    return frozenset((field.hex_of[a], field.hex_of[b])) in field.road_sides


@rule("192.3", "5")
def road_halves(rise: int) -> int:
    """What a road hex costs men, in half factors: half a factor whatever grows there, doubled for each level up, again for each level more than one down."""
    return 2 * rise if rise > 0 else max(1, -rise)


def hexside_cost(field: Field, a: int, b: int) -> int:
    """What a wall, a hedge or a dune crest between two neighbours adds to the ground beyond it."""
    here, there = field.hex_of[a], field.hex_of[b]
    return field.ground.has_side(here, there, "wall", "hedge", "cactus_hedge") + field.ground.has_side(here, there, "dune_crest")
