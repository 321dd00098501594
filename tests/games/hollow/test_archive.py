"""The importer of board archives, over small archives built here."""

from __future__ import annotations

import gzip
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from amba.games.hollow.boards.archive import ArchiveError, import_board
from amba.games.hollow.boards.naming import PLACES, hex_place

WIDTH, HEIGHT = 576, 200
CODES = {1: "scrub", 2: "wadi", 3: "wall", 4: "cliff"}
Paint = Callable[[int, int], tuple[int, int]]


def centre(name: str) -> tuple[int, int]:
    column, y = hex_place(name)
    return column * 18, y * 10


def archive(path: Path, paint: Paint, cut: int = 0, member: str = "LOSData", sizes: tuple[int, int] = (33, 10)) -> Path:
    points = bytearray()
    for x in range(WIDTH):
        for y in range(HEIGHT):
            level, code = paint(x, y)
            points += bytes((level % 256, code))
    payload = struct.pack(">4i", *sizes, WIDTH, HEIGHT) + bytes(points) + bytes(len(PLACES))
    head, rest = payload[:200], payload[200 : len(payload) - cut]
    stream = b"\xac\xed\x00\x05" + b"\x77" + bytes([len(head)]) + head + b"\x7a" + struct.pack(">i", len(rest)) + rest
    with zipfile.ZipFile(path, "w") as out:
        out.writestr(member, gzip.compress(stream, 1))
    return path


def near(x: int, y: int, name: str, dx: int, dy: int, radius: int) -> bool:
    cx, cy = centre(name)
    return abs(x - cx - dx) <= radius and abs(y - cy - dy) <= radius


def test_levels_terrain_and_hexsides_are_read(tmp_path: Path) -> None:
    def paint(x: int, y: int) -> tuple[int, int]:
        if near(x, y, "C5", 0, 0, 3):
            return 0, 1
        if near(x, y, "E5", 0, 0, 9):
            return 2, 0
        if near(x, y, "K5", 0, 0, 4):
            return -1, 2
        if near(x, y, "P5", 0, 10, 0):
            return 0, 3
        return 0, 9

    board = import_board(archive(tmp_path / "bd99.zip", paint), 99, CODES)
    assert board.terrain == {hex_place("C5"): {"scrub"}, hex_place("K5"): {"wadi"}}
    assert board.level == {hex_place("E5"): 2}, "a wadi's floor is one lower than its hex"
    assert board.sides == {"wall": frozenset({(hex_place("P5"), hex_place("P6"))})}
    assert board.number == 99


def test_188_1_a_wadi_that_only_grazes_a_hex_makes_a_wadi_hexside_only(tmp_path: Path) -> None:
    board = import_board(archive(tmp_path / "b.zip", lambda x, y: (-1, 2) if near(x, y, "K5", 0, 10, 1) else (0, 0)), 99, CODES)
    assert hex_place("K5") not in board.terrain
    assert board.sides == {"wadi": frozenset({(hex_place("K5"), hex_place("K6"))})}


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"hello")
    with pytest.raises(ArchiveError, match=r"x.zip is no board archive"):
        import_board(tmp_path / "x.zip", 1, CODES)


def plain(x: int, y: int) -> tuple[int, int]:
    return 0, 0


def test_an_archive_without_the_data_says_what_it_has(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="no member LOSData; found picture"):
        import_board(archive(tmp_path / "b.zip", plain, member="picture"), 1, CODES)


def test_a_cut_archive_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="expected 230762"):
        import_board(archive(tmp_path / "b.zip", plain, cut=5), 1, CODES)


def test_a_board_of_another_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="the board is 20 x 8 hexes"):
        import_board(archive(tmp_path / "b.zip", plain, sizes=(20, 8)), 1, CODES)


@pytest.mark.parametrize(
    ("stream", "message"),
    [
        (b"\x00\x00\x00\x00", "expected aced0005"),
        (b"\xac\xed\x00\x05\x70", "expected a block"),
        (b"\xac\xed\x00\x05\x77\x09abc", "ends within a block"),
    ],
)
def test_a_broken_stream_is_refused(tmp_path: Path, stream: bytes, message: str) -> None:
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as out:
        out.writestr("LOSData", gzip.compress(stream))
    with pytest.raises(ArchiveError, match=message):
        import_board(tmp_path / "b.zip", 1, CODES)


def test_codes_must_be_words_of_ours(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="code 7 means 'snow'"):
        import_board(tmp_path / "b.zip", 1, {7: "snow"})
