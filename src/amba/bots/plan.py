"""Planning a whole phase: what to mass against first, then a place for everybody else.

A plan is the list of gestures to make, found on copies of the position. Every gesture is judged by the game's evaluation of the position it
leads to, so what pieces do together counts: odds, roads kept open, lines of retreat, towns that are held. First several pieces at once are tried
against each target, because one alone beside a strong enemy looks bad where four look good. Then each piece by itself, the most useful first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush, heapreplace
from typing import NamedTuple

from amba.bots.budget import Budget
from amba.bots.refine import refine
from amba.bots.value import Judge
from amba.core.decision import Action
from amba.core.evaluation import Target
from amba.core.game import Advisor, Game
from amba.core.state import State

WIDEST = 24
"""How many moves of a piece are looked at closely at most."""
LOOK = 15
"""How much further down a piece's moves to look, where those the advice likes best are not open any more."""
MASS = 6
"""How many pieces are brought against one target at most."""
SIDES = 3
"""How many of the places beside a target are tried for each."""
TARGETS = 14
THRIFT = 0.04
"""A move has to be worth this much, or it is not made."""


class Plan(NamedTuple):
    """What to do in a phase, gesture by gesture, with the position before each and after the last."""

    actions: tuple[Action, ...]
    states: tuple[State, ...]
    value: float
    massed: tuple[int, ...] = ()
    """The targets that pieces were massed against, the first first."""
    cut: bool = False
    """Whether the time was up before everybody had been looked at: more is to be done when these gestures are made."""


Step = tuple[Action, float, State]
"""A gesture, the worth of the position after it, and that position."""


class Options(NamedTuple):
    """The moves of one piece, those the advice likes best first."""

    head: Action
    moves: list[tuple[float, Action]]


def survey(game: Game, advisor: Advisor, s: State, judge: Judge, verbs: tuple[str, ...], budget: Budget) -> list[Options]:
    """Every piece that can move, and where to."""
    menu = game.legal(s)
    found: list[Options] = []
    for head in menu.heads:
        if head[0] in verbs:
            if found and budget.spent:
                break
            moves = [(advisor.advice(s, judge.side, action), action) for action in menu.tails(head)]
            if moves:
                moves.sort(key=lambda item: -item[0])
                found.append(Options(head, moves))
    return found


class Arrival(NamedTuple):
    """A move by which some piece comes to a place."""

    advised: float
    action: Action


def arrivals_of(game: Game, options: Sequence[Options]) -> dict[int, list[Arrival]]:
    """place -> who can come there."""
    places = game.names.place
    found: dict[int, list[Arrival]] = {}
    for option in options:
        for advised, action in option.moves:
            found.setdefault(places.get(action[-1], -1), []).append(Arrival(advised, action))
    return found


