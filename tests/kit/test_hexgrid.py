"""Hex geometry: both parities, numbering from 0 or 1."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amba.kit.hexgrid import DIRECTIONS, Grid, GridShape, UnknownHex

shapes = st.builds(
    GridShape,
    columns=st.integers(1, 12), rows=st.integers(1, 12), first_column=st.integers(0, 1), first_row=st.integers(0, 1),
    even_columns=st.sampled_from(["north", "south"]),
)  # fmt: skip
grids = st.builds(Grid, shapes)


@given(grids)
def test_neighbours_are_symmetric_and_at_most_six(grid: Grid) -> None:
    for here, near in enumerate(grid.neighbours):
        assert len(set(near)) == len(near) <= 6
        assert here not in near
        assert all(here in grid.neighbours[there] for there in near)


@given(grids)
def test_an_inner_hex_has_six_neighbours_and_no_edge(grid: Grid) -> None:
    for here, near in enumerate(grid.neighbours):
        column, row = divmod(here, grid.shape.rows)
        inner = 0 < column < grid.shape.columns - 1 and 0 < row < grid.shape.rows - 1
        if inner:
            assert len(near) == 6
        assert grid.is_edge(here) == (len(near) < 6)


@given(grids, st.data())
def test_distance_is_a_metric(grid: Grid, data: st.DataObject) -> None:
    a, b, c = (data.draw(st.integers(0, grid.size - 1)) for _ in range(3))
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    assert (grid.distance(a, b) == 1) == (b in grid.neighbours[a])


@given(grids, st.data())
def test_distance_counts_steps(grid: Grid, data: st.DataObject) -> None:
    """Breadth-first search over neighbours agrees on a full rectangle of hexes."""
    start = data.draw(st.integers(0, grid.size - 1))
    steps, ring = {start: 0}, [start]
    for here in ring:
        for there in grid.neighbours[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                ring.append(there)
    if grid.shape.columns > 1 or grid.shape.rows == 1:
        assert set(steps) == set(range(grid.size))
    for there, count in steps.items():
        assert grid.distance(start, there) <= count
        if grid.shape.rows > 2:
            assert grid.distance(start, there) == count


@given(grids, st.data(), st.integers(0, 4))
def test_within_is_everything_that_near(grid: Grid, data: st.DataObject, radius: int) -> None:
    centre = data.draw(st.integers(0, grid.size - 1))
    found = list(grid.within(centre, radius))
    assert len(found) == len(set(found))
    assert set(found) == {other for other in range(grid.size) if grid.distance(centre, other) <= radius}


@given(grids, st.data())
def test_directions_lead_there_and_back(grid: Grid, data: st.DataObject) -> None:
    here = data.draw(st.integers(0, grid.size - 1))
    for there in range(grid.size):
        way = grid.direction(here, there)
        assert (way is not None) == (there in grid.neighbours[here])
        if way is not None:
            assert grid.by_direction[here][way] == there
            assert grid.direction(there, here) == (way + 3) % len(DIRECTIONS)


@given(grids)
def test_names_are_the_printed_numbers(grid: Grid) -> None:
    assert len(set(grid.names)) == grid.size
    for index, name in enumerate(grid.names):
        column, row = grid.column_row(index)
        assert name == f"{column:02d}{row:02d}"
        assert grid.hex(name) == index
    first = f"{grid.shape.first_column:02d}{grid.shape.first_row:02d}"
    assert grid.names[0] == first


def neighbours_of(grid: Grid, name: str) -> set[str]:
    return {grid.names[n] for n in grid.neighbours[grid.hex(name)]}


KEREN = Grid(GridShape(61, 34, 0, 0, "north"))


def test_even_columns_north_the_facts_of_the_keren_map() -> None:
    """From the rulebook of Keren: a prohibited hexside, a tunnel with its portals, a straight line of sight."""
    assert "3323" in neighbours_of(KEREN, "3224")
    assert {"2522", "2621"} <= neighbours_of(KEREN, "2622")
    line = ["1723", "1823", "1922", "2022", "2121", "2221", "2320", "2420"]
    assert all(b in neighbours_of(KEREN, a) for a, b in itertools.pairwise(line))
    assert KEREN.distance(KEREN.hex("1723"), KEREN.hex("2420")) == len(line) - 1


def test_even_columns_north_neighbour_formula() -> None:
    assert neighbours_of(KEREN, "0606") == {"0605", "0705", "0706", "0607", "0506", "0505"}
    assert neighbours_of(KEREN, "0706") == {"0705", "0806", "0807", "0707", "0607", "0606"}


def test_even_columns_south_neighbour_formula() -> None:
    grid = Grid(GridShape(20, 20, 1, 1, "south"))
    assert neighbours_of(grid, "0606") == {"0605", "0706", "0707", "0607", "0507", "0506"}
    assert neighbours_of(grid, "0706") == {"0705", "0805", "0806", "0707", "0606", "0605"}


def test_the_first_direction_is_north_and_they_go_round() -> None:
    here = KEREN.hex("0606")
    assert [KEREN.names[n] for n in KEREN.by_direction[here] if n is not None] == ["0605", "0705", "0706", "0607", "0506", "0505"]


def test_an_unknown_hex_is_named() -> None:
    with pytest.raises(UnknownHex, match="there is no hex 9999; the map runs from 0000 to 6033"):
        KEREN.hex("9999")


def test_a_parity_that_is_none() -> None:
    with pytest.raises(ValueError, match="even_columns"):
        Grid(GridShape(2, 2, 0, 0, "up"))
