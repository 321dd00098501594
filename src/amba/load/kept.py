"""What takes seconds to work out and never changes is kept on disk from one start to the next, in a folder that may be emptied at any time."""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def kept_folder() -> Path:
    """AMBA_CACHE, or `amba` where this system keeps such things."""
    given = os.environ.get("AMBA_CACHE")
    return Path(given) if given else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "amba"


class KeptFile:
    """One table, found again by everything it was worked out from: its data, and the code that makes it. A damaged file counts as none, and a full disk is no misfortune."""

    def __init__(self, name: str, data: object, code: Sequence[str]) -> None:
        digest = hashlib.sha256(repr(data).encode())
        for file in code:
            digest.update((PACKAGE / file).read_bytes())
        self.name = f"{name}-{digest.hexdigest()[:24]}"

    @property
    def path(self) -> Path:
        return kept_folder() / self.name

    def read(self) -> bytes | None:
        with suppress(OSError, zlib.error, RuntimeError):  # RuntimeError: there is no home folder
            return zlib.decompress(self.path.read_bytes())
        return None

    def write(self, data: bytes) -> None:
        with suppress(OSError, RuntimeError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            part = self.path.with_name(f"{self.name}.{os.getpid()}")
            part.write_bytes(zlib.compress(data, 1))
            part.replace(self.path)
