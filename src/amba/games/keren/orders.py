"""Every order of Keren 1941. What each is called stands in say.toml."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from amba.core.common_orders import Advance, Commit, Fight, Go, Halt, Join, Lose, Shoot, Stay
from amba.core.order import Piece, Place

__all__ = ("Advance", "Commit", "Fight", "Go", "Halt", "Join", "Lose", "Shoot", "Stay")
"""Orders that other games have too; all others follow."""

Depth = Literal["1", "2", "3", "4"]
"""A unit's place in its stack, counted from the top."""
Readiness = Literal["ask", "hold", "1", "2", "3", "4"]
"""When to fire by order: from so many chances in six that it does something."""
Direction = Literal["n", "ne", "se", "s", "sw", "nw"]


class PlaceUnit(NamedTuple):
    unit: Piece
    hex: Place
    verb: Literal["place"] = "place"


class Area(NamedTuple):
    """Have the units of one set-up area placed as the scenario plans it."""

    number: Annotated[int, "number", range(1, 17)]
    verb: Literal["area"] = "area"


class Rest(NamedTuple):
    """Have all the rest placed as the scenario plans it."""

    verb: Literal["rest"] = "rest"


class Carry(NamedTuple):
    """A unit is turned to the side on which it carries its supply."""

    unit: Piece
    verb: Literal["carry"] = "carry"


class Full(NamedTuple):
    unit: Piece
    verb: Literal["full"] = "full"


class Move(NamedTuple):
    unit: Piece
    hex: Place
    verb: Literal["move"] = "move"


class SetOut(NamedTuple):
    """A unit goes step by step, by a way of the player's choosing."""

    unit: Piece
    verb: Literal["march"] = "march"


class Form(NamedTuple):
    """A stack is formed that goes step by step, with this unit first; others of its hex join it before the first step."""

    unit: Piece
    verb: Literal["form"] = "form"


class Drop(NamedTuple):
    unit: Piece
    verb: Literal["drop"] = "drop"


class Face(NamedTuple):
    unit: Piece
    way: Direction
    verb: Literal["face"] = "face"


class Fire(NamedTuple):
    """Name a unit to fire at."""

    hex: Place
    depth: Depth
    verb: Literal["fire"] = "fire"


class FireOrder(NamedTuple):
    """Standing order: ask about defensive fire, hold it, or fire from so many chances on."""

    how: Readiness
    verb: Literal["readiness"] = "readiness"


class AirStrike(NamedTuple):
    """An air unit bombards a unit."""

    unit: Piece
    hex: Place
    depth: Depth
    verb: Literal["air"] = "air"


class Add(NamedTuple):
    """A unit joins in the fire."""

    unit: Piece
    verb: Literal["add"] = "add"


class Assault(NamedTuple):
    hex: Place
    verb: Literal["assault"] = "assault"


class Retreat(NamedTuple):
    unit: Piece
    hex: Place
    verb: Literal["retreat"] = "retreat"
