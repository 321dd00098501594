"""Scenario files made into plans: the joined boards, who starts where, what lies there (docs/data-files.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from amba.games.hollow.boards.alternate import broken_terrain, brush_is_vineyard, cactus_hedges, dunes_are, orchards_are, steppe_terrain
from amba.games.hollow.boards.ground import Ground, Placed, lay
from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.book import rule
from amba.games.hollow.box import Box
from amba.games.hollow.counters import DUMMIES, LEADERS, MEN, SIDES, WEAPONS, WORK_KINDS, WORKS
from amba.games.hollow.field import Field
from amba.kit.rays import Hex
from amba.load.files import Toml


class Group(NamedTuple):
    """Units of a scenario that start in one area, or arrive there on a later turn."""

    side: int
    pieces: tuple[int, ...]
    hexes: frozenset[int]
    turn: int
    hidden: int
    """How many of its units may be hidden from the start."""
    mines: int = 0
    """Factors of known minefields (55.8)."""
    dummy_mines: int = 0
    colour: str = ""
    hidden_mines: int = 0
    """Factors of minefields that lie nowhere for the enemy (55.83)."""


class Plan(NamedTuple):
    """A scenario, ready to set up."""

    key: str
    field: Field
    turns: int
    first: int
    sets_up_first: int
    nations: tuple[str, str]
    elr: tuple[int, int]
    groups: tuple[Group, ...]
    faces: dict[int, int]
    works: tuple[tuple[int, int], ...]
    """Fortifications that lie there from the start: piece, hex."""
    carried: dict[int, int]
    data: dict[str, Any]
    pieces: tuple[int, ...]
    exits: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    """Over which hexes of the edge each side may leave the map (177)."""


_COLUMNS = re.compile(r"(\d+)([A-Z]+)-(?:\1)?([A-Z]+)")
_NEAR = re.compile(r"(\d+[A-Z]+\d+)\+(\d+)")


def read_plan(box: Box, toml: Toml) -> Plan:
    """Everything a scenario file says, checked."""
    data = toml.data
    field = _field(box, toml)
    stock = _Stock(box, toml)
    groups = tuple(_group(box, toml, field, stock, entry) for entry in data.get("group", []))
    if data.get("own_design"):
        groups = tuple(_market(box, toml, field, side) for side in SIDES)
    mine, theirs = (frozenset(h for g in groups if g.side == side and g.turn == 0 for h in g.hexes) for side in (0, 1))
    if mine & theirs:
        toml.fail("hexes", "the two sides set up in the same hexes, which would betray hidden units", "group")
    works = tuple(
        (stock.work(SIDES.index(entry["side"]), entry["kind"]), place) for entry in data.get("work", []) for place in _sites(toml, field, entry)
    )
    first = SIDES.index(data.get("first", "allied"))
    sides = data.get("sides", {})
    used = (*(piece for group in groups for piece in group.pieces if not data.get("own_design")), *(piece for piece, _ in works))
    return Plan(
        data["key"], field, int(data["turns"]), first, SIDES.index(data.get("sets_up_first", SIDES[1 - first])),
        (sides["allied"]["nation"], sides["axis"]["nation"]), (int(sides["allied"].get("elr", 3)), int(sides["axis"].get("elr", 3))),
        groups, stock.faces, works, {}, data, tuple(used), (_exits(toml, field, "allied"), _exits(toml, field, "axis")),
    )  # fmt: skip


@rule("190.42", "191.2")
def _sites(toml: Toml, field: Field, entry: dict[str, Any]) -> list[int]:
    """Where a scenario's works lie: no sangar or trench in sand."""
    found = sorted(area(toml, field, entry["hexes"]))
    sand = [place for place in found if field.has(place, "sand", "low_dune", "high_dune")]
    if sand and entry["kind"] in {"sangar", "trench"}:
        toml.fail("work", f"no {entry['kind']} stands in sand, and {field.ground.name[field.hex_of[sand[0]]]} is sand", "work")
    return found


@rule("177")
def _exits(toml: Toml, field: Field, side: str) -> frozenset[int]:
    """The hexes over which a side may leave the map: all of them lie at its edge."""
    found = area(toml, field, toml.data.get("exit", {}).get(side, []))
    inland = [place for place in sorted(found) if len(field.around[place]) == 6]
    if inland:
        toml.fail("exit", f"{field.ground.name[field.hex_of[inland[0]]]} does not lie at the edge of the map", "exit")
    return found


def _field(box: Box, toml: Toml) -> Field:
    rows = []
    for row in toml.data["layout"]:
        boards = []
        for entry in row:
            number = entry["board"]
            if number not in box.boards:
                toml.fail("layout", f"there is no board {number}; there are: {', '.join(map(str, box.boards))}")
            boards.append(Placed(box.boards[number], bool(entry.get("turned", False))))
        rows.append(boards)
    index = box.names.place
    ground = _overlaid(toml, lay(rows), index)
    ground = _altered(ground, toml.data.get("terrain", {}))
    playable: set[Hex] | None = None
    if "playable" in toml.data:
        whole = Field(ground, index)
        playable = {whole.hex_of[place] for place in area(toml, whole, toml.data["playable"])}
    return Field(ground, index, playable)


