"""Running commands inside the test, with saves in a folder of the test's own."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from amba.cli.main import main

AGORDAT = Path(__file__).parents[2] / "docs" / "positions" / "agordat.toml"


class Ran(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out.splitlines()[-1])

    @property
    def message(self) -> str:
        """The one line of an error."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("amba: ")
        return lines[0].removeprefix("amba: ")


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("AMBA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    def command(*words: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as stop:
            code = int(stop.code or 0)
        shown = capsys.readouterr()
        return Ran(code, shown.out, shown.err)

    return command


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a whole random game of the short scenario."""
    from random import Random

    from amba.cli.saves import fresh
    from amba.load.registry import open_game

    session = fresh(open_game("cheren"), "agordat", {}, "finished")
    rng = Random(5)
    while (decision := session.decision) is not None:
        session.act(decision.who, session.menu.pick(rng))
    path = tmp_path_factory.mktemp("logs") / "finished.amba"
    path.write_text(session.log.text(), encoding="utf-8")
    return path
