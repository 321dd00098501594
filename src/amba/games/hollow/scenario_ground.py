"""The ground of a scenario: boards laid together, overlays and tracks that the scenario lays on them, and what it declares to be something else."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from amba.games.hollow.boards.alternate import ORCHARDS, broken_terrain, brush_is_vineyard, cactus_hedges, dunes_are, orchards_are, steppe_terrain
from amba.games.hollow.boards.board import side
from amba.games.hollow.boards.ground import Ground, JoinError, Placed, lay
from amba.games.hollow.boards.terrain import LINES, SIDES, TERRAIN
from amba.games.hollow.book import rule
from amba.games.hollow.box import Box
from amba.games.hollow.field import Field
from amba.games.hollow.scenario_parts import Part, parts
from amba.kit.rays import Hex, Pair, are_neighbours
from amba.load.files import Toml
from amba.load.scenarios import check_keys

_COLUMNS = re.compile(r"(\d+)([A-Z]+)-(?:\1)?([A-Z]+)")
_NEAR = re.compile(r"(\d+[A-Z]+\d+)\+(\d+)")
LETTERS = 2
"""A column has at most so many letters, all alike."""
ALTERNATES = ("broken", "steppe")
"""What a scenario may say of one board of its layout (196.1, 196.2)."""


def field_of(box: Box, toml: Toml) -> Field:
    """The map of a scenario, with everything its file says about the ground."""
    entries = [entry for row in toml.data["layout"] for entry in row]
    index = box.names.place
    placed = [[_placed(box, toml, entry) for entry in row] for row in toml.data["layout"]]
    try:
        laid = lay(placed)
    except JoinError as error:
        toml.fail("layout", str(error))
    ground = _overlaid(toml, laid, index)
    ground = _by_board(ground, entries)
    ground = _altered(toml, ground, toml.data.get("terrain", {}))
    ground = _lined(toml, ground)
    playable: set[Hex] | None = None
    if "playable" in toml.data:
        whole = Field(ground, index)
        playable = {whole.hex_of[place] for place in area(Part(toml, toml.data), whole, "playable")}
    _works_stand(toml, ground, index)
    return Field(ground, index, playable, box.printed)


@rule("176.1", "190.5", "196.1", "196.2")
def _placed(box: Box, toml: Toml, entry: Mapping[str, Any]) -> Placed:
    """One board of the layout: its number, whether it is turned, and of a desert board its alternate terrain and what its dunes are."""
    check_keys(toml, entry, ("board", "turned", "terrain", "dunes"), "layout")
    number = entry.get("board")
    if number not in list(box.boards):
        toml.fail("layout", f"there is no board {number}; there are: {', '.join(map(str, box.boards))}")
    board = box.boards[number]
    if entry.get("terrain", "broken") not in ALTERNATES:
        toml.fail("layout", f"terrain is {entry['terrain']!r}; expected one of {', '.join(ALTERNATES)}")
    if "terrain" in entry and not board.is_desert:
        toml.fail("layout", f"board {number} is no desert board, and only those have {entry['terrain']} terrain")
    if entry.get("dunes", "low") not in ("low", "high"):
        toml.fail("layout", f"dunes is {entry['dunes']!r}; expected low or high")
    return Placed(board, bool(entry.get("turned", False)))


@rule("190.5", "196.1", "196.2")
def _by_board(ground: Ground, entries: Iterable[Mapping[str, Any]]) -> Ground:
    """What the layout says of single boards. All hexes of broken boards are looked at together: hammada matters across a join."""
    by_board = list(zip(entries, ground.kinds.hexes, strict=True))
    for word, alter in (("broken", broken_terrain), ("steppe", lambda g, where: steppe_terrain(g, where=where))):
        where = frozenset(place for entry, hexes in by_board if entry.get("terrain") == word for place in hexes)
        ground = alter(ground, where) if where else ground
    for entry, hexes in by_board:
        if "dunes" in entry:
            ground = dunes_are(ground, entry["dunes"], hexes)
    return ground


OVERLAY = ("terrain", "hexes", "adds", "level", "hexsides")
NOT_IN_SAND = ("sangar", "trench")
SAND = ("sand", "low_dune", "high_dune")
NO_MINES = ("crag", "broken_crag", "rubble", "marsh")
"""Ground that takes no mines (55)."""


@rule("190.42")
def _works_stand(toml: Toml, ground: Ground, index: Mapping[str, int]) -> None:
    """No sangar or trench that an overlay lays, or that it lays sand under, stands in sand."""
    field = Field(ground, index)
    wrong = {place for place in field.places for work in NOT_IN_SAND if field.has(place, work) and field.has(place, *SAND)}
    for one in reversed(parts(toml, "overlay") if wrong else []):
        found = sorted(wrong & area(one, field, "hexes"))
        if found and one.data.get("terrain") in (*NOT_IN_SAND, *SAND):
            work = next(work for work in NOT_IN_SAND if field.has(found[0], work))
            one.fail("terrain", f"no {work} stands in sand, and {ground.name[field.hex_of[found[0]]]} is sand (190.42)")


@rule("176.4")
def _overlaid(toml: Toml, ground: Ground, index: Mapping[str, int]) -> Ground:
    """Overlays that a scenario lays on its boards: hexes of another terrain or level, and what lies on hexsides; all of it then follows its own rules."""
    wadis: list[set[Hex]] = []
    for one in parts(toml, "overlay"):
        entry = one.data
        word, adds = entry.get("terrain", ""), bool(entry.get("adds"))
        if word not in TERRAIN and not (word == "" and {"level", "hexsides"} & set(entry)):
            one.fail("terrain", f"overlay {word!r} is no terrain; expected one of {', '.join(TERRAIN)}")
        field = Field(ground, index)
        hexes = {field.hex_of[place] for place in area(one, field, "hexes")}
        if word:
            new = frozenset({word})
            terrain = {hex: (words | new if adds else new) if hex in hexes else words for hex, words in ground.terrain.items()}
            covered = {kind: [pair for pair in pairs if adds or not hexes.issuperset(pair)] for kind, pairs in ground.sides.items()}
            ground = ground.with_terrain(terrain, covered)
        if "level" in entry:
            ground = ground.with_levels(dict.fromkeys(hexes, entry["level"]))
        ground = _with_sides(one, ground, entry.get("hexsides", {}))
        wadis += [hexes] if word == "wadi" else []
    return _with_ends(ground, wadis)


@rule("188")
def _with_ends(ground: Ground, wadis: Collection[Collection[Hex]]) -> Ground:
    """The end hex of a wadi overlay and a wadi hex beside it make one wadi, unless a wadi cliff parts them."""
    joins = set(ground.sides.get("wadi_join", ()))
    for hexes in wadis:
        bed = {place: [there for there in ground.neighbours(place) if ground.has(there, "wadi")] for place in hexes if ground.has(place, "wadi")}
        ends = [place for place, near in bed.items() if sum(there in hexes and ground.has_side(place, there, "wadi") for there in near) <= 1]
        found = [(place, there) for place in ends for there in bed[place] if there not in hexes]
        joins |= {side(*pair) for pair in found if not ground.has_side(*pair, "wadi", "wadi_cliff")}
    return ground.with_terrain(ground.terrain, {**ground.sides, "wadi_join": joins}) if wadis else ground


def _with_sides(one: Part, ground: Ground, wanted: Mapping[str, Iterable[str]]) -> Ground:
    """Lips, wadi sides, dune crests, cliffs, walls and hedges of an overlay: ``61C4/61C5``."""
    sides = dict(ground.sides)
    for kind, names in wanted.items():
        if kind not in SIDES:
            one.fail(kind, f"hexside {kind!r} is unknown; expected one of {', '.join(SIDES)}")
        sides[kind] = frozenset(sides.get(kind, ())) | {_pair(one, ground, kind, name) for name in names}
    return ground.with_terrain(ground.terrain, sides) if wanted else ground


def _pair(one: Part, ground: Ground, kind: str, name: str) -> Pair:
    first, _, last = name.partition("/")
    a, b = _hex(one, ground, kind, first, name), _hex(one, ground, kind, last, name)
    if not are_neighbours(a, b):
        one.fail(kind, f"{first} and {last} are not neighbours", name)
    return side(a, b)


def _hex(one: Part, ground: Ground, key: str, name: str, text: str) -> Hex:
    if name not in ground.place:
        one.fail(key, f"{name!r} is no hex of this scenario; expected such as 61C4", text)
    return ground.place[name]


@rule("192.1", "192.3")
def _lined(toml: Toml, ground: Ground) -> Ground:
    """Tracks, and roads, that a scenario lays from hex to hex."""
    found = []
    for one in parts(toml, "lines"):
        kind, names = one.data["kind"], one.data["hexes"]
        if kind not in LINES:
            one.fail("kind", f"line {kind!r}; expected one of {', '.join(LINES)}")
        places = tuple(_hex(one, ground, "hexes", name, name) for name in names)
        if len(places) < 2:
            one.fail("hexes", f"hexes is {names!r}; a {kind} runs over 2 or more")
        for (first, a), (last, b) in itertools.pairwise(zip(names, places, strict=True)):
            if not are_neighbours(a, b):
                one.fail("hexes", f"{first} and {last} are not neighbours", last)
        found.append((str(kind), places))
    return ground.with_lines(found) if found else ground


def _altered(toml: Toml, ground: Ground, words: dict[str, Any]) -> Ground:
    """Ground that the scenario declares to be something else (196)."""
    if words.get("broken"):
        ground = broken_terrain(ground)
    if words.get("steppe"):
        ground = steppe_terrain(ground, bool(words.get("sand_is_grain")))
    if "orchards" in words:
        if words["orchards"] not in ORCHARDS:
            toml.fail("orchards", f"orchards is {words['orchards']!r}; expected one of {', '.join(ORCHARDS)}", "terrain")
        ground = orchards_are(ground, words["orchards"])
    if words.get("vineyards"):
        ground = brush_is_vineyard(ground)
    if words.get("hedges") == "cactus":
        ground = cactus_hedges(ground)
    if "dunes" in words:
        ground = dunes_are(ground, words["dunes"])
    return ground


def area(one: Part, field: Field, key: str) -> frozenset[int]:
    """What one key of a table names: hexes by name (``61C4``), whole columns (``61A-H``), or all within some hexes of one (``61C4+2``)."""
    found: set[int] = set()
    for text in one.data.get(key, []):
        columns, near = _COLUMNS.fullmatch(text), _NEAR.fullmatch(text)
        if text in field.alias:
            found.add(field.alias[text])
        elif near and near[1] in field.alias:
            centre = field.alias[near[1]]
            found |= {place for place in field.places if field.range(centre, place) <= int(near[2])}
        elif columns:
            board, first, last = columns.groups()
            odd = next((column for column in (first, last) if len(column) > LETTERS or len(set(column)) > 1), "")
            if odd:
                one.fail(key, f"{odd!r} is no column; they are A to Z, then AA to GG", text)
            low, high = (len(first), first), (len(last), last)
            named = ((re.fullmatch(r"(\d+)([A-Z]+)(\d+)", name), place) for name, place in field.alias.items())
            inside = {place for parts, place in named if parts and parts[1] == board and low <= (len(parts[2]), parts[2]) <= high}
            if not inside and low > high:
                one.fail(key, f"{text!r} runs backwards; expected {board}{last}-{first}", text)
            if not inside:
                one.fail(key, f"no hex of this scenario lies in {text!r}", text)
            found |= inside
        else:
            one.fail(key, f"{text!r} is no hex of this scenario; expected such as 61C4, 61A-H or 61C4+2", text)
    return frozenset(found)
