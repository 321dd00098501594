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
from amba.bots.evaluator import Evaluator
from amba.bots.refine import refine
from amba.core.decision import Action
from amba.core.evaluation import Target, Way
from amba.core.game import Advice, Game
from amba.core.order import piece_of, place_of
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


class PlannedMove(NamedTuple):
    """A way that a plan goes: the worth of the position after it, all the gestures it took, and the position after each of them."""

    way: Way
    value: float
    gestures: tuple[Action, ...]
    states: tuple[State, ...]


class Offer(NamedTuple):
    """What massing against a target gains, as things stood after so many moves of the plan."""

    gain: float
    made: tuple[PlannedMove, ...]
    seen: int


class Options(NamedTuple):
    """The moves of one piece, alone or with the same company, those the advice likes best first."""

    piece: int
    pieces: frozenset[int]
    moves: list[Way]


class Look(NamedTuple):
    """What the best move of one piece gains, as things stood after so many moves of the plan."""

    gain: float
    move: PlannedMove | None
    liked: list[Way]
    """Its moves, the best first."""
    seen: int


def survey(game: Game, advice: Advice, s: State, evaluator: Evaluator, kind: str, budget: Budget) -> list[Options]:
    """Every piece that can move, and where to."""
    evaluation = evaluator.evaluation
    found: dict[tuple[Any, ...], Options] = {}
    offered = evaluation.ways(s, evaluator.side, kind)
    for way in offered if offered is not None else single_moves(game, advice, s, evaluator, evaluation.planned[kind], budget):
        found.setdefault((way.gestures[0].verb, way.piece, *way.company), Options(way.piece, way.pieces, [])).moves.append(way)
    for option in found.values():
        option.moves.sort(key=lambda way: -way.advised)
    return list(found.values())


def single_moves(game: Game, advice: Advice, s: State, evaluator: Evaluator, verbs: tuple[str, ...], budget: Budget) -> Iterator[Way]:
    """The moves that are one gesture each, with the game's advice on them."""
    menu = game.legal(s)
    first = True
    for head in menu.heads:
        if head.verb in verbs:
            if not first and budget.spent:
                return
            for action in menu.tails(head):
                first = False
                yield Way(piece_of(action), place_of(action), (action,), advice(s, evaluator.side, action))


def arrivals_of(options: Sequence[Options]) -> dict[int, list[Way]]:
    """place -> who can come there."""
    found: dict[int, list[Way]] = {}
    for option in options:
        for way in option.moves:
            found.setdefault(way.place, []).append(way)
    return found


