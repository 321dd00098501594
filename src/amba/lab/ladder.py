"""The levels of bots against each other, from both sides on the same dice, and what it says about their strength.

A pair is two games with one seed and the bots' sides exchanged. Its points are a win's 1 and a draw's 1/2 in each game. Where each bot won once,
as happens wherever a scenario favours one side, the pair goes to the one that did better with it: the greater sum of margins in both games.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from amba.core.game import Game
from amba.lab.match import Match, play
from amba.lab.stats import wilson

SPREAD = 400 / math.log(10)
"""Points of rating for a factor e in the odds."""


class Pair(NamedTuple):
    """Two games on the same dice: the first bot on the first side, then on the second."""

    first: str
    second: str
    seed: str
    games: tuple[Match, Match]

    @property
    def points(self) -> float:
        """What the first bot won of two games."""
        return sum(0.5 if match.winner is None else float(match.winner == side) for side, match in enumerate(self.games))

    @property
    def margin(self) -> float:
        """How much better the first bot did with both sides than the second with both."""
        return self.games[0].margins[0] + self.games[1].margins[1]

    @property
    def score(self) -> float:
        """1, 1/2 or 0 for the first bot."""
        for value in (self.points - 1.0, self.margin):
            if abs(value) > 1e-9:
                return 1.0 if value > 0 else 0.0
        return 0.5


def play_pair(game: Game, scenario: str, first: str, second: str, seed: str) -> Pair:
    """Both games of a pair."""
    return Pair(first, second, seed, (play(game, scenario, (first, second), seed), play(game, scenario, (second, first), seed)))


class Meeting(NamedTuple):
    """All pairs of two levels, seen from the first."""

    first: str
    second: str
    pairs: int
    score: float
    """Points out of `pairs`."""
    games: float
    """Points out of twice as many games."""
    margin: float
    """On average, for each pair."""

    @property
    def share(self) -> float:
        return self.score / self.pairs

    @property
    def interval(self) -> tuple[float, float]:
        """95 in 100, after Wilson; a drawn pair counts half on each side."""
        _, low, high = wilson(self.score, self.pairs)
        return low, high


def meetings(pairs: Iterable[Pair]) -> list[Meeting]:
    """The pairs added up, the stronger bot first."""
    found = []
    for (first, second), group in itertools.groupby(sorted(pairs, key=lambda p: p[:2]), key=lambda p: p[:2]):
        rows = list(group)
        count = len(rows)
        score, games = sum(p.score for p in rows), sum(p.points for p in rows)
        margin = sum(p.margin for p in rows) / count
        if score * 2 >= count:
            found.append(Meeting(first, second, count, score, games, margin))
        else:
            found.append(Meeting(second, first, count, count - score, 2 * count - games, -margin))
    return found


class Rating(NamedTuple):
    """A level's strength: `random` is 0; 200 more is about three pairs of four."""

    level: str
    points: float
    error: float
    """So many points up or down, 95 times in 100."""


def ratings(found: Sequence[Meeting], levels: Sequence[str]) -> list[Rating]:
    """Ratings under which the results were most likely, each meeting eased by a drawn pair so that nobody is infinitely better."""
    strength = dict.fromkeys(levels, 0.0)
    for _ in range(2000):
        for level in levels:
            pull, weight = 0.0, 1e-9
            for m in found:
                if level in m[:2]:
                    other = m.second if level == m.first else m.first
                    score = (m.score if level == m.first else m.pairs - m.score) + 0.5
                    expected = 1 / (1 + math.exp(strength[other] - strength[level]))
                    pull += score - (m.pairs + 1) * expected
                    weight += (m.pairs + 1) * expected * (1 - expected)
            strength[level] += max(-1.0, min(1.0, pull / weight)) * 0.5
    base = strength[levels[0]]
    rows = []
    for level in levels:
        weight = 1e-9
        for m in found:
            if level in m[:2]:
                expected = 1 / (1 + math.exp(strength[m.second] - strength[m.first]))
                weight += (m.pairs + 1) * expected * (1 - expected)
        rows.append(Rating(level, (strength[level] - base) * SPREAD, 1.96 / math.sqrt(weight) * SPREAD))
    return rows


Work = tuple[str, str, str, str, str]
"""game, scenario, first bot, second bot, seed"""
_games: dict[str, Game] = {}


def play_work(work: Work) -> Pair:
    """For worker processes, which load the game once."""
    from amba.load.registry import open_game

    key = work[0]
    if key not in _games:
        _games[key] = open_game(key)
    return play_pair(_games[key], *work[1:])


def schedule(key: str, scenario: str, levels: Sequence[str], pairs: int, seed: str) -> list[Work]:
    """Every level against every other, the seeds in turn, so that a run cut short is still a fair one."""
    return [(key, scenario, a, b, f"{seed}-{n}") for n in range(pairs) for a, b in itertools.combinations(levels, 2)]


class Kept:
    """Pairs already played, in a file of JSON lines: a run that was stopped goes on where it was. Pairs of other code or data are left out."""

    def __init__(self, path: Path | None, version: str) -> None:
        """`version` stands for the code and the data the pairs are played with."""
        self.path = path
        self.version = version
        self.pairs: dict[Work, Pair] = {}
        if path is not None and path.is_file():
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                if row["version"] == version:
                    games = [Match._make(tuple(item) if isinstance(item, list) else item for item in match) for match in row["games"]]
                    work = tuple(row["work"])
                    self.pairs[work] = Pair(work[2], work[3], work[4], (games[0], games[1]))

    def add(self, work: Work, pair: Pair) -> None:
        self.pairs[work] = pair
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"version": self.version, "work": work, "games": pair.games}) + "\n")


def run(work: Sequence[Work], jobs: int, tell: Callable[[Work, Pair], bool]) -> None:
    """Play all pairs on so many processes and tell each as it comes, until `tell` answers no."""
    if jobs <= 1:
        for one in work:
            if not tell(one, play_work(one)):
                return
        return
    import multiprocessing

    from amba.lab.fuzz import leave_interrupts

    # Leaving the block ends the processes, whatever they are at.
    with multiprocessing.get_context("spawn").Pool(jobs, leave_interrupts) as pool:
        for one, pair in pool.imap_unordered(play_named, work):
            if not tell(one, pair):
                return


def play_named(work: Work) -> tuple[Work, Pair]:
    """With its name, for whoever collects pairs as they come."""
    return work, play_work(work)
