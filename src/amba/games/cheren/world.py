"""Everything printed: the map, the counters, the chits, the tables. Read once, shared by all positions."""

from __future__ import annotations

from typing import NamedTuple

from amba.games.cheren.book import HERE, rule
from amba.games.cheren.tables import given, middle
from amba.kit.bitboards import Bitboards
from amba.kit.half_points import HALF
from amba.kit.reach import Edges
from amba.load.aids import chart_of
from amba.load.box import MapBox
from amba.load.files import Data, DataError, Folder, PrintedTable, Results, Row
from amba.load.maps import links
from amba.load.scenarios import check_dates, longest_first, read_scenarios
from amba.load.units import numbers

SIDES = ("allied", "italian")
ALLIED, ITALIAN = 0, 1
KINDS = ("infantry", "mountain", "artillery", "naval", "cavalry", "commando", "tank", "motorized", "mot-artillery", "air")
MOTORIZED = ("tank", "motorized", "mot-artillery")
TERRAINS = ("clear", "rough", "hill", "mountain", "sea")
BOXES = (
    "reinforcements", "eliminated", "air-support",
    "cup", "allied-hand", "italian-hand", "played", "discarded", "removed-by-allied", "removed-by-italian",
)  # fmt: skip
MARKS = ("low", "none", "attacked", "hurt", "infiltrating", "marching", "exploiting", "reserve")
LOW, NONE, ATTACKED, HURT, INFILTRATING, MARCHING, EXPLOITING, RESERVE = range(len(MARKS))
STANDING = ("reaction", "chits", "result")
"""What a side's standing orders are about (S)."""
TRACKS = (
    "turn", "phase", "wolkait", "tigre", "roadblock", "sappers", "postponed", "reaction-limit", "committed", "score",
    *(f"{side}-{about}" for side in SIDES for about in STANDING),
)  # fmt: skip
TURN, PHASE, WOLKAIT, TIGRE, ROADBLOCK, SAPPERS, POSTPONED, REACTION_LIMIT, COMMITTED, SCORE, FIRST_ORDER = range(11)
NEVER = 99
POINTS = "whole or half points"
RESULTS = Results(r"\d-\dr?", "the attacker's steps, a hyphen, the defender's steps, and r for a retreat, as in 1-2r")
"""11.5: what stands in the combat table."""


class Unit(NamedTuple):
    """A counter of the order of battle (2.3)."""

    key: str
    title: str
    side: int
    kind: str
    size: str
    strengths: tuple[int, ...]
    """One per step, from full strength down."""
    stacks: tuple[int, ...]
    mp: int
    setup: int
    """The hex of its town."""
    turn: int
    alternative: tuple[int, int] | None
    """Another hex and turn of arrival (8.4)."""
    garrison: str
    village: int
    native: bool
    designation: str
    code: str
    colour: str

    @property
    @rule("2.3")
    def steps(self) -> int:
        return len(self.strengths)

    @property
    def is_artillery(self) -> bool:
        return self.kind in {"artillery", "mot-artillery"}

    @property
    def is_motorized(self) -> bool:
        return self.kind in MOTORIZED

    @property
    @rule("2.3.b")
    def is_support(self) -> bool:
        return self.kind in {"artillery", "mot-artillery", "tank", "air"}

    @property
    @rule("2.3.c")
    def may_exploit(self) -> bool:
        return self.kind in {"cavalry", "tank", "motorized"}

    @property
    @rule("2.3.a", "9.1")
    def may_climb(self) -> bool:
        """Whether mountains are open to it (9.1)."""
        return not self.is_motorized and self.mp >= 6


class Chit(NamedTuple):
    """A chit (5.1). Chits of one name are duplicates."""

    key: str
    name: str
    title: str
    side: int
    star: bool
    when: str
    effect: str

    @property
    def kind(self) -> str:
        return "chit"

    @property
    def size(self) -> str:
        return "★" if self.star else ""


class TerrainKey(NamedTuple):
    """One line of the terrain key (1.1); costs in half points."""

    cost: int
    road: int
    stack: int
    shift: int


