"""Zones kept fresh hex by hex against zones worked out anew."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from amba.kit.hexgrid import Grid, GridShape
from amba.kit.zones import Zones

GRID = Grid(GridShape(5, 5, 1, 1, "south"))
changes = st.lists(st.tuples(st.integers(0, 1), st.integers(0, GRID.size - 1), st.integers(0, 3), st.booleans()), max_size=40)


def recomputed(units: list[list[int]], side: int) -> list[int]:
    return [max([units[side][near] for near in GRID.neighbours[place]], default=0) for place in range(GRID.size)]


@settings(max_examples=120)
@given(changes, st.integers(0, 40))
def test_incremental_zones_agree_with_recomputed_ones(steps: list[tuple[int, int, int, bool]], copy_at: int) -> None:
    units = [[0] * GRID.size, [0] * GRID.size]
    zones = Zones(2, GRID.size, GRID.neighbours)

    def exerts(side: int, place: int) -> int:
        return units[side][place]

    for index, (side, place, strength, look) in enumerate(steps):
        units[side][place] = strength
        zones.stale(place)
        if look:
            assert list(zones.of(side, exerts)) == recomputed(units, side)
        if index == copy_at:
            zones = zones.copy()
    for side in (0, 1):
        assert list(zones.of(side, exerts)) == recomputed(units, side)
        assert list(zones.exerted(side, exerts)) == units[side]


def test_a_copy_is_independent() -> None:
    units = [[0] * GRID.size, [0] * GRID.size]
    other = [[0] * GRID.size, [0] * GRID.size]
    zones = Zones(2, GRID.size, GRID.neighbours)
    twin = zones.copy()
    other[0][12] = 2
    twin.stale(12)
    assert max(twin.of(0, lambda side, place: other[side][place])) == 2
    assert max(zones.of(0, lambda side, place: units[side][place])) == 0
