"""The log: JSON lines, each chained to the one before by its hash. The log is the truth; the state is a cache of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any, NamedTuple

FORMAT = "amba-log-1"


class LogError(Exception):
    """A log that cannot be trusted or read; says at which line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class Header(NamedTuple):
    """The first line."""

    game: str
    version: str
    data: str
    scenario: str
    options: dict[str, str]
    id: str
    commitment: str
    created: str = ""
    position: dict[str, Any] | None = None
    """A dumped state, where the game did not start from the scenario's set-up."""


class Entry(NamedTuple):
    """One accepted action and what it made happen."""

    n: int
    by: str
    action: list[str]
    events: list[list[Any]]


def canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def chain(previous: str, body: dict[str, Any]) -> str:
    return hashlib.sha256((previous + canonical(body)).encode()).hexdigest()


class Log:
    """A header, the entries, and at the end the key of the dice."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self.ending: dict[str, Any] | None = None
        self.hashes = [chain("", self._header_body())]

    def _header_body(self) -> dict[str, Any]:
        return {"format": FORMAT, **self.header._asdict()}

    def append(self, entry: Entry) -> None:
        if self.ending is not None:
            raise LogError(len(self.entries) + 1, "the game is over: nothing can be added")
        self.entries.append(entry)
        self.hashes.append(chain(self.hashes[-1], entry._asdict()))

    def truncate(self, count: int) -> None:
        """Take back every entry after the first `count`."""
        del self.entries[count:]
        del self.hashes[count + 1 :]
        self.ending = None

    def close(self, ending: dict[str, Any]) -> None:
        self.ending = ending

    def lines(self, start: int = 0) -> Iterable[str]:
        """Every line of the file from this one on: the header, the entries, the end."""
        if start == 0:
            yield canonical({**self._header_body(), "hash": self.hashes[0]})
        for index in range(max(start - 1, 0), len(self.entries)):
            yield canonical({**self.entries[index]._asdict(), "hash": self.hashes[index + 1]})
        if self.ending is not None:
            body = {"end": self.ending}
            yield canonical({**body, "hash": chain(self.hashes[-1], body)})

    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines())

    @classmethod
    def parse(cls, text: str) -> Log:
        """Read a log and check its chain; raises LogError at the first line that does not fit."""
        rows = [_row(number, line) for number, line in enumerate(text.splitlines(), 1)]
        if not rows:
            raise LogError(1, "the log is empty")
        head = dict(rows[0])
        digest = head.pop("hash", None)
        if head.pop("format", None) != FORMAT:
            raise LogError(1, f"not an Amba log: expected format {FORMAT!r}")
        try:
            log = cls(Header(**head))
        except TypeError as error:
            raise LogError(1, f"the header does not fit: {error}") from None
        if digest != log.hashes[0]:
            raise LogError(1, "the header was changed: its hash does not fit")
        for number, row in enumerate(rows[1:], 2):
            log._take(number, dict(row))
        return log

    def _take(self, number: int, row: dict[str, Any]) -> None:
        digest = row.pop("hash", None)
        if digest != chain(self.hashes[-1], row):
            raise LogError(number, "this line, or one before it, was changed: its hash does not fit the chain")
        if "end" in row:
            self.close(row["end"])
            return
        try:
            entry = Entry(**row)
        except TypeError as error:
            raise LogError(number, f"the entry does not fit: {error}") from None
        if entry.n != len(self.entries):
            raise LogError(number, f"entry {entry.n} where {len(self.entries)} was expected: the log has a gap")
        self.append(entry)


def _row(number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise LogError(number, f"not complete JSON ({error.msg}); was the file cut off?") from None
    if not isinstance(row, dict):
        raise LogError(number, "expected a JSON object")
    return row
