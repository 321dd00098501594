"""Every scenario has its briefing, and every game a guided first turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.load.briefings import HINTS, read_briefings
from amba.load.files import DataError
from amba.load.registry import home, keys, open_game


@pytest.mark.parametrize("key", keys())
def test_every_scenario_is_told_before_it_begins(key: str) -> None:
    game, found = open_game(key), read_briefings(home(key))
    assert set(found["scenario"]) == {scenario.key for scenario in game.scenarios()}
    for scenario, briefing in found["scenario"].items():
        goal = next((track["text"] for track in game.view(game.new(scenario, {}), 0)["tracks"] if track["key"] == "goal"), "")
        assert briefing.get("goal") or goal
        assert len(briefing["rules"]) >= HINTS
        assert set(briefing["hints"]) == set(game.sides)


@pytest.mark.parametrize("key", keys())
def test_every_step_of_the_guide_is_about_a_phase_or_a_question(key: str) -> None:
    game = open_game(key)
    start = game.new(game.scenarios()[0].key, {})
    phases = {step["key"].rpartition(".")[2] for step in game.view(start, 0)["sequence"]}
    questions = {"setup", "set-up", "buy", "campaign", "orders", "driving"}
    steps = [step["at"] for step in read_briefings(home(key))["guide"]]
    assert len(steps) > 3
    lessons = [briefing.get("steps", []) for briefing in read_briefings(home(key))["scenario"].values()]
    assert {*steps, *(step["at"] for lesson in lessons for step in lesson)} <= phases | questions


def test_what_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "look").mkdir()
    (tmp_path / "look" / "briefings.toml").write_text('[scenario.a]\nsituation = "."\n[scenario.a.hints]\nred = ["one"]\n', encoding="utf-8")
    with pytest.raises(DataError, match="red has 1 hints; expected 3"):
        read_briefings(tmp_path)


def test_a_game_without_briefings_has_none(tmp_path: Path) -> None:
    assert read_briefings(tmp_path) == {"scenario": {}, "guide": []}
