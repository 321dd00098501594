"""Check a finished game: the chain of its log, every action by the rules, every event, and every die by the key shown at the end."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from amba.cli.common import add_data, add_json, game_of, print_json, read_log, trusted
from amba.cli.main import CliError
from amba.core.decision import CHANCE
from amba.core.game import Game
from amba.core.log import Log
from amba.core.session import Session, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", type=Path, help="a log")
    add_data(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        log = read_log(args.log)
        game = game_of(log, args.data, args.log)
        session = trusted(args.log, lambda: verify(game, log))
        check_end(args.log, game, log, session)
    except CliError as error:
        if args.json:
            print_json({"ok": False, "finished": False, "message": str(error)})
        print(f"amba: {error}", file=sys.stderr)
        return 1
    rolls = sum(done.by == CHANCE for done in session.done)
    result = session.result
    text = result.text if result else ""
    if args.json:
        print_json({"ok": True, "finished": True, "entries": len(session.done), "dice": rolls, "result": text})
        return 0
    print(f"{args.log}: sound. {len(session.done)} entries, every action legal, every event as the rules make it;")
    print(f"{rolls} rolls and draws, each as the key gives it. {text}")
    return 0


def check_end(path: Path, game: Game, log: Log, session: Session) -> None:
    """The game must be over, and have ended as the log says."""
    last = len(log.entries) + 1
    if log.ending is None:
        raise CliError(
            f"{path}, line {last}: the log stops here without an end: the game is not finished, or the file was cut off. So far it is sound"
        )
    result = session.result
    if result is None:
        raise CliError(f"{path}, line {last + 1}: the log says the game is over; by the rules it goes on")
    winner = None if result.winner is None else game.sides[result.winner]
    if (log.ending.get("winner"), log.ending.get("level")) != (winner, result.level):
        raise CliError(f"{path}, line {last + 1}: the log says {log.ending.get('level')!r}; by the rules it is {result.level!r}")
