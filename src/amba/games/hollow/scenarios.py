"""Scenario files made into plans: the joined boards, who starts where, what lies there (docs/data-files.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from amba.games.hollow.batteries import LINKS, Battery, Flight
from amba.games.hollow.book import rule
from amba.games.hollow.box import Box
from amba.games.hollow.counters import BATTERIES, DUMMIES, GUNS, LEADERS, MEN, SIDES, VEHICLES, WEAPONS, WORK_KINDS, WORKS
from amba.games.hollow.field import Field
from amba.games.hollow.scenario_check import check_climate, check_scenario
from amba.games.hollow.scenario_forces import check_forces
from amba.games.hollow.scenario_ground import NO_MINES, NOT_IN_SAND, SAND, area, field_of
from amba.games.hollow.scenario_parts import Part, counted, meant, part, parts
from amba.load.files import Toml

INLAND = 6
"""So many neighbours has a hex that does not lie at the edge of the map."""
UNITS, SQUADS = 4, 3
"""How many of a side a hex holds (6)."""


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
    has_armour: bool = False
    """Whether there are vehicles or guns."""
    batteries: tuple[Battery, ...] = ()
    """Artillery beyond the map."""
    flights: tuple[Flight, ...] = ()
    """Aircraft that may come."""


def read_plan(box: Box, toml: Toml) -> Plan:
    """Everything a scenario file says, checked."""
    data = toml.data
    check_scenario(toml)
    check_forces(box, toml)
    field = field_of(box, toml)
    check_climate(toml, field)
    for one, key in ((part(toml, "victory"), "hexes"), *((part(toml, "control"), side) for side in SIDES)):
        for name in one.data.get(key, []):
            if name not in field.alias:
                one.fail(key, f"{name!r} is no hex of this scenario; expected such as 61C4", name)
    stock = _Stock(box, toml)
    groups = tuple(_group(box, field, stock, one) for one in parts(toml, "group"))
    if data.get("own_design"):
        groups = tuple(_market(box, toml, field, side) for side in SIDES)
    mine, theirs = (frozenset(h for g in groups if g.side == side and g.turn == 0 for h in g.hexes) for side in (0, 1))
    if mine & theirs:
        toml.fail("hexes", "the two sides set up in the same hexes, which would betray hidden units", "group")
    works = tuple(
        (stock.work(one, "kind", SIDES.index(one.data["side"]), one.data["kind"]), place)
        for one in parts(toml, "work")
        for place in _sites(field, one)
    )
    first = SIDES.index(data.get("first", "allied"))
    sides = data.get("sides", {})
    used = (*(piece for group in groups for piece in group.pieces if not data.get("own_design")), *(piece for piece, _ in works))
    return Plan(
        data["key"], field, int(data["turns"]), first, SIDES.index(data.get("sets_up_first", SIDES[1 - first])),
        (sides["allied"]["nation"], sides["axis"]["nation"]), (int(sides["allied"].get("elr", 3)), int(sides["axis"].get("elr", 3))),
        groups, stock.faces, works, {}, data, tuple(used), (_exits(toml, field, "allied"), _exits(toml, field, "axis")),
        bool(data.get("armour")) or any(piece >= box.first_vehicle for piece in used), tuple(_batteries(box, toml, field, groups, stock.faces)),
        tuple(_flights(box, toml, field)),
    )  # fmt: skip


@rule("55", "190.42", "191.2")
def _sites(field: Field, one: Part) -> list[int]:
    """Where a scenario's works lie: no sangar or trench in sand, no two sangars in a hex, no mines among stones or in marsh."""
    found, kind = sorted(area(one, field, "hexes")), one.data["kind"]
    sand = [place for place in found if field.has(place, *SAND)]
    if sand and kind in NOT_IN_SAND:
        one.fail("hexes", f"no {kind} stands in sand, and {field.ground.name[field.hex_of[sand[0]]]} is sand (190.42)")
    bare = [place for place in found if field.has(place, *NO_MINES)]
    if bare and kind == "anti-tank mines":
        one.fail("hexes", f"no mines are laid among stones or in marsh, as in {field.ground.name[field.hex_of[bare[0]]]} (55)")
    before = [other for other in parts(one.toml, "work")[: one.nth] if other.data["kind"] == kind == "sangar"]
    there = {place for place in found if field.has(place, "sangar")} if kind == "sangar" else set()
    twice = there | ({place for other in before for place in area(other, field, "hexes")} & set(found))
    if twice:
        one.fail("hexes", f"there are two sangars in {field.ground.name[field.hex_of[min(twice)]]}; one is all a hex takes (191.2)")
    return found


@rule("177")
def _exits(toml: Toml, field: Field, side: str) -> frozenset[int]:
    """The hexes over which a side may leave the map: all of them lie at its edge."""
    one = part(toml, "exit")
    found = area(one, field, side)
    inland = [place for place in sorted(found) if len(field.around[place]) == INLAND]
    if inland:
        one.fail(side, f"{field.ground.name[field.hex_of[inland[0]]]} does not lie at the edge of the map")
    return found


