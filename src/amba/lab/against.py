"""Two installations of Amba measured turn about in one go, so that whatever else the machine does falls on both alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple


class CannotCompare(Exception):
    """The other installation is not there, or cannot measure what is asked."""


RUN = "import sys; from amba.cli.main import main; sys.exit(main())"


class Installation(NamedTuple):
    """A Python that finds an `amba` of its own."""

    python: str
    folder: str | None
    """Where the package lies, when it is not installed into that Python."""

    def measured(self, game: str, scenario: str | None, seconds: float) -> dict[str, float]:
        """Decisions per reference of each scenario, by a process of its own."""
        environment = dict(os.environ)
        if self.folder is not None:
            environment["PYTHONPATH"] = self.folder
        words = [self.python, "-c", RUN, "bench", game, "--seconds", str(seconds), "--json"]
        if scenario is not None:
            words += ["--scenario", scenario]
        done = subprocess.run(words, check=False, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise CannotCompare(f"{self.folder or self.python} cannot measure {game}: {(done.stderr or done.stdout).strip()[-300:]}")
        return {row["scenario"]: row["ratios"]["decisions_per_reference"] for row in json.loads(done.stdout)["scenarios"]}


def here() -> Installation:
    """This very installation."""
    return Installation(sys.executable, str(Path(__file__).parents[2]))


def installation(where: str) -> Installation:
    """The one a player names: a Python, or a folder of sources (with or without its `src`)."""
    path = Path(where)
    if path.is_file():
        return Installation(str(path), None)
    for folder in (path / "src", path):
        if (folder / "amba" / "__init__.py").is_file():
            return Installation(sys.executable, str(folder.resolve()))
    raise CannotCompare(f"{where} is neither a Python with amba installed nor a folder of its sources")


def compared(other: Installation, games: list[str], scenario: str | None, seconds: float, rounds: int) -> Iterator[dict[str, Any]]:
    """A row for each scenario that both have: the ratio of ours to the other's, with the lowest and the highest of the rounds."""
    ours = here()
    for game in games:
        pairs: dict[str, list[tuple[float, float]]] = {}
        for number in range(rounds):
            order = [ours, other] if number % 2 == 0 else [other, ours]
            found = {one: one.measured(game, scenario, seconds) for one in order}
            for name, figure in found[ours].items():
                if name in found[other]:
                    pairs.setdefault(name, []).append((figure, found[other][name]))
        for name, figures in pairs.items():
            ratios = [figure / against for figure, against in figures]
            yield {
                "game": game, "scenario": name, "rounds": rounds,
                "ours": round(median(figure for figure, _ in figures), 3), "other": round(median(against for _, against in figures), 3),
                "ratio": round(median(ratios), 3), "lowest": round(min(ratios), 3), "highest": round(max(ratios), 3),
            }  # fmt: skip
