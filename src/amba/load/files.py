"""Reading people's files: TOML and CSV with provenance, and errors that name the place."""

from __future__ import annotations

import csv
import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from amba.core.game import Provenance

SOURCES = ("rulebook", "history", "terrain", "reconstruction")


class DataError(Exception):
    """Something wrong in a file: where, what was found, what was expected."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}, line {line}: {message}" if line else f"{file}: {message}")
        self.file = file
        self.line = line
        self.message = message


TEXT_LIMIT = 64 * 1024 * 1024
"""Bytes of a file of a person's own."""


def read_text(path: Path) -> str:
    """A text file, up to a limit: a device that never ends is no file of ours. Raises OSError, UnicodeDecodeError and DataError."""
    with path.open("rb") as file:
        body = file.read(TEXT_LIMIT + 1)
    if len(body) > TEXT_LIMIT:
        raise DataError(str(path), 0, f"too large: at most {TEXT_LIMIT // 2**20} MiB")
    return body.decode("utf-8")


class Row:
    """One row of a CSV file; remembers where it stood."""

    __slots__ = ("file", "line", "values")

    def __init__(self, file: str, line: int, values: Mapping[str, str]) -> None:
        self.file = file
        self.line = line
        self.values = values

    def fail(self, message: str) -> NoReturn:
        raise DataError(self.file, self.line, message)

    def __getitem__(self, column: str) -> str:
        try:
            return self.values[column]
        except KeyError:
            raise DataError(self.file, self.line, f"there is no column {column!r}") from None

    def get(self, column: str, default: str = "") -> str:
        return self.values.get(column, default)

    def text(self, column: str) -> str:
        value = self[column]
        if not value:
            self.fail(f"column {column!r} is empty")
        return value

    def one_of(self, column: str, choices: Iterable[str]) -> str:
        value = self.text(column)
        known = list(choices)
        if value not in known:
            self.fail(f"{column} is {value!r}; expected one of {', '.join(known)}")
        return value

    def number(self, column: str, default: int | None = None) -> int:
        value = self[column]
        if value == "" and default is not None:
            return default
        try:
            return int(value)
        except ValueError:
            self.fail(f"{column} is {value!r}; expected a whole number")

    def count(self, column: str, default: int | None = None) -> int:
        """A number of points, steps or men: never less than none."""
        found = self.number(column, default)
        if found < 0:
            self.fail(f"{column} is {found}; expected 0 or more")
        return found

    def parts(self, column: str, of: int, expected: str) -> int:
        """How many halves or quarters a number or fraction such as 3/2 comes to."""
        try:
            value = Fraction(self[column]) * of
        except (ValueError, ZeroDivisionError):
            self.fail(f"{column} is {self[column]!r}; expected a number or a fraction such as 3/2")
        if value.denominator != 1 or value < 0:
            self.fail(f"{column} is {self[column]!r}; expected {expected}, 0 or more")
        return int(value)


class Sheet(NamedTuple):
    """A CSV file: its columns, its rows, and where its facts come from."""

    columns: list[str]
    rows: list[Row]
    provenance: Provenance

    def unique(self, column: str) -> dict[str, Row]:
        """Rows by a column that may not repeat."""
        found: dict[str, Row] = {}
        for row in self.rows:
            key = row.text(column)
            if key in found:
                row.fail(f"{column} {key!r} is already in line {found[key].line}")
            found[key] = row
        return found

    def covering(self, column: str, wanted: Iterable[str]) -> dict[str, Row]:
        """Rows by a column in which all of these must stand, and nothing else."""
        found, needed = self.unique(column), list(wanted)
        for key in needed:
            if key not in found:
                raise DataError(self.provenance.file, 0, f"there is no row for the {column} {key!r}; expected {', '.join(needed)}")
        for key, row in found.items():
            if key not in needed:
                row.fail(f"{column} is {key!r}; expected one of {', '.join(needed)}")
        return found


class Replacements(NamedTuple):
    """A person's own files, and over them single files as texts (see `amba.load.whatif`)."""

    folder: Path | None
    texts: Mapping[str, str]


Data = Path | Replacements
"""What may be laid over a game's own data."""


