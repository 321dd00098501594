"""Everything printed: boards, kinds of units, tables and scenarios. Read once, shared by all positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from amba.core.game import Names, Provenance, Scenario
from amba.games.hollow.boards.board import Board, load_board
from amba.games.hollow.boards.naming import NAMES
from amba.games.hollow.book import HERE
from amba.games.hollow.field import Field
from amba.games.hollow.forces import Leader, Squad, Weapon, load_forces
from amba.games.hollow.rules.r010_fire_table import read_fire_table
from amba.games.hollow.scenarios import read_plan
from amba.load.files import DataError, Folder
from amba.load.scenarios import read_scenarios, scenario_list

SIDES = ("allied", "axis")
ALLIED, AXIS = 0, 1
BOXES = ("unused", "spare", "allied-entry", "axis-entry", "eliminated", "allied-prisoners", "axis-prisoners", "allied-exited", "axis-exited")
MARKS = (
    "broken", "pinned", "desperate", "exhausted", "concealed", "hidden", "prep_fired", "first_fired", "final_fired", "moved", "assault", "double",
    "dug_in", "crest", "malfunction", "fired", "busy", "melee", "ran", "thorns", "crest_1", "crest_2", "crest_4", "let_go", "wall", "frontal", "guard",
)  # fmt: skip
(
    BROKEN, PINNED, DM, CX, CONCEALED, HIDDEN, PREP, FIRST, FINAL, MOVED, ASSAULT, DOUBLE,
    DUG, CREST, MALFUNCTION, FIRED, BUSY, MELEE, RAN, THORNS,
    *CREST_BITS, LET_GO, WALL, FRONTAL, GUARD,
) = range(len(MARKS))  # fmt: skip
"""`desperate` is desperation morale, `busy` is a unit that did something else this phase (dug, searched, rallied another), `ran` has routed, `let_go` a mover at whom the defender wants to be asked no more,
`wall` has wall advantage, `frontal` has come at men at a crest from where they look, `guard` guards prisoners."""

TRACKS = (
    "turn", "phase", "winner", "wind", "gusts", "rain", "dust", "ground", "was_storm", "visibility", "night",
    *(f"{side}_{what}" for side in SIDES for what in ("range", "chance", "otherwise", "hidden", "points")),
    "sun", "haze", "mist", "wind_from", "overcast", "gusty", "month", "allied_dummies", "axis_dummies", "allied_at", "axis_at",
    "allied_halves_lost", "axis_halves_lost",
)  # fmt: skip
TURN, PHASE, WINNER, WIND, GUSTS, RAIN, DUST, GROUND, WAS_STORM, VISIBILITY, NIGHT = range(11)
ORDERS = 11
"""The first track of the standing orders: five for each side."""
ORDER_RANGE, ORDER_CHANCE, ORDER_OTHERWISE, ORDER_HIDDEN, POINTS = range(5)
SUN, HAZE, MIST, WIND_FROM, OVERCAST, GUSTY, MONTH = range(ORDERS + 10, ORDERS + 17)
EXTRA_DUMMIES = ORDERS + 17
"""What a side's secret die added to its dummy minefields (55.82)."""
AT_WHAT = EXTRA_DUMMIES + 2
"""The standing order at what to fire: one track for each side."""
ORDER_AT = 5
LOST_HALVES = AT_WHAT + 2
"""Half-squads a side has lost by squads that were cut down: one track for each side (177)."""

MEN, LEADERS, WEAPONS, DUMMIES, WORKS = 32, 8, 14, 10, 30
"""Counters of each side."""
SMOKE = 12
FIRE = "tables/fire.csv"
WORK_KINDS = ("foxhole", "sangar", "trench", "wire", "mines", "known mines", "mine line", "dummy mines", "mines 6", "mines 8", "mines 12", "ditch")
SMOKE_KINDS = ("smoke", "dispersed smoke", "starshell")


class Group(NamedTuple):
    """Units of a scenario that start in one area, or arrive there on a later turn."""

    side: int
    pieces: tuple[int, ...]
    hexes: frozenset[int]
    turn: int
    hidden: int
    """How many of its units may be hidden from the start."""
    mines: int = 0
    """Factors of known minefields (55.8)."""
    dummy_mines: int = 0
    colour: str = ""
    hidden_mines: int = 0
    """Factors of minefields that lie nowhere for the enemy (55.83)."""


