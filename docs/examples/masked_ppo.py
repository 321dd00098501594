"""Masked PPO: one side learns to beat the bot `greedy`, from nothing but the arrays, the mask of legal words and the score.

    pip install 'amba[rl]' torch
    python docs/examples/masked_ppo.py --curve curve.csv --picture curve.svg

Nothing in here knows the game. A small network sees the observation and says how much it likes each word and how well it expects to do; words that may
not be said are masked out, when it plays and when it learns. A round is a few whole games against the bot; then the network is moved a little towards what
went better than expected (proximal policy optimization, clipped; one core, no accelerator). The reward is the result, 1, 0 or -1, and a tenth of every
point won or lost on the way. The curve is the share of games won in each round, a draw as half a win; before and after it is judged on dice of their own.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from amba.lab.gym import SideEnv
from amba.lab.stats import Estimate, wilson

SHAPING = 0.1
"""What a point is worth beside the result."""
CLIP = 0.2
SMOOTHING = 0.95
"""How far ahead a word answers for what came of it (the lambda of generalized advantages)."""


class Said(NamedTuple):
    """One word of a game."""

    seen: NDArray[np.float32]
    mask: NDArray[np.int8]
    word: int
    chance: float
    """The logarithm of how likely it was."""
    expected: float
    reward: float


class Game(NamedTuple):
    words: list[Said]
    result: float
    points: float


class Mind:
    """What a word is worth, and what the position is worth."""

    def __init__(self, columns: int, words: int, width: int = 128) -> None:
        self.body = nn.Sequential(nn.Linear(columns, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.words, self.worth = nn.Linear(width, words), nn.Linear(width, 1)
        for start in (self.words.weight, self.words.bias, self.worth.weight):
            nn.init.zeros_(start)  # any word to begin with

    def parameters(self) -> list[Tensor]:
        return [*self.body.parameters(), *self.words.parameters(), *self.worth.parameters()]

    def thinks(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of the chances of every word, those that may not be said as good as never; and the result expected."""
        inside = self.body(seen)
        liked = self.words(inside).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(liked, dim=-1), self.worth(inside).squeeze(-1)


def play(env: SideEnv, mind: Mind, seed: int) -> Game:
    """One whole game of the learner's side, words drawn by their chances."""
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    words: list[Said] = []
    over, points, reward = False, info["score"], 0.0
    while not over:
        mask = info["action_mask"]
        with torch.no_grad():
            liked, worth = mind.thinks(torch.from_numpy(seen)[None], torch.from_numpy(mask)[None])
        chances = liked[0].double().exp().numpy()
        word = int(rng.choice(len(chances), p=chances / chances.sum()))
        before = seen
        seen, given, over, _, info = env.step(word)
        reward = float(given)
        gained = reward + SHAPING * (info["score"] - points)
        points = info["score"]
        words.append(Said(before, mask, word, float(liked[0, word]), float(worth[0]), gained))
    return Game(words, reward, points)


def advantages(game: Game) -> NDArray[np.float32]:
    """How much better it went after each word than expected before it."""
    found = np.zeros(len(game.words), np.float32)
    later, expected = 0.0, 0.0
    for number in range(len(game.words) - 1, -1, -1):
        word = game.words[number]
        later = word.reward + expected - word.expected + SMOOTHING * later
        found[number], expected = later, word.expected
    return found


class Learner:
    """The network and what moves it."""

    def __init__(self, env: SideEnv, seed: int, pace: float) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.mind = Mind(env.inner.observer.size, len(env.inner.alphabet))
        self.mover = torch.optim.Adam(self.mind.parameters(), lr=pace)
        self.rng = np.random.default_rng(seed)

    def learn(self, games: Iterable[Game], times: int = 4, batch: int = 512) -> None:
        games = list(games)
        words = [word for game in games for word in game.words]
        better = np.concatenate([advantages(game) for game in games])
        seen, mask = torch.from_numpy(np.stack([word.seen for word in words])), torch.from_numpy(np.stack([word.mask for word in words]))
        said, before = torch.tensor([word.word for word in words]), torch.tensor([word.chance for word in words])
        came = torch.from_numpy(better) + torch.tensor([word.expected for word in words])
        gain = torch.from_numpy((better - better.mean()) / (better.std() + 1e-8))
        for _ in range(times):
            order = self.rng.permutation(len(words))
            for start in range(0, len(words), batch):
                some = torch.from_numpy(order[start : start + batch])
                self.move(seen[some], mask[some], said[some], before[some], came[some], gain[some])

    def move(self, seen: Tensor, mask: Tensor, said: Tensor, before: Tensor, came: Tensor, gain: Tensor) -> None:
        """One step: likelier what went well, but no further from what was played than the clip allows."""
        liked, worth = self.mind.thinks(seen, mask)
        ratio = (liked.gather(1, said[:, None]).squeeze(1) - before).exp()
        played = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        judged = (worth - came).pow(2).mean()
        open_minded = -(liked.exp() * liked.masked_fill(mask == 0, 0.0)).sum(dim=1).mean()
        loss = played + 0.5 * judged - 0.01 * open_minded
        self.mover.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.mind.parameters(), 0.5)
        self.mover.step()