class Folder:
    """A game's data: our own files, with a person's replacements laid over them."""

    def __init__(self, own: Path, over: Data | None = None) -> None:
        self.own = own
        self.over, self.texts = over if isinstance(over, Replacements) else Replacements(over, {})
        if self.over is not None and not self.over.is_dir():
            raise DataError(str(self.over), 0, "there is no such folder")

    def path(self, name: str) -> Path:
        if self.over is not None and (self.over / name).is_file():
            return self.over / name
        return self.own / name

    def is_replaced(self, name: str) -> bool:
        """Whether it is somebody's own file, not the game's."""
        return name in self.texts or (self.over is not None and (self.over / name).is_file())

    def has(self, name: str) -> bool:
        return name in self.texts or self.path(name).is_file()

    def names(self, pattern: str) -> list[str]:
        found = {str(path.relative_to(self.own)) for path in self.own.glob(pattern)}
        if self.over is not None:
            found |= {str(path.relative_to(self.over)) for path in self.over.glob(pattern)}
        return sorted(name.replace("\\", "/") for name in found)

    def read(self, name: str) -> str:
        if name in self.texts:
            return self.texts[name]
        path = self.path(name)
        try:
            return read_text(path)
        except FileNotFoundError:
            raise DataError(name, 0, "this file is missing") from None
        except UnicodeDecodeError as error:
            raise DataError(name, 0, f"not UTF-8 text: {error}") from None

    def digest(self) -> str:
        """A hash over every data file the rules read. How bots judge is no rule."""
        total = hashlib.sha256()
        for name in self.names("**/*.csv") + self.names("**/*.toml"):
            if name == "bot.toml":
                continue
            total.update(name.encode() + b"\0" + self.read(name).encode() + b"\0")
        return total.hexdigest()

    def sheet(self, name: str, *required: str) -> Sheet:
        """A CSV file, checked: provenance, columns, and no row of another length."""
        lines = self.read(name).splitlines()
        notes: dict[str, str] = {}
        start = 0
        for line in lines:
            if not line.startswith("#"):
                break
            label, _, value = line[1:].partition(":")
            key = label.strip()
            if key in {"source", "note"}:
                notes[key] = f"{notes.get(key, '')} {value.strip()}".strip()
            start += 1
        provenance = check_source(name, notes.get("source", ""), notes.get("note", ""), 1)
        reader = csv.reader(lines[start:])
        try:
            columns = [column.strip() for column in next(reader)]
        except StopIteration:
            raise DataError(name, start + 1, "expected a line with the names of the columns") from None
        for column in required:
            if column not in columns:
                raise DataError(name, start + 1, f"expected a column {column!r}; found {', '.join(columns)}")
        rows = []
        for cells in reader:
            line_number = start + reader.line_num
            if not cells or (len(cells) == 1 and not cells[0].strip()):
                continue
            if len(cells) != len(columns):
                raise DataError(name, line_number, f"found {len(cells)} cells; expected {len(columns)}")
            rows.append(Row(name, line_number, dict(zip(columns, [cell.strip() for cell in cells], strict=True))))
        return Sheet(columns, rows, provenance)

    def toml(self, name: str) -> Toml:
        return Toml(name, self.read(name))


class Toml:
    """A TOML file that can say in which line something stands."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.lines = text.splitlines()
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            found = re.search(r"line (\d+)", str(error))
            raise DataError(name, int(found.group(1)) if found else 0, f"not valid TOML: {error}") from None

    def provenance(self) -> Provenance:
        return check_source(self.name, self.data.get("source", ""), self.data.get("note", ""), 1)

    def line(self, key: str, section: str = "", value: str = "", nth: int = 0) -> int:
        """The line in which a key stands, looking below a section's head (of several of that name the nth, from 0) and for a value where given."""
        start, end = self._stretch(section, nth)
        pattern = re.compile(rf'(^|[{{,\s])["\']?{re.escape(key)}["\']?\s*=')
        for rows in (range(start, end), range(start, len(self.lines))):
            for index in rows:
                if pattern.search(self.lines[index]) and value in self.lines[index]:
                    return index + 1
            for index in rows if value else ():  # a list may run over several lines
                if value in self.lines[index]:
                    return index + 1
        if section:
            return start + 1
        # The key may itself be the head of a section.
        return next((i for i, text in enumerate(self.lines, 1) if text.lstrip().startswith("[") and _head(text).partition(".")[0] == key), 0)

    def _stretch(self, section: str, nth: int) -> tuple[int, int]:
        """The lines of a section: from its head to the next one."""
        heads = [i for i, text in enumerate(self.lines) if section and text.lstrip().startswith("[") and _head(text) == section]
        if not heads:
            return 0, len(self.lines)
        start = heads[min(nth, len(heads) - 1)]
        return start, next((i for i in range(start + 1, len(self.lines)) if self.lines[i].lstrip().startswith("[")), len(self.lines))

    def fail(self, key: str, message: str, section: str = "", value: str = "", nth: int = 0) -> NoReturn:
        raise DataError(self.name, self.line(key, section, value, nth), message)


def _head(text: str) -> str:
    """The name of a section from its line: `[sides.axis]  # them`."""
    return text.partition("#")[0].strip().strip("[]").strip()


def check_source(name: str, source: str, note: str, line: int) -> Provenance:
    """Every file says where its facts come from. Several words may stand together: 'rulebook, reconstruction'."""
    words = [word.strip() for word in source.split(",")]
    if not source or any(word not in SOURCES for word in words):
        raise DataError(name, line, f"source is {source!r}; expected {', '.join(SOURCES)}")
    return Provenance(name, source, note)


class PrintedTable(NamedTuple):
    """A table in its printed shape: dice down, columns across."""

    columns: list[str]
    rows: list[str]
    cells: list[list[str]]
    provenance: Provenance


class Results(NamedTuple):
    """What may stand in the cells of a table: a pattern, and how to say it."""

    pattern: str
    words: str


def table(folder: Folder, name: str, rows: Sequence[str] | None = None, results: Results | None = None) -> PrintedTable:
    """Read a table and see that no cell is missing and, where given, that every row is there and that every result can be read."""
    sheet = folder.sheet(name)
    head = sheet.columns[0]
    found = sheet.unique(head)
    for row in sheet.rows:
        for column in sheet.columns:
            if row[column] == "":
                row.fail(f"the cell under {column!r} is missing")
            if results is not None and column != head and not re.fullmatch(results.pattern, row[column]):
                row.fail(f"the result under {column!r} is {row[column]!r}; expected {results.words}")
    if rows is not None and list(found) != list(rows):
        raise DataError(name, 0, f"the rows are {', '.join(found)}; expected {', '.join(rows)}")
    cells = [[row[column] for column in sheet.columns[1:]] for row in sheet.rows]
    return PrintedTable(sheet.columns[1:], list(found), cells, sheet.provenance)
