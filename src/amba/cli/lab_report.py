"""One HTML page about a run: no links outside, nothing to load, light and dark."""

from __future__ import annotations

import argparse
from pathlib import Path

from amba.cli.common import write_whole
from amba.cli.lab import open_run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", type=Path, help="the folder of a run")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write it (default: report.html in the run's folder)")


def run(args: argparse.Namespace) -> int:
    from amba.lab.report import report_html

    found, game = open_run(args.run)
    path = args.out or args.run / "report.html"
    write_whole(path, report_html(found, game))
    print(f"Written: {path}")
    return 0
