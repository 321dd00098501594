"""Looking ahead over plans: several ways to play the phase, each played out to this side's next turn.

The plans come from the planner, with other targets and in other tempers, and from quick advice. They are tried on the same luck (`sweep.Luck`), with hidden things dealt
alike. The enemy plans his reply; for the rest both sides play on by quick advice. Another plan than the planner's own is taken if it ends better, on average, by more than
luck explains; plans that fall behind are dropped, so that the time goes to those that are close.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from statistics import stdev

from amba.bots.budget import Budget
from amba.bots.plan import Plan, Planner
from amba.bots.sweep import Luck, Sweeper, run_on
from amba.bots.value import Judge
from amba.core.decision import Action, Side
from amba.core.evaluation import Evaluation, Wayfinder
from amba.core.game import Advisor, Game
from amba.core.state import State

RIVALS = (0, 2, 1, 1, 1, 1, 1)
"""How many plans are tried besides the planner's own, sample by sample: middling luck, then good and bad in turn. 0 is all."""
ENOUGH = 3
"""After so many samples a plan that is no better than the planner's own is given up, and luck can be told from worth. Before, nothing is believed."""
CAUTION = 2.0
"""How many standard errors another plan must be ahead of the planner's own: it was picked among several, and the luckiest of them looks good by luck."""
WORK = 60
"""What a sample is counted for, in positions looked at."""
REPLY = 150
"""Positions that are looked at for a plan within a sample: the enemy's reply, and what one would do next."""


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
        self.start: State | None = None
        """The position that is asked about."""
        self.share = 0.25
        """How much of the time left one plan may take."""

    def plan(self, s: State, kind: str, planning: int) -> Plan:
        """The plan that does best when it is played out."""
        self.start = s
        plans = self.candidates(s, kind, planning)
        rivals = list(range(1, len(plans)))
        ends: list[list[float]] = [[] for _ in plans]
        for sample, count in enumerate(RIVALS if rivals else ()):
            rivals = sorted(rivals, key=lambda index: (-lead(ends[index], ends[0]), index))[: count or None]
            if sample >= ENOUGH and lead(ends[rivals[0]], ends[0]) <= 0:
                break
            if not self.play_all([0, *rivals], plans, kind, sample, ends):
                break
            rivals = [index for index in rivals if len(ends[index]) > sample]
        return plans[self.chosen(ends)]

    def play_all(self, chosen: Sequence[int], plans: Sequence[Plan], kind: str, sample: int, ends: list[list[float]]) -> bool:
        """Play the chosen plans out on the same luck, the planner's own first; no: the time was up.

        Where the clock counts, the first one tells how long it takes, and no more are begun than leave time for samples enough.
        """
        before, most = self.budget.left, len(chosen)
        for count, index in enumerate(chosen):
            if count > most:
                break
            value = None if self.budget.spent else self.play_out(plans[index], kind, sample)
            if value is None:
                return False
            ends[index].append(value)
            if count == sample == 0 and before is not None and (left := self.budget.left) is not None:
                later = sum(1 + rivals for rivals in RIVALS[1:ENOUGH])
                most = max(1, int(left / max(before - left, 1e-3)) - later)
        return True

    def chosen(self, ends: list[list[float]]) -> int:
        """The best of those that were tried as often as the planner's own plan, if it is better beyond doubt; else that one."""
        rivals = [index for index in range(1, len(ends)) if ends[index] and len(ends[index]) >= len(ends[0]) - 1]
        if not rivals:
            return 0
        best = max(rivals, key=lambda index: (lead(ends[index], ends[0]), -index))
        return best if lead(ends[best], ends[0]) > doubt(ends[best], ends[0]) else 0

    def candidates(self, s: State, kind: str, planning: int) -> list[Plan]:
        """The planner's own plans first, then one without its first target, one in every other temper, and that of quick advice. Equal ones once."""
        first = self.planner(planning, "searcher")
        options = first.survey(s, kind)
        plans = first.ranked(s, kind, options)
        found = {frozenset(plan.actions): plan for plan in plans}
        target = next((plan.massed[:1] for plan in plans if plan.massed), ())
        others = [("", frozenset(target)), *((temper, frozenset[int]()) for temper in self.evaluation.weighing.tempers)]
        for temper, leave in others:
            if self.budget.spent:
                break
            plan = self.planner(planning, "planner", temper).plan(s, kind, leave, options)
            found.setdefault(frozenset(plan.actions), plan)
        if not self.budget.late:
            quick = self.quick(s, kind)
            found.setdefault(frozenset(quick.actions), quick)
        return list(found.values())

    def planner(self, planning: int, level: str, temper: str = "") -> Planner:
        """For one plan as a bot of this level makes it, within its share of the time."""
        judge, refined = Judge(self.game, self.evaluation, self.side, temper), self.evaluation.weighing.refined.get(level, 0)
        limit = None if self.budget.left is None else self.share * self.budget.left
        return Planner(self.game, self.advisor, judge, Budget(refined or planning, limit), refined > 0)

    def quick(self, s: State, kind: str) -> Plan:
        """What quick advice would do."""
        finder = self.evaluation if isinstance(self.evaluation, Wayfinder) else None
        kinds = (kind, *(finder.within if finder is not None else ()))
        sweeper, states, actions = Sweeper(self.game, self.advisor), [finder.hushed(s, self.side) if finder is not None else s.copy()], list[Action]()
        while (decision := self.game.decision(states[-1])) is not None and decision.who == self.side and decision.kind in kinds:
            action = sweeper.choose(states[-1], self.side, decision.kind)
            if (decision.kind == kind and action[0] not in self.evaluation.planned[kind]) or self.budget.late:
                break
            after = states[-1].copy()
            self.game.apply(after, action)
            actions.append(action)
            states.append(after)
        return Plan(tuple(actions), tuple(states), 0.0)

    def reply(self, s: State, side: Side, kind: str) -> tuple[Action, ...]:
        return self.sketch(s, side, kind).actions

    def sketch(self, s: State, side: Side, kind: str) -> Plan:
        """What a side would plan, thinking a little."""
        judge = Judge(self.game, self.evaluation, side)
        return Planner(self.game, self.advisor, judge, Budget(REPLY, self.budget.left)).plan(s, kind)

    def play_out(self, plan: Plan, kind: str, sample: int) -> float | None:
        """Deal the hidden things, make the moves, play on to this side's next phase of this kind, plan it, and look. None: the time was up.

        What the enemy has just done looks worse than it is as long as nobody has answered it: hence the plan.
        """
        # Where the enemy may answer each gesture, the plan is made again from its beginning, and he does.
        start, opening = (self.start or plan.states[0], plan.actions) if isinstance(self.evaluation, Wayfinder) else (plan.states[-1], ())
        s = self.game.imagine(start, self.side, Random(f"{self.seed} {sample}"))
        self.budget.use(WORK)
        finished = run_on(self.game, self.advisor, s, Luck(self.seed, sample), self.side, self.evaluation, self.budget, self.reply, opening)
        if not finished:
            return None
        return self.judge.outlook(s) if self.game.decision(s) is None else self.sketch(s, self.side, kind).value


def lead(ends: Sequence[float], own: Sequence[float]) -> float:
    """By how much these ends are better on average, sample by sample."""
    found = [a - b for a, b in zip(ends, own, strict=False)]
    return sum(found) / len(found) if found else 0.0


def doubt(ends: Sequence[float], own: Sequence[float]) -> float:
    """How much of a lead may be luck: so many standard errors of the difference. Of a few samples nothing is known."""
    found = [a - b for a, b in zip(ends, own, strict=False)]
    return CAUTION * stdev(found) / math.sqrt(len(found)) if len(found) >= ENOUGH else math.inf
