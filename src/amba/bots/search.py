"""Looking ahead over plans: several ways to play the phase, each played out a few times to this side's next turn.

The plans come from the planner in several tempers. They are tried on the same luck: sample number n deals the hidden things and rolls the dice
from the same seed for every plan. Both sides then play on by quick advice. The plan whose samples end best, on average, is chosen; plans that fall
behind are dropped, so that the time goes to those that are close.
"""

from __future__ import annotations

from random import Random

from amba.bots.budget import Budget
from amba.bots.plan import Plan, Planner
from amba.bots.sweep import run_on
from amba.bots.value import Judge
from amba.core.decision import Side
from amba.core.evaluation import Evaluation
from amba.core.game import Advisor, Game
from amba.core.state import State

SAMPLES = 6
"""How often a plan is played out at most."""
HORIZON = 400
"""Decisions a sample may take."""
WORK = 60
"""What a sample is counted for, in positions looked at."""


class Searcher:
    """Chooses between plans."""

    def __init__(self, game: Game, advisor: Advisor, evaluation: Evaluation, side: Side, rng: Random, budget: Budget) -> None:
        self.game = game
        self.advisor = advisor
        self.evaluation = evaluation
        self.side = side
        self.seed = rng.random()
        self.budget = budget
        self.judge = Judge(game, evaluation, side)

    def plan(self, s: State, kind: str, planning: int) -> Plan:
        """The plan that does best when it is played out."""
        plans = self.candidates(s, kind, planning)
        if len(plans) == 1:
            return plans[0]
        totals = [0.0] * len(plans)
        alive = list(range(len(plans)))
        best = 0
        for sample in range(SAMPLES):
            for index in alive:
                if self.budget.spent and (sample or index != alive[0]):
                    return plans[best]
                totals[index] += self.play_out(plans[index], kind, sample)
            alive.sort(key=lambda index: -totals[index])
            best = alive[0]
            if sample % 2:
                alive = alive[: max(2, (len(alive) + 1) // 2)]
        return plans[best]

    def candidates(self, s: State, kind: str, planning: int) -> list[Plan]:
        """One plan in each temper, and to do nothing; equal ones once."""
        found: dict[frozenset[tuple[str, ...]], Plan] = {}
        for temper in ("", *self.evaluation.tempers):
            if found and self.budget.spent:
                break
            judge = Judge(self.game, self.evaluation, self.side, temper)
            plan = Planner(self.game, self.advisor, judge, Budget(planning, self.budget.left)).plan(s, kind)
            found.setdefault(frozenset(plan.actions), plan)
        found.setdefault(frozenset(), Plan((), (s.copy(),), 0.0))
        return list(found.values())

    def play_out(self, plan: Plan, kind: str, sample: int) -> float:
        """Deal the hidden things, make the moves, play on to this side's next phase of this kind, and look."""
        rng = Random(f"{self.seed} {sample}")
        s = self.game.imagine(plan.states[-1], self.side, rng)
        self.budget.use(WORK)
        run_on(self.game, self.advisor, s, rng, self.side, kind, self.evaluation.planned[kind], HORIZON)
        return self.judge.value(s)
