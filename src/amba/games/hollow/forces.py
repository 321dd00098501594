"""Who fights and with what: squads, leaders and weapons, read from the data files."""

from __future__ import annotations

from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.load.files import Folder, Row

NATIONS = ("italian", "british", "german", "american", "axis minor", "partisan")
WEAPON_KINDS = (
    "lmg",
    "mmg",
    "hmg",
    "flamethrower",
    "charge",
    "atr",
    "piat",
    "bazooka",
    "mortar",
    "radio",
    "phone",
    "horse",
    "motorcycle",
    "bicycle",
    "sidecar",
)
MOUNT_KINDS = ("horse", "motorcycle", "bicycle", "sidecar")
"""What is ridden."""
QUALITIES = ("elite", "first line", "second line", "green", "conscript")


class Squad(NamedTuple):
    """A squad, half-squad, crew or hero: firepower, range and morale; what it splits into and what it is replaced by, if anything."""

    key: str
    title: str
    nation: str
    kind: str
    quality: str
    firepower: int
    range: int
    morale: int
    broken: int
    half: str | None
    elr: str | None
    inexperienced: bool


class Leader(NamedTuple):
    key: str
    morale: int
    leadership: int


class Weapon(NamedTuple):
    """A support weapon; it breaks down on an original roll of `breakdown` or more.

    An anti-tank weapon or a mortar has a gun of ordnance.csv, and `least` is the nearest hex that it reaches.
    """

    key: str
    title: str
    nation: str
    kind: str
    firepower: int
    range: int
    rate: int
    breakdown: int
    portage: int
    gun: str = ""
    least: int = 0


class Forces(NamedTuple):
    squads: dict[str, Squad]
    leaders: dict[str, Leader]
    weapons: dict[str, Weapon]


def load_forces(folder: Folder) -> Forces:
    """Read and check the three files."""
    rows = folder.sheet("squads.csv", "key", "nation", "half", "elr").unique("key")
    squads = {key: _squad(row, rows) for key, row in rows.items()}
    leaders = {
        key: Leader(key, row.count("morale"), row.number("leadership")) for key, row in folder.sheet("leaders.csv", "key").unique("key").items()
    }
    weapons = {key: _weapon(row) for key, row in folder.sheet("weapons.csv", "key").unique("key").items()}
    return Forces(squads, leaders, weapons)


@rule("197.23", "197.24")
def _squad(row: Row, rows: dict[str, Row]) -> Squad:
    """What becomes of a unit that fails badly is printed with it: Bersaglieri become conscripts, and those are inexperienced."""

    def other(column: str) -> str | None:
        name = row.text(column)
        if name == "-":
            return None
        if name not in rows or rows[name]["nation"] != row["nation"]:
            row.fail(f"{column} is {name!r}; expected a unit of the same nation, or a dash")
        return name

    firepower, range_, morale, broken = (row.count(column) for column in ("firepower", "range", "morale", "broken"))
    nation, kind, quality = (
        row.one_of("nation", NATIONS),
        row.one_of("kind", ("squad", "half-squad", "crew", "hero")),
        row.one_of("quality", QUALITIES),
    )
    inexperienced = row.one_of("inexperienced", ("yes", "no")) == "yes"
    half, lesser = other("half"), other("elr")
    return Squad(row["key"], row.text("title"), nation, kind, quality, firepower, range_, morale, broken, half, lesser, inexperienced)


def _weapon(row: Row) -> Weapon:
    firepower, range_, rate, breakdown, portage = (row.count(column) for column in ("firepower", "range", "rate", "breakdown", "portage"))
    nation, kind = row.one_of("nation", (*NATIONS, "any")), row.one_of("kind", WEAPON_KINDS)
    return Weapon(row["key"], row.text("title"), nation, kind, firepower, range_, rate, breakdown, portage, row["gun"], row.count("least", 0))
