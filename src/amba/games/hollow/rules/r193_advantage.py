"""Wall advantage: of two enemies on either side of a wall or hedge only one has it before him."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, DUG, HIDDEN, WALL
from amba.games.hollow.rules.r007_look import elevation
from amba.games.hollow.state import HollowState


@rule("11.5", "193.42")
def may_claim(s: HollowState, piece: int, here: int, there: int) -> bool:
    """Men in good order who are neither dug in nor in a wadi, and not lower than the ground the wall stands on; a question mark looks like such men."""
    if s.marks[piece] & (1 << BROKEN | 1 << HIDDEN | 1 << DUG) or s.position(piece) != "ground":
        return False
    return elevation(s.field.ground, s.viewpoint(piece)) >= 2 * max(s.field.level(here), s.field.level(there))


def _holders(s: HollowState, place: int, side: int) -> bool:
    return any(s.has(piece, WALL) for piece in s.counters_at(place, side))


@rule("11.5", "193.42")
def claim_walls(s: HollowState, mover: int) -> None:
    """Whoever was behind the wall first has it; who comes up to it only if nobody on the other side holds it. Without an enemy beyond it nobody needs it."""
    if not s.field.walls:
        return
    facing: set[int] = set()
    for side in (1 - mover, mover):
        for pair in s.field.walls:
            for here, there in (pair, pair[::-1]):
                if s.here[here] and s.here[there] and any(not s.has(p, HIDDEN) for p in s.counters_at(there, 1 - side)):
                    _claim(s, here, there, side, facing)
    for piece in [p for side in (0, 1) for p in s.known_counters(side) if s.has(p, WALL) and p not in facing]:
        s.mark("11.5", piece, WALL, False)


def _claim(s: HollowState, here: int, there: int, side: int, facing: set[int]) -> None:
    for piece in s.counters_at(here, side):
        if may_claim(s, piece, here, there) and not _holders(s, there, 1 - side):
            s.mark("11.5", piece, WALL)
            facing.add(piece)


@rule("11.5", "193.42")
def is_denied(s: HollowState, unit: int, target: int) -> bool:
    """Across the wall between them the firer has the advantage, and the target no good of it."""
    return not s.has(target, WALL) and s.field.range(s.at[unit], s.at[target]) == 1 and _holders(s, s.at[unit], s.side[unit])
