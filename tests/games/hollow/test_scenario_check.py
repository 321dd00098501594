"""A scenario of one's own: what is wrong in it is told in one message, with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.cli.main import main
from amba.games.hollow.book import HERE
from amba.games.hollow.game import load
from amba.load.files import DataError

LESSON = (HERE / "data" / "scenarios" / "lesson-1.toml").read_text(encoding="utf-8")


def said(tmp_path: Path, text: str) -> str:
    (tmp_path / "scenarios").mkdir(exist_ok=True)
    (tmp_path / "scenarios" / "mine.toml").write_text(text.replace('key = "lesson-1"', 'key = "mine"'), encoding="utf-8")
    try:
        load(tmp_path).new("mine", {})
    except DataError as error:
        return str(error)
    return ""


def test_a_scenario_of_ones_own_is_played(tmp_path: Path) -> None:
    assert said(tmp_path, LESSON) == ""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('squads = ["br-457*3"]', 'sqauds = ["br-457*3"]', "unknown key 'sqauds' (did you mean squads?)"),
        ('squads = ["br-457*3"]', 'squads = ["br-999*3"]', "there is no 'br-999'"),
        ('kind = "hexes"', 'kind = "glory"', "kind is 'glory'; expected one of hexes, exit, lead, points"),
        ("need = 1\n", "", "[victory] of kind 'hexes' has no need"),
        ('land = "east africa"', 'land = "narnia"', "land is 'narnia'; expected one of"),
        ('wind = "no wind"', 'wind = "storm"', "wind is 'storm'; expected one of no wind, mild breeze, heavy wind"),
        ('wind = "no wind"', 'winds = "no wind"', "unknown key 'winds' (did you mean wind?)"),
        ('nation = "british"\ntitle = "British"', 'title = "British"', "[sides.allied] has no nation"),
        ('hexes = ["62L-O"]', 'hexes = ["99L-O"]', "no hex of this scenario lies in '99L-O'"),
        ('hexes = ["62H5", "62H6"]', 'hexes = ["62H5", "62Z6"]', "'62Z6' is no hex of this scenario"),
        (
            "[victory]",
            '[terrain]\norchards = "cactus patch"\n[victory]',
            "orchards is 'cactus patch'; expected one of cactus_patch, olive_grove, palms",
        ),
        ('squads = ["br-457*3"]', 'squads = ["br-457*3"]\nsnipers = 3', "unknown key 'snipers'"),
        ('squads = ["br-457*3"]', 'squads = "br-457*3"', "squads is 'br-457*3'; expected a list of words"),
        ('squads = ["br-457*3"]', 'squads = ["br-457*3"]\nturn = "two"', "turn is 'two'; expected a whole number from 0"),
        ("elr = 4", 'elr = "four"', "elr is 'four'; expected a whole number from 0 to 5"),
        ("need = 1\n", "need = 3\n", "need is 3, and there are 2 hexes"),
        ("need = 1\n", "need = 0\n", "need is 0; expected a whole number from 1"),
        ('date = "1941-02', 'date = "1941-13', "expected a day such as 1941-11-19"),
        ('ground = "moderate"', 'ground = "moderate"\ndust = "light"', "there is no dust over moderate ground"),
        ('wind = "no wind"', 'wind = "no wind"\nsky = "overcast"\nsun = "east"', "under an overcast sky there is no sun (194.61)"),
        ('wind = "no wind"', 'wind = "no wind"\nnight = "no"', "night is 'no'; expected true or false"),
        ("[victory]", '[[battery]]\nside = "allied"\nmodul = "br-25"\n[victory]', "unknown key 'modul' (did you mean module?)"),
        ("[victory]", '[[aircraft]]\nside = "allied"\nplane = "it-cr42"\nhex = "62H0"\n[victory]', "'it-cr42' is italian, as the other side is"),
        ('difficulty = "easy"', 'difficulty = "very"', "difficulty is 'very'; expected one of easy, middling, hard"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in LESSON
    found = said(tmp_path, LESSON.replace(old, new, 1))
    assert found.startswith("scenarios/mine.toml, line ")
    assert message in found


def test_the_data_command_checks_every_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "mine.toml").write_text(LESSON.replace('"lesson-1"', '"mine"').replace("squads =", "sqauds =", 1), encoding="utf-8")
    assert main(["data", "hollow", "--data", str(tmp_path)]) != 0
    assert "scenarios/mine.toml, line" in capsys.readouterr().err


def test_197_25_partisans_may_be_a_side(tmp_path: Path) -> None:
    text = LESSON.replace('nation = "british"\ntitle = "British"', 'nation = "partisan"\ntitle = "Partisans"').replace('"br-457*3"', '"pa-337*3"')
    assert said(tmp_path, text) == ""
