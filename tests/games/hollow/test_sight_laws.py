"""Laws of sight: the same answer from both ends, under turning of the boards, at corners and along sides."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from amba.games.hollow.boards.board import Board, side
from amba.games.hollow.boards.generate import CHARACTERS, generate
from amba.games.hollow.boards.ground import Ground, Placed, lay
from amba.games.hollow.boards.naming import PLACES, is_half
from amba.games.hollow.boards.terrain import SIDES, TERRAIN
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_look import Look
from amba.games.hollow.rules.r007_sight import NO_CLOUDS, RULES, Sightline, is_open, sight
from amba.games.hollow.rules.r176_hindrances import hindrance_blocks, hindrances_of
from amba.kit.rays import NEIGHBOURS, Hex

WORDS = [word for word in TERRAIN if word != "open"]
BOARDS = [generate(character, seed, seed) for seed, character in enumerate(CHARACTERS, start=1)]

Told = tuple[bool, int, frozenset[tuple[str, frozenset[str]]], frozenset[tuple[str, int, frozenset[str]]], frozenset[str]]


def wild(seed: int, number: int) -> Board:
    """A board with everything everywhere: nonsense as a landscape, and a hard test."""
    rng = random.Random(seed)
    inner = [p for p in PLACES if not is_half(p)]
    level = {p: rng.choice((-1, 0, 0, 0, 1, 1, 2, 3)) for p in inner if rng.random() < 0.3}
    terrain = {p: frozenset(rng.sample(WORDS, rng.choice((1, 1, 2)))) for p in PLACES if rng.random() < 0.3}
    sides: dict[str, set[tuple[Hex, Hex]]] = {kind: set() for kind in SIDES}
    for p in inner:
        for step in NEIGHBOURS:
            there = (p[0] + step[0], p[1] + step[1])
            if there in PLACES and rng.random() < 0.15:
                sides[rng.choice(list(SIDES))].add(side(p, there))
    return Board(number, "", level, terrain, {kind: frozenset(pairs) for kind, pairs in sides.items()})


def told(ground: Ground, found: Sightline) -> Told:
    """Everything the answer says, in the first board's or any board's names."""

    def called(hexes: tuple[Hex, ...]) -> frozenset[str]:
        return frozenset(min(ground.names[place]) for place in hexes if place in ground.names)

    return (
        found.is_clear,
        found.range,
        frozenset((block.rule, called(block.hexes)) for block in found.blocks),
        frozenset((h.rule, h.drm, called(h.hexes)) for h in found.hindrances),
        called(found.blind),
    )


def viewpoint(ground: Ground, place: Hex, down: bool, dug_in: bool) -> Viewpoint:
    if ground.has(place, "wadi"):
        return Viewpoint(place, "in" if down else "crest", dug_in)
    return Viewpoint(place, "ground", dug_in)


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Board, Board]:
    if draw(st.booleans()):
        return draw(st.sampled_from(BOARDS)), draw(st.sampled_from(BOARDS))._replace(number=99)
    return wild(draw(st.integers(0, 10**6)), 1), wild(draw(st.integers(0, 10**6)), 99)


LOOKS = st.tuples(st.integers(0, 10**6), st.integers(0, 8), st.integers(-9, 9), st.booleans(), st.booleans(), st.booleans(), st.booleans())


@settings(deadline=None, max_examples=60)
@given(scenes(), st.booleans(), st.booleans(), st.lists(LOOKS, min_size=8, max_size=8))
def test_7_the_same_answer_from_both_ends_and_with_the_boards_turned(
    scene: tuple[Board, Board], first: bool, second: bool, looks: list[tuple[int, int, int, bool, bool, bool, bool]]
) -> None:
    left, right = scene
    ground = lay([[Placed(left, first), Placed(right, second)]])
    other = lay([[Placed(right, not second), Placed(left, not first)]])
    places = sorted(ground.name)
    for start, columns, rows, down_a, down_b, dug_a, dug_b in looks:
        a = places[start % len(places)]
        b = (a[0] + columns, a[1] + 2 * rows + columns % 2)
        if b not in ground.name:
            continue
        clouds = dict.fromkeys(places[:: 7 + start % 5], 2)
        there = sight(ground, viewpoint(ground, a, down_a, dug_a), viewpoint(ground, b, down_b, dug_b), clouds)
        back = sight(ground, viewpoint(ground, b, down_b, dug_b), viewpoint(ground, a, down_a, dug_a), clouds)
        assert told(ground, there) == told(ground, back)
        assert tuple(there.hindrances) == tuple(hindrances_of(there.look, clouds)), "a cloud is only looked for where the line meets one"
        ta, tb = other.place[ground.name[a]], other.place[ground.name[b]]
        turned_clouds = {other.place[ground.name[place]]: 2 for place in clouds}
        turned = sight(other, viewpoint(other, ta, down_a, dug_a), viewpoint(other, tb, down_b, dug_b), turned_clouds)
        assert told(ground, there) == told(other, turned)


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 10**6), st.integers(0, 345), st.sampled_from([(2, 0), (4, 0), (6, 0), (1, 3), (1, 9), (2, 6), (3, 3), (2, 12), (1, -3), (1, -9)])
)
def test_7_the_same_answer_along_sides_and_through_corners(seed: int, start: int, step: tuple[int, int]) -> None:
    ground = lay([[Placed(wild(seed, 1))]])
    a = PLACES[start]
    b = (a[0] + step[0], a[1] + step[1])
    if b in ground.name:
        one, two = viewpoint(ground, a, False, False), viewpoint(ground, b, True, True)
        assert told(ground, sight(ground, one, two)) == told(ground, sight(ground, two, one))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 345), st.integers(0, 345))
def test_43_lower_obstacles_never_hide_more(seed: int, start: int, end: int) -> None:
    board = wild(seed, 1)._replace(sides={}, terrain={})
    a, b = Viewpoint(PLACES[start]), Viewpoint(PLACES[end])
    ground = lay([[Placed(board)]])
    flat = lay([[Placed(board._replace(level={p: n for p, n in board.level.items() if p in (a.hex, b.hex) or n < 1}))]])
    if sight(ground, a, b).is_clear and min(ground.level[a.hex], ground.level[b.hex]) >= 0:
        assert sight(flat, a, b).is_clear


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.booleans(), st.booleans(), st.booleans(), st.booleans())
def test_rules_that_are_not_asked_would_have_said_nothing(seed: int, down_a: bool, down_b: bool, dug_a: bool, dug_b: bool) -> None:
    """A line asks only the rules whose terrain it meets. Asked all the same, the others change nothing."""
    rng = random.Random(seed)
    board = rng.choice(BOARDS) if rng.random() < 0.5 else wild(seed, 1)
    ground = lay([[Placed(board)]])
    a, b = (viewpoint(ground, rng.choice(PLACES), down, dug) for down, dug in ((down_a, dug_a), (down_b, dug_b)))
    found, look = sight(ground, a, b), Look(ground, a, b)
    hindrances = tuple(hindrances_of(look, NO_CLOUDS))
    blocks = [block for rule, _ in RULES for block in rule(look)] if look.range > 1 else []
    assert found.hindrances == hindrances
    assert found.blocks == (*blocks, *hindrance_blocks(hindrances))


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10_000), st.booleans(), st.booleans(), st.booleans(), st.booleans())
def test_7_the_table_of_open_lines_says_what_the_rules_of_sight_say(seed: int, down_a: bool, down_b: bool, dug_a: bool, dug_b: bool) -> None:
    """From either end; and no smoke opens a line that the ground stops."""
    rng = random.Random(seed)
    ground = lay([[Placed(rng.choice(BOARDS) if rng.random() < 0.5 else wild(seed, 1))]])
    clouds = dict.fromkeys(rng.sample(PLACES, 30), 2)
    for _ in range(12):
        a, b = (viewpoint(ground, rng.choice(PLACES), down, dug) for down, dug in ((down_a, dug_a), (down_b, dug_b)))
        assert is_open(ground, a, b) == is_open(ground, b, a) == sight(ground, a, b).is_clear == sight(ground, b, a).is_clear
        assert is_open(ground, a, b) or not sight(ground, a, b, clouds).is_clear
