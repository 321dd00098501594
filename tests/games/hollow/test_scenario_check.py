"""A scenario of one's own: what is wrong in it is told in one message, with file and line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from amba.cli.main import main
from amba.games.hollow.book import HERE
from amba.games.hollow.game import load
from amba.load.files import DataError

ROOT = Path(__file__).parents[3]
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
        ('ground = "moderate"', 'ground = "moderate"\ndust = "light"', "there is no light dust over moderate ground"),
        ('wind = "no wind"', 'wind = "no wind"\nsky = "overcast"\nsun = "east"', "there is no low sun under an overcast sky (194.61)"),
        ('wind = "no wind"', 'wind = "no wind"\nnight = "no"', "night is 'no'; expected true or false"),
        ("[victory]", '[[battery]]\nside = "allied"\nmodul = "br-25"\n[victory]', "unknown key 'modul' (did you mean module?)"),
        ("[victory]", '[[aircraft]]\nside = "allied"\nplane = "it-cr42"\nhex = "62H0"\n[victory]', "'it-cr42' is italian, as the other side is"),
        ('difficulty = "easy"', 'difficulty = "very"', "difficulty is 'very'; expected one of easy, middling, hard"),
        ('playable = ["62D-O"]', 'playable = ["62D-ZZZ"]', "'ZZZ' is no column; they are A to Z, then AA to GG"),
        ('squads = ["it-336*2"]', 'squads = ["it-336*19"]', "19 squads and dummies in 6 hexes; a hex holds 3 (6)"),
        ('squads = ["it-336*2"]\nleaders = ["7-0"]', 'squads = ["it-336*18"]\nleaders = ["7-0*7"]', "25 units in 6 hexes; a hex holds 4 (6)"),
        ('squads = ["br-457*3"]', 'squads = ["br-457*3"]\nturn = 2\nworks = ["foxhole"]', "works of a group that arrives later"),
        (
            'hexes = ["62L-O"]',
            'hexes = ["62M5", "62N5"]\nturn = 2',
            "a group with a turn comes over the edge of the map, and none of these lies there",
        ),
        ('squads = ["it-336*2"]\nleaders = ["7-0"]\nweapons = ["it-lmg"]', "", "nobody fights for this side"),
        (
            'leaders = ["8-1"]\nweapons = ["br-lmg"]',
            'weapons = ["radio"]\n[[battery]]\nside = "allied"\nmodule = "br-25"',
            "radio: only a leader observes, and the allied side has none",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in LESSON
    found = said(tmp_path, LESSON.replace(old, new, 1))
    assert found.startswith("scenarios/mine.toml, line ")
    assert message in found


def test_4_a_group_that_arrives_comes_over_the_edge_alone(tmp_path: Path) -> None:
    assert said(tmp_path, LESSON.replace('hexes = ["62L-O"]', 'hexes = ["62L-O"]\nturn = 2')) == ""
    game = load(tmp_path)
    plan = game.world.plan("mine")
    (group,) = [group for group in plan.groups if group.turn]
    names = {game.names.places[place] for place in group.hexes}
    assert "62O5" in names
    assert "62M5" not in names


def test_the_data_command_checks_every_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "mine.toml").write_text(LESSON.replace('"lesson-1"', '"mine"').replace("squads =", "sqauds =", 1), encoding="utf-8")
    assert main(["data", "hollow", "--data", str(tmp_path)]) != 0
    assert "scenarios/mine.toml, line" in capsys.readouterr().err


def test_197_25_partisans_may_be_a_side(tmp_path: Path) -> None:
    text = LESSON.replace('nation = "british"\ntitle = "British"', 'nation = "partisan"\ntitle = "Partisans"').replace('"br-457*3"', '"pa-337*3"')
    assert said(tmp_path, text) == ""


WELL = re.search(r"## A whole file\n\n```toml\n(.*?)```", (ROOT / "docs" / "write-a-scenario.md").read_text(encoding="utf-8"), re.DOTALL)
GUIDE = WELL[1] if WELL else ""
"""The file that the guide for writers shows."""
GOAL = "[victory]"
BOUGHT = "own_design = true\nturns = 5"


def told(tmp_path: Path, text: str) -> str:
    (tmp_path / "scenarios").mkdir(exist_ok=True)
    (tmp_path / "scenarios" / "mine.toml").write_text(text, encoding="utf-8")
    key = re.search(r'^key = "(.*?)"', text, re.MULTILINE)
    try:
        load(tmp_path).new(key[1] if key else "", {})
    except DataError as error:
        return str(error)
    return ""


def line_of(text: str, what: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if what in line)


def test_the_file_in_the_guide_for_writers_is_played(tmp_path: Path) -> None:
    assert "The well at dusk" in GUIDE
    assert told(tmp_path, GUIDE) == ""


@pytest.mark.parametrize(
    ("old", "new", "at", "message"),
    [
        ("layout = [[{ board = 61 }, { board = 65, turned = true }]]", "layout = [61, 65]", "layout =", "expected rows of boards, such as"),
        ("layout = [[{ board = 61 }, { board = 65, turned = true }]]", "layout = []", "layout =", "expected rows of boards, such as"),
        ("{ board = 65, turned = true }", "{ board = 61 }", "layout =", "board 61 lies there twice"),
        ("turned = true", 'turned = "yes"', "layout =", "turned is 'yes'; expected true or false"),
        ('playable = ["61A-P"]', 'playable = "61A-P"', "playable =", "playable is '61A-P'; expected a list of words"),
        ("[sides.axis]", '[sides.neutral]\nnation = "german"\n[sides.axis]', '"german"\n', "there is no side 'neutral'"),
        ('"it-347*3"', '"it-347*x"', "it-347*x", "'it-347*x': expected a key, and perhaps behind it how many there are"),
        ('"it-347*3"', '"it-347*0"', "it-347*0", "'it-347*0': expected a key"),
        ('"foxhole*2"', '"foxhole*two"', "foxhole*two", "'foxhole*two': expected a key"),
        ('"it-lmg"', '"it-lgm"', "it-lgm", "there is no 'it-lgm'; did you mean it-lmg?"),
        ('"br-crusader-i*2"', '"br-crusder-i"', "br-crusder-i", "there is no 'br-crusder-i'; did you mean br-crusader-i"),
        ('module = "br-25"', 'module = "br-25"\nlink = "off-board"', 'side = "allied"  # guns', "a [[battery]] by off-board has no hex"),
        ('module = "br-25"', 'module = "br-25"\nlink = "off-board"\nhex = "61C5"', 'hex = "61C5"', "61C5 does not lie at the edge of the map"),
        ('module = "br-25"', 'module = "br-25"\nregistered = "61C4"', "registered =", "registered is '61C4'; expected a list of words"),
        (GOAL, '[[aircraft]]\nside = "allied"\nplane = "br-hurricane-i"\nhex = "61H5"\n[victory]', 'hex = "61H5"', "61H5 does not lie at the edge"),
        (GOAL, '[aircraft]\nside = "allied"\n[victory]', "[aircraft]", "expected [[aircraft]], in double brackets"),
        (GOAL, "[[victory]]", "[[victory]]", "victory is no table: expected [victory]"),
        ('hexes = ["61B4", "61C5"]', "hexes = [61, 62]", "hexes = [61", "hexes is [61, 62]; expected a list of words"),
        ('hexes = ["61B4", "61C5"]', 'hexes = "61B4"', 'hexes = "61B4"', "hexes is '61B4'; expected a list of words"),
        ('text = "What the players are told."', "", 'kind = "hexes"', "[victory] has no text"),
        ("lead = 20", 'even = "yes"\nlead = 20', "even =", "even is 'yes'; expected what the even goal changes"),
        ('kind = "hexes"', 'kind = "exit"', 'kind = "exit"', "[exit] names no hexes over which the allied side may leave the map"),
        (GOAL, '[exit]\nallies = ["61A-A"]\n[victory]', "allies =", "unknown key 'allies' (did you mean allied?)"),
        (GOAL, "[terrain]\nbrokn = true\n[victory]", "brokn", "unknown key 'brokn' (did you mean broken?)"),
        (GOAL, '[terrain]\nbroken = "yes"\n[victory]', "broken", "broken is 'yes'; expected true or false"),
        (GOAL, '[terrain]\ndunes = "middling"\n[victory]', "dunes", "dunes is 'middling'; expected one of low, high"),
        (GOAL, '[terrain]\nhedges = "thorn"\n[victory]', "hedges", "hedges is 'thorn'; expected one of cactus"),
        (GOAL, "[terrain]\nbroken = true\nsteppe = true\n[victory]", "steppe", "ground is broken (196.1) or steppe (196.2), not both"),
        (GOAL, '[[overlay]]\nterrain = "sand"\n[victory]', 'terrain = "sand"', "an [[overlay]] has no hexes"),
        (GOAL, '[[lines]]\nkind = "track"\nhexes = ["61C4"]\n[victory]', 'hexes = ["61C4"]', "hexes is ['61C4']; a track runs over 2 or more"),
        ("turns = 5", 'optional_aamg = ["it-m13"]\nturns = 5', "optional_aamg", "there is no 'it-m13'; did you mean it-m13-40"),
        ('colour = "italian"', 'colour = "green"', "green", "colour is 'green'; expected one of british, indian"),
        ('side = "axis"\nnation = "italian"', 'side = "axis"\nnation = "italien"', "italien", "nation is 'italien'; expected one of italian"),
        ('nation = "british"   ', 'nation = "french"   ', "french", "nation is 'french'; expected one of italian, british"),
        ('side = "allied"\nnation', 'side = "allies"\nnation', "allies", "side is 'allies'; expected one of allied, axis"),
        ('squads = ["br-457*4"]', 'squads = ["br-457*4"]\nkind = "x"', 'kind = "x"', "unknown key 'kind'"),
        ('hexes = ["61M-P"]', "hexes = []", "hexes = []", "hexes is []; expected 1 or more"),
        ('hexes = ["61M-P"]', 'hexes = ["61P-M"]', "61P-M", "'61P-M' runs backwards; expected 61M-P"),
        ("# turn = 2", "turn = 9 #", "turn = 9", "turn is 9; expected a whole number from 0 to 5"),
        ('"br-457*4"', '"it-347*4"', "it-347*4", "'it-347*4' is italian, and the group is not"),
        ("hidden = 1", "hidden = 40", "hidden = 40", "hidden is 40, and the group has 6 squads, leaders and guns"),
        ("hidden = 1", "mines = 7", "mines = 7", "mines is 7; fields have 6, 8 or 12 factors"),
        ("hidden = 1", "hidden_mines = 10", "hidden_mines", "hidden_mines is 10; fields have 6, 8 or 12 factors"),
        ('squads = ["br-457*4"]', "", 'weapons = ["br-lmg*2"', "nobody on the allied side is there to carry or serve them"),
        (GOAL, '[[work]]\nside = "axis"\nkind = "known mines"\nhexes = ["61C4"]\n[victory]', "known mines", "by their side: mines = 12 in a group"),
        ('date = "1941-11-19"', "date = 1941-11-19", "date =", "expected a day such as 1941-11-19, in quotes"),
        ('key = "well"', 'key = "Well 1"', "Well 1", "key is 'Well 1'; expected lower case letters"),
        ('title = "The well at dusk"', "title = 5", "title = 5", "title is 5; expected words in quotes"),
        ("turns = 5", 'course = "one"\nturns = 5', "course", "course is 'one'; expected a whole number"),
        ("turns = 5", "armour = true\nturns = 5", "armour", "armour is for a battle of one's own: say own_design = true"),
        ("turns = 5", BOUGHT, "[[group]]", "in a battle of one's own the forces are bought: there are no groups"),
        ('wind_from = "nw"', 'rain = true\ndust = "light"', "dust", "there is no dust in rain (194.77)"),
        ('wind_from = "nw"', 'night = true\nsun = "east"', "sun", "there is no low sun by night (194.61)"),
    ],
)  # fmt: skip
def test_every_mistake_is_one_message_with_its_line(tmp_path: Path, old: str, new: str, at: str, message: str) -> None:
    assert old in GUIDE
    text = GUIDE.replace('side = "allied"\nmodule', 'side = "allied"  # guns\nmodule').replace(old, new, 1)
    found = told(tmp_path, text)
    assert message in found
    assert found.startswith("scenarios/mine.toml, line "), found
    assert int(found.removeprefix("scenarios/mine.toml, line ").partition(":")[0]) == line_of(text, at.splitlines()[0]), found


MARKET = """
key = "well"
title = "Bought"
source = "reconstruction"
note = "Ours."
date = "1943-03-20"
land = "tunisia"
turns = 5
layout = [[{ board = 61 }]]
own_design = true
[sides.allied]
nation = "british"
points = 100
[sides.axis]
nation = "german"
points = 100
[buy.allied]
hexes = ["61A-E"]
[buy.axis]
nations = ["german"]
hexes = ["61M-P"]
[victory]
kind = "points"
text = "Points."
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points = 100\n[buy.allied]", "[buy.allied]", "[sides.axis] has no points to spend"),
        ('hexes = ["61A-E"]\n', "", "[buy.allied] has no hexes"),
        ('nations = ["german"]', 'nations = ["martian"]', "'martian' is no nation; expected some of italian"),
        ('nations = ["german"]', 'nation = ["german"]', "unknown key 'nation' (did you mean nations?)"),
        ("[buy.axis]", "[buy.axes]", "unknown key 'axes' (did you mean axis?)"),
        ('land = "tunisia"\n', "", "a battle of one's own has no land"),
    ],
)
def test_o_a_battle_of_ones_own_is_checked_too(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert told(tmp_path, MARKET) == ""
    found = told(tmp_path, MARKET.replace(old, new, 1))
    assert found.startswith("scenarios/mine.toml, line ")
    assert message in found


@pytest.mark.parametrize("kind", ["mines", "known mines", "mine line", "dummy mines", "mines 6", "mines 8", "mines 12"])
def test_55_8_minefields_are_laid_by_their_side_or_nobody_would_know_their_factors(tmp_path: Path, kind: str) -> None:
    ground = f'[[work]]\nside = "allied"\nkind = "{kind}"\nhexes = ["62H4"]\n[victory]'
    given = f'squads = ["br-457*3"]\nworks = ["wire", "{kind}*2"]'
    for old, new in (("[victory]", ground), ('squads = ["br-457*3"]', given)):
        found = said(tmp_path, LESSON.replace(old, new, 1))
        assert found.startswith("scenarios/mine.toml, line ")
        assert f"{kind} are not laid here but by their side" in found


def test_3_5_boards_that_do_not_fit_are_told_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    board = 'number = 97\ntitle = "Hill"\nsource = "reconstruction"\nnote = "For tests."\n[levels]\n1 = ["A1-A5"]\n'
    (tmp_path / "boards" / "97.toml").write_text(board, encoding="utf-8")
    found = told(tmp_path, GUIDE.replace("{ board = 65, turned = true }", "{ board = 97 }"))
    assert found.startswith("scenarios/mine.toml, line ")
    assert "the boards do not fit" in found


@pytest.mark.parametrize("name", ["aaa", "zzz"])
def test_a_scenario_with_the_key_of_one_of_ours_takes_its_place(tmp_path: Path, name: str) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / f"{name}.toml").write_text(GUIDE.replace('key = "well"', 'key = "cub-cub"'), encoding="utf-8")
    assert [one.title for one in load(tmp_path).scenarios() if one.key == "cub-cub"] == ["The well at dusk"]


