"""A position of The Road to Cheren, with the questions every chapter asks of it."""

from __future__ import annotations

from collections.abc import Iterator

from amba.core.event import Flipped, Removed
from amba.core.state import remembered
from amba.games.cheren.book import rule
from amba.games.cheren.world import ALLIED, NONE, ROADBLOCK, World
from amba.kit.zones import ZonedState
from amba.load.files import PrintedTable

HARD, SOFT = 2, 1
MAP, ROSTER = range(2)
"""What is remembered of a position: what follows from units and markers on the map, and who is on it."""


class CherenState(ZonedState[World]):
    """`owner` of a town hex is 1 while an Allied control marker lies there (2.1); a unit's `face` counts the steps it has lost."""

    __slots__ = ()

    topics = 2

    def __init__(self, world: World, scenario: str, options: dict[str, str]) -> None:
        super().__init__(world, scenario, options, world.hexes, world.zoc_links)

    def touched(self, place: int) -> None:
        if place < self.world.hexes:
            stack = self.here[place]
            allied, italian = self.held
            allied[place] = italian[place] = 0
            if stack:
                self.held[self.side[stack[0]]][place] = 1
            self.zones.stale(place)
        else:
            self.forget(ROSTER)  # whoever comes or goes comes from a box or goes to one
        self.forget(MAP)

    def tracked(self, track: int) -> None:
        self.forget(MAP)

    def spent(self, piece: int) -> None:
        self.forget(MAP)

    def recast(self) -> None:
        self.forget()

    @property
    @rule("11.5")
    def combat(self) -> PrintedTable:
        """The combat table that is played with."""
        return self.world.kinder_combat if self.options["table"] == "kinder" else self.world.combat

    @property
    def roadblock(self) -> int:
        """The hex of the roadblock, or -1."""
        return self.tracks[ROADBLOCK] - 1

    def is_on_map(self, unit: int) -> bool:
        return self.at[unit] < self.world.hexes

    @remembered(ROSTER)
    def units(self, side: int) -> list[int]:
        """The side's units on the map. Read it, do not change it."""
        limit, at, sides = self.world.hexes, self.at, self.side
        return [u for u in range(self.world.first_chit) if sides[u] == side and at[u] < limit]

    def holds(self, place: int, side: int) -> bool:
        """Whether this side has a unit there. Enemies never share a hex."""
        stack = self.here[place]
        return bool(stack) and self.side[stack[0]] == side

    def occupant(self, place: int) -> int | None:
        stack = self.here[place]
        return self.side[stack[0]] if stack else None

    @rule("2.3")
    def strength(self, unit: int) -> int:
        return self.world.units[unit].strengths[self.face[unit]]

    @rule("3.0")
    def stacking(self, place: int) -> int:
        """3.0: the stacking values of everything in the hex."""
        units, face = self.world.units, self.face
        return sum([units[u].stacks[face[u]] for u in self.here[place]])

    def steps_left(self, unit: int) -> int:
        return self.world.units[unit].steps - self.face[unit]

    @rule("4.0", "4.0.a", "4.0.b", "4.0.hard", "4.0.soft", "12.6.c")
    def exerts(self, side: int, place: int) -> int:
        """4.0: hard with a stacking value of 3 or more, soft below; nothing from a mountain or without supply."""
        stack = self.here[place]
        if not stack or self.side[stack[0]] != side or self.world.mountain[place]:
            return 0
        units, face, marks = self.world.units, self.face, self.marks
        total = sum([units[u].stacks[face[u]] for u in stack if not marks[u] >> NONE & 1])
        return HARD if total >= 3 else SOFT if total else 0

    def is_next_to(self, place: int, side: int) -> bool:
        """Whether a unit of this side stands in a neighbouring hex."""
        held = self.held[side]
        for near in self.world.around[place]:  # noqa: SIM110 - a plain loop is twice as fast here, and reaction asks it for every unit
            if held[near]:
                return True
        return False

    def is_controlled_by(self, place: int, side: int) -> bool:
        """2.1: whose town it is."""
        return bool(self.owner[place]) == (side == ALLIED)

    def hand(self, side: int) -> tuple[int, ...]:
        return self.here[self.world.hand[side]]

    def named(self, side: int, name: str) -> Iterator[int]:
        """Chits of this name in the side's hand."""
        for piece in self.hand(side):
            if self.world.chit(piece).name == name:
                yield piece

    @rule("11.6")
    def lose_step(self, unit: int, number: str) -> None:
        """11.6: flip, or remove after the last step."""
        lost = self.face[unit] + 1
        if lost >= self.world.units[unit].steps:
            self.do(Removed(number, unit, self.at[unit], self.world.box["eliminated"]))
        else:
            self.do(Flipped(number, unit, lost - 1, lost))
