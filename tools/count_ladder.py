"""The table of docs/bots.md, for all five games, from one command; stopped, it goes on where it was. Nothing but the sources and Python is needed:

    PYTHONPATH=src python3 tools/count_ladder.py --seed NEVER-USED-BEFORE --out ladder --jobs 16 --minutes 9

Every meeting of two levels is played pair by pair until its interval is no wider than asked for (`--within 10`: ten points of a hundred either way) or
`--most` pairs are played. Every process always has a game to play: the next one is of the meeting that has had the least time, so that a count cut short
(`--minutes`, Ctrl and C) has given each its share, and none is begun that could not end in time. Games are kept one by one in `--out` (games.jsonl), with the
code and the data they were played with, and games of other code or data do not count; the table lies beside them (table.md). What other folders hold, from
another run or another machine, is taken in with `--also FOLDER`. Choose the seed after the code is frozen.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from amba.core.game import Game
from amba.lab import ladder
from amba.lab.ladder import Half, Matchup, Pair, matchups
from amba.lab.match import Match
from amba.lab.pool import kept_busy
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
UNKNOWN = 10.0
"""Seconds that a game is thought to take as long as nobody has played one like it."""
KEPT = "games.jsonl"


class Meeting(NamedTuple):
    """Two levels in one scenario."""

    game: str
    scenario: str
    first: str
    second: str

    def half(self, seed: str, number: int, side: int) -> Half:
        """One game of a pair; the first bot plays this side."""
        return (*self, f"{seed}-{number}", side)


class Kept(NamedTuple):
    """What is remembered of a game."""

    winner: int | None
    margins: tuple[float, ...]
    decisions: int
    seconds: float
    """Processor time."""

    def match(self, half: Half) -> Match:
        levels = half[2:4] if half[5] == 0 else (half[3], half[2])
        return Match(half[0], half[1], half[4], levels, self.winner, "", "", 0, self.decisions, self.margins)


class Book:
    """The games played, each a line of a file."""

    def __init__(self, folder: Path, versions: dict[str, str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path, self.versions = folder / KEPT, versions
        self.games: dict[Half, Kept] = {}
        self.games.update(self.read(self.path))

    def read(self, path: Path) -> Iterator[tuple[Half, Kept]]:
        """What counts of a file; a last line that was being written when the count was killed is nothing."""
        if not path.is_file():
            return
        text = path.read_text(encoding="utf-8")
        if not text.endswith("\n"):
            text = text[: text.rfind("\n") + 1]
            if path == self.path:
                path.write_text(text, encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            try:
                version, half, (winner, margins, decisions, seconds) = json.loads(line)
            except ValueError:
                raise SystemExit(f"{path}, line {number}: this is no game that the count kept") from None
            if self.versions.get(half[0]) == version:
                yield tuple(half), Kept(winner, tuple(margins), decisions, seconds)

    def take_in(self, folder: Path) -> int:
        """The games of another folder that are not here yet; how many there were."""
        if not (folder / KEPT).is_file():
            raise SystemExit(f"{folder}: there are no games here ({KEPT})")
        new = {half: kept for half, kept in self.read(folder / KEPT) if half not in self.games}
        for half, kept in new.items():
            self.add(half, kept)
        return len(new)

    def add(self, half: Half, kept: Kept) -> None:
        self.games[half] = kept
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([self.versions[half[0]], half, kept], separators=(",", ":")) + "\n")


class Table:
    """What is to be counted, and how far it is."""

    def __init__(self, meetings: Sequence[Meeting], book: Book, seed: str, within: float, most: int) -> None:
        self.meetings, self.book, self.seed, self.within, self.most = meetings, book, seed, within, most
        self.under_way: Counter[Meeting] = Counter()
        self.begun: set[Half] = set()
        self.times: dict[Meeting, list[float]] = defaultdict(list)
        """Seconds of each game played, as far as it counts for this seed."""
        for half, kept in book.games.items():
            if half[4].rpartition("-")[0] == seed:
                self.times[Meeting(*half[:4])].append(kept.seconds)
        self.found = {meeting: self.matchup(meeting) for meeting in meetings}

    def pairs(self, meeting: Meeting) -> Iterator[Pair]:
        """Those played of a meeting, in the order of their seeds, without gaps: which come first must not hang on which are quick."""
        for number in range(self.most):
            halves = [meeting.half(self.seed, number, side) for side in (0, 1)]
            if any(half not in self.book.games for half in halves):
                return
            one, two = (self.book.games[half].match(half) for half in halves)
            yield Pair(meeting.first, meeting.second, one.seed, (one, two))

    def matchup(self, meeting: Meeting) -> Matchup | None:
        """No further than the pair that decides it: the same seed gives the same row, on however many processes it was counted."""
        counted: list[Pair] = []
        found = None
        for pair in self.pairs(meeting):
            counted.append(pair)
            found = matchups(counted)[0]
            if self.is_enough(found):
                break
        return found

    def is_enough(self, found: Matchup | None) -> bool:
        if found is None or found.pairs < min(FEWEST, self.most):
            return False
        low, high = found.interval
        return found.pairs >= self.most or 50 * (high - low) <= self.within

    def typical(self, meeting: Meeting) -> float:
        times = self.times[meeting]
        return sum(times) / len(times) if times else UNKNOWN

    def spent(self, meeting: Meeting) -> float:
        return sum(self.times[meeting]) + self.under_way[meeting] * self.typical(meeting)

    def next_game(self, seconds_left: float) -> Half | None:
        """Of the meeting that has had the least time, among those not decided of which a game may end in time."""
        for meeting in sorted(self.meetings, key=self.spent):
            if not self.is_enough(self.found[meeting]) and min(self.times[meeting], default=0.0) < seconds_left:
                half = next((half for half in self.open_games(meeting)), None)
                if half is not None:
                    self.begun.add(half)
                    self.under_way[meeting] += 1
                    return half
        return None

    def open_games(self, meeting: Meeting) -> Iterator[Half]:
        for number in range(self.most):
            for side in (0, 1):
                half = meeting.half(self.seed, number, side)
                if half not in self.book.games and half not in self.begun:
                    yield half

    def note(self, half: Half, kept: Kept) -> None:
        meeting = Meeting(*half[:4])
        self.under_way[meeting] -= 1
        self.times[meeting].append(kept.seconds)
        self.book.add(half, kept)
        self.found[meeting] = self.matchup(meeting)

    def rows(self, games: dict[str, Game]) -> Iterator[str]:
        """As in docs/bots.md."""
        yield "| game | scenario | meeting | pairs won | games won | margin a pair |"
        yield "|---|---|---|---|---|---|"
        for meeting, found in self.found.items():
            if found is None:
                continue
            game = games[meeting.game]
            title = next(one.title for one in game.scenarios() if one.key == meeting.scenario)
            low, high = found.interval
            share = f"{found.score:g} of {found.pairs} ({100 * low:.0f} to {100 * high:.0f} in 100)"
            wide = "" if self.is_enough(found) else ", to be gone on with"
            yield f"| *{game.title}* | {title} | {found.first} - {found.second} | {share}{wide} | {found.games:g} of {2 * found.pairs} | {found.margin:+.1f} |"
        yield ""
        said = ", ".join(f"{key} {version}" for key, version in self.book.versions.items())
        yield f"Seed `{self.seed}`, intervals to {self.within:g} points either way or {self.most} pairs; data and code: {said}."

    def costs(self) -> Iterator[str]:
        """What was spent on each meeting, for whoever plans how to go on."""
        for meeting, found in self.found.items():
            if times := self.times[meeting]:
                pairs = 0 if found is None else found.pairs
                state = "enough" if self.is_enough(found) else "not yet"
                yield f"{' '.join(meeting)}: {len(times)} games in {sum(times):.0f} s, {2 * self.typical(meeting):.0f} s a pair, {pairs} pairs counted, {state}"


def play(table: Table, jobs: int, until: float) -> None:
    """Until everything is decided or time is over."""

    def ask() -> Half | None:
        left = until - time.monotonic()
        return table.next_game(left) if left > 0 else None

    def note(half: Half, match: Match, seconds: float) -> None:
        table.note(half, Kept(match.winner, tuple(round(margin, 4) for margin in match.margins), match.decisions, round(seconds, 1)))

    if jobs <= 1:
        while (half := ask()) is not None:
            note(half, *ladder.play_half(half))
        return
    with closing(kept_busy(ladder.play_half, ask, jobs, until)) as found:
        for half, (match, seconds) in found:
            note(half, match, seconds)


def version_of(game: Game) -> str:
    return f"{game.data_hash[:16]} {code_hash(game.key)[:16]}"


def chosen(games: str, meetings: str, scenarios: str = "") -> list[Meeting]:
    """All meetings, or those that are named: `cheren,keren`, `greedy-planner`, `cub-cub`."""
    keys = games.split(",") if games else list(SCENARIOS)
    pairs = [tuple(word.split("-")) for word in meetings.split(",")] if meetings else list(MEETINGS)
    there_are = [scenario for key in SCENARIOS for scenario in SCENARIOS[key]]
    named = scenarios.split(",") if scenarios else there_are
    require(keys, SCENARIOS, "game counted here")
    require(named, there_are, "scenario counted here")
    require(["-".join(pair) for pair in pairs], ["-".join(one) for one in MEETINGS], "meeting")
    return [Meeting(key, scenario, *pair) for key in keys for scenario in SCENARIOS[key] if scenario in named for pair in MEETINGS if pair in pairs]


def require(words: Iterable[str], there_are: Iterable[str], what: str) -> None:
    for word in words:
        if word not in there_are:
            raise SystemExit(f"{word!r} is no {what}; there are: {', '.join(there_are)}")


def arguments(words: list[str] | None) -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", required=True, help="one that nothing was ever fitted or chosen on")
    parser.add_argument("--out", type=Path, required=True, help="the folder in which games are kept")
    parser.add_argument("--also", type=Path, action="append", default=[], help="a folder of another count to take in; may be given again")
    parser.add_argument("--games", default="", help="only these, by their keys")
    parser.add_argument("--scenarios", default="", help="only these")
    parser.add_argument("--meetings", default="", help="only these, such as greedy-planner")
    parser.add_argument("--within", type=float, default=10.0, help="how wide an interval may be, in points of a hundred either way")
    parser.add_argument("--most", type=int, default=120, help="pairs of a meeting at most")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="give up what is under way after so many minutes; 0 prints what there is")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    args = arguments(words)
    until = time.monotonic() + 60 * args.minutes
    meetings = chosen(args.games, args.meetings, args.scenarios)
    games = {key: open_game(key) for key in dict.fromkeys(one.game for one in meetings)}
    book = Book(args.out, {key: version_of(game) for key, game in games.items()})
    for folder in args.also:
        print(f"{folder}: {book.take_in(folder)} games taken in", file=sys.stderr)
    table = Table(meetings, book, args.seed, args.within, args.most)
    try:
        play(table, args.jobs, until)
    except KeyboardInterrupt:
        print("stopped: what was played so far", file=sys.stderr)
    text = "\n".join(table.rows(games))
    (args.out / "table.md").write_text(text + "\n", encoding="utf-8")
    print(text)
    print("\n".join(table.costs()), file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
