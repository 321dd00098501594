"""A board in a few words, for tests, puzzles and examples: ``board_from(hillock="C4 C5", wall="C6/C7", level_1="C8", wadi="E4 E5 E4/E5")``."""

from __future__ import annotations

from amba.games.hollow.boards.board import Board, side
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.boards.terrain import SIDES, TERRAIN
from amba.games.hollow.rules.r007_look import Hindrance
from amba.kit.rays import Hex, Pair, are_neighbours


def board_from(number: int = 1, /, **kinds: str) -> Board:
    """Hexes and hexsides by terrain, hexside kind or level; what is not named is open ground of level 0."""
    level: dict[Hex, int] = {}
    terrain: dict[Hex, frozenset[str]] = {}
    sides: dict[str, frozenset[Pair]] = {}
    for kind, text in kinds.items():
        hexes = [hex_place(name) for name in text.split() if "/" not in name]
        pairs = [_pair(name) for name in text.split() if "/" in name]
        if pairs:
            if kind not in SIDES:
                raise ValueError(f"{kind!r} does not lie on hexsides; {', '.join(SIDES)} do")
            sides[kind] = frozenset(pairs)
        if kind.startswith("level_"):
            level |= dict.fromkeys(hexes, int(kind.removeprefix("level_")))
            continue
        if hexes and kind not in TERRAIN:
            raise ValueError(f"{kind!r} is no terrain; expected one of {', '.join(TERRAIN)}")
        for place in hexes:
            terrain[place] = terrain.get(place, frozenset()) | {kind}
    return Board(number, "", level, terrain, sides)


def low_visibility(drm: int) -> tuple[Hindrance, ...]:
    """What mist or rain add to a line."""
    return (Hindrance("176.32", "weather", (), drm),) if drm else ()


def _pair(name: str) -> Pair:
    a, b = (hex_place(end) for end in name.split("/"))
    if not are_neighbours(a, b):
        raise ValueError(f"{name}: not neighbours")
    return side(a, b)
