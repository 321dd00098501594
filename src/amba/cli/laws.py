"""Whether a game keeps the laws that every game of Amba keeps: a report, law by law. The exit code is 1 when one is broken."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from amba.cli.common import add_json, game_for, pick_scenario, print_json
from amba.cli.main import CliError
from amba.core.game import Game

if TYPE_CHECKING:
    from amba.lab.all_laws import Finding


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game's key, see 'amba games'")
    parser.add_argument("--scenario", metavar="S", help="only this scenario (default: all)")
    parser.add_argument(
        "--seconds", type=float, default=20.0, metavar="T", help="how long to play with every law checked (default 20; at least two games a scenario)"
    )
    parser.add_argument("--keep", action="store_true", help="write the golden games anew instead; read the difference before you commit it")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from amba.lab.all_laws import hold

    game = game_for(args.game)
    if args.keep:
        return keep(game)
    if args.seconds < 0:
        raise CliError("--seconds must be 0 or more")
    scenarios = [pick_scenario(game, args.scenario)] if args.scenario else [scenario.key for scenario in game.scenarios()]
    draws = sys.stderr.isatty()
    findings = hold(game.key, scenarios, args.seconds, lambda text: print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True) if draws else None)
    if draws:
        print("\r\033[K", end="", file=sys.stderr)
    broken = [finding for finding in findings if finding.breaches]
    if args.json:
        print_json(
            {"game": game.key, "version": game.version, "scenarios": scenarios, "ok": not broken, "laws": [as_data(finding) for finding in findings]}
        )
    else:
        report(game, scenarios, findings)
    return 1 if broken else 0


def as_data(finding: Finding) -> dict[str, Any]:
    from amba.lab.all_laws import CLAIMS

    return {"law": finding.law, "claim": CLAIMS[finding.law], "status": finding.status, **finding._asdict()}


def report(game: Game, scenarios: list[str], findings: list[Finding]) -> None:
    from amba.lab.all_laws import CLAIMS

    print(f"{game.title} ({game.key}), version {game.version}: {', '.join(scenarios)}\n")
    for finding in findings:
        times = f"looked at {finding.looked:,} times" if finding.looked else ""
        print(f"{finding.law:>2}  {finding.status.upper() if finding.breaches else finding.status:<12} {CLAIMS[finding.law]}.")
        print(f"{'':17}{times}" if times else "", end="\n" if times else "")
        for breach in finding.breaches:
            print(f"{'':17}! {breach}")
        for what in finding.unchecked:
            print(f"{'':17}not looked at: {what}")
    broken = [str(finding.law) for finding in findings if finding.breaches]
    print(f"\n{'Broken: law ' + ', '.join(broken) + '.' if broken else 'No law was broken.'}")


def keep(game: Game) -> int:
    from amba.lab.golden import keep_golden, version_breaches

    for path in keep_golden(game):
        print(path)
    broken = version_breaches(game)
    for text in broken:
        print(f"amba: {text}", file=sys.stderr)
    return 1 if broken else 0
