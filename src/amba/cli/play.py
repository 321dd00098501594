"""Play a game: at the browser table where it is installed, otherwise (or with --terminal) here in the terminal, people in turn or against bots (--bot)."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

from amba.cli.common import add_data, game_for
from amba.cli.main import CliError
from amba.core.game import Game
from amba.load.registry import keys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="a game's key, see 'amba games'")
    parser.add_argument("--scenario", metavar="S", help="a scenario's key (default: the first)")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="a switch for an optional rule")
    parser.add_argument("--terminal", action="store_true", help="play here, not in the browser")
    parser.add_argument("--bot", action="append", default=[], metavar="SIDE=LEVEL", help="let a bot play a side (here in the terminal)")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game, or start from a position file (.toml)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to save after every action (default: a new file)")
    parser.add_argument("--seed", metavar="S", help="repeatable dice")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    # What the table's own pages ask for, it asks there; what it has no page for is played here.
    here = args.terminal or args.bot or args.load or args.save or args.seed or args.option or args.scenario or args.data
    if not here and has_table():
        from amba.cli.serve import open_table

        return open_table()
    return play_here(args)


def has_table() -> bool:
    """Whether the browser table and what it needs are installed."""
    try:
        return all(find_spec(name) is not None for name in ("amba.server.main", "starlette", "uvicorn", "msgspec"))
    except ModuleNotFoundError:
        return False


def play_here(args: argparse.Namespace) -> int:
    from amba.cli import saves
    from amba.cli.terminal import Terminal

    game = None if args.load else choose_game(args.game, args.data)
    scenario = args.scenario
    if game is not None and scenario is None and args.game is None:
        scenario = choose_scenario(game)
    session = saves.begin(args.load, game, scenario, args.option, args.seed, args.data)
    if args.game and session.game.key != args.game:
        raise CliError(f"{args.load} is a game of {session.game.key}, not of {args.game}")
    loaded_log = args.load if args.load and args.load.suffix != ".toml" else None
    return Terminal(session, args.save or loaded_log or saves.new_path(session), bots=chosen_bots(session.game, args.bot)).loop()


def chosen_bots(game: Game, given: list[str]) -> dict[int, str]:
    """side -> level of the bot that plays it."""
    from amba.bots import UnknownLevel, level_for

    found: dict[int, str] = {}
    for text in given:
        side, _, level = text.partition("=")
        if side not in game.sides:
            raise CliError(f"--bot is {text!r}; expected SIDE=LEVEL, and the sides of {game.key} are {', '.join(game.sides)}")
        try:
            found[game.sides.index(side)] = level_for(game, level)
        except UnknownLevel as error:
            raise CliError(str(error)) from None
    return found


def choose_game(key: str | None, data: Path | None) -> Game:
    found = keys()
    if key is None and len(found) > 1 and sys.stdin.isatty():
        for number, name in enumerate(found, 1):
            print(f"  {number}  {game_for(name).title}")
        key = pick_from(found, "Which game")
    if key is None:
        if not found:
            raise CliError("no game is installed")
        key = "cheren" if "cheren" in found else found[0]
    return game_for(key, data)


def choose_scenario(game: Game) -> str | None:
    scenarios = game.scenarios()
    if len(scenarios) < 2 or not sys.stdin.isatty():
        return None
    for number, scenario in enumerate(scenarios, 1):
        print(f"  {number}  {scenario.title}, {scenario.turns} turns. {scenario.blurb}")
    return pick_from([scenario.key for scenario in scenarios], "Which scenario")


def pick_from(choices: list[str], question: str) -> str:
    while True:
        try:
            word = input(f"{question} (1-{len(choices)}, Enter for 1)? ").strip() or "1"
        except EOFError:
            return choices[0]
        if word in choices:
            return word
        if word.isdigit() and 1 <= int(word) <= len(choices):
            return choices[int(word) - 1]
        print(f"Please give a number from 1 to {len(choices)}.")
