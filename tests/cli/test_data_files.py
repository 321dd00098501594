"""A person's own data files: copied, edited, checked as strictly as ours; one message that names file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def mine(run: Run, tmp_path: Path) -> Path:
    assert run("data", "cheren", "--copy", "mine").code == 0
    return tmp_path / "mine"


def test_data_lists_source_and_note(run: Run) -> None:
    out = run("data", "cheren").out
    assert "tables/combat.csv\n  source: reconstruction" in out
    files = {row["file"]: row for row in run("data", "cheren", "--json").data["files"]}
    assert files["tables/combat.csv"]["source"] == "reconstruction"
    assert not files["units.csv"]["yours"]


def test_data_copy_makes_files_that_load(run: Run, mine: Path) -> None:
    assert (mine / "tables" / "combat.csv").is_file()
    assert "units.csv  (yours)" in run("data", "cheren", "--data", mine).out


def test_at_the_end_stands_what_was_read_and_what_was_not(run: Run, mine: Path, tmp_path: Path) -> None:
    assert "Not read" not in run("data", "cheren", "--data", mine).out, "a whole copy holds nothing else"
    few = tmp_path / "few"
    few.mkdir()
    (mine / "units.csv").rename(few / "units.csv")
    (few / "unit.csv").write_text("", encoding="utf-8")
    last = run("data", "cheren", "--data", few).out.splitlines()[-2:]
    assert last[0].startswith("Yours: units.csv. Nothing is wrong")
    assert last[1] == "Not read, since no such file belongs to the game: unit.csv."


def test_data_copy_overwrites_nothing(run: Run, mine: Path) -> None:
    before = (mine / "units.csv").read_text(encoding="utf-8")
    ran = run("data", "cheren", "--copy", mine)
    assert ran.code == 2
    assert "is there already and not empty" in ran.message
    assert (mine / "units.csv").read_text(encoding="utf-8") == before


def test_own_data_change_the_game(run: Run, mine: Path) -> None:
    units = mine / "units.csv"
    units.write_text(units.read_text(encoding="utf-8").replace("11-ind,11th Indian", "11-ind,Eleventh Indian"), encoding="utf-8")
    assert "Eleventh Indian Brigade" in run("show", "cheren", "--data", mine).out


def edit(path: Path, old: str, new: str) -> int:
    """Change the first place; gives its line."""
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("hexes.csv", "\n0105,", "\n9905,", "hex '9905' is not on the map, which runs from 0000 to 3321"),
        ("hexsides.csv", "1321,1421,", "1321,9921,", "hex '9921' is not on the map"),
        ("hexsides.csv", "1321,1421,", "1321,1801,", "1321 and 1801 are not neighbours"),
        ("map.toml", '"0208", "0307"', '"0208", "7777"', "hex '7777' is not on the map"),
        ("units.csv", "10-ind,", "11-ind,", "key '11-ind' is already in line 7"),
        ("units.csv", ",infantry,X,4,8;6;4;2,5,3;3;2;2,kassala", ",cooks,X,4,8;6;4;2,5,3;3;2;2,kassala", "kind is 'cooks'; expected one of infantry"),
        ("units.csv", ",kassala,0,-", ",atlantis,0,-", "'atlantis' is neither a place of map.toml nor a hex"),
        ("tables/combat.csv", "3,2-0,1-0,", "3,2-0,,", "the cell under '1-2' is missing"),
        ("tables/combat.csv", "3,2-0,1-0,", "3,2-0,", "found 8 cells; expected 9"),
        ("tables/terrain.csv", "clear,1,", "clear,one,", "mp is 'one'; expected a number or a fraction such as 3/2"),
        ("chits.csv", "# source: reconstruction", "# source: a friend", "source is 'a friend'; expected rulebook"),
        ("scenarios/agordat.toml", "turns = 4", "turns = ", "not valid TOML"),
    ],
)
def test_a_mistake_is_one_message_with_file_and_line(run: Run, mine: Path, file: str, old: str, new: str, says: str) -> None:
    line = edit(mine / file, old, new) + (1 if old.startswith("\n") else 0)
    for command in ("data", "play"):
        ran = run(command, "cheren", "--data", mine)
        assert ran.code == 2
        assert ran.message.startswith(f"{file}, line {line}: "), ran.message
        assert says in ran.message
        assert ran.out == ""
    assert not (mine.parent / "home").exists()


def test_a_folder_that_is_not_there(run: Run) -> None:
    ran = run("play", "cheren", "--data", "nowhere")
    assert ran.code == 2
    assert ran.message == "nowhere: there is no such folder"
