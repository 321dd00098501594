"""Following lines outwards: supply along roads, command through friendly ground."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence


def flood(starts: Iterable[int], neighbours: Callable[[int], Iterable[int]] | Sequence[Iterable[int]], may_enter: Callable[[int], bool]) -> set[int]:
    """Every place connected to the starts through places that may be entered. The starts themselves are not asked."""
    around = neighbours if callable(neighbours) else neighbours.__getitem__
    seen = set(starts)
    queue = list(seen)
    for here in queue:
        for there in around(here):
            if there not in seen and may_enter(there):
                seen.add(there)
                queue.append(there)
    return seen


def shortest(
    start: int, goal: Callable[[int], bool], neighbours: Sequence[Iterable[int]], may_enter: Callable[[int], bool], limit: int
) -> tuple[int, ...] | None:
    """The shortest path from the start to a goal, at most `limit` steps; None when there is none. Both ends are included."""
    if goal(start):
        return (start,)
    paths: list[tuple[int, ...]] = [(start,)]
    seen = {start}
    for _ in range(limit):
        longer = []
        for path in paths:
            for there in neighbours[path[-1]]:
                if there in seen or not may_enter(there):
                    continue
                if goal(there):
                    return (*path, there)
                seen.add(there)
                longer.append((*path, there))
        paths = longer
    return None
