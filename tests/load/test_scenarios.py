"""What every scenario file says in words and in numbers, whatever the game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from amba.load.files import DataError, Folder
from amba.load.scenarios import read_scenarios

MINE = 'key = "mine"\ntitle = "Mine"\nblurb = "A fight."\nturns = 3\ndecisions = 40\nsource = "reconstruction"\nnote = "Ours."\n'


def said(tmp_path: Path, text: str) -> str:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "mine.toml").write_text(text, encoding="utf-8")
    try:
        read_scenarios(Folder(tmp_path))
    except DataError as error:
        return str(error)
    return ""


def test_a_scenario_whose_words_are_words_is_read(tmp_path: Path) -> None:
    assert said(tmp_path, MINE) == ""


@pytest.mark.parametrize("value", ["5", '["words"]', "1941-11-19", "true"])
@pytest.mark.parametrize("key", ["key", "title", "blurb", "source", "note"])
def test_what_is_told_in_words_is_text(tmp_path: Path, key: str, value: str) -> None:
    text = re.sub(f"^{key} = .*$", f"{key} = {value}", MINE, flags=re.MULTILINE)
    found = said(tmp_path, text)
    line = text[: text.index(f"{key} = ")].count("\n") + 1
    assert found.startswith(f"scenarios/mine.toml, line {line}: {key} is "), found
    assert found.endswith("; expected words in quotes")


@pytest.mark.parametrize("value", ['"many"', "[40]", "true", "-1", "2.5"])
def test_how_many_decisions_it_takes_is_a_number(tmp_path: Path, value: str) -> None:
    found = said(tmp_path, MINE.replace("decisions = 40", f"decisions = {value}"))
    assert found.startswith("scenarios/mine.toml, line 5: decisions is "), found
    assert found.endswith("; expected a whole number from 0")
