"""A position of Keren, with the questions every chapter asks of it."""

from __future__ import annotations

from typing import Self

from amba.core.event import Marked
from amba.core.state import remembered
from amba.games.keren.book import rule
from amba.games.keren.world import BACK, COMMONWEALTH, ITALIAN, OUT, SUPPRESSED, World
from amba.kit.zones import ZonedState
from amba.load.files import PrintedTable

POSITION, FIELD = range(2)
"""Topics of the memory: what depends on anything at all, and what depends only on who holds which place and has a zone of control there."""


class KerenState(ZonedState[World]):
    """`owner` of a point hex is 1 while the Commonwealth was last in it (4.2.4); `face` 1 is the carrying or the fired side (2.4);
    `points` is the facing (9.0)."""

    __slots__ = ("_known",)

    topics = 2

    def __init__(self, world: World, scenario: str, options: dict[str, str]) -> None:
        super().__init__(world, scenario, options, world.places, world.ground.zoc_links)
        self._known = bytearray(world.places)

    def copy_fields(self, new: Self) -> None:
        super().copy_fields(new)
        new._known = self._known[:]

    def touched(self, place: int) -> None:
        self.forget(POSITION)
        if place >= self.world.places:
            return
        stack = self.here[place]
        side = self.side[stack[0]] if stack else 0
        now = 0 if not stack else 1 + side + 2 * self.exerts(side, place)
        if now != self._known[place]:
            self._known[place] = now
            self.held[0][place] = self.held[1][place] = 0
            if stack:
                self.held[side][place] = 1
            self.zones.stale(place)
            self.forget(FIELD)

    def tracked(self, track: int) -> None:
        self.forget(POSITION)

    def spent(self, piece: int) -> None:
        self.forget(POSITION)

    @property
    def turns(self) -> int:
        return self.world.last_turn(self.scenario)

    @property
    def ranged_table(self) -> PrintedTable:
        """11.2: the table in use."""
        return self.world.kinder_ranged if self.options["tables"] == "kinder" else self.world.ranged

    @property
    def assault_table(self) -> PrintedTable:
        """14.1: the table in use."""
        return self.world.kinder_assault if self.options["tables"] == "kinder" else self.world.assault

    def is_on_map(self, unit: int) -> bool:
        return self.at[unit] < self.world.places

    @remembered(POSITION)
    def units(self, side: int) -> list[int]:
        """The side's units on the map."""
        limit, at, sides = self.world.places, self.at, self.side
        return [u for u in range(len(at)) if sides[u] == side and at[u] < limit]

    @remembered(FIELD)
    def places(self, side: int) -> list[int]:
        """The places where the side has units, in their order."""
        return sorted({self.at[unit] for unit in self.units(side)})

    @rule("8.0", "8.2")
    def exerts(self, side: int, place: int) -> int:
        """A stack has a zone of control if any unit in it is not artillery."""
        stack = self.here[place]
        if not stack or self.side[stack[0]] != side:
            return 0
        units = self.world.units
        return int(any(not units[u].is_artillery for u in stack))

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


@rule("6.5")
def halved(value: int) -> int:
    """Half, rounded down to whole numbers; but 1 becomes 1/2 and 1/2 becomes 1/4. In quarters."""
    if value >= 8:
        return value // 8 * 4
    return {6: 2, 4: 2, 2: 1}.get(value, value // 2)


def enemy(side: int) -> int:
    return ITALIAN if side == COMMONWEALTH else COMMONWEALTH
