"""What a position is worth: the terms by their weights, which may change as the game goes on."""

from __future__ import annotations

from typing import Any

import pytest

from amba.bots.evaluator import Evaluator
from amba.load.registry import open_game
from tests.bots.walk import evaluation_of


@pytest.mark.parametrize(("turns_left", "weight"), [(0, 2.0), (1, 3.0), (2, 4.0), (4, 6.0), (9, 6.0)])
def test_between_the_early_weight_and_the_last_there_is_a_middle(monkeypatch: pytest.MonkeyPatch, turns_left: int, weight: float) -> None:
    game = open_game("adua")
    evaluation: Any = evaluation_of(game)
    terms = {key: term._replace(weight=2.0, early=6.0) if key == "melee" else term for key, term in evaluation.weighing.terms.items()}
    monkeypatch.setattr(evaluation, "weighing", evaluation.weighing._replace(terms=terms))
    s: Any = game.new("battle", {})
    monkeypatch.setattr(type(s), "turn", 15 - turns_left)
    assert Evaluator(game, evaluation, 0).weights(s)["melee"] == weight


def test_a_game_whose_weights_do_not_change_has_them_as_they_stand() -> None:
    game = open_game("cheren")
    evaluation = evaluation_of(game)
    s = game.new("agordat", {})
    plain, bold = (Evaluator(game, evaluation, 0, style).weights(s) for style in ("", "bold"))
    assert plain == {key: term.weight for key, term in evaluation.weighing.terms.items()}
    for key, change in evaluation.weighing.styles["bold"].items():
        assert bold[key] == plain[key] * change
