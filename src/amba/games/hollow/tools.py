"""What this game adds to the `amba` command: new boards from a seed, and boards read from an archive somebody has."""

from __future__ import annotations

import re
import tomllib
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from amba.games.hollow.board_map import map_of
from amba.games.hollow.boards.archive import ArchiveError, import_board, read_picture
from amba.games.hollow.boards.board import Board, board_text
from amba.games.hollow.boards.generate import CHARACTERS, generate
from amba.games.hollow.boards.ground import Placed, lay
from amba.games.hollow.boards.naming import PLACES
from amba.games.hollow.boards.terrain import SIDES, TERRAIN
from amba.games.hollow.book import HERE
from amba.games.hollow.tools_battle import battle_text
from amba.load.files import DataError
from amba.load.registry import Answer

FIRST_OWN = 71
"""Boards of one's own are numbered from here, so that they hide none of ours."""


def drawn(board: Board) -> dict[str, Any]:
    """The board as a map on its own."""
    look = tomllib.loads((HERE / "look" / "look.toml").read_text(encoding="utf-8"))
    return map_of(lay([[Placed(board)]]), look, f"Board {board.number}: {board.title}")


def _told(board: Board) -> tuple[str, dict[str, Any]]:
    counted = Counter(word for words in board.terrain.values() for word in words)
    levels = Counter(board.level.values())
    sides = {kind: len(pairs) for kind, pairs in board.sides.items()}
    rows = [f"{TERRAIN[word].title.lower()} {count}" for word, count in counted.most_common()]
    rows += [f"level {level} {count}" for level, count in sorted(levels.items())]
    rows += [f"{kind.replace('_', ' ')} hexsides {count}" for kind, count in sides.items()]
    text = f"Board {board.number}, {board.title}: {len(PLACES)} hexes; " + ", ".join(rows)
    named = {"number": board.number, "title": board.title}
    return text, {**named, "terrain": dict(counted), "levels": {str(k): v for k, v in levels.items()}, "hexsides": sides}


class BoardTool:
    """Draws a new desert board. The same seed and character give the same board."""

    summary = "draw a new desert board from a seed (Hollow Legions)"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, required=True, metavar="N", help="any whole number")
        parser.add_argument("--character", choices=sorted(CHARACTERS), help="what kind of country (default: by the seed)")
        parser.add_argument("--number", type=int, default=FIRST_OWN, metavar="B", help=f"the board's number (default {FIRST_OWN})")

        parser.add_argument("--battle", action="store_true", help="a whole scenario file instead: a battle of one's own on two boards, with overlays")

    def run(self, args: Namespace) -> Answer:
        if args.battle:
            told = f"A battle of one's own from seed {args.seed}. Keep it as scenarios/battle-{args.seed}.toml in a folder of your own and play with --data FOLDER."
            return Answer(told, {"seed": args.seed, "key": f"battle-{args.seed}"}, battle_text(args.seed))
        if args.number < 1:
            raise DataError("--number", 0, f"{args.number}; expected 1 or more")
        character = args.character or sorted(CHARACTERS)[args.seed % len(CHARACTERS)]
        board = generate(character, args.seed, args.number)
        text, data = _told(board)
        return Answer(text, {**data, "seed": args.seed, "character": character}, board_text(board), drawn(board))


class ImportTool:
    """Reads a board archive you already have (a zip with the member LOSData). What its terrain codes mean you say in a file of codes."""

    summary = "read a board archive you already have (Hollow Legions)"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the archive")
        parser.add_argument(
            "--codes", type=Path, metavar="TOML", help='what the codes mean: lines such as  73 = "scrub"; without it the codes are listed'
        )
        parser.add_argument("--number", type=int, metavar="B", help="the board's number (default: the number in the file's name)")

    def run(self, args: Namespace) -> Answer:
        try:
            if args.codes is None:
                return self._listed(args.file)
            number = args.number or int((re.findall(r"\d+", args.file.stem) or [str(FIRST_OWN)])[-1])
            board = import_board(args.file, number, read_codes(args.codes))
        except ArchiveError as error:
            raise DataError(str(args.file), 0, str(error)) from None
        text, data = _told(board)
        text += f"\nKeep it as boards/{number}.toml in a folder of your own and play with --data FOLDER."
        return Answer(text, data, board_text(board), drawn(board))

    def _listed(self, path: Path) -> Answer:
        picture = read_picture(path)
        counted = Counter(picture.points[1::2])
        levels = sorted({level - 256 if level > 127 else level for level in set(picture.points[::2])})
        rows = [f"  {code:>3}  {count / (picture.width * picture.height):6.2%} of the picture" for code, count in counted.most_common()]
        head = f"{path.name}: levels {levels[0]} to {levels[-1]}; terrain codes:"
        foot = f"Say in a file of codes which of these words each means: {', '.join([*TERRAIN, *SIDES])}"
        return Answer("\n".join([head, *rows, foot]), {"codes": {str(code): count for code, count in counted.items()}, "levels": levels})


def read_codes(path: Path) -> Mapping[int, str]:
    """A file of codes: a number and a word on each line."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(str(path), 0, f"no file of codes: {error}") from None
    for key, word in found.items():
        if not key.isdigit() or int(key) > 255 or not isinstance(word, str):
            raise DataError(str(path), 0, f'found {key} = {word!r}; expected a code and a word: 73 = "scrub"')
    return {int(key): word for key, word in found.items()}


BOARD = BoardTool()
IMPORT_BOARD = ImportTool()
