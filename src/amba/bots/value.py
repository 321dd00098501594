"""What a position is worth, by a game's evaluation, and what changed in words."""

from __future__ import annotations

from collections.abc import Mapping

from amba.core.decision import Action, Side
from amba.core.evaluation import Evaluation, Weights
from amba.core.game import Game
from amba.core.state import State

WORTH_SAYING = 0.05


class Judge:
    """Looks at positions of one game for one side, in one temper."""

    def __init__(self, game: Game, evaluation: Evaluation, side: Side, temper: str = "") -> None:
        self.game = game
        self.evaluation = evaluation
        self.side = side
        change: Weights = evaluation.weighing.tempers.get(temper, {})
        self.weights = {key: term.weight * change.get(key, 1.0) for key, term in evaluation.weighing.terms.items()}

    def value(self, s: State) -> float:
        weights = self.weights
        return sum(weights[key] * value for key, value in self.evaluation.measure(s, self.side).items())

    def weighed(self, s: State) -> dict[str, float]:
        return {key: self.weights[key] * value for key, value in self.evaluation.measure(s, self.side).items()}

    def why(self, before: State, action: Action, after: Mapping[str, float]) -> str:
        """The two terms that gained most, in words: 'presses Agordat, keeps the road open'."""
        then = self.weighed(before)
        gains = sorted(((after[key] - then[key], key) for key in then), reverse=True)
        place = self.game.names.place.get(action[-1], -1)
        near = self.evaluation.near(before, self.side, place) if place >= 0 else ""
        said = []
        for gain, key in gains[:2]:
            words = self.evaluation.weighing.terms[key].gain
            if gain > WORTH_SAYING and words and ("{near}" not in words or near):
                said.append(words.format(near=near))
        return ", ".join(said)
