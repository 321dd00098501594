"""Every order of Keren 1941."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from amba.core.order import Piece, Place

Depth = Literal["1", "2", "3", "4"]
"""A unit's place in its stack, counted from the top."""
Direction = Literal["n", "ne", "se", "s", "sw", "nw"]


class PlaceUnit(NamedTuple):
    """Set a unit up in a hex."""

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
    """A unit stops carrying its supply and is at full strength again."""

    unit: Piece
    verb: Literal["full"] = "full"


class Move(NamedTuple):
    """A single unit moves."""

    unit: Piece
    hex: Place
    verb: Literal["move"] = "move"


class Form(NamedTuple):
    """A stack is formed that will march together, with this unit first."""

    unit: Piece
    verb: Literal["form"] = "form"


class Join(NamedTuple):
    """A unit joins the stack."""

    unit: Piece
    verb: Literal["join"] = "join"


class Go(NamedTuple):
    """The stack marches to a hex."""

    hex: Place
    verb: Literal["go"] = "go"


class Drop(NamedTuple):
    """The stack leaves a unit behind."""

    unit: Piece
    verb: Literal["drop"] = "drop"


class Halt(NamedTuple):
    """The stack has marched."""

    verb: Literal["halt"] = "halt"


class Face(NamedTuple):
    """A unit is turned towards a hexside."""

    unit: Piece
    way: Direction
    verb: Literal["face"] = "face"


class Fire(NamedTuple):
    """Name a unit to fire at."""

    hex: Place
    depth: Depth
    verb: Literal["fire"] = "fire"


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


class Shoot(NamedTuple):
    """Everybody who fires is named: roll."""

    verb: Literal["shoot"] = "shoot"


class Assault(NamedTuple):
    """Name an enemy hex to assault."""

    hex: Place
    verb: Literal["assault"] = "assault"


class Commit(NamedTuple):
    """A unit joins the assault."""

    unit: Piece
    verb: Literal["commit"] = "commit"


class Fight(NamedTuple):
    """Everybody who assaults is named: roll."""

    verb: Literal["fight"] = "fight"


class Lose(NamedTuple):
    """A unit is given up."""

    unit: Piece
    verb: Literal["lose"] = "lose"


class Retreat(NamedTuple):
    """A unit retreats to a hex."""

    unit: Piece
    hex: Place
    verb: Literal["retreat"] = "retreat"


class Advance(NamedTuple):
    """A unit enters the hex that was assaulted."""

    unit: Piece
    verb: Literal["advance"] = "advance"


class Stay(NamedTuple):
    """Nobody more advances."""

    verb: Literal["stay"] = "stay"
