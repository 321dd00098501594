"""What several commands share: opening games, reading logs, printing JSON, writing files whole."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from amba.cli.main import CliError
from amba.core.decision import CHANCE, Preview, Refusal
from amba.core.event import Event
from amba.core.game import BadPosition, Game
from amba.core.log import Log, LogError
from amba.core.session import ReplayError, Session
from amba.load.files import read_text
from amba.load.history import history_log, is_history
from amba.load.registry import open_game


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help="your own data files, laid over the game's (see 'amba data --copy')")


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False))


def game_for(key: str, data: Path | None = None) -> Game:
    """A game, with somebody's own data files where given; what the loader did not foresee in them is still told as theirs."""
    try:
        return open_game(key, data)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        if data is None:
            raise
        raise CliError(f"{data}: these data files do not make a game of {key}: {type(error).__name__} {error}") from None


def pick_scenario(game: Game, name: str | None) -> str:
    """The scenario asked for, or the game's first."""
    keys = [scenario.key for scenario in game.scenarios()]
    if name is None:
        return keys[0]
    if name not in keys:
        raise CliError(f"{game.key} has no scenario {name!r}; there are: {', '.join(keys)}")
    return name


def pick_options(game: Game, given: Sequence[str]) -> dict[str, str]:
    """`key=value` pairs, checked against the game's options."""
    known = {option.key: option for option in game.options()}
    found: dict[str, str] = {}
    for pair in given:
        key, _, value = pair.partition("=")
        if key not in known:
            raise CliError(f"{game.key} has no option {key!r}; there are: {', '.join(known) or 'none'}")
        choices = [choice for choice, _ in known[key].choices]
        if value not in choices:
            raise CliError(f"option {key} is {value!r}; expected one of {', '.join(choices)}")
        found[key] = value
    return found


def read_log(path: Path) -> Log:
    """A log file with its chain checked, or a game written down as orders and dice; an error names the file and the line."""
    try:
        text = read_text(path)
    except UnicodeDecodeError:
        raise CliError(f"{path}: not UTF-8 text") from None
    if is_history(text):
        return history_log(text, str(path))
    try:
        return Log.parse(text)
    except LogError as error:
        raise CliError(f"{path}, {error}") from None


def game_of(log: Log, data: Path | None, path: Path) -> Game:
    """The game of a log; says so where the rules or the data files are not those it was played with."""
    game = game_for(log.header.game, data)
    if log.header.version != game.version:
        print(f"amba: note: {path} was played by version {log.header.version} of the rules; these are version {game.version}", file=sys.stderr)
    if log.header.data != game.data_hash:
        print(f"amba: note: {path} was played with other data files (or another version of them) than those here", file=sys.stderr)
    return game


def trusted(path: Path, work: Callable[[], Session]) -> Session:
    """Replay a log; whatever in it does not fit is told with the file's name."""
    try:
        return work()
    except ReplayError as error:
        raise CliError(f"{path}, {error}") from None
    except BadPosition as error:
        raise CliError(f"{path}, line 1: {error}") from None
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
        raise CliError(f"{path}: does not fit this game's pieces, places and rules: {type(error).__name__} {error}") from None


def write_whole(path: Path, text: str, private: bool = False) -> None:
    """Write a file at once: to a temporary neighbour, then renamed over the old one. A private file is for its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    near = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        handle = os.open(near, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o666)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        near.replace(path)
    except BaseException:
        near.unlink(missing_ok=True)
        raise


def side_name(game: Game, side: int) -> str:
    return "chance" if side == CHANCE else game.sides[side]


def refusal_json(refusal: Refusal | None) -> dict[str, Any]:
    if refusal is None:
        return {"ok": True}
    return {"ok": False, "rule": refusal.rule, "text": refusal.text, "items": [list(item) for item in refusal.items], "hexes": list(refusal.hexes)}


def preview_json(preview: Preview | None) -> dict[str, Any] | None:
    return None if preview is None else preview.data()


def refusal_lines(refusal: Refusal) -> list[str]:
    lines = [f"Not allowed: {refusal.text} [{refusal.rule}]"]
    return lines + [f"  {label:<34} {value:>8}  {number and f'[{number}]'}".rstrip() for label, value, number in refusal.items]


def preview_lines(preview: Preview) -> list[str]:
    """The itemised fight or march, and the odds as bars."""
    lines = [preview.title]
    if preview.path:
        lines.append(f"  path {' '.join(preview.path)}")
    if preview.cost:
        lines.append(f"  cost {preview.cost}")
    lines += [f"  {label:<40} {value:>10}  {number and f'[{number}]'}".rstrip() for label, value, number in preview.items]
    if preview.column and all(value != preview.column for _, value, _ in preview.items):
        lines.append(f"  {'Needs' if preview.column.endswith((' or less', ' or more')) else 'Column':<40} {preview.column:>10}")
    for chance in preview.odds:
        share = float(chance.chance)
        bar = "#" * max(1, round(share * 24))
        dice = f"({chance.dice}) " if chance.dice else ""
        lines.append(f"  {chance.label:<8} {chance.chance!s:>6} {share:>6.1%} {bar:<24} {dice}{chance.text}")
    if preview.odds and preview.sampled:
        lines.append("  (sampled, not exact)")
    return lines + [f"  ! {warning}" for warning in preview.warnings]


def event_lines(game: Game, events: Iterable[Event]) -> list[str]:
    """Events as sentences with their rules; bookkeeping is left out."""
    found = []
    for event in events:
        text = game.sentence(event)
        if text:
            found.append(f"{text} [{event.rule}]" if event.rule else text)
    return found
