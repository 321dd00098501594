"""Law 9: golden games, one full game per scenario kept as text, and the version they belong to."""

from __future__ import annotations

import pytest

from amba.lab import golden
from tests.conformance.cases import every_game, game_of, really_every_scenario


@really_every_scenario
def test_law_9_the_golden_game_plays_as_it_is_kept(key: str, scenario: str) -> None:
    found = golden.golden_breaches(game_of(key), scenario)
    assert found is not None, "no golden game is kept: run tools/golden.py"
    assert found == [], "the rules play another game now; if that is meant, raise the game's version, run tools/golden.py and read the difference"


@every_game
def test_law_9_no_golden_game_without_a_scenario(key: str) -> None:
    scenarios = {f"{key}-{scenario.key}" for scenario in game_of(key).scenarios()}
    assert {path.stem for path in golden.golden_files(key)} == scenarios


@every_game
def test_law_9_a_changed_golden_game_has_a_new_version(key: str) -> None:
    assert golden.version_breaches(game_of(key)) == []


@every_game
def test_law_9_a_change_without_a_new_version_is_seen(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law itself: it tells a changed game, a version raised alone, and a game that nothing is kept of."""
    game = game_of(key)
    monkeypatch.setattr(golden, "golden_hash", lambda key: "another")
    assert "still" in golden.version_breaches(game)[0]
    monkeypatch.undo()
    monkeypatch.setattr(game, "version", "another", raising=False)
    assert "keep its golden games anew" in golden.version_breaches(game)[0]
    monkeypatch.undo()
    monkeypatch.setattr(golden, "versions", lambda key: {})
    assert golden.version_breaches(game) != []
