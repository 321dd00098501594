"""Every English text that a catalogue must have: of the client, the server, the shelf of all games, and whole games.

Left out: notes on where each data file comes from, the players' guides, and the names of units and places.
A text with gaps has them as {name} or {0}; what is built by an f-string or a template literal is a text with numbered gaps.

Usage: .venv/bin/python tools/collect_texts.py [--missing CODE]      (prints them; --missing: those that a language has no words for)
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "amba"
sys.path[:0] = [str(SOURCE.parent), str(ROOT)]

from amba.load.catalogue import home, read_catalogue  # noqa: E402 - after the path to this checkout is set
from amba.load.registry import guide_file, open_game  # noqa: E402
from amba.server.library import Library  # noqa: E402
from tools.client_texts import client_texts  # noqa: E402

WHOLE = ("cheren",)
"""The games of which every text is in the catalogues."""
TITLES = {"title", "text", "label", "says", "situation", "goal", "also", "blurb", "gist", "name", "levels"}
LISTS = {"rules", "hints", "lines"}
SPEAKING = {"Refusal", "Decision", "Preview", "Refused", "trouble", "Chance", "Result", "CliError"}
"""Calls whose arguments are read by people."""
KEPT_FOR_THEM = {"template", "prompt", "why", "BARS", "OCCASIONS", "NO_SUCH"}
"""Names under which texts wait for such a call."""
OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
HTML = re.compile(r'>([^<>{}]+)<|(?:title|aria-label|placeholder)="([^"]+)"')


def is_text(found: str) -> bool:
    """Words for people, not a key: two letters together outside the gaps, and a capital, a space or a full stop."""
    bare = re.sub(r"\{\w*\}", "", found)
    return bool(re.search(r"[A-Za-z]{2}", bare)) and bool(re.search(r"[A-Z ]", bare.strip())) and not re.match(r"\d+\.\d", bare)


def variants(template: str) -> Iterator[str]:
    """With and without each part that stands in brackets."""
    part = OPTIONAL.search(template)
    if part is None:
        yield template
        return
    for kept in (part[1], ""):
        yield from variants(template[: part.start()] + kept + template[part.end() :])


def f_string(node: ast.JoinedStr) -> str:
    """With numbered gaps."""
    found, gaps = "", 0
    for part in node.values:
        if isinstance(part, ast.Constant):
            found += str(part.value)
        else:
            found += f"{{{gaps}}}"
            gaps += 1
    return found


def spoken(tree: ast.AST) -> Iterator[str]:
    """Texts in calls that speak to people, or that wait for one, at whatever depth."""
    for node in ast.walk(tree):
        arguments: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPEAKING:
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        elif isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id in KEPT_FOR_THEM for target in node.targets):
            arguments = [node.value]
        if arguments:
            for argument in arguments:
                inside = {id(part) for joined in ast.walk(argument) if isinstance(joined, ast.JoinedStr) for part in joined.values}
                for part in ast.walk(argument):
                    if isinstance(part, ast.JoinedStr):
                        yield f_string(part)
                    elif isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in inside:
                        yield part.value


def python_texts(*folders: Path) -> set[str]:
    """Of the sources in some folders; bots are not asked."""
    found: set[str] = set()
    for folder in folders:
        for path in folder.rglob("*.py"):
            if "bot" not in path.parts:
                found |= {text for text in spoken(ast.parse(path.read_text(encoding="utf-8"))) if is_text(text)}
    return found


def strings_in(data: Any, key: str = "") -> Iterator[str]:
    """Titles and sentences of plain data, by the names of their fields."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from strings_in(value, name if name not in {"allied", "italian"} else key)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from strings_in(value, key)
    elif isinstance(data, str) and (key in TITLES or key in LISTS):
        yield data


def game_texts(key: str) -> set[str]:
    """Everything that one game says."""
    folder = SOURCE / "games" / key
    say = tomllib.loads((folder / "say.toml").read_text(encoding="utf-8"))
    found = {text for section in say.values() for value in leaves(section) for text in variants(value)}
    for path in (folder / "look").glob("*.toml"):
        found |= set(strings_in(tomllib.loads(path.read_text(encoding="utf-8"))))
    game = open_game(key)
    for scenario in game.scenarios():
        board, view = game.board(scenario.key), game.view(game.new(scenario.key, {}), None)
        parts = (board["sides"], board["boxes"], board["overlays"], board["areas"], view["sequence"], view["tracks"])
        found |= {text for part in parts for text in strings_in(part)}
    for chart in game.charts():
        found |= {str(cell) for cell in (chart["title"], *chart["head"], *(cell for row in chart["rows"] for cell in row))}
        found.add(" ".join(chart.get("note", "").split()))
    found |= {rule.title for rule in game.rulebook.rules.values()} | {rule.gist for rule in game.rulebook.rules.values()}
    return {text for text in found if is_text(text)} | python_texts(folder)


def leaves(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for value in data.values():
            yield from leaves(value)
    elif isinstance(data, str):
        yield data


def shelf_texts() -> set[str]:
    """What the shelf says of every game."""
    library = Library()
    keys = library.keys()
    cards = [library.card(library.game(key)) for key in keys]
    shown = [{**card, "provenance": [], "levels": [], "guide": ""} for card in cards]
    notes = {" ".join(scenario["note"].split()) for card in cards for scenario in card["scenarios"]}
    return {text for text in {*strings_in(shown), *notes} if is_text(text)}


def page_texts() -> set[str]:
    found = set()
    for path in (SOURCE / "web").glob("*.html"):
        for match in HTML.finditer(path.read_text(encoding="utf-8")):
            found.add((match[1] or match[2] or "").strip())
    return {text for text in found if is_text(text)}


def all_texts() -> set[str]:
    found = shelf_texts() | page_texts() | client_texts(SOURCE / "web" / "js") | python_texts(SOURCE / "server", SOURCE / "core")
    for key in WHOLE:
        found |= game_texts(key)
        assert guide_file(key) is not None
    return {" ".join(text.split()) for text in found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missing", metavar="CODE")
    args = parser.parse_args()
    known = read_catalogue(home() / f"{args.missing}.po") if args.missing else {}
    print("\n".join(sorted(all_texts() - known.keys())))


if __name__ == "__main__":
    main()
