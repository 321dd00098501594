"""Watch one game of a run: told here, at the browser table, or as a log. It is played again from its seed."""

from __future__ import annotations

import argparse
import json
import socket
import tempfile
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from amba.cli.common import write_whole
from amba.cli.main import CliError

if TYPE_CHECKING:
    from amba.core.session import Session

PATIENCE = 30.0
"""Seconds a table may take until it answers."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", type=Path, help="the folder of a run")
    parser.add_argument("game", type=int, help="the number of a game, as in games.csv, from 0")
    parser.add_argument("--table", action="store_true", help="open it at the browser table, as a finished game with its replay")
    parser.add_argument("--port", type=int, default=0, help="the port of that table (default: any that is free)")
    parser.add_argument("--log", type=Path, metavar="FILE", help="write its log there instead of telling it")


def run(args: argparse.Namespace) -> int:
    from amba.cli.lab_export import played_again
    from amba.cli.replay import tell
    from amba.lab.store import Run

    found = Run.open(args.run)
    rows = {int(row["game"]): row for row in found.table("games")}
    if args.game not in rows:
        raise CliError(f"{args.run} has no game {args.game}; it has {f'0 to {max(rows)}' if rows else 'none yet'}")
    session = played_again(found, rows[args.game])
    if args.log is not None:
        write_whole(args.log, session.log.text())
        print(f"Game {args.game} in {args.log}; 'amba replay {args.log}' tells it, the shelf imports it")
    if args.table:
        return at_the_table(session, args.port)
    if args.log is None:
        tell(session)
    return 0


def at_the_table(session: Session, port: int) -> int:
    """A server of its own with nothing but this game, until it is interrupted."""
    from amba.cli.serve import serve

    begin, number = serve(), port or free_port()
    watch = threading.Thread(target=lambda: webbrowser.open(brought(f"http://127.0.0.1:{number}", session.log.text())), daemon=True)
    watch.start()
    with tempfile.TemporaryDirectory(prefix="amba-watch-") as folder:
        begin(port=number, db=Path(folder) / "tables.sqlite")
    return 0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def brought(address: str, log: str) -> str:
    """The page of the table that this log has become."""
    request = urllib.request.Request(f"{address}/api/import", log.encode(), {"Content-Type": "text/plain"}, method="POST")
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return f"{address}/table.html#{json.load(answer)['watch']}"
        except urllib.error.URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
