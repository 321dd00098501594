"""Everything printed: the map, the counters, the tables. Read once, shared by all positions."""

from __future__ import annotations

from typing import Any, NamedTuple

from amba.core.event import UNKNOWN
from amba.games.keren.book import HERE
from amba.games.keren.ground import Ground
from amba.load.box import MapBox
from amba.load.files import Data, PrintedTable, Results, Row, Toml
from amba.load.scenarios import read_scenarios

SIDES = ("commonwealth", "italian")
COMMONWEALTH, ITALIAN = 0, 1
KINDS = ("infantry", "colonial", "grenadier", "alpine", "african", "cavalry", "artillery", "tank", "air")
TERRAINS = ("clear", "slope", "hill", "bluff", "precipice", "ridge", "peak", "sheer")
BOXES = ("tunnel", "reserve", "eliminated", "air", "unused")
MARKS = ("suppressed", "out_of_supply", "moved", "shot", "assaulted", "turned", "shown", "unfired")
SUPPRESSED, OUT, MOVED, SHOT, ASSAULTED, TURNED, SHOWN, UNFIRED = range(len(MARKS))
TRACKS = ("turn", "phase", "losses", "score", "won", *(f"{side}-fire" for side in SIDES))
TURN, PHASE, LOSSES, SCORE, WON, FIRST_ORDER = range(6)
FRONT, BACK = 0, 1
FIRE_RESULTS = Results("NE|S|DR|[12]DE", "NE, S, DR, 1DE or 2DE")
ASSAULT_RESULTS = Results("[12]AE|S|DR|[12]DE", "1AE, 2AE, S, DR, 1DE or 2DE")
"""11.3, 14.2: what stands in the two tables."""
QUARTER, QUARTERS = 4, "quarters at the finest"
"""Factors are counted in quarters, because a half can be halved (6.5)."""


class Unit(NamedTuple):
    """A counter (2.3); factors in quarters, front side first."""

    key: str
    title: str
    side: int
    kind: str
    size: str
    fire: tuple[int, int]
    assault: tuple[int, int]
    move: int
    division: str
    band: str

    @property
    def is_artillery(self) -> bool:
        return self.kind == "artillery"

    @property
    def is_air(self) -> bool:
        return self.kind == "air"

    @property
    def is_tank(self) -> bool:
        return self.kind == "tank"

    @property
    def may_carry(self) -> bool:
        """2.4: artillery never carries supply."""
        return self.kind not in {"artillery", "air"}

    @property
    def has_facing(self) -> bool:
        """9.0: units of the infantry kind."""
        return self.kind not in {"artillery", "air", "tank"}


class Group(NamedTuple):
    """Units of a scenario that start in one area or arrive together (16.0)."""

    side: int
    units: tuple[int, ...]
    hexes: frozenset[int]
    literal: frozenset[int]
    """The hexes of the other reading (NOTES.md, 4); the same where there is none."""
    turn: int
    """0: at the start."""
    choose: int
    option: str
    title: str
    """What the area is called after."""
    plan: tuple[int, ...]
    """A sensible hex for each unit, for a player who does not want to place them by hand; empty for reinforcements."""


