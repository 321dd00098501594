"""Writes the golden games anew: `python tools/golden.py [GAME ...]`. Read the difference before you commit it.

A game that is there already is played with the same orders as far as they are still legal. Where one has changed, the game's `version` must be raised
first: tests/golden/versions.toml keeps the version they belong to, and law 9 compares."""

from __future__ import annotations

import sys

from amba.lab.golden import keep_golden, version_breaches
from amba.load.registry import keys, open_game


def main(names: list[str]) -> int:
    broken = 0
    for key in names or keys():
        game = open_game(key)
        for path in keep_golden(game):
            print(path.name)
        for text in version_breaches(game):
            print(text, file=sys.stderr)
            broken = 1
    return broken


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