def test_two_scenarios_of_ones_own_do_not_share_a_key(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    for name in ("one", "two"):
        (tmp_path / "scenarios" / f"{name}.toml").write_text(GUIDE, encoding="utf-8")
    with pytest.raises(DataError, match=r"scenarios/two\.toml, line 1: key is 'well', which scenarios/one\.toml has already"):
        load(tmp_path)


BATTERY = '[[battery]]\nside = "allied"\nmodule = "br-25"\n'


def test_46_a_set_and_its_battery_belong_together(tmp_path: Path) -> None:
    """A radio that speaks to nobody is found, and so is a battery by radio whose side has a telephone only."""
    weapons = re.search(r"weapons = \[([^\]]*br-[^\]]*)\]", LESSON)
    assert weapons is not None

    def carrying(what: str, battery: str = "") -> str:
        return LESSON.replace(weapons.group(0), f'weapons = [{weapons.group(1)}, "{what}"]').replace("[victory]", battery + "[victory]", 1)

    assert "a radio that speaks to nobody: allied needs a [[battery]] whose link is 'radio'" in said(tmp_path, carrying("radio"))
    assert said(tmp_path, carrying("radio", BATTERY)) == ""
    assert "no radio among the weapons of this side" in said(tmp_path, carrying("phone", BATTERY))
    assert said(tmp_path, carrying("phone", BATTERY + 'link = "phone"\n')) == ""
