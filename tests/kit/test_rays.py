"""Lines between centres: what they cross, follow and touch, decided exactly."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from amba.kit.rays import NEIGHBOURS, Hex, Meeting, Ray, are_neighbours, distance, meets_any, meets_between, ray, trail

columns = st.integers(-12, 12)


@st.composite
def hexes(draw: st.DrawFn) -> Hex:
    column = draw(columns)
    return column, 2 * draw(columns) + column % 2


def names(line: Ray) -> list[tuple[str, tuple[Hex, ...]]]:
    return [(p.kind, tuple(sorted(p.hexes))) for p in line.passages]


def flipped(meeting: Meeting) -> tuple[frozenset[frozenset[frozenset[Hex]]], frozenset[Hex]]:
    hands = frozenset(frozenset(frozenset(pair) for pair in hand) for hand in (meeting.left, meeting.right))
    return hands, frozenset(meeting.hexes)


def test_a_straight_column_crosses_each_hex_and_each_side() -> None:
    line = ray((0, 0), (0, 6))
    assert names(line) == [("in", ((0, y),)) for y in (0, 2, 4, 6)]
    assert [m.left for m in line.meetings] == [(((0, y), (0, y + 2)),) for y in (0, 2, 4)]


def test_a_line_along_the_spine_follows_the_side_between_two_hexes() -> None:
    line = ray((0, 0), (2, 0))
    assert names(line) == [("in", ((0, 0),)), ("along", ((1, -1), (1, 1))), ("in", ((2, 0),))]
    first, along, last = line.meetings
    assert {first.left, first.right} == {(((0, 0), (1, -1)),), (((0, 0), (1, 1)),)}
    assert along.left == along.right == (((1, -1), (1, 1)),)
    assert set(along.hexes) == {(0, 0), (1, -1), (1, 1), (2, 0)}
    assert {last.left, last.right} == {(((2, 0), (1, -1)),), (((2, 0), (1, 1)),)}


def test_a_corner_that_is_only_touched() -> None:
    line = ray((0, 0), (1, 9))
    assert [p.hexes[0] for p in line.passages if p.kind == "corner"] == [(1, 3), (0, 6)]
    at_corner = line.meetings[1]
    assert at_corner.left == (((0, 2), (0, 4)),)
    assert at_corner.right == (((0, 2), (1, 3)), ((1, 3), (0, 4)))


def position(a: Hex, b: Hex, t: Fraction) -> tuple[Fraction, Fraction]:
    return 3 * (a[0] + (b[0] - a[0]) * t), a[1] + (b[1] - a[1]) * t


def inside(hex: Hex, x: Fraction, y: Fraction) -> bool:
    dx, dy = x - 3 * hex[0], y - hex[1]
    return abs(dy) < 1 and abs(dx - dy) < 2 and abs(dx + dy) < 2


@settings(deadline=None)
@given(hexes(), hexes())
def test_every_hex_whose_inside_the_line_enters_is_there_and_no_other(a: Hex, b: Hex) -> None:
    crossed = [p.hexes[0] for p in ray(a, b).passages if p.kind == "in"]
    sampled = set()
    for step in range(101):
        x, y = position(a, b, Fraction(step, 100))
        near = (round(x / 3), 0)
        for column in range(near[0] - 1, near[0] + 2):
            for row in range(int(y) - 3, int(y) + 4):
                if (column + row) % 2 == (a[0] + a[1]) % 2 and inside((column, row), x, y):
                    sampled.add((column, row))
    assert sampled <= set(crossed)
    assert len(crossed) == len(set(crossed))


@settings(deadline=None)
@given(hexes(), hexes())
def test_the_same_line_from_both_ends(a: Hex, b: Hex) -> None:
    there, back = ray(a, b), ray(b, a)
    assert sorted(names(there)) == sorted(names(back))
    assert [n for n in names(there) if n[0] != "corner"] == [n for n in reversed(names(back)) if n[0] != "corner"]
    assert [flipped(m) for m in there.meetings] == [flipped(m) for m in reversed(back.meetings)]


@settings(deadline=None)
@given(hexes(), hexes())
def test_half_a_turn_turns_the_line(a: Hex, b: Hex) -> None:
    def turn(h: Hex) -> Hex:
        return -h[0], -h[1]

    there, turned = ray(a, b), ray(turn(a), turn(b))
    assert sorted((k, tuple(sorted(turn(h) for h in hs))) for k, hs in names(there)) == sorted(names(turned))


@settings(deadline=None)
@given(hexes(), hexes())
def test_consecutive_passages_touch(a: Hex, b: Hex) -> None:
    line = ray(a, b)
    for meeting in line.meetings:
        for one, other in (*meeting.left, *meeting.right):
            assert are_neighbours(one, other)
    assert line.passages[0].hexes == (a,)
    assert line.passages[-1].hexes == (b,)


@settings(deadline=None)
@given(hexes(), hexes())
def test_distance_counts_steps(a: Hex, b: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    if a != b:
        assert min(distance((a[0] + s[0], a[1] + s[1]), b) for s in NEIGHBOURS) == distance(a, b) - 1


def test_what_lies_between_two_hexes_is_not_what_lies_in_them() -> None:
    a, b = (2, 3), (7, 9)
    on_the_way = set(trail(b[0] - a[0], b[1] - a[1])) - {(0, 0), (b[0] - a[0], b[1] - a[1])}
    assert on_the_way
    assert not meets_between(a, b, [a, b, (0, 0)])
    assert meets_any(a, b, [a])
    for column, row in on_the_way:
        assert meets_between(a, b, [a, (column + a[0], row + a[1])])
