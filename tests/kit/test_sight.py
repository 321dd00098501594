"""Lines between corners: what they cross, follow, cut and touch, decided exactly."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from amba.kit.sight import CORNERS, Sight, SightMap

ROWS = 34
MAP = SightMap(61, ROWS, first_column_north=True)
OFFSETS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))


def at(name: str) -> int:
    return int(name[:2]) * ROWS + int(name[2:])


def corner(name: str) -> int:
    return CORNERS.index(name)


def names(hexes: tuple[int, ...]) -> list[str]:
    return [f"{h // ROWS:02d}{h % ROWS:02d}" for h in hexes]


def point(index: int, k: int) -> tuple[int, int]:
    c, r = divmod(index, ROWS)
    return 3 * c + OFFSETS[k][0], 2 * r + c % 2 + OFFSETS[k][1]


def slow_inside(index: int, p: tuple[int, int], q: tuple[int, int]) -> str:
    """A second opinion with fractions: cut the line by the six half-planes of one hex."""
    c, r = divmod(index, ROWS)
    x, y = p[0] - 3 * c, p[1] - 2 * r - c % 2
    dx, dy = q[0] - p[0], q[1] - p[1]
    low, high, on_side = Fraction(0), Fraction(1), False
    for at_start, change, bound in ((y, dy, 1), (x - y, dx - dy, 2), (x + y, dx + dy, 2)):
        if change == 0:
            if abs(at_start) > bound:
                return "away"
            on_side = on_side or abs(at_start) == bound
            continue
        ends = sorted((Fraction(-bound - at_start, change), Fraction(bound - at_start, change)))
        low, high = max(low, ends[0]), min(high, ends[1])
    if low > high:
        return "away"
    if low == high:
        return "touched" if 0 < low < 1 else "away"
    return "along" if on_side else "crossed"


def test_a_line_across_one_hex_crosses_that_hex_only() -> None:
    line = MAP.line(at("1010"), corner("w"), at("1010"), corner("e"))
    assert names(line.crossed) == ["1010"]
    assert not line.along
    assert not line.sides
    assert not line.touched


def test_a_line_along_a_side_crosses_nothing() -> None:
    line = MAP.line(at("1010"), corner("ne"), at("1010"), corner("nw"))
    assert line.crossed == ()
    assert [set(names(pair)) for pair in line.along] == [{"1010", "1009"}]


def test_a_line_up_a_column_cuts_each_side_in_its_middle_or_not_at_all() -> None:
    # From the south-west corner of 1012 to the north-west corner of 1010: along the west of a column of hexes.
    line = MAP.line(at("1012"), corner("sw"), at("1010"), corner("nw"))
    assert names(line.crossed) == ["1012", "1011", "1010"]
    assert line.sides == ()  # it passes through the ends of the sides, never through a side


def test_a_line_through_corners_follows_a_side_and_crosses_a_hex_by_turns() -> None:
    line = MAP.line(at("1010"), corner("w"), at("1210"), corner("e"))
    assert names(line.crossed) == ["1010", "1210"]
    assert [set(names(pair)) for pair in line.along] == [{"1109", "1110"}]


@pytest.mark.parametrize("seed", range(24))
def test_every_line_agrees_with_the_slow_reckoning_for_every_hex(seed: int) -> None:
    rng = random.Random(seed)
    a = at(f"{rng.randrange(20, 40)}{rng.randrange(10, 24)}")
    b = at(f"{rng.randrange(20, 40)}{rng.randrange(10, 24)}")
    # Every third line joins like corners of hexes in the same column or row, and so runs through corners.
    i = rng.randrange(6)
    j = i if seed % 3 == 0 else rng.randrange(6)
    if seed % 3 == 0:
        b = a + (ROWS * 2 * (seed % 4) or 6)
    line = MAP.line(a, i, b, j)
    found: dict[str, set[int]] = {"crossed": set(), "touched": set(), "along": set(), "away": set()}
    for index in range(61 * ROWS):
        found[slow_inside(index, point(a, i), point(b, j))].add(index)
    assert set(line.crossed) == found["crossed"]
    assert set(line.touched) == found["touched"]
    assert {h for pair in line.along for h in pair} == found["along"]


def test_a_line_meets_the_same_things_from_either_end() -> None:
    rng = random.Random(4)
    for _ in range(300):
        a, b = rng.randrange(61 * ROWS), rng.randrange(61 * ROWS)
        i, j = rng.randrange(6), rng.randrange(6)
        there, back = MAP.line(a, i, b, j), MAP.line(b, j, a, i)
        assert there.crossed == back.crossed[::-1]
        assert {frozenset(p) for p in there.sides} == {frozenset(p) for p in back.sides}
        assert {frozenset(p) for p in there.along} == {frozenset(p) for p in back.along}
        assert set(there.touched) == set(back.touched)


def test_crossed_hexes_that_follow_each_other_share_the_side_that_is_cut() -> None:
    line = MAP.line(at("1010"), corner("e"), at("2014"), corner("se"))
    for one, other in line.sides:
        assert {one, other} <= set(line.crossed)


def flat_with(**high: int) -> list[int]:
    heights = [0] * (61 * ROWS)
    for name, height in high.items():
        heights[at(name[1:])] = height
    return heights


def test_only_ground_higher_than_both_ends_stops_the_line() -> None:
    blocked = Sight(MAP, flat_with(h1010=3, h1012=0, h1011=4, h0910=4, h1111=4, h0911=4, h1110=4))
    assert not blocked.sees(at("1010"), at("1012"))
    level = Sight(MAP, flat_with(h1010=4, h1012=0, h1011=4, h0910=4, h1111=4, h0911=4, h1110=4))
    assert level.sees(at("1010"), at("1012"))


def test_an_opaque_hex_stops_every_line_across_it_but_not_from_it() -> None:
    sight = Sight(MAP, flat_with(h1010=9, h1014=9), opaque=[at(h) for h in ("1012", "0911", "1111", "0912", "1112")])
    assert not sight.sees(at("1010"), at("1014"))
    assert sight.sees(at("1012"), at("1014"))


def test_a_line_along_a_side_is_stopped_by_both_hexes_or_by_one_as_asked() -> None:
    heights = flat_with(h1109=5)
    args = (at("1010"), corner("w"), at("1210"), corner("e"))
    assert Sight(MAP, heights).is_clear(*args)
    assert not Sight(MAP, heights, along=any).is_clear(*args)


def test_a_wall_stops_the_line_that_cuts_it_and_only_that() -> None:
    sight = Sight(MAP, flat_with(), walls=[(at("1010"), at("1110"))])
    # From the north-west corner of 1010 to the south-east corner of 1110 the line cuts their common side.
    assert not sight.is_clear(at("1010"), corner("nw"), at("1110"), corner("se"))
    assert sight.is_clear(at("1010"), corner("sw"), at("1011"), corner("sw"))


def test_why_not_names_the_line_and_the_hex() -> None:
    sight = Sight(MAP, flat_with(h1010=3, h1011=4, h0910=4, h1111=4, h0911=4, h1110=4))
    block = sight.why_not(at("1010"), at("1012"))
    assert block is not None
    assert block.hex in {at(h) for h in ("1011", "0910", "1111", "0911", "1110")}
    assert block.hex in block.line.crossed or any(block.hex in pair for pair in block.line.along)
    assert sight.why_not(at("1010"), at("1011")) is None


def test_a_board_whose_first_column_lies_south_is_the_mirror_picture() -> None:
    south = SightMap(61, ROWS, first_column_north=False)
    line = south.line(at("1010"), corner("w"), at("1210"), corner("e"))
    assert [set(names(pair)) for pair in line.along] == [{"1110", "1111"}]
    assert names(south.line(at("1012"), corner("sw"), at("1010"), corner("nw")).crossed) == ["1012", "1011", "1010"]


def test_what_is_kept_of_lines_has_a_bound() -> None:
    """As many pairs as hexes squared: all of them kept would be gigabytes. What is forgotten is found again."""
    small = SightMap(9, 9, first_column_north=True, most_templates=30)
    rng = random.Random(4)
    heights = [rng.randrange(4) for _ in range(81)]
    once, again = Sight(small, heights, most_chosen=25), Sight(SightMap(9, 9, first_column_north=True), heights)
    for a, b in ((a, b) for a in range(0, 81, 5) for b in range(0, 81, 3)):
        assert (6 if (found := once.best_corner(a, b)) is None else found) == again._choose(a, b)
        assert len(small._flat) <= 30
        assert len(once._chosen) <= 25
