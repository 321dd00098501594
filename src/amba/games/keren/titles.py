"""What pieces and places are called."""

from __future__ import annotations

from amba.core.event import UNKNOWN
from amba.games.keren.world import BOXES, Unit, World

BOX_TITLES = {
    "tunnel": "In the tunnel (2622)", "reserve": "Beside the map", "eliminated": "Eliminated", "air": "Aircraft", "unused": "Not in this battle",
}  # fmt: skip
DEPTH = {"1": "the top unit", "2": "the second from the top", "3": "the third from the top", "4": "the fourth from the top"}

SHORT = (
    ("Savoia Grenadiers", "Gran"), ("Cavalry Group", "Cav"), ("Africa Battalion", "Afr"), ("Alpini", "Alp"), ("Colonial Battalion", "Col"),
    ("Sudan Defence Force", "SDF"), ("Rajputana Rifles", "Raj Rif"), ("Royal Fusiliers", "R Fus"), ("Frontier Force Rifles", "FF Rif"), ("Frontier Force", "FF"),
    ("Highland Light Infantry", "HLI"), ("West Yorkshire", "W Yorks"), ("Worcestershire", "Worc"), ("Royal Sussex", "R Sussex"), ("Camerons", "Cam"),
    ("Mahratta", "Mah"), ("Punjab", "Pjb"), ("Garhwal", "Garh"), ("Central India Horse", "CIH"), ("Skinner's Horse", "Skin H"), ("Mountain Artillery", "Mtn"),
    ("Light Artillery", "Light"), ("Jammu & Kashmir Battery", "J&K"), (" Field", " Fd"), (" Medium", " Med"), (" Regiment", ""), (" 5-1-4 no.", ""), (" 3-1-4 no.", ""), (" 2-1-4 no.", ""), ("Artillery", "Art"), ("Matildas, ", ""),
)  # fmt: skip
"""What stands on a counter instead of a long name."""


def short_of(unit: Unit) -> str:
    """A name short enough for a counter: '2 Cam A'."""
    text = unit.title.split(" (")[0]
    for long, short in SHORT:
        text = text.replace(long, short)
    return text.replace(",", "")


def name_of(world: World, piece: int) -> str:
    return "a unit" if piece == UNKNOWN else world.units[piece].title


def place_of(world: World, place: int) -> str:
    if place >= world.hexes:
        return BOX_TITLES[BOXES[place - world.hexes]]
    name = world.grid.names[place]
    title = world.titles.get(place)
    return f"{title} ({name})" if title else name
