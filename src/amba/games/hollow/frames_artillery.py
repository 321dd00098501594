"""Places in the sequence of play that are about smoke of guns, artillery beyond the map, and aircraft."""

from __future__ import annotations

from typing import Literal, NamedTuple


class SmokeShot(NamedTuple):
    """A gun's smoke shell at a hex: in which phase, what it is filled with, and how many hexspines the gun was turned for it."""

    gun: int
    kind: str
    place: int
    ammunition: str
    turned: int
    name: Literal["smoke shot"] = "smoke shot"


class DischargeRoll(NamedTuple):
    """The dice of a vehicle's smoke dischargers."""

    vehicle: int
    place: int
    name: Literal["discharge"] = "discharge"


class ContactRoll(NamedTuple):
    """The dice of an observer who calls his battery."""

    battery: int
    name: Literal["contact"] = "contact"


class AccessDraw(NamedTuple):
    """A chit is drawn for a battery; only its side sees it."""

    battery: int
    name: Literal["access"] = "access"


class AccuracyRoll(NamedTuple):
    """Whether a round falls where it should: the hex, over how many hexes the fire was moved (-1: it is the first round)."""

    battery: int
    place: int
    moved: int
    name: Literal["accuracy"] = "accuracy"


class ErrorRoll(NamedTuple):
    """Where a round that is not accurate falls."""

    battery: int
    place: int
    moved: int
    name: Literal["error"] = "error"


class Bombardment(NamedTuple):
    """Shells fall on one hex after the other."""

    battery: int
    places: tuple[int, ...]
    name: Literal["bombardment"] = "bombardment"


class BlastRoll(NamedTuple):
    """Shells fall on a hex: on everybody there, or on those who have just entered it."""

    battery: int
    place: int
    units: tuple[int, ...] = ()
    name: Literal["blast"] = "blast"


class ArrivalRoll(NamedTuple):
    """Whether a side's aircraft come."""

    side: int
    name: Literal["arrival"] = "arrival"


class FlightRoll(NamedTuple):
    """How many come, and whether with bombs."""

    side: int
    name: Literal["flight"] = "flight"


class SightingRoll(NamedTuple):
    """Whether a pilot sees what he is to attack."""

    plane: int
    place: int
    how: str
    along: str = ""
    name: Literal["sighting"] = "sighting"


class AirRun(NamedTuple):
    """An aircraft comes down on a hex: the guns that still fire at it, then its attack."""

    plane: int
    place: int
    how: str
    flak: tuple[int, ...]
    beyond: tuple[int, ...] = ()
    """The hexes of its run that come after this one."""
    name: Literal["air run"] = "air run"


class FlakRoll(NamedTuple):
    """A gun fires at an aircraft that comes down on a hex."""

    plane: int
    place: int
    gun: int
    name: Literal["flak"] = "flak"


class AirStrike(NamedTuple):
    """The dice of an aircraft's machine guns, or of its bombs."""

    plane: int
    place: int
    how: str
    name: Literal["air strike"] = "air strike"


class BombBlast(NamedTuple):
    """Bombs burst in a hex."""

    plane: int
    place: int
    name: Literal["bombs"] = "bombs"
