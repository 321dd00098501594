"""A position of Keren, with the questions every chapter asks of it."""

from __future__ import annotations

from typing import Any, Self

from amba.core.event import Controlled, Marked, Removed, Tracked
from amba.core.state import GameState
from amba.games.keren.book import rule
from amba.games.keren.world import BACK, COMMONWEALTH, ITALIAN, LOSSES, OUT, SUPPRESSED, World
from amba.kit.zones import Zones


class KerenState(GameState[World]):
    """`owner` of a point hex is 1 while the Commonwealth was last in it (4.2.4); `face` 1 is the carrying or the fired side (2.4);
    `points` is the facing (9.0)."""

    __slots__ = ("_kept", "_known", "fresh", "held", "zones")

    zones: Zones
    fresh: dict[Any, Any]
    """Things worked out for this very position; a new dictionary after every change. Copies share it."""
    held: tuple[bytearray, bytearray]
    """side -> place -> whether it has units there"""

    def __init__(self, world: World, scenario: str, options: dict[str, str]) -> None:
        super().__init__(world, scenario, options)
        self.zones = Zones(2, world.places, world.ground.zoc_links, self.exerts)
        self.held = (bytearray(world.places), bytearray(world.places))
        self._kept: dict[Any, Any] = {}
        self._known = bytearray(world.places)
        self.fresh: dict[Any, Any] = {}

    def copy_fields(self, new: Self) -> None:
        super().copy_fields(new)
        new.zones = self.zones.copy(new.exerts)
        new.held = (self.held[0][:], self.held[1][:])
        new._kept = self._kept
        new._known = self._known[:]
        new.fresh = self.fresh

    def touched(self, place: int) -> None:
        self.fresh = {}  # even an empty one: it may be shared with a copy
        if place >= self.world.places:
            return
        stack = self.here[place]
        side = self.side[stack[0]] if stack else 0
        now = 0 if not stack else 1 + side + 2 * self.exerts(side, place)
        if now != self._known[place]:
            # Only who holds a place and whether he has a zone of control matter to what is kept.
            self._known[place] = now
            self.held[0][place] = self.held[1][place] = 0
            if stack:
                self.held[side][place] = 1
            self.zones.stale(place)
            self._kept = {}

    def tracked(self, track: int) -> None:
        self.fresh = {}

    def spent(self, piece: int) -> None:
        self.fresh = {}

    def kept(self) -> dict[Any, Any]:
        """Things worked out from who holds what and whose zones are where; a new dictionary when that changes. Copies share it."""
        return self._kept

    @property
    def turns(self) -> int:
        return self.world.turns(self.scenario)

    def is_on_map(self, unit: int) -> bool:
        return self.at[unit] < self.world.places

    def units(self, side: int) -> list[int]:
        """The side's units on the map."""
        limit, at, sides = self.world.places, self.at, self.side
        return [u for u in range(len(at)) if sides[u] == side and at[u] < limit]

    @rule("8.0", "8.2")
    def exerts(self, side: int, place: int) -> int:
        """A stack has a zone of control if any unit in it is not artillery."""
        stack = self.here[place]
        if not stack or self.side[stack[0]] != side:
            return 0
        units = self.world.units
        return int(any(not units[u].is_artillery for u in stack))

    def zoc(self, side: int) -> bytearray:
        """This side's zone of control over every place."""
        return self.zones.of(side)

    def is_carrying(self, unit: int) -> bool:
        return self.face[unit] == BACK and self.world.units[unit].may_carry

    def is_suppressed(self, unit: int) -> bool:
        return self.has(unit, SUPPRESSED)

    @rule("2.3", "2.4", "6.5")
    def fire(self, unit: int) -> int:
        """The ranged fire factor in force, in quarters."""
        return self._factor(unit, self.world.units[unit].fire)

    @rule("2.3", "2.4", "6.5")
    def assault(self, unit: int) -> int:
        """The assault factor in force, in quarters."""
        return self._factor(unit, self.world.units[unit].assault)

    def _factor(self, unit: int, sides: tuple[int, int]) -> int:
        value = sides[self.face[unit]]
        return halved(value) if self.has(unit, OUT) else value

    @rule("10.0", "6.5")
    def movement(self, unit: int) -> int:
        """Movement points, halved and rounded down out of supply."""
        move = self.world.units[unit].move
        return move // 2 if self.has(unit, OUT) else move

    def mark(self, rule_number: str, unit: int, mark: int, on: bool = True) -> None:
        if self.has(unit, mark) != on:
            self.do(Marked(rule_number, unit, mark, int(on)))

    @rule("4.2.1", "4.2.2", "2.4", "8.4.2")
    def eliminate(self, unit: int, number: str) -> None:
        """The whole unit is gone: a point for an Italian, two off for a Commonwealth unit."""
        self.do(Removed(number, unit, self.at[unit], self.world.box["eliminated"]))
        change = 1 if self.side[unit] == ITALIAN else -2
        self.do(Tracked("4.2.1" if change > 0 else "4.2.2", LOSSES, self.tracks[LOSSES], self.tracks[LOSSES] + change))

    @rule("4.2.4")
    def passed(self, unit: int, path: tuple[int, ...]) -> None:
        """A point hex belongs to the side whose unit was last in it."""
        new = 1 if self.side[unit] == COMMONWEALTH else 0
        for place in path:
            if place in self.world.points and self.owner[place] != new:
                self.do(Controlled("4.2.4", place, self.owner[place], new))


@rule("6.5")
def halved(value: int) -> int:
    """Half, rounded down to whole numbers; but 1 becomes 1/2 and 1/2 becomes 1/4. In quarters."""
    if value >= 8:
        return value // 8 * 4
    return {6: 2, 4: 2, 2: 1}.get(value, value // 2)


def enemy(side: int) -> int:
    return ITALIAN if side == COMMONWEALTH else COMMONWEALTH
