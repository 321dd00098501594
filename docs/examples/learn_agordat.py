"""Learns a little of To Agordat: the Allies against random Italians, with a weight for every word of an order.

    pip install 'amba[rl]'
    python docs/examples/learn_agordat.py --games 200

Nothing here is clever. It shows the loop: observations, masks, one word at a time, a result at the end. The policy has a weight for each word
at each place in an order ("first word: attack", "third word: 1609"), moved by REINFORCE. Both sides at random, the Allies lose nearly every
game, so the reward of the environment says too little; the policy is paid in victory points, which its own observation shows it.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from amba.lab.env import env

Floats = NDArray[np.float64]
Step = tuple[int, int, NDArray[np.int8]]
"""A place in an order, the word said there, and the words that were allowed."""
SIDE = "allied"


class Policy:
    """Chances in proportion to exp(weight), over the words that the mask allows."""

    def __init__(self, words: int, longest: int) -> None:
        self.weights: Floats = np.zeros((longest, words))

    def chances(self, place: int, mask: NDArray[np.int8]) -> Floats:
        scores = np.where(mask == 1, self.weights[place], -np.inf)
        raised: Floats = np.exp(scores - scores.max())
        found: Floats = raised / raised.sum()
        return found

    def learn(self, steps: list[Step], gain: float) -> None:
        for place, word, mask in steps:
            push = -self.chances(place, mask)
            push[word] += 1
            self.weights[place] += gain * push


def play(policy: Policy, seed: int, rng: np.random.Generator) -> tuple[float, list[Step]]:
    """One game: the victory points at its end, and what the policy said."""
    game = env("cheren", "agordat")
    game.reset(seed=seed)
    observer = game.unwrapped.observer
    said: list[Step] = []
    points = 0.0
    for side in game.agent_iter():
        observation, _, over, cut, _ = game.last()
        parts, mask = observer.unpack(observation["observation"]), observation["action_mask"]
        if over or cut:
            points = float(parts["tracks"][observer.tracks.index("score")])
            game.step(None)
        elif side == SIDE:
            place = int((parts["order"] >= 0).sum())
            word = int(rng.choice(len(mask), p=policy.chances(place, mask)))
            said.append((place, word, mask))
            game.step(word)
        else:
            game.step(int(rng.choice(np.flatnonzero(mask))))
    return points, said


def main(words: list[str] | None = None) -> list[float]:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=0.03)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    rng = np.random.default_rng(args.seed)
    first = env("cheren", "agordat").unwrapped
    policy = Policy(len(first.alphabet), first.alphabet.longest)
    found: list[float] = []
    for number in range(args.games):
        points, said = play(policy, 1000 * args.seed + number, rng)
        policy.learn(said, args.rate * (points - float(np.mean(found[-20:] or [points]))))
        found.append(points)
        if (number + 1) % 20 == 0:
            print(f"{number + 1:4} games, {np.mean(found[-20:]):.2f} points in the last twenty")
    for place, name in enumerate(("first", "second", "third")):
        best = np.argsort(policy.weights[place])[::-1][:4]
        print(f"likes as {name} word: " + ", ".join(first.alphabet.words[word] for word in best))
    return found


if __name__ == "__main__":
    main()
