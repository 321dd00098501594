"""Amba plays hex-and-counter wargames with every rule enforced."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amba._native import use_compiled

if TYPE_CHECKING:
    from amba.load.position import Position, load_position

__version__ = "0.2.0"
__all__ = ["Position", "__version__", "load_position"]

if not os.environ.get("AMBA_PLAIN"):
    use_compiled(Path(__file__).parent)


def __getattr__(name: str) -> Any:
    # Loaded on first use: `import amba` itself stays cheap.
    if name in {"Position", "load_position"}:
        from amba.load import position

        return getattr(position, name)
    raise AttributeError(f"module 'amba' has no attribute {name!r}")
