"""The same run on a Ray cluster started here for the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import ray

from amba.lab.ray_engine import RayEngine
from amba.lab.run import play_game
from amba.lab.store import Run, RunError
from tests.cli.conftest import Run as Command
from tests.cli.conftest import run as command
from tests.lab.conftest import spec

__all__ = ["command"]

# Ray leaves files and sockets to the garbage collector, and warns of settings to come.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """One for all that need one: starting it is what takes the time."""
    RayEngine("local").connect(2)
    yield
    ray.shutdown()


@pytest.mark.usefixtures("cluster")
def test_a_local_ray_plays_the_same_games(plain: Run, command: Command, tmp_path: Path) -> None:
    """By the command; and a what-if by the engine itself, in another order."""
    words = ("lab", "run", "cheren", "--scenario", "agordat", "--bots", "random,random", "--seed", "lab", "--games", 4, "--no-report")
    ran = command(*words, "--engine", "ray", "--jobs", 2, "--out", tmp_path / "r")
    assert ran.code == 0, ran.err
    for path in (tmp_path / "r").glob("*.csv"):
        assert (plain.folder / path.name).read_text(encoding="utf-8").startswith(path.read_text(encoding="utf-8"))
    assert Run.open(tmp_path / "r").count() == 4
    changed = spec(changes=("units.5-ind.mp=3",))
    assert list(RayEngine("local")(changed, [2, 0], 1)) == [play_game(changed, 2), play_game(changed, 0)]


@pytest.mark.usefixtures("cluster")
def test_a_machine_with_other_code_refuses_to_play(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the one that asks is changed: the machines of the cluster have what is installed."""
    monkeypatch.setattr("amba.lab.ray_engine.code_hash", lambda game, data: f"another {game}{data}")
    with pytest.raises(RunError, match="has another version of Amba than the machine that asks"):
        list(RayEngine("local")(spec(), [0], 1))
    words = ("lab", "run", "cheren", "--scenario", "agordat", "--bots", "random,random", "--games", 2, "--no-report", "--engine", "ray", "--jobs", 1)
    ran = command(*words, "--out", tmp_path / "refused")
    assert ran.code == 2
    assert "has another version of Amba" in ran.err.splitlines()[-1]
    assert "Traceback" not in ran.err
    assert Run.open(tmp_path / "refused").count() == 0


def test_a_cluster_that_is_not_there_is_told() -> None:
    ray.shutdown()
    with pytest.raises(RunError, match="no Ray cluster at 'auto' that lets us in"):
        RayEngine("auto").connect(1)
