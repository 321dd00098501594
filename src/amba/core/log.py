"""The log: JSON lines, each chained to the one before by its hash. The log is the truth; the state is a cache of it.

What was taken back after dice fell stays in it, with a line that says so: nothing that somebody saw is ever gone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

FORMAT = "amba-log-2"
OLD_FORMAT = "amba-log-1"
"""Still read: its promise covers the key alone, and what was taken back is not in it."""
OLD_FIELDS = ("game", "version", "data", "scenario", "options", "id", "commitment", "created", "position", "format")
WORD_LIMIT = 200
"""Letters of a word in the header: names, hashes, dates."""


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
    """The promise: a hash over the key of the dice and all the rest of the header (core/promise.py)."""
    created: str = ""
    position: dict[str, Any] | None = None
    """A dumped state, where the game did not start from the scenario's set-up."""
    elsewhere: int = 0
    """How many entries come from another game, with dice that are not this one's."""
    practice: bool = False
    """Bots let one take back rolls."""
    mixers: tuple[str, ...] = ()
    """The sides whose players mix the dice: no die falls before they have."""
    format: str = OLD_FORMAT

    def body(self) -> dict[str, Any]:
        """As its line has it."""
        found = self._asdict()
        return {key: found[key] for key in OLD_FIELDS} if self.format == OLD_FORMAT else found


class Entry(NamedTuple):
    """One accepted action and what it made happen."""

    n: int
    by: str
    action: list[str]
    events: list[list[Any]]


class Back(NamedTuple):
    """Everything after the first `back` entries was taken back, asked for by this side."""

    back: int
    by: str


class Mix(NamedTuple):
    """What the players' browsers have added to the dice, by side."""

    mix: dict[str, str]


Row = Entry | Back | Mix


_plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def canonical(value: Any) -> str:
    return _plain.encode(value)


def chain(previous: str, body: Mapping[str, Any]) -> str:
    return hashlib.sha256((previous + canonical(body)).encode()).hexdigest()


class Log:
    """A header, the entries with whatever was taken back between them, and at the end the key of the dice."""

    def __init__(self, header: Header, digest: str | None = None) -> None:
        """`digest`: the hash as it was stored; without it, it is made."""
        self.header = header
        self.rows: list[Row] = []
        """Every line after the header."""
        self.entries: list[Entry] = []
        """Those that stand."""
        self.at: list[int] = []
        """In which row each of them is."""
        self.written = 0
        """How many entries there are with those taken back."""
        self.mix: dict[str, str] | None = None
        self.ending: dict[str, Any] | None = None
        self.last = ""
        """The hash of the last line, when there is an ending."""
        self.hashes = [chain("", header.body()) if digest is None else digest]

    @property
    def taken(self) -> int:
        """How many entries were taken back and count all the same."""
        return self.written - len(self.entries)

    @property
    def rolls(self) -> int:
        """How many rolls and draws fell here, those taken back among them: not those that come from another game."""
        written = [row for row in self.rows if isinstance(row, Entry)]
        return sum(row.by == "chance" for row in written[self.header.elsewhere :])

    @property
    def rolls_taken(self) -> int:
        """How many of them were rolls or draws."""
        rolls = sum(isinstance(row, Entry) and row.by == "chance" for row in self.rows)
        return rolls - sum(entry.by == "chance" for entry in self.entries)

    def append(self, row: Row, digest: str | None = None) -> None:
        """Add a line; `digest` as in the log that is read, already checked or to be checked (`broken`)."""
        if self.ending is not None:
            raise LogError(len(self.rows) + 2, "the game is over: nothing can be added")
        self.hashes.append(chain(self.hashes[-1], row._asdict()) if digest is None else digest)
        if isinstance(row, Entry):
            self.at.append(len(self.rows))
            self.entries.append(row)
            self.written += 1
        elif isinstance(row, Back):
            del self.entries[row.back :]
            del self.at[row.back :]
        else:
            self.mix = row.mix
        self.rows.append(row)

    def truncate(self, count: int) -> None:
        """Keep the first `count` entries, as if the others had never been."""
        if count < len(self.entries):
            row = self.at[count]
            if any(isinstance(one, Mix) for one in self.rows[row:]):
                self.mix = None
            self.written -= sum(isinstance(one, Entry) for one in self.rows[row:])
            del self.rows[row:]
            del self.hashes[row + 1 :]
            del self.entries[count:]
            del self.at[count:]
        self.ending, self.last = None, ""

    def is_plain_after(self, count: int) -> bool:
        """Whether nothing but standing entries comes after the first `count`."""
        return count >= len(self.entries) or len(self.rows) - self.at[count] == len(self.entries) - count

    def close(self, ending: dict[str, Any], digest: str | None = None) -> None:
        self.ending = ending
        self.last = chain(self.hashes[-1], {"end": ending}) if digest is None else digest

    def broken(self) -> int | None:
        """The first line whose stored hash is not that of what it says; None where all fit."""
        previous = ""
        bodies = [self.header.body(), *(row._asdict() for row in self.rows)]
        for number, (body, digest) in enumerate(zip(bodies, self.hashes, strict=True), 1):
            if chain(previous, body) != digest:
                return number
            previous = digest
        if self.ending is not None and chain(previous, {"end": self.ending}) != self.last:
            return len(bodies) + 1
        return None

    def line(self, number: int) -> str:
        """One line of the file; 0 is the header."""
        body = self.header.body() if number == 0 else self.rows[number - 1]._asdict()
        return canonical({**body, "hash": self.hashes[number]})

    def end_line(self) -> str | None:
        return None if self.ending is None else canonical({"end": self.ending, "hash": self.last})

    def lines(self, start: int = 0) -> Iterable[str]:
        """Every line of the file from this one on: the header, the rows, the end."""
        for number in range(start, len(self.rows) + 1):
            yield self.line(number)
        end = self.end_line()
        if end is not None:
            yield end

    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines())

    @classmethod
    def parse(cls, text: str) -> Log:
        """Read a log and check its chain; raises LogError at the first line that does not fit."""
        lines = text.removesuffix("\n").split("\n") if text else []
        if not lines:
            raise LogError(1, "the log is empty")
        head = read_row(1, lines[0])
        digest = head.pop("hash", None)
        try:
            log = cls(read_header(head))
        except (ValueError, RecursionError):
            # Half a letter, or a number beyond all numbers: it could not be written again, and has no hash.
            raise LogError(1, "the header does not fit: there is something in it that no log can say") from None
        if digest != log.hashes[0]:
            raise LogError(1, "the header was changed: its hash does not fit")
        for number, line in enumerate(lines[1:], 2):
            log.take(number, read_row(number, line))
        return log

    def take(self, number: int, row: dict[str, Any], check: bool = True) -> None:
        """One line that was read: its hash must fit the chain, and it what came before. Without `check` a hash it brings is believed (`broken`)."""
        digest = row.pop("hash", None)
        if self.ending is not None:
            raise LogError(number, "there is something after the end")
        if check:
            try:
                fits = digest == chain(self.hashes[-1], row)
            except (ValueError, RecursionError):
                fits = False
            if not fits:
                raise LogError(number, "this line, or one before it, was changed: its hash does not fit the chain")
        if "end" in row:
            if set(row) != {"end"} or not isinstance(row["end"], dict):
                raise LogError(number, "the end does not fit")
            self.close(row["end"], digest)
            return
        self.append(self._as_row(number, row), digest)

    def _as_row(self, number: int, row: dict[str, Any]) -> Row:
        fields = set(row)
        if fields == set(Back._fields):
            if not is_count(row["back"], len(self.entries) - 1) or not isinstance(row["by"], str):
                raise LogError(number, "what is taken back here does not fit what stands before it")
            return Back(**row)
        if fields == set(Mix._fields):
            if self.mix is not None or not is_words(row["mix"]):
                raise LogError(number, "the dice were mixed twice, or not by words")
            return Mix(**row)
        if fields != set(Entry._fields):
            raise LogError(number, f"the entry does not fit: it has {', '.join(sorted(fields)) or 'nothing'}")
        entry = Entry(**row)
        if type(entry.n) is not int or entry.n != len(self.entries):
            raise LogError(number, f"entry {entry.n} where {len(self.entries)} was expected: the log has a gap")
        is_text = isinstance(entry.by, str) and isinstance(entry.action, list) and all(isinstance(word, str) for word in entry.action)
        if not is_text or not isinstance(entry.events, list) or not all(isinstance(event, list) for event in entry.events):
            raise LogError(number, "the entry does not fit: who, what was done or what happened is not written as it should be")
        return entry


