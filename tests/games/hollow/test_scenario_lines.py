"""Mistakes in the ground and the weather of a scenario's file: each is told with the line of the very table it stands in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.hollow.test_scenario_check import GOAL, GUIDE, line_of, told

SAND = '[[overlay]]\nterrain = "sand"\nhexes = ["61C4", "61C5"]\n'
TRENCH = '[[overlay]]\nterrain = "trench"\nadds = true\nhexes = ["61C5"]  # dug\n'
TWO = '[[overlay]]\nterrain = "woods"\nhexes = ["61C4"]\n[[overlay]]\n'
TRACKS = '[[lines]]\nkind = "track"\nhexes = ["61C4", "61C5"]\n[[lines]]\n'
WORKS = '[[work]]\nside = "axis"\nkind = "sangar"\nhexes = ["61C6"]\n[[work]]\nside = "axis"\n'


def line_told(found: str) -> int:
    assert found.startswith("scenarios/mine.toml, line "), found
    return int(found.removeprefix("scenarios/mine.toml, line ").partition(":")[0])


@pytest.mark.parametrize(
    ("laid", "at", "message"),
    [
        (TWO + 'terrain = "wods"\nhexes = ["61C4"]', "wods", "overlay 'wods' is no terrain"),
        (TWO + 'terrain = "woods"\nhexes = ["61C4", "61Z99"]', "61Z99", "'61Z99' is no hex of this scenario"),
        (TWO + 'terrain = "woods"\nhexes = [\n"61C4",\n"61Z99",\n]', '"61Z99"', "'61Z99' is no hex of this scenario"),
        (TWO + 'terrain = ["woods"]\nhexes = ["61C4"]', 'terrain = ["woods"]', "terrain is ['woods']; expected words in quotes"),
        (TWO + 'terrain = 5\nhexes = ["61C4"]', "terrain = 5", "terrain is 5; expected words in quotes"),
        (TWO + 'level = 9\nhexes = ["61C4"]', "level = 9", "level is 9; expected a whole number from -1 to 4"),
        (TWO + 'level = "one"\nhexes = ["61C4"]', "level = ", "level is 'one'; expected a whole number from -1 to 4"),
        (TWO + 'hexsides = { lip = ["61C4/61C9"] }', "61C9", "61C4 and 61C9 are not neighbours"),
        (TWO + 'hexsides = { edge = ["61C4/61C5"] }', "edge", "hexside 'edge' is unknown"),
        (TWO + 'hexsides = { lip = ["61C4/61Z99"] }', "61Z99", "'61Z99' is no hex of this scenario"),
        (TRACKS + 'kind = "path"\nhexes = ["61C4", "61C5"]', "path", "line 'path'; expected one of track, road"),
        (TRACKS + 'kind = ["track"]\nhexes = ["61C4", "61C5"]', 'kind = ["track"]', "kind is ['track']; expected words in quotes"),
        (TRACKS + 'kind = "road"\nhexes = ["61C4", "61C9"]', "61C9", "61C4 and 61C9 are not neighbours"),
        (TRACKS + 'kind = "road"\nhexes = ["61C4"]  # short', "# short", "a road runs over 2 or more"),
        (WORKS + 'kind = "sangar"\nhexes = ["61C6", "61C7"]', '"61C7"', "there are two sangars in 61C6; one is all a hex takes (191.2)"),
        (WORKS + 'kind = "sanger"\nhexes = ["61C7"]', "sanger", "'sanger' is no fortification"),
        (WORKS + 'kind = 5\nhexes = ["61C7"]', "kind = 5", "kind is 5; expected words in quotes"),
        (TWO.removesuffix("[[overlay]]\n").replace("woods", "marsh") + WORKS + 'kind = "anti-tank mines"\nhexes = ["61C4"]  # here', "# here", "no mines are laid among stones or in marsh, as in 61C4 (55)"),
        (TWO + 'terrain = "sangar"\nadds = true\nhexes = ["61C7"]\n' + WORKS + 'kind = "sangar"\nhexes = ["61C7"]  # here', "# here", "there are two sangars in 61C7"),
        (TWO + 'level = 1  # up\nhexsides = { lip = ["61C4/61C5"] }', "# up", "an [[overlay]] of terrain or of a level has no hexes"),
        ('[control]\naxis = ["61C4", "61Z99"]', "61Z99", "'61Z99' is no hex of this scenario"),
        ('[control]\naxis = "61C4"', 'axis = "61C4"', "axis is '61C4'; expected a list of words"),
        ('[control]\ngermans = ["61C4"]', "germans", "unknown key 'germans'"),
        ('[[control]]\naxis = ["61C4"]', "[[control]]", "control is no table"),
        (SAND + WORKS + 'kind = "trench"\nhexes = ["61C4"]  # here', "# here", "no trench stands in sand, and 61C4 is sand (190.42)"),
        (SAND + TRENCH, 'terrain = "trench"', "no trench stands in sand, and 61C5 is sand (190.42)"),
        (SAND.replace('terrain = "sand"', 'terrain = "low_dune"') + TRENCH.replace("trench", "sangar"), 'terrain = "sangar"', "no sangar stands in sand"),
        (TRENCH + SAND.replace("hexes", "adds = true\nhexes"), 'terrain = "sand"', "no trench stands in sand, and 61C5 is sand (190.42)"),
    ],
)  # fmt: skip
def test_176_4_190_42_what_a_scenario_lays_wrongly_is_told_with_its_line(tmp_path: Path, laid: str, at: str, message: str) -> None:
    text = GUIDE.replace(GOAL, laid + "\n" + GOAL, 1)
    found = told(tmp_path, text)
    assert message in found
    assert line_told(found) == line_of(text, at), found


def test_190_42_a_trench_beside_the_sand_and_a_foxhole_in_it_are_no_mistakes(tmp_path: Path) -> None:
    beside = SAND.replace('"61C4", "61C5"', '"61C4"') + TRENCH
    in_it = SAND + TRENCH.replace("trench", "entrenchment")
    over_it = SAND + TRENCH.replace("adds = true\n", "")
    for laid in (beside, in_it, over_it):
        assert told(tmp_path, GUIDE.replace(GOAL, laid + GOAL, 1)) == ""


NORMAL = 'number = 97\ntitle = "Plain"\nsource = "reconstruction"\nnote = "For tests."\ndesert = false\n'
LAYOUT = "layout = [[{ board = 61 }, { board = 65, turned = true }]]"


@pytest.mark.parametrize(
    ("weather", "layout", "at", "message"),
    [
        ('dust = "light"\nground = "wet"', LAYOUT, "dust", "there is no light dust over wet ground"),
        ('dust = "heavy"\nground = "dry"', "layout = [[{ board = 61 }, { board = 97 }]]", "dust", "there is no heavy dust unless all boards are desert boards (194.73)"),
        ('dust = "light"\nground = "dry"', "layout = [[{ board = 61, terrain = 'steppe' }]]", "dust", "only over very dry ground (194.71)"),
        ('dust = "heavy"\nground = "very dry"', "layout = [[{ board = 61, terrain = 'steppe' }]]", "dust", "there is no heavy dust in steppe terrain (194.73)"),
        ('haze = "haze"', "layout = [[{ board = 61, terrain = 'steppe' }]]", "haze", "there is no heat haze in steppe terrain (194.62)"),
        ('haze = "haze"', LAYOUT, "haze", "there is no heat haze in iraq, only in North Africa (194.62)"),
        ('sun = "east"\nsky = "overcast"', LAYOUT, "sun", "there is no low sun under an overcast sky (194.61)"),
        ('sun = "east"\nnight = true', LAYOUT, "sun", "there is no low sun by night (194.61)"),
    ],
)  # fmt: skip
def test_194_1_weather_that_the_boards_do_not_allow_is_a_mistake(tmp_path: Path, weather: str, layout: str, at: str, message: str) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "97.toml").write_text(NORMAL, encoding="utf-8")
    text = GUIDE.replace(LAYOUT, layout, 1).replace('ground = "dry"', weather, 1)
    if "iraq" in message:
        text = text.replace('land = "libya"', 'land = "iraq"', 1)
    found = told(tmp_path, text)
    assert message in found
    assert line_told(found) == line_of(text, f"{at} = "), found


def test_194_1_no_board_is_desert_and_there_is_no_sun_and_no_dust(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "97.toml").write_text(NORMAL, encoding="utf-8")
    plain = GUIDE.replace(LAYOUT, "layout = [[{ board = 97 }]]", 1).replace('playable = ["61A-P"]\n', "").replace("61", "97")
    for weather, message in (('sun = "west"', "low sun where no board is a desert board (194.61)"), ('dust = "light"', "light dust where no board")):
        assert message in told(tmp_path, plain.replace("[weather]", f"[weather]\n{weather}", 1))


@pytest.mark.parametrize(
    ("weather", "when"),
    [('sky = "overcast"', "under an overcast sky"), ('sky = "gusty and overcast"', "under an overcast sky"), ("snow = true", "in falling snow")],
)
def test_150_no_aircraft_under_a_sky_in_which_they_never_fly(tmp_path: Path, weather: str, when: str) -> None:
    flight = '[[aircraft]]\nside = "allied"\nplane = "br-hurricane-i"\nhex = "61H0"\n'
    text = GUIDE.replace(GOAL, flight + GOAL, 1).replace("[weather]", f"[weather]\n{weather}", 1)
    found = told(tmp_path, text)
    assert f"nobody flies {when} (150)" in found
    assert line_told(found) == line_of(text, "plane =")


def test_4_turns_are_counted_from_one(tmp_path: Path) -> None:
    """`first_turn` would change nothing here: another number than 1 is refused."""
    text = GUIDE.replace("turns = ", "first_turn = 3\nturns = ", 1)
    found = told(tmp_path, text)
    assert found.endswith("first_turn is 3; the turns of this game are counted from 1"), found
    assert line_told(found) == line_of(text, "first_turn")
    assert told(tmp_path, text.replace("first_turn = 3", "first_turn = 1")) == ""
