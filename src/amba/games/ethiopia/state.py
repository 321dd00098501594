"""A position of Ethiopia 1935, with the questions every chapter asks of it."""

from __future__ import annotations

from typing import Any, Self

from amba.core.event import Flipped, Marked, Removed, Spent, Tracked
from amba.core.state import GameState
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.world import (
    GARRISON,
    ITALIAN,
    ITALIAN_GARRISONS,
    LOSSES,
    Unit,
    World,
)  # fmt: skip
from amba.kit.reach import Edges
from amba.kit.zones import Zones

ROAD = 3
"""`owner` of a hex is 0 nobody, 1 Italian, 2 Ethiopian (2.4), and 3 more where a road was built in play (11.4)."""
OWNERS = ("", "italian", "ethiopian") * 2
"""What a view says of a place: who holds it. Roads are lines there, not owners."""
HQ_RETURNS_AFTER = 2


class EthiopiaState(GameState[World]):
    """A unit's `face` is its strength points left (1.3); `points` counts its turns out of supply, or, before it arrives, the turn of arrival.

    An entrenchment's `face` counts its turns in supply (G4.a) and its `points` the turns its dump has been cut off (G4.c).
    """

    __slots__ = ("_cache", "_edges", "held", "roads", "zones")

    zones: Zones
    held: tuple[bytearray, bytearray]
    """side -> place -> whether it has combat units or a garrison there"""
    roads: frozenset[int]
    """hexes with a road built in play"""

    def __init__(self, world: World, scenario: str, options: dict[str, str]) -> None:
        super().__init__(world, scenario, options)
        self.zones = Zones(2, world.places, world.zoc_links, self.exerts)
        self.held = (bytearray(world.places), bytearray(world.places))
        self.held[ITALIAN][world.box["mogadishu"]] = 1  # 2.7: Ethiopians never enter
        self.roads = frozenset()
        self._edges: dict[tuple[str, bool], list[list[tuple[int, int]]]] = {}
        self._cache: dict[Any, Any] = {}

    def copy_fields(self, new: Self) -> None:
        super().copy_fields(new)
        new.zones = self.zones.copy(new.exerts)
        new.held = (self.held[0][:], self.held[1][:])
        new.roads = self.roads
        new._edges = self._edges
        new._cache = self._cache

    def tracked(self, track: int) -> None:
        self._cache = {}

    def spent(self, piece: int) -> None:
        self._cache = {}

    def recast(self) -> None:
        self._cache = {}

    def touched(self, place: int) -> None:
        self._cache = {}  # even an empty one: it may be shared with a copy
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
            self._road_changed(place)

    def _road_changed(self, place: int) -> None:
        """Lay the new road into copies of the cost lists: other positions share the old ones."""
        self.roads = self.roads | {place} if self.owner[place] >= ROAD else self.roads - {place}
        fresh = {}
        for (march, rains), rows in self._edges.items():
            rows = rows[:]
            for here in (place, *self.world.around[place]):
                rows[here] = self.world.row(march, here, rains, self.road_neighbours(here))
            fresh[march, rains] = rows
        self._edges = fresh

    def edges(self, march: str) -> Edges:
        """The cost of every step for this way of marching, in this season, on the roads there are now."""
        key = (march, self.turn in self.world.rains)
        if key not in self._edges:
            rows = self.world.printed_rows(*key)[:]
            for here in {n for road in self.roads for n in (road, *self.world.around[road])}:
                rows[here] = self.world.row(march, here, key[1], self.road_neighbours(here))
            self._edges = {**self._edges, key: rows}
        return self._edges[key]

    @rule("2.5")
    def road_neighbours(self, here: int) -> tuple[int, ...]:
        """Hexes joined to this one by road: along the printed line, or by a built road to any road hex beside it."""
        world = self.world
        printed = world.roads[here]
        if not self.roads:
            return tuple(printed)
        if here in self.roads:
            return tuple(n for n in world.around[here] if n in self.roads or world.roads[n] or n in printed)
        if not printed:
            return ()
        return tuple(n for n in world.around[here] if n in printed or n in self.roads)

    def is_road(self, place: int) -> bool:
        return place in self.roads or bool(self.world.roads[place])

    def is_on(self, switch: str) -> bool:
        """Whether an optional rule is in use."""
        return self.options[switch] == "on"

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

    def zoc(self, side: int) -> bytearray:
        return self.zones.of(side)

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

    def remember(self, key: Any) -> Any:
        return self._cache.get(key)

    def keep(self, key: Any, value: Any) -> Any:
        self._cache[key] = value
        return value

    def lose_point(self, piece: int, number: str) -> None:
        """1.3: one strength point; at none the unit is gone. Metropolitan losses are counted (13.2)."""
        if piece >= self.world.fighting:
            self.remove_trench(piece, number)
            return
        self.count_losses(piece, 1)
        if self.face[piece] <= 1:
            self._take_off(piece, number)
        else:
            self.do(Flipped(number, piece, self.face[piece], self.face[piece] - 1))

    def eliminate(self, piece: int, number: str) -> None:
        """The whole counter."""
        if piece >= self.world.fighting:
            self.remove_trench(piece, number)
            return
        self.count_losses(piece, self.face[piece])
        self._take_off(piece, number)

    @rule("13.2")
    def count_losses(self, piece: int, points: int) -> None:
        """Metropolitan strength lost is dear."""
        if points and "metropolitan" in self.world.units[piece].traits:
            self.do(Tracked("13.2", LOSSES, self.tracks[LOSSES], self.tracks[LOSSES] + points))

    def _take_off(self, piece: int, number: str) -> None:
        card = self.world.units[piece]
        back = card.kind == "hq"
        self.do(Removed(number, piece, self.at[piece], self.world.box["reinforcements" if back else "eliminated"]))
        for mark in range(len(self.world.names.marks)):
            if self.has(piece, mark):
                self.do(Marked(number, piece, mark, 0))
        wait = self.turn + HQ_RETURNS_AFTER if back else 0  # 7.9
        if self.points[piece] != wait:
            self.do(Spent(number, piece, self.points[piece], wait))

    @rule("11.3")
    def remove_trench(self, piece: int, number: str) -> None:
        """Back to the stock, without its past."""
        self.do(Removed(number, piece, self.at[piece], self.world.stock[self.world.units[piece].side]))
        for mark in range(len(self.world.names.marks)):
            if self.has(piece, mark):
                self.do(Marked(number, piece, mark, 0))
        if self.face[piece]:
            self.do(Flipped(number, piece, self.face[piece], 0))
        if self.points[piece]:
            self.do(Spent(number, piece, self.points[piece], 0))

    def garrisons_left(self, side: int) -> int:
        """G3.b: of five in a game."""
        return 5 - self.tracks[ITALIAN_GARRISONS + side]


def garrison_track(side: int) -> int:
    return ITALIAN_GARRISONS + side
