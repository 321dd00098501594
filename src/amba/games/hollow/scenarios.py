"""Scenarios: who fights where, when, in what weather and for what; read from `data/scenarios/*.toml` and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from amba.games.hollow.boards.shelf import ALTERATIONS, EDGES, Field, Shelf
from amba.games.hollow.forces import NATIONS, Forces
from amba.games.hollow.rules.r194_dust import Dust
from amba.games.hollow.rules.r194_weather import ARID, GROUNDS, Setting, Weather
from amba.load.files import Folder, Toml

SIDES = ("axis", "allied")
WORKS = ("foxhole", "sangar", "trench", "wire", "mines-6", "mines-8", "mines-12", "dummy-mines")
WINDS = ("no wind", "mild breeze", "heavy wind")
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")


class Force(NamedTuple):
    """Units of one side that set up in one area, or enter at one edge, together."""

    key: str
    title: str
    side: int
    nation: str
    colour: str
    """Whose colours the counters wear: Indians and Free French fight with British figures."""
    turn: int
    """0: sets up before play; otherwise the game turn in which it enters."""
    area: tuple[int, ...]
    units: tuple[tuple[str, int], ...]
    """Squads, half-squads, crews, leaders and weapons: key and number."""
    works: tuple[tuple[str, int], ...] = ()
    concealed: bool = False
    dummies: int = 0
    hidden: int = 0
    """How many squads, with all that is stacked with them, may set up hidden."""


class Climate(NamedTuple):
    """The weather at the start. What is rolled instead stands as an empty word."""

    sky: Weather
    ground: str
    wind: str
    wind_from: str
    dust: Dust
    sun: str = ""
    haze: str = ""
    mist: int = 0
    night: bool = False
    rain: bool = False


class Goal(NamedTuple):
    """One thing that wins for the side that must: hold hexes, make points, leave by an edge."""

    kind: str
    at_least: int
    area: tuple[int, ...] = ()
    edge: str = ""


class Victory(NamedTuple):
    """The side that must reach its goals, all or any of them; otherwise the other side has won."""

    side: int
    text: str
    goals: tuple[Goal, ...]
    needs_all: bool = False


class ScenarioData(NamedTuple):
    key: str
    title: str
    blurb: str
    turns: int
    source: str
    note: str
    date: str
    month: int
    land: str
    field: Field
    north: str
    first: int
    """The side that moves first; the other sets up first."""
    elr: tuple[int, int]
    forces: tuple[Force, ...]
    climate: Climate
    victory: Victory
    areas: Mapping[str, tuple[int, ...]]
    terrain: Mapping[str, str]
    own_design: bool = False
    points: tuple[int, int] = (0, 0)
    """What each side may spend in a scenario of one's own."""
    decisions: int = 0

    def setting(self) -> Setting:
        """What decides which rules of the climate can apply."""
        steppe = self.terrain.get("kind") == "steppe"
        return Setting(self.land, self.month, self.climate.sky, self.climate.ground, True, True, steppe, self.climate.night, self.own_design)


def load_scenarios(folder: Folder, shelf: Shelf, forces: Forces) -> dict[str, ScenarioData]:
    """Every scenario in the folder, smallest first."""
    found = [_Reader(folder.toml(name), shelf, forces).scenario() for name in folder.names("scenarios/*.toml")]
    return {one.key: one for one in sorted(found, key=lambda one: (one.own_design, one.turns, one.key))}


