"""What every box holds that is played on one hex map: its files, how it looks, the map, the tables that players see as charts, the scenarios."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from amba.core.game import Names, Provenance, Scenario
from amba.load.aids import chart_of
from amba.load.files import Data, Folder, PrintedTable, Results, Row, Sheet, table
from amba.load.maps import HexMap, NamedPlace, load_map
from amba.load.scenarios import Scenarios, last_turn, scenario_list

AS_NAMED: Mapping[str, str] = MappingProxyType({})


class MapBox:
    """The beginning of a game's World. A game reads its counters, tables and scenarios, and works out what its map implies."""

    names: Names
    scenarios: Scenarios
    units: Sequence[Any]
    """Its counters, as the game reads them: at least with `key` and `title`."""

    def __init__(self, home: Path, sides: Sequence[str], terrains: Collection[str], over: Data | None = None) -> None:
        self.home = home
        self.sides = sides
        self.folder = Folder(home / "data", over)
        self.look: dict[str, Any] = Folder(home / "look").toml("look.toml").data
        self.data_hash = self.folder.digest()
        self.map: HexMap = load_map(self.folder, terrains, self.look)
        self.grid = self.map.grid
        self.hexes = self.grid.size
        self.place_at: dict[int, NamedPlace] = {}
        """hex -> the first place that is named there"""
        for place in self.map.places.values():
            self.place_at.setdefault(place.hex, place)
        self.charts: list[dict[str, Any]] = []
        """The tables as player aids (docs/wire.md)."""
        self._sources = list(self.map.provenance)

    def name(self, pieces: Sequence[str], boxes: Sequence[str], marks: Sequence[str], tracks: Sequence[str]) -> None:
        """What pieces, places, marks and tracks are called. The boxes follow the hexes."""
        self.names = Names(pieces, [*self.grid.names, *boxes], marks, tracks)
        self.box = {name: self.hexes + i for i, name in enumerate(boxes)}

    def counters(self, *columns: str) -> list[Row]:
        """The rows of units.csv, which has at least these columns; no key stands there twice."""
        return list(self.read("units.csv", "key", *columns).unique("key").values())

    def table(
        self, key: str, title: str, rule: str, rows: Sequence[str] | None = None, results: Results | None = None, heads: Mapping[str, str] = AS_NAMED
    ) -> PrintedTable:
        """A table of dice and columns, shown to players as a chart."""
        self.sheet(key, title, rule, heads=heads)
        return table(self.folder, f"tables/{key}.csv", rows, results)

    def sheet(self, key: str, title: str, rule: str, *columns: str, heads: Mapping[str, str] = AS_NAMED) -> Sheet:
        """Any other table, shown to players as a chart. `heads`: what a column is called there, if not by its name; empty: it is not shown."""
        found = self.read(f"tables/{key}.csv", *columns)
        shown = [column for column in found.columns if heads.get(column, column)]
        rows = [[row[column] for column in shown] for row in found.rows]
        self.charts.append(chart_of(key.replace("_", "-"), title, rule, found.provenance, [heads.get(column, column) for column in shown], rows))
        return found

    def read(self, name: str, *columns: str) -> Sheet:
        """A sheet of the box that is no chart."""
        found = self.folder.sheet(name, *columns)
        self._sources.append(found.provenance)
        return found

    def place_title(self, place: int) -> str:
        """What a hex is called: a named place by its name too."""
        number, found = self.names.places[place], self.place_at.get(place)
        return f"{found.title} ({number})" if found else number

    def side_titles(self) -> dict[str, str]:
        return {side: str(self.look["sides"][side]["title"]) for side in self.sides}

    def scenario(self, key: str) -> dict[str, Any]:
        """What a scenario's file says."""
        return self.scenarios[key].data

    def first_turn(self, scenario: str) -> int:
        return int(self.scenario(scenario).get("first_turn", 1))

    def last_turn(self, scenario: str) -> int:
        return last_turn(self.scenarios[scenario])

    def scenario_list(self) -> list[Scenario]:
        return scenario_list(self.scenarios)

    def provenance(self) -> list[Provenance]:
        return [*self._sources, *(toml.provenance() for toml in self.scenarios.values())]
