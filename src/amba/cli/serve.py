"""Run the table's server, for play in the browser."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from typing import Any

from amba.cli.main import CliError

PORT = 8080


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=PORT, help=f"the port (default {PORT})")
    parser.add_argument("--db", type=Path, metavar="FILE", help="where tables are kept")


def run(args: argparse.Namespace) -> int:
    serve()(host=args.host, port=args.port, db=args.db or tables())
    return 0


def open_table() -> int:
    """The browser table on this machine, opened in the browser."""
    # Always the same port: a browser remembers its games by address.
    serve()(host="127.0.0.1", port=PORT, db=tables(), open_browser=True)
    return 0


def tables() -> Path:
    """Where the tables of this user are kept."""
    from amba.cli.saves import home

    home().mkdir(parents=True, exist_ok=True)
    return home() / "tables.sqlite"


def serve() -> Any:
    try:
        return import_module("amba.server.main").serve
    except ModuleNotFoundError as error:
        raise CliError(
            f"the browser table is not installed ({error.name} is missing): pip install 'amba[table]', or play here: amba play --terminal"
        ) from None
