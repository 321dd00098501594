"""People's files: an error names the file, the line, what was found and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.core.game import BadPosition
from amba.games.cheren.book import HERE
from amba.games.cheren.game import Cheren
from amba.load.files import DataError, Folder, table
from amba.load.registry import UnknownGame, keys, open_game
from amba.load.rules import load_rulebook

DATA = HERE / "data"


def changed(tmp_path: Path, name: str, old: str, new: str) -> Path:
    """A folder with one of Cheren's files edited by somebody."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return tmp_path


def line_of(name: str, text: str) -> int:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(text))


MISTAKES = [
    ("hexes.csv", "0108,clear", "9908,clear", "0108", "9908"),
    ("hexes.csv", "0108,clear", "0108,swamp", "0108", "swamp"),
    ("hexes.csv", "0108,clear,", "0107,clear,", "0108", "already in line"),
    ("units.csv", "11-ind,11th", "10-ind,11th", "10-ind,10th", "already in line"),
    ("units.csv", ",8;6;4;2,5,3;3;2;2,kassala", ",8;6;x;2,5,3;3;2;2,kassala", "11-ind", "expected whole numbers"),
    ("units.csv", ",8;6;4;2,5,3;3;2;2,kassala", ",8;6;4;2,5,3;3,kassala", "11-ind", "2 stacking values for 4 steps"),
    ("units.csv", ",kassala,0,-", ",atlantis,0,-", "11-ind", "atlantis"),
    ("tables/combat.csv", "4,1-0,1-0,", "4,1-0,,", "4,", "is missing"),
    ("tables/combat.csv", "4,1-0,1-0,", "4,1-0,", "4,", "expected 9"),
    ("tables/terrain.csv", "hill,3,1,5,-1", "hill,3.3,1,5,-1", "hill", "whole or half"),
    ("tables/terrain.csv", "hill,3,1,5,-1", "hill,3/0,1,5,-1", "hill", "a number or a fraction"),
    ("hexsides.csv", "1321,1421,river", "1321,2121,river", "1321,1421", "2121"),
    ("chits.csv", "raf,raf,RAF,allied", "raf,raf,RAF,german", "raf,", "german"),
]


@pytest.mark.parametrize(("name", "old", "new", "row", "message"), MISTAKES, ids=[f"{m[0]}-{m[4]}" for m in MISTAKES])
def test_a_mistake_in_a_data_file_is_named_with_its_line(tmp_path: Path, name: str, old: str, new: str, row: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        Cheren(changed(tmp_path, name, old, new))
    assert error.value.file == name
    assert error.value.line == line_of(name, row)
    assert message in error.value.message


def test_a_second_terrain_must_be_a_terrain(tmp_path: Path) -> None:
    row = next(line for line in (DATA / "hexes.csv").read_text(encoding="utf-8").splitlines() if line.startswith("0807,"))
    with pytest.raises(DataError, match="also is 'swamp'"):
        Cheren(changed(tmp_path, "hexes.csv", row, row.removesuffix("clear") + "swamp"))


def test_a_missing_file_and_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="this file is missing"):
        Folder(tmp_path).sheet("units.csv")
    with pytest.raises(DataError, match="no such folder"):
        Folder(tmp_path, tmp_path / "nowhere")


def test_provenance_is_demanded(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,y\n1,2\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("# source: hearsay\nx,y\n1,2\n", encoding="utf-8")
    for name in ("a.csv", "b.csv"):
        with pytest.raises(DataError, match="expected rulebook, history, terrain, reconstruction"):
            Folder(tmp_path).sheet(name)


def test_a_table_keeps_its_printed_shape(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("# source: rulebook\ndie,1-1,2-1\n1,a,b\n2,c,d\n", encoding="utf-8")
    found = table(Folder(tmp_path), "t.csv", ["1", "2"])
    assert (found.columns, found.rows, found.cells) == (["1-1", "2-1"], ["1", "2"], [["a", "b"], ["c", "d"]])
    with pytest.raises(DataError, match="expected 1, 2, 3"):
        table(Folder(tmp_path), "t.csv", ["1", "2", "3"])


def test_broken_toml_and_text_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('x = 1\ny = "\n', encoding="utf-8")
    with pytest.raises(DataError) as error:
        Folder(tmp_path).toml("a.toml")
    assert error.value.line == 2
    (tmp_path / "b.toml").write_bytes(b"x = '\xff'")
    with pytest.raises(DataError, match="not UTF-8"):
        Folder(tmp_path).toml("b.toml")


def test_a_persons_files_are_laid_over_ours_and_change_the_hash(tmp_path: Path) -> None:
    ours, theirs = Cheren(), Cheren(changed(tmp_path, "tables/combat.csv", "1,2-0", "1,3-0"))
    assert ours.world.combat.cells[0][0] == "2-0"
    assert theirs.world.combat.cells[0][0] == "3-0"
    assert ours.data_hash != theirs.data_hash
    assert Cheren().data_hash == ours.data_hash


def test_every_file_says_where_it_comes_from() -> None:
    for key in keys():
        found = open_game(key).provenance()
        assert found
        assert all(entry.source and entry.file for entry in found)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'; there are: "):
        open_game("chess")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[rule]]\nnumber = "1.0"\ntitle = "A"\ngist = "B"\nstatus = "maybe"\n', "expected one of enforced"),
        ('[[rule]]\nnumber = "1.0"\ntitle = "A"\ngist = "B"\nstatus = "information"\n', "must give a reason"),
        ('[[rule]]\nnumber = "1.0"\ngist = "B"\nstatus = "enforced"\n', "has no title"),
        ('[[rule]]\nnumber = "1.0"\ntitle = "A"\ngist = "B"\nstatus = "enforced"\n' * 2, "is there twice"),
    ],
)
def test_a_mistake_in_a_rulebook(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "rulebook.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load_rulebook(tmp_path)


POSITIONS = [
    ({"phase": "tea"}, "phase is 'tea'"), ({"units": {"nobody": "0108"}}, "no unit 'nobody'"), ({"units": {"11-ind": "9999"}}, "expected a hex"),
    ({"units": {"11-ind": "3201"}}, "in the sea"), ({"units": {"11-ind": {"hex": "0108", "steps": 9}}}, "expected 1 to 4"),
    ({"units": {"11-ind": "0108", "bande": "0108"}}, "stands on the enemy"), ({"units": {"11-ind": {"hex": "0108", "side": "italian"}}}, "cannot be"),
    ({"control": {"allied": ["0101"]}}, "is no town"), ({"chits": {"allied-hand": ["aosta"]}}, "not a chit of that side"),
    ({"colour": "red"}, "unknown key 'colour'"), ({"turn": "two"}, "expected a whole number"), ({"released": ["rome"]}, "no garrison"),
    ({"options": {"push": "hard"}}, "expected one of"), ({"scenario": "moon"}, "no scenario"), ({"decides": "italian"}, "allied decides"),
    ({"units": {"11-ind": {"hex": "0108", "supply": "some"}}}, "expected full, low or none"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "message"), POSITIONS, ids=[message for _, message in POSITIONS])
def test_a_mistake_in_a_position_is_named(document: dict[str, object], message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        Cheren().place(document)
