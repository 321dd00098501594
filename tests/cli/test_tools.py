"""Commands that games bring along: new boards from a seed, boards from an archive."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from amba.games.hollow.boards.board import load_board
from amba.games.hollow.boards.generate import CHARACTERS
from amba.load.files import Folder
from tests.cli.conftest import Run
from tests.games.hollow.test_archive import archive, near


def test_tools_of_the_games_are_listed_and_helped(run: Run) -> None:
    assert "import-board" in run().out
    assert "there are: " in run("bored").message
    assert "board" in run("bored").message


def test_a_board_from_a_seed_is_a_file_that_loads_and_the_same_twice(run: Run, tmp_path: Path) -> None:
    first, again = run("board", "--seed", "12", "--character", "dunes"), run("board", "--seed", "12", "--character", "dunes")
    assert first.code == 0
    assert first.out == again.out
    (tmp_path / "71.toml").write_text(first.out)
    board = load_board(Folder(tmp_path), "71.toml")
    assert (board.number, board.seed, board.character) == (71, 12, "dunes")
    assert run("board", "--seed", "13", "--character", "dunes").out != first.out


def test_a_board_is_written_and_drawn(run: Run, tmp_path: Path) -> None:
    out, svg = tmp_path / "own" / "72.toml", tmp_path / "72.svg"
    ran = run("board", "--seed", "3", "--number", "72", "-o", str(out), "--svg", str(svg), "--json")
    assert ran.data["written"] == [str(out), str(svg)]
    assert ran.data["character"] in CHARACTERS
    assert load_board(Folder(tmp_path / "own"), "72.toml").number == 72
    drawing = ET.parse(svg).getroot()
    assert "72B1" in {node.text for node in drawing.iter() if node.tag.endswith("text")}
    before = out.read_text()
    assert "is there already" in run("board", "--seed", "4", "-o", str(out)).message
    assert out.read_text() == before
    assert run("board", "--seed", "4", "-o", str(out), "--force").code == 0
    assert out.read_text() != before


def test_a_wrong_number_or_character_is_refused(run: Run) -> None:
    assert "expected 1 or more" in run("board", "--seed", "1", "--number", "0").message


def test_an_archive_is_imported_by_a_file_of_codes(run: Run, tmp_path: Path) -> None:
    zipped = archive(tmp_path / "bd80.zip", lambda x, y: (0, 1) if near(x, y, "C5", 0, 0, 3) else (0, 9))
    listed = run("import-board", str(zipped))
    assert listed.code == 0
    assert "9  99." in listed.out
    codes = tmp_path / "codes.toml"
    codes.write_text('1 = "scrub"\n')
    out = tmp_path / "boards" / "80.toml"
    ran = run("import-board", str(zipped), "--codes", str(codes), "-o", str(out))
    assert ran.code == 0
    assert "scrub 1" in ran.out
    assert len(load_board(Folder(tmp_path / "boards"), "80.toml").terrain) == 1


def test_what_is_no_archive_or_no_file_of_codes_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "x.zip"
    wrong.write_text("no zip")
    assert "no board archive" in run("import-board", str(wrong)).message
    good = archive(tmp_path / "bd80.zip", lambda *_: (0, 9))
    codes = tmp_path / "codes.toml"
    codes.write_text('scrub = "1"\n')
    assert "expected a code and a word" in run("import-board", str(good), "--codes", str(codes)).message
    codes.write_text('1 = "jungle"\n')
    assert "jungle" in run("import-board", str(good), "--codes", str(codes)).message
    assert "nothing to draw" in run("import-board", str(good), "--svg", str(tmp_path / "x.svg")).message
