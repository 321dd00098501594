"""Who sees whom for a whole map at once, from the same line templates as `sight`.

A template lies the same way over every hex, so it is laid over all of them together: a set of hexes is one long whole number with a bit for
each place of the map, and moving the template along is a shift. Heights only matter by rank, so each rank of ground that the higher of the
two ends may have gets a block of its own in that number, one behind the other, and one `|` decides a line for every hex and every rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import and_
from threading import Lock, Thread
from typing import NamedTuple, Protocol

from amba.kit.sight import CORNER_POINTS, PAD, LineKey, Sight, SightMap


class TableKeeper(Protocol):
    """Where a table lies from one start of the program to the next."""

    def read(self) -> bytes | None: ...
    def write(self, data: bytes) -> None: ...


class SightTable:
    """Answers `sees` from a table that is filled in the background; a pair that is not in it yet is answered by `Sight` alone."""

    def __init__(self, sight: Sight, kept: TableKeeper | None = None) -> None:
        self.sight = sight
        self.kept = kept
        self.map: SightMap = sight.map
        self._rows: dict[int, bytes] = {}
        """Offset of two hexes -> a bit for every place from which the hex at that offset is seen."""
        columns, rows = self.map.columns, self.map.rows
        self._code = [(i // rows) * 4 * rows + self.map.y[i] for i in range(columns * rows)]
        self._lock = Lock()
        self._started = False

    def sees(self, a: int, b: int) -> bool:
        """Whether a corner of `a` can be named that no corner of `b` spoils."""
        row = self._rows.get(self._code[b] - self._code[a])
        if row is None:
            return self.sight.sees(a, b)
        place = self.map.place[a]
        return bool(row[place >> 3] >> (place & 7) & 1)

    @property
    def is_full(self) -> bool:
        """Whether every pair is in the table."""
        return len(self._rows) == self.offsets

    @property
    def offsets(self) -> int:
        """How many different ways there are from one hex of the map to another."""
        return sum(1 for _ in self._all_offsets())

    def start(self) -> None:
        """Fill the table beside whatever else is going on; once."""
        with self._lock:
            if self._started:
                return
            self._started = True
        Thread(target=self.fetch, name="sight table", daemon=True).start()

    def fetch(self) -> None:
        """The table as it was kept; where it was not, it is made and kept."""
        if self.kept is None:
            self.fill()
            return
        data = self.kept.read()
        if data is None or not self.unpack(data):
            self.fill()
            self.kept.write(self.packed())

    def fill(self) -> None:
        """Make the whole table now."""
        with self._lock:
            self._started = True
        maker = Maker(self.sight)
        step = 4 * self.map.rows
        for dc, dy in self._all_offsets():
            if (dc, dy) >= (0, 0):
                there, back = maker.both_ways(dc, dy)
                self._rows[-dc * step - dy] = back
                self._rows[dc * step + dy] = there

    @property
    def _row_size(self) -> int:
        return self.map.places // 8 + 1

    def packed(self) -> bytes:
        """The full table as one string of bytes: the rows one after the other, by their offsets."""
        return b"".join(self._rows[code] for code in sorted(self._rows))

    def unpack(self, data: bytes) -> bool:
        """Take a packed table over; whether it was a whole one."""
        size, step = self._row_size, 4 * self.map.rows
        codes = sorted(dc * step + dy for dc, dy in self._all_offsets())
        if len(data) != size * len(codes):
            return False
        self._rows.update({code: data[i * size : (i + 1) * size] for i, code in enumerate(codes)})
        return True

    def _all_offsets(self) -> Iterator[tuple[int, int]]:
        """Columns and half hexes from one hex of the map to another."""
        columns, tall = self.map.columns, 2 * self.map.rows - 1
        for dc in range(1 - columns, columns):
            for dy in range(-tall, tall + 1):
                if (dc + dy) % 2 == 0 and (dc % 2 or abs(dy) < tall):
                    yield dc, dy


class Stops(NamedTuple):
    """What stops a line, laid over the whole map: by everything between its ends, and which of the hexes at its ends it crosses or follows."""

    between: int
    crossed: tuple[int, ...]
    along: tuple[tuple[int, int], ...]


class Maker:
    """Makes the rows of the table. Works by columns, so that lines of a few columns only have to be remembered at a time."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.map = sight, sight.map
        self.width = self.map.places
        self.ranks = sorted(set(sight.heights))
        self.higher = self._packed((rank, place) for place, height in enumerate(sight.padded) for rank in self.ranks if height > rank)
        ends = [(self.map.place[index], height) for index, height in enumerate(sight.heights)]
        self.at_most = self._packed((rank, place) for place, height in ends for rank in self.ranks if height <= rank)
        self.equal = self._packed((height, place) for place, height in ends)
        self.walls = [_bits(code // 4 for code in sight.walls if code % 4 == kind) for kind in range(3)]
        self.corners = [self.map.anchor(corner) for corner in range(6)]
        self._lines: dict[LineKey, Stops] = {}
        self._column = 0

    def _packed(self, cells: Iterable[tuple[int, int]]) -> int:
        """A number with a bit for each (rank, place)."""
        block = {rank: index * self.width for index, rank in enumerate(self.ranks)}
        return _bits(block[rank] + place for rank, place in cells)

    def _spread(self, bits: int) -> int:
        """The same set in every block."""
        count, done = len(self.ranks), 1
        while done < count:
            step = min(done, count - done)
            bits |= bits << step * self.width
            done += step
        return bits

    def _fold(self, bits: int) -> int:
        """The sets of all blocks in one."""
        count = len(self.ranks)
        while count > 1:
            half = (count + 1) // 2
            bits = (bits & (1 << half * self.width) - 1) | bits >> half * self.width
            count = half
        return bits

    def both_ways(self, dc: int, dy: int) -> tuple[bytes, bytes]:
        """Who sees the hex at this offset, and who is seen from it: each by the place of the one who looks."""
        if dc != self._column:
            self._column = dc
            self._lines = {key: line for key, line in self._lines.items() if key[1] >= 3 * dc - 4}
        # The looker's corner is good when no answer stops it; he is blind when he has none. One line serves both ways.
        spoiled, spoiled_back = [0] * 6, [0] * 6
        for i, (_, anchor) in enumerate(self.corners):
            for j in range(6):
                stopped = _moved(self._stopped(i, j, dc, dy), anchor)
                spoiled[i] |= stopped
                spoiled_back[j] |= stopped
        offset = dc * self.map.stride + dy
        pairs = self._pairs(dc, dy, offset)
        there = self._fold(pairs & ~reduce(and_, spoiled))
        back = self._fold(pairs & ~reduce(and_, spoiled_back)) << offset
        size = self.width // 8 + 1
        return there.to_bytes(size, "little"), back.to_bytes(size, "little")

    def _pairs(self, dc: int, dy: int, offset: int) -> int:
        """In the block of each rank the hexes whose partner is on the map, where the higher of the two has that rank."""
        map = self.map
        low, high = max(0, -dy), min(2 * map.rows, 2 * map.rows - dy)
        column = (1 << high) - (1 << low) << 2 * PAD
        valid = 0
        for c in range(max(0, -dc), min(map.columns, map.columns - dc)):
            valid |= column << (c + PAD) * map.stride
        return self._spread(valid) & self.at_most & self.at_most >> offset & (self.equal | self.equal >> offset)

    def _stopped(self, i: int, j: int, dc: int, dy: int) -> int:
        """Which lines from corner i of a hex to corner j of the one at this offset are stopped, by the place of the template."""
        (ax, ay), (bx, by) = CORNER_POINTS[i], CORNER_POINTS[j]
        end, anchor = self.corners[i]
        key = (end, 3 * dc + bx - ax, dy + by - ay)
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = self._lay(key)
        own = (-anchor, dc * self.map.stride + dy - anchor)
        bits = line.between
        for place in line.crossed:
            if place not in own:
                bits |= _moved(self.higher, place)
        for pair in line.along:
            bits |= self._beside(*(0 if place in own else _moved(self.higher, place) for place in pair))
        return bits

    def _beside(self, one: int, other: int) -> int:
        return one & other if self.sight.along is all else one | other

    def _lay(self, key: LineKey) -> Stops:
        flat = self.map.lay(key)
        ends = self.map.ends(key)
        bits = cut = 0
        higher, walls = self.higher, self.walls
        for place in flat.crossed:
            if place not in ends:
                bits |= higher >> place if place >= 0 else higher << -place
        at_ends = tuple(pair for pair in flat.along if not ends.isdisjoint(pair))
        for pair in flat.along:
            if pair not in at_ends:
                bits |= self._beside(*(_moved(higher, place) for place in pair))
        for code in flat.sides:
            place, wall = code >> 2, walls[code & 3]
            cut |= wall >> place if place >= 0 else wall << -place
        bits |= self._spread(cut & (1 << self.width) - 1)
        return Stops(bits, tuple(place for place in flat.crossed if place in ends), at_ends)


def _moved(bits: int, offset: int) -> int:
    """A set as a template at this offset sees it."""
    return bits >> offset if offset >= 0 else bits << -offset


def _bits(places: Iterable[int]) -> int:
    found = bytearray()
    for place in places:
        if place >> 3 >= len(found):
            found.extend(bytes((place >> 3) - len(found) + 1))
        found[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(found, "little")
