"""Shapes a board is drawn with: patches, hills, winding lines. All chance comes from the generator's own seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable

from amba.games.hollow.boards.board import Board, side
from amba.games.hollow.boards.naming import COLUMNS, HEIGHT, PLACES, WIDTH, is_half
from amba.kit.rays import NEIGHBOURS, Hex, Pair, distance

ON_BOARD = frozenset(PLACES)
INNER = frozenset(p for p in PLACES if not is_half(p))
"""Hexes that lie wholly on the board: only these carry relief, so that any two boards fit together."""


def around(place: Hex, within: Collection[Hex] = ON_BOARD) -> list[Hex]:
    found = [(place[0] + step[0], place[1] + step[1]) for step in NEIGHBOURS]
    return [there for there in found if there in within]


def edges(region: Collection[Hex]) -> list[Pair]:
    """Hexsides between a region and the rest of the board: inside first, outside second."""
    return [(place, there) for place in sorted(region) for there in around(place) if there not in region]


def shrunk(region: Collection[Hex]) -> set[Hex]:
    """The region without its rim."""
    return {place for place in region if all(there in region for there in around(place))}


class Sketch:
    """A board being drawn."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.level: dict[Hex, int] = {}
        self.terrain: dict[Hex, set[str]] = {}
        self.sides: dict[str, set[Pair]] = {}
        self.lines: list[tuple[str, tuple[Hex, ...]]] = []

    def roll(self, low: int, high: int) -> int:
        return low + int(self.rng.random() * (high - low + 1))

    def pick(self, places: Iterable[Hex]) -> Hex:
        choices = sorted(places)
        return choices[int(self.rng.random() * len(choices))]

    def free(self, *words: str) -> set[Hex]:
        """Inner hexes of level 0 without these terrains."""
        return {p for p in INNER if not self.level.get(p) and self.terrain.get(p, set()).isdisjoint(words)}

    def add(self, places: Iterable[Hex], word: str) -> None:
        for place in places:
            self.terrain.setdefault(place, set()).add(word)

    def drop(self, places: Iterable[Hex], word: str) -> None:
        for place in places:
            self.terrain.get(place, set()).discard(word)

    def add_side(self, kind: str, pairs: Iterable[Pair]) -> None:
        self.sides.setdefault(kind, set()).update(side(a, b) for a, b in pairs)

    def patch(self, size: int, within: Collection[Hex], start: Hex | None = None) -> set[Hex]:
        """A connected patch of about this size that grows hex by hex."""
        allowed = set(within)
        if not allowed:
            return set()
        first = start if start is not None else self.pick(allowed)
        region = {first}
        while len(region) < size:
            rim = [there for place in sorted(region) for there in around(place, allowed) if there not in region]
            if not rim:
                break
            region.add(rim[int(self.rng.random() * len(rim))])
        return region

    def patches(self, count: int, sizes: tuple[int, int], within: Callable[[], Collection[Hex]]) -> list[set[Hex]]:
        return [self.patch(self.roll(*sizes), within()) for _ in range(count)]

    def winding(self, start: Hex, end: Hex, within: Collection[Hex], wander: float, apart: bool = False) -> list[Hex]:
        """A path that mostly comes nearer its end and never crosses itself; `apart`: nor comes back beside itself. It crosses no cliff."""
        path = [start]
        barred = self.sides.get("cliff", set()) | self.sides.get("wadi_cliff", set())
        while path[-1] != end:
            here = path[-1]
            steps = [there for there in around(here, within) if there not in path and side(here, there) not in barred]
            if apart:
                steps = [there for there in steps if not any(near in path[:-1] for near in around(there))]
            nearer = [there for there in steps if distance(there, end) < distance(here, end)]
            same = [there for there in steps if distance(there, end) == distance(here, end)]
            choices = sorted(same if same and self.rng.random() < wander else nearer) or sorted(same)
            if not choices:
                break
            path.append(choices[int(self.rng.random() * len(choices))])
        return path

    def track(self, kind: str = "track") -> None:
        """A track from one short edge of the board to the other."""
        rows = [2 * row - 1 for row in range(2, 10)]
        passable = {p for p in ON_BOARD if (p in INNER or p[0] in {0, WIDTH}) and self.level.get(p, 0) < 2}
        for _ in range(40):  # a hill may stand in the way of one line and not of another
            start, end = (0, rows[self.roll(0, 7)]), (WIDTH, rows[self.roll(0, 7)])
            path = self.winding(start, end, passable, 0.25)
            if path[-1] == end:
                self.lines.append((kind, tuple(path)))
                return

    def board(self, number: int, title: str, character: str, seed: int) -> Board:
        return Board(
            number,
            title,
            {p: n for p, n in sorted(self.level.items()) if n},
            {p: frozenset(words) for p, words in sorted(self.terrain.items()) if words},
            {kind: frozenset(pairs) for kind, pairs in self.sides.items() if pairs},
            tuple(self.lines),
            "Our own board, drawn by the project's generator.",
            "reconstruction",
            seed,
            character,
        )


MIDDLE: Hex = (COLUMNS // 2, HEIGHT // 2 + (COLUMNS // 2 + HEIGHT // 2 + 1) % 2)
