"""What a position is worth, by a game's evaluation, and what changed in words."""

from __future__ import annotations

from random import Random

from amba.core.decision import Action, Side
from amba.core.evaluation import Evaluation, Weights
from amba.core.game import Game
from amba.core.order import place_of
from amba.core.state import State

WORTH_SAYING = 0.05
WON, MARGIN = 12.0, 2.0
"""What a won game and a point more are worth at the end."""


class Evaluator:
    """What positions of one game are worth to one side, in one style of play (`Weighing.styles`)."""

    def __init__(self, game: Game, evaluation: Evaluation, side: Side, style: str = "") -> None:
        self.game = game
        self.evaluation = evaluation
        self.side = side
        self.change: Weights = evaluation.weighing.styles.get(style, {})
        self.by_earliness: dict[float, Weights] = {}

    def weights(self, s: State) -> Weights:
        """What each term is worth at this time of the game."""
        early = self.evaluation.earliness(s)
        found = self.by_earliness.get(early)
        if found is None:
            terms, change = self.evaluation.weighing.terms, self.change
            found = {key: term.at(early) * change.get(key, 1.0) for key, term in terms.items()}
            self.by_earliness[early] = found
        return found

    def value(self, s: State) -> float:
        weights = self.weights(s)
        return sum(weights[key] * value for key, value in self.evaluation.measure(s, self.side).items())

    def outlook(self, s: State) -> float:
        """The worth of a position, or of the end where the game is over: then only who won, and by how much, counts."""
        result = self.game.result(s)
        if result is None:
            return self.value(s)
        won = 0.0 if result.winner is None else 1.0 if result.winner == self.side else -1.0
        return WON * won + MARGIN * self.evaluation.margin(s, self.side)

    def weighed(self, s: State) -> dict[str, float]:
        weights = self.weights(s)
        return {key: weights[key] * value for key, value in self.evaluation.measure(s, self.side).items()}

    def why(self, s: State, action: Action) -> str:
        """The reason for an action in words: the terms that gain most by it, and the odds. 'presses Agordat, keeps the road open'; 'at 5-1'.

        Whoever watches may hear it, so it is worked out from what a spectator sees, with everything hidden dealt anew.
        """
        before = self.game.imagine(s, None, Random(0))
        if self.game.refuse(before, action) is not None:
            return ""
        preview = self.game.preview(before, action)
        after = before.copy()
        self.game.apply(after, action)
        then, now = self.weighed(before), self.weighed(after)
        # An order without an object ends something: what follows of itself is no reason for it.
        gains = sorted(((now[key] - then[key], key) for key in then), reverse=True) if len(self.game.spell(action)) > 1 else []
        said = [self.say(before, action, key) for gain, key in gains[:2] if gain > WORTH_SAYING]
        if preview is not None and preview.column and self.is_open(s, action, preview.column):
            said.append(self.evaluation.weighing.odds.get(action.verb, "at {column}").format(column=preview.column))
        return ", ".join(filter(None, said))

    def say(self, s: State, action: Action, key: str) -> str:
        """The words for a term that gains, with the name of what the move goes for."""
        words = self.evaluation.weighing.terms[key].gain
        if "{near}" not in words:
            return words
        place = place_of(action)
        near = self.evaluation.near(s, self.side, place) if place >= 0 else ""
        return words.format(near=near) if near else ""

    def is_open(self, s: State, action: Action, column: str) -> bool:
        """Whether the odds are the same however the hidden things lie: dealt another time they say nothing new."""
        again = self.game.imagine(s, None, Random(1))
        if self.game.refuse(again, action) is not None:
            return False
        found = self.game.preview(again, action)
        return found is not None and found.column == column
