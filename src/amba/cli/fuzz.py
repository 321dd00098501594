"""Play at random, or by bots, with every law checked. A breach leaves a log in fuzz-failures/ that replays it, and the exit code is 1."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from amba.cli.common import add_json, game_for, pick_scenario, print_json
from amba.cli.main import CliError

if TYPE_CHECKING:
    from amba.lab.fuzz import Report, Violation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game's key, see 'amba games'")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="how many games (default 10)")
    parser.add_argument("--seed", default="0", metavar="S", help="the first game's seed; the others follow from it")
    parser.add_argument("--scenario", metavar="S", help="only this scenario (default: all in turn)")
    parser.add_argument("--bots", default="", metavar="LEVEL", help="a level of bots plays both sides instead of chance, see docs/bots.md")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="how many processes (default 1)")
    parser.add_argument("--failures", default="fuzz-failures", metavar="DIR", help="where logs of failures go")
    add_json(parser)


class Tally:
    """Adds up reports and draws the progress bar."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.played = 0
        self.finished = 0
        self.decisions = 0
        self.violations: list[Violation] = []
        self.began = time.perf_counter()
        self.draws = sys.stderr.isatty()

    def add(self, report: Report) -> None:
        self.played += 1
        self.finished += report.finished
        self.decisions += report.decisions
        self.violations += report.violations
        self.draw()

    @property
    def rate(self) -> float:
        return self.decisions / max(time.perf_counter() - self.began, 1e-9)

    def draw(self) -> None:
        if not self.draws:
            return
        width = 30
        full = width * self.played // max(self.games, 1)
        seconds = time.perf_counter() - self.began
        bar = "#" * full + "." * (width - full)
        speed = f"{self.played / max(seconds, 1e-9):.2f} games/s, {self.rate:,.0f} decisions/s"
        print(f"\r[{bar}] {self.played}/{self.games} games, {speed}, {len(self.violations)} violations ", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.draws:
            print(file=sys.stderr)


def run(args: argparse.Namespace) -> int:
    from amba.bots import level_for
    from amba.lab.fuzz import run_many

    if args.games < 1 or args.jobs < 1:
        raise CliError("--games and --jobs must be 1 or more")
    game = game_for(args.game)
    scenarios = [pick_scenario(game, args.scenario)] if args.scenario else [scenario.key for scenario in game.scenarios()]
    work = [(scenarios[i % len(scenarios)], f"{args.seed}-{i}") for i in range(args.games)]
    level = level_for(game, args.bots) if args.bots else ""
    tally = Tally(args.games)
    tell: Callable[[Report], None] = tally.add
    try:
        run_many(game.key, work, args.jobs, args.failures, tell, level)
    finally:
        tally.close()
    report(tally, args.json)
    return 1 if tally.violations else 0


def report(tally: Tally, as_json: bool) -> None:
    if as_json:
        found = [violation._asdict() for violation in tally.violations]
        print_json(
            {
                "games": tally.played,
                "finished": tally.finished,
                "decisions": tally.decisions,
                "decisions_per_s": round(tally.rate, 1),
                "violations": found,
            }
        )
        return
    print(f"{tally.played} games, {tally.finished} finished, {tally.decisions:,} decisions, {tally.rate:,.0f} decisions/s with all laws checked")
    for violation in tally.violations:
        print(f"VIOLATION {violation.game} {violation.scenario} seed {violation.seed}, entry {violation.entry}, {violation.law}: {violation.message}")
        if violation.log:
            print(f"  amba replay {violation.log} --check")
    print("No law was broken." if not tally.violations else f"{len(tally.violations)} violations.")
