"""Four small policies for the Allies in To Agordat, against Italians that say any word they may.

    pip install 'amba[rl]'
    python docs/examples/policies.py --games 8

Nothing here is clever. It shows the loop of the environment: observations, masks, one word of an order at a time, a result at the end; and it is
where a learner would begin. Every word that may be said gets a score from a few features (does it end the phase, does it begin a fight, how far
east does a place lie) and is said with a chance that grows with its score. A learner would move these weights; here they are given. Allies that
walk at random lose nearly every game, so policies are told apart by victory points, which the side's own observation shows.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from amba.lab.env import env, raw_env
from amba.lab.stats import Estimate, mean

Floats = NDArray[np.float64]
SIDE = "allied"
POLICIES = {
    "any word": (0.0, 0.0, 0.0),
    "keeps moving": (-4.0, 0.0, 0.0),
    "goes east": (-5.0, 0.0, 60.0),
    "goes east and fights": (-5.0, 3.0, 60.0),
}
"""Weights: ending a phase, fighting, and the whole width of the map to the east."""


def features(game: raw_env) -> Floats:
    """Word -> what it is about."""
    words, names = game.alphabet.words, game.game.names
    found = np.zeros((len(words), 3))
    for number, word in enumerate(words):
        found[number, 0] = word in {"done", "pass"}
        found[number, 1] = word in {"attack", "commit", "fight"}
        if word in names.place:
            found[number, 2] = game.observer.spots[names.place[word]][1]
    return found


def play(scores: Floats, seed: int) -> float:
    """One game; the Allied victory points at its end."""
    game = env("cheren", "agordat")
    game.reset(seed=seed)
    observer, rng = game.unwrapped.observer, np.random.default_rng(seed)
    points = 0.0
    for side in game.agent_iter():
        observation, _, over, cut, _ = game.last()
        if over or cut:
            points = float(observer.unpack(observation["observation"])["tracks"][observer.tracks.index("score")])
            game.step(None)
            continue
        may = np.flatnonzero(observation["action_mask"])
        if side == SIDE:
            raised = np.exp(scores[may] - scores[may].max())
            game.step(int(rng.choice(may, p=raised / raised.sum())))
        else:
            game.step(int(rng.choice(may)))
    return points


def main(words: list[str] | None = None) -> dict[str, Estimate]:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=8, help="games for each policy")
    args = parser.parse_args(words)
    table = features(raw_env("cheren", "agordat"))
    found = {}
    for name, weights in POLICIES.items():
        found[name] = mean([play(table @ np.array(weights), seed) for seed in range(args.games)])
        print(f"{name:<22} {found[name].value:.2f} victory points ({found[name].low:.2f} to {found[name].high:.2f})")
    return found


if __name__ == "__main__":
    main()
