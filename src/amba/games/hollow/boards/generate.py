"""Draws new desert boards from a seed, each with a character of its own."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from amba.games.hollow.boards.board import Board, side
from amba.games.hollow.boards.naming import WIDTH
from amba.games.hollow.boards.shapes import INNER, ON_BOARD, Sketch, around, edges, shrunk
from amba.kit.rays import Hex

RELIEF = ("hillock", "deir", "wadi", "sand", "low_dune", "high_dune")


def generate(character: str, seed: int, number: int) -> Board:
    """A board of this character; the same seed gives the same board."""
    if character not in CHARACTERS:
        raise ValueError(f"there is no board character {character!r}; choose from {', '.join(CHARACTERS)}")
    title, draw = CHARACTERS[character]
    sketch = Sketch(f"{character}:{seed}")
    draw(sketch)
    return sketch.board(number, title, character, seed)


def _surface(s: Sketch, word: str, count: int, sizes: tuple[int, int]) -> None:
    for patch in s.patches(count, sizes, lambda: ON_BOARD - _with(s, "hammada", "scrub", "sand", "building", "large_building")):
        s.add(patch, word)


def _with(s: Sketch, *words: str) -> set[Hex]:
    return {p for p, found in s.terrain.items() if not found.isdisjoint(words)}


def _hillocks(s: Sketch, count: int, summits: int) -> None:
    """Low swells of two to eight hexes; the larger ones may carry a summit."""
    for index in range(count):
        taken = _with(s, *RELIEF)
        beside = {there for p in taken for there in around(p)}
        patch = s.patch(s.roll(2, 8), s.free(*RELIEF, "building", "large_building", "palms") - beside)
        s.add(patch, "hillock")
        s.drop(patch, "hammada")
        if index < summits and patch:
            s.add([max(sorted(patch), key=lambda p: sum(there in patch for there in around(p)))], "summit")


def _deir(s: Sketch, size: int) -> None:
    """A hollow whose outer hexsides are its lip."""
    taken = _with(s, *RELIEF)
    beside = {there for p in taken for there in around(p)}
    room = s.free(*RELIEF, "building", "large_building") - beside
    if room:
        region = s.patch(size, room)
        s.add(region, "deir")
        s.drop(region, "hammada")
        s.add_side("lip", edges(region))


def _wadi(s: Sketch, start: Hex, end: Hex, wander: float) -> list[Hex]:
    """A winding bed; its banks are cliffs in places, where no other bed lies."""
    avoid = _with(s, "hillock", "deir", "building", "large_building")
    steep = {p for p, level in s.level.items() if level > 1}
    path = s.winding(start, end, INNER - avoid - steep, wander, apart=True)
    s.add(path, "wadi")
    s.drop(path, "hammada")
    s.add_side("wadi", itertools.pairwise(path))
    return path


def _banks(s: Sketch, share: float) -> None:
    """Wadi cliffs, and here and there a bit of wadi that only grazes the next hex."""
    bed = _with(s, "wadi")
    known = s.sides.get("wadi", set())
    for a, b in edges(bed):
        chance = s.rng.random()
        if chance < share:
            s.add_side("wadi_cliff", [(a, b)])
        elif chance > 0.98 and b in INNER and tuple(sorted((a, b))) not in known:
            s.add_side("wadi", [(a, b)])
    if "cliff" in s.sides:  # the bed has cut through the cliff
        s.sides["cliff"] -= s.sides["wadi"] | s.sides.get("wadi_cliff", set())
        for place, level in s.level.items():
            sheer = [(place, there) for there in around(place) if level - s.level.get(there, 0) >= 2]
            s.add_side("cliff", [(a, b) for a, b in sheer if side(a, b) not in s.sides.get("wadi_cliff", set())])


def _dunes(s: Sketch, kind: str, count: int, sizes: tuple[int, int]) -> None:
    """Dunes stand in sand; their crest runs along the lee side, the wind being from the west."""
    for _ in range(count):
        room = _with(s, "sand") & s.free("low_dune", "high_dune", "palms", "hillock", "deir")
        if not room:
            return
        region = s.patch(s.roll(*sizes), room)
        s.add(region, f"{kind}_dune")
        s.add_side("dune_crest", [(a, b) for a, b in edges(region) if b[0] > a[0]])


def _village(s: Sketch, size: int, gardens: tuple[str, ...]) -> None:
    """Stone houses, a larger one, gardens and their hedges."""
    room = s.free(*RELIEF) - {there for p in _with(s, *RELIEF) for there in around(p)}
    if not room:
        return
    region = sorted(s.patch(size, room))
    for word in ("hammada", "scrub", "sand"):
        s.drop(region, word)
    words = ["large_building", "building", *gardens, "building", "rubble"]
    for index, place in enumerate(region):
        s.add([place], words[index % len(words)])
    for index, place in enumerate(region):
        for there in around(place):
            if there not in region and s.rng.random() < 0.35:
                s.add_side(("wall", "hedge", "cactus_hedge")[index % 3], [(place, there)])


def _hill(s: Sketch, size: int, start: Hex, levels: int) -> None:
    """A hill of terraces, with cliffs along parts of its rims; a sheer drop of two levels is always a cliff."""
    region = s.patch(size, {p for p in INNER if 1 < p[0] < WIDTH - 1}, start)
    for level in range(1, levels + 1):
        for place in region:
            s.level[place] = level
        for a, b in edges(region):
            if s.rng.random() < 0.2:
                s.add_side("cliff", [(a, b)])
        inside = shrunk(region)
        if not inside:
            break
        region = s.patch(max(2, len(inside) * 3 // 4), inside)
    for place, level in s.level.items():
        s.add_side("cliff", [(place, there) for there in around(place) if level - s.level.get(there, 0) >= 2])


def _hillside_walls(s: Sketch, count: int) -> None:
    rims = [(a, b) for a in sorted(s.level) for b in around(a) if s.level[a] - s.level.get(b, 0) == 1]
    bare = [(a, b) for a, b in rims if tuple(sorted((a, b))) not in s.sides.get("cliff", set())]
    for index in range(min(count, len(bare))):
        a, b = bare[int(s.rng.random() * len(bare))]
        s.add_side("wall" if index % 2 else "hedge", [(a, b)])


def _hammada_plain(s: Sketch) -> None:
    _surface(s, "hammada", 14, (4, 14))
    _surface(s, "scrub", 3, (3, 6))
    _hillocks(s, 3, 1)
    old_box = sorted(s.patch(5, s.free(*RELIEF, "hammada")))
    s.add(old_box, "trench")
    s.track()


def _scrub(s: Sketch) -> None:
    _surface(s, "scrub", 16, (5, 16))
    _surface(s, "hammada", 3, (2, 5))
    _hillocks(s, 4, 1)
    _village(s, 7, ("cactus_patch", "olive_grove", "orchard"))
    s.add(s.patch(4, s.free(*RELIEF, "building", "large_building", "scrub")), "brush")
    s.track()


def _wadi_system(s: Sketch) -> None:
    _surface(s, "hammada", 5, (3, 8))
    _surface(s, "scrub", 5, (3, 8))
    trunk = _wadi(s, (2, 9), (WIDTH - 2, 11), 0.3)
    for end in ((7, 2), (14, 19), (23, 2), (27, 18)):
        _wadi(s, end, s.pick(trunk), 0.3)
    _banks(s, 0.22)
    _hillocks(s, 2, 0)
    s.add(s.patch(3, s.free(*RELIEF)), "crag")
    s.track()


def _dune_sea(s: Sketch) -> None:
    for patch in s.patches(5, (25, 45), s.free):
        s.add(patch, "sand")
    for place in sorted(_with(s, "sand")):
        if s.rng.random() < 0.08:
            s.add([place], "scrub")
    _dunes(s, "high", 4, (4, 9))
    _dunes(s, "low", 5, (3, 8))
    _surface(s, "hammada", 2, (3, 6))
    oasis = s.patch(6, s.free("sand", "hammada"))
    s.drop(oasis, "scrub")
    s.add(oasis, "palms")
    s.track()


def _deir_country(s: Sketch) -> None:
    for size in (26, 18, 14, 9):
        _deir(s, size)
    _surface(s, "scrub", 6, (3, 9))
    _surface(s, "hammada", 4, (2, 6))
    s.drop(_with(s, "deir"), "hammada")
    _hillocks(s, 3, 1)
    _village(s, 5, ("vineyard", "grain"))
    s.track()


def _djebel(s: Sketch) -> None:
    _hill(s, 75, (11, 10), 3)
    _hill(s, 28, (25, 12), 2)
    _hillside_walls(s, 12)
    _surface(s, "hammada", 5, (3, 8))
    _surface(s, "scrub", 5, (3, 8))
    _wadi(s, (3, 4), (8, 13), 0.3)
    _wadi(s, (20, 3), (17, 16), 0.3)
    _banks(s, 0.2)
    _village(s, 6, ("olive_grove", "vineyard"))
    heights = sorted(p for p, level in s.level.items() if level == 2)
    s.add(heights[:: max(1, len(heights) // 4)], "sangar")
    s.add(s.patch(3, {p for p in s.level if s.level[p] == 1}), "crag")
    s.track("road")


CHARACTERS: dict[str, tuple[str, Callable[[Sketch], None]]] = {
    "hammada": ("Hammada plain", _hammada_plain),
    "scrub": ("Camel thorn", _scrub),
    "wadi": ("Wadi system", _wadi_system),
    "dunes": ("Dune sea", _dune_sea),
    "deir": ("Deir country", _deir_country),
    "djebel": ("Djebel", _djebel),
}
"""Each character's title and how it is drawn."""
