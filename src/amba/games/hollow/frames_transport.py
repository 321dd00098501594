"""Places in the sequence of play that are about passengers and guns in tow."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Boarding(NamedTuple):
    """A unit is getting into a vehicle: it is in it if nothing stops it."""

    unit: int
    vehicle: int
    name: Literal["boarding"] = "boarding"


class WalkUp(NamedTuple):
    """A unit is on its way to the next hex, to get into a vehicle there."""

    unit: int
    vehicle: int
    name: Literal["walk up"] = "walk up"


class HookingUp(NamedTuple):
    """Those who serve a gun hook it up to a vehicle, or heave it onto its back, and get in."""

    vehicle: int
    gun: int
    name: Literal["hooking up"] = "hooking up"


class EscapeWreck(NamedTuple):
    """Whether a passenger gets out of a vehicle that was destroyed."""

    unit: int
    vehicle: int
    name: Literal["escape the wreck"] = "escape the wreck"


class CycleFall(NamedTuple):
    """Whether a motorcyclist is thrown off in a hex."""

    unit: int
    place: int
    name: Literal["motorcycle"] = "motorcycle"
