"""Everything printed: boards, kinds of units, tables and scenarios. Read once, shared by all positions."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from amba.core.game import Provenance, Scenario
from amba.games.hollow.boards.answers import PLANS, Answers
from amba.games.hollow.box import Box
from amba.games.hollow.counters import SIDES
from amba.games.hollow.scenarios import Plan, read_plan
from amba.games.hollow.support import with_support
from amba.load.files import Data, Toml
from amba.load.scenarios import read_scenarios, scenario_list

NO_LESSON = 99


def _in_course(toml: Toml) -> int:
    """The place of a lesson in the course; everything else comes after."""
    place = toml.data.get("course", NO_LESSON)
    if type(place) is not int:
        toml.fail("course", f"course is {place!r}; expected a whole number, the place of the lesson")
    return place


class World(Box):
    """Everything in the box of the game, with its scenarios."""

    def __init__(self, over: Data | None = None) -> None:
        super().__init__(over)
        self.scenarios = read_scenarios(
            self.folder,
            lambda toml: (bool(toml.data.get("own_design")), _in_course(toml), int(toml.data["turns"]), str(toml.data["key"])),
            also=(
                "control",
                "work",
                "sets_up_first",
                "playable",
                "lines",
                "overlay",
                "battery",
                "aircraft",
                "armour",
                "fixed_date",
                "course",
                "optional_aamg",
                "exit",
                "terrain",
                "buy",
                "own_design",
                "group",
            ),
        )
        self.tables: defaultdict[str, dict[Any, Any]] = defaultdict(dict)  # Any: each rule keeps what it likes in a table of its own
        """What has been worked out from what is printed, which never changes. Filled as it is asked for, shared by all positions."""
        self._plans: dict[str, Plan] = {}
        self._dated: dict[tuple[str, int, int], Plan] = {}
        self._supported: Answers[Plan] = Answers(PLANS)

    def plan(self, scenario: str) -> Plan:
        found = self._plans.get(scenario)
        if found is None:
            found = self._plans[scenario] = read_plan(self, self.scenarios[scenario])
        return found

    def bought_plan(self, scenario: str, campaign: int, month: int, bought: tuple[int, ...]) -> Plan:
        """The plan of a battle of one's own: its date, and what was bought beyond the map."""
        dated = self.dated_plan(scenario, campaign, month) if campaign else self.plan(scenario)
        if not any(bought):
            return dated
        key = (scenario, campaign, month, bought)
        found = self._supported.get(key)
        return self._supported.keep(key, with_support(self, dated, bought)) if found is None else found

    def dated_plan(self, scenario: str, campaign: int, month: int) -> Plan:
        """The plan of a battle of one's own whose campaign (counted from 1) and month have been chosen: other dates, another land, other nations."""
        key = (scenario, campaign, month)
        if key not in self._dated:
            plan, chosen = self.plan(scenario), self.campaigns[campaign - 1]
            data = {
                **plan.data,
                "date": f"{chosen.month(month)}-15",
                "land": chosen.land,
                "present": {name: chosen.present(side, month) for side, name in enumerate(SIDES)},
            }
            nations = tuple(chosen.present(side, month)[:1] or (plan.nations[side],) for side in (0, 1))
            self._dated[key] = plan._replace(data=data, nations=(nations[0][0], nations[1][0]))
        return self._dated[key]

    def provenance(self) -> list[Provenance]:
        sheets = [self.folder.sheet(name).provenance for name in (*self.folder.names("*.csv"), *self.folder.names("tables/*.csv"))]
        boards = [self.folder.toml(name).provenance() for name in self.folder.names("boards/*.toml")]
        return [*sheets, *boards, *(toml.provenance() for toml in self.scenarios.values())]

    def scenario_list(self) -> list[Scenario]:
        return scenario_list(self.scenarios)
