"""The process in which games from outside are read, judged and counted: `python -m amba.server.checking`.

A question is a line of JSON ({"job": ..., "bytes": N}) and N bytes of log; the answer is a line of JSON, with `error` where the game does not hold.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from amba.core.dice import Dice
from amba.core.endings import wrong_end
from amba.core.game import BadPosition, Game
from amba.core.log import Log, LogError
from amba.core.session import ReplayError, Session, verify
from amba.load.registry import UnknownGame, open_game, own_data
from amba.server.luck import luck_of, opened_view

MEMORY = 3 << 30
"""Bytes of address space."""
LINES = 50_000
LINE = 1 << 20
"""Letters of one line."""

_GAMES: dict[str, Game] = {}


def game_named(key: str) -> Game:
    if key not in _GAMES:
        _GAMES[key] = open_game(key, own_data(key))
    return _GAMES[key]


def read_log(text: str) -> tuple[Game, Log]:
    """A log with its chain checked, and its game."""
    first = text.split("\n", 1)[0]
    if '"cut":' in first[:LINE]:
        raise LogError(1, "this log was cut to what one seat saw while the game was on. Import the log of the finished game")
    if text.count("\n") > LINES:
        raise LogError(LINES, f"a log has at most {LINES} lines")
    if any(len(line) > LINE for line in text.split("\n")):
        raise LogError(1, f"a line of a log has at most {LINE} letters")
    log = Log.parse(text)
    game = game_named(log.header.game)
    if log.header.scenario not in {scenario.key for scenario in game.scenarios()}:
        raise LogError(1, f"{game.title} has no scenario {log.header.scenario!r}")
    known = {option.key: [key for key, _ in option.choices] for option in game.options()}
    if any(value not in known.get(key, ()) for key, value in log.header.options.items()):
        raise LogError(1, "it has options that the game does not have")
    return game, log


def judged(game: Game, log: Log) -> Session:
    """The game played again by the rules; and it must be possible to show how it stands."""
    session = verify(game, log)
    if log.ending is not None:
        problem = wrong_end(game, session.result, log, session.dice.key)
        if problem:
            raise LogError(len(log.rows) + 2, problem)
    for side in (None, *range(len(game.sides))):
        json.dumps(game.view(session.state, side))
    if log.ending is None and session.decision is not None and session.decision.who >= 0:
        bool(session.menu)
    return session


def check_import(game: Game, log: Log) -> dict[str, Any]:
    session = judged(game, log)
    if log.ending is None:
        # As it will go on at the table: the dice that are due fall, and it must be possible to show that, too.
        session.log.header = log.header._replace(mixers=())
        session.dice = Dice(bytes(32), log.header.id)
        session.roll()
        for side in (None, *range(len(game.sides))):
            json.dumps(game.view(session.state, side))
        if session.decision is not None:
            bool(session.menu)
    return {"game": game.key}


def check_dice(game: Game, log: Log) -> dict[str, Any]:
    judged(game, log)
    return {"rolls": log.rolls, "taken": log.rolls_taken}


def count_luck(game: Game, log: Log) -> dict[str, Any]:
    session = verify(game, log)
    return {
        "sides": list(game.sides),
        "rolls": [one._asdict() for one in luck_of(session)],
        "view": {**opened_view(game, session.state), "n": len(session.done)},
    }


JOBS: dict[str, Callable[[Game, Log], dict[str, Any]]] = {"import": check_import, "dice": check_dice, "luck": count_luck}


def answer(job: str, body: bytes) -> dict[str, Any]:
    try:
        game, log = read_log(body.decode())
        return JOBS[job](game, log)
    except (LogError, ReplayError, BadPosition, UnknownGame) as error:
        return {"error": " ".join(str(error).split()), "code": "malformed"}
    except UnicodeDecodeError:
        return {"error": "this is no log: it is not text", "code": "malformed"}
    except MemoryError:
        return {"error": "This game is more than can be checked here.", "code": "large"}
    except Exception as error:
        # A file anybody may have written: whatever it trips over is the file's fault.
        return {"error": f"the log does not play ({type(error).__name__}: {str(error)[:200]})", "code": "malformed"}


def main(source: BinaryIO, target: BinaryIO) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while line := source.readline():
        question = json.loads(line)
        body = source.read(question["bytes"])
        found = answer(question["job"], body)
        target.write(json.dumps(found).encode() + b"\n")
        target.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