def is_count(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def is_words(value: Any) -> bool:
    """Whether this is a mapping from words to words, none of them long."""
    return isinstance(value, dict) and all(isinstance(part, str) and len(part) <= WORD_LIMIT for pair in value.items() for part in pair)


def read_header(head: dict[str, Any]) -> Header:
    """The header of a file, with every field of the right kind."""
    kind = head.get("format")
    if kind not in (FORMAT, OLD_FORMAT):
        raise LogError(1, f"not an Amba log: expected format {FORMAT!r} (or {OLD_FORMAT!r})")
    expected = set(OLD_FIELDS if kind == OLD_FORMAT else Header._fields)
    if set(head) != expected:
        wrong = sorted(set(head) ^ expected)
        raise LogError(1, f"the header does not fit: {', '.join(wrong)} missing or not expected")
    words = ("game", "version", "data", "scenario", "id", "commitment", "created")
    odd = [key for key in words if not isinstance(head[key], str) or len(head[key]) > WORD_LIMIT or not is_plain(head[key])]
    mixers = head.get("mixers", [])
    checks = {
        "options": is_words(head["options"]),
        "position": head["position"] is None or isinstance(head["position"], dict),
        "elsewhere": is_count(head.get("elsewhere", 0), 1 << 31),
        "practice": isinstance(head.get("practice", False), bool),
        "mixers": isinstance(mixers, list) and all(isinstance(side, str) and len(side) <= WORD_LIMIT for side in mixers),
    }
    odd += [key for key, fits in checks.items() if not fits]
    if odd:
        raise LogError(1, f"the header does not fit: {odd[0]} is not as it should be")
    return Header(**{**head, "mixers": tuple(mixers)})


def is_plain(text: str) -> bool:
    """Whether a word can be printed, stored and sent: no control characters and no half letters."""
    return text == "" or (text.isprintable() and not any("\ud800" <= letter <= "\udfff" for letter in text))


def read_row(number: int, line: str) -> dict[str, Any]:
    """One line as data: an object in which nothing stands twice."""
    try:
        row = json.loads(line, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise LogError(number, f"not complete JSON ({error.msg}); was the file cut off?") from None
    except (ValueError, RecursionError) as error:
        raise LogError(number, f"not a line of a log ({error})") from None
    if not isinstance(row, dict):
        raise LogError(number, "expected a JSON object")
    return row


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("something stands in it twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")
