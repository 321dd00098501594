"""Catalogues of texts in other languages: gettext's PO files, as translators' tools write them."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


class BadCatalogue(Exception):
    """A line of a PO file that cannot be read."""


def home() -> Path:
    return Path(str(files("amba"))) / "load" / "languages"


def codes() -> list[str]:
    """The languages there are besides English."""
    return sorted(path.stem for path in home().glob("*.po"))


def read_catalogue(path: Path) -> dict[str, str]:
    """English text -> text; the head of the file and entries without a translation are left out."""
    entries: dict[str, str] = {}
    found = {"msgid": "", "msgstr": ""}
    into = ""
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        bare = line.strip()
        if bare.startswith("msgid "):
            keep(entries, found)
            found, into = {"msgid": "", "msgstr": ""}, "msgid"
        elif bare.startswith("msgstr "):
            into = "msgstr"
        elif not bare or bare.startswith("#"):
            continue
        quoted = QUOTED.search(bare)
        if quoted is None or not into:
            raise BadCatalogue(f"{path.name}:{number}: expected msgid, msgstr or a quoted text, found {bare!r}")
        found[into] += re.sub(r"\\(.)", lambda part: ESCAPES.get(part[1], part[1]), quoted[1])
    keep(entries, found)
    return entries


def keep(entries: dict[str, str], found: dict[str, str]) -> None:
    if found["msgid"] and found["msgstr"]:
        entries[found["msgid"]] = found["msgstr"]
