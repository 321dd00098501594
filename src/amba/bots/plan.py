"""Planning a whole phase: what to mass against first, then a place for everybody else.

A plan is the list of gestures to make, found on copies of the position. Every gesture is judged by the game's evaluation of the position it
leads to, so what pieces do together counts: odds, roads kept open, lines of retreat, towns that are held. First several pieces at once are tried
against each target, because one alone beside a strong enemy looks bad where four look good. Then each piece by itself, the most useful first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush, heapreplace
from typing import Any, NamedTuple

from amba.bots.budget import Budget
from amba.bots.refine import refine
from amba.bots.value import Judge
from amba.core.decision import Action
from amba.core.evaluation import Target, Way, Wayfinder
from amba.core.game import Advice, Game, piece_in, place_in
from amba.core.order import verb_of
from amba.core.state import State

WIDEST = 24
"""How many moves of a piece are looked at closely at most: those the game's advice likes best. A piece has seldom more that are worth a look."""
LOOKS = 6
"""How often each of them is looked at for a plan, about: for massing, for its own sake, again when others have moved, and when the plan is gone over."""
FURTHER = 15
"""How much further down a piece's moves to look where the first are not open any more: in a crowd they are soon taken."""
AGAIN = 3
"""How many of them are looked at again when others have moved meanwhile."""
SIDES = 3
"""How many of the places beside a target are tried for each."""
TARGETS = 14
LONGEST = 12
"""Gestures of one way at most."""
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


class Step(NamedTuple):
    """A way that is gone, the worth of the position after it, all the gestures it took, and the position after each of them."""

    way: Way
    value: float
    gestures: tuple[Action, ...]
    states: tuple[State, ...]


class Offer(NamedTuple):
    """What massing against a target gains, as things stood after so many steps."""

    gain: float
    steps: tuple[Step, ...]
    seen: int


class Options(NamedTuple):
    """The moves of one piece, alone or with the same company, those the advice likes best first."""

    piece: int
    pieces: frozenset[int]
    moves: list[Way]


class Look(NamedTuple):
    """What the best move of one piece gains, as things stood after so many steps."""

    gain: float
    step: Step | None
    liked: list[Way]
    """Its moves, the best first."""
    seen: int


def survey(game: Game, advice: Advice, s: State, judge: Judge, kind: str, budget: Budget) -> list[Options]:
    """Every piece that can move, and where to."""
    evaluation = judge.evaluation
    found: dict[tuple[Any, ...], Options] = {}
    offered = evaluation.ways(s, judge.side, kind) if isinstance(evaluation, Wayfinder) else None
    for way in offered if offered is not None else single_moves(game, advice, s, judge, evaluation.planned[kind], budget):
        found.setdefault((verb_of(way.gestures[0]), way.piece, *way.company), Options(way.piece, way.pieces, [])).moves.append(way)
    for option in found.values():
        option.moves.sort(key=lambda way: -way.advised)
    return list(found.values())


def single_moves(game: Game, advice: Advice, s: State, judge: Judge, verbs: tuple[str, ...], budget: Budget) -> Iterator[Way]:
    """The moves that are one gesture each, with the game's advice on them."""
    menu = game.legal(s)
    first = True
    for head in menu.heads:
        if verb_of(head) in verbs:
            if not first and budget.spent:
                return
            for action in menu.tails(head):
                first = False
                yield Way(piece_in(game, action), place_in(game, action), (action,), advice(s, judge.side, action))


def arrivals_of(options: Sequence[Options]) -> dict[int, list[Way]]:
    """place -> who can come there."""
    found: dict[int, list[Way]] = {}
    for option in options:
        for way in option.moves:
            found.setdefault(way.place, []).append(way)
    return found


