"""Everything printed: boards, kinds of units, tables and scenarios. Read once, shared by all positions."""

from __future__ import annotations

from amba.core.game import Provenance, Scenario
from amba.games.hollow.box import Box
from amba.games.hollow.scenarios import Plan, read_plan
from amba.load.files import Data
from amba.load.scenarios import read_scenarios, scenario_list


class World(Box):
    """Everything in the box of the game, with its scenarios."""

    def __init__(self, over: Data | None = None) -> None:
        super().__init__(over)
        self.scenarios = read_scenarios(
            self.folder,
            lambda toml: (bool(toml.data.get("own_design")), int(toml.data["turns"]), str(toml.data["key"])),
            also=("control", "work", "sets_up_first", "playable"),
        )
        self._plans: dict[str, Plan] = {}

    def plan(self, scenario: str) -> Plan:
        found = self._plans.get(scenario)
        if found is None:
            found = self._plans[scenario] = read_plan(self, self.scenarios[scenario])
        return found

    def provenance(self) -> list[Provenance]:
        sheets = [self.folder.sheet(name).provenance for name in (*self.folder.names("*.csv"), *self.folder.names("tables/*.csv"))]
        boards = [self.folder.toml(name).provenance() for name in self.folder.names("boards/*.toml")]
        return [*sheets, *boards, *(toml.provenance() for toml in self.scenarios.values())]

    def scenario_list(self) -> list[Scenario]:
        return scenario_list(self.scenarios)
