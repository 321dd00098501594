"""The lab: bots against each other by the hundred, what comes of it, and what would come of a change."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from amba.core.game import Game
    from amba.lab.store import Run

SUBCOMMANDS = {
    "run": "play many games between bots and write down what happened",
    "report": "one HTML page about a run",
    "watch": "one game of a run: told here, at the browser table, or as a log",
    "compare": "do two runs differ, and what bid would make the sides even",
    "table": "a run as lines of a Markdown table",
    "ladder": "how strong the levels of bots are, from both sides on the same dice",
    "export": "games as records for learning: actions, legal sets, observations, result",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    chosen = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for name, says in SUBCOMMANDS.items():
        module = import_module(f"amba.cli.lab_{name}")
        module.add_arguments(chosen.add_parser(name, help=says, description=module.__doc__))


def run(args: argparse.Namespace) -> int:
    code: int = import_module(f"amba.cli.lab_{args.what}").run(args)
    return code


def open_run(folder: Path) -> tuple[Run, Game]:
    """A run and its game, as it is here and now: what the run's points are worth may have changed since it was played."""
    from amba.lab.run import game_of
    from amba.lab.store import Run, spec_of

    found = Run.open(folder)
    game = game_of(spec_of(found.header))
    if game.data_hash != found.header["data"]:
        print(f"amba: note: {folder} was played with other data files than those here; its points are judged by those here", file=sys.stderr)
    return found, game
