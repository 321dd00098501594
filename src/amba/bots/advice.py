"""How good a single order looks: as the game says, or where it says nothing of single orders, by its evaluation of what comes of one."""

from __future__ import annotations

from amba.bots.evaluator import Evaluator
from amba.core.decision import CHANCE, Action, Side
from amba.core.game import Advice, Game
from amba.core.state import State


def advice_of(game: Game) -> Advice | None:
    """The game's own advice; else what an order gains by its evaluation, however the dice fall; None where there is neither."""
    evaluation = game.abilities.evaluation
    if game.abilities.advice is not None or evaluation is None:
        return game.abilities.advice
    evaluators = [Evaluator(game, evaluation, side) for side in range(len(game.sides))]

    def gain(s: State, side: Side, action: Action) -> float:
        if len(game.spell(action)) == 1:
            return 0.0  # it ends something: nothing is gained by that itself
        after = s.copy()
        game.apply(after, action)
        return expected(game, evaluators[side], after) - evaluators[side].value(s)

    return gain


def expected(game: Game, evaluator: Evaluator, s: State) -> float:
    """What a position is worth once every die has fallen that is about to fall."""
    decision = game.decision(s)
    if decision is None or decision.who != CHANCE:
        return evaluator.outlook(s)
    total, worth = 0, 0.0
    for outcome, weight in game.outcomes(s):
        after = s.copy()
        game.apply(after, outcome)
        total += weight
        worth += weight * expected(game, evaluator, after)
    return worth / total
