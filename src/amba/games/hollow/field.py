"""The ground of one scenario in numbers: hexes are the indexes of `Names`, sight and costs are asked for by them."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from amba.games.hollow.boards.answers import ROWS, STEPS, Answers
from amba.games.hollow.boards.ground import Ground
from amba.games.hollow.printed import OURS, Printed
from amba.kit.rays import Hex

GROUND, IN, RIM = "ground", "in", "crest"
COVER = frozenset({
    "scrub", "woods", "building", "large_building", "rubble", "crag", "broken_crag", "broken_ground", "brush", "grain", "orchard", "cactus_patch",
    "olive_grove", "vineyard", "palms", "marsh",
})  # fmt: skip
"""185.22 and the base system: where units can be concealed."""
NOT_OPEN = frozenset({
    "woods", "building", "large_building", "rubble", "crag", "broken_crag", "broken_ground", "brush", "grain", "orchard", "cactus_patch", "olive_grove",
    "vineyard", "palms", "marsh",
})  # fmt: skip
"""What is not open ground (184.1, 185.2, 186.12, 190.2): scrub, hammada and sand are."""
SHELTER = frozenset({"woods", "building", "large_building"})
"""15: where a broken unit may stay."""
PROTECTION = {
    "woods": 1, "building": 3, "large_building": 3, "rubble": 3, "crag": 1, "broken_crag": 1, "broken_ground": 1, "cactus_patch": 1, "olive_grove": 1,
}  # fmt: skip
"""11: what the hex itself adds. 176.1: buildings on desert boards are of stone."""


class Viewpoint(NamedTuple):
    """Where a unit looks from: its hex, whether it is down in a wadi or at its crest, whether it is entrenched or emplaced, and whether it is a vehicle by night, which is seen from farther away (49)."""

    hex: Hex
    position: str = GROUND
    """"ground", "in" (down in the wadi) or "crest" """
    dug_in: bool = False
    looms: bool = False


def features(words: Collection[str]) -> list[str]:
    """The terrains of a hex, each once: where two half-hexes make a building of two sizes it is one building."""
    return [word for word in words if word != "building" or "large_building" not in words]


NO_RANGE = 255
"""Where a place is none of this map."""


def _table() -> Answers[Any]:
    return Answers(STEPS)


class Field:
    """One scenario's map. Everything here is the same for both sides and never changes."""

    def __init__(self, ground: Ground, index: Mapping[str, int], playable: Collection[Hex] | None = None, printed: Printed = OURS) -> None:
        self.ground, self.printed = ground, printed
        wanted = ground.name if playable is None else playable
        self.hex_of: dict[int, Hex] = {index[ground.name[place]]: place for place in ground.name if place in wanted}
        """place index -> where it lies"""
        self.index = {place: number for number, place in self.hex_of.items()}
        self.places = sorted(self.hex_of)
        self.alias = {name: self.index[place] for name, place in ground.place.items() if place in self.index}
        """Every name of a hex, those of its other board too."""
        self.around = {
            number: [self.index[there] for there in ground.neighbours(place) if there in self.index] for number, place in self.hex_of.items()
        }
        self._away: Answers[bytes] = Answers(ROWS)
        """place -> place -> how many hexes apart, a row at a time as it is asked for"""
        self._wadis = {place for place in self.hex_of if self.has(place, "wadi")}
        self.shelters = [place for place in self.places if self.is_shelter(place)]
        self.walls = [
            (self.index[a], self.index[b])
            for kind in ("wall", "hedge", "cactus_hedge")
            for a, b in sorted(tuple(sorted(pair)) for pair in ground.sides.get(kind, ()))
            if a in self.index and b in self.index
        ]
        kinds = ground.kinds
        self.only_desert = not kinds.other
        self.some_desert = any(place not in kinds.other for place in self.hex_of.values())
        self.has_broken, self.has_steppe = bool(kinds.broken), bool(kinds.steppe)
        self.has_marsh = any("marsh" in words for words in ground.terrain.values())
        self.has_thorns = bool(ground.sides.get("cactus_hedge"))
        self.track_sides, self.road_sides = (
            {frozenset(pair) for kind, line in ground.lines if kind == way for pair in itertools.pairwise(line)} for way in ("track", "road")
        )
        self.tables: defaultdict[str, Answers[Any]] = defaultdict(_table)  # Any: each rule keeps what it likes in a table of its own
        """What has been worked out from this ground, which never changes: costs, open lines. Filled as it is asked for, shared by all positions."""

    def range(self, a: int, b: int) -> int:
        return (self._away.get(a) or self.ranges(a))[b]

    def ranges(self, place: int) -> bytes:
        """For each place of this map how many hexes it lies from this one."""
        row = self._away.get(place)
        if row is None:
            row = self._away.keep(place, self._ranges_from(*self.hex_of[place]))
        return row

    def _ranges_from(self, x: int, y: int) -> bytes:
        """As `distance`, without a call for each of a thousand hexes."""
        row = bytearray([NO_RANGE]) * (self.places[-1] + 1)
        for place, (column, line) in self.hex_of.items():
            across, along = abs(column - x), abs(line - y)
            row[place] = across if along <= across else (across + along) // 2
        return bytes(row)

    def words(self, place: int) -> frozenset[str]:
        return self.ground.terrain[self.hex_of[place]]

    def has(self, place: int, *words: str) -> bool:
        return self.ground.has(self.hex_of[place], *words)

    def is_wadi(self, place: int) -> bool:
        return place in self._wadis

    def is_cover(self, place: int) -> bool:
        """Whether units can be concealed here."""
        return not self.words(place).isdisjoint(COVER)

    def is_open(self, place: int) -> bool:
        """Whether the hex is open ground."""
        return self.words(place).isdisjoint(NOT_OPEN)

    def is_shelter(self, place: int) -> bool:
        return not self.words(place).isdisjoint(SHELTER)

    def protection(self, place: int) -> int:
        """What the terrains of the hex add to a shot at it, together (176.51, second note)."""
        return sum(PROTECTION.get(word, 0) for word in features(self.words(place)))

    def side(self, a: int, b: int, *kinds: str) -> bool:
        return self.ground.has_side(self.hex_of[a], self.hex_of[b], *kinds)

    def is_passable(self, a: int, b: int) -> bool:
        """Whether men may cross from a hex to its neighbour."""
        return not self.ground.has_side(self.hex_of[a], self.hex_of[b], "cliff", "wadi_cliff")

    def is_desert(self, place: int) -> bool:
        """Whether the hex is desert terrain (176.1, 176.5)."""
        return self.ground.is_desert(self.hex_of[place])

    def is_steppe(self, place: int) -> bool:
        return self.hex_of[place] in self.ground.kinds.steppe

    def is_altered(self, place: int) -> bool:
        """On a board of broken or steppe terrain (196.1, 196.2)."""
        return self.is_steppe(place) or self.hex_of[place] in self.ground.kinds.broken

    def level(self, place: int) -> int:
        return self.ground.level[self.hex_of[place]]

    def view_from(self, place: int, position: str = GROUND, dug_in: bool = False) -> Viewpoint:
        if position != GROUND and not self.is_wadi(place):
            position = GROUND
        elif position == GROUND and self.is_wadi(place):
            position = IN
        return Viewpoint(self.hex_of[place], position, dug_in)
