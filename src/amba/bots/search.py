"""Looking ahead: several ways to play a phase, or to answer a question, each played out to this side's next turn.

The plans come from the planner, with other targets and in other styles of play, and from quick advice. They are tried on the same luck (`playout.Luck`), with hidden things
dealt alike. The enemy plans his reply; for the rest both sides play on by quick advice. Another plan than the planner's own is taken if it ends better, on average, by more than
luck explains (`paired_trials.PairedTrials`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random

from amba.bots.budget import Budget
from amba.bots.evaluator import Evaluator
from amba.bots.paired_trials import PairedTrials, Trial
from amba.bots.plan import Plan, Planner
from amba.bots.playout import Luck, Script, play_on
from amba.bots.quick import QuickPlayer, shortlisted
from amba.core.decision import Action, Side
from amba.core.evaluation import Evaluation
from amba.core.game import Advice, Game
from amba.core.state import State

ANSWERS = 4
"""How many answers to a single question are tried, those the advice likes best."""
BELIEF = 1.0
"""How many standard errors another answer must be ahead of the one that is advised."""
ABSURD = -5.0
"""What the advice likes less than this is not tried."""
LATER = 0.4
"""About what a further sample of a candidate costs beside the first, where everybody keeps to what he planned in the first."""
OWN, OTHERS = 0.5, 0.25
"""How much of the time left a plan may take: the first, which is taken unless another proves better, and each of the others."""
PLANS = 0.4
"""When so much of the time has gone into making plans, no more are begun: without samples enough they are worth nothing."""
WORK, AFRESH = 60, 120
"""What a sample is counted for, in positions looked at; and one in which everybody plans anew."""
LAST = -1
"""The phase whose end is judged, among the phases that are played out."""
REPLY = 150
"""Positions that are looked at for a plan within a sample: the enemy's reply, and what one would do next."""


