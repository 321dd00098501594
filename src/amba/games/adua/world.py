"""Everything printed: the map, the counters, the tables. Read once, shared by all positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from amba.games.adua.book import HERE
from amba.kit.reach import Edges
from amba.load.box import MapBox
from amba.load.files import Data, DataError, PrintedTable, Row
from amba.load.scenarios import longest_first, read_scenarios

SIDES = ("italian", "abyssinian")
ITALIAN, ABYSSINIAN = 0, 1
SIDE_TITLES = ("Italians", "Abyssinians")
KINDS = (
    "infantry", "bersaglieri", "alpine", "ascari", "artillery", "mountain_artillery",
    "guard", "veteran", "light", "cavalry", "leader", "machine_gun", "mule",
)  # fmt: skip
FOOT_WITH_GUNS = frozenset({"infantry", "ascari", "alpine"})
TERRAINS = ("clear", "hill1", "hill2")
BOXES = ("off-map", "with-units", "eliminated", "exited")
MARKS = (
    "machine_guns", "untested", "jammed", "jammed_now", "low_ammo", "disorganized", "entrenched", "repulsed", "fired",
    "entered", "moved", "melee", "committed", "attack", "assault", "general_offensive", "hold", "rally", "resupply", "march", "dig", "used",
)  # fmt: skip
(
    GUNS, UNTESTED, JAMMED, JAMMED_NOW, LOW_AMMO, DISORGANIZED, ENTRENCHED, REPULSED, FIRED,
    ENTERED, MOVED, MELEE, COMMITTED, ATTACK, ASSAULT, OFFENSIVE, HOLD, RALLY, RESUPPLY, MARCH, DIG, USED,
) = range(len(MARKS))  # fmt: skip
TRACKS = ("turn", "phase", "exited")
TURN, PHASE, EXITED = range(len(TRACKS))
PROHIBITED = 99
FIRE_ROWS = ("-1 or less", "0", "+1", "+2", "+3 or more")
FIRE_COLUMNS = ("italian attacker", "abyssinian attacker")
"""By side of the attacker."""
MELEE_COLUMNS = ("0 or less", "+1", "+2", "+3 or more")
FIRE_WORDS = frozenset({"disorganized", "reduced", "repulsed", "proceed", "weakened", *(f"damage {n}" for n in range(1, 10))})
MELEE_WORDS = frozenset(
    {"continues", "ends", "italians reduced", "abyssinians reduced", "all reduced", "one each reduced", "disorganized", "retreat"}
)
CHART_WORDS = ("single", "first double", "double", "triple", "one hex", "prohibited")


class Unit(NamedTuple):
    """A counter (2.0, 3.0, 5.0)."""

    key: str
    title: str
    side: int
    kind: str
    size: str
    code: str
    brigade: str
    superior: str
    """The key of the leader who commands it; empty for none."""
    moves_as: str
    values: tuple[int, ...]
    """Combat value by step, from full strength down."""
    quality: int
    quality_even: int
    """The weapons quality under the option that evens the battle out."""
    move: int
    range: int
    command: int
    initiative: int
    source: str

    @property
    def is_leader(self) -> bool:
        return self.kind == "leader"

    @property
    def is_mule(self) -> bool:
        return self.kind == "mule"

    @property
    def is_combat(self) -> bool:
        return self.kind not in {"leader", "mule", "machine_gun"}

    @property
    def is_artillery(self) -> bool:
        return self.kind in {"artillery", "mountain_artillery"}

    @property
    def is_cavalry(self) -> bool:
        return self.kind == "cavalry"

    @property
    def steps(self) -> int:
        return len(self.values)

    @property
    def is_brigadier(self) -> bool:
        return self.is_leader and self.command > 0 and self.size == "X"

    @property
    def is_colonel(self) -> bool:
        return self.is_leader and self.command > 0 and self.size == "III"

    @property
    def is_commander_in_chief(self) -> bool:
        return self.is_leader and self.command > 0 and self.size == "XX"


class World(MapBox):
    """The box of the game."""

    def __init__(self, over: Data | None = None) -> None:
        super().__init__(HERE, SIDES, TERRAINS, over)
        rows = self.counters("title", "side", "kind", "size", "moves_as", "cv", "quality", "quality_even", "move", "range")
        self.units: list[Unit] = [self._unit(row) for row in rows]
        arms = self.table("small_arms", "Small arms combat table", "10.1.table", FIRE_ROWS, heads={"hits": "Italian less Abyssinian hits"})
        self.small_arms = check_words(arms, set(FIRE_COLUMNS), FIRE_WORDS)
        self.melee = check_words(self.table("melee", "Melee combat table", "10.2.table", tuple("123456")), set(MELEE_COLUMNS), MELEE_WORDS)
        self._read_chart()
        self.scenarios = read_scenarios(self.folder, longest_first)
        self._work_out()
        self._check_scenarios()

    def _unit(self, row: Row) -> Unit:
        try:
            values = tuple(int(part) for part in row.text("cv").split("-"))
        except ValueError:
            row.fail(f"cv is {row['cv']!r}; expected values parted by '-', full strength first")
        kind = row.one_of("kind", KINDS)
        if kind == "mule":
            values = (0,) * row.number("steps")
        if row.number("steps") != len(values):
            row.fail(f"{len(values)} combat values for {row['steps']} steps")
        superior = row["commander"].strip("-")
        return Unit(
            row.text("key"), row.text("title"), SIDES.index(row.one_of("side", SIDES)), kind, row["size"].strip("-"), row["code"].strip("-"),
            row["brigade"].strip("-"), superior, row.text("moves_as"), values, row.number("quality"), row.number("quality_even"), row.count("move"), row.count("range"),
            row.count("command"), row.count("initiative"), row["source"],
        )  # fmt: skip

    def _read_chart(self) -> None:
        """9.0: the terrain effects chart."""
        heads = {"moves_as": "moves as", "hill1": "first level of hills", "hill2": "second level of hills"}
        self.chart = self.table("terrain", "Terrain effects chart", "9.0.chart", heads=heads)
        check_words(self.chart, {"hill1", "hill2"}, frozenset(CHART_WORDS))
        self.effects: dict[str, dict[str, str]] = {}
        for label, cells in zip(self.chart.rows, self.chart.cells, strict=True):
            self.effects[label] = {"clear": "single", **dict(zip(self.chart.columns, cells, strict=True))}
        self.effects["leader"] = {"clear": "single", "hill1": "single", "hill2": "single"}
        for unit in self.units:
            if unit.kind != "machine_gun" and unit.moves_as not in self.effects:
                raise DataError("units.csv", 0, f"{unit.key} moves as {unit.moves_as!r}, which is no row of tables/terrain.csv")

    def _work_out(self) -> None:
        """What the data imply, once and for all."""
        self.name([unit.key for unit in self.units], BOXES, MARKS, TRACKS)
        self.level = [TERRAINS.index(name) for name in self.map.terrain]
        self.around = self.grid.neighbours
        self.commander = [self.names.piece.get(unit.superior, -1) for unit in self.units]
        for unit, commander in zip(self.units, self.commander, strict=True):
            if unit.superior and commander < 0:
                raise DataError("units.csv", 0, f"{unit.key} is commanded by {unit.superior!r}, who is not in the file")
        self.combat = [[i for i, u in enumerate(self.units) if u.side == side and u.is_combat] for side in (ITALIAN, ABYSSINIAN)]
        self.followers = [[i for i, u in enumerate(self.units) if u.side == side and (u.is_leader or u.is_mule)] for side in (ITALIAN, ABYSSINIAN)]
        self.is_combat = [unit.is_combat for unit in self.units]
        self.passes = self.map.areas["western_passes"].hexes
        self.to_pass = [min(self.grid.distance(hex, gate) for gate in self.passes) for hex in range(self.hexes)]
        self.set_up_area = frozenset(self.map.areas["italian_set_up"].hexes)
        barred = [
            [self.effects[u.moves_as][self.map.terrain[h]] == "prohibited" for h in range(self.hexes)] if u.is_combat else [] for u in self.units
        ]
        # 10.0: no zone of control into terrain a unit may not enter.
        self.zoc_links: list[list[list[int]]] = []
        self.may_enter: list[list[bool]] = [[not no for no in row] for row in barred]
        open_links = [list(row) for row in self.around]
        closed_links = [[n for n in row if self.level[n] < 2] for row in self.around]
        for unit in self.units:
            shut = unit.is_combat and self.effects[unit.moves_as]["hill2"] == "prohibited"
            self.zoc_links.append(closed_links if shut else open_links)
        self.doubled = [unit.kind != "machine_gun" and "first double" in self.effects[unit.moves_as].values() for unit in self.units]
        self._edges: dict[tuple[str, int], Edges] = {}
        self.menelik = self.names.piece.get("menelik", -1)

    def title(self, piece: int) -> str:
        return self.units[piece].title

    def edges(self, unit: int) -> Edges:
        """9.0: the cost of every step. Where only the first hill hex of a move counts double, hexes come twice: before and after it was paid."""
        counter = self.units[unit]
        key = (counter.moves_as, counter.move)
        if key not in self._edges:
            self._edges[key] = self._make_edges(self.effects[counter.moves_as], counter.move)
        return self._edges[key]

    def _make_edges(self, effects: Mapping[str, str], move: int) -> Edges:
        size = self.hexes
        cost = {"single": 1, "double": 2, "triple": 3, "one hex": move, "prohibited": PROHIBITED}
        layers = 2 if "first double" in effects.values() else 1
        edges: list[list[tuple[int, int]]] = []
        for layer in range(layers):
            for here in range(size):
                row = []
                for there in self.around[here]:
                    word = effects[self.map.terrain[there]]
                    if word == "first double":
                        row.append((there + size, 1 if layer else 2))
                    elif word != "prohibited":
                        row.append((there + size * layer, cost[word]))
                edges.append(row)
        # 4.0: one more place, beyond the western passes, from which armies arrive.
        edges.append([(gate, 1) for gate in self.passes])
        return edges

    def beyond(self, unit: int) -> int:
        """The place beyond the western passes, in this unit's edges."""
        return self.hexes * (2 if self.doubled[unit] else 1)

    def _check_scenarios(self) -> None:
        for toml in self.scenarios.values():
            data = toml.data
            if "first_turn" in data:
                toml.fail("first_turn", f"first_turn is {data['first_turn']}; in this game it stands in [play]")
            for part in ("suggested", "fixed"):
                for section, pieces in data.get(part, {}).items():
                    for key, place in pieces.items():
                        known = self.names.piece if section == "machine_guns" else self.grid.index
                        if key not in self.names.piece:
                            toml.fail(key, f"there is no piece {key!r} in units.csv", f"{part}.{section}")
                        if place not in known:
                            toml.fail(key, f"{place!r} is neither a hex nor a unit", f"{part}.{section}")
            for key in data.get("calendar", {}):
                if key not in self.names.piece:
                    toml.fail(key, f"there is no leader {key!r} in units.csv", "calendar")


def check_words(found: PrintedTable, columns: set[str], words: frozenset[str]) -> PrintedTable:
    """A table with these columns, in whose cells stand only these words, several joined by ' + '."""
    name = found.provenance.file
    if set(found.columns) != columns:
        raise DataError(name, 0, f"the columns are {', '.join(found.columns)}; expected {', '.join(sorted(columns))}")
    for label, cells in zip(found.rows, found.cells, strict=True):
        for word in (word for cell in cells for word in cell.split(" + ")):
            if word not in words:
                raise DataError(name, 0, f"row {label}: {word!r} is unknown; expected {', '.join(sorted(words))}")
    return found


def cell_words(found: PrintedTable, row: str, column: str) -> tuple[str, ...]:
    """The words of a cell: ``("disorganized", "damage 1")``."""
    return tuple(found.cells[found.rows.index(row)][found.columns.index(column)].split(" + "))
