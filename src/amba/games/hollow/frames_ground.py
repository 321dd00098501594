"""Places in the sequence of play that are about the ground itself: fires, cliffs."""

from __future__ import annotations

from typing import Literal, NamedTuple


class KindleRoll(NamedTuple):
    unit: int
    name: Literal["kindling"] = "kindling"


class QuenchRoll(NamedTuple):
    unit: int
    name: Literal["quenching"] = "quenching"


class SpreadRoll(NamedTuple):
    """Whether fire takes hold of a hex: it comes from a neighbouring hex, or from the wreck or the flame in this one."""

    place: int
    source: int
    name: Literal["spreading"] = "spreading"


class ShellFire(NamedTuple):
    """Whether a shell that killed has set its hex on fire: the column of the fire table it was read in."""

    place: int
    column: int
    name: Literal["shell fire"] = "shell fire"


class ClimbRoll(NamedTuple):
    """Whether men keep their hold on a cliff: who, and towards which hex."""

    unit: int
    place: int
    name: Literal["climb"] = "climb"


class StrayRoll(NamedTuple):
    """Whether men who set out by night keep their way: where they want to go, whether to its crest, and whether by a minimum move."""

    to: int
    rim: bool
    minimum: bool
    name: Literal["straying"] = "straying"