class Planner:
    """Makes one plan."""

    def __init__(self, game: Game, advisor: Advisor, judge: Judge, budget: Budget) -> None:
        self.game = game
        self.advisor = advisor
        self.judge = judge
        self.budget = budget
        self.allowance = budget.work
        self.breadth = judge.evaluation.weighing.breadth

    def ranked(self, s: State, kind: str) -> list[Plan]:
        """One plan that masses first, and where there is time one in which everybody looks after himself; the better first."""
        plans = [self.plan(s, kind)]
        if plans[0].massed and not self.budget.spent:
            everywhere = frozenset(target.place for target in self.judge.evaluation.targets(s, self.judge.side))
            plans.append(self.plan(s, kind, everywhere))
        return sorted(plans, key=lambda plan: (plan.cut, -plan.value))

    def plan(self, s: State, kind: str, leave: frozenset[int] = frozenset()) -> Plan:
        """The gestures for the pieces; how the phase is ended is not part of it. Targets to `leave` are not massed against."""
        options = survey(self.game, self.advisor, s, self.judge, self.judge.evaluation.planned[kind], self.budget)
        state = s.copy()
        self.states = [state]
        self.actions: list[Action] = []
        self.massed: list[int] = []
        self.worth = self.judge.value(state)
        if options:
            self.breadth = self.breadth_for(len(options))
            self.mass(options, leave)
            self.place(options)
        cut = self.budget.spent
        if not cut and self.judge.evaluation.weighing.refined:
            refine(self, options)
        return Plan(tuple(self.actions), tuple(self.states), self.worth, tuple(self.massed), cut)

    def breadth_for(self, pieces: int) -> int:
        """How many moves of each piece to look at: more where there are few pieces and the plan is to be gone over."""
        weighing = self.judge.evaluation.weighing
        return max(weighing.breadth, min(WIDEST, self.budget.work // (6 * pieces))) if weighing.refined else weighing.breadth

    @property
    def now(self) -> State:
        return self.states[-1]

    def tried(self, s: State, action: Action) -> tuple[float, State] | None:
        """The position after an action and its worth; None when it is not allowed there."""
        if self.game.refuse(s, action) is not None:
            return None
        after = s.copy()
        self.game.apply(after, action)
        self.budget.use()
        return self.judge.value(after), after

    def take(self, action: Action, value: float, after: State) -> None:
        self.actions.append(action)
        self.states.append(after)
        self.worth = value

    # Several against one target

    def mass(self, options: list[Options], leave: frozenset[int]) -> None:
        """The most promising target first; each takes its pieces away from the others."""
        arrivals = arrivals_of(self.game, options)
        rings: list[tuple[int, list[list[Action]]]] = []
        for target in self.judge.evaluation.targets(self.now, self.judge.side):
            comers = self.comers(target, arrivals) if target.place not in leave and len(rings) < TARGETS else []
            if comers:
                rings.append((target.place, comers))
        offers = [(-self.tempt(comers)[0], index) for index, (_, comers) in enumerate(rings)]
        heapify(offers)
        while offers and not self.budget.spent:
            stale, index = offers[0]
            if -stale <= THRIFT:
                return
            gain, steps = self.tempt(rings[index][1])
            if len(offers) > 1 and gain < -min(offers[1:])[0] - 1e-9:
                heapreplace(offers, (-gain, index))
                continue
            heappop(offers)
            if gain > THRIFT:
                self.massed.append(rings[index][0])
                for action, value, after in steps:
                    self.take(action, value, after)

    def comers(self, target: Target, arrivals: Mapping[int, list[Arrival]]) -> list[list[Action]]:
        """The pieces that can get beside the target, each with its best moves there; the best first."""
        pieces: dict[str, list[Arrival]] = {}
        for place in target.ring:
            for arrival in arrivals.get(place, ()):
                pieces.setdefault(arrival.action[1], []).append(arrival)
        found = [sorted(moves, key=lambda move: -move.advised)[:SIDES] for moves in pieces.values()]
        found.sort(key=lambda moves: -moves[0].advised)
        if self.judge.evaluation.weighing.refined:
            found = sorted(found[: 2 * MASS], key=lambda moves: -self.alone(moves[0].action))
        return [[move.action for move in moves] for moves in found[:MASS]]

    def alone(self, action: Action) -> float:
        """What a move is worth by itself."""
        tried = self.tried(self.now, action)
        return float("-inf") if tried is None else tried[0]

    def tempt(self, comers: Sequence[list[Action]]) -> tuple[float, list[Step]]:
        """Bring them up one after the other; how many of them are best, and what it gains."""
        state, best, taken = self.now, self.worth, 0
        steps: list[Step] = []
        moved = {action[1] for action in self.actions}
        for moves in comers:
            if moves[0][1] in moved or self.budget.spent:
                continue
            found = [(*tried, action) for action in moves if (tried := self.tried(state, action)) is not None]
            if not found:
                continue
            value, state, action = max(found, key=lambda item: item[0])
            steps.append((action, value, state))
            if value > best:
                best, taken = value, len(steps)
        return best - self.worth, steps[:taken]

    # Each by itself

    def place(self, options: list[Options]) -> None:
        """A piece's move is looked at again when its turn comes, since others have moved meanwhile."""
        moved = {action[1] for action in self.actions}
        queue: list[tuple[float, int, int]] = []
        for index, option in enumerate(options):
            if option.head[1] not in moved and not self.budget.spent:
                gain = self.try_piece(option)[0]
                if gain > THRIFT:
                    queue.append((-gain, index, len(self.actions)))
        heapify(queue)
        while queue and not self.budget.spent:
            _, index, seen = heappop(queue)
            gain, found = self.try_piece(options[index])
            if gain <= THRIFT or found is None:
                continue
            if queue and gain < -queue[0][0] - 1e-9 and seen != len(self.actions):
                heappush(queue, (-gain, index, len(self.actions)))
                continue
            self.take(*found)

    def try_piece(self, option: Options) -> tuple[float, Step | None]:
        best, found, left = 0.0, None, self.breadth
        trust = self.judge.evaluation.weighing.trust
        for advised, action in option.moves[: self.breadth + LOOK]:
            tried = self.tried(self.now, action)
            if tried is None:
                continue  # somebody else went there meanwhile
            if (gain := tried[0] - self.worth + trust * advised) > best:
                best, found = gain, (action, *tried)
            left -= 1
            if not left:
                break
        return best, found
