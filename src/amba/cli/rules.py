"""Every paragraph of a game's rulebook: number, title, status, the code that carries it out and the tests named for it."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from amba.cli.common import add_json, game_for, print_json
from amba.core.game import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game's key, see 'amba games'")
    parser.add_argument("--status", help="only paragraphs with this status")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = game_for(args.game)
    tests = find_tests(game.key, set(game.rulebook.rules))
    rows: list[dict[str, Any]] = [
        {"number": r.number, "title": r.title, "status": r.status, "code": game.rulebook.places(r.number), "tests": tests.get(r.number, [])}
        for r in game.rulebook.rules.values()
        if args.status in {None, r.status}
    ]
    if args.json:
        print_json({"rules": rows})
        return 0
    print_rows(game, rows)
    return 0


def print_rows(game: Game, rows: list[dict[str, Any]]) -> None:
    print(f"{game.rulebook.title}: {len(rows)} paragraphs\n")
    for row in rows:
        print(f"{row['number']:<14} {row['status']:<12} {row['title']}")
        reason = game.rulebook[row["number"]].reason
        if reason:
            print(f"{'':14} {reason}")
        for name in ("code", "tests"):
            for place in row[name]:
                print(f"{'':14}   {name:<5} {place}")


def slug(number: str) -> str:
    """11.7 -> 11_7, as a test's name has it."""
    return re.sub(r"[^a-z0-9]+", "_", number.lower())


def tests_folder() -> Path | None:
    """The tests of the checkout this runs from; None when installed without them."""
    import amba

    root = Path(amba.__file__).resolve().parents[2]
    return root / "tests" if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def find_tests(game: str, numbers: set[str]) -> dict[str, list[str]]:
    """Functions test_<number>_... of the game's tests. A test belongs to the longest number its name begins with."""
    root = tests_folder()
    if root is None:
        return {}
    by_slug = sorted(((slug(number), number) for number in numbers), key=lambda pair: -len(pair[0]))
    found: dict[str, list[str]] = {}
    for path in sorted((root / "games" / game).rglob("test_*.py")):
        for name in re.findall(r"^\s*(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            rest = name.removeprefix("test_") + "_"
            number = next((number for short, number in by_slug if rest.startswith(short + "_")), None)
            if number is not None:
                found.setdefault(number, []).append(f"{path.relative_to(root.parent).as_posix()}::{name}")
    return found