class Searcher:
    """Chooses between plans, and between answers to a single question."""

    def __init__(self, game: Game, advice: Advice, evaluation: Evaluation, side: Side, rng: Random, budget: Budget) -> None:
        self.game = game
        self.advice = advice
        self.evaluation = evaluation
        self.side = side
        self.seed = rng.random()
        self.budget = budget
        self.evaluator = Evaluator(game, evaluation, side)
        self.enemy_evaluator = Evaluator(game, evaluation, 1 - side)
        self.start: State | None = None
        """The position that is asked about."""
        self.foreseen: dict[tuple[Side, int, int], Plan] = {}
        """What each side means to do: side, candidate and which phase after it -> plan."""

    def plan(self, s: State, kind: str, planning: int) -> Plan:
        """The plan that does best when it is played out."""
        self.start = s
        plans, caution = self.candidates(s, kind, planning), self.evaluation.weighing.caution
        return plans[self.compare(len(plans), lambda index, sample: self.play_out(index, plans[index], sample), caution)]

    def answer(self, s: State, advised: Action) -> Action:
        """The answer to a single question that does best when it is played out; `advised` is taken unless another is better."""
        others = sorted((-self.advice(s, self.side, action), index, action) for index, action in enumerate(shortlisted(self.game, s, self.side)))
        answers = [advised, *(action for value, _, action in others if action != advised and -value > ABSURD)][:ANSWERS]
        return answers[self.compare(len(answers), lambda index, sample: self.play_out_answer(index, s, answers[index], sample), BELIEF)]

    def compare(self, candidates: int, trial: Trial, caution: float) -> int:
        """Which of so many candidates ends best on the same luck."""
        weighing = self.evaluation.weighing
        return PairedTrials(candidates, trial, self.budget, caution, weighing.samples, 1.0 if weighing.afresh else LATER).run()

    def candidates(self, s: State, kind: str, planning: int) -> list[Plan]:
        """The planner's own plans first, then one without its first target, one in every other style, and that of quick advice. Equal ones once."""
        whole = self.budget.left
        first = self.planner(planning, "searcher")
        options = first.survey(s, kind)
        plans = first.ranked(s, kind, options)
        found = {frozenset(plan.actions): plan for plan in plans}
        target = next((plan.massed[:1] for plan in plans if plan.massed), ())
        others = [("", frozenset(target)), *((style, frozenset[int]()) for style in self.evaluation.weighing.styles)]
        for style, leave in others:
            if self.budget.spent or (whole is not None and (self.budget.left or 0.0) < (1 - PLANS) * whole):
                break
            plan = self.planner(planning, "planner", style).plan(s, kind, leave, options)
            found.setdefault(frozenset(plan.actions), plan)
        if not self.budget.late:
            quick = self.plan_by_advice(s, kind)
            found.setdefault(frozenset(quick.actions), quick)
        return list(found.values())

    def planner(self, planning: int, level: str, style: str = "") -> Planner:
        """For one plan as a bot of this level makes it, within its share of the time."""
        evaluator, refined = Evaluator(self.game, self.evaluation, self.side, style), self.evaluation.weighing.refined.get(level, 0)
        limit = None if self.budget.left is None else (OWN if level == "searcher" else OTHERS) * self.budget.left
        return Planner(self.game, self.advice, evaluator, Budget(refined or planning, limit), refined > 0)

    def plan_by_advice(self, s: State, kind: str) -> Plan:
        """What quick advice would do."""
        kinds, quick = (kind, *self.evaluation.within), QuickPlayer(self.game, self.advice)
        states, actions = [self.evaluation.undisturbed(s, self.side)], list[Action]()
        while (decision := self.game.decision(states[-1])) is not None and decision.who == self.side and decision.kind in kinds:
            action = quick.choose(states[-1], self.side, decision.kind)
            if (decision.kind == kind and action.verb not in self.evaluation.planned[kind]) or self.budget.late:
                break
            after = states[-1].copy()
            self.game.apply(after, action)
            actions.append(action)
            states.append(after)
        return Plan(tuple(actions), tuple(states), 0.0)

    def plan_briefly(self, s: State, side: Side, kind: str) -> Plan:
        """What a side would plan, thinking a little."""
        evaluator = Evaluator(self.game, self.evaluation, side)
        return Planner(self.game, self.advice, evaluator, Budget(REPLY, self.budget.left)).plan(s, kind)

    def play_out(self, candidate: int, plan: Plan, sample: int) -> float | None:
        """Deal the hidden things, make the moves, play on to this side's next phase of this kind, and look. None: the time was up."""
        # Where the enemy may answer each gesture, the plan is made again from its beginning, and he does.
        start, opening = (self.start or plan.states[0], plan.actions) if self.evaluation.interrupted else (plan.states[-1], ())
        return self.play_from(candidate, self.game.imagine(start, self.side, Random(f"{self.seed} {sample}")), sample, opening)

    def play_out_answer(self, candidate: int, s: State, action: Action, sample: int) -> float | None:
        """The same for one answer to a question; this side's next phase may be the one it is about to begin."""
        s = self.game.imagine(s, self.side, Random(f"{self.seed} {sample}"))
        self.game.apply(s, action)
        return self.play_from(candidate, s, sample, None)

    def play_from(self, candidate: int, s: State, sample: int, opening: Sequence[Action] | None) -> float | None:
        """Play on from here to one's own next phase, and look, in the way the game says (`ENDS`)."""
        game, evaluation, luck = self.game, self.evaluation, Luck(self.seed, sample)
        self.budget.use(AFRESH if evaluation.weighing.afresh else WORK)
        turn = count()

        def reply(s: State, side: Side, kind: str) -> Sequence[Action]:
            return self.plan_of(s, side, kind, (candidate, next(turn))).actions

        if not play_on(game, self.advice, s, luck, self.side, evaluation, self.budget, reply, opening):
            return None
        if game.decision(s) is None:
            return self.evaluator.outlook(s)
        if evaluation.weighing.ends == "seen":
            return self.seen_by_both(s)
        if evaluation.weighing.ends == "planned":
            return self.after_own_plan(s, candidate)
        if not play_on(game, self.advice, s, luck, 1 - self.side, evaluation, self.budget, reply, None):
            return None
        return self.evaluator.outlook(s)

    def plan_of(self, s: State, side: Side, kind: str, when: tuple[int, int]) -> Plan:
        """What a side means to do in a phase that is played out. It is planned once, and on other luck done as far as it can be: a plan costs as much as all the rest of a sample.

        Not so where the game says that what is done next hangs on luck.
        """
        if self.evaluation.weighing.afresh:
            return self.plan_briefly(s, side, kind)
        found = self.foreseen.get((side, *when))
        if found is None:
            found = self.foreseen[side, *when] = self.plan_briefly(s, side, kind)
        return found

    def seen_by_both(self, s: State) -> float:
        """What both sides see in a position, each by its share."""
        shares = self.evaluation.weighing.views
        own, theirs = shares[self.side], shares[1 - self.side]
        return (own * self.evaluator.value(s) if own else 0.0) - (theirs * self.enemy_evaluator.value(s) if theirs else 0.0)

    def after_own_plan(self, s: State, candidate: int) -> float:
        """What the position is worth when this side's next phase has gone as it is meant to: what the enemy has just done looks worse than it is as long as nobody has answered it."""
        kind, verbs = next(iter(self.evaluation.planned.items()))
        known = (self.side, candidate, LAST) in self.foreseen
        plan = self.plan_of(s, self.side, kind, (candidate, LAST))
        if not known:
            return plan.value
        s = self.evaluation.undisturbed(s, self.side)
        script = Script(self.game, self.side, kind, verbs, plan.actions)
        while (decision := self.game.decision(s)) is not None and (action := script.next(s, decision)) is not None:
            self.game.apply(s, action)
        return self.evaluator.value(s)
