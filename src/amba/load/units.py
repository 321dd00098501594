"""`units.csv` in its plain form becomes counters, and a box holds map, counters, tables and scenarios."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from amba.core.game import Names, Provenance, Scenario
from amba.kit.units import Unit
from amba.load.box import MapBox
from amba.load.files import Data, PrintedTable, Results, Row, Sheet, Toml, table
from amba.load.scenarios import last_turn, longest_first, read_scenarios, scenario_list

COLUMNS = ("key", "title", "side", "kind", "size", "strengths", "mp")
ASIDE, ELIMINATED = "aside", "eliminated"
"""The boxes of every such game: for units that a scenario does not use, and for lost ones."""
SCENARIO_KEYS = ("units", "control", "victory")


class Chart(NamedTuple):
    """A table that players look things up in."""

    key: str
    title: str
    rule: str
    sheet: Sheet


def numbers(row: Row, column: str) -> tuple[int, ...]:
    """Several numbers in one cell: 5;3."""
    parts = row.text(column).split(";")
    if not all(part.isdecimal() for part in parts):
        row.fail(f"{column} is {row[column]!r}; expected whole numbers parted by ';'")
    return tuple(map(int, parts))


def read_unit(row: Row, sides: Sequence[str]) -> Unit:
    side = row.one_of("side", sides)
    return Unit(
        row.text("key"), row.text("title"), sides.index(side), row.text("kind"), row["size"], numbers(row, "strengths"), row.count("mp"),
        row.get("designation") or row["key"], row.get("colour") or side,
    )  # fmt: skip


class UnitBox(MapBox):
    """A box with one map, units of two sides, tables and scenarios. A game adds what its map and tables imply."""

    def __init__(
        self, home: Path, sides: Sequence[str], terrains: Collection[str], over: Data | None = None, *,
        marks: Sequence[str] = (), tracks: Sequence[str] = (), boxes: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(home, terrains, over)
        self.home = home
        self.sides = sides
        sheet = self.folder.sheet("units.csv", *COLUMNS)
        self.units: Sequence[Unit] = [read_unit(row, sides) for row in sheet.unique("key").values()]
        self.scenarios = read_scenarios(self.folder, longest_first, SCENARIO_KEYS)
        boxes = (*boxes, ASIDE, ELIMINATED)
        self.names = Names([unit.key for unit in self.units], [*self.grid.names, *boxes], marks, ("turn", "phase", *tracks))
        self.box = {name: self.hexes + i for i, name in enumerate(boxes)}
        self.eliminated = self.box[ELIMINATED]
        land = [terrain != "none" for terrain in self.map.terrain]
        self.around: Sequence[Sequence[int]] = [
            [near for near in self.grid.neighbours[here] if land[near]] if land[here] else [] for here in range(self.hexes)
        ]
        self.place_at = {place.hex: place for place in self.map.places.values()}
        self._worth = {key: self._read_worth(toml) for key, toml in self.scenarios.items()}
        self.charts: list[Chart] = []
        self._sources = [*self.map.provenance, sheet.provenance]

    def table(self, name: str, title: str, rule: str, rows: Sequence[str] | None = None, results: Results | None = None) -> PrintedTable:
        """A table of dice and columns, shown to players as a chart."""
        self.sheet(name, title, rule)
        return table(self.folder, f"tables/{name}.csv", rows, results)

    def sheet(self, name: str, title: str, rule: str, *required: str) -> Sheet:
        """Any other table, shown to players as a chart."""
        found = self.folder.sheet(f"tables/{name}.csv", *required)
        self.charts.append(Chart(name, title, rule, found))
        self._sources.append(found.provenance)
        return found

    def place_title(self, place: int) -> str:
        """What a hex is called: a named place by its name too."""
        number, found = self.names.places[place], self.place_at.get(place)
        return f"{found.title} ({number})" if found else number

    def scenario(self, key: str) -> dict[str, Any]:
        """What a scenario's file says."""
        return self.scenarios[key].data

    def first_turn(self, scenario: str) -> int:
        return int(self.scenario(scenario).get("first_turn", 1))

    def last_turn(self, scenario: str) -> int:
        return last_turn(self.scenarios[scenario])

    def worth(self, scenario: str) -> dict[int, int]:
        """hex -> the points it is worth: `places` in `[victory]` of the scenario"""
        return self._worth[scenario]

    def _read_worth(self, toml: Toml) -> dict[int, int]:
        found = toml.data.get("victory", {}).get("places", {})
        for key, points in found.items():
            if key not in self.map.places or type(points) is not int:
                toml.fail(key, f"{key} = {points!r}; expected a place of map.toml and the points it is worth", "victory")
        return {self.map.places[key].hex: points for key, points in found.items()}

    def side_titles(self) -> dict[str, str]:
        return {side: str(self.look["sides"][side]["title"]) for side in self.sides}

    def scenario_list(self) -> list[Scenario]:
        return scenario_list(self.scenarios)

    def provenance(self) -> list[Provenance]:
        return [*self._sources, *(toml.provenance() for toml in self.scenarios.values())]
