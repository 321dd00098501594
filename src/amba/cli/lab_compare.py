"""Do two runs differ? Wins and points with intervals, in plain words, and the victory-point bid that would make the sides even in each."""

from __future__ import annotations

import argparse
from pathlib import Path

from amba.cli.common import add_json, print_json
from amba.cli.lab import open_run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", type=Path, help="the folder of a run")
    parser.add_argument("b", type=Path, help="the folder of another")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from amba.lab.compare import compare, comparison_data, comparison_lines, title_of

    (a, _), (b, _) = open_run(args.a), open_run(args.b)
    found = compare(a, b)
    title = title_of(a, found.side)
    if args.json:
        print_json(comparison_data(found, title))
    else:
        print("\n".join(comparison_lines(found, title)))
    return 0
