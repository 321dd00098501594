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
from amba.bots.value import Judge
from amba.core.decision import Action, Side
from amba.core.evaluation import Target
from amba.core.game import Advisor, Game
from amba.core.state import State

BEST = 5
"""How many moves of a piece are looked at closely: those the game's advice likes best."""
AGAIN = 3
"""How many of them are looked at again when others have moved meanwhile."""
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


class Offer(NamedTuple):
    """What massing against a target gains, as things stood after so many gestures."""

    gain: float
    steps: tuple[Step, ...]
    seen: int


class Options(NamedTuple):
    """The moves of one piece, those the advice likes best first."""

    head: Action
    moves: list[tuple[float, Action]]


class Look(NamedTuple):
    """What the best move of one piece gains, as things stood after so many gestures."""

    gain: float
    step: Step | None
    liked: list[tuple[float, Action]]
    """Its moves, the best first."""
    seen: int


def survey(game: Game, advisor: Advisor, s: State, side: Side, verbs: tuple[str, ...], budget: Budget) -> list[Options]:
    """Every piece that can move, and where to."""
    menu = game.legal(s)
    found: list[Options] = []
    for head in menu.heads:
        if head[0] in verbs:
            if found and budget.spent:
                break
            moves = [(advisor.advice(s, side, action), action) for action in menu.tails(head)]
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

    def ranked(self, s: State, kind: str, options: list[Options] | None = None) -> list[Plan]:
        """One plan that masses first, and where there is time one in which everybody looks after himself; the better first."""
        if options is None:
            options = self.survey(s, kind)
        plans = [self.plan(s, kind, options=options)]
        if plans[0].massed and not self.budget.spent:
            everywhere = frozenset(target.place for target in self.judge.evaluation.targets(s, self.judge.side))
            plans.append(self.plan(s, kind, everywhere, options))
        return sorted(plans, key=lambda plan: (plan.cut, -plan.value))

    def survey(self, s: State, kind: str) -> list[Options]:
        """Every piece that can move, and where to: the same for all plans that begin here."""
        return survey(self.game, self.advisor, s, self.judge.side, self.judge.evaluation.planned[kind], self.budget)

    def plan(self, s: State, kind: str, leave: frozenset[int] = frozenset(), options: list[Options] | None = None) -> Plan:
        """The gestures for the pieces; how the phase is ended is not part of it. Targets to `leave` are not massed against."""
        if options is None:
            options = self.survey(s, kind)
        state = s.copy()
        self.states = [state]
        self.actions: list[Action] = []
        self.massed: list[int] = []
        self.worth = self.judge.value(state)
        if options:
            self.mass(options, leave)
            self.place(options)
        return Plan(tuple(self.actions), tuple(self.states), self.worth, tuple(self.massed), self.budget.spent)

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
        # A quick look at all of them, and a close one at whichever is next.
        offers = [(-self.tempt(comers, 1).gain, index) for index, (_, comers) in enumerate(rings)]
        heapify(offers)
        close: dict[int, Offer] = {}
        while offers and not self.budget.spent:
            stale, index = offers[0]
            if -stale <= THRIFT:
                return
            offer = close.get(index)
            if offer is None or offer.seen != len(self.actions):
                offer = close[index] = self.tempt(rings[index][1], SIDES)
            if len(offers) > 1 and offer.gain < -min(offers[1:])[0] - 1e-9:
                heapreplace(offers, (-offer.gain, index))
                continue
            heappop(offers)
            if offer.gain > THRIFT:
                self.massed.append(rings[index][0])
                for step in offer.steps:
                    self.take(*step)

    def comers(self, target: Target, arrivals: Mapping[int, list[Arrival]]) -> list[list[Action]]:
        """The pieces that can get beside the target, each with its best moves there; the best first."""
        pieces: dict[str, list[Arrival]] = {}
        for place in target.ring:
            for arrival in arrivals.get(place, ()):
                pieces.setdefault(arrival.action[1], []).append(arrival)
        found = [sorted(moves, key=lambda move: -move.advised)[:SIDES] for moves in pieces.values()]
        found.sort(key=lambda moves: -moves[0].advised)
        return [[move.action for move in moves] for moves in found[:MASS]]

    def tempt(self, comers: Sequence[list[Action]], sides: int) -> Offer:
        """Bring them up one after the other, each to the best of so many places; how many of them are best, and what it gains."""
        state, best, taken = self.now, self.worth, 0
        steps: list[Step] = []
        moved = {action[1] for action in self.actions}
        for moves in comers:
            if moves[0][1] in moved or self.budget.spent:
                continue
            found: list[Step] = []
            for action in moves:
                tried = self.tried(state, action)
                if tried is not None:
                    found.append((action, *tried))
                    if len(found) == sides:
                        break
            if not found:
                continue
            steps.append(max(found, key=lambda step: step[1]))
            _, value, state = steps[-1]
            if value > best:
                best, taken = value, len(steps)
        return Offer(best - self.worth, tuple(steps[:taken]), len(self.actions))

    # Each by itself

    def place(self, options: list[Options]) -> None:
        """A piece's move is looked at again when its turn comes, since others have moved meanwhile."""
        moved = {action[1] for action in self.actions}
        looks: dict[int, Look] = {}
        for index, option in enumerate(options):
            if option.head[1] not in moved and not self.budget.spent:
                look = self.try_piece(option.moves[:BEST])
                if look.gain > THRIFT:
                    looks[index] = look
        queue = [(-look.gain, index) for index, look in looks.items()]
        heapify(queue)
        while queue and not self.budget.spent:
            _, index = heappop(queue)
            look = looks[index]
            if look.seen != len(self.actions):
                look = looks[index] = self.try_piece(look.liked[:AGAIN])
            if look.gain <= THRIFT or look.step is None:
                continue
            if queue and look.gain < -queue[0][0] - 1e-9:
                heappush(queue, (-look.gain, index))
                continue
            self.take(*look.step)

    def try_piece(self, moves: Sequence[tuple[float, Action]]) -> Look:
        """What each of these moves gains as things stand."""
        trust = self.judge.evaluation.weighing.trust
        found: list[tuple[float, int, Step]] = []
        for index, (advised, action) in enumerate(moves):
            tried = self.tried(self.now, action)
            if tried is not None:
                found.append((tried[0] - self.worth + trust * advised, -index, (action, *tried)))
        found.sort(key=lambda item: item[:2], reverse=True)
        liked = [moves[-index] for _, index, _ in found]
        if not found or found[0][0] <= 0:
            return Look(0.0, None, liked, len(self.actions))
        return Look(found[0][0], found[0][2], liked, len(self.actions))
