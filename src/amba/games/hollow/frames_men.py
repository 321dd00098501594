"""Places in the sequence of play that searching, heroes, berserk men and snipers add."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.games.hollow.frames import Pieces


class SearchRoll(NamedTuple):
    """The die of men who go over a hex."""

    unit: int
    place: int
    name: Literal["searching"] = "searching"


class Charging(NamedTuple):
    """Berserk men on their way to the enemy."""

    unit: int
    name: Literal["charging"] = "charging"


class SniperRoll(NamedTuple):
    """The die of a side's sniper."""

    side: int
    name: Literal["sniper"] = "sniper"


class SniperDraw(NamedTuple):
    """Chance says whom a side's sniper sees; the die he had."""

    side: int
    die: int
    name: Literal["sniped"] = "sniped"


class VolleyRoll(NamedTuple):
    """The dice of men who fire from a vehicle: in which phase, at which hex, their firepower in 64ths."""

    vehicle: int
    kind: str
    place: int
    power: int
    targets: Pieces
    name: Literal["volley"] = "volley"


class RidingDown(NamedTuple):
    """Horsemen on their way to a hex that they charge."""

    unit: int
    place: int
    name: Literal["riding down"] = "riding down"


class SabreRoll(NamedTuple):
    """The dice of a cavalry charge: who, which hex, the firepower in 64ths, those who are charged."""

    unit: int
    place: int
    power: int
    targets: Pieces
    name: Literal["sabre"] = "sabre"


class RidingIn(NamedTuple):
    """What is left of the horsemen rides into the hex."""

    unit: int
    place: int
    name: Literal["riding in"] = "riding in"
