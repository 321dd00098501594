"""The documentation is true: names it gives exist, its examples load, its lists are whole."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from amba.load.position import load_position
from amba.load.registry import keys, open_game

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
COMMON = {"game", "title", "note", "scenario", "options", "turn", "phase", "decides", "frames", "tracks"}
"""Position keys that mean the same in every game and are told once."""


def section(text: str, key: str) -> str:
    """What docs/positions.md says about one game."""
    found = re.search(rf"^### .*\(`{key}`\)\n(.*?)(?=^##)", text, re.MULTILINE | re.DOTALL)
    assert found, f"docs/positions.md has no part about {key}"
    return found[1]


@pytest.mark.parametrize("key", keys())
def test_every_position_key_is_documented(key: str) -> None:
    text = (DOCS / "positions.md").read_text(encoding="utf-8")
    positions, boxes = import_module(f"amba.games.{key}.positions"), cast("Any", open_game(key)).world.box
    told = section(text, key)
    own = {*positions.KEYS, *getattr(positions, "UNIT_KEYS", ()), *getattr(positions, "PIECE_KEYS", ())} - COMMON
    missing = [name for name in (*sorted(own), *boxes) if not re.search(rf"(?<![\w-]){name}(?![\w-])", told)]
    assert not missing, f"docs/positions.md says nothing of {', '.join(missing)}"
    assert set(re.findall(r"[a-z]+", text)) >= COMMON


def test_every_example_of_a_position_loads() -> None:
    text = (DOCS / "positions.md").read_text(encoding="utf-8")
    examples = [block for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL) if "game" in tomllib.loads(block)]
    assert len(examples) >= 3
    for block in examples:
        assert load_position(block).decision is not None


def test_every_position_file_loads() -> None:
    for path in sorted((DOCS / "positions").glob("*.toml")):
        assert load_position(path).decision is not None


def test_a_cut_log_is_told_in_one_way() -> None:
    """Both pages say what the server does: a log cut to a seat has no hashes."""
    for name in ("log-format.md", "wire.md"):
        told = [line for line in (DOCS / name).read_text(encoding="utf-8").splitlines() if '"cut"' in line]
        assert len(told) == 1
        assert "no hashes" in told[0].replace("*", "")
