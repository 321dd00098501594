"""Runs as a Markdown table: the form of the balance tables in docs/games."""

from __future__ import annotations

import argparse
from pathlib import Path

from amba.cli.lab import open_run
from amba.cli.main import CliError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", type=Path, nargs="+", help="the folders of runs of one game")


def run(args: argparse.Namespace) -> int:
    from amba.lab.summary import markdown, summary

    found = [open_run(folder) for folder in args.run]
    if len({game.key for _, game in found}) > 1:
        raise CliError("these are runs of several games; a table is about one")
    print("\n".join(markdown([summary(one, game) for one, game in found])))
    return 0
