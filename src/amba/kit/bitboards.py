"""Whole maps at once: a set of hexes as one big integer, a bit to a hex (a bitboard), so that a step in every direction is a few shifts.

Spreading out over some thousand hexes takes microseconds where walking from hex to hex takes milliseconds, and supply is asked for in every position a
bot looks at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

_DIGITS = b"0" + b"1" * 255
"""Anything but 0 counts alike."""


class Bitboards:
    """Turns fields (a byte to a place) and lists of hexes into bitboards, and spreads them. Hex 0 is the highest bit."""

    def __init__(self, neighbours: Sequence[Iterable[int]]) -> None:
        """`neighbours` of every hex, as far as a step leads there."""
        self.size = len(neighbours)
        self._format = f"0{self.size}b"
        masks: dict[int, int] = {}
        for here, row in enumerate(neighbours):
            for there in row:
                masks[there - here] = masks.get(there - here, 0) | self._bit(here)
        # A step to a hex with a higher number goes towards the lower bits.
        self._forth = [(by, mask) for by, mask in masks.items() if by > 0]
        self._back = [(-by, mask) for by, mask in masks.items() if by < 0]

    def _bit(self, place: int) -> int:
        return 1 << (self.size - 1 - place)

    def field(self, values: bytes | bytearray) -> int:
        """The hexes with a value in a list by place."""
        return int(values[: self.size].translate(_DIGITS), 2)

    def of(self, places: Iterable[int]) -> int:
        found = 0
        for place in places:
            found |= self._bit(place)
        return found

    def digits(self, bits: int) -> str:
        """place -> '1' or '0'."""
        return format(bits, self._format)

    def beside(self, bits: int) -> int:
        """Everything one step from these hexes."""
        found = 0
        for by, mask in self._forth:
            found |= (bits & mask) >> by
        for by, mask in self._back:
            found |= (bits & mask) << by
        return found

    def widened(self, bits: int, steps: int) -> int:
        """Everything at most so many steps from these hexes."""
        for _ in range(steps):
            bits |= self.beside(bits)
        return bits

    def spread(self, starts: int, free: int, steps: int) -> Spread:
        """Everything so many steps from the starts through hexes that are free. The starts themselves need not be."""
        rings, bits = [starts], starts
        for _ in range(steps):
            wider = bits | (self.beside(bits) & free)
            if wider == bits:
                break
            rings.append(wider)
            bits = wider
        return Spread(self, rings)


class Spread(Mapping[int, int]):
    """hex -> the number of steps that lead there, for the hexes that were reached."""

    def __init__(self, boards: Bitboards, rings: Sequence[int]) -> None:
        self._boards = boards
        self._rings = rings
        self._reached = boards.digits(rings[-1])
        self._steps: dict[int, int] | None = None

    def __contains__(self, place: object) -> bool:
        return isinstance(place, int) and place < self._boards.size and self._reached[place] == "1"

    def steps(self) -> dict[int, int]:
        """Worked out when somebody wants to know; mostly it is enough to know whether."""
        if self._steps is None:
            self._steps = {}
            for step, ring in reversed(list(enumerate(self._rings))):
                digits = self._boards.digits(ring)
                place = digits.find("1")
                while place >= 0:
                    self._steps[place] = step
                    place = digits.find("1", place + 1)
        return self._steps

    def __getitem__(self, place: int) -> int:
        return self.steps()[place]

    def __iter__(self) -> Iterator[int]:
        return iter(self.steps())

    def __len__(self) -> int:
        return self._reached.count("1")
