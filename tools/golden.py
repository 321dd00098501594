"""Writes the golden games anew: `python tools/golden.py [GAME ...]`. Read the difference before you commit it.

A game that is there already is played with the same orders as far as they are still legal."""

from __future__ import annotations

import sys
from pathlib import Path

from amba.lab.golden import golden_text
from amba.load.registry import keys, open_game

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden"


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for key in names or keys():
        game = open_game(key)
        for scenario in game.scenarios():
            path = FOLDER / f"{key}-{scenario.key}.txt"
            kept = path.read_text(encoding="utf-8") if path.exists() else ""
            path.write_text(golden_text(game, scenario.key, kept), encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main(sys.argv[1:])
