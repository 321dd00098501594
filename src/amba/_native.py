"""Finds the compiled engine of a checkout (`tools/compile_engine.py`), as long as it was made from the very sources that lie here.

An installed wheel needs none of this: there the compiled modules lie beside the sources, and Python takes them by itself.
"""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any


class Compiled:
    """Looks into the folder of compiled modules before Python looks for the sources."""

    def __init__(self, folder: Path, suffix: str, names: set[str]) -> None:
        self.folder = folder
        self.suffix = suffix
        self.names = names

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in self.names and not name.endswith("__mypyc"):
            return None
        file = str(self.folder.joinpath(*name.split("."))) + self.suffix
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file)) if Path(file).exists() else None


def is_same(file: Path, size: int, time: int, digest: str) -> bool:
    """Whether a source is still the one that was compiled; its content is read only where size and time do not settle it."""
    try:
        found = file.stat()
    except OSError:
        return False
    if found.st_size != size:
        return False
    if found.st_mtime_ns == time:
        return True
    from hashlib import sha256

    return sha256(file.read_bytes()).hexdigest() == digest


def use_compiled(package: Path) -> bool:
    """Let the compiled modules be found, if there are any and every one is fresh: they call each other, so it is all of them or none."""
    sources = package.parent
    built = sources.parent / "build" / "native"
    names = set()
    try:
        head, *rows = (built / "modules.txt").read_text(encoding="utf-8").splitlines()
        suffix, folder = head.split()
        for row in rows:
            size, time, digest, what, name = row.split(" ", 4)
            if not is_same(sources / name, int(size), int(time), digest):
                return False
            if what == "compiled":
                names.add(name.removesuffix(".py").replace("/", "."))
    except (OSError, ValueError):  # not compiled, or by a version of ours that wrote another list
        return False
    if suffix not in EXTENSION_SUFFIXES:
        return False
    sys.meta_path.insert(0, Compiled(built / folder, suffix, names))
    return True
