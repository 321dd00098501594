"""Playing on from a position to see how it ends: the dice of one sample, a plan that is carried out as far as it can be, and both sides by quick advice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from random import Random

from amba.bots.budget import Budget
from amba.bots.greedy import best
from amba.bots.quick import QuickPlayer
from amba.core.decision import CHANCE, Action, Decision, Side
from amba.core.evaluation import Evaluation
from amba.core.game import Advice, Game
from amba.core.state import State


class Luck:
    """The dice of one sample. The same roll falls alike in every plan that is played out on the same luck: what is asked names it, not when it is asked.

    Sample 0 is middling luck throughout. The others come in twos, the second with the luck of the first turned round, so that few of them say much.
    """

    def __init__(self, seed: float, sample: int) -> None:
        self.sample = sample
        self.seed = f"{seed} {(sample + 1) // 2}"
        self.asked: dict[str, int] = {}

    def share(self, what: str) -> float:
        """Where in the row of outcomes this roll falls, from 0 to 1."""
        if self.sample == 0:
            return 0.5
        count = self.asked[what] = self.asked.get(what, 0) + 1
        found = Random(f"{self.seed} {what} {count}").random()
        return found if self.sample % 2 else 1.0 - found

    def roll(self, game: Game, s: State, decision: Decision) -> None:
        outcomes = game.outcomes(s)
        left = self.share(decision.text) * sum(weight for _, weight in outcomes)
        for action, weight in outcomes:
            left -= weight
            if left < 0:
                game.apply(s, action)
                return


MOST = 400
"""Decisions that are played on at most."""


Reply = Callable[[State, Side, str], Sequence[Action]]
"""What the enemy does in his phase of this kind."""


class Script:
    """Gestures a side means to make. The enemy may come between: what is no longer allowed then is left out."""

    def __init__(self, game: Game, side: Side, kind: str, verbs: tuple[str, ...], actions: Sequence[Action]) -> None:
        self.game, self.side, self.kind, self.verbs = game, side, kind, verbs
        self.left = deque(actions)

    def next(self, s: State, decision: Decision) -> Action | None:
        """The next of them, if the side is asked and it is allowed; the next piece's first gesture waits until the last piece is done with."""
        if decision.who != self.side:
            return None
        while self.left and self.game.refuse(s, self.left[0]) is not None:
            if decision.kind != self.kind and self.left[0].verb in self.verbs:
                return None
            self.left.popleft()
        return self.left.popleft() if self.left else None


def play_on(
    game: Game,
    advice: Advice,
    s: State,
    luck: Luck,
    side: Side,
    evaluation: Evaluation,
    budget: Budget,
    reply: Reply,
    opening: Sequence[Action] | None,
) -> bool:
    """Make the `opening`, end the phase this side is in, then play on by advice until it is asked for this kind again. Without an opening it is in none.

    When the enemy is asked for this kind he makes his `reply` first. The game may be over before, or so many decisions made. No: the time was up.
    """
    kind, done = next(iter(evaluation.planned.items()))
    quick, left, rng, answered = QuickPlayer(game, advice), opening is None, Random(0), False
    script = Script(game, side, kind, done, opening or ())
    for _ in range(MOST):
        decision = game.decision(s)
        if decision is None:
            break
        if budget.late:
            return False
        if decision.who == CHANCE:
            luck.roll(game, s, decision)
            continue
        theirs = decision.who != side and decision.kind == kind
        if theirs and not answered:
            script, answered = Script(game, decision.who, kind, done, reply(s, decision.who, kind)), True
        meant = script.next(s, decision)
        if meant is not None:
            game.apply(s, meant)
        elif decision.kind == kind:
            if left and not theirs:
                break
            game.apply(s, best(game, advice, s, decision.who, rng, None, done))
        else:
            if decision.kind not in evaluation.within:
                left, answered = True, False
            game.apply(s, quick.choose(s, decision.who, decision.kind))
    return True