@rule("176.4")
def _overlaid(toml: Toml, ground: Ground, index: Mapping[str, int]) -> Ground:
    """Overlays that a scenario lays on its boards: hexes that have another terrain, which then follows its own rules."""
    for entry in toml.data.get("overlay", []):
        word = entry.get("terrain", "")
        if word not in TERRAIN:
            toml.fail("terrain", f"overlay {word!r} is no terrain; expected one of {', '.join(TERRAIN)}", "overlay")
        field = Field(ground, index)
        hexes = {field.hex_of[place] for place in area(toml, field, entry.get("hexes", []))}
        new = frozenset({word})
        ground = ground.with_terrain({
            hex: (words | new if entry.get("adds") else new) if hex in hexes else words for hex, words in ground.terrain.items()
        })  # fmt: skip
    return ground


def _altered(ground: Ground, words: dict[str, Any]) -> Ground:
    """Ground that the scenario declares to be something else (196)."""
    if words.get("broken"):
        ground = broken_terrain(ground)
    if words.get("steppe"):
        ground = steppe_terrain(ground, bool(words.get("sand_is_grain")))
    if "orchards" in words:
        ground = orchards_are(ground, words["orchards"])
    if words.get("vineyards"):
        ground = brush_is_vineyard(ground)
    if words.get("hedges") == "cactus":
        ground = cactus_hedges(ground)
    if "dunes" in words:
        ground = dunes_are(ground, words["dunes"])
    return ground


def area(toml: Toml, field: Field, texts: Iterable[str]) -> frozenset[int]:
    """Hexes by name (``61C4``), whole columns (``61A-H``), or all within some hexes of one (``61C4+2``)."""
    found: set[int] = set()
    for text in texts:
        columns, near = _COLUMNS.fullmatch(text), _NEAR.fullmatch(text)
        if text in field.alias:
            found.add(field.alias[text])
        elif near and near[1] in field.alias:
            centre = field.alias[near[1]]
            found |= {place for place in field.places if field.range(centre, place) <= int(near[2])}
        elif columns:
            board, first, last = columns.groups()
            low, high = (len(first), first), (len(last), last)
            for name, place in field.alias.items():
                parts = re.fullmatch(r"(\d+)([A-Z]+)(\d+)", name)
                if parts and parts[1] == board and low <= (len(parts[2]), parts[2]) <= high:
                    found.add(place)
        else:
            toml.fail("hexes", f"{text!r} is no hex of this scenario; expected such as 61C4, 61A-H or 61C4+2", "", text)
    return frozenset(found)


class _Stock:
    """Hands out counters."""

    def __init__(self, box: Box, toml: Toml) -> None:
        self.box, self.toml = box, toml
        self.faces: dict[int, int] = {}
        self.kinds = WORK_KINDS
        pools = {"squads": (0, MEN), "leaders": (box.first_leader, LEADERS), "weapons": (box.first_weapon, WEAPONS),
                 "dummies": (box.first_dummy, DUMMIES), "works": (box.first_work, WORKS)}  # fmt: skip
        self.free = {(kind, side): box.pool(side, first, count) for kind, (first, count) in pools.items() for side in (0, 1)}

    def take(self, kind: str, side: int, face: int) -> int:
        free = self.free[kind, side]
        if not free:
            self.toml.fail(kind, f"there are no more counters for {kind}")
        piece = free.pop(0)
        self.faces[piece] = face
        return piece

    def work(self, side: int, kind: str) -> int:
        if kind not in self.kinds:
            self.toml.fail("work", f"{kind!r} is no fortification; expected one of {', '.join(self.kinds)}", "", kind)
        return self.take("works", side, self.kinds.index(kind))

    def listed(self, kind: str, side: int, names: Iterable[str], faces: dict[str, int]) -> list[int]:
        """``"it-346*4"`` is four of them."""
        found = []
        for text in names:
            name, _, count = text.partition("*")
            if name not in faces:
                self.toml.fail(kind, f"there is no {name!r}; expected one of {', '.join(faces)}", "", text)
            found += [self.take(kind, side, faces[name]) for _ in range(int(count or 1))]
        return found


def _group(box: Box, toml: Toml, field: Field, stock: _Stock, entry: dict[str, Any]) -> Group:
    side = SIDES.index(entry["side"])
    pieces = stock.listed("squads", side, entry.get("squads", []), box.squad_face)
    pieces += stock.listed("leaders", side, entry.get("leaders", []), box.leader_face)
    pieces += stock.listed("weapons", side, entry.get("weapons", []), box.weapon_face)
    pieces += [stock.take("dummies", side, 0) for _ in range(int(entry.get("dummies", 0)))]
    pieces += [stock.work(side, name) for text in entry.get("works", []) for name, _, n in [text.partition("*")] for _ in range(int(n or 1))]
    mines = int(entry.get("mines", 0))
    dummies = int(entry.get("dummy_mines", mines // 24))  # 55.82: one for every 24 factors where the scenario does not say
    secret = int(entry.get("hidden_mines", 0))
    pieces += [stock.work(side, "mines") for _ in range(secret // 6)]
    pieces += [stock.work(side, "known mines") for _ in range(mines // 6 + dummies + (3 if dummies else 0))]
    return Group(
        side,
        tuple(pieces),
        area(toml, field, entry["hexes"]),
        int(entry.get("turn", 0)),
        int(entry.get("hidden", 0)),
        mines,
        dummies,
        str(entry.get("colour", "")),
        secret,
    )


def _market(box: Box, toml: Toml, field: Field, side: str) -> Group:
    """In a battle of one's own every counter of a side may come to be used."""
    mine = tuple(piece for piece, home in enumerate(box.home) if home == SIDES.index(side) and piece < box.first_smoke)
    return Group(SIDES.index(side), mine, area(toml, field, toml.data["buy"][side]["hexes"]), 0, 1)