def _fights_for(one: Part, side: int, key: str, nation: str, word: str) -> None:
    """Nobody is supported by the enemy's nations: those of the other side, as the file names them."""
    toml = one.toml
    theirs = {toml.data["sides"][SIDES[1 - side]]["nation"], *(g.get("nation") for g in toml.data.get("group", []) if g["side"] == SIDES[1 - side])}
    if nation in theirs:
        one.fail(word, f"{key!r} is {nation}, as the other side is")


@rule("46")
def _batteries(box: Box, toml: Toml, field: Field, groups: tuple[Group, ...], faces: dict[int, int]) -> list[Battery]:
    """Two for each side at most; each has a set that somebody carries, in the order of the file, or an observer beyond the map or in the air."""
    sets = {
        side: [p for group in groups if group.side == side for p in group.pieces if _is_set(box, p, faces)] for side in (0, 1)
    }  # fmt: skip
    found: list[Battery] = []
    markers = iter(range(box.first_dust - 1, box.first_smoke, -1))
    for one in parts(toml, "battery"):
        entry = one.data
        side, link = SIDES.index(entry["side"]), str(entry.get("link", "radio"))
        key, own = str(entry["module"]), sum(other.side == side for other in found)
        if key not in box.modules or link not in LINKS or own == BATTERIES:
            one.fail("module", f"{key!r} by {link!r}: expected one of {', '.join(box.modules)}, by one of {', '.join(LINKS)}, two for a side at most")
        module = box.modules[key]
        _fights_for(one, side, key, module.nation, "module")
        if why := module.why_not(str(toml.data.get("date", "")), str(toml.data.get("land", ""))):
            one.fail("module", f"{key!r}: {why}")
        carried = link in LINKS[:2]
        mine = [p for p in sets[side] if box.weapons[faces[p]].kind == link]
        if carried and not mine:
            one.fail("link" if "link" in entry else "module", f"no {link} among the weapons of this side")
        sets[side] = [p for p in sets[side] if p not in mine[:1]]
        piece, at = (mine[0], -1) if carried else (next(markers), _edge_hex(one, field))
        registered = area(one, field, "registered")
        found.append(Battery(BATTERIES * side + own, side, module, link, piece, at, registered))
    for side, left in sets.items():
        _no_idle_set(box, toml, side, left, faces)
    return found


def _no_idle_set(box: Box, toml: Toml, side: int, left: list[int], faces: dict[int, int]) -> None:
    """A radio or telephone without a battery would be carried for nothing."""
    if left:
        kind = box.weapons[faces[left[0]]].kind
        toml.fail("weapons", f"a {kind} that speaks to nobody: {SIDES[side]} needs a [[battery]] whose link is {kind!r}", "group", kind)


@rule("150")
def _flights(box: Box, toml: Toml, field: Field) -> list[Flight]:
    """One for each side, over the edge of the map."""
    found: list[Flight] = []
    for one in parts(toml, "aircraft"):
        side, key = SIDES.index(one.data["side"]), str(one.data["plane"])
        if key not in box.planes or any(flight.side == side for flight in found):
            one.fail("plane", f"{key!r}: expected one of {', '.join(box.planes)}, one kind for a side")
        _fights_for(one, side, key, box.planes[key].nation, "plane")
        if why := box.planes[key].why_not(str(toml.data.get("date", "")), str(toml.data.get("land", ""))):
            one.fail("plane", f"{key!r}: {why}")
        found.append(Flight(side, box.planes[key], _edge_hex(one, field)))
    return found


@rule("46", "150")
def _edge_hex(one: Part, field: Field) -> int:
    """The hex over which somebody from beyond the map looks in or comes."""
    name = one.data["hex"]
    place = min(area(one._replace(data={"hex": [name]}), field, "hex"))
    if len(field.around[place]) == INLAND:
        one.fail("hex", f"{name} does not lie at the edge of the map")
    return place


def _is_set(box: Box, piece: int, faces: dict[int, int]) -> bool:
    return box.first_weapon <= piece < box.first_dummy and piece in faces and box.weapons[faces[piece]].kind in LINKS[:2]