class Planner:
    """Makes one plan."""

    def __init__(self, game: Game, advice: Advice, evaluator: Evaluator, budget: Budget, thorough: bool = False) -> None:
        """A `thorough` one looks at more moves and goes over its plan once more."""
        self.game = game
        self.advice = advice
        self.evaluator = evaluator
        self.budget = budget
        self.thorough = thorough
        self.allowance = budget.work
        self.breadth, self.mass_at_most = evaluator.evaluation.weighing.breadth, evaluator.evaluation.weighing.mass

    def ranked(self, s: State, kind: str, options: list[Options] | None = None) -> list[Plan]:
        """One plan that masses first, and where there is time one in which everybody looks after himself; the better first."""
        if options is None:
            options = self.survey(s, kind)
        plans = [self.plan(s, kind, options=options)]
        if plans[0].massed and not self.budget.spent:
            everywhere = frozenset(target.place for target in self.evaluator.evaluation.targets(s, self.evaluator.side))
            plans.append(self.plan(s, kind, everywhere, options))
        return sorted(plans, key=lambda plan: (plan.cut, -plan.value))

    def survey(self, s: State, kind: str) -> list[Options]:
        """Every piece that can move, and where to: the same for all plans that begin here."""
        return survey(self.game, self.advice, self.start(s), self.evaluator, kind, self.budget)

    def start(self, s: State) -> State:
        """A copy to plan on, without what would interrupt a planner, where the game says how."""
        start: State = self.evaluator.evaluation.undisturbed(s, self.evaluator.side)
        return start

    def plan(self, s: State, kind: str, leave: frozenset[int] = frozenset(), options: list[Options] | None = None) -> Plan:
        """The gestures for the pieces; how the phase is ended is not part of it. Targets to `leave` are not massed against."""
        self.start_of_plan = self.start(s)
        if options is None:
            options = survey(self.game, self.advice, self.start_of_plan, self.evaluator, kind, self.budget)
        self.massed: list[int] = []
        self.restart([], self.evaluator.value(self.start_of_plan))
        if options:
            self.breadth = self.breadth_for(len(options))
            self.mass(options, leave)
            self.place(options)
        cut = self.budget.spent
        if not cut and self.thorough:
            refine(self, options)
        actions = tuple(gesture for move in self.made for gesture in move.gestures)
        states = (self.start_of_plan, *(state for move in self.made for state in move.states))
        return Plan(actions, states, self.worth, tuple(self.massed), cut)

    def restart(self, made: Sequence[PlannedMove], worth: float) -> None:
        """Go on from these moves."""
        self.made = list(made)
        self.moved = {piece for move in made for piece in move.way.pieces}
        self.worth = worth

    def breadth_for(self, pieces: int) -> int:
        """How many moves of each piece to look at: more where there are few pieces."""
        least = self.evaluator.evaluation.weighing.breadth
        return max(least, min(WIDEST, self.budget.work // (LOOKS * pieces))) if self.thorough else least

    @property
    def now(self) -> State:
        return self.made[-1].states[-1] if self.made else self.start_of_plan

    def tried(self, s: State, way: Way) -> PlannedMove | None:
        """The positions a way leads through and what it ends in; None when it is not allowed."""
        gestures, states = list(way.gestures), list[State]()
        while len(states) < len(gestures):
            gesture = gestures[len(states)]
            if self.game.refuse(s, gesture) is not None:
                return None
            s = s.copy()
            self.game.apply(s, gesture)
            states.append(s)
            if len(states) == len(gestures) < LONGEST:
                more = self.evaluator.evaluation.onward(s, way)
                gestures += [more] if more is not None else []
        self.budget.use()
        return PlannedMove(way, self.evaluator.value(s), tuple(gestures), tuple(states))

    def take(self, move: PlannedMove) -> None:
        self.made.append(move)
        self.moved |= move.way.pieces
        self.worth = move.value

    # Several against one target

    def mass(self, options: list[Options], leave: frozenset[int]) -> None:
        """The most promising target first; each takes its pieces away from the others."""
        arrivals = arrivals_of(options)
        rings: list[tuple[int, list[list[Way]]]] = []
        for target in self.evaluator.evaluation.targets(self.now, self.evaluator.side):
            if self.budget.spent:
                break
            joiners = self.joiners(target, arrivals) if target.place not in leave and len(rings) < TARGETS else []
            if joiners:
                rings.append((target.place, joiners))
        # A quick look at all of them, and a close one at whichever is next.
        offers = [(-self.gain_of_massing(joiners, 1).gain, index) for index, (_, joiners) in enumerate(rings)]
        heapify(offers)
        close: dict[int, Offer] = {}
        while offers and not self.budget.spent:
            stale, index = offers[0]
            if -stale <= THRIFT:
                return
            offer = close.get(index)
            if offer is None or offer.seen != len(self.made):
                offer = close[index] = self.gain_of_massing(rings[index][1], SIDES)
            if len(offers) > 1 and offer.gain < -min(offers[1:])[0] - 1e-9:
                heapreplace(offers, (-offer.gain, index))
                continue
            heappop(offers)
            if offer.gain > THRIFT:
                self.massed.append(rings[index][0])
                for move in offer.made:
                    self.take(move)

    def joiners(self, target: Target, arrivals: Mapping[int, list[Way]]) -> list[list[Way]]:
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

    def gain_of_massing(self, joiners: Sequence[list[Way]], sides: int) -> Offer:
        """Bring them up one after the other, each to the best of so many places; how many of them are best, and what it gains."""
        state, best, taken = self.now, self.worth, 0
        made: list[PlannedMove] = []
        for moves in joiners:
            if moves[0].piece in self.moved or self.budget.spent:
                continue
            found: list[PlannedMove] = []
            for way in moves:
                tried = self.tried(state, way)
                if tried is not None:
                    found.append(tried)
                    if len(found) == sides:
                        break
            if not found:
                continue
            move = max(found, key=lambda item: item.value)
            state = move.states[-1]
            made.append(move)
            if move.value > best:
                best, taken = move.value, len(made)
        return Offer(best - self.worth, tuple(made[:taken]), len(self.made))

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
            if look.seen != len(self.made):
                look = looks[index] = self.try_piece(look.liked[:AGAIN])
                if not look.liked and self.thorough:
                    look = looks[index] = self.try_piece(options[index].moves)
            if look.gain <= THRIFT or look.move is None:
                continue
            if queue and look.gain < -queue[0][0] - 1e-9:
                heappush(queue, (-look.gain, index))
                continue
            self.take(look.move)

    def try_piece(self, moves: Sequence[Way]) -> Look:
        """What each of the first of these moves gains as things stand."""
        trust = self.evaluator.evaluation.weighing.trust
        found: list[tuple[float, PlannedMove]] = []
        for way in moves[: self.breadth + (FURTHER if self.thorough else 0)]:
            tried = self.tried(self.now, way)
            if tried is not None:
                found.append((tried.value - self.worth + trust * way.advised, tried))
                if len(found) == self.breadth:
                    break
        found.sort(key=lambda item: -item[0])
        liked = [move.way for _, move in found]
        if not found or found[0][0] <= 0:
            return Look(0.0, None, liked, len(self.made))
        return Look(found[0][0], found[0][1], liked, len(self.made))
