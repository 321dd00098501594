"""Where a game's facts come from, file by file. --copy makes your own copy to edit; --data checks one, with every scenario in it."""

from __future__ import annotations

import argparse
import shutil
import tempfile
import textwrap
from pathlib import Path

from amba.cli.common import add_data, add_json, game_for, print_json
from amba.cli.main import CliError
from amba.core.game import Game
from amba.load.registry import data_folder

MANY = 12
"""More files than these are counted and not named."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game's key, see 'amba games'")
    parser.add_argument("--copy", type=Path, metavar="DIR", help="copy the data files there, to edit")
    add_data(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = game_for(args.game, args.data)
    if args.copy is not None:
        copied = copy(game, args.copy)
        if args.json:
            print_json({"game": game.key, "folder": str(args.copy), "files": copied})
            return 0
        print(f"{len(copied)} files copied to {args.copy}. Edit any, delete the rest, then:")
        print(f"  amba data {game.key} --data {args.copy}      checks them")
        print(f"  amba play {game.key} --data {args.copy}      plays with them")
        return 0
    if args.data is not None:
        check(game)
    rows = [{**p._asdict(), "yours": args.data is not None and (args.data / p.file).is_file()} for p in game.provenance()]
    if args.json:
        print_json({"game": game.key, "hash": game.data_hash, "files": rows})
        return 0
    print(f"{game.title}: data {game.data_hash[:16]}")
    for row in rows:
        print(f"\n{row['file']}{'  (yours)' if row['yours'] else ''}\n  source: {row['source']}")
        if row["note"]:
            print(textwrap.fill(str(row["note"]), 110, initial_indent="  ", subsequent_indent="  "))
    if args.data is not None:
        print(f"\n{verdict(game.key, args.data, [str(row['file']) for row in rows if row['yours']])}")
    return 0


def verdict(key: str, folder: Path, read: list[str]) -> str:
    """What was read of somebody's own folder, and what lies there and was not."""
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    other = sorted(file for file in there - {*read} if not (data_folder(key) / file).is_file())
    lines = [f"Yours: {listed(read)}. Nothing is wrong: all files were read and every scenario was set up once."]
    return "\n".join([*lines, *([f"Not read, since no such file belongs to the game: {listed(other)}."] if other else [])])


def listed(files: list[str]) -> str:
    return f"{len(files)} files" if len(files) > MANY else ", ".join(files) or "none of the files here"


def check(game: Game) -> None:
    """Every scenario is set up once: what is wrong in one is told with its file and line."""
    for scenario in game.scenarios():
        game.new(scenario.key, {})


def copy(game: Game, target: Path) -> list[str]:
    """Copy all at once or not at all; nothing of the user's is overwritten."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise CliError(f"{target} is there already and not empty; name a new folder")
    source = data_folder(game.key)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".amba-") as near:
        made = Path(near) / "data"
        shutil.copytree(source, made)
        if target.exists():
            target.rmdir()
        made.rename(target)
    return sorted(str(path.relative_to(target)) for path in target.rglob("*") if path.is_file())
