"""Steps a second of the learning environments beside PettingZoo's chess: random words, processor time, turn about in one run.

    python tools/measure_steps.py --seconds 2 --rounds 3   # needs the extra rl, and chess and pygame for the other game

What else the machine does slows both alike; each figure is the middle one of the rounds, as a multiple of chess.
"""

from __future__ import annotations

import argparse
import time
from statistics import median
from typing import Any

import numpy as np
from pettingzoo.classic import chess_v6

from amba.lab.env import raw_env

SCENARIOS = (("cheren", "agordat"), ("adua", "albertone"), ("hollow", "cub-cub"), ("ethiopia", "christmas"), ("keren", "first-battle"))


def rate(env: Any, seconds: float, rng: np.random.Generator) -> float:
    """Steps in a second of processor time, observation and mask included, new games too."""
    env.reset(seed=int(rng.integers(2**31)))
    steps, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            env.reset(seed=int(rng.integers(2**31)))
            continue
        mask = env.observe(agent)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        steps += 1
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each environment in each round")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    chess = chess_v6.raw_env()
    envs = {f"{key} {scenario}": raw_env(key, scenario) for key, scenario in SCENARIOS}
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in envs}
    for _ in range(args.rounds):
        for name, env in envs.items():
            found[name].append((rate(env, args.seconds, rng), rate(chess, args.seconds, rng)))
    for name, rates in found.items():
        own, beside = (median(column) for column in zip(*rates, strict=True))
        print(f"{name}: {own:.0f} steps a second, chess {beside:.0f}: {median(a / b for a, b in rates):.1f} times")


if __name__ == "__main__":
    main()
