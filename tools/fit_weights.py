"""How well a game's evaluation foretells who wins, and the weights that would foretell it better.

    python tools/fit_weights.py adua --scenario albertone --games 300 --jobs 2

Planners play each other; three plans of five are made with weights shaken at random, so that both sides do other things than they would. Whenever a phase has
been planned, the terms as both sides measure them are kept, and the margin the game ends with. Printed are, turn by turn, how far each side's view of the position
and the margin go together, and for each term the weight now and the one that fits best, early and in the last turn. A fit is an advice and no more: what it says of
terms that seldom change is noise (the error stands beside it), and only matches tell whether bots play better with it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import repeat
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from amba.bots.evaluator import Evaluator
from amba.bots.plan import Plan
from amba.bots.player import Player
from amba.core.decision import Decision, Side
from amba.core.evaluation import Evaluation, Term, Weights
from amba.core.game import Advice, Game
from amba.core.state import GameState, State
from amba.lab.fuzz import seeded_session
from amba.load.registry import open_game

SHAKEN, STRENGTH = 0.6, 1.5
"""How many plans are made with other weights, and by how many powers of two these differ at most."""
RIDGE = 30.0
"""How strongly the fit is held to the present weights."""
Array = NDArray[np.float64]


opened = cache(open_game)
"""Once for a process."""


class Row(NamedTuple):
    """What both sides saw when a phase had been planned, and the margin of side 0 in the end."""

    side: Side
    turn: int
    early: float
    terms: tuple[dict[str, float], ...]
    margin: float


class Shaken(Evaluator):
    """Looks at positions with weights that are a little off."""

    def __init__(self, game: Game, evaluation: Evaluation, side: Side, rng: Random) -> None:
        super().__init__(game, evaluation, side)
        off = rng.random() < SHAKEN
        self.change: Weights = {key: 2 ** rng.uniform(-STRENGTH, STRENGTH) if off else 1.0 for key in evaluation.weighing.terms}


class Watched(Player):
    """A planner whose plans are noted."""

    def __init__(self, game: Game, side: Side, rng: Random, note: Callable[[Side, State], None]) -> None:
        super().__init__(game, side, "planner", speaks=False)
        self.rng, self.note = rng, note

    def evaluator(self, evaluation: Evaluation) -> Evaluator:
        return Shaken(self.game, evaluation, self.side, self.rng)

    def think(self, s: State, decision: Decision, advice: Advice, evaluation: Evaluation, rng: Random, limit: float | None) -> Plan:
        plan = super().think(s, decision, advice, evaluation, rng, limit)
        if decision.kind == next(iter(evaluation.planned)):
            self.note(self.side, plan.states[-1])
        return plan


def watch(key: str, scenario: str, seed: str) -> list[Row]:
    """One game, and what was seen in it."""
    game = opened(key)
    evaluation = game.abilities.evaluation
    assert evaluation is not None, f"{key} has no evaluation"
    seen: list[tuple[Side, int, float, tuple[dict[str, float], ...]]] = []

    def note(side: Side, s: State) -> None:
        assert isinstance(s, GameState)
        early = evaluation.earliness(s)
        seen.append((side, s.turn, early, tuple(evaluation.measure(s, who) for who in (0, 1))))

    session = seeded_session(game, scenario, {}, seed)
    players = [Watched(game, side, Random(f"{seed} {side} weights"), note) for side in (0, 1)]
    minds = [Random(f"{seed} {side}") for side in (0, 1)]
    while (decision := session.decision) is not None:
        who = decision.who
        session.act(who, players[who].choose(session.game.imagine(session.state, who, minds[who]), minds[who]).action)
    return [Row(*row, evaluation.margin(session.state, 0)) for row in seen]


def tell_views(rows: Sequence[Row], terms: Mapping[str, Term]) -> None:
    """How far each side's view and the result go together."""
    print("\nturn  planned by  seen by side 0  by side 1  by both")
    for turn, side in sorted({(row.turn, row.side) for row in rows}):
        chosen = [row for row in rows if (row.turn, row.side) == (turn, side)]
        ends = np.array([row.margin for row in chosen])
        first, second = (np.array([worth(row, who, terms) for row in chosen]) for who in (0, 1))
        figures = [correlation(first, ends), correlation(-second, ends), correlation(first - second, ends)]
        print(f"{turn:>4}  {side:>10}" + "".join(f"{figure:>{width}.2f}" for figure, width in zip(figures, (16, 11, 9), strict=True)))


