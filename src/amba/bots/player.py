"""A player at one table, for one side: what it chose, why, and what it still means to do."""

from __future__ import annotations

import logging
from random import Random
from typing import NamedTuple

from amba.bots import level_for
from amba.bots.advice import advice_of
from amba.bots.beginner import stumble
from amba.bots.budget import Budget
from amba.bots.evaluator import Evaluator
from amba.bots.greedy import best
from amba.bots.plan import Plan, Planner
from amba.bots.search import Searcher
from amba.core.decision import Action, Decision, Side
from amba.core.evaluation import Evaluation
from amba.core.game import Advice, Game, has_secrets
from amba.core.state import State

log = logging.getLogger("amba.bots")
PLANNING = 900
"""Positions a planner looks at for one phase."""
SHARE = 0.7
"""How much of the time limit goes into the plan; the rest is for what cannot be stopped half-way."""
SEARCHING = 200
"""What a searcher may use to play plans out, for each sample a game asks for."""
SEARCH_SHARE = 0.85
"""How much of the time limit goes into it. More than for a plan: it can be stopped at every gesture."""


class Choice(NamedTuple):
    """An action and the reason for it, in words made of open facts only; empty when there is nothing to say."""

    action: Action
    why: str = ""


class Player:
    """Chooses for one side of one game. It is given positions its side cannot tell from the true one."""

    def __init__(self, game: Game, side: Side, level: str, speaks: bool = True) -> None:
        """One that `speaks` gives its reasons; in the lab nobody listens."""
        self.game = game
        self.side = side
        self.level = level_for(game, level)
        self.speaks = speaks
        self.advice = advice_of(game)
        self.plan: Plan | None = None
        self.kind = ""
        """The kind of decision the plan was made for."""
        self.step = 0

    def choose(self, s: State, rng: Random, limit: float | None = None) -> Choice:
        """An action. `limit` is in seconds; without it the work is counted, not timed, so that the same position and generator give the same answer."""
        game = self.game
        advice, evaluation = self.advice, game.abilities.evaluation
        if self.level == "random" or advice is None:
            return Choice(game.legal(s).pick(rng))
        decision = game.decision(s)
        assert decision is not None
        if self.level == "beginner":
            action = stumble(game, advice, s, self.side, rng, decision.kind, limit)
            return Choice(action, self.reason(evaluation, s, action) if self.speaks and evaluation is not None else "")
        if evaluation is None:
            return Choice(best(game, advice, s, self.side, rng, limit))
        if self.level != "greedy" and decision.kind in evaluation.planned:
            action = self.follow(s, decision, advice, evaluation, rng, limit)
        else:
            action = self.answer(s, decision, advice, evaluation, rng, limit)
        return Choice(action, self.reason(evaluation, s, action) if self.speaks else "")

    def answer(self, s: State, decision: Decision, advice: Advice, evaluation: Evaluation, rng: Random, limit: float | None) -> Action:
        """What is advised; a searcher plays the likeliest answers out first where the game says that it pays."""
        whole = Budget(0, limit)
        action = best(self.game, advice, s, self.side, rng, limit)
        if self.level != "searcher" or decision.kind not in evaluation.weighing.searched:
            return action
        return Searcher(self.game, advice, evaluation, self.side, rng, search_budget(evaluation, whole.left)).answer(s, action)

    def reason(self, evaluation: Evaluation, s: State, action: Action) -> str:
        try:
            return Evaluator(self.game, evaluation, self.side).why(s, action)
        except Exception:  # a choice is not lost because the words for it fail
            log.exception("no reason for %s", " ".join(self.game.spell(action)))
            return ""

    def follow(self, s: State, decision: Decision, advice: Advice, evaluation: Evaluation, rng: Random, limit: float | None) -> Action:
        """The next gesture of the plan; a new plan when things are not as foreseen."""
        whole = Budget(0, limit)
        if self.plan is None or self.is_used_up(self.plan, decision) or not self.is_as_foreseen(s):
            self.plan, self.step = self.think(s, decision, advice, evaluation, rng, limit), 0
            self.kind = decision.kind
        plan, step = self.plan, self.step
        self.step += 1
        if step < len(plan.actions):
            return plan.actions[step]
        self.plan = None
        # A plan that was cut short before its first gesture: the best single one will do, and the next question goes on planning.
        done = evaluation.planned[decision.kind] if not plan.cut else ()
        return best(self.game, advice, s, self.side, rng, whole.left, without=done)

    def is_used_up(self, plan: Plan, decision: Decision) -> bool:
        """A plan that was cut short, or that was made for a piece on its way, is all done, and time for the rest of the pieces has come."""
        return self.step >= len(plan.actions) and (decision.kind != self.kind or (plan.cut and self.step > 0))

    def is_as_foreseen(self, s: State) -> bool:
        """Whether the position looks to this side as the plan says it should."""
        assert self.plan is not None
        states = self.plan.states
        if self.step >= len(states) or s.frames != states[self.step].frames:
            return False
        if not has_secrets(self.game, s):
            return s.key() == states[self.step].key()
        view = self.game.view
        return view(s, self.side) == view(states[self.step], self.side)

    def think(self, s: State, decision: Decision, advice: Advice, evaluation: Evaluation, rng: Random, limit: float | None) -> Plan:
        if self.level == "searcher" and decision.kind == next(iter(evaluation.planned)):
            return Searcher(self.game, advice, evaluation, self.side, rng, search_budget(evaluation, limit)).plan(s, decision.kind, PLANNING)
        refined = evaluation.weighing.refined.get(self.level, 0)
        budget = Budget(refined or PLANNING, None if limit is None else SHARE * limit)
        return Planner(self.game, advice, self.evaluator(evaluation), budget, refined > 0).ranked(s, decision.kind)[0]

    def evaluator(self, evaluation: Evaluation) -> Evaluator:
        """By what a plan is judged."""
        return Evaluator(self.game, evaluation, self.side)


def search_budget(evaluation: Evaluation, limit: float | None) -> Budget:
    return Budget(SEARCHING * evaluation.weighing.samples, None if limit is None else SEARCH_SHARE * limit)
