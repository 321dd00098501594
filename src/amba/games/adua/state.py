"""A position of Adua 1896, with the questions every chapter asks of it."""

from __future__ import annotations

from amba.core.event import Flipped, Marked, Removed
from amba.core.state import GameState, remembered
from amba.games.adua.book import rule
from amba.games.adua.world import COMMITTED, DISORGANIZED, GUNS, JAMMED, LOW_AMMO, MELEE, UNTESTED, World

IN_COMBAT = 1 << MELEE | 1 << COMMITTED


class AduaState(GameState[World]):
    """`face` counts the steps a piece has lost; `points` holds a leader's orders left, for a unit in melee the hex it came from, plus one, for a machine gun its unit, plus one."""

    __slots__ = ()

    def __init__(self, world: World, scenario: str, options: dict[str, str]) -> None:
        super().__init__(world, scenario, options)
        for piece, unit in enumerate(world.units):
            self.side[piece] = unit.side

    def touched(self, place: int) -> None:
        self.forget()

    def tracked(self, track: int) -> None:
        self.forget()

    def is_on_map(self, piece: int) -> bool:
        return self.at[piece] < self.world.hexes

    @remembered()
    def units(self, side: int) -> list[int]:
        """The side's combat units on the map."""
        limit, at = self.world.hexes, self.at
        return [u for u in self.world.combat[side] if at[u] < limit]

    @remembered()
    def followers(self, side: int) -> list[int]:
        """The side's leaders and mules on the map."""
        limit, at = self.world.hexes, self.at
        return [p for p in self.world.followers[side] if at[p] < limit]

    def combat_at(self, place: int, side: int) -> list[int]:
        """Combat units of a side in a hex: more than one only in melee."""
        is_combat, sides = self.world.is_combat, self.side
        return [u for u in self.here[place] if is_combat[u] and sides[u] == side]

    @remembered()
    def occupied_by(self, side: int) -> list[int]:
        """Hex -> whether a combat unit of the side stands there."""
        found = [0] * self.world.hexes
        for unit in self.units(side):
            found[self.at[unit]] = 1
        return found

    @remembered()
    def contact(self, side: int) -> list[int]:
        """Hex -> how many hexes next to it hold a combat unit of the side."""
        found = [0] * self.world.hexes
        for place in {self.at[unit] for unit in self.units(side)}:
            for near in self.world.around[place]:
                found[near] += 1
        return found

    @remembered()
    @rule("10.0")
    def zoc(self, side: int) -> list[int]:
        """Hex -> how many units of the side control it: each the hexes round it, save terrain it may not enter, unless it is in combat."""
        found = [0] * self.world.hexes
        at, marks, links = self.at, self.marks, self.world.zoc_links
        for unit in self.units(side):
            if not marks[unit] & IN_COMBAT:
                for place in links[unit][at[unit]]:
                    found[place] += 1
        return found

    def is_engaged(self, piece: int) -> bool:
        """Whether the piece is in a melee, or in the hex of one."""
        if self.marks[piece] >> MELEE & 1:
            return True
        stack = self.here[self.at[piece]]
        return len(stack) > 1 and any(self.marks[other] >> MELEE & 1 for other in stack)

    @rule("2.0", "5.1.value", "5.2", "5.4")
    def value(self, unit: int) -> int:
        """The combat value now: by step, one more with working machine guns, one less if disorganized, one less if low on ammo."""
        marks = self.marks[unit]
        found = self.world.units[unit].values[self.face[unit]]
        if marks >> GUNS & 1 and not marks >> JAMMED & 1:
            found += 1
        found -= (marks >> DISORGANIZED & 1) + (marks >> LOW_AMMO & 1)
        return max(0, found)

    @rule("2.0")
    def quality(self, unit: int) -> int:
        """The weapons quality: that of the rifle, or under the option the one that evens the battle out."""
        card = self.world.units[unit]
        return card.quality_even if self.options["balance"] == "even" else card.quality

    def mark(self, rule_number: str, piece: int, mark: int, on: bool = True) -> None:
        """Put a marker on, or take it off, where that changes anything."""
        if self.has(piece, mark) != on:
            self.do(Marked(rule_number, piece, mark, int(on)))

    @rule("2.0.steps")
    def lose_steps(self, unit: int, count: int, number: str) -> None:
        """Turn the counter down by so many steps; after the last it is removed, and its machine guns with it."""
        lost = self.face[unit] + count
        if lost >= self.world.units[unit].steps:
            self.lose_guns(unit, "5.1.assign")
            self.do(Removed(number, unit, self.at[unit], self.world.box["eliminated"]))
        else:
            self.do(Flipped(number, unit, self.face[unit], lost))

    def lose_guns(self, unit: int, number: str) -> None:
        """5.1: machine guns that break for good or fall into enemy hands are out of the game."""
        for mark in (JAMMED, UNTESTED, GUNS):
            self.mark(number, unit, mark, False)
        box = self.world.box
        for gun in self.here[box["with-units"]]:
            if self.points[gun] == unit + 1:
                self.do(Removed(number, gun, box["with-units"], box["eliminated"]))

    def disorganize(self, unit: int, number: str) -> None:
        if self.is_on_map(unit):
            self.mark(number, unit, DISORGANIZED)


def enemy(side: int) -> int:
    return 1 - side
