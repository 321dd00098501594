"""Writing TOML: the standard library only reads it. Small, and just what position files need."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

WIDTH = 120
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


def toml_text(document: Mapping[str, Any]) -> str:
    """A document as TOML: plain values first, then a section for every table; tables within tables are written inline."""
    plain = [f"{_key(key)} = {_value(value)}" for key, value in document.items() if not isinstance(value, Mapping)]
    parts = ["\n".join(plain)] if plain else []
    for key, table in document.items():
        if isinstance(table, Mapping):
            rows = [f"{_key(name)} = {_value(value)}" for name, value in table.items()]
            parts.append("\n".join([f"[{_key(key)}]", *rows]))
    return "\n\n".join(parts) + "\n"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _string(key)


def _string(text: str) -> str:
    out = "".join(_ESCAPES.get(letter, letter) for letter in text)
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found.group()):04x}", out) + '"'


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_inline(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_inline(item) for item in value) + "]"
    raise TypeError(f"TOML has no way to write {value!r}")


def _value(value: Any) -> str:
    """A value after `key =`: a long list, or a list of lists, has a line for every item."""
    text = _inline(value)
    if isinstance(value, Sequence) and not isinstance(value, str) and value:
        nested = any(isinstance(item, Sequence | Mapping) and not isinstance(item, str) for item in value)
        if nested or len(text) > WIDTH:
            return "[\n" + "".join(f"  {_inline(item)},\n" for item in value) + "]"
    return text
