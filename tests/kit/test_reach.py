"""Reach against an oracle that tries every path; tracing against plain search."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from amba.kit.hexgrid import Grid, GridShape
from amba.kit.reach import reach
from amba.kit.trace import flood, shortest

GRID = Grid(GridShape(4, 4, 0, 0, "north"))
SIZE = GRID.size

costs = st.lists(st.integers(1, 4), min_size=SIZE, max_size=SIZE)
flags = st.lists(st.integers(0, 1), min_size=SIZE, max_size=SIZE)
zones = st.lists(st.sampled_from([0, 0, 0, 1, 2]), min_size=SIZE, max_size=SIZE)


def oracle(start: int, points: int, cost: list[int], closed: list[int], zone: list[int] | None, toll: int, halt: int, spent: int) -> dict[int, int]:
    """Relax until nothing changes: slow, plain, and written from the words of the rule."""
    best = {start: spent}
    changed = True
    while changed:
        changed = False
        for here in list(best):
            if zone is not None and here != start and zone[here] >= halt:
                continue
            for there in GRID.neighbours[here]:
                total = best[here] + cost[there] + (toll if zone is not None and zone[there] else 0)
                if total <= points and not closed[there] and total < best.get(there, 999):
                    best[there] = total
                    changed = True
    return best


@settings(max_examples=150)
@given(st.integers(0, SIZE - 1), st.integers(0, 9), costs, flags, zones, st.integers(0, 2), st.integers(0, 4), st.booleans())
def test_reach_agrees_with_the_oracle(
    start: int, points: int, cost: list[int], closed: list[int], zone: list[int], toll: int, spent: int, with_zone: bool
) -> None:
    edges = [[(there, cost[there]) for there in GRID.neighbours[here]] for here in range(SIZE)]
    seen = zone if with_zone else None
    found = reach(start, points, edges, closed, seen, toll, 2, spent)
    if spent <= points:
        # The start is never entered again more cheaply, so the oracle needs no special case.
        assert found.cost == oracle(start, points, cost, closed, seen, toll, 2, spent)
    else:
        assert found.cost == {start: spent}
    for there in found.cost:
        path = found.path(there)
        assert path[0] == start
        assert path[-1] == there
        total = spent
        for a, b in itertools.pairwise(path):
            assert b in GRID.neighbours[a]
            total += cost[b] + (toll if seen is not None and seen[b] else 0)
        assert total == found.cost[there]
        if seen is not None:
            assert all(seen[place] < 2 for place in path[1:-1])


@given(st.sets(st.integers(0, SIZE - 1), max_size=3), flags)
def test_flood_is_everything_connected(starts: set[int], closed: list[int]) -> None:
    found = flood(starts, GRID.neighbours, lambda place: not closed[place])
    assert starts <= found
    for place in found - starts:
        assert not closed[place]
        assert any(near in found for near in GRID.neighbours[place])
    for place in found:
        assert all(near in found or closed[near] for near in GRID.neighbours[place])
    assert flood(starts, lambda place: GRID.neighbours[place], lambda place: not closed[place]) == found


@given(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1), flags, st.integers(0, 6))
def test_shortest_is_shortest(start: int, goal: int, closed: list[int], limit: int) -> None:
    path = shortest(start, lambda place: place == goal, GRID.neighbours, lambda place: not closed[place], limit)
    steps, ring = {start: 0}, [start]
    for here in ring:
        for there in GRID.neighbours[here]:
            if there not in steps and not closed[there]:
                steps[there] = steps[here] + 1
                ring.append(there)
    if goal in steps and steps[goal] <= limit:
        assert path is not None
        assert (path[0], path[-1], len(path) - 1) == (start, goal, steps[goal])
    else:
        assert path is None
