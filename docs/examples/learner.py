"""A small learner: Allies who begin with any word they may say, and learn from the points they make.

    pip install 'amba[rl]'
    python docs/examples/learner.py

The whole loop of the environment: observations, masks, one word of an order at a time, a result at the end. Every word that may be said is described
by a few figures (does it end the phase, does this place lie nearer to a town the enemy holds, ...) and is said with a chance that grows with their
weighted sum. The weights are learned by the cross-entropy method: draw some sets of weights, play a few games with each, keep those that made most
points, draw again around them. The Italians say any word they may, before and after.

Allies that say any word make one point; six win the scenario.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from amba.lab.env import env, raw_env
from amba.lab.stats import Estimate, mean, wilson

Floats = NDArray[np.float64]
GAME, SCENARIO, SIDE = "cheren", "agordat", "allied"
FEATURES = ("ends a phase", "attacks", "joins an attack", "a unit with points left", "a town to take", "nearer to such a town", "somebody is there")
VERBS = ({"done", "pass"}, {"attack", "fight"}, {"commit", "air"})


class Ground:
    """What never changes: what each word of the game means, and where everything lies."""

    def __init__(self) -> None:
        made = raw_env(GAME, SCENARIO)
        names, board, self.observer = made.game.names, made.game.board(SCENARIO), made.observer
        words = made.alphabet.words
        self.verbs = np.array([[word in some for some in VERBS] for word in words], float)
        self.place = np.array([names.place.get(word, -1) for word in words])
        self.piece = np.array([names.piece.get(word, -1) for word in words])
        self.towns = np.array([names.place[town["hex"]] for town in board["places"] if town.get("badge")])
        self.scale = np.array([0.866 * board["grid"]["columns"], board["grid"]["rows"]])
        self.spots = self.scale * np.array(self.observer.spots)[:, 1:3]
        self.own = (made.game.sides.index(SIDE) + 1) / (len(made.game.sides) + 1)

    def describe(self, observation: NDArray[np.float32], may: NDArray[np.intp]) -> Floats:
        """A row of figures for each word that may be said now, from nothing but what this side sees."""
        seen = self.observer.unpack(observation)
        place, piece = self.place[may], self.piece[may]
        found = np.zeros((len(may), len(FEATURES)))
        found[:, :3] = self.verbs[may]
        found[:, 3] = np.where(piece >= 0, seen["pieces"][piece, 6], 0)
        goals = self.towns[~np.isclose(seen["places"][self.towns, 0], self.own)]
        found[:, 4] = np.isin(place, goals)
        found[:, 5] = np.where(place >= 0, self.gain(seen, goals, place), 0)
        found[:, 6] = np.where(place >= 0, seen["places"][place, 1] > 0, 0)
        return found

    def gain(self, seen: dict[str, NDArray[np.float32]], goals: NDArray[np.intp], place: NDArray[np.intp]) -> Floats:
        """How many hexes nearer to the nearest goal a unit would be; nothing where no unit has been named."""
        said = self.observer.said(seen["order"])
        unit = self.piece[said[-1]] if said else -1
        if unit < 0 or not len(goals):
            return np.zeros(len(place))
        here = self.scale * seen["pieces"][unit, 2:4]
        to_goals = self.spots[goals]
        now = np.linalg.norm(here - to_goals, axis=1).min()
        then = np.linalg.norm(self.spots[place][:, None] - to_goals[None], axis=2).min(axis=1)
        return np.asarray(now - then, float)


class Played(NamedTuple):
    won: bool
    points: float


def play(ground: Ground, weights: Floats, seed: int) -> Played:
    """One game of the learner's side against any word."""
    game = env(GAME, SCENARIO)
    game.reset(seed=seed)
    rng = np.random.default_rng(seed)
    won, points = False, 0.0
    for side in game.agent_iter():
        observation, reward, over, cut, info = game.last(observe=side == SIDE)
        if over or cut:
            if side == SIDE:
                won, points = reward > 0, info["score"]
            game.step(None)
        elif side == SIDE:
            may = np.flatnonzero(observation["action_mask"])
            scores = ground.describe(observation["observation"], may) @ weights
            raised = np.exp(scores - scores.max())
            game.step(int(rng.choice(may, p=raised / raised.sum())))
        else:
            game.step(int(rng.choice(np.flatnonzero(game.unwrapped.mask()))))
    return Played(won, points)


def learn(ground: Ground, rounds: int, tries: int, games: int) -> Floats:
    """The cross-entropy method: each round draws weights around the best of the round before."""
    rng = np.random.default_rng(7)
    middle, spread = np.zeros(len(FEATURES)), np.full(len(FEATURES), 3.0)
    for number in range(rounds):
        drawn = rng.normal(middle, spread, (tries, len(FEATURES)))
        seeds = [1000 * (number + 1) + game for game in range(games)]  # the same for all: luck is shared
        made = np.array([np.mean([play(ground, weights, seed).points for seed in seeds]) for weights in drawn])
        best = drawn[np.argsort(-made)[: max(2, tries // 4)]]
        middle, spread = best.mean(axis=0), best.std(axis=0) + 0.3
        print(f"round {number + 1}: {made.mean():.1f} points on average, {made.max():.1f} with the best weights", flush=True)
    return middle


def tell(name: str, ground: Ground, weights: Floats, games: int) -> tuple[Estimate, Estimate]:
    """On dice that no round has seen."""
    played = [play(ground, weights, seed) for seed in range(games)]
    wins, points = wilson(sum(one.won for one in played), games), mean([one.points for one in played])
    print(
        f"{name}: wins {wins.value:.0%} ({wins.low:.0%} to {wins.high:.0%}), {points.value:.1f} points ({points.low:.1f} to {points.high:.1f})",
        flush=True,
    )
    return wins, points


def main(words: list[str] | None = None) -> dict[str, tuple[Estimate, Estimate]]:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--tries", type=int, default=12, help="sets of weights in a round")
    parser.add_argument("--games", type=int, default=3, help="games with each set")
    parser.add_argument("--judge", type=int, default=40, help="games before and after")
    args = parser.parse_args(words)
    ground = Ground()
    found = {"before": tell("before", ground, np.zeros(len(FEATURES)), args.judge)}
    weights = learn(ground, args.rounds, args.tries, args.games)
    found["after"] = tell("after", ground, weights, args.judge)
    print("learned: " + ", ".join(f"{name} {weight:+.1f}" for name, weight in zip(FEATURES, weights, strict=True)))
    return found


if __name__ == "__main__":
    main()