class Plan(NamedTuple):
    """A scenario, ready to set up."""

    key: str
    field: Field
    turns: int
    first: int
    sets_up_first: int
    nations: tuple[str, str]
    elr: tuple[int, int]
    groups: tuple[Group, ...]
    faces: dict[int, int]
    works: tuple[tuple[int, int], ...]
    """Fortifications that lie there from the start: piece, hex."""
    carried: dict[int, int]
    data: dict[str, Any]
    pieces: tuple[int, ...]
    exits: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    """Over which hexes of the edge each side may leave the map (177)."""


def track_of(side: int, which: int) -> int:
    """Which track holds a side's standing order, or its purse."""
    return ORDERS + 5 * side + which


class Box:
    """What is printed, but for the scenarios: boards, kinds of units, prices, the counters and their numbers."""

    def __init__(self, over: Path | None = None) -> None:
        self.folder = Folder(HERE / "data", over)
        self.data_hash = self.folder.digest()
        self._refuse_tables()
        self.fire = read_fire_table(self.folder)
        self.boards: dict[int, Board] = {}
        for name in self.folder.names("boards/*.toml"):
            board = load_board(self.folder, name)
            self.boards[board.number] = board
        self.forces = load_forces(self.folder)
        self.squads: list[Squad] = list(self.forces.squads.values())
        self.leaders: list[Leader] = list(self.forces.leaders.values())
        self.weapons: list[Weapon] = list(self.forces.weapons.values())
        self.squad_face = {squad.key: i for i, squad in enumerate(self.squads)}
        self.leader_face = {leader.key: i for i, leader in enumerate(self.leaders)}
        self.weapon_face = {weapon.key: i for i, weapon in enumerate(self.weapons)}
        prices = self.folder.sheet("points.csv", "key", "points").unique("key")
        self.prices = {key: row.count("points") for key, row in prices.items()}
        self._number_pieces()
        hexes = [f"{number}{name}" for number in self.boards for name in NAMES]
        self.hexes = len(hexes)
        self.names = Names(self.keys, [*hexes, *BOXES], MARKS, TRACKS)
        self.box = {name: self.hexes + i for i, name in enumerate(BOXES)}
        self.entry = (self.box["allied-entry"], self.box["axis-entry"])
        self.prisoners = (self.box["allied-prisoners"], self.box["axis-prisoners"])
        self.exited = (self.box["allied-exited"], self.box["axis-exited"])
        self.look: dict[str, Any] = Folder(HERE / "look").toml("look.toml").data if (HERE / "look").exists() else {}

    def _refuse_tables(self) -> None:
        """The rules read these files, save the fire table, once for all games: another version of one would be shown and not played, so it is refused."""
        own = Folder(HERE / "data")
        for name in (*own.names("tables/*.csv"), "terrain.csv"):
            if name != FIRE and self.folder.read(name) != own.read(name):
                raise DataError(
                    name,
                    0,
                    "this table cannot be replaced yet: the rules read the game's own; the fire table, boards, units, prices and scenarios can",
                )

    def _number_pieces(self) -> None:
        """Counters are numbered: men of both sides, then leaders, weapons, dummies, works; smoke last."""
        self.keys: list[str] = []
        self.home: list[int] = []
        starts = []
        for letter, count in (("", MEN), ("L", LEADERS), ("W", WEAPONS), ("D", DUMMIES), ("F", WORKS)):
            starts.append(len(self.keys))
            for side, short in enumerate("ax"):
                self.keys += [f"{short}{letter}{number}" for number in range(1, count + 1)]
                self.home += [side] * count
        self.first_leader, self.first_weapon, self.first_dummy, self.first_work = starts[1:]
        self.first_smoke = len(self.keys)
        self.keys += [f"smoke{number}" for number in range(1, SMOKE + 1)]
        self.home += [ALLIED] * SMOKE

    def pool(self, side: int, first: int, count: int) -> list[int]:
        """A side's counters of one kind."""
        return list(range(first + side * count, first + (side + 1) * count))


class World(Box):
    """Everything in the box of the game, with its scenarios."""

    def __init__(self, over: Path | None = None) -> None:
        super().__init__(over)
        self.scenarios = read_scenarios(self.folder, lambda toml: (bool(toml.data.get("own_design")), int(toml.data["turns"]), str(toml.data["key"])))
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
