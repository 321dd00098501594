"""Processes that die over their work."""

from __future__ import annotations

import os
import time
from contextlib import closing
from pathlib import Path

import pytest

from amba.lab.pool import as_they_come
from amba.lab.store import RunError

LONG = 60.0


def die_once(name: str) -> str:
    """As a process that is killed does: without a word; the second time it lives."""
    path = Path(name)
    if path.suffix == ".dies" and not path.exists():
        path.touch()
        os._exit(9)
    return path.stem


def die_always(name: str) -> str:
    os._exit(9)


def wait_long(name: str) -> str:
    if name == "long":
        time.sleep(LONG)
    return name


def test_work_over_which_a_process_died_is_done_again(tmp_path: Path) -> None:
    items = [str(tmp_path / name) for name in ("a", "b.dies", "c", "d")]
    assert sorted(as_they_come(die_once, items, 2)) == [(item, Path(item).stem) for item in items]


def test_work_that_kills_every_process_is_told_and_does_not_go_on_for_ever() -> None:
    with pytest.raises(RunError, match="3 times a process died over its work"):
        list(as_they_come(die_always, ["a"], 1))


def test_who_has_enough_does_not_wait_for_the_rest() -> None:
    began = time.perf_counter()
    with closing(as_they_come(wait_long, ["long", "short"], 2)) as found:
        assert next(found) == ("short", "short")
    assert time.perf_counter() - began < LONG / 2