class Town(NamedTuple):
    """A town with victory points (1.2)."""

    key: str
    title: str
    hex: int
    vp: int
    letter: str


class Source(NamedTuple):
    """A supply source (1.4)."""

    hex: int
    side: int
    from_turn: int


class World(MapBox):
    """The box of the game."""

    def __init__(self, over: Data | None = None) -> None:
        super().__init__(HERE, SIDES, TERRAINS, over)
        for row in self.map.rows:
            if given(row, "also"):
                row.one_of("also", TERRAINS)
        self.combat = self._combat("combat", "Combat table")
        self.kinder_combat = self._combat("combat-kinder", "Combat table, kinder to the attacker (option)")
        self._read_terrain()
        self._read_places()
        rows = self.counters("title", "side", "kind", "size", "strengths", "mp", "stack", "setup", "turn")
        self.units: list[Unit] = [self._unit(row) for row in rows]
        self._read_chits()
        self._read_turns()
        self.victory = self.table("victory", "Victory", "14.0")
        self.scenarios = read_scenarios(self.folder, longest_first)
        check_dates(self.scenarios, self.dates, "tables/turns.csv")
        self._check_victory()
        self._name()
        self._work_out()

    @rule("1.1")
    def _read_terrain(self) -> None:
        heads = {"road": "rd", "stack": "st", "shift": "cs"}
        rows = self.sheet("terrain", "Terrain key", "1.1", "terrain", "mp", "road", "stack", "shift", heads=heads).unique("terrain")
        self.key: dict[str, TerrainKey] = {}
        for name in ("clear", "rough", "hill", "mountain"):
            if name not in rows:
                raise DataError("tables/terrain.csv", 0, f"the terrain {name!r} is missing")
            row = rows[name]
            self.key[name] = TerrainKey(
                row.parts("mp", HALF, POINTS),
                row.parts("road", HALF, POINTS),
                row.count("stack"),
                row.number("shift"),
            )
        river = rows.get("river")
        if river is None:
            raise DataError("tables/terrain.csv", 0, "the river hexside is missing")
        self.river_cost = river.parts("mp", HALF, POINTS)
        self.river_shift = river.number("shift")

    def _read_places(self) -> None:
        self.towns: list[Town] = []
        self.villages: dict[str, int] = {}
        self.sources: list[Source] = []
        for place in self.map.places.values():
            extra = place.extra
            if place.kind == "village":
                self.villages[place.key] = place.hex
            elif "vp" in extra and place.kind == "town":
                self.towns.append(Town(place.key, place.title, place.hex, int(extra["vp"]), extra.get("letter", "")))
            if "supply" in extra:
                self.sources.append(Source(place.hex, SIDES.index(extra["supply"]), int(extra.get("supply_from", 1))))
        self.town_at = {town.hex: town for town in self.towns}
        self.garrison_area = {name: frozenset(self.map.areas[name].hexes) for name in ("wolkait", "tigre")}
        self.garrison_titles = {name: self.map.areas[name].title for name in self.garrison_area}
        self.garrison_middle = {name: middle(area, self.grid.distance) for name, area in self.garrison_area.items()}
        self.red_edge: dict[int, int] = {}
        for area in self.map.areas.values():
            if area.key.startswith("red-edge"):
                for edge in area.hexes:
                    self.red_edge[edge] = int(area.extra.get("from_turn", 1))

    def _unit(self, row: Row) -> Unit:
        strengths = numbers(row, "strengths")
        stacks = numbers(row, "stack")
        if len(stacks) == 1:
            stacks = stacks * len(strengths)
        if len(stacks) != len(strengths):
            row.fail(f"{len(stacks)} stacking values for {len(strengths)} steps")
        if given(row, "steps") and row.count("steps") != len(strengths):
            row.fail(f"steps is {row['steps']}, but there are {len(strengths)} strengths, one for each step")
        alternative = None
        if given(row, "alt"):
            place, _, turn = row["alt"].partition("@")
            alternative = (self._hex_of(row, place), int(turn))
        kind = row.one_of("kind", KINDS)
        if given(row, "mot") and (row["mot"] == "1") != (kind in MOTORIZED):
            row.fail(f"mot is {row['mot']!r}, but it is the kind, {kind}, that says who is motorized: {', '.join(MOTORIZED)}")
        setup = 0 if kind == "air" else self._hex_of(row, row.text("setup"))
        turn_number = row.number("turn", 0)
        town = self.town_at.get(setup)
        code = f"{town.letter}{turn_number or ''}" if town and town.letter else ""
        return Unit(
            row.text("key"), row.text("title"), SIDES.index(row.one_of("side", SIDES)), kind, row["size"], strengths, stacks,
            row.count("mp", 0), setup, turn_number, alternative, given(row, "garrison"),
            self._hex_of(row, row["village"]) if given(row, "village") else -1, row.get("native") == "1",
            given(row, "designation") or row["key"], code, given(row, "colour") or row["side"],
        )  # fmt: skip

    def _hex_of(self, row: Row, name: str) -> int:
        if name in self.map.places:
            return self.map.places[name].hex
        if name in self.grid.index:
            return self.grid.index[name]
        row.fail(f"{name!r} is neither a place of map.toml nor a hex")

    def _read_chits(self) -> None:
        sheet = self.read("chits.csv", "key", "name", "side")
        self.chits = [read_chit(row) for row in sheet.rows]
        rows = [[row["title"], row["side"], "yes" if row["star"] == "1" else "", row["effect"]] for row in sheet.rows]
        self.charts.append(chart_of("chits", "Chits", "5.1", sheet.provenance, ["chit", "side", "once", "effect"], rows))

    def _combat(self, key: str, title: str) -> PrintedTable:
        return self.table(key, title, "11.5", [str(die) for die in range(1, 7)], RESULTS)

    def _read_turns(self) -> None:
        rows = self.read("tables/turns.csv", "turn", "date", "replacement").rows
        self.dates = {int(row["turn"]): row["date"] for row in rows}
        self.replacement_turns = frozenset(int(row["turn"]) for row in rows if row.one_of("replacement", ("0", "1", "no", "yes")) in {"1", "yes"})

    def _check_victory(self) -> None:
        """14.0: the chart only shows what the campaign's own file decides. Who changes the chart alone has changed nothing, and is told."""
        name, levels = "tables/victory.csv", self.scenarios["campaign"].data["victory"]["levels"]
        decided = [[str(level[column]) for column in ("from", "to", "level", "winner")] for level in levels]
        shown = [[row, *cells] for row, cells in zip(self.victory.rows, self.victory.cells, strict=True)]
        if shown != decided and self.folder.read(name) != Folder(HERE / "data").read(name):
            raise DataError(name, 0, "this chart differs from the levels in scenarios/campaign.toml, which decide; change those")

    def _name(self) -> None:
        pieces = [unit.key for unit in self.units] + [chit.key for chit in self.chits]
        if len(set(pieces)) != len(pieces):
            twice = next(key for key in pieces if pieces.count(key) > 1)
            raise DataError("chits.csv", 0, f"the key {twice!r} is used twice")
        self.name(pieces, BOXES, MARKS, TRACKS)
        self.hand = (self.box["allied-hand"], self.box["italian-hand"])
        self.removed_by = (self.box["removed-by-allied"], self.box["removed-by-italian"])
        self.first_chit = len(self.units)
        self.air = next((i for i, unit in enumerate(self.units) if unit.kind == "air"), -1)

    def chit(self, piece: int) -> Chit:
        return self.chits[piece - self.first_chit]

    def title(self, piece: int) -> str:
        """What a unit or a chit is called."""
        return self.units[piece].title if piece < self.first_chit else self.chit(piece).title

    def place_title(self, place: int) -> str:
        """What a hex is called: a town by its name too."""
        name, town = self.names.places[place], self.town_at.get(place)
        return f"{town.title} ({name})" if town else name

    def _work_out(self) -> None:
        """What the map implies, once and for all."""
        game_map, grid = self.map, self.grid
        self.terrains = [(game_map.terrain[h], *filter(None, [given(game_map.rows[h], "also")])) for h in range(self.hexes)]
        self.sea = ["sea" in found for found in self.terrains]
        self.mountain = ["mountain" in found for found in self.terrains]
        self.hill = ["hill" in found for found in self.terrains]
        land = [[self.key[name] for name in found if name in self.key] for found in self.terrains]
        self.entry = [max((key.cost for key in keys), default=NEVER) for keys in land]
        self.road_entry = [max((key.road for key in keys), default=NEVER) for keys in land]
        self.stack_limit = [min((key.stack for key in keys), default=0) for keys in land]
        self.defence_shift = [min((key.shift for key in keys), default=0) for keys in land]
        self.river = game_map.hexsides["river"]
        self.roads = links(game_map, "road")
        self.ways = links(game_map, "road", "track")
        # 9.0: the road rate counts along a road, and from a track onto a road; never onto a track.
        self.road_steps = [{n for n in self.ways[h] if n in self.roads[h] or self.roads[n]} for h in range(self.hexes)]
        self.around = [[n for n in grid.neighbours[h] if not self.sea[n]] for h in range(self.hexes)]
        self._lay_out_boards()
        self.near2 = [[n for n in grid.within(h, 2) if n != h and n not in grid.neighbours[h] and not self.sea[n]] for h in range(self.hexes)]
        # 4.0: no zone of control goes into or out of a mountain hex.
        self.zoc_links = [[] if self.mountain[h] else [n for n in self.around[h] if not self.mountain[n]] for h in range(self.hexes)]
        self.motorized = [unit.is_motorized for unit in self.units]
        self.climbs = [unit.may_climb for unit in self.units]
        self.fixed = [{"naval": "fixed", "air": "air"}.get(unit.kind, "") for unit in self.units]
        self.garrison = [unit.garrison for unit in self.units]
        self._edge_lists: dict[tuple[int, bool, bool], Edges] = {}

    def _lay_out_boards(self) -> None:
        """The same as boards, for what supply asks of the whole map (12.0)."""
        self.boards = Bitboards(self.around)
        self.way_boards = Bitboards(self.ways)
        of = self.boards.of
        self.way_board = of(h for h in range(self.hexes) if self.ways[h]) | of(source.hex for source in self.sources)
        self.hill_board = of(h for h in range(self.hexes) if self.hill[h])
        self.no_mountain_board = of(h for h in range(self.hexes) if not self.mountain[h])
        self.nets: dict[tuple[int, int, int, int], tuple[set[int], int]] = {}
        """Side, turn, roadblock and what is closed of roads and tracks -> those that lead to a source; once for all positions."""

    @rule("9.0", "9.0.road", "9.0.track")
    def _row(self, here: int, climb: bool, roadblock: int, bridged: bool) -> list[tuple[int, int]]:
        """9.0: the cost of every step from a hex, by road where there is one; 9.1: without mountains for those who cannot climb."""
        if self.sea[here]:
            return []
        row = []
        for there in self.around[here]:
            if self.mountain[there] and not climb:
                continue
            if there in self.road_steps[here] and roadblock not in {here, there}:
                cost = self.road_entry[there]
            else:
                cost = self.entry[there] + (self.river_cost if (here, there) in self.river and not bridged else 0)
            row.append((there, cost))
        return row

    def edges(self, climb: bool, roadblock: int, bridged: bool) -> Edges:
        """The step costs; no road rate into or out of a roadblock, no river where sappers are at work."""
        key = (roadblock, climb, bridged)
        found = self._edge_lists.get(key)
        if found is None:
            if roadblock < 0:
                found = [self._row(here, climb, -1, bridged) for here in range(self.hexes)]
            else:
                found = list(self.edges(climb, -1, bridged))
                for here in (roadblock, *self.around[roadblock]):
                    found[here] = self._row(here, climb, roadblock, bridged)
            self._edge_lists[key] = found
        return found


def read_chit(row: Row) -> Chit:
    side = SIDES.index(row.one_of("side", SIDES))
    return Chit(row.text("key"), row.text("name"), row.text("title"), side, row.get("star") == "1", row["when"], row["effect"])
