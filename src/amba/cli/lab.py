"""The lab: bots against each other by the hundred, what comes of it, and what would come of a change."""

from __future__ import annotations

import argparse
from importlib import import_module

SUBCOMMANDS = {
    "run": "play many games between bots and write down what happened",
    "report": "one HTML page about a run",
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
