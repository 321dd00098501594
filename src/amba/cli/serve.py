"""Run the table's server, for play in the browser."""

from __future__ import annotations

import argparse
import ipaddress
import os
from importlib import import_module
from pathlib import Path
from typing import Any

from amba.cli.common import game_for
from amba.cli.main import CliError
from amba.load.registry import OWN_DATA

PORT = 8080


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=port, default=PORT, help=f"the port (default {PORT})")
    parser.add_argument("--bots", type=int, metavar="N", help="processes in which bots think (default: as many as suit this machine)")
    parser.add_argument("--no-limits", action="store_true", help="no limits by address: for a server that only you can reach, and for measuring")
    parser.add_argument(
        "--db",
        metavar="FILE|URL",
        help="where tables are kept: a file (SQLite), or postgresql://... for several servers (default: AMBA_DB, else a file of yours)",
    )
    parser.add_argument(
        "--url",
        default=os.environ.get("AMBA_URL", ""),
        help="where browsers find this server (https://club.example); calls to players lead there (default: AMBA_URL)",
    )
    parser.add_argument(
        "--mail-from",
        default=os.environ.get("AMBA_MAIL_FROM", ""),
        metavar="ADDRESS",
        help="from whom mails are; the mail server itself is AMBA_SMTP (smtp://USER:PASSWORD@HOST:PORT)",
    )
    parser.add_argument("--name", action="append", default=[], help="a name this server has on the net (club.example); may be given several times")
    parser.add_argument(
        "--data",
        action="append",
        default=[],
        metavar="GAME=DIR",
        help="somebody's own data files of a game, laid over its own (default: AMBA_DATA); with them goes a --db of their own",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        type=network,
        metavar="ADDRESS",
        help="a proxy on another machine, or its network: the addresses it forwards count instead of its own; may be given several times",
    )
    parser.add_argument(
        "--peer",
        type=peer,
        default="",
        metavar="HOST:PORT",
        help="where other servers of the same database reach this one (default: --host and --port)",
    )


def port(text: str) -> int:
    """A number a port can have."""
    if not text.isascii() or not text.isdigit() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: expected a number from 0 to 65535")
    return int(text)


def peer(text: str) -> str:
    """Where another server finds this one."""
    host, colon, number = text.rpartition(":")
    if text and not (host and colon):
        raise argparse.ArgumentTypeError(f"{text!r} is no HOST:PORT, such as 10.0.0.1:8080")
    if text:
        port(number)
    return text


def network(text: str) -> str:
    """An address or a network of them."""
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no address: expected one such as 10.0.0.5, or a network such as 10.0.0.0/24") from None


def run(args: argparse.Namespace) -> int:
    if args.bots is not None and not 1 <= args.bots <= 64:
        raise CliError(f"--bots is {args.bots}; expected 1 to 64")
    lay_over(args.data)
    place = args.db or os.environ.get("AMBA_DB") or tables()
    start = serve()
    outside = import_module("amba.server.main").Outside(
        args.url,
        tuple(args.name),
        os.environ.get("AMBA_SMTP", ""),
        args.mail_from,
        tuple(args.proxy),
    )
    start(host=args.host, port=args.port, db=place, outside=outside, peer=args.peer, bot_workers=args.bots, limited=not args.no_limits)
    return 0


def lay_over(given: list[str]) -> None:
    """Folders of own data files are tried before anybody comes; the processes of bots and checks find them by the setting."""
    for text in given:
        key, _, folder = text.partition("=")
        if not folder or not Path(folder).is_dir():
            raise CliError(f"--data is {text!r}; expected GAME=DIR with a folder that is there")
        game_for(key, Path(folder))
    if given:
        os.environ[OWN_DATA] = os.pathsep.join(f"{text.partition('=')[0]}={Path(text.partition('=')[2]).resolve()}" for text in given)


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
