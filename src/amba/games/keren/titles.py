"""What pieces and places are called."""

from __future__ import annotations

from amba.core.event import UNKNOWN
from amba.games.keren.world import BOXES, World

BOX_TITLES = {
    "tunnel": "In the tunnel (2622)", "reserve": "Beside the map", "eliminated": "Eliminated", "air": "Aircraft", "unused": "Not in this battle",
}  # fmt: skip
DEPTH = {"1": "the top unit", "2": "the second from the top", "3": "the third from the top", "4": "the fourth from the top"}


def name_of(world: World, piece: int) -> str:
    return "a unit" if piece == UNKNOWN else world.units[piece].title


def place_of(world: World, place: int) -> str:
    if place >= world.hexes:
        return BOX_TITLES[BOXES[place - world.hexes]]
    name = world.grid.names[place]
    title = world.titles.get(place)
    return f"{title} ({name})" if title else name
