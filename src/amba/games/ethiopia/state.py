"""A position of Ethiopia 1935, with the questions every chapter asks of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from amba.games.ethiopia.book import rule
from amba.games.ethiopia.world import GARRISON, GARRISON_TRACKS, ITALIAN, MOST_GARRISONS, Unit, World
from amba.kit.reach import Edges
from amba.kit.zones import ZonedState

MAP, STEPS = range(2)
"""What is remembered of a position: what follows from pieces, places and tracks, and the cost of every step."""
ROAD = 3
"""`owner` of a hex is 0 nobody, 1 Italian, 2 Ethiopian (2.4), and 3 more where a road was built in play (11.4)."""
OWNERS = ("", "italian", "ethiopian") * 2
"""What a view says of a place: who holds it. Roads are lines there, not owners."""


class EthiopiaState(ZonedState[World]):
    """A side holds a place with combat units or a garrison. A unit's `face` is its strength points left (1.3); `points` counts its turns out of supply, or, before it arrives, the turn of arrival.

    An entrenchment's `face` counts its turns in supply (G4.a) and its `points` the turns its dump has been cut off (G4.c).
    """

    __slots__ = ("roads",)

    topics = 2
    roads: frozenset[int]
    """hexes with a road built in play"""

    def __init__(self, world: World, scenario: str, options: dict[str, str]) -> None:
        super().__init__(world, scenario, options, world.places, world.zoc_links)
        self.held[ITALIAN][world.box["mogadishu"]] = 1  # 2.7: Ethiopians never enter
        self.roads = frozenset()

    def copy_fields(self, new: Self) -> None:
        super().copy_fields(new)
        new.roads = self.roads

    def touched(self, place: int) -> None:
        self.forget(MAP)
        if place >= self.world.hexes:
            return
        units, sides, marks = self.world.units, self.side, self.marks
        present = [0, 0]
        for piece in self.here[place]:
            if units[piece].is_combat or marks[piece] >> GARRISON & 1:
                present[sides[piece]] = 1
        self.held[0][place], self.held[1][place] = present
        self.zones.stale(place)
        if (place in self.roads) != (self.owner[place] >= ROAD):
            self.roads = self.roads ^ {place}
            around = (place, *self.world.around[place])
            self.memory[STEPS] = {(march, rains): self._laid(rows, march, rains, around) for (march, rains), rows in self.memory[STEPS].items()}

    def tracked(self, track: int) -> None:
        self.forget(MAP)

    def spent(self, piece: int) -> None:
        self.forget(MAP)

    def edges(self, march: str) -> Edges:
        """The cost of every step for this way of marching, in this season, on the roads there are now."""
        rains = self.turn in self.world.rains
        found: Edges | None = self.memory[STEPS].get((march, rains))
        if found is None:
            around = {n for road in self.roads for n in (road, *self.world.around[road])}
            found = self.memory[STEPS][march, rains] = self._laid(self.world.printed_rows(march, rains), march, rains, around)
        return found

    def _laid(self, rows: Edges, march: str, rains: bool, hexes: Iterable[int]) -> Edges:
        """The roads there are now laid into a copy of these rows: other positions share the old ones."""
        rows = list(rows)
        for here in hexes:
            rows[here] = self.world.row(march, here, rains, self.road_neighbours(here))
        return rows

    def road_neighbours(self, here: int) -> tuple[int, ...]:
        return self.world.road_neighbours(here, self.roads)

    def is_road(self, place: int) -> bool:
        return place in self.roads or bool(self.world.roads[place])

    def is_on(self, switch: str) -> bool:
        """Whether an optional rule is in use."""
        return self.options[switch] == "on"

    @property
    def has_fronts(self) -> bool:
        """Whether forces and lines of supply decide what is held (13.1, 13.5), and leaders escape (7.9); not so in the first design."""
        return self.options["design"] == "fronts"

    def card(self, piece: int) -> Unit:
        return self.world.units[piece]

    def on_map(self, side: int) -> list[int]:
        """The side's units in hexes; no entrenchments, no air."""
        limit, at = self.world.hexes, self.at
        return [u for u in self.world.ground_units[side] if at[u] < limit]

    def army(self, side: int) -> list[int]:
        """The side's combat units in hexes."""
        limit, at = self.world.hexes, self.at
        return [u for u in self.world.combat_units[side] if at[u] < limit]

    def movable(self, side: int) -> list[int]:
        """Units on the map or in the Mogadishu box."""
        limit, at, box = self.world.hexes, self.at, self.world.box["mogadishu"]
        return [u for u in self.world.ground_units[side] if at[u] < limit or at[u] == box]

    @rule("3.1")
    def combat_units(self, place: int, side: int) -> list[int]:
        units = self.world.units
        return [u for u in self.here[place] if units[u].is_combat and units[u].side == side]

    @rule("3.2")
    def commanders(self, place: int, side: int) -> list[int]:
        """Leaders and headquarters there."""
        units = self.world.units
        return [u for u in self.here[place] if units[u].is_command and units[u].side == side]

    @rule("3.1")
    def only_garrisoned(self, side: int) -> list[int]:
        """Hexes that the side holds with a garrison alone: it keeps the enemy out, and opens his zones to nobody."""
        pieces = [p for p in self.world.trenches[side] if self.has(p, GARRISON)]
        return [self.at[p] for p in pieces if self.at[p] < self.world.hexes and not self.combat_units(self.at[p], side)]

    def force(self, place: int, side: int) -> int:
        """Strength points of the side's combat units in the hex."""
        return sum([self.face[u] for u in self.combat_units(place, side)])

    def trench(self, place: int, side: int) -> int:
        """The side's entrenchment in the hex, or -1."""
        first = self.world.fighting
        for piece in self.here[place]:
            if piece >= first and self.world.units[piece].side == side:
                return piece
        return -1

    @rule("6.1", "6.3")
    def exerts(self, side: int, place: int) -> int:
        """Combat units control what is around them; commanders, air units and garrisons do not."""
        units = self.world.units
        for u in self.here[place]:
            if units[u].side == side and units[u].is_combat:
                return 1
        return 0

    @rule("1.3")
    def defence(self, piece: int) -> int:
        """What is left, never above the defence factor; a garrison is one point."""
        if piece >= self.world.fighting:
            return 1 if self.has(piece, GARRISON) else 0
        return min(self.world.units[piece].defence, self.face[piece])

    def strength(self, piece: int) -> int:
        """Strength points that can be lost."""
        return self.defence(piece) if piece >= self.world.fighting else self.face[piece]

    @rule("2.4")
    def controller(self, place: int) -> int:
        """Whose place it is: 0 Italian, 1 Ethiopian, -1 nobody's."""
        return self.owner[place] % ROAD - 1

    def garrisons_left(self, side: int) -> int:
        """G3.b: of five in a game."""
        return MOST_GARRISONS - self.tracks[GARRISON_TRACKS[side]]
