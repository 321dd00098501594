"""`units.csv` in its plain form becomes counters, and a box holds map, counters, tables and scenarios."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from amba.kit.units import Unit
from amba.load.box import MapBox
from amba.load.files import Data, Row, Toml
from amba.load.scenarios import longest_first, read_scenarios

COLUMNS = ("title", "side", "kind", "size", "strengths", "mp")
ASIDE, ELIMINATED = "aside", "eliminated"
"""The boxes of every such game: for units that a scenario does not use, and for lost ones."""
SCENARIO_KEYS = ("units", "control", "victory")


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
        super().__init__(home, sides, terrains, over)
        self.units: Sequence[Unit] = [read_unit(row, sides) for row in self.counters(*COLUMNS)]
        self.scenarios = read_scenarios(self.folder, longest_first, SCENARIO_KEYS)
        self.name([unit.key for unit in self.units], (*boxes, ASIDE, ELIMINATED), marks, ("turn", "phase", *tracks))
        self.eliminated = self.box[ELIMINATED]
        land = [terrain != "none" for terrain in self.map.terrain]
        self.around: Sequence[Sequence[int]] = [
            [near for near in self.grid.neighbours[here] if land[near]] if land[here] else [] for here in range(self.hexes)
        ]
        self._worth = {key: self._read_worth(toml) for key, toml in self.scenarios.items()}

    def worth(self, scenario: str) -> dict[int, int]:
        """hex -> the points it is worth: `places` in `[victory]` of the scenario"""
        return self._worth[scenario]

    def _read_worth(self, toml: Toml) -> dict[int, int]:
        found = toml.data.get("victory", {}).get("places", {})
        for key, points in found.items():
            if key not in self.map.places or type(points) is not int:
                toml.fail(key, f"{key} = {points!r}; expected a place of map.toml and the points it is worth", "victory")
        return {self.map.places[key].hex: points for key, points in found.items()}
