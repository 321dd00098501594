"""A rulebook's paragraphs, and the mark that ties code to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

F = TypeVar("F", bound=Callable[..., object] | type)

STATUSES = ("enforced", "partly", "assisted", "not used", "information", "planned")
IN_FORCE = frozenset({"enforced", "partly"})
"""`partly`: what the paragraph says of things the game has is enforced; the reason names what is still to come."""


class Rule(NamedTuple):
    """One paragraph: its number, a title and a gist in our own words, and what the program does about it."""

    number: str
    title: str
    gist: str
    status: str
    reason: str = ""
    interpretation: str = ""
    option: str = ""


class UnknownRule(Exception):
    """Code cites a number that the rulebook does not have."""


class Rulebook:
    """All paragraphs by number, and the code that cites each."""

    def __init__(self, game: str, title: str, rules: Iterable[Rule]) -> None:
        self.game = game
        self.title = title
        self.rules: dict[str, Rule] = {rule.number: rule for rule in rules}
        self.code: dict[str, list[Callable[..., object] | type]] = {}

    def __getitem__(self, number: str) -> Rule:
        try:
            return self.rules[number]
        except KeyError:
            raise UnknownRule(f"{self.title} has no rule {number}") from None

    def __contains__(self, number: object) -> bool:
        return number in self.rules

    def rule(self, *numbers: str) -> Callable[[F], F]:
        """Mark a function or class with the rules it carries out. An unknown number fails at import."""
        for number in numbers:
            self[number]

        def mark(item: F) -> F:
            for number in numbers:
                self.code.setdefault(number, []).append(item)
            return item

        return mark

    def places(self, number: str) -> list[str]:
        """Where the rule's code is: ``rules/r09_movement.py:reach``."""
        names = []
        for item in self.code.get(number, []):
            module = item.__module__.rsplit(".games.", 1)[-1].replace(".", "/")
            names.append(f"{module}.py:{item.__qualname__}")
        return names


Sentences = Mapping[str, str]
