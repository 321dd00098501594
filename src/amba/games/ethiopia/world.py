"""Everything printed: the map, the counters, the tables. Read once, shared by all positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from amba.games.ethiopia.book import HERE, rule
from amba.kit.bitboards import Bitboards
from amba.kit.half_points import HALF
from amba.load.box import MapBox
from amba.load.files import Data, Results, Row, Toml
from amba.load.maps import links
from amba.load.scenarios import check_dates, longest_first, read_scenarios

SIDES = ("italian", "ethiopian")
ITALIAN, ETHIOPIAN = 0, 1
KINDS = ("infantry", "mountain", "cavalry", "armoured_car", "motorized", "artillery", "leader", "hq", "bomber", "fighter")
COMBAT_KINDS = frozenset(KINDS[:6])
TERRAINS = ("clear", "desert", "mountain", "amba", "massif", "marsh", "lake", "sea", "none")
CLOSED = frozenset(("lake", "sea", "none"))
MARCHES = ("foot", "native", "alpine", "horse", "motor")
BOXES = (
    "mogadishu", "air-north", "air-south", "reinforcements", "eliminated", "not-in-play", "italian-trenches", "ethiopian-trenches",
)  # fmt: skip
MARKS = ("engaged", "out", "moved", "fought", "obliged", "garrison", "dump", "gas", "linked")
ENGAGED, OUT, MOVED, FOUGHT, OBLIGED, GARRISON, DUMP, GAS, LINKED = range(len(MARKS))
TRACKS = (
    "turn",
    "phase",
    "losses",
    "gas",
    "italian-garrisons",
    "ethiopian-garrisons",
    "gas-used",
    "rail-used",
    "score",
    "ended",
    "addis-ababa",
    "raids",
)
TURN, PHASE, LOSSES, GAS_TURNS, ITALIAN_GARRISONS, ETHIOPIAN_GARRISONS, GAS_USED, RAIL_USED, SCORE, ENDED, ADDIS_ABABA, RAIDS = range(len(TRACKS))
RESULTS = Results("ENG|EX|C|[AD]E|[AD][1-9]", "ENG, EX, C, AE, DE, or A or D with the hexes of a retreat, as in D2")
"""10.6: what stands in the combat table."""
GARRISON_TRACKS = (ITALIAN_GARRISONS, ETHIOPIAN_GARRISONS)
MOST_GARRISONS = 5
"""G3.b: intrinsic garrisons to a side in a game."""
TRENCHES = 10
"""3.4: entrenchment counters to a side."""
STACK_LIMIT = 9
"""5.1: three divisions, counted in thirds."""
BOX_COST = 3 * HALF
RAILWAY = "Djibouti railway"
MOST_NEAR = 2_000
"""How many circles of hexes are kept: about 2 KB each."""
TURN_TRACK = {"turn": "Turn", "dates": "Dates", "season": "Season", "gas": "", "event": "In history"}
"""What the columns of the turn track are called on the chart."""


@dataclass(frozen=True)
class Unit:
    """A counter."""

    key: str
    title: str
    side: int
    kind: str
    size: str
    attack: int
    defence: int
    move: int
    march: str
    stack: int
    """In thirds of a division."""
    army: str
    traits: frozenset[str]
    short: str
    """The name printed on the counter."""

    @cached_property
    def is_combat(self) -> bool:
        return self.kind in COMBAT_KINDS

    @cached_property
    def is_air(self) -> bool:
        return self.kind in {"bomber", "fighter"}

    @cached_property
    def is_command(self) -> bool:
        """A leader or a headquarters (3.2)."""
        return self.kind in {"leader", "hq"}

    @cached_property
    def is_mobile(self) -> bool:
        return self.kind in {"cavalry", "armoured_car", "motorized"}

    @cached_property
    def is_leg(self) -> bool:
        return self.kind in {"infantry", "mountain"}


class Arrival(NamedTuple):
    """When and where a unit comes (12.1)."""

    turn: int
    places: tuple[int, ...]


class World(MapBox):
    """The box of the game."""

    def __init__(self, over: Data | None = None) -> None:
        super().__init__(HERE, SIDES, TERRAINS, over)
        rows = self.counters("title", "side", "kind", "size", "attack", "defence", "move", "march", "stack", "army", "traits", "short")
        self.units: list[Unit] = [self._unit(row) for row in rows]
        self.fighting = len(self.units)
        """How many pieces are units; entrenchments come after them."""
        for side, name in enumerate(SIDES):
            for n in range(1, TRENCHES + 1):
                self.units.append(Unit(f"{name}-trench-{n}", "Entrenchment", side, "entrenchment", "", 0, 0, 0, "none", 0, "", frozenset(), ""))
        self.trenches = tuple(range(self.fighting + side * TRENCHES, self.fighting + (side + 1) * TRENCHES) for side in range(len(SIDES)))
        ground = [u for u in range(self.fighting) if not self.units[u].is_air]
        self.ground_units = tuple([u for u in ground if self.units[u].side == side] for side in range(len(SIDES)))
        self.combat_units = tuple([u for u in units if self.units[u].is_combat] for units in self.ground_units)
        self.commanders = tuple([u for u in units if self.units[u].is_command] for units in self.ground_units)
        """Side -> its units that are no aircraft, those of them that fight, and those that lead."""
        self.air_units = [u for u in range(self.fighting) if self.units[u].is_air]
        self.name([unit.key for unit in self.units], BOXES, MARKS, TRACKS)
        self.emperor, self.gugsa = self.names.piece["haile-selassie"], self.names.piece["gugsa"]
        self.places = len(self.names.places)
        self.stock = (self.box["italian-trenches"], self.box["ethiopian-trenches"])
        self.combat = self.table("combat", "Combat table", "10.7", [str(die) for die in range(8)], RESULTS, {"die": "Die"})
        self.table("terrain", "Terrain chart", "7.2", [*TERRAINS, "river"], heads={"terrain": "Terrain"})
        supply = self.sheet("supply", "Out of supply", "8.5", heads={"turns": "Turns"})
        self.hunger = [(row.one_of("movement", ("full", "half")) == "half", row.count("loss")) for row in supply.rows]
        """8.5: turns out of supply -> whether it moves half, and the points it loses at the check."""
        turns = self.sheet("turns", "Turn track", "4.3", "turn", "dates", "season", "gas", "event", heads=TURN_TRACK).rows
        self.dates = {row.number("turn"): row["dates"] for row in turns}
        self.rains = frozenset(row.number("turn") for row in turns if row.one_of("season", ("dry", "rains")) == "rains")
        self.gas_turns = frozenset(row.number("turn") for row in turns if row.one_of("gas", ("no", "yes")) == "yes")
        self._work_out()
        self.scenarios = read_scenarios(self.folder, longest_first)
        self.victory = {
            key: {self.map.places[name].hex: int(value) for name, value in toml.data["victory"]["places"].items()}
            for key, toml in self.scenarios.items()
        }
        """13.1: scenario -> hex -> the points for holding it."""
        check_dates(self.scenarios, self.dates, "tables/turns.csv")

    def _unit(self, row: Row) -> Unit:
        march = row.one_of("march", (*MARCHES, "air"))
        return Unit(
            row.text("key"), row.text("title"), SIDES.index(row.one_of("side", SIDES)), row.one_of("kind", KINDS), row["size"],
            row.count("attack"), row.count("defence"), row.count("move"), march, row.count("stack"), row["army"], frozenset(row["traits"].split()), row.text("short"),
        )  # fmt: skip

    def _work_out(self) -> None:
        """What the map implies, once and for all."""
        grid, terrain = self.grid, self.map.terrain
        self._printed: dict[tuple[str, bool], list[list[tuple[int, int]]]] = {}
        self._near: dict[tuple[int, int], frozenset[int]] = {}
        chart = self.folder.sheet("tables/terrain.csv", *MARCHES, "shift")
        rows = {row[chart.columns[0]]: row for row in chart.rows}
        self.cost: dict[str, dict[str, int | None]] = {
            march: {name: None if row[march] == "-" else row.count(march) * HALF for name, row in rows.items()} for march in MARCHES
        }
        self.shift = {name: row.number("shift") for name, row in rows.items()}
        self.open = [terrain[h] not in CLOSED for h in range(self.hexes)]
        self.massif = [terrain[h] == "massif" for h in range(self.hexes)]
        self.around = [[n for n in grid.neighbours[h] if self.open[n]] if self.open[h] else [] for h in range(self.hexes)]
        self.boards = Bitboards(self.around)
        self.open_board = self.boards.of(h for h in range(self.hexes) if self.open[h])
        self.zoc_links = [self._zone_of(h) for h in range(self.hexes)] + [[] for _ in BOXES]
        self.river = self.map.hexsides["river"]
        self.roads = links(self.map, "road")
        self.tracks = links(self.map, "track")
        joined = links(self.map, "rail")
        self.rail = {h for line in self.map.lines if line.title == RAILWAY for h in line.hexes if self.open[h]}
        self.rail_links = {h: [n for n in joined[h] if n in self.rail] for h in self.rail}
        self.exits = self.map.areas["mogadishu-exits"].hexes
        self.is_city = [h in self.place_at and self.place_at[h].kind in {"city", "port"} for h in range(self.hexes)]
        self.land = [row["land"] for row in self.map.rows]
        self.home_places = [h for h in self.place_at if self.land[h] == "ethiopia"]
        self.capital = self.map.places["addis-ababa"].hex
        self.massawa = self.map.places["massawa"].hex
        self.airfields = {
            group: tuple(place.hex for place in self.map.places.values() if place.extra.get("airfield") == group) for group in ("north", "south")
        }

    @rule("6.2")
    def _zone_of(self, place: int) -> list[int]:
        """Where the zone of units in this hex reaches: neither into nor out of a massif, nor onto closed ground."""
        return [] if self.massif[place] else [n for n in self.around[place] if not self.massif[n]]

    @rule("7.2", "7.3", "7.4", "7.5", "7.6", "2.2", "2.3")
    def step_cost(self, march: str, here: int, there: int, road: bool, rains: bool) -> int | None:
        """Half points to go from hex to hex; None where this way of marching may not go."""
        if road:
            return HALF if rains else HALF // 2
        return self.track_cost(march) if self.takes_track(march, here, there) else self.ground_cost(march, here, there)

    def track_cost(self, march: str) -> int:
        return 2 * HALF if march == "motor" else HALF

    @rule("7.2", "7.6")
    def ground_cost(self, march: str, here: int, there: int) -> int | None:
        """Half points over the ground itself, as if there were neither road nor track."""
        ground = self.cost[march][self.map.terrain[there]]
        crossing = self.cost[march]["river"] or 0
        return None if ground is None else ground + (crossing if (here, there) in self.river else 0)

    @rule("2.6", "7.4")
    def takes_track(self, march: str, here: int, there: int) -> bool:
        """Whether a step goes by a track: it helps marching, so nobody takes one that is dearer than the ground it lies on."""
        if there not in self.tracks[here]:
            return False
        ground = self.ground_cost(march, here, there)
        return ground is None or self.track_cost(march) <= ground

    @rule("2.5")
    def road_neighbours(self, here: int, built: frozenset[int]) -> tuple[int, ...]:
        """Hexes joined to this one by road: along the printed line, or by a road built in play to any road hex beside it."""
        printed = self.roads[here]
        if not built:
            return tuple(printed)
        if here in built:
            return tuple(n for n in self.around[here] if n in built or self.roads[n] or n in printed)
        if not printed:
            return ()
        return tuple(n for n in self.around[here] if n in printed or n in built)

    @rule("2.7")
    def row(self, march: str, here: int, rains: bool, joined: Sequence[int]) -> list[tuple[int, int]]:
        """Every step out of a hex with its cost; `joined` are the neighbours along a road."""
        steps = []
        for there in self.around[here]:
            cost = self.step_cost(march, here, there, there in joined, rains)
            if cost is not None:
                steps.append((there, cost))
        if here in self.exits:
            steps.append((self.box["mogadishu"], BOX_COST))
        return steps

    def printed_rows(self, march: str, rains: bool) -> list[list[tuple[int, int]]]:
        """The rows of every place on the roads as printed. Shared: copy before laying a road into it."""
        key = (march, rains)
        if key not in self._printed:
            rows = [self.row(march, here, rains, tuple(self.roads[here])) for here in range(self.hexes)]
            rows += [[(there, BOX_COST) for there in self.exits] if box == "mogadishu" else [] for box in BOXES]
            self._printed[key] = rows
        return self._printed[key]

    def near(self, place: int, radius: int) -> frozenset[int]:
        """Every hex at most this far away."""
        key = (place, radius)
        found = self._near.get(key)
        if found is None:
            if len(self._near) >= MOST_NEAR:
                self._near.clear()
            found = self._near[key] = frozenset(self.grid.within(place, radius))
        return found

    def place_title(self, place: int) -> str:
        """A hex as people say it: 'Adua (2913)', '2912'. Of the boxes only Mogadishu is a place to go to."""
        return super().place_title(place) if place < self.hexes else self.names.places[place].title()

    def where(self, toml: Toml, name: str) -> int:
        """A place, a box or a hex by the name a scenario gives it."""
        if name in self.map.places:
            return self.map.places[name].hex
        found = self.names.place.get(name)
        if found is None:
            toml.fail("setup", f"{name!r} is neither a place of map.toml, nor a box, nor a hex", "setup", name)
        return found

    def piece(self, toml: Toml, key: str) -> int:
        found = self.names.piece.get(key)
        if found is None:
            toml.fail("setup", f"there is no unit {key!r} in units.csv", "setup", key)
        return found

    def arrivals(self, scenario: str) -> dict[int, Arrival]:
        """12.1: unit -> when and where it comes."""
        toml = self.scenarios[scenario]
        found: dict[int, Arrival] = {}
        for entry in toml.data.get("reinforcements", []):
            arrival = Arrival(int(entry["turn"]), tuple(self.where(toml, name) for name in entry["places"]))
            for key in entry["units"]:
                found[self.piece(toml, key)] = arrival
        return found

    def ends_at_once(self, scenario: str) -> bool:
        """13.4: whether the war may end before the last turn."""
        return bool(self.scenarios[scenario].data["victory"]["sudden"])


def counted(number: int, what: str) -> str:
    """As people say it: '1 unit', '3 hexes'."""
    return f"{number} {what}" if number == 1 else f"{number} {what}{'es' if what.endswith('x') else 's'}"
