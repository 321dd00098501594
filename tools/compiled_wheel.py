"""Puts the compiled engine into a wheel: `AMBA_COMPILED=1 python -m hatchling build -t wheel`.

Without AMBA_COMPILED, or where nothing can be compiled, the wheel is pure Python and fits every machine. The environment that builds it needs a C compiler,
mypy and setuptools (`make` has them all but the first).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import compile_engine


class CompiledWheel(BuildHookInterface[Any]):
    """Adds the compiled modules beside their sources: Python takes them by itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or not os.environ.get("AMBA_COMPILED"):
            return
        compile_engine.main([])
        folder = compile_engine.used_folder()
        if folder is None or not compile_engine.is_fresh(compile_engine.listed(compile_engine.groups())):
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(modules(compile_engine.TARGET / folder))


def modules(folder: Path) -> dict[str, str]:
    """Where each compiled module lies, and where it goes in the wheel."""
    return {str(path): path.relative_to(folder).as_posix() for path in sorted(folder.rglob(f"*{compile_engine.suffix()}"))}