class _Stock:
    """Hands out counters."""

    def __init__(self, box: Box, toml: Toml) -> None:
        self.box, self.toml = box, toml
        self.faces: dict[int, int] = {}
        self.kinds = WORK_KINDS
        pools = {"squads": (0, MEN), "leaders": (box.first_leader, LEADERS), "weapons": (box.first_weapon, WEAPONS),
                 "dummies": (box.first_dummy, DUMMIES), "works": (box.first_work, WORKS), "vehicles": (box.first_vehicle, VEHICLES), "guns": (box.first_gun, GUNS)}  # fmt: skip
        self.most = {kind: count for kind, (_, count) in pools.items()}
        self.free = {(kind, side): box.pool(side, first, count) for kind, (first, count) in pools.items() for side in (0, 1)}

    def take(self, one: Part, key: str, kind: str, side: int, face: int) -> int:
        free = self.free[kind, side]
        if not free:
            one.fail(key, f"there are no more counters for {kind}: a side has {self.most[kind]}")
        piece = free.pop(0)
        self.faces[piece] = face
        return piece

    def work(self, one: Part, key: str, side: int, kind: str) -> int:
        if kind not in self.kinds:
            one.fail(key, f"{kind!r} is no fortification; expected one of {', '.join(self.kinds)}", kind)
        return self.take(one, key, "works", side, self.kinds.index(kind))

    def listed(self, one: Part, kind: str, side: int, faces: Mapping[str, int]) -> list[int]:
        """``"it-346*4"`` is four of them."""
        found = []
        for text in one.data.get(kind, []):
            name, count = counted(one, kind, text)
            if name not in faces:
                one.fail(kind, f"there is no {name!r}; {meant(name, faces)}", text)
            found += [self.take(one, kind, kind, side, faces[name]) for _ in range(count)]
        return found

    def serving(self, one: Part, kind: str, side: int, why_not: Mapping[str, Callable[[str, str], str]]) -> list[int]:
        """Vehicles and guns, which must have served at the time and in the land of the scenario."""
        found = self.listed(one, kind, side, {key: i for i, key in enumerate(why_not)})
        for text in one.data.get(kind, []):
            why = why_not[text.partition("*")[0].strip()](str(self.toml.data.get("date", "")), str(self.toml.data.get("land", "")))
            if why:
                one.fail(kind, f"{text!r}: {why}", text)
        return found


def _group(box: Box, field: Field, stock: _Stock, one: Part) -> Group:
    entry = one.data
    side = SIDES.index(entry["side"])
    pieces = stock.listed(one, "squads", side, box.squad_face)
    pieces += stock.listed(one, "leaders", side, box.leader_face)
    pieces += stock.listed(one, "weapons", side, box.weapon_face)
    vehicles = {key: partial(box.availability.why_not, vehicle) for key, vehicle in box.armoury.vehicles.items()}
    pieces += stock.serving(one, "vehicles", side, vehicles)
    pieces += stock.serving(one, "guns", side, {key: gun.service.why_not for key, gun in box.armoury.guns.items()})
    pieces += [stock.take(one, "dummies", "dummies", side, 0) for _ in range(int(entry.get("dummies", 0)))]
    works = [counted(one, "works", text) for text in entry.get("works", [])]
    pieces += [stock.work(one, "works", side, name) for name, count in works for _ in range(count)]
    mines = int(entry.get("mines", 0))
    dummies = int(entry.get("dummy_mines", mines // 24))  # 55.82: one for every 24 factors where the scenario does not say
    secret = int(entry.get("hidden_mines", 0))
    pieces += [stock.work(one, "hidden_mines", side, "mines") for _ in range(secret // 6)]
    pieces += [stock.work(one, "mines", side, "known mines") for _ in range(mines // 6 + dummies + (3 if dummies else 0))]
    turn = int(entry.get("turn", 0))
    return Group(
        side,
        tuple(pieces),
        _over_the_edge(one, field) if turn else _with_room(box, one, field),
        turn,
        int(entry.get("hidden", 0)),
        mines,
        dummies,
        str(entry.get("colour", "")),
        secret,
    )


@rule("4")
def _over_the_edge(one: Part, field: Field) -> frozenset[int]:
    """Whoever arrives comes over those of the group's hexes that lie at the edge of the map."""
    found = frozenset(place for place in area(one, field, "hexes") if len(field.around[place]) < INLAND)
    if not found:
        one.fail("hexes", f"hexes is {one.data['hexes']!r}; a group with a turn comes over the edge of the map, and none of these lies there")
    return found


@rule("6")
def _with_room(box: Box, one: Part, field: Field) -> frozenset[int]:
    """Whom no hex has room for would be left out without a word: four units to a hex, of which three squads; a dummy looks like a squad."""
    found, dummies = area(one, field, "hexes"), int(one.data.get("dummies", 0))
    listed = [(box.squads[box.squad_face[name]], count) for name, count in (counted(one, "squads", text) for text in one.data.get("squads", []))]
    leaders = sum(counted(one, "leaders", text)[1] for text in one.data.get("leaders", []))
    aboard = bool(one.data.get("vehicles"))  # in a vehicle there is more room
    squads = dummies + sum(count for squad, count in listed if squad.kind == "squad")
    units = dummies + leaders + sum(count for _, count in listed)
    for many, most, what in ((squads, SQUADS, "squads and dummies"), (units, UNITS, "units")):
        if many > most * len(found) and not aboard:
            one.fail("hexes", f"{many} {what} in {len(found)} {'hex' if len(found) == 1 else 'hexes'}; a hex holds {most} (6)")
    return found


def _market(box: Box, toml: Toml, field: Field, side: str) -> Group:
    """In a battle of one's own every counter of a side may come to be used."""
    armour = bool(toml.data.get("armour"))
    mine = tuple(
        piece
        for piece, home in enumerate(box.home)
        if home == SIDES.index(side) and (piece < box.first_smoke or (armour and piece >= box.first_vehicle))
    )
    return Group(SIDES.index(side), mine, area(part(toml, f"buy.{side}"), field, "hexes"), 0, 1)
