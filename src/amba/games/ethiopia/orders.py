"""Every order of Ethiopia 1935."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Dice, Piece, Place


class Move(NamedTuple):
    """A unit marches to a hex."""

    unit: Piece
    to: Place
    verb: Literal["move"] = "move"


class Rail(NamedTuple):
    """A unit goes by the Djibouti railway."""

    unit: Piece
    to: Place
    verb: Literal["rail"] = "rail"


class Fly(NamedTuple):
    """An air unit is sent over a hex."""

    unit: Piece
    hex: Place
    verb: Literal["fly"] = "fly"


class Gas(NamedTuple):
    """The bomber over a hex uses gas."""

    hex: Place
    verb: Literal["gas"] = "gas"


class Attack(NamedTuple):
    """Name an enemy hex to attack."""

    hex: Place
    verb: Literal["attack"] = "attack"


class Join(NamedTuple):
    """A unit joins the attack."""

    unit: Piece
    verb: Literal["join"] = "join"


class JoinAll(NamedTuple):
    """Everybody who can joins the attack."""

    verb: Literal["all"] = "all"


class Fight(NamedTuple):
    """Everybody is in: roll."""

    verb: Literal["fight"] = "fight"


class Die(NamedTuple):
    """The die of a fight falls."""

    dice: Dice
    verb: Literal["die"] = "die"


class Retreat(NamedTuple):
    """Take a result as a retreat."""

    verb: Literal["retreat"] = "retreat"


class RetreatTo(NamedTuple):
    """A unit goes back to a hex."""

    unit: Piece
    to: Place
    verb: Literal["retreat"] = "retreat"


class Stay(NamedTuple):
    """A unit that need not retreat stays."""

    unit: Piece
    verb: Literal["stay"] = "stay"


class TakeLosses(NamedTuple):
    """Take a result as losses."""

    verb: Literal["losses"] = "losses"


class Lose(NamedTuple):
    """A unit loses a strength point."""

    unit: Piece
    verb: Literal["lose"] = "lose"


class Advance(NamedTuple):
    """A unit enters the hex that was won."""

    unit: Piece
    verb: Literal["advance"] = "advance"


class LeaveGarrison(NamedTuple):
    """Leave an intrinsic garrison in a vacated entrenchment, or give it up."""

    answer: Literal["yes", "no"]
    verb: Literal["garrison"] = "garrison"


class Feed(NamedTuple):
    """A unit draws on a dump that is cut off."""

    unit: Piece
    verb: Literal["feed"] = "feed"


class Entrench(NamedTuple):
    """Dig in."""

    hex: Place
    verb: Literal["entrench"] = "entrench"


class Build(NamedTuple):
    """A headquarters makes a road."""

    hq: Piece
    hex: Place
    verb: Literal["build"] = "build"


class NameDump(NamedTuple):
    """An entrenchment becomes a supply dump."""

    hex: Place
    verb: Literal["dump"] = "dump"
