"""Law 8: every rule marked `enforced` has code that cites it, a test named for it, and fires in play."""

from __future__ import annotations

import pytest

from amba.lab import rules_in_play
from tests.conformance.cases import every_game, game_of


@every_game
def test_law_8_every_paragraph_has_a_status(key: str) -> None:
    assert game_of(key).rulebook.rules
    assert rules_in_play.without_status(game_of(key)) == []


@every_game
def test_law_8_every_enforced_rule_has_code(key: str) -> None:
    assert rules_in_play.without_code(game_of(key)) == []


@every_game
def test_law_8_only_enforced_rules_are_cited_by_code(key: str) -> None:
    assert rules_in_play.cited_though_idle(game_of(key)) == []


@every_game
def test_law_8_every_enforced_rule_has_a_test_named_for_it(key: str) -> None:
    game = game_of(key)
    found = rules_in_play.named_tests(key, game.rulebook.rules)
    assert found is not None
    assert [number for number in rules_in_play.enforced(game) if number not in found] == []


@every_game
def test_law_8_every_enforced_rule_fires_in_play(key: str) -> None:
    if rules_in_play.is_compiled(game_of(key)):
        pytest.skip(rules_in_play.ON_SOURCES)
    assert rules_in_play.watched(game_of(key)).missing() == []


@every_game
@pytest.mark.parametrize("what", ["title", "gist"])
def test_law_8_every_paragraph_says_what_it_is(key: str, what: str) -> None:
    assert [rule.number for rule in game_of(key).rulebook.rules.values() if not getattr(rule, what).strip()] == []
