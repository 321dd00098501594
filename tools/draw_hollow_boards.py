"""Draws the first version of the six boards of Hollow Legions. The files are the truth from then on: an existing board is left alone."""

from __future__ import annotations

from amba.games.hollow.boards.board import board_text
from amba.games.hollow.boards.generate import CHARACTERS, generate
from amba.games.hollow.book import HERE


def main() -> None:
    for number, character in enumerate(CHARACTERS, start=61):
        path = HERE / "data" / "boards" / f"{number}.toml"
        if path.exists():
            print(f"{path.name} is there already")
            continue
        path.write_text(board_text(generate(character, number, number)), encoding="utf-8")
        print(f"{path.name}: {character}")


if __name__ == "__main__":
    main()