class World(MapBox):
    """The box of the game."""

    def __init__(self, over: Data | None = None) -> None:
        super().__init__(HERE, SIDES, TERRAINS, over)
        self.units: list[Unit] = [_unit(row) for row in self.counters("title", "side", "kind", "size", "fire", "assault", "move", "division", "band")]
        self.ranged = self._ranged("ranged", "Ranged fire table")
        self.assault = self._assault("assault", "Assault table", 8)
        self.kinder_ranged = self._ranged("ranged-kinder", "Ranged fire table, milder (option)")
        self.kinder_assault = self._assault("assault-kinder", "Assault table, kinder to the attacker (option)", 10)
        self.terrain = self.table("terrain", "Terrain key", "10.1")
        self.fire_columns = [int(name.rstrip("+")) * QUARTER for name in self.ranged.columns]
        self.name([unit.key for unit in self.units], BOXES, MARKS, TRACKS)
        self.tunnel = self.box["tunnel"]
        self.spots = ["the tunnel" if name == "tunnel" else name for name in self.names.places]
        """What a place is called in the middle of a sentence."""
        self.places = self.hexes + 1
        """Places where units can be: the hexes, and the tunnel."""
        self.ground = Ground(self.map, self.terrain, self.tunnel)
        self._read_places()
        self.scenarios = read_scenarios(self.folder)
        self.groups = {key: [self._group(toml, entry) for entry in _entries(toml)] for key, toml in self.scenarios.items()}

    def _ranged(self, key: str, title: str) -> PrintedTable:
        return self.table(key, title, "11.2", [str(die) for die in range(1, 7)], FIRE_RESULTS)

    def _assault(self, key: str, title: str, last: int) -> PrintedTable:
        return self.table(key, title, "14.1", [str(roll) for roll in range(last + 1)], ASSAULT_RESULTS, {"die": "roll"})

    def _read_places(self) -> None:
        self.sources: tuple[list[int], list[int]] = ([], [])
        self.points: dict[int, int] = {}
        for place in self.map.places.values():
            if "supply" in place.extra:
                self.sources[SIDES.index(place.extra["supply"])].append(place.hex)
            if "vp" in place.extra:
                self.points[place.hex] = int(place.extra["vp"])
        self.forts = frozenset(place.hex for place in self.map.places.values() if place.extra.get("fort"))
        self.tigu = self.map.places["tigu"].hex
        ridge, valley = (self.map.areas[key].hexes for key in ("cameron-ridge", "happy-valley"))
        self.commonwealth_ground = frozenset((*ridge, *valley, *self.sources[COMMONWEALTH]))
        """16.0: where the Commonwealth sets up and draws its supply; no Italian set-up area reaches there."""

    def _group(self, toml: Toml, entry: dict[str, Any]) -> Group:
        units = []
        for key in entry["units"]:
            if key not in self.names.piece:
                toml.fail("units", f"there is no unit {key!r} in units.csv", "", f'"{key}"')
            units.append(self.names.piece[key])
        side = SIDES.index(entry["side"])
        hexes, literal = self._area(toml, entry, side)
        choose = int(entry.get("choose", len(units)))
        plan = self._plan(toml, entry, hexes)
        return Group(side, tuple(units), hexes, literal, int(entry.get("turn", 0)), choose, entry.get("option", ""), self._area_title(entry), plan)

    def _plan(self, toml: Toml, entry: dict[str, Any], hexes: frozenset[int]) -> tuple[int, ...]:
        names = entry.get("plan", [])
        if names and len(names) != len(entry["units"]):
            toml.fail("plan", f"{len(names)} hexes for {len(entry['units'])} units; expected one for each", "", f'"{names[0]}"')
        for name in names:
            if self.grid.index.get(name) not in hexes:
                toml.fail("plan", f"hex {name} is not in the area", "", f'"{name}"')
        return tuple(self.grid.index[name] for name in names)

    def _area_title(self, entry: dict[str, Any]) -> str:
        if "of" in entry:
            return self.map.places[entry["of"][0]].title
        if "columns" in entry:
            return "Keren"
        name: str = entry.get("area") or entry["entry"]
        return "Aircraft" if name == "air" else self.map.areas[name].title

    def _area(self, toml: Toml, entry: dict[str, Any], side: int) -> tuple[frozenset[int], frozenset[int]]:
        """The hexes of a set-up or arrival entry, in our reading and in the literal one."""
        grid = self.grid
        if "area" in entry or "entry" in entry:
            name = entry.get("area", entry.get("entry"))
            if name == "air":
                return frozenset(), frozenset()
            if name not in self.map.areas:
                toml.fail("area", f"there is no area {name!r} in map.toml", "", str(name))
            found = frozenset(self.map.areas[name].hexes)
            more = frozenset(self.map.areas["italian-entry-10-4"].hexes) if name == "italian-entry" else frozenset[int]()
            return found, found | more
        if "columns" in entry:
            return self._columns(entry["columns"]), self._columns(entry["columns_literal"])
        near = {h for key in entry["of"] for h in grid.within(self.map.places[key].hex, entry["within"])}
        if "not_south_of" in entry:
            line = self.ground.southing(self.map.places[entry["not_south_of"]].hex)
            near = {h for h in near if self.ground.southing(h) <= line}
        if side == ITALIAN:
            near -= self.commonwealth_ground
        return frozenset(near), frozenset(near)

    def _columns(self, limits: list[int]) -> frozenset[int]:
        first, last = limits
        return frozenset(h for h in range(self.hexes) if first <= self.grid.column_row(h)[0] <= last and h not in self.commonwealth_ground)

    def title(self, unit: int) -> str:
        return "a unit" if unit == UNKNOWN else self.units[unit].title

    def place_title(self, place: int) -> str:
        if place not in {self.tunnel, self.ground.under_tunnel}:
            return super().place_title(place)
        return f"{'the' if place == self.tunnel else 'above the'} tunnel ({self.grid.names[self.ground.hex_of(place)]})"

    def named(self, unit: int, place: int | None = None) -> dict[str, Any]:
        """What a unit and a place are called, as values for a sentence about them."""
        found: dict[str, Any] = {"unit": self.units[unit].title}
        return found if place is None else {**found, "hex": self.spots[place]}


def _entries(toml: Toml) -> list[dict[str, Any]]:
    return [*toml.data.get("setup", []), *toml.data.get("reinforcements", [])]


def _unit(row: Row) -> Unit:
    def pair(name: str) -> tuple[int, int]:
        front = row.parts(name, QUARTER, QUARTERS)
        return front, row.parts(f"carrying_{name}", QUARTER, QUARTERS) if row.get(f"carrying_{name}") else front

    return Unit(
        row.text("key"), row.text("title"), SIDES.index(row.one_of("side", SIDES)), row.one_of("kind", KINDS), row["size"],
        pair("fire"), pair("assault"), row.count("move", 0), row["division"], row["band"],
    )  # fmt: skip


def factor_text(value: int) -> str:
    """Quarters as people write them: 6 -> '1½'."""
    whole, rest = divmod(value, QUARTER)
    part = ("", "¼", "½", "¾")[rest]
    return f"{whole}{part}" if whole or not part else part
