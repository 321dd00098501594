"""The levels of bots against each other, from both sides on the same dice, and what it says about their strength.

A pair is two games with one seed and the bots' sides exchanged. Its points are a win's 1 and a draw's 1/2 in each game. Where each bot won once,
as happens wherever a scenario favours one side, the pair goes to the one that did better with it: the greater sum of margins in both games.
"""

from __future__ import annotations

import itertools
import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from amba.core.game import Game
from amba.lab.match import Match, play
from amba.lab.pool import as_they_come
from amba.lab.stats import wilson
from amba.lab.store import RunError
from amba.load.registry import open_game

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


class Matchup(NamedTuple):
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


def matchups(pairs: Iterable[Pair]) -> list[Matchup]:
    """The pairs added up, the stronger bot first."""
    found = []
    for (first, second), group in itertools.groupby(sorted(pairs, key=lambda p: p[:2]), key=lambda p: p[:2]):
        rows = list(group)
        count = len(rows)
        score, games = sum(p.score for p in rows), sum(p.points for p in rows)
        margin = sum(p.margin for p in rows) / count
        if score * 2 >= count:
            found.append(Matchup(first, second, count, score, games, margin))
        else:
            found.append(Matchup(second, first, count, count - score, 2 * count - games, -margin))
    return found


class Rating(NamedTuple):
    """A level's strength: the first level is 0; 200 more is about three pairs of four."""

    level: str
    points: float
    error: float
    """So many points up or down against the first level, 95 times in 100; 0 for the first itself."""


def ratings(found: Sequence[Matchup], levels: Sequence[str]) -> list[Rating]:
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
    errors = [0.0, *(1.96 * math.sqrt(variance) for variance in variances(found, levels, strength))]
    return [Rating(level, (strength[level] - base) * SPREAD, error * SPREAD) for level, error in zip(levels, errors, strict=True)]


def variances(found: Sequence[Matchup], levels: Sequence[str], strength: Mapping[str, float]) -> list[float]:
    """How far each strength but the first, which is the measure of the others, may be from the truth: the diagonal of the inverse of what the pairs tell."""
    place = {level: number for number, level in enumerate(levels[1:])}
    size = len(place)
    told = [[1e-9 * (row == column) for column in range(size)] for row in range(size)]
    for m in found:
        expected = 1 / (1 + math.exp(strength[m.second] - strength[m.first]))
        weight = (m.pairs + 1) * expected * (1 - expected)
        known = [place[level] for level in m[:2] if level in place]
        for row, column in itertools.product(known, known):
            told[row][column] += weight if row == column else -weight
    return [solved(told, number)[number] for number in range(size)]


def solved(matrix: Sequence[Sequence[float]], unit: int) -> list[float]:
    """A column of the inverse, by elimination; the matrix is symmetric and positive, so that no rows need be exchanged."""
    size = len(matrix)
    rows = [[*row, float(number == unit)] for number, row in enumerate(matrix)]
    for pivot in range(size):
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for number in range(size):
            if number != pivot:
                factor = rows[number][pivot]
                rows[number] = [value - factor * other for value, other in zip(rows[number], rows[pivot], strict=True)]
    return [row[size] for row in rows]


Work = tuple[str, str, str, str, str]
"""game, scenario, first bot, second bot, seed"""
Half = tuple[str, str, str, str, str, int]
"""One game of a pair: game, scenario, first bot, second bot, seed, the side of the first bot"""


@lru_cache(maxsize=8)
def _opened(key: str) -> Game:
    """For worker processes, which load a game once."""
    return open_game(key)


def play_work(work: Work) -> Pair:
    return play_pair(_opened(work[0]), *work[1:])


def play_half(half: Half) -> tuple[Match, float]:
    """The game and its seconds of processor time."""
    key, scenario, first, second, seed, side = half
    game, begun = _opened(key), time.process_time()
    match = play(game, scenario, (first, second) if side == 0 else (second, first), seed)
    return match, time.process_time() - begun


def schedule(key: str, scenario: str, levels: Sequence[str], pairs: int, seed: str) -> list[Work]:
    """Every level against every other, the seeds in turn, so that a run cut short is still a fair one."""
    return [(key, scenario, a, b, f"{seed}-{n}") for n in range(pairs) for a, b in itertools.combinations(levels, 2)]


class Kept:
    """Pairs already played, in a file of JSON lines: a run that was stopped goes on where it was. Pairs of other code or data are left out."""

    def __init__(self, path: Path | None, version: str) -> None:
        """`version` stands for the code and the data the pairs are played with."""
        self.path = path
        self.version = version
        self.pairs: dict[Work, Pair] = dict(self._read(path)) if path is not None and path.is_file() else {}
        if path is not None and not path.parent.is_dir():
            raise RunError(f"{path.parent}: there is no such folder to keep the pairs in")

    def _read(self, path: Path) -> Iterator[tuple[Work, Pair]]:
        text = path.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                row = json.loads(line)
                if row["version"] == self.version:
                    yield kept_pair(row)
            except (ValueError, KeyError, TypeError, IndexError):
                raise RunError(f"{path}, line {number}: this is no pair that the ladder kept; name another --out") from None
        if whole != text:
            # A line that was being written when the ladder was killed.
            near = path.with_name(f".{path.name}.part")
            near.write_text(whole, encoding="utf-8")
            near.replace(path)

    def add(self, work: Work, pair: Pair) -> None:
        self.pairs[work] = pair
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"version": self.version, "work": work, "games": pair.games}) + "\n")


def kept_pair(row: dict[str, Any]) -> tuple[Work, Pair]:
    """A line of the file, read back."""
    one, two = (Match._make(tuple(item) if isinstance(item, list) else item for item in match) for match in row["games"])
    key, scenario, first, second, seed = row["work"]
    return (key, scenario, first, second, seed), Pair(first, second, seed, (one, two))


def run(work: Sequence[Work], jobs: int, tell: Callable[[Work, Pair], bool]) -> None:
    """Play all pairs on so many processes and tell each as it comes, until `tell` answers no."""
    if jobs <= 1:
        for one in work:
            if not tell(one, play_work(one)):
                return
        return
    with closing(as_they_come(play_work, work, jobs)) as found:
        for one, pair in found:
            if not tell(one, pair):
                return
