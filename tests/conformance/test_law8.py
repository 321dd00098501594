"""Law 8: every rule marked `enforced` has code that cites it, a test named for it, and fires in play."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType

import pytest

from amba.core.decision import CHANCE
from amba.core.game import Game, refuse_words
from amba.core.rulebook import STATUSES
from amba.core.session import Session
from amba.lab.fuzz import seeded_session
from amba.lab.laws import candidates
from amba.load.position import as_words, load_position
from amba.load.registry import open_game
from tests.conformance.cases import every_game, game_of, step

HERE = Path(__file__).parent
TESTS = HERE.parent
LINES = 4
"""Random games of each scenario that are watched, at most."""


def enforced(game: Game) -> list[str]:
    return [number for number, rule in game.rulebook.rules.items() if rule.status == "enforced"]


@every_game
def test_law_8_every_paragraph_has_a_status(key: str) -> None:
    rules = game_of(key).rulebook.rules.values()
    assert rules
    for rule in rules:
        assert rule.status in STATUSES, rule.number
        assert rule.status == "enforced" or rule.reason, f"{rule.number} is {rule.status} and gives no reason"


@every_game
def test_law_8_every_enforced_rule_has_code(key: str) -> None:
    game = game_of(key)
    assert [number for number in enforced(game) if not game.rulebook.code.get(number)] == []


@every_game
def test_law_8_only_enforced_rules_are_cited_by_code(key: str) -> None:
    game = game_of(key)
    idle = {"information", "not used", "planned"}
    assert [number for number in game.rulebook.code if game.rulebook[number].status in idle] == []


def slug(number: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", number.lower())


def named_tests(key: str, numbers: list[str]) -> dict[str, list[str]]:
    """A test belongs to the longest number its name begins with."""
    by_slug = sorted(((slug(number), number) for number in numbers), key=lambda pair: -len(pair[0]))
    found: dict[str, list[str]] = {number: [] for number in numbers}
    for path in sorted((TESTS / "games" / key).rglob("test_*.py")):
        for name in re.findall(r"^def test_(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            number = next((number for short, number in by_slug if f"{name}_".startswith(f"{short}_")), None)
            if number is not None:
                found[number].append(name)
    return found


@every_game
def test_law_8_every_enforced_rule_has_a_test_named_for_it(key: str) -> None:
    game = game_of(key)
    found = named_tests(key, list(game.rulebook.rules))
    assert [number for number in enforced(game) if not found[number]] == []


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
            while session.decision is not None:
                self.cited.add(session.decision.rule)
                for words in candidates(game, session.state, rng, 2):
                    refusal = refuse_words(game, session.state, words)
                    if refusal is not None:
                        self.cited.add(refusal.rule)
                step(session, rng)
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
                    assert decision.who != CHANCE
                    self.cited.add(decision.rule)
                    self.cited.update(event.rule for event in position.do([as_words(order)], dice))
                    dice = " ".join(position.dice_left)


@cache
def watched(key: str) -> Watch:
    """The positions listed for what chance seldom brings, then random games until every rule has fired, or enough of them."""
    watch = Watch(game_of(key))
    for path in sorted((HERE / "positions" / key).glob("*.toml")):
        watch.position(path)
    for seed in range(LINES):
        for scenario in game_of(key).scenarios():
            if watch.missing():
                watch.play(scenario.key, f"law 8 {seed}")
    return watch


@every_game
def test_law_8_every_enforced_rule_fires_in_play(key: str) -> None:
    assert watched(key).missing() == []


@every_game
@pytest.mark.parametrize("what", ["title", "gist"])
def test_law_8_every_paragraph_says_what_it_is(key: str, what: str) -> None:
    assert [rule.number for rule in game_of(key).rulebook.rules.values() if not getattr(rule, what).strip()] == []
