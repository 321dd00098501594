"""docs/write-a-game.md: its code stands in the example's files, and there are at most eleven steps."""

from __future__ import annotations

import re

import pytest

from tests.docs.conftest import EXAMPLE, ROOT

PAGE = (ROOT / "docs" / "write-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^`(\S+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("path", "code"), BLOCKS, ids=[f"{i}-{block[0]}" for i, block in enumerate(BLOCKS)])
def test_every_piece_stands_in_its_file(path: str, code: str) -> None:
    assert code.rstrip() in (EXAMPLE / path).read_text(encoding="utf-8")


def test_at_most_eleven_steps_and_code_in_each() -> None:
    steps = re.findall(r"^## (\d+)\. ", PAGE, re.MULTILINE)
    assert [int(step) for step in steps] == list(range(1, len(steps) + 1))
    assert len(steps) <= 11
    assert len(BLOCKS) > len(steps)


def test_every_file_with_code_is_shown_or_named() -> None:
    """Nobody who follows the page misses a file of the example."""
    shown = {path for path, _ in BLOCKS}
    for path in (EXAMPLE / "amba_wadi").rglob("*.py"):
        if path.name != "__init__.py":
            assert path.relative_to(EXAMPLE).as_posix() in shown, path