def won(games: list[Game]) -> float:
    """A draw is half a win."""
    return sum((game.result + 1) / 2 for game in games)


def judge(name: str, env: SideEnv, mind: Mind, games: int) -> Estimate:
    """On dice that no round has seen."""
    played = [play(env, mind, 900_000 + number) for number in range(games)]
    found = wilson(won(played), games)
    points = np.mean([game.points for game in played])
    print(f"{name}: wins {found.value:.0%} ({found.low:.0%} to {found.high:.0%}) of {games}, {points:.1f} points", flush=True)
    return found


def drawn(rows: list[tuple[int, int, float, float]], before: Estimate, after: Estimate) -> str:
    """The curve as a picture: each round a dot, the games before and after as bars with their intervals."""
    wide, high = 640.0, 260.0

    def at(game: float, share: float) -> tuple[float, float]:
        return 50 + (wide - 70) * game / max(rows[-1][1], 1), high - 30 - (high - 50) * share

    lines = [(at(0, share), at(rows[-1][1], share), "#9aa") for share in (0, 0.25, 0.5, 0.75, 1)]
    lines += [(at(game, found.low), at(game, found.high), "#b40") for game, found in ((0, before), (rows[-1][1], after))]
    spots = [at(games, share) for _, games, share, _ in rows]
    parts = [f'<line x1="{a:.0f}" y1="{b:.0f}" x2="{c:.0f}" y2="{d:.0f}" stroke="{tone}"/>' for (a, b), (c, d), tone in lines]
    parts += [f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4" fill="#267"/>' for x, y in spots]
    parts += [f'<text x="44" y="{at(0, share)[1] + 4:.0f}" text-anchor="end">{share:.0%}</text>' for share in (0, 0.5, 1)]
    parts += [f'<text x="{at(game, 0)[0]:.0f}" y="{high - 8:.0f}" text-anchor="middle">{game}</text>' for game in (0, rows[-1][1])]
    parts.append(f'<text x="{wide / 2:.0f}" y="{high - 8:.0f}" text-anchor="middle">games learned from</text>')
    style = 'font-family="sans-serif" font-size="13" fill="#333"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" {style}><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'


def main(words: list[str] | None = None) -> dict[str, Estimate]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="cheren")
    parser.add_argument("--scenario", default="agordat")
    parser.add_argument("--side", default="italian")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=20, help="in a round")
    parser.add_argument("--judge", type=int, default=100, help="games before and after")
    parser.add_argument("--pace", type=float, default=5e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="a CSV file: round, games, share won, points")
    parser.add_argument("--picture", type=Path, help="the curve as SVG")
    args = parser.parse_args(words)
    env = SideEnv(args.game, args.scenario, side=args.side, opponent=args.opponent)
    learner = Learner(env, args.seed, args.pace)
    found = {"before": judge("before", env, learner.mind, args.judge)}
    rows: list[tuple[int, int, float, float]] = []
    for number in range(args.rounds):
        games = [play(env, learner.mind, 1000 * (number + 1) + game) for game in range(args.games)]
        learner.learn(games)
        rows.append((number + 1, args.games * (number + 1), won(games) / args.games, float(np.mean([game.points for game in games]))))
        print(f"round {rows[-1][0]}: wins {rows[-1][2]:.0%}, {rows[-1][3]:.1f} points", flush=True)
        if args.curve is not None:
            with args.curve.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([("round", "games", "won", "points"), *rows])
    found["after"] = judge("after", env, learner.mind, args.judge)
    if args.picture is not None:
        args.picture.write_text(drawn(rows, found["before"], found["after"]), encoding="utf-8")
    return found


if __name__ == "__main__":
    main()
