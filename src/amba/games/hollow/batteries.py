"""Batteries beyond the map: what is printed of each, and those of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from amba.games.hollow.armoury import Service, read_service
from amba.games.hollow.forces import NATIONS
from amba.load.files import Folder, Row

FILE = "artillery.csv"
LINKS = ("radio", "phone", "off-board", "plane")
"""How an observer speaks to his guns: with a set that somebody carries, or from beyond the map, or from the air."""


CARRIED = LINKS[:2]
"""By a set that a leader carries."""
IN_THE_AIR = "air"


class Module(NamedTuple):
    """A kind of battery: its calibre in mm, the chits of its draw pile, the numbers of contact and of accuracy, and what else it fires."""

    key: str
    title: str
    nation: str
    calibre: int
    is_mortar: bool
    black: int
    red: int
    contact: int
    accuracy: int
    has_smoke: bool
    has_illumination: bool
    service: Service
    """When and where it was."""
    bpv: int
    """What it costs in a battle of one's own."""

    def why_not(self, date: str, land: str = "") -> str:
        """Why it was not there on a day; empty where it was, or where nobody says which day it is."""
        return self.service.why_not(date, land)


class Battery(NamedTuple):
    """A battery of a scenario: whose, of which kind, how it is spoken to and by which counter, and the hexes for which it has registered."""

    number: int
    side: int
    module: Module
    link: str
    piece: int
    at: int
    """Where an observer beyond the map looks in from; -1 where a set is carried."""
    registered: frozenset[int]


def load_modules(folder: Folder) -> dict[str, Module]:
    """Read and check the file."""
    return {key: _module(row) for key, row in folder.sheet(FILE, "key", "first", "last", "theatre").unique("key").items()}


def _module(row: Row) -> Module:
    def yes(column: str) -> bool:
        return row.one_of(column, ("yes", "no")) == "yes"

    calibre, black, red, contact, accuracy = (row.count(column) for column in ("calibre", "black", "red", "contact", "accuracy"))
    return Module(
        row["key"], row.text("title"), row.one_of("nation", NATIONS), calibre, yes("mortars"), black, red, contact, accuracy,
        yes("smoke"), yes("illumination"), read_service(row), row.count("bpv"),
    )  # fmt: skip


class Plane(NamedTuple):
    """A type of aircraft: the firepower of its machine guns, its bombs in mm, what it adds to the rolls of anti-aircraft fire, and the number its machine guns kill with."""

    key: str
    title: str
    nation: str
    kind: str
    firepower: int
    bomb: int
    flak: int
    kill: int
    service: Service
    bpv: int

    def why_not(self, date: str, land: str = "") -> str:
        """Why it was not there on a day; empty where it was, or where nobody says which day it is."""
        return self.service.why_not(date, land)


class Flight(NamedTuple):
    """Aircraft that may come to a side in a scenario, and the hex of the edge over which they come."""

    side: int
    plane: Plane
    at: int


def load_planes(folder: Folder) -> dict[str, Plane]:
    rows = folder.sheet("aircraft.csv", "key", "first", "last", "theatre").unique("key")
    return {key: _plane(row) for key, row in rows.items()}


def _plane(row: Row) -> Plane:
    firepower, bomb, flak, kill = (row.count(column) for column in ("firepower", "bomb", "flak", "kill"))
    kind = row.one_of("kind", ("fighter-bomber", "dive bomber"))
    return Plane(row["key"], row.text("title"), row.one_of("nation", NATIONS), kind, firepower, bomb, flak, kill, read_service(row), row.count("bpv"))


def support_goods(modules: Mapping[str, Module], planes: Mapping[str, Plane]) -> dict[str, str]:
    """What may be for sale beyond the map, with what people call it: `br-25+radio`, `br-hurricane-i+air`."""
    found = {f"{key}+{link}": f"{module.title} beyond the map, by {link}" for key, module in modules.items() for link in CARRIED}
    return found | {f"{key}+{IN_THE_AIR}": f"aircraft: {plane.title}" for key, plane in planes.items()}
