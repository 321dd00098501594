"""Going over a plan once more: never for the worse, every gesture still allowed, and a piece may change its mind or stay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from amba.bots.budget import Budget
from amba.bots.plan import Plan, Planner
from amba.bots.refine import reconsider
from amba.bots.value import Judge
from amba.core.decision import Side
from amba.core.evaluation import Evaluated
from amba.core.game import Advisor, Game
from amba.core.state import State
from amba.load.registry import open_game


@pytest.fixture
def game() -> Iterator[Game]:
    found = open_game("adua")
    assert isinstance(found, Evaluated)
    before = found.evaluation.weighing
    yield found
    found.evaluation.weighing = before


def planner_for(game: Game, side: Side, refined: bool) -> Planner:
    assert isinstance(game, Evaluated)
    assert isinstance(game, Advisor)
    game.evaluation.weighing = game.evaluation.weighing._replace(refined=refined, trust=0.0)
    return Planner(game, game, Judge(game, game.evaluation, side), Budget(600))


def start(game: Game) -> State:
    s = game.new("albertone", {})
    game.apply(s, ("done",))
    return s


def test_a_plan_that_is_gone_over_is_no_worse_and_still_allowed(game: Game) -> None:
    s = start(game)
    plain: Plan = planner_for(game, 0, refined=False).plan(s, "movement")
    refined: Plan = planner_for(game, 0, refined=True).plan(s, "movement")
    assert refined.value > plain.value
    now = s.copy()
    for action, foreseen in zip(refined.actions, refined.states[1:], strict=True):
        assert game.refuse(now, action) is None
        game.apply(now, action)
        assert now.key() == foreseen.key()


def test_a_piece_sent_to_a_bad_place_changes_its_mind(game: Game) -> None:
    planner = planner_for(game, 0, refined=False)
    planner.plan(start(game), "movement")
    begin = planner.states[0]
    options = planner.survey(begin, "movement")
    guns = next(option for option in options if option.piece == "i-mountain")
    worst = min((step for way in guns.moves if (step := planner.tried(begin, way)) is not None), key=lambda step: step.value)
    planner.actions, planner.states, planner.worth = list(worst.gestures), [begin, *worst.states], worst.value
    assert reconsider(planner, guns)
    assert planner.worth > worst.value
    assert worst.gestures[0] not in planner.actions
