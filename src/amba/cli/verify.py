"""Check a finished game: the chain of its log, every action by the rules, every event, and every die by the key shown at the end.

With --promise the log must also be the one that was promised: the hash that the table showed before the first roll, or once the dice were mixed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from amba.cli.common import add_data, add_json, game_of, print_json, read_log, trusted
from amba.cli.main import CliError
from amba.core.endings import OTHERWISE, wrong_end
from amba.core.game import Game
from amba.core.log import OLD_FORMAT, Log
from amba.core.promise import seal_of
from amba.core.session import Session, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", type=Path, help="a log")
    parser.add_argument("--promise", metavar="HASH", help="what the table promised: shown there, and kept by the browser")
    parser.add_argument("--last", metavar="HASH", help="the hash of the last line, as the table shows it when the game is over")
    add_data(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        log = read_log(args.log)
        game = game_of(log, args.data, args.log)
        check_promise(args.log, log, args.promise, args.last)
        session = trusted(args.log, lambda: verify(game, log))
        check_end(args.log, game, log, session)
    except CliError as error:
        if args.json:
            print_json({"ok": False, "finished": False, "message": str(error)})
        print(f"amba: {error}", file=sys.stderr)
        return 1
    text = str((log.ending or {}).get("text", ""))
    notes = remarks(game, log) + not_held(log, args.promise, bool(args.last))
    if args.json:
        print_json({"ok": True, "finished": True, "entries": len(session.done), "dice": log.rolls, "result": text, "notes": notes})
        return 0
    print(f"{args.log}: sound. {len(session.done)} entries, every action legal, every event as the rules make it;")
    print(f"{log.rolls} rolls and draws, each as the key gives it. {text}")
    for note in notes:
        print(f"note: {note}")
    return 0


def check_promise(path: Path, log: Log, promise: str | None, last: str | None) -> None:
    """The log must be the one somebody holds the hash of."""
    header = log.header
    held = {header.commitment: "the promise", **({seal_of(header.commitment, log.mix): "the seal"} if log.mix else {})}
    if promise is not None and promise.strip().lower() not in held:
        raise CliError(f"{path}, line 1: this is not the game that was promised: it has {' or '.join(held)}")
    if last is not None and last.strip().lower() != log.last:
        raise CliError(f"{path}: this is not the game as it ended: its last line has {log.last or 'no hash, as there is no end'}")


def remarks(game: Game, log: Log) -> list[str]:
    """What is sound and yet worth knowing."""
    header, found = log.header, []
    if header.format == OLD_FORMAT:
        found.append(
            "it is of the first format, whose promise covers the key alone: its date, options and the rest of its first line could be rewritten"
        )
    if header.position is not None:
        found.append("it does not begin with the scenario's own set-up, but with a position given in its first line")
    if header.elsewhere:
        found.append(f"its first {header.elsewhere} entries come from another game: their dice cannot be checked here")
    if header.version != game.version:
        found.append(f"it was played by version {header.version} of the rules and holds by version {game.version}, too")
    if header.data != game.data_hash:
        found.append("it was played with other data files than those here, and holds by these, too")
    if log.taken:
        found.append(f"{log.taken} entries were taken back, {log.rolls_taken} of them rolls; they are in the log, and nothing was drawn twice")
    if log.rolls and not header.mixers:
        found.append("no player added to the dice: whoever made the key could have tried others first, until one suited him")
    missing = [side for side in header.mixers if side not in (log.mix or {})]
    if missing and log.mix is not None:
        found.append(f"the dice were mixed without {' and '.join(missing)}")
    return found


def not_held(log: Log, promise: str | None, is_last: bool) -> list[str]:
    """What could have been rewritten all the same, as nobody gave the hash that would show it."""
    found = []
    if promise is None:
        found.append("give --promise HASH to know that it is the game that was promised: whoever has the key of a finished game can write another")
    elif log.mix and promise.strip().lower() == log.header.commitment:
        found.append("this promise was made before the players added to the dice: give the seal, --promise HASH, to know what they added")
    if promise is not None and not is_last:
        found.append(
            "the promise is about the dice: give --last HASH, as the table showed it then, to know that nobody has written other moves on them"
        )
    elif not is_last and log.ending is not None and log.ending.get("level") in OTHERWISE:
        found.append("that it ended so is what the players said: give --last HASH, as the table showed it then, to know that nobody has rewritten it")
    return found


def check_end(path: Path, game: Game, log: Log, session: Session) -> None:
    """The game must be over, and have ended as the log says."""
    last = len(log.rows) + 1
    if log.ending is None:
        raise CliError(
            f"{path}, line {last}: the log stops here without an end: the game is not finished, or the file was cut off. So far it is sound"
        )
    problem = wrong_end(game, session.result, log, session.dice.key)
    if problem:
        raise CliError(f"{path}, line {last + 1}: {problem}")
