"""Orders to passengers, and about guns in tow or on a vehicle's back. What each is called stands in say.toml."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Piece


class Board(NamedTuple):
    """A unit gets into a vehicle of its hex, or of the next one; in the set-up into any of its area."""

    unit: Piece
    vehicle: Piece
    verb: Literal["board"] = "board"


class Alight(NamedTuple):
    """One unit gets out of its vehicle."""

    unit: Piece
    verb: Literal["alight"] = "alight"


class Unload(NamedTuple):
    """Everybody gets out of a vehicle."""

    vehicle: Piece
    verb: Literal["unload"] = "unload"


class Hook(NamedTuple):
    """A gun of its hex is hooked up to a vehicle, or heaved onto its back; those who serve it get in."""

    vehicle: Piece
    gun: Piece
    verb: Literal["hook"] = "hook"


class Unhook(NamedTuple):
    """The gun that a vehicle tows or carries is put down, with those who serve it."""

    vehicle: Piece
    verb: Literal["unhook"] = "unhook"


class CastOff(NamedTuple):
    """A flamethrowing tankette leaves its trailer behind."""

    vehicle: Piece
    verb: Literal["cast-off"] = "cast-off"


class SetOnGround(NamedTuple):
    """The gun or mortar that a vehicle is built round is taken down from it, with a crew."""

    vehicle: Piece
    verb: Literal["set-down"] = "set-down"


class Reship(NamedTuple):
    """It is put back."""

    vehicle: Piece
    gun: Piece
    verb: Literal["reship"] = "reship"


class Ride(NamedTuple):
    """A unit gets on horses, motorcycles or bicycles that stand in its hex."""

    unit: Piece
    mount: Piece
    verb: Literal["ride"] = "ride"


class Dismount(NamedTuple):
    unit: Piece
    verb: Literal["dismount"] = "dismount"
