"""One side against a bot: Gymnasium's own check, masks, seeds, many at once."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.passive_env_checker import check_observation_space, env_reset_passive_checker, env_step_passive_checker

from amba.lab.gym import SideEnv, vector_env


def played(env: SideEnv, seed: int, steps: int = 10_000) -> tuple[list[int], float]:
    _, info = env.reset(seed=seed)
    rng, said, total = np.random.default_rng(seed), [], 0.0
    for _ in range(steps):
        word = int(rng.choice(np.flatnonzero(info["action_mask"])))
        said.append(word)
        seen, reward, over, cut, info = env.step(word)
        assert env.observation_space.contains(seen)
        total += float(reward)
        if over or cut:
            break
    return said, total


def test_the_opponent_plays_its_side_and_only_that() -> None:
    env = SideEnv("cheren", "agordat", side="allied", opponent="greedy")
    said, total = played(env, 4)
    assert said
    assert total in {1.0, 0.0, -1.0}
    assert env.inner.terminations["allied"]
    assert "level" in env.inner.infos["allied"]


def test_the_same_seed_gives_the_same_game() -> None:
    games = [played(SideEnv("cheren", "agordat", opponent="random"), seed, 80)[0] for seed in (4, 4, 5)]
    assert games[0] == games[1] != games[2]


def test_gymnasium_is_content() -> None:
    """Its own checks of a reset and of steps, with legal words: that of the whole environment takes any word."""
    env = SideEnv("cheren", "agordat", opponent="random")
    check_observation_space(env.observation_space)
    _, info = env_reset_passive_checker(env, seed=1)
    for _ in range(20):
        info = env_step_passive_checker(env, np.flatnonzero(info["action_mask"])[0])[4]


def test_the_score_is_told_all_along() -> None:
    env = SideEnv("cheren", "agordat", side="italian", opponent="random")
    _, info = env.reset(seed=1)
    assert info["score"] == -1, "the Allies hold Kassala"
    assert SideEnv("cheren", "agordat", side="allied", opponent="random").reset(seed=1)[1]["score"] == 1


def test_a_side_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="no side 'french'"):
        SideEnv("cheren", side="french")


@pytest.mark.parametrize("processes", [False, True])
def test_many_at_once(processes: bool) -> None:
    many = vector_env(2, "cheren", "agordat", processes=processes, opponent="random")
    seen, info = many.reset(seed=3)
    assert seen.shape[0] == 2
    words = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
    _, rewards, over, cut, _ = many.step(words)
    assert rewards.shape == over.shape == cut.shape == (2,)
    many.close()
