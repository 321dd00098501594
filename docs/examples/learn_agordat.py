"""Learns a little of To Agordat: a linear policy over the words of orders, by playing against a random opponent.

    pip install 'amba[rl]'
    python docs/examples/learn_agordat.py --games 60

Nothing here is clever. It shows the loop: observations, masks, one word at a time, the reward at the end. The policy has a weight for each
word at each place in an order ("first word: attack", "third word: 1609"), moved by REINFORCE with the mean result as baseline.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from amba.lab.env import env

Floats = NDArray[np.float64]


class Policy:
    """Chances in proportion to exp(weight), over the words that the mask allows."""

    def __init__(self, words: int, longest: int) -> None:
        self.weights: Floats = np.zeros((longest, words))

    def chances(self, place: int, mask: NDArray[np.int8]) -> Floats:
        scores = np.where(mask == 1, self.weights[place], -np.inf)
        found: Floats = np.exp(scores - scores.max())
        return found / found.sum()

    def learn(self, steps: list[tuple[int, int, NDArray[np.int8]]], gain: float) -> None:
        for place, word, mask in steps:
            push = -self.chances(place, mask)
            push[word] += 1
            self.weights[place] += gain * push


def play(policy: Policy, side: str, seed: int, rng: np.random.Generator) -> tuple[float, list[tuple[int, int, NDArray[np.int8]]]]:
    """One game; what the policy said comes back with the result."""
    game = env("cheren", "agordat")
    game.reset(seed=seed)
    observer = game.unwrapped.observer
    said = []
    reward = 0.0
    for agent in game.agent_iter():
        observation, earned, over, cut, _ = game.last()
        if agent == side:
            reward += earned
        if over or cut:
            game.step(None)
            continue
        mask = observation["action_mask"]
        if agent != side:
            game.step(int(rng.choice(np.flatnonzero(mask))))
            continue
        place = int((observer.unpack(observation["observation"])["order"] >= 0).sum())
        word = int(rng.choice(len(mask), p=policy.chances(place, mask)))
        said.append((place, word, mask))
        game.step(word)
    return reward, said


def main(words: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--side", default="italian", choices=("allied", "italian"))
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    rng = np.random.default_rng(args.seed)
    first = env("cheren", "agordat").unwrapped
    policy = Policy(len(first.alphabet), first.alphabet.longest)
    mean, results = 0.0, []
    for number in range(args.games):
        reward, said = play(policy, args.side, args.seed * 1000 + number, rng)
        policy.learn(said, args.rate * (reward - mean))
        mean += (reward - mean) / (number + 1)
        results.append(reward)
        if (number + 1) % 10 == 0:
            print(f"{number + 1:4} games, mean result of the last ten {np.mean(results[-10:]):+.2f}")
    best = np.argsort(policy.weights[0])[::-1][:3]
    print("likes to begin with: " + ", ".join(first.alphabet.words[word] for word in best))
    return float(np.mean(results))


if __name__ == "__main__":
    main()
