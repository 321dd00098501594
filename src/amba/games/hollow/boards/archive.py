"""Reads a board archive that a person already has: a zip file whose member `LOSData` says level and terrain of every picture point.

The data is a gzipped Java object stream of plain blocks: width and height in hexes, width and height in points, then a level and a terrain
code for each point, column by column, then one byte for each hex. The names of the codes come from the caller, since each maker has his own.
"""

from __future__ import annotations

import gzip
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from amba.games.hollow.boards.board import Board, side
from amba.games.hollow.boards.naming import COLUMNS, HEIGHT, PLACES, ROWS
from amba.games.hollow.boards.terrain import SIDES, TERRAIN
from amba.kit.rays import NEIGHBOURS, Hex, Pair

MEMBER = "LOSData"
NEAR = 8
"""How near its centre, in points of a board 645 high, a hex must show a wadi to be a wadi hex; else only its hexside is."""


class ArchiveError(Exception):
    """The file is no board archive: what was found and what was expected."""


class Picture:
    """Level and terrain code of every point of a board."""

    def __init__(self, width: int, height: int, points: bytes) -> None:
        self.width, self.height, self.points = width, height, points

    def at(self, x: int, y: int) -> tuple[int, int]:
        """The ground level and the terrain code at a point; the edge counts for what lies beyond it."""
        x, y = min(max(x, 0), self.width - 1), min(max(y, 0), self.height - 1)
        where = 2 * (x * self.height + y)
        level = self.points[where]
        return level - 256 if level > 127 else level, self.points[where + 1]

    def centre(self, place: Hex) -> tuple[int, int]:
        return place[0] * self.width // (COLUMNS - 1), place[1] * self.height // HEIGHT

    def disc(self, place: Hex, radius: int) -> Iterator[tuple[int, int]]:
        """Points of the board within a radius of a hex's centre."""
        x0, y0 = self.centre(place)
        for x in range(max(0, x0 - radius), min(self.width, x0 + radius + 1)):
            for y in range(max(0, y0 - radius), min(self.height, y0 + radius + 1)):
                if (x - x0) ** 2 + (y - y0) ** 2 <= radius**2:
                    yield self.at(x, y)

    def middle(self, a: Hex, b: Hex) -> Iterator[tuple[int, int]]:
        """Points around the middle of the hexside between two hexes."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        reach = max(1, self.height // 160)
        for x in range(-reach, reach + 1):
            for y in range(-reach, reach + 1):
                yield self.at((ax + bx) // 2 + x, (ay + by) // 2 + y)


def _payload(data: bytes) -> bytes:
    """The plain bytes inside a Java object stream of data blocks."""
    if data[:4] != b"\xac\xed\x00\x05":
        raise ArchiveError(f"{MEMBER} begins with {data[:4].hex()}; expected aced0005, a Java object stream")
    parts, at = [], 4
    while at < len(data):
        mark = data[at]
        if mark == 0x77 and at + 2 <= len(data):
            length, start = data[at + 1], at + 2
        elif mark == 0x7A and at + 5 <= len(data):
            length, start = struct.unpack_from(">i", data, at + 1)[0], at + 5
        else:
            raise ArchiveError(f"{MEMBER} has the mark {mark:02x} at byte {at}; expected a block, 77 or 7a")
        if length < 0 or start + length > len(data):
            raise ArchiveError(f"{MEMBER} ends within a block: {length} bytes announced, {len(data) - start} there")
        parts.append(data[start : start + length])
        at = start + length
    return b"".join(parts)


def read_picture(path: Path) -> Picture:
    """Open an archive and check that everything announced is there."""
    try:
        with zipfile.ZipFile(path) as archive:
            if MEMBER not in archive.namelist():
                raise ArchiveError(f"{path.name} has no member {MEMBER}; found {', '.join(archive.namelist()) or 'nothing'}")
            data = _payload(gzip.decompress(archive.read(MEMBER)))
    except (zipfile.BadZipFile, OSError, EOFError, zlib.error) as error:
        raise ArchiveError(f"{path.name} is no board archive: {error}") from None
    if len(data) < 16:
        raise ArchiveError(f"{MEMBER} holds {len(data)} bytes; expected at least the four sizes")
    columns, rows, width, height = struct.unpack_from(">4i", data)
    if (columns, rows) != (COLUMNS, ROWS):
        raise ArchiveError(f"the board is {columns} x {rows} hexes; expected {COLUMNS} x {ROWS}")
    expected = 16 + 2 * width * height + len(PLACES)
    if width < COLUMNS or height < HEIGHT or len(data) != expected:
        raise ArchiveError(f"{MEMBER} holds {len(data)} bytes; expected {expected} for {width} x {height} points")
    return Picture(width, height, data[16 : 16 + 2 * width * height])


def import_board(path: Path, number: int, codes: Mapping[int, str]) -> Board:
    """A board from an archive. `codes` says what a terrain code means: a terrain or a hexside word of ours; others are open ground."""
    for code, word in codes.items():
        if word not in TERRAIN and word not in SIDES:
            raise ArchiveError(f"code {code} means {word!r}; expected a terrain or a hexside of ours")
    picture = read_picture(path)
    terrain = {place: found for place in PLACES if (found := _terrain(picture, place, codes))}
    level = {place: height for place in PLACES if (height := _level(picture, place, terrain))}
    sides: dict[str, set[Pair]] = {}
    for a, b in _sides_of_board():
        for kind in _sides_at(picture, a, b, codes):
            sides.setdefault(kind, set()).add(side(a, b))
    kept = {kind: frozenset(pairs) for kind, pairs in sides.items()}
    return Board(number, path.stem, level, terrain, kept, (), "Imported from a board archive.", "reconstruction")


def _sides_of_board() -> Iterator[Pair]:
    on_board = set(PLACES)
    for place in PLACES:
        for step in NEIGHBOURS:
            there = (place[0] + step[0], place[1] + step[1])
            if there in on_board and place < there:
                yield place, there


def _terrain(picture: Picture, place: Hex, codes: Mapping[int, str]) -> frozenset[str]:
    """What the hex shows anywhere well inside it; a wadi must pass near the centre (188.1)."""
    unit = picture.height / 645
    found = {codes.get(code, "") for _, code in picture.disc(place, max(1, int(24 * unit)))}
    near = {codes.get(code, "") for _, code in picture.disc(place, max(1, int(NEAR * unit)))}
    words = {word for word in found if word in TERRAIN and word != "open"}
    return frozenset(words if "wadi" in near else words - {"wadi"})


def _level(picture: Picture, place: Hex, terrain: Mapping[Hex, frozenset[str]]) -> int:
    """The level of the centre; the floor of a wadi is drawn one level below its hex."""
    counted = Counter(level for level, _ in picture.disc(place, max(1, picture.height // 200)))
    level = counted.most_common(1)[0][0]
    return level + 1 if "wadi" in terrain.get(place, ()) else level


def _sides_at(picture: Picture, a: Hex, b: Hex, codes: Mapping[int, str]) -> set[str]:
    return {word for _, code in picture.middle(a, b) if (word := codes.get(code, "")) in SIDES}
