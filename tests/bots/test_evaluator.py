"""What a position is worth: the terms by their weights, which may change as the game goes on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from amba.bots.budget import Budget
from amba.bots.evaluator import Evaluator
from amba.bots.plan import Planner
from amba.bots.search import Searcher
from amba.core.decision import Side
from amba.core.evaluation import Evaluation, Term, Weighing
from amba.core.state import State
from amba.load.position import read_position
from amba.load.registry import open_game
from tests.bots.walk import advice_of, evaluation_of

POSITION = """
game = "cheren"
phase = "allied.movement"
units = { 11-ind = "1507", 5-ind = "1507", 41-col-1 = "1608" }
"""


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


class Least(Evaluation):
    """As little as a game must write."""

    planned = {"movement": ("move",)}

    def __init__(self, weighing: Weighing) -> None:
        self.weighing = weighing

    def measure(self, s: State, side: Side) -> dict[str, float]:
        return {"near": -float(min(s.at[piece] for piece, owner in enumerate(s.side) if owner == side))}


def test_an_evaluation_with_one_method_is_enough_to_plan_and_to_search() -> None:
    game = open_game("cheren")
    term = Term("near", 1.0, "Nearness.", "", 1.0)
    least = Least(Weighing({"near": term}, {}, {}, 0.0, samples=3))
    s = read_position(POSITION, "test", game=game).state
    decision = game.decision(s)
    assert decision is not None
    assert decision.kind == "movement"
    assert least.undisturbed(s, 0).key() == s.key()
    advice = advice_of(game)
    plan = Planner(game, advice, Evaluator(game, least, 0), Budget(60)).plan(s, "movement")
    assert not plan.massed
    found = Searcher(game, advice, least, 0, Random(1), Budget(300)).plan(s, "movement", 60)
    assert len(found.states) == len(found.actions) + 1