class _Reader:
    """One file being read; every complaint names its line."""

    def __init__(self, toml: Toml, shelf: Shelf, forces: Forces) -> None:
        self.toml, self.data, self.shelf = toml, toml.data, shelf
        self.known = {key: squad.nation for key, squad in forces.squads.items()}
        self.known |= dict.fromkeys(forces.leaders, "any")
        self.known |= {key: weapon.nation for key, weapon in forces.weapons.items()}

    def scenario(self) -> ScenarioData:
        toml = self.toml
        provenance = toml.provenance()
        terrain = self._alterations()
        field = Field(self.shelf, self._layout(), terrain)
        areas = {key: field.area(toml, f"areas.{key}", entry.get("hexes", ())) for key, entry in self._table("areas").items()}
        year, month, _ = (int(part) for part in str(self._text("date")).split("-"))
        if not (1940 <= year <= 1943 and 1 <= month <= 12):
            toml.fail("date", f"date is {self.data['date']!r}; expected a day of 1940 to 1943")
        design = bool(self.data.get("own_design", False))
        return ScenarioData(
            self._text("key"), self._text("title"), " ".join(self._text("blurb").split()), self._number("turns"), provenance.source, provenance.note,
            str(self.data["date"]), month, self._choice("land", ARID), field, self._choice("north", ("top", "bottom", "left", "right")),
            self._side("first"), self._pair("elr"), () if design else tuple(self._force(entry, areas) for entry in self.data.get("forces", [])),
            self._climate(), self._victory(areas), areas, terrain, design, self._pair("points") if design else (0, 0), int(self.data.get("decisions", 0)),
        )  # fmt: skip

    def _table(self, name: str) -> dict[str, Any]:
        found = self.data.get(name, {})
        if not isinstance(found, dict):
            self.toml.fail(name, f"expected a table [{name}]")
        return found

    def _text(self, key: str) -> str:
        value = self.data.get(key)
        if not isinstance(value, str) or not value:
            self.toml.fail(key, f"{key} is {value!r}; expected words")
        return value

    def _number(self, key: str) -> int:
        value = self.data.get(key)
        if not isinstance(value, int) or value < 1:
            self.toml.fail(key, f"{key} is {value!r}; expected a number")
        return value

    def _choice(self, key: str, choices: tuple[str, ...], table: Mapping[str, Any] | None = None, section: str = "", default: str = "") -> str:
        value = (self.data if table is None else table).get(key, default)
        if value not in choices:
            self.toml.fail(key, f"{key} is {value!r}; expected one of {', '.join(choices)}", section)
        return str(value)

    def _side(self, key: str) -> int:
        return SIDES.index(self._choice(key, SIDES))

    def _pair(self, key: str) -> tuple[int, int]:
        table = self._table(key)
        if set(table) != set(SIDES) or not all(isinstance(value, int) for value in table.values()):
            self.toml.fail(key, f"{key} is {table}; expected a number for axis and for allied")
        return table["axis"], table["allied"]

    def _layout(self) -> list[list[tuple[int, bool]]]:
        rows = []
        for row in self.data.get("layout", []):
            found = []
            for word in row:
                number = int(str(word).removesuffix("t")) if str(word).removesuffix("t").isdigit() else 0
                if number not in self.shelf.boards:
                    self.toml.fail("layout", f"there is no board {word!r}; there are: {', '.join(map(str, self.shelf.boards))}; 61t is 61 turned")
                found.append((number, str(word).endswith("t")))
            rows.append(found)
        if not rows or len({len(row) for row in rows}) != 1:
            self.toml.fail("layout", 'expected rows of boards, all as long: [["61", "62t"]]')
        return rows

    def _alterations(self) -> dict[str, str]:
        table = self._table("terrain")
        for key in table:
            if key not in ALTERATIONS:
                self.toml.fail(key, f"{key!r} is unknown; expected {', '.join(ALTERATIONS)}", "terrain")
            self._choice(key, tuple(ALTERATIONS[key]), table, "terrain")
        return table

    def _force(self, entry: Mapping[str, Any], areas: Mapping[str, tuple[int, ...]]) -> Force:
        toml, key = self.toml, str(entry.get("key", "?"))
        side = SIDES.index(self._choice("side", SIDES, entry, "forces"))
        nation = self._choice("nation", NATIONS, entry, "forces")
        area = entry.get("area", "")
        if area not in areas:
            toml.fail("area", f"{key}: there is no area {area!r}; there are: {', '.join(areas)}", value=f'"{area}"')
        for unit, count in entry.get("units", {}).items():
            if self.known.get(unit) not in {nation, "any"} or not isinstance(count, int) or count < 1:
                toml.fail(unit, f"{key}: {count} x {unit!r}; expected a unit, leader or weapon of the {nation} forces and how many")
        for work, count in entry.get("works", {}).items():
            if work not in WORKS or not isinstance(count, int) or count < 1:
                toml.fail(work, f"{key}: {count} x {work!r}; expected one of {', '.join(WORKS)} and how many")
        return Force(
            key, str(entry.get("title", key)), side, nation, str(entry.get("colour", nation)), int(entry.get("turn", 0)), areas[area],
            tuple(entry.get("units", {}).items()), tuple(entry.get("works", {}).items()), bool(entry.get("concealed", False)),
            int(entry.get("dummies", 0)), int(entry.get("hidden", 0)),
        )  # fmt: skip

    def _climate(self) -> Climate:
        table = self._table("climate")
        words = set(str(table.get("sky", "clear")).replace(" and ", " ").split())
        if not words <= {"clear", "gusty", "overcast", "mud"}:
            self.toml.fail("sky", f"sky is {table.get('sky')!r}; expected clear, gusty, overcast, mud", "climate")
        dust = self._choice("dust", tuple(one.name.lower().replace("_", " ") for one in Dust), table, "climate", "none")
        return Climate(
            Weather("gusty" in words, "overcast" in words, "mud" in words),
            self._choice("ground", GROUNDS, table, "climate"),
            self._choice("wind", WINDS, table, "climate"),
            self._choice("wind_from", DIRECTIONS, table, "climate", "nw"),
            Dust[dust.upper().replace(" ", "_")],
            self._choice("sun", ("", "east", "west"), table, "climate"),
            self._choice("haze", ("", "haze", "intense"), table, "climate"),
            int(table.get("mist", 0)),
            bool(table.get("night", False)),
            bool(table.get("rain", False)),
        )

    def _victory(self, areas: Mapping[str, tuple[int, ...]]) -> Victory:
        table = self._table("victory")
        goals = []
        for kind in ("hold", "points", "exit"):
            entry = table.get(kind)
            if entry is None:
                continue
            area, edge = entry.get("area", ""), entry.get("edge", "")
            if (kind == "hold" and area not in areas) or (kind == "exit" and edge not in EDGES) or int(entry.get("at_least", 0)) < 1:
                self.toml.fail(kind, f"{kind} is {entry}; expected at_least, and an area to hold or an edge to leave by", "victory")
            goals.append(Goal(kind, int(entry["at_least"]), areas.get(area, ()), edge))
        if not goals or not table.get("text"):
            self.toml.fail("victory", "expected a text and one or more of hold, points, exit", "victory")
        return Victory(
            SIDES.index(self._choice("side", SIDES, table, "victory")), str(table["text"]), tuple(goals), bool(table.get("needs_all", False))
        )
