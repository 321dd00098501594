"""Small runs that several tests look at, played once."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.core.game import choose_options
from amba.lab.run import game_of, header_of, on_processes
from amba.lab.store import Run, Spec


def spec(**given: object) -> Spec:
    """A short run of the smallest scenario."""
    found = {"game": "cheren", "scenario": "agordat", "options": {}, "bots": ("random", "random"), "seed": "lab", "changes": (), "data": "", **given}
    made = Spec(**found)  # type: ignore[arg-type]
    return made._replace(options=choose_options(game_of(made).options(), made.options))


def played(folder: Path, games: int, jobs: int = 1, **given: object) -> Run:
    asked = spec(**given)
    run = Run.start(folder, header_of(asked))
    with run.held():
        for record in on_processes(asked, range(run.count(), games), jobs):
            run.append(record)
    return run


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(tmp_path_factory.mktemp("plain") / "run", 12)


@pytest.fixture(scope="session")
def other_seed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(tmp_path_factory.mktemp("other") / "run", 12, seed="another")


RICH = tuple(f"map.places.{town}.vp=9" for town in ("kassala", "agordat"))


@pytest.fixture(scope="session")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The same dice, and towns worth far more points."""
    return played(tmp_path_factory.mktemp("planted") / "run", 12, changes=RICH)
