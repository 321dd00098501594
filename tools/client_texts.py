"""The texts of the browser client: what its sources write in quotes for people."""

from __future__ import annotations

import re
from pathlib import Path

MARKUP = re.compile(
    r"[<=]|://|^[.\[(#]|, [.\[]|px\b|\bscale\(|^input, |^button, |^page |-\{\d\}|^(amba|Bearer|italic|bold) |^\w+\[|^--?\w|serif$|^the page has no"
)
WORDS = re.compile(r"[A-Za-z]{2,}.* .*[A-Za-z]{2,}|^[A-Z][a-z]+")
NAMES = re.compile(r"^[a-z-]+( [a-z-]+)?$")
"""Classes of the style sheet, keys, events."""
KEYS = {"Enter", "Escape", "Esc", "Tab", "Backspace", "Home", "End", "Shift", "PushManager", "Notification", "WebSocket", "Space"}
REGULAR = re.compile(r"[(,=:\[!&|?{};]\s*$")
"""After these a slash begins a regular expression."""


class Reader:
    """Goes through one source and keeps its string and template literals; a template's values are numbered gaps."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.found: list[str] = []

    def read(self) -> list[str]:
        at = 0
        while at < len(self.source):
            at = self.step(at)
        return self.found

    def step(self, at: int) -> int:
        """What begins here, and where it ends."""
        source = self.source
        if source.startswith("//", at):
            return source.find("\n", at) % (len(source) + 1)
        if source.startswith("/*", at):
            return source.index("*/", at) + 2
        if source[at] == "/" and REGULAR.search(source[max(0, at - 20) : at]):
            return self.regular(at + 1)
        if source[at] in "\"'":
            return self.quoted(at)
        if source[at] == "`":
            return self.template(at + 1)
        return at + 1

    def regular(self, at: int) -> int:
        inside = False
        while self.source[at] != "/" or inside:
            inside = (inside or self.source[at] == "[") and self.source[at] != "]"
            at += 2 if self.source[at] == "\\" else 1
        return at + 1

    def quoted(self, start: int) -> int:
        at = start + 1
        while self.source[at] != self.source[start]:
            at += 2 if self.source[at] == "\\" else 1
        self.found.append(self.source[start + 1 : at].replace('\\"', '"').replace("\\'", "'"))
        return at + 1

    def template(self, at: int) -> int:
        text, gaps = "", 0
        while self.source[at] != "`":
            if self.source.startswith("${", at):
                text, gaps, at = f"{text}{{{gaps}}}", gaps + 1, self.value(at + 2)
            else:
                at += self.source[at] == "\\"
                text, at = text + self.source[at], at + 1
        self.found.append(text)
        return at + 1

    def value(self, at: int) -> int:
        """To the end of a template's value."""
        depth = 1
        while depth:
            depth += {"{": 1, "}": -1}.get(self.source[at], 0)
            at = self.step(at)
        return at


def is_text(found: str) -> bool:
    return bool(WORDS.search(found)) and not MARKUP.search(found) and not NAMES.match(found) and found not in KEYS and not found.startswith("Arrow")


def is_gaps(found: str) -> bool:
    """Hardly a word beside its gaps: its parts are looked up by themselves."""
    return len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", found))) < 2 and bool(re.search(r"\}\{", found))


def client_texts(folder: Path) -> set[str]:
    texts = {" ".join(text.split()) for path in sorted(folder.rglob("*.js")) for text in Reader(path.read_text(encoding="utf-8")).read()}
    return {text for text in texts if is_text(text) and not is_gaps(text)}
