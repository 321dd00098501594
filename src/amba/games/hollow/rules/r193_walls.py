"""Walls, hedges and dune crests in the line, and things of half a level that stand like them; wall advantage: of two enemies on either side of a wall only one has it before him."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, DUG, HIDDEN, WALL
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_look import Block, Look, elevation
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex, Meeting, Pair, are_neighbours


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


WALLS = ("wall", "hedge", "cactus_hedge")


class Low(NamedTuple):
    """Something half a level high in the line: its top, its hexes, and the ends that touch it; `place` is its order along the line."""

    place: int
    top: int
    hexes: tuple[Hex, ...]
    rule: str
    what: str
    touches_a: bool
    touches_b: bool


@rule("193.4", "193.41")
def is_ignored(look: Look, a: Hex, b: Hex) -> bool:
    """A wall between hexes of different base levels does not count between ends a full level or more apart."""
    return look.ground.level.get(a, 0) != look.ground.level.get(b, 0) and look.high - look.low >= 2


@rule("193.41", "190.51", "11.5")
def _side_top(look: Look, pair: Pair) -> tuple[int, str] | None:
    """How high the hexside stands: half a level above the higher of its two base levels, or of its two dunes."""
    ground = look.ground
    if ground.has_side(*pair, *WALLS) and not is_ignored(look, *pair):
        return 2 * max(ground.level.get(place, 0) for place in pair) + 1, "11.5"
    if ground.has_side(*pair, "dune_crest"):
        return max(ground.surface(place) for place in pair) + 1, "190.51"
    return None


def _on_sides(look: Look) -> Iterator[Low]:
    for meeting in look.meetings:
        hands = []
        for hand in (meeting.left, meeting.right):
            tops = [found for pair in hand if (found := _side_top(look, pair)) is not None]
            hands.append(max(tops, default=None))
        left, right = hands
        if left is not None and right is not None:
            top, number = min(left, right)
            yield _low(look, meeting, top, number)


def _low(look: Look, meeting: Meeting, top: int, number: str) -> Low:
    what = "dune crest" if number == "190.51" else "wall or hedge"
    return Low(2 * meeting.at, top, meeting.hexes, number, what, look.a.hex in meeting.hexes, look.b.hex in meeting.hexes)


@rule("189.162", "196.1", "196.4")
def _in_hexes(look: Look) -> Iterator[Low]:
    """Rubble, broken crag and cactus stand half a level high over their whole hex, and count like a hedge on its far side."""
    heights = look.ground.heights
    order = {passage.hexes: index for index, passage in enumerate(look.passages)}
    for way in look.standing(heights.low, heights.low):
        word = heights.low_word[way.hexes[0]]
        near_a, near_b = (any(are_neighbours(end.hex, place) for place in way.hexes) for end in (look.a, look.b))
        yield Low(2 * order[way.hexes] + 1, way.top, way.hexes, TERRAIN[word].rule, TERRAIN[word].title.lower(), near_a, near_b)


@rule("11.5", "189.161", "189.162", "190.51")
def low_blocks(look: Look) -> Iterator[Block]:
    """Things half a level high stop ends below their top, and let an end as high as themselves see past only one or two."""
    sides, hexes = list(_on_sides(look)), list(_in_hexes(look))
    for low in sides:
        if low.top > look.high and not (low.touches_a or low.touches_b):
            yield Block(low.rule, low.what, low.hexes)
    for low in hexes:
        if low.top > look.high:
            yield Block(low.rule, low.what, low.hexes)
    level = sorted(low for low in (*sides, *hexes) if low.top == look.high)
    if level and not any(_sees_past(look, end, level) for end, height, _, _ in look.ends if height == look.high):
        yield Block("189.161", f"{len(level)} walls or the like as high as the higher end", tuple(place for low in level for place in low.hexes))


@rule("189.161")
def _sees_past(look: Look, end: Viewpoint, level: list[Low]) -> bool:
    """Past the first wall as high as oneself; past a second only to what is adjacent behind it, or as high as oneself."""
    from_a = end is look.a
    order = level if from_a else level[::-1]
    # A wall of one's own hex is no obstacle; what fills a hex counts at its far side, never at the near one.
    ahead = [low for low in order if not (low.place % 2 == 0 and (low.touches_a if from_a else low.touches_b))]
    if len(ahead) <= 1:
        return True
    second = ahead[1]
    reached = second.touches_b if from_a else second.touches_a
    return len(ahead) == 2 and (reached or look.ea == look.eb)


@rule("54.8", "193.41")
def entrenched_blocks(look: Look) -> Iterator[Block]:
    """An entrenched unit sees past the wall of its own hex only to the next hex and to higher ground; a hillside wall is no exception."""
    for end, height, _, other in look.ends:
        if not end.dug_in or other > height:
            continue
        for meeting in look.met(*WALLS):
            sides = (*meeting.left, *meeting.right)
            if any(end.hex in pair and look.ground.has_side(*pair, *WALLS) for pair in sides):
                yield Block("54.8", "entrenched behind a wall or hedge", meeting.hexes)
