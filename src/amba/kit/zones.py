"""Zones of control, kept fresh hex by hex as units come and go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

from amba.core.state import GameState, Named

W = TypeVar("W", bound=Named)
Strength = Callable[[int, int], int]


class Zones:
    """For each side, how strongly it controls each hex.

    `strength(side, hex)` says what the units of a side in a hex exert on their neighbours (0: nothing); `links[hex]` are the hexes it
    reaches, which must hold both ways. A hex's value is the greatest exerted on it. After a change, call `stale` with the hex; values are mended when asked for.
    It is whoever asks who brings `strength`: kept here it would make a circle with its position, and no position were freed before the collector came by.
    """

    __slots__ = ("_exerted", "_is_shared", "_links", "_stale", "_value")

    def __new__(cls, *_: Any) -> Self:
        """One with nothing in it yet: `copy` fills it, too."""
        return super().__new__(cls)

    def __init__(self, sides: int, size: int, links: Sequence[Sequence[int]]) -> None:
        self._links = links
        self._exerted = [bytearray(size) for _ in range(sides)]
        self._value = [bytearray(size) for _ in range(sides)]
        self._stale: set[int] = set()
        self._is_shared = False

    def copy(self) -> Self:
        """An independent copy."""
        kind = type(self)
        new = kind.__new__(kind)
        new._links = self._links
        new._exerted = self._exerted
        new._value = self._value
        new._is_shared = self._is_shared = True
        new._stale = set(self._stale)
        return new

    def stale(self, place: int) -> None:
        self._stale.add(place)

    def of(self, side: int, strength: Strength) -> bytearray:
        """The side's control of every hex. Read it, do not keep it."""
        if self._stale:
            self._mend(strength)
        return self._value[side]

    def exerted(self, side: int, strength: Strength) -> bytearray:
        """What the units in each hex exert."""
        if self._stale:
            self._mend(strength)
        return self._exerted[side]

    def _mend(self, strength: Strength) -> None:
        if self._is_shared:  # with a copy, until one of the two changes
            self._exerted = [row[:] for row in self._exerted]
            self._value = [row[:] for row in self._value]
            self._is_shared = False
        links = self._links
        for side, exerted in enumerate(self._exerted):
            value = self._value[side]
            for place in self._stale:
                new = strength(side, place)
                old = exerted[place]
                if new == old:
                    continue
                exerted[place] = new
                for there in links[place]:
                    if new >= value[there]:
                        value[there] = new
                    elif old == value[there]:
                        value[there] = max([exerted[near] for near in links[there]])
        self._stale.clear()


class ZonedState(GameState[W]):
    """A position in which units have zones of control. A game says what the units in a place exert, and calls `zones.stale` and keeps `held` in `touched`."""

    __slots__ = ("held", "zones")

    zones: Zones
    held: tuple[bytearray, bytearray]
    """side -> place -> whether it has units there"""

    def __init__(self, world: W, scenario: str, options: dict[str, str], places: int, links: Sequence[Sequence[int]]) -> None:
        super().__init__(world, scenario, options)
        self.zones = Zones(2, places, links)
        self.held = (bytearray(places), bytearray(places))

    def copy_fields(self, new: Self) -> None:
        super().copy_fields(new)
        new.zones = self.zones.copy()
        new.held = (self.held[0][:], self.held[1][:])

    def exerts(self, side: int, place: int) -> int:
        """How strong the zone of control of this side's units in a place is; 0: they have none."""
        raise NotImplementedError

    def zoc(self, side: int) -> bytearray:
        """How strongly the side controls each place."""
        return self.zones.of(side, self.exerts)
