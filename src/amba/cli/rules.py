"""Every paragraph of a game's rulebook: number, title, status, the code that carries it out and the tests named for it."""

from __future__ import annotations

import argparse
from typing import Any

from amba.cli.common import add_json, game_for, print_json
from amba.core.game import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game's key, see 'amba games'")
    parser.add_argument("--status", help="only paragraphs with this status")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from amba.lab.rules_in_play import named_tests

    game = game_for(args.game)
    found = named_tests(game.key, game.rulebook.rules)
    tests = found or {}
    rows: list[dict[str, Any]] = [
        {"number": r.number, "title": r.title, "status": r.status, "code": game.rulebook.places(r.number), "tests": tests.get(r.number, [])}
        for r in game.rulebook.rules.values()
        if args.status in {None, r.status}
    ]
    if args.json:
        print_json({"rules": rows})
        return 0
    print_rows(game, rows)
    if found is None:
        print("\nThe tests of this game are not here: they come with the source, not with the installed package.")
    return 0


def print_rows(game: Game, rows: list[dict[str, Any]]) -> None:
    print(f"{game.rulebook.title}: {len(rows)} paragraphs\n")
    for row in rows:
        print(f"{row['number']:<14} {row['status']:<12} {row['title']}")
        reason = game.rulebook[row["number"]].reason
        if reason:
            print(f"{'':14} {reason}")
        for name in ("code", "tests"):
            for place in row[name]:
                print(f"{'':14}   {name:<5} {place}")