class Planner:
    """Makes one plan."""

    def __init__(self, game: Game, advice: Advice, judge: Judge, budget: Budget, thorough: bool = False) -> None:
        """A `thorough` one looks at more moves and goes over its plan once more."""
        self.game = game
        self.advice = advice
        self.judge = judge
        self.budget = budget
        self.thorough = thorough
        self.allowance = budget.work
        self.breadth, self.mass_at_most = judge.evaluation.weighing.breadth, judge.evaluation.weighing.mass
        self.finder = judge.evaluation if isinstance(judge.evaluation, Wayfinder) else None

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
        return survey(self.game, self.advice, self.start(s), self.judge, kind, self.budget)

    def start(self, s: State) -> State:
        """A copy to plan on, without what would interrupt a planner, where the game says how."""
        return self.finder.hushed(s, self.judge.side) if self.finder is not None else s.copy()

    def plan(self, s: State, kind: str, leave: frozenset[int] = frozenset(), options: list[Options] | None = None) -> Plan:
        """The gestures for the pieces; how the phase is ended is not part of it. Targets to `leave` are not massed against."""
        self.start_of_plan = self.start(s)
        if options is None:
            options = survey(self.game, self.advice, self.start_of_plan, self.judge, kind, self.budget)
        self.massed: list[int] = []
        self.restart([], self.judge.value(self.start_of_plan))
        if options:
            self.breadth = self.breadth_for(len(options))
            self.mass(options, leave)
            self.place(options)
        cut = self.budget.spent
        if not cut and self.thorough:
            refine(self, options)
        actions = tuple(gesture for step in self.steps for gesture in step.gestures)
        states = (self.start_of_plan, *(state for step in self.steps for state in step.states))
        return Plan(actions, states, self.worth, tuple(self.massed), cut)

    def restart(self, steps: Sequence[Step], worth: float) -> None:
        """Go on from these steps."""
        self.steps = list(steps)
        self.moved = {piece for step in steps for piece in step.way.pieces}
        self.worth = worth

    def breadth_for(self, pieces: int) -> int:
        """How many moves of each piece to look at: more where there are few pieces."""
        least = self.judge.evaluation.weighing.breadth
        return max(least, min(WIDEST, self.budget.work // (LOOKS * pieces))) if self.thorough else least

    @property
    def now(self) -> State:
        return self.steps[-1].states[-1] if self.steps else self.start_of_plan

    def tried(self, s: State, way: Way) -> Step | None:
        """The positions a way leads through and what it ends in; None when it is not allowed."""
        gestures, states = list(way.gestures), list[State]()
        while len(states) < len(gestures):
            gesture = gestures[len(states)]
            if self.game.refuse(s, gesture) is not None:
                return None
            s = s.copy()
            self.game.apply(s, gesture)
            states.append(s)
            if len(states) == len(gestures) < LONGEST and self.finder is not None:
                more = self.finder.onward(s, way)
                gestures += [more] if more is not None else []
        self.budget.use()
        return Step(way, self.judge.value(s), tuple(gestures), tuple(states))

    def take(self, step: Step) -> None:
        self.steps.append(step)
        self.moved |= step.way.pieces
        self.worth = step.value

    # Several against one target

    def mass(self, options: list[Options], leave: frozenset[int]) -> None:
        """The most promising target first; each takes its pieces away from the others."""
        arrivals = arrivals_of(options)
        rings: list[tuple[int, list[list[Way]]]] = []
        for target in self.judge.evaluation.targets(self.now, self.judge.side):
            if self.budget.spent:
                break
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
            if offer is None or offer.seen != len(self.steps):
                offer = close[index] = self.tempt(rings[index][1], SIDES)
            if len(offers) > 1 and offer.gain < -min(offers[1:])[0] - 1e-9:
                heapreplace(offers, (-offer.gain, index))
                continue
            heappop(offers)
            if offer.gain > THRIFT:
                self.massed.append(rings[index][0])
                for step in offer.steps:
                    self.take(step)

    def comers(self, target: Target, arrivals: Mapping[int, list[Way]]) -> list[list[Way]]:
        """The pieces that can get beside the target, each with its best moves there; the best first."""
        pieces: dict[int, list[Way]] = {}
        for place in target.ring:
            for arrival in arrivals.get(place, ()):
                pieces.setdefault(arrival.piece, []).append(arrival)
        found = [sorted(moves, key=lambda move: -move.advised)[:SIDES] for moves in pieces.values()]
        found.sort(key=lambda moves: -moves[0].advised)
        if self.thorough:
            found = sorted(found[: 2 * self.mass_at_most], key=lambda moves: -self.alone(moves[0]))
        return found[: self.mass_at_most]

    def alone(self, way: Way) -> float:
        """What a move is worth by itself."""
        tried = self.tried(self.now, way) if not self.budget.spent else None
        return float("-inf") if tried is None else tried.value

    def tempt(self, comers: Sequence[list[Way]], sides: int) -> Offer:
        """Bring them up one after the other, each to the best of so many places; how many of them are best, and what it gains."""
        state, best, taken = self.now, self.worth, 0
        steps: list[Step] = []
        for moves in comers:
            if moves[0].piece in self.moved or self.budget.spent:
                continue
            found: list[Step] = []
            for way in moves:
                tried = self.tried(state, way)
                if tried is not None:
                    found.append(tried)
                    if len(found) == sides:
                        break
            if not found:
                continue
            step = max(found, key=lambda item: item.value)
            state = step.states[-1]
            steps.append(step)
            if step.value > best:
                best, taken = step.value, len(steps)
        return Offer(best - self.worth, tuple(steps[:taken]), len(self.steps))

    # Each by itself

    def place(self, options: list[Options]) -> None:
        """A piece's move is looked at again when its turn comes, since others have moved meanwhile."""
        looks: dict[int, Look] = {}
        for index, option in enumerate(options):
            if option.piece not in self.moved and not self.budget.spent:
                look = self.try_piece(option.moves)
                if look.gain > THRIFT:
                    looks[index] = look
        queue = [(-look.gain, index) for index, look in looks.items()]
        heapify(queue)
        while queue and not self.budget.spent:
            _, index = heappop(queue)
            if options[index].piece in self.moved:
                continue
            look = looks[index]
            if look.seen != len(self.steps):
                look = looks[index] = self.try_piece(look.liked[:AGAIN])
                if not look.liked and self.thorough:
                    look = looks[index] = self.try_piece(options[index].moves)
            if look.gain <= THRIFT or look.step is None:
                continue
            if queue and look.gain < -queue[0][0] - 1e-9:
                heappush(queue, (-look.gain, index))
                continue
            self.take(look.step)

    def try_piece(self, moves: Sequence[Way]) -> Look:
        """What each of the first of these moves gains as things stand."""
        trust = self.judge.evaluation.weighing.trust
        found: list[tuple[float, Step]] = []
        for way in moves[: self.breadth + (FURTHER if self.thorough else 0)]:
            tried = self.tried(self.now, way)
            if tried is not None:
                found.append((tried.value - self.worth + trust * way.advised, tried))
                if len(found) == self.breadth:
                    break
        found.sort(key=lambda item: -item[0])
        liked = [step.way for _, step in found]
        if not found or found[0][0] <= 0:
            return Look(0.0, None, liked, len(self.steps))
        return Look(found[0][0], found[0][1], liked, len(self.steps))
