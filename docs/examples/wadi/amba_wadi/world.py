"""Everything printed: the map, the units, the tables. Read once, shared by all positions."""

from amba.kit.units import UnitState
from amba.load.files import Data, Results
from amba.load.maps import links
from amba.load.units import UnitBox
from amba_wadi.book import HERE, rule

SIDES = ("band", "patrol")
BAND, PATROL = 0, 1
TERRAINS = ("sand", "dunes", "rocks", "wadi")


class World(UnitBox):
    """The box of the game."""

    def __init__(self, over: Data | None = None) -> None:
        super().__init__(HERE, SIDES, TERRAINS, over)
        rows = self.sheet("terrain", "Terrain", "4.1", "terrain", "cost", "shift").covering("terrain", (*TERRAINS, "bank"))
        self.price = {terrain: row.count("cost") for terrain, row in rows.items()}
        self.shift = [rows[terrain].number("shift") for terrain in self.map.terrain]
        self.combat = self.table("combat", "Combat table", "5.1", [str(die) for die in range(1, 7)], Results("[-ADXR]", "one of -, A, D, X, R"))
        self.tracks = links(self.map, "track")
        self.edges = [[(there, self.cost(here, there)) for there in self.around[here]] for here in range(self.hexes)]

    @rule("4.1")
    def cost(self, here: int, there: int) -> int:
        """Along the track a hex costs one point; elsewhere what its ground costs, and more over a bank."""
        if there in self.tracks[here]:
            return 1
        return self.price[self.map.terrain[there]] + (self.price["bank"] if (here, there) in self.map.hexsides["bank"] else 0)


WadiState = UnitState[World]
"""A position. All that the chapters ask of it is in `UnitState`."""
