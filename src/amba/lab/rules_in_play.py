"""Law 8: every rule marked `enforced` has code that cites it, a test named for it, and fires in play."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType

from amba.core.decision import Refusal
from amba.core.game import Game, judge
from amba.core.rulebook import IN_FORCE, STATUSES
from amba.core.session import Session
from amba.lab.fuzz import seeded_session
from amba.lab.laws import candidates
from amba.load.position import as_words, load_position
from amba.load.registry import checkout, open_game, positions_folder, tests_folder

LINES = 4
"""Random games of each scenario that are watched, at most."""
IDLE = frozenset({"information", "not used", "planned"})


def enforced(game: Game) -> list[str]:
    return [number for number, rule in game.rulebook.rules.items() if rule.status in IN_FORCE]


def without_status(game: Game) -> list[str]:
    """Paragraphs without a status, or with one that asks for a reason and gives none."""
    rules = game.rulebook.rules.values()
    return [rule.number for rule in rules if rule.status not in STATUSES or (rule.status != "enforced" and not rule.reason)]


def without_code(game: Game) -> list[str]:
    return [number for number in enforced(game) if not game.rulebook.code.get(number)]


def cited_though_idle(game: Game) -> list[str]:
    """Rules that code carries out, though the rulebook says that nothing does."""
    return [number for number in game.rulebook.code if game.rulebook[number].status in IDLE]


def slug(number: str) -> str:
    """11.7 -> 11_7, as a test's name has it."""
    return re.sub(r"[^a-z0-9]+", "_", number.lower())


def named_tests(key: str, numbers: Iterable[str]) -> dict[str, list[str]] | None:
    """Functions test_<number>_... of the game's tests; None where there are none to look at. A test belongs to the longest number its name begins with."""
    folder = tests_folder(key)
    if folder is None:
        return None
    root = checkout()
    base = root if root is not None and folder.is_relative_to(root) else folder.parent
    by_slug = sorted(((slug(number), number) for number in numbers), key=lambda pair: -len(pair[0]))
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for name in re.findall(r"^\s*(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            rest = name.removeprefix("test_") + "_"
            number = next((number for short, number in by_slug if rest.startswith(short + "_")), None)
            if number is not None:
                found.setdefault(number, []).append(f"{path.relative_to(base).as_posix()}::{name}")
    return found


def code_of(item: Callable[..., object] | type) -> set[CodeType]:
    """The code objects a marked function or class stands for."""
    if isinstance(item, type):
        # A class without methods of its own is a rule made of what it inherits.
        for base in item.__mro__:
            found = {value.__code__ for value in vars(base).values() if isinstance(value, FunctionType)}
            if found:
                return found
    code = getattr(item, "__code__", None)
    return {code} if isinstance(code, CodeType) else set()


@contextmanager
def watching(seen: set[CodeType]) -> Iterator[None]:
    """Every Python function that is called, while this lasts."""

    def note(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


class Watch:
    """Which rules ran as code, and which were cited in decisions, events and refusals."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen: set[CodeType] = set()
        self.cited: set[str] = set()

    def missing(self) -> list[str]:
        book = self.game.rulebook
        return [
            number for number in enforced(self.game)
            if number not in self.cited and not any(self.seen & code_of(item) for item in book.code.get(number, []))
        ]  # fmt: skip

    def play(self, scenario: str, seed: str) -> None:
        rng = Random(f"law 8 {scenario} {seed}")
        with watching(self.seen):
            game = open_game(self.game.key)  # the data are read under watch, too
            session = seeded_session(game, scenario, {}, seed)
            while (decision := session.decision) is not None:
                self.cited.add(decision.rule)
                for words in candidates(game, session.state, rng, 2):
                    found = judge(game, session.state, words)
                    if isinstance(found, Refusal):
                        self.cited.add(found.rule)
                session.act(decision.who, session.menu.pick(rng))
        self.note(session)

    def note(self, session: Session) -> None:
        self.cited.update(event.rule for done in session.done for event in done.events if event.rule)

    def position(self, path: Path) -> None:
        """A listed position: after `# do:` lines its orders, dice included."""
        text = path.read_text(encoding="utf-8")
        with watching(self.seen):
            position = load_position(text)
            for line in re.findall(r"^# do: (.*)$", text, re.MULTILINE):
                orders, _, dice = line.partition(" | ")
                for order in orders.split("; "):
                    refusal = position.why(order)
                    if refusal is not None:
                        self.cited.add(refusal.rule)
                        continue
                    decision = position.decision
                    assert decision is not None
                    self.cited.add(decision.rule)
                    self.cited.update(event.rule for event in position.do([as_words(order)], dice))
                    dice = " ".join(position.dice_left)


ON_SOURCES = "which rules fire in play is counted on the sources: AMBA_PLAIN=1"
"""What a compiled engine answers: its calls cannot be watched."""


def is_compiled(game: Game) -> bool:
    """Whether some rule's code is compiled, so that nobody sees when it is called."""
    modules = {item.__module__ for items in game.rulebook.code.values() for item in items}
    return any(not str(sys.modules[name].__file__).endswith(".py") for name in modules)


def watched(game: Game) -> Watch:
    """The positions listed for what chance seldom brings, then random games until every rule has fired, or enough of them."""
    watch = Watch(game)
    folder = positions_folder(game.key)
    for path in sorted(folder.glob("*.toml")) if folder is not None else ():
        watch.position(path)
    for seed in range(LINES):
        for scenario in game.scenarios():
            if watch.missing():
                watch.play(scenario.key, f"law 8 {seed}")
    return watch
