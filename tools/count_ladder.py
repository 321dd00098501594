"""The table of docs/bots.md, for all five games, from one command; stopped, it goes on where it was.

    python tools/count_ladder.py --seed NEVER-USED-BEFORE --out ladder --jobs 2

Every meeting of two levels is played pair by pair until its interval is no wider than asked for (`--within 10`: ten points of a hundred either way) or
`--most` pairs are played. The meetings take turns, so that a count cut short (`--minutes`, Ctrl and C) is a fair one; what was played is kept in a file for each
game in the folder `--out`, with the code and the data it was played with, and pairs of other code or data do not count. Choose the seed after the code is frozen.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from amba.core.game import Game
from amba.lab import ladder
from amba.lab.ladder import Kept, Matchup, Pair, Work, matchups
from amba.lab.run import code_hash
from amba.load.registry import open_game

SCENARIOS = {
    "cheren": ("agordat",), "ethiopia": ("october", "enderta"), "keren": ("first-battle",), "adua": ("albertone", "battle"),
    "hollow": ("cub-cub", "halfaya", "beda-fomm"),
}  # fmt: skip
"""game -> what is counted of it"""
MEETINGS = (("random", "beginner"), ("beginner", "greedy"), ("random", "greedy"), ("greedy", "planner"), ("planner", "searcher"))
FEWEST = 10
"""Pairs of every meeting, however clear it is."""
BATCH = 4
"""Pairs of a meeting that are played before it is the next one's turn."""


class Meeting(NamedTuple):
    """Two levels in one scenario."""

    game: str
    scenario: str
    first: str
    second: str

    def work(self, seed: str, count: int) -> list[Work]:
        return [(self.game, self.scenario, self.first, self.second, f"{seed}-{number}") for number in range(count)]


class Table:
    """What is to be counted, and how far it is."""

    def __init__(self, meetings: Sequence[Meeting], folder: Path, seed: str, within: float, most: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.meetings, self.seed, self.within, self.most = meetings, seed, within, most
        self.games: dict[str, Game] = {key: open_game(key) for key in dict.fromkeys(one.game for one in meetings)}
        self.kept = {key: Kept(folder / f"{key}.jsonl", version_of(game)) for key, game in self.games.items()}

    def pairs(self, meeting: Meeting) -> list[Pair]:
        """Those played of a meeting, in the order of their seeds, without gaps: which come first must not hang on which are quick."""
        found = []
        for work in meeting.work(self.seed, self.most):
            pair = self.kept[meeting.game].pairs.get(work)
            if pair is None:
                break
            found.append(pair)
        return found

    def matchup(self, meeting: Meeting) -> Matchup | None:
        found = matchups(self.pairs(meeting))
        return found[0] if found else None

    def is_done(self, meeting: Meeting) -> bool:
        found = self.matchup(meeting)
        if found is None or found.pairs < min(FEWEST, self.most):
            return False
        low, high = found.interval
        return found.pairs >= self.most or 50 * (high - low) <= self.within

    def next_work(self) -> list[Work]:
        """A few pairs more of every meeting that is not decided well enough."""
        work: list[Work] = []
        for meeting in self.meetings:
            if not self.is_done(meeting):
                work += meeting.work(self.seed, min(self.most, len(self.pairs(meeting)) + BATCH))
        return [one for one in work if one not in self.kept[one[0]].pairs]

    def play(self, jobs: int, goes_on: Callable[[], bool]) -> None:
        """Until everything is decided or time is over."""

        def tell(one: Work, pair: Pair) -> bool:
            self.kept[one[0]].add(one, pair)
            return goes_on()

        while goes_on() and (work := self.next_work()):
            ladder.run(work, jobs, tell)

    def rows(self) -> Iterator[str]:
        """As in docs/bots.md."""
        yield "| game | scenario | meeting | pairs won | games won | margin a pair |"
        yield "|---|---|---|---|---|---|"
        for meeting in self.meetings:
            found, game = self.matchup(meeting), self.games[meeting.game]
            if found is None:
                continue
            title = next(one.title for one in game.scenarios() if one.key == meeting.scenario)
            low, high = found.interval
            share = f"{found.score:g} of {found.pairs} ({100 * low:.0f} to {100 * high:.0f} in 100)"
            wide = "" if self.is_done(meeting) else ", to be gone on with"
            yield f"| *{game.title}* | {title} | {found.first} - {found.second} | {share}{wide} | {found.games:g} of {2 * found.pairs} | {found.margin:+.1f} |"
        yield ""
        said = ", ".join(f"{key} {version_of(game)}" for key, game in self.games.items())
        yield f"Seed `{self.seed}`, intervals to {self.within:g} points either way or {self.most} pairs; data and code: {said}."


def version_of(game: Game) -> str:
    return f"{game.data_hash[:16]} {code_hash(game.key)[:16]}"


def chosen(games: str, meetings: str) -> list[Meeting]:
    """All meetings, or those that are named: `cheren,keren`, `greedy-planner`."""
    keys = games.split(",") if games else list(SCENARIOS)
    pairs = [tuple(word.split("-")) for word in meetings.split(",")] if meetings else list(MEETINGS)
    for key in keys:
        if key not in SCENARIOS:
            raise SystemExit(f"{key!r} is no game counted here; there are: {', '.join(SCENARIOS)}")
    for pair in pairs:
        if pair not in MEETINGS:
            raise SystemExit(f"{'-'.join(pair)!r} is no meeting; there are: {', '.join('-'.join(one) for one in MEETINGS)}")
    return [Meeting(key, scenario, *pair) for key in keys for scenario in SCENARIOS[key] for pair in MEETINGS if pair in pairs]


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", required=True, help="one that nothing was ever fitted or chosen on")
    parser.add_argument("--out", type=Path, required=True, help="the folder in which pairs are kept")
    parser.add_argument("--games", default="", help="only these, by their keys")
    parser.add_argument("--meetings", default="", help="only these, such as greedy-planner")
    parser.add_argument("--within", type=float, default=10.0, help="how wide an interval may be, in points of a hundred either way")
    parser.add_argument("--most", type=int, default=120, help="pairs of a meeting at most")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no more after so many minutes; 0 prints what there is")
    args = parser.parse_args(words)
    table = Table(chosen(args.games, args.meetings), args.out, args.seed, args.within, args.most)
    until = time.monotonic() + 60 * args.minutes
    try:
        table.play(args.jobs, lambda: time.monotonic() < until)
    except KeyboardInterrupt:
        print("stopped: what was played so far", file=sys.stderr)
    print("\n".join(table.rows()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
