"""Zones of control, kept fresh hex by hex as units come and go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

Strength = Callable[[int, int], int]


class Zones:
    """For each side, how strongly it controls each hex.

    `strength(side, hex)` says what the units of a side in a hex exert on their neighbours (0: nothing); `links[hex]` are the hexes it
    reaches, which must hold both ways. A hex's value is the greatest exerted on it. After a change, call `stale` with the hex; values are mended when asked for.
    """

    __slots__ = ("_exerted", "_links", "_stale", "_strength", "_value")

    def __init__(self, sides: int, size: int, links: Sequence[Sequence[int]], strength: Strength) -> None:
        self._links = links
        self._strength = strength
        self._exerted = [bytearray(size) for _ in range(sides)]
        self._value = [bytearray(size) for _ in range(sides)]
        self._stale: set[int] = set()

    def copy(self, strength: Strength) -> Self:
        """An independent copy that asks another position for strengths."""
        new = object.__new__(type(self))
        new._links = self._links
        new._strength = strength
        new._exerted = [row[:] for row in self._exerted]
        new._value = [row[:] for row in self._value]
        new._stale = set(self._stale)
        return new

    def stale(self, place: int) -> None:
        self._stale.add(place)

    def of(self, side: int) -> bytearray:
        """The side's control of every hex. Read it, do not keep it."""
        if self._stale:
            self._mend()
        return self._value[side]

    def exerted(self, side: int) -> bytearray:
        """What the units in each hex exert."""
        if self._stale:
            self._mend()
        return self._exerted[side]

    def _mend(self) -> None:
        links, strength = self._links, self._strength
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
