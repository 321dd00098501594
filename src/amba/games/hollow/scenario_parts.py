"""The tables of a scenario file, each knowing where it stands: what is wrong in one is told with its line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn

from amba.load.files import Toml
from amba.load.scenarios import check_keys

MEANT = 3
"""So many keys are named that may have been meant."""


class Part(NamedTuple):
    """One table of a scenario file: `[weather]`, or the second `[[group]]`; the file itself has no section."""

    toml: Toml
    data: Mapping[str, Any]
    section: str = ""
    nth: int = 0

    @property
    def called(self) -> str:
        """As people write it."""
        return f"[{self.section}]" if self.section else "the file"

    def fail(self, key: str, message: str, value: str = "") -> NoReturn:
        self.toml.fail(key, message, self.section, value, self.nth)

    def keys(self, expected: Iterable[str]) -> None:
        """A misspelt key would leave out without a word what it says."""
        check_keys(self.toml, self.data, list(expected), self.section, self.nth)

    def needs(self, keys: Iterable[str], where: str = "") -> None:
        for key in keys:
            if key not in self.data:
                self.fail(next(iter(self.data), "key"), f"{where or self.called} has no {key}")

    def one_of(self, key: str, choices: Iterable[str]) -> None:
        if key in self.data and self.data[key] not in tuple(choices):
            self.fail(key, f"{key} is {self.data[key]!r}; expected one of {', '.join(filter(None, choices))}")

    def number(self, key: str, least: int = 0, most: int | None = None) -> None:
        value = self.data.get(key, least)
        if type(value) is not int or value < least or (most is not None and value > most):
            upto = f"a whole number from {least}" + (f" to {most}" if most is not None else "")
            self.fail(key, f"{key} is {value!r}; expected {upto}")

    def flag(self, *keys: str) -> None:
        for key in keys:
            if key in self.data and type(self.data[key]) is not bool:
                self.fail(key, f"{key} is {self.data[key]!r}; expected true or false")

    def text(self, *keys: str) -> None:
        for key in keys:
            if key in self.data and not isinstance(self.data[key], str):
                self.fail(key, f"{key} is {self.data[key]!r}; expected words in quotes")

    def words(self, *keys: str, least: int = 0) -> None:
        """Lists of words."""
        for key in keys:
            if key not in self.data:
                continue
            value = self.data[key]
            if not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
                self.fail(key, f"{key} is {value!r}; expected a list of words")
            if len(value) < least:
                self.fail(key, f"{key} is {value!r}; expected {least} or more")


def part(toml: Toml, section: str) -> Part:
    """A table that stands there once: `[weather]`; an empty one where the file has none."""
    found: Any = toml.data
    for name in section.split("."):
        found = found.get(name, {})
        if not isinstance(found, dict):
            toml.fail(name, f"{name} is no table: expected [{section}] and its lines below", section)
    return Part(toml, found, section)


def parts(toml: Toml, section: str) -> list[Part]:
    """Tables of which there may be several: `[[group]]`."""
    found = toml.data.get(section, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        toml.fail(section, f"expected [[{section}]], in double brackets, and its lines below", section)
    return [Part(toml, one, section, nth) for nth, one in enumerate(found)]


def meant(name: str, choices: Iterable[str]) -> str:
    """What somebody may have meant by a key that is not there; all there are if nothing is like it."""
    known = list(choices)
    close = get_close_matches(name, known, MEANT, 0.7)
    return f"did you mean {' or '.join(close)}?" if close else f"expected one of {', '.join(known)}"


def counted(one: Part, kind: str, text: str) -> tuple[str, int]:
    """``"it-346*4"`` is four of them."""
    name, star, count = (piece.strip() for piece in text.partition("*"))
    if star and not (count.isdecimal() and int(count)):
        one.fail(kind, f"{text!r}: expected a key, and perhaps behind it how many there are, such as {name}*3", text)
    return name, int(count or 1)
