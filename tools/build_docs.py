"""Lay out the pages of the docs site in build/docs: what is written by hand, and what follows from the program.

Rulebooks (each paragraph with its code, its tests and how often it fires in play), decisions and the API are made anew each time.
`--games N`: random games of each scenario that are counted (default 1).
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import NamedTuple

from amba.core.game import Game
from amba.core.rulebook import Rule
from amba.lab.fuzz import seeded_session
from amba.lab.rules_in_play import code_of, named_tests
from amba.load.registry import keys as games_there
from amba.load.registry import open_game

ROOT = Path(__file__).parents[1]
DOCS, OUT = ROOT / "docs", ROOT / "build" / "docs"
ROOMS = ("core", "kit", "load", "table", "bots", "lab", "server")
LISTED = {"decisions", "games"}
"""Folders that have a page of their own, made here."""
LONGEST = 2500
"""Decisions of one random game that are counted, at most."""


def copy() -> None:
    """The pages written by hand. Links that leave the folder lead to the page's own text: the site has no source files."""
    shutil.rmtree(OUT, ignore_errors=True)
    shutil.copytree(DOCS, OUT)
    for name in ("README", "CHANGELOG"):
        text = (ROOT / f"{name}.md").read_text(encoding="utf-8")
        (OUT / {"README": "index.md", "CHANGELOG": "changelog.md"}[name]).write_text(text.replace("](docs/", "]("), encoding="utf-8")
    for path in OUT.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        path.write_text(inside(path, text), encoding="utf-8")


def inside(path: Path, text: str) -> str:
    def keep(match: re.Match[str]) -> str:
        target = match["target"].partition("#")[0]
        if not target or re.match(r"^[a-z]+:", target):
            return match[0]
        there = path.parent / target
        if there.is_dir() and there.name in LISTED:
            return f"{match['bang']}[{match['text']}]({match['target'].rstrip('/')}/index.md)"
        return match[0] if there.is_file() and there.resolve().is_relative_to(OUT) else match["text"]

    return re.sub(r"(?P<bang>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)", keep, text)


class Fired(NamedTuple):
    """How often each paragraph counted in play."""

    games: int
    cited: Counter[str]
    """By a question or an event."""
    ran: Counter[str]
    """Calls of the code that carries it out."""


@contextmanager
def counting(wanted: frozenset[CodeType]) -> Iterator[Counter[CodeType]]:
    """How often each of these is called while this lasts."""
    found: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and frame.f_code in wanted:
            found[frame.f_code] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(before)


def fired(game: Game, games: int) -> Fired:
    """Every scenario played at random: a rule that forbids is never cited, but its code is asked."""
    code = {number: set().union(*map(code_of, items)) for number, items in game.rulebook.code.items()}
    with counting(frozenset().union(*code.values())) as calls:
        # The data are read under watch, too: some rules are carried out there.
        played, cited = play(open_game(game.key), games)
    return Fired(played, cited, Counter({number: sum(calls[one] for one in own) for number, own in code.items()}))


def play(game: Game, games: int) -> tuple[int, Counter[str]]:
    found: Counter[str] = Counter()
    played = 0
    for scenario in game.scenarios():
        for seed in range(games):
            rng = Random(f"docs {scenario.key} {seed}")
            session = seeded_session(game, scenario.key, {}, f"docs {seed}")
            for _ in range(LONGEST):
                decision = session.decision
                if decision is None:
                    break
                found[decision.rule] += 1
                session.act(decision.who, session.menu.pick(rng))
            found.update(event.rule for done in session.done for event in done.events if event.rule)
            played += 1
    return played, found


def rule_page(game: Game, games: int) -> str:
    counts = fired(game, games)
    tests = named_tests(game.key, game.rulebook.rules) or {}
    lines = [
        f"# {game.rulebook.title}: every paragraph",
        "",
        f"Number, gist in our own words, what the program does about it, the code that carries it out, the tests named for it, and how often that code ran and the paragraph was cited by a question or an event in {counts.games} random games, {games} of each scenario up to its {LONGEST}th question.",
        "",
    ]
    for rule in game.rulebook.rules.values():
        lines += paragraph(game, rule, tests.get(rule.number, []), counts)
    return "\n".join(lines) + "\n"


def paragraph(game: Game, rule: Rule, tests: list[str], counts: Fired) -> list[str]:
    ran, cited = counts.ran[rule.number], counts.cited[rule.number]
    often = (f" · ran {ran:,} times" if ran else "") + (f" · cited {cited:,} times" if cited else "")
    if rule.number in game.rulebook.code and not often:
        often = " · not reached in these games"
    found = [
        f"## {rule.number} {rule.title}",
        "",
        rule.gist,
        "",
        f"*{rule.status}*" + (f": {rule.reason}" if rule.reason else "") + often,
        "",
    ]
    if rule.interpretation:
        found += [f"Reading: {rule.interpretation}", ""]
    places = [f"- `{place}`" for place in game.rulebook.places(rule.number)] + [f"- test `{test.split('::')[-1]}`" for test in tests]
    return [*found, *places, "", ""]


def write_rules(games: int) -> None:
    folder = OUT / "rules"
    folder.mkdir()
    index = ["# Rulebooks", "", "Every paragraph of every rulebook, with its code, its tests and how often it fires.", ""]
    for key in games_there():
        game = open_game(key)
        (folder / f"{key}.md").write_text(rule_page(game, games), encoding="utf-8")
        index.append(f"- [{game.rulebook.title}]({key}.md): {len(game.rulebook.rules)} paragraphs")
    (folder / "index.md").write_text("\n".join(index) + "\n", encoding="utf-8")


def write_lists() -> None:
    games = [
        "# The games",
        "",
        *(f"- [{open_game(key).title}]({key}.md)" for key in games_there() if (OUT / "games" / f"{key}.md").exists()),
    ]
    (OUT / "games" / "index.md").write_text("\n".join(games) + "\n", encoding="utf-8")
    made = sorted((OUT / "decisions").glob("[0-9]*.md"))
    titles = [(path.name, path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")) for path in made]
    (OUT / "decisions" / "index.md").write_text("# Decisions\n\n" + "".join(f"- [{title}]({name})\n" for name, title in titles), encoding="utf-8")


def write_api() -> None:
    folder = OUT / "api"
    folder.mkdir()
    index = ["# API", "", "What each room offers, from its own words.", ""]
    for room in ROOMS:
        home = ROOT / "src" / "amba" / room
        modules = sorted(path.stem for path in home.glob("*.py") if not path.stem.startswith("_"))
        page = f"# amba.{room}\n\n" + "".join(f"::: amba.{room}.{name}\n\n" for name in modules)
        (folder / f"{room}.md").write_text(page, encoding="utf-8")
        index.append(f"- [amba.{room}]({room}.md): {', '.join(modules)}")
    (folder / "index.md").write_text("\n".join(index) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1)
    args = parser.parse_args()
    copy()
    write_lists()
    write_rules(args.games)
    write_api()


if __name__ == "__main__":
    main()
