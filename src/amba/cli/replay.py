"""Tell a game from its log. With --check every action is judged again by today's rules; --to stops after so many entries."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from amba.cli.common import add_data, add_json, event_lines, game_of, print_json, read_log, side_name, trusted, write_whole
from amba.cli.main import CliError
from amba.core.session import Session, replay
from amba.load.position import Position


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", type=Path, help="a log, a saved game, or orders and dice written down (docs/history)")
    parser.add_argument("--check", action="store_true", help="judge every action by today's rules")
    parser.add_argument("--to", type=int, metavar="N", help="stop after entry N")
    parser.add_argument("--log", dest="log_to", type=Path, metavar="FILE", help="write it as a log")
    parser.add_argument("--position", type=Path, metavar="FILE", help="write the position reached as a position file")
    add_data(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    log = read_log(args.log)
    game = game_of(log, args.data, args.log)
    count = len(log.entries)
    if args.to is not None:
        if not 0 <= args.to <= count:
            raise CliError(f"--to is {args.to}; {args.log} has entries 0 to {count - 1}, so expected 0 to {count}")
        log.truncate(args.to)
    session = trusted(args.log, lambda: replay(game, log, check=args.check))
    if args.log_to:
        write_whole(args.log_to, log.text())
    if args.position:
        write_whole(args.position, Position(game, session.state).text())
    if args.json:
        print_json(answer(session, count, args.check))
        return 0
    tell(session)
    checked = ", every one judged by today's rules" if args.check else ""
    print(f"\n{len(session.done)} of {count} entries{checked}.")
    return 0


def answer(session: Session, count: int, checked: bool) -> dict[str, Any]:
    game = session.game
    decision, result = session.decision, session.result
    return {
        "game": game.key,
        "scenario": session.log.header.scenario,
        "options": session.log.header.options,
        "version": session.log.header.version,
        "entries": len(session.done),
        "of": count,
        "checked": checked,
        "decision": None if decision is None else {"who": side_name(game, decision.who), "rule": decision.rule, "prompt": decision.text},
        "result": None if result is None else {"winner": None if result.winner is None else game.sides[result.winner], "level": result.level, "text": result.text},
        "position": game.position(session.state),
    }  # fmt: skip


def tell(session: Session) -> None:
    game = session.game
    for done in session.done:
        print(f"{done.n:>5} {side_name(game, done.by):<10} {' '.join(done.words)}")
        for line in event_lines(game, done.events):
            print(f"{'':17}{line}")
    decision, result = session.decision, session.result
    if decision is not None:
        print(f"\n{decision.text} [{decision.rule}]")
    elif result is not None:
        print(f"\n{result.text}")
