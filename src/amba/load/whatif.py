"""What if? Single values changed without touching a file: ``tables.combat.2-1.4=1-1r``, ``units.5-ind.mp=7``, ``scenarios.agordat.turns=5``.

A change names a file by the words of its path, then a cell of it (a table's column and row, a row's key and column) or a key of it, then the
new value. The changed text is read by the same loader as any file, so that nothing can be set that a file could not say.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from amba.load.files import DataError, Folder, Replacements
from amba.load.toml_text import toml_text


class BadChange(DataError):
    """A change that names nothing, or gives a value that cannot stand there."""

    def __init__(self, change: str, message: str) -> None:
        super().__init__(f"--set {change}", 0, message)


def changed_files(folder: Folder, changes: Sequence[str]) -> dict[str, str]:
    """The texts of every file touched by these changes, one change after the other."""
    texts: dict[str, str] = {}
    seen: dict[str, str] = {}
    for change in changes:
        path, parted, value = change.partition("=")
        if not parted or not path.strip():
            raise BadChange(change, "expected WHERE=VALUE, as in tables.combat.2-1.4=1-1r")
        if path in seen:
            raise BadChange(change, f"this place is already set by {seen[path]!r}")
        seen[path] = change
        over = Folder(folder.own, Replacements(folder.over, texts))
        name, rest = _file(change, folder, path.strip().split("."))
        edit = _edit_csv if name.endswith(".csv") else _edit_toml
        texts[name] = edit(change, over, name, rest, value.strip())
    return texts


def _file(change: str, folder: Folder, words: Sequence[str]) -> tuple[str, list[str]]:
    """The file that the first words name, and the words left."""
    names = folder.names("**/*.csv") + folder.names("**/*.toml")
    for count in range(len(words), 0, -1):
        for ending in (".csv", ".toml"):
            name = "/".join(words[:count]) + ending
            if name in names:
                return name, list(words[count:])
    folder_names = [name for name in names if name.startswith(f"{words[0]}/")]
    wanted = folder_names or names
    raise BadChange(
        change, f"there is no such file; there are: {', '.join(_dotted(name) for name in wanted)}{_near('.'.join(words[:2]), map(_dotted, names))}"
    )


def _dotted(name: str) -> str:
    return name.rpartition(".")[0].replace("/", ".")


def _near(word: str, known: Iterable[str]) -> str:
    close = get_close_matches(word, list(known), 1, 0.6)
    return f" (did you mean {close[0]}?)" if close else ""


# CSV: a cell


def _edit_csv(change: str, folder: Folder, name: str, path: Sequence[str], value: str) -> str:
    sheet = folder.sheet(name)
    lines = folder.read(name).splitlines()
    if not 2 <= len(path) <= 3:
        raise BadChange(change, f"expected {_dotted(name)}.ROW.COLUMN=VALUE (a table may also be COLUMN.ROW)")
    keys = {_row_key(row.values, sheet.columns, path): row for row in sheet.rows}
    by_column = path[0] in sheet.columns and (path[1] in keys or path[0] not in keys)
    row_key, column = (path[1], path[0]) if by_column else (path[0], path[1])
    if row_key not in keys:
        if name.startswith("tables/") and path[0] not in sheet.columns and path[1] in keys:
            _no_column(change, name, path[0], sheet.columns)
        raise BadChange(change, f"{name} has no row {row_key!r}; there are: {_some(keys)}{_near(row_key, keys)}")
    row = keys[row_key]
    column, part = _column(change, name, row.values, sheet.columns, column, path[2:])
    text = value if part is None else _part(change, row[column], part, value)
    cells = [text if found == column else row[found] for found in sheet.columns]
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    lines[row.line - 1] = out.getvalue()
    return "\n".join(lines) + "\n"


def _row_key(values: Mapping[str, str], columns: Sequence[str], path: Sequence[str]) -> str:
    """The first cell; the first two, where the change names a hexside as a/b."""
    both = any("/" in word for word in path) and len(columns) > 1
    return f"{values[columns[0]]}/{values[columns[1]]}" if both else values[columns[0]]


def _column(change: str, name: str, values: Mapping[str, str], columns: Sequence[str], column: str, rest: Sequence[str]) -> tuple[str, int | None]:
    """The column, and which part of a list is meant: `strengths.2`, or `strength` for the first of `strengths`."""
    if column in columns[1:]:
        if not rest:
            return column, None
        if not rest[0].isdigit() or rest[0] == "0":
            raise BadChange(change, f"{rest[0]!r}: expected which value of the list in {column!r}, from 1")
        return column, int(rest[0])
    plural = f"{column}s"
    if plural in columns[1:] and not rest and ";" in values[plural]:
        return plural, 1
    return _no_column(change, name, column, columns)


def _no_column(change: str, name: str, column: str, columns: Sequence[str]) -> NoReturn:
    raise BadChange(change, f"{name} has no column {column!r}; there are: {', '.join(columns[1:])}{_near(column, columns[1:])}")


def _part(change: str, cell: str, part: int, value: str) -> str:
    mark = ";" if ";" in cell else "-"
    parts = cell.split(mark)
    if not 1 <= part <= len(parts):
        raise BadChange(change, f"{cell!r} holds {len(parts)} values; there is no number {part}")
    return mark.join([*parts[: part - 1], value, *parts[part:]])


def _some(known: Iterable[str]) -> str:
    found = list(known)
    return ", ".join(found) if len(found) <= 24 else f"{', '.join(found[:24])} and {len(found) - 24} more"


# TOML: a key


def _edit_toml(change: str, folder: Folder, name: str, path: Sequence[str], value: str) -> str:
    toml = folder.toml(name)
    if not path:
        raise BadChange(change, f"expected {_dotted(name)}.KEY=VALUE; there are: {_some(toml.data)}")
    node: Any = toml.data
    for word in path[:-1]:
        node = _inside(change, name, node, word)
    last = path[-1]
    old = _inside(change, name, node, last)
    if isinstance(old, dict) or (isinstance(old, list) and old and isinstance(old[0], dict)):
        raise BadChange(change, f"{'.'.join(path)} is a table: name one of its keys: {_some(_keys(old))}")
    new = _read_value(value) if not isinstance(old, str) else value.strip('"')
    if type(new) is not type(old) and not (isinstance(new, int | float) and isinstance(old, int | float) and not isinstance(old, bool)):
        raise BadChange(change, f"{value!r} is not of the kind of {old!r}, which stands there")
    node[int(last) - 1 if isinstance(node, list) else last] = new
    return toml_text(toml.data)


def _keys(node: Any) -> list[str]:
    if isinstance(node, dict):
        return list(node)
    return [str(entry.get("key", number)) if isinstance(entry, dict) else str(number) for number, entry in enumerate(node, 1)]


def _inside(change: str, name: str, node: Any, word: str) -> Any:
    """One word further: a key, an entry of a list by its own `key`, or by its number from 1."""
    if isinstance(node, dict) and word in node:
        return node[word]
    if isinstance(node, list):
        for number, entry in enumerate(node, 1):
            if (isinstance(entry, dict) and entry.get("key") == word) or str(number) == word:
                return entry
    if not isinstance(node, dict | list):
        raise BadChange(change, f"{name}: there is nothing below {node!r}")
    known = _keys(node)
    raise BadChange(change, f"{name} has no {word!r} there; there are: {_some(known)}{_near(word, known)}")


def _read_value(text: str) -> Any:
    if re.fullmatch(r"[\w .+-]*[A-Za-z][\w .+-]*", text) and text not in {"true", "false"}:
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
