"""A server with somebody's own data files: a scenario of one's own stands on its shelf, and bots and checks have it, too."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from amba.bots import LIMITS
from amba.bots.worker import Worker
from amba.games.hollow.book import HERE
from amba.load.registry import OWN_DATA, own_data
from amba.server import checking
from amba.server.library import Library


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "scenarios").mkdir()
    text = (HERE / "data" / "scenarios" / "lesson-1.toml").read_text(encoding="utf-8")
    (tmp_path / "scenarios" / "mine.toml").write_text(text.replace('key = "lesson-1"', 'key = "mine"'), encoding="utf-8")
    monkeypatch.setenv(OWN_DATA, f"keren=/nowhere{os.pathsep}hollow={tmp_path}")
    monkeypatch.setattr(checking, "_GAMES", {})
    return tmp_path


def test_a_scenario_of_ones_own_stands_on_the_shelf(mine: Path) -> None:
    assert own_data("hollow") == mine
    assert own_data("adua") is None
    assert "mine" in {scenario.key for scenario in Library().game("hollow").scenarios()}
    assert "mine" in {scenario.key for scenario in checking.game_named("hollow").scenarios()}


def test_bots_think_about_it(mine: Path) -> None:
    game = Library().game("hollow")
    state = game.new("mine", {})
    decision = game.decision(state)
    assert decision is not None
    question = {"game": "hollow", "scenario": "mine", "options": {}, "position": state.dump(), "side": decision.who, "level": "random", "seed": 1}
    assert Worker().answer({**question, "limit": LIMITS["random"]})["a"]
