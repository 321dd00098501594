"""What is printed: boards, kinds of units, prices, and the counters with their numbers."""

from __future__ import annotations

from typing import Any

from amba.core.game import Names
from amba.games.hollow.armoury import Gun, Vehicle, load_armoury
from amba.games.hollow.availability import load_availability
from amba.games.hollow.batteries import load_modules, load_planes, support_goods
from amba.games.hollow.boards.board import Board, load_board
from amba.games.hollow.boards.naming import NAMES
from amba.games.hollow.book import HERE
from amba.games.hollow.campaigns import load_campaigns
from amba.games.hollow.counters import ALLIED, BOXES, DUMMIES, GUNS, HOLDS, LEADERS, MARKS, MEN, SMOKE, TRACKS, VEHICLES, WEAPONS, WORKS
from amba.games.hollow.forces import MOUNT_KINDS, Leader, Squad, Weapon, load_forces
from amba.games.hollow.printed import read_printed
from amba.games.hollow.tables import read_fire_table
from amba.load.files import Data, DataError, Folder

TERRAIN = "terrain.csv"


class Box:
    """What is printed, but for the scenarios: boards, kinds of units, prices, the counters and their numbers."""

    def __init__(self, over: Data | None = None) -> None:
        self.folder = Folder(HERE / "data", over)
        self.data_hash = self.folder.digest()
        self._refuse_terrain()
        self.fire = read_fire_table(self.folder)
        self.boards: dict[int, Board] = {}
        for name in self.folder.names("boards/*.toml"):
            board = load_board(self.folder, name)
            self.boards[board.number] = board
        self.forces = load_forces(self.folder)
        self.squads: list[Squad] = list(self.forces.squads.values())
        self.leaders: list[Leader] = list(self.forces.leaders.values())
        self.weapons: list[Weapon] = list(self.forces.weapons.values())
        self.light_faces = frozenset(i for i, weapon in enumerate(self.weapons) if weapon.gun)
        """The weapons among them that roll to hit."""
        self.mount_faces = frozenset(i for i, weapon in enumerate(self.weapons) if weapon.kind in MOUNT_KINDS)
        """Those that are ridden."""
        self.armoury = load_armoury(self.folder)
        for weapon in self.weapons:
            if weapon.gun and weapon.gun not in self.armoury.ordnance:
                raise DataError("weapons.csv", 0, f"the gun of {weapon.key} is {weapon.gun!r}, which ordnance.csv does not know")
        self.printed = read_printed(self.folder, self.armoury.ordnance)
        self.modules = load_modules(self.folder)
        self.planes = load_planes(self.folder)
        self.vehicles: list[Vehicle] = list(self.armoury.vehicles.values())
        self.guns: list[Gun] = list(self.armoury.guns.values())
        self.squad_face = {squad.key: i for i, squad in enumerate(self.squads)}
        self.leader_face = {leader.key: i for i, leader in enumerate(self.leaders)}
        self.weapon_face = {weapon.key: i for i, weapon in enumerate(self.weapons)}
        self.vehicle_face = {vehicle.key: i for i, vehicle in enumerate(self.vehicles)}
        self.gun_face = {gun.key: i for i, gun in enumerate(self.guns)}
        prices = self.folder.sheet("points.csv", "key", "points", "bpv").unique("key")
        self.prices = {key: row.count("points") for key, row in prices.items()}
        self.values = {key: row.count("bpv") for key, row in prices.items()}
        """The same on the scale of vehicles and guns."""
        self.support = support_goods(self.modules, self.planes)
        """Batteries and aircraft that may be for sale, with what people call them."""
        self.goods = frozenset((*self.prices, *self.vehicle_face, *(f"{key}+aa" for key in self.vehicle_face), *self.gun_face, *self.support))
        """Whatever may be for sale."""
        self.availability = load_availability(self.folder, self.vehicle_face)
        self.campaigns = load_campaigns(self.folder)
        self._number_pieces()
        hexes = [f"{number}{name}" for number in self.boards for name in NAMES]
        self.hexes = len(hexes)
        self.names = Names(self.keys, [*hexes, *BOXES, *HOLDS], MARKS, TRACKS)
        self.box = {name: self.hexes + i for i, name in enumerate(BOXES)}
        self.first_hold = self.hexes + len(BOXES)
        """The box of the first vehicle's passengers."""
        self.entry = (self.box["allied-entry"], self.box["axis-entry"])
        self.prisoners = (self.box["allied-prisoners"], self.box["axis-prisoners"])
        self.exited = (self.box["allied-exited"], self.box["axis-exited"])
        self.look: dict[str, Any] = Folder(HERE / "look").toml("look.toml").data if (HERE / "look").exists() else {}

    def _refuse_terrain(self) -> None:
        """What kinds of ground there are the boards know once for all games: another list would be shown and not played, so it is refused."""
        if self.folder.read(TERRAIN) != Folder(HERE / "data").read(TERRAIN):
            raise DataError(
                TERRAIN,
                0,
                "the kinds of ground cannot be replaced yet: the rules read the game's own; all tables, boards, units, prices and scenarios can",
            )

    def _number_pieces(self) -> None:
        """Counters are numbered: men of both sides, then leaders, weapons, dummies, works; smoke; the dust of each vehicle; vehicles and guns last."""
        self.keys: list[str] = []
        self.home: list[int] = []
        starts = [self._number(letter, count) for letter, count in (("", MEN), ("L", LEADERS), ("W", WEAPONS), ("D", DUMMIES), ("F", WORKS))]
        self.first_leader, self.first_weapon, self.first_dummy, self.first_work = starts[1:]
        self.first_smoke = len(self.keys)
        self.keys += [f"smoke{number}" for number in range(1, SMOKE + 1)]
        self.home += [ALLIED] * SMOKE
        self.first_dust = self._number("dust", VEHICLES)
        self.first_vehicle, self.first_gun = self._number("V", VEHICLES), self._number("G", GUNS)

    def _number(self, letter: str, count: int) -> int:
        """Counters of one kind for both sides, and the number of the first."""
        first = len(self.keys)
        for side, short in enumerate("ax"):
            self.keys += [f"{short}{letter}{number}" for number in range(1, count + 1)]
            self.home += [side] * count
        return first

    def pool(self, side: int, first: int, count: int) -> list[int]:
        """A side's counters of one kind."""
        return list(range(first + side * count, first + (side + 1) * count))
