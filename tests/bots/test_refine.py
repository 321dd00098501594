"""Going over a plan once more: never for the worse, every gesture still allowed, and a piece may change its mind or stay."""

from __future__ import annotations

from typing import cast

import pytest

from amba.bots.budget import Budget
from amba.bots.evaluator import Evaluator
from amba.bots.plan import Plan, Planner
from amba.bots.refine import go_over, reconsider
from amba.core.decision import Side
from amba.core.game import Game
from amba.core.order import Done
from amba.core.state import State
from amba.load.registry import open_game
from tests.bots.walk import advice_of, evaluation_of
from tests.games.hollow.table import GAME, table


@pytest.fixture
def game() -> Game:
    return open_game("adua")


def planner_for(game: Game, side: Side, thorough: bool) -> Planner:
    evaluation = evaluation_of(game)
    assert evaluation.weighing.refined
    return Planner(game, advice_of(game), Evaluator(game, evaluation, side), Budget(600), thorough)


def start(game: Game) -> State:
    s = game.new("albertone", {})
    game.apply(s, Done())
    return s


def test_a_plan_that_is_gone_over_is_no_worse_and_still_allowed(game: Game) -> None:
    s = start(game)
    plain: Plan = planner_for(game, 0, thorough=False).plan(s, "movement")
    refined: Plan = planner_for(game, 0, thorough=True).plan(s, "movement")
    assert refined.value > plain.value
    now = s.copy()
    for action, foreseen in zip(refined.actions, refined.states[1:], strict=True):
        assert game.refuse(now, action) is None
        game.apply(now, action)
        assert now.key() == foreseen.key()


def test_a_piece_sent_to_a_bad_place_changes_its_mind(game: Game) -> None:
    planner = planner_for(game, 0, thorough=False)
    planner.plan(start(game), "movement")
    begin = planner.start_of_plan
    options = planner.survey(begin, "movement")
    guns = next(option for option in options if option.piece == game.names.piece["i-mountain"])
    worst = min((step for way in guns.moves if (step := planner.tried(begin, way)) is not None), key=lambda step: step.value)
    planner.restart([worst], worst.value)
    assert reconsider(planner, guns)
    assert planner.worth > worst.value
    assert worst.way not in [step.way for step in planner.made]


def test_whoever_goes_along_is_taken_back_too_and_every_gesture_is_still_allowed() -> None:
    """Hollow Legions: a leader sets out with his men by several gestures. Each way is taken back whole."""
    t = table("a1 E5; a2 E5; aL1 E5; a3 F5; x1 K8; x2 N5")
    game, s = cast("Game", GAME), t.s
    planner = planner_for(game, 0, thorough=False)
    plan = planner.plan(s, "movement")
    planner.breadth = 9
    options = planner.survey(s, "movement")
    assert any(len(option.pieces) > 1 for option in options)
    worth, trust = planner.worth, planner.evaluator.evaluation.weighing.trust
    worth += trust * sum(step.way.advised for step in planner.made)
    go_over(planner, options)
    assert planner.worth + trust * sum(step.way.advised for step in planner.made) >= worth
    now = plan.states[0].copy()
    gone = list[str]()
    for step in planner.made:
        gone += step.way.pieces
        for gesture in step.gestures:
            assert game.refuse(now, gesture) is None
            game.apply(now, gesture)
    assert len(gone) == len(set(gone)), "nobody goes twice"
