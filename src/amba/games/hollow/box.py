"""What is printed: boards, kinds of units, prices, and the counters with their numbers."""

from __future__ import annotations

from typing import Any

from amba.core.game import Names
from amba.games.hollow.boards.board import Board, load_board
from amba.games.hollow.boards.naming import NAMES
from amba.games.hollow.book import HERE
from amba.games.hollow.counters import ALLIED, BOXES, DUMMIES, LEADERS, MARKS, MEN, SMOKE, TRACKS, WEAPONS, WORKS
from amba.games.hollow.forces import Leader, Squad, Weapon, load_forces
from amba.games.hollow.tables import read_fire_table
from amba.load.files import Data, DataError, Folder

FIRE = "tables/fire.csv"


class Box:
    """What is printed, but for the scenarios: boards, kinds of units, prices, the counters and their numbers."""

    def __init__(self, over: Data | None = None) -> None:
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
                others = "the fire table, boards, units, prices and scenarios can"
                raise DataError(name, 0, f"this table cannot be replaced yet: the rules read the game's own; {others}")

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
