"""Games as records: complete enough to play again, and each side's part cut to what it saw."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from amba.core.decision import CHANCE
from amba.core.log import Log
from amba.core.session import replay
from amba.lab.env import observer_of
from amba.lab.store import Run
from amba.load.registry import open_game
from tests.cli.conftest import Run as Command
from tests.cli.conftest import finished
from tests.cli.conftest import run as command

__all__ = ["command", "finished"]


def test_a_log_becomes_records(command: Command, finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    ran = command("lab", "export", finished, "--out", out)
    assert ran.code == 0, ran.err
    head, *rows, end = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    game = open_game("cheren")
    session = replay(game, Log.parse(finished.read_text(encoding="utf-8")))
    assert head["kind"] == "game"
    assert head["entries"] == len(rows) == len(session.done)
    assert end["result"]["winner"] == session.log.ending["winner"] if session.log.ending else False
    state = session.start.copy()
    for row, done in zip(rows, session.done, strict=True):
        assert tuple(row["action"]) == done.words
        if done.by == CHANCE:
            assert row["kind"] == "chance"
        else:
            assert row["action"] in row["legal"]
            assert row["by"] == game.sides[done.by]
            for number, side in enumerate(game.sides):
                assert row["observations"][side] == game.view(state, number)
        game.apply(state, game.read(state, done.words))
    assert state.key() == session.state.key()


def test_a_run_becomes_records_again(command: Command, plain: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl.gz"
    assert command("lab", "export", "--run", plain.folder, "--games", 2, "--observations", "none", "--out", out).code == 0
    with gzip.open(out, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    records = plain.records()[:2]
    assert [row["result"]["winner"] for row in rows if row["kind"] == "result"] == [record.winner for record in records]
    assert [sum(row["kind"] == "decision" and row["game"] == number for row in rows) for number in (0, 1)] == [r.decisions for r in records]


def test_parquet_has_a_row_for_each_decision(command: Command, plain: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    assert command("lab", "export", "--run", plain.folder, "--games", 1, "--observations", "deciding", "--out", out).code == 0
    rows = pq.read_table(out).to_pylist()
    assert len(rows) == plain.records()[0].decisions
    for row in rows:
        assert row["action"] in row["legal"]
        assert list(json.loads(row["observations"])) == [row["by"]]
        assert row["winner"] == plain.records()[0].winner


def test_what_cannot_be_exported_is_told(command: Command, finished: Path, plain: Run, tmp_path: Path) -> None:
    out = tmp_path / "x.jsonl"
    assert "either logs or --run" in command("lab", "export", "--out", out).message
    assert "--games must be 1 or more" in command("lab", "export", "--run", plain.folder, "--games", -1, "--out", out).message
    assert "expected a name" in command("lab", "export", finished, "--out", tmp_path / "x.txt").message
    assert "other data files" in command("lab", "export", finished, "--set", "units.5-ind.mp=4", "--out", out).message
    assert not out.exists()


def test_arrays_have_a_row_for_each_word(command: Command, plain: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.npz"
    ran = command("lab", "export", "--run", plain.folder, "--games", 1, "--out", out)
    assert ran.code == 0, ran.err
    game, record = open_game("cheren"), plain.records()[0]
    observer = observer_of(game, "agordat")
    with np.load(out) as found:
        masks = np.unpackbits(found["mask"], axis=1, count=len(observer.alphabet)).astype(bool)
        assert masks[np.arange(len(masks)), found["word"]].all(), "what was said could be said"
        assert found["observation"].shape == (len(masks), observer.size)
        winner = None if record.winner is None else game.sides.index(record.winner)
        assert set(np.unique(found["reward"][found["side"] == winner])) == {1.0}
        assert (np.diff(found["points"]) != 0).any(), "towns change hands"
    assert f"{len(masks)} words" in ran.out


def test_parquet_says_how_the_game_ended(command: Command, plain: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    assert command("lab", "export", "--run", plain.folder, "--games", 1, "--observations", "none", "--out", out).code == 0
    last, record = pq.read_table(out).to_pylist()[-1], plain.records()[0]
    assert (last["winner"], last["level"], last["score"]) == (record.winner, record.level, record.score)
    assert last["points"] is not None
