"""Tables that are kept on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.load.kept import KeptFile

CODE = ("load/kept.py",)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AMBA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_was_written_is_read_again() -> None:
    kept = KeptFile("table", (1, 2), CODE)
    assert kept.read() is None
    kept.write(b"rows" * 99)
    assert KeptFile("table", (1, 2), CODE).read() == b"rows" * 99


def test_other_data_and_other_code_are_another_table() -> None:
    KeptFile("table", (1, 2), CODE).write(b"rows")
    assert KeptFile("table", (1, 3), CODE).read() is None
    assert KeptFile("table", (1, 2), ("load/rules.py",)).read() is None


def test_a_damaged_file_counts_as_none() -> None:
    kept = KeptFile("table", 0, CODE)
    kept.write(b"rows")
    kept.path.write_bytes(b"nonsense")
    assert kept.read() is None


def test_a_folder_that_cannot_be_made_does_no_harm(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    kept = KeptFile("table", 0, CODE)
    kept.write(b"rows")
    assert kept.read() is None