def worth(row: Row, who: Side, terms: Mapping[str, Term]) -> float:
    return sum(term.at(row.early) * row.terms[who][key] for key, term in terms.items())


def correlation(a: Array, b: Array) -> float:
    return float(np.corrcoef(a, b)[0, 1]) if a.std() > 1e-9 and b.std() > 1e-9 else 0.0


def tell_fit(rows: Sequence[Row], side: Side, terms: Mapping[str, Term], scale: float) -> None:
    """The weights with which the side's own view of its plans goes best with the result, held to the present ones; `scale` is what a point of margin is worth."""
    chosen = [row for row in rows if row.side == side]
    early = np.array([row.early for row in chosen])[:, None]
    seen = np.array([[row.terms[side][key] for key in terms] for row in chosen])
    both = np.concatenate([seen * (1 - early), seen * early], axis=1)
    now = np.array([*(term.weight for term in terms.values()), *(term.early for term in terms.values())])
    turns = np.array([row.turn for row in chosen])
    ends = scale * np.array([row.margin if side == 0 else -row.margin for row in chosen])
    for turn in set(turns.tolist()):  # what differs from turn to turn of itself says nothing about a position
        both[turns == turn] -= both[turns == turn].mean(axis=0)
        ends[turns == turn] -= ends[turns == turn].mean()
    spread = both.std(axis=0)
    steady = spread < 1e-6
    design = both / np.where(steady, 1.0, spread)
    pull = design.T @ design + RIDGE * np.eye(len(now))
    left = ends - both @ now
    change = np.linalg.solve(pull, design.T @ left)
    errors = np.sqrt(np.diag(np.linalg.inv(pull)) * (left - design @ change).var())
    print(f"\nside {side}, {len(chosen)} plans: term, weight now and fitted with its error; in the last turn, and early")
    for index, key in enumerate(terms):
        cells = []
        for place in (index, index + len(terms)):
            size = 1.0 if steady[place] else spread[place]
            cells.append(
                f"{now[place]:7.3f} "
                + ("      seldom changes" if steady[place] else f"{now[place] + change[place] / size:+8.3f} +- {errors[place] / size:.3f}")
            )
        print(f"  {key:<12}" + "   ".join(cells))


def main() -> None:
    parser = argparse.ArgumentParser(description="How well a game's evaluation foretells who wins, and weights that would foretell it better.")
    parser.add_argument("game")
    parser.add_argument("--scenario", help="which scenario (default: the shortest)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="fit")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="what a point of margin is worth in the evaluation's own units")
    args = parser.parse_args()
    game = open_game(args.game)
    evaluation = game.abilities.evaluation
    assert evaluation is not None, f"{args.game} has no evaluation"
    scenario = args.scenario or min(game.scenarios(), key=lambda one: one.decisions).key
    seeds = [f"{args.seed}-{number}" for number in range(args.games)]
    with ProcessPoolExecutor(args.jobs) as pool:
        games = list(pool.map(watch, repeat(args.game), repeat(scenario), seeds))
    ends = np.array([rows[0].margin for rows in games])
    print(f"{len(games)} games of {scenario}: margin of side 0 {ends.mean():.2f}, from game to game {ends.std():.2f}")
    rows = [row for found in games for row in found]
    tell_views(rows, evaluation.weighing.terms)
    for side in (0, 1):
        tell_fit(rows, side, evaluation.weighing.terms, args.scale)


if __name__ == "__main__":
    main()
