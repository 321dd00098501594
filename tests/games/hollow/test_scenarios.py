"""Scenario files: what they say, and how a wrong one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.games.hollow.boards.shelf import Field, load_shelf
from amba.games.hollow.book import HERE
from amba.games.hollow.forces import load_forces
from amba.games.hollow.rules.r194_dust import Dust
from amba.games.hollow.rules.r194_weather import may_apply
from amba.games.hollow.scenarios import ScenarioData, load_scenarios
from amba.load.files import DataError, Folder, Toml

DATA = Folder(HERE / "data")
SHELF = load_shelf(DATA)
SCENARIOS = load_scenarios(DATA, SHELF, load_forces(DATA))


def test_every_hex_of_every_board_has_its_own_place() -> None:
    assert len(SHELF.names) == len(set(SHELF.names)) == 346 * len(SHELF.boards)
    assert "61B1" in SHELF.index


def test_the_first_scenario_is_small_one_board_and_five_turns() -> None:
    first = next(iter(SCENARIOS.values()))
    assert first.turns == 5
    assert len(first.field.layout) == len(first.field.layout[0]) == 1


def test_there_are_at_least_four_historical_scenarios_of_all_the_armies() -> None:
    historical = [one for one in SCENARIOS.values() if not one.own_design]
    assert len(historical) >= 4
    assert all("history" in one.source and "reconstruction" in one.source for one in historical)
    assert {force.colour for one in historical for force in one.forces} >= {"italian", "british", "indian", "german", "french"}


@pytest.mark.parametrize("one", SCENARIOS.values(), ids=lambda one: one.key)
def test_forces_have_room_and_the_goal_is_on_the_map(one: ScenarioData) -> None:
    for force in one.forces:
        assert len(force.area) * 3 >= sum(count for _, count in force.units)
        assert set(force.area) <= set(one.field.hex)
    assert one.victory.goals
    for goal in one.victory.goals:
        if goal.kind == "hold":
            assert 0 < goal.at_least <= len(goal.area)
            assert set(goal.area) <= set(one.field.hex)


@pytest.mark.parametrize("one", SCENARIOS.values(), ids=lambda one: one.key)
def test_194_1_the_weather_of_a_scenario_is_one_its_setting_allows(one: ScenarioData) -> None:
    setting = one.setting()
    if one.climate.sun:
        assert may_apply("194.61", setting)
    if one.climate.haze:
        assert may_apply("194.62", setting)
    if one.climate.dust:
        assert may_apply("194.73" if one.climate.dust >= Dust.HEAVY else "194.71", setting)


def test_3_5_a_hex_on_a_join_is_one_place_under_two_names() -> None:
    field = Field(SHELF, [[(65, False), (61, False)]])
    assert field.ground.place["65GG3"] == field.ground.place["61A3"]
    assert field.place[field.ground.place["61A3"]] == SHELF.index["65GG3"]
    assert field.columns == 65


def test_areas_are_hexes_stretches_columns_and_edges() -> None:
    field, toml = Field(SHELF, [[(61, False)]]), Toml("x", "")
    assert [SHELF.names[place] for place in field.area(toml, "", ["61B3-B5", "61A1"])] == ["61A1", "61B3", "61B4", "61B5"]
    assert len(field.area(toml, "", ["61A:B"])) == 21
    assert len(field.area(toml, "", ["edge:west"])) == 10
    assert {SHELF.names[place][-1] for place in field.area(toml, "", ["edge:north"])} == {"0", "1"}
    turned = Field(SHELF, [[(61, True)]])
    assert SHELF.names[turned.area(toml, "", ["edge:west"])[0]].startswith("61GG")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"62D2-D6"', '"62D2-E6"', "62D2-E6"),
        ('layout = [["62"]]', 'layout = [["99"]]', "there is no board '99'"),
        ("it-336 = 5", "br-457 = 5", "italian forces"),
        ("sangar = 2", "castle = 2", "castle"),
        ('ground = "moderate"', 'ground = "boggy"', "boggy"),
        ('land = "east africa"', 'land = "norway"', "norway"),
        ('area = "wells", at_least = 3', 'area = "well", at_least = 3', "hold is"),
        ("axis = 2, allied = 4", "axis = 2", "axis and for allied"),
    ],
)
def test_a_wrong_scenario_file_is_refused_with_its_line(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = (HERE / "data/scenarios/cub-cub.toml").read_text()
    assert old in text
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/cub-cub.toml").write_text(text.replace(old, new))
    with pytest.raises(DataError, match=r"line [1-9]") as caught:
        load_scenarios(Folder(HERE / "data", tmp_path), SHELF, load_forces(DATA))
    assert words in str(caught.value)
