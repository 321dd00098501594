"""The quick way through a phase: every piece's best move is looked up once, and the moves are made from the best down.

Greedy play looks at the whole menu after every gesture. Here a move found earlier is only looked at again when its turn comes, which is
many times quicker and nearly as good: what plans are begun from, and what is played out when the searcher looks ahead.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable, Sequence
from random import Random

from amba.bots.budget import Budget
from amba.bots.think import best
from amba.core.decision import CHANCE, Action, Decision, Side
from amba.core.evaluation import Evaluation, Wayfinder
from amba.core.game import Advice, Game
from amba.core.menu import Menu
from amba.core.state import State


def best_of(advice: Advice, s: State, side: Side, actions: list[Action] | tuple[Action, ...]) -> tuple[float, Action | None]:
    """The action with the highest advice; the first of equals."""
    top, found = float("-inf"), None
    for action in actions:
        value = advice(s, side, action)
        if value > top:
            top, found = value, action
    return top, found


def shortlisted(game: Game, s: State, side: Side) -> Menu:
    """The menu without what a game says need not be looked at."""
    menu = game.legal(s)
    shortlist = game.abilities.shortlist
    return menu if not menu.heads or shortlist is None else Menu(menu.plain, shortlist(s, side, menu.heads), menu.tails)


class Sweeper:
    """Plays both sides of one line by advice alone. Keeps the moves it has looked up until the phase is over."""

    def __init__(self, game: Game, advice: Advice) -> None:
        self.game = game
        self.advice = advice
        self.phase: tuple[Side, str, int] | None = None
        self.queue: list[tuple[float, Action, Action]] = []

    def choose(self, s: State, side: Side, kind: str) -> Action:
        """The next action of the side that decides."""
        menu = shortlisted(self.game, s, side)
        now = (side, kind, len(s.frames))
        begins = now != self.phase
        self.phase = now
        if len(menu.heads) < 2:
            return self.plainly(s, side, menu)
        if begins:
            self.queue = self.look(s, side, menu)
        top, found = best_of(self.advice, s, side, list(menu.plain))
        while self.queue and self.queue[-1][0] > top:
            value, head, action = self.queue.pop()
            if head not in menu.heads:
                continue
            if not self.is_as_good(s, side, value, action):
                value, best = best_of(self.advice, s, side, tuple(menu.tails(head)))
                if best is None or value <= top:
                    continue
                if self.queue and value < self.queue[-1][0]:
                    insort(self.queue, (value, head, best), key=worth)
                    continue
                action = best
            return action
        if found is None:
            return self.plainly(s, side, menu)
        return found

    def is_as_good(self, s: State, side: Side, value: float, action: Action) -> bool:
        """Whether a move looked up earlier is still allowed and no worse than it was."""
        return self.game.refuse(s, action) is None and self.advice(s, side, action) >= value - 1e-9

    def look(self, s: State, side: Side, menu: Menu) -> list[tuple[float, Action, Action]]:
        """Heads with their best completion and the advice on it, the best last."""
        found = []
        for head in menu.heads:
            value, action = best_of(self.advice, s, side, tuple(menu.tails(head)))
            if action is not None:
                found.append((value, head, action))
        return sorted(found, key=worth)

    def plainly(self, s: State, side: Side, menu: Menu) -> Action:
        _, found = best_of(self.advice, s, side, tuple(menu))
        assert found is not None
        return found


def worth(found: tuple[float, Action, Action]) -> float:
    return found[0]


class Luck:
    """The dice of one sample. The same roll falls alike in every line that is played on the same luck: what is asked names it, not when it is asked.

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


def run_on(
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
    within = evaluation.within if isinstance(evaluation, Wayfinder) else ()
    sweeper, left, rng, answered = Sweeper(game, advice), opening is None, Random(0), False
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
            if decision.kind not in within:
                left, answered = True, False
            game.apply(s, sweeper.choose(s, decision.who, decision.kind))
    return True
