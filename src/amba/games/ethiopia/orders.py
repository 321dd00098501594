"""Every order of Ethiopia 1935."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.common_orders import Advance, Attack, Fight, Go, Halt, Join, Lose, Move, Retreat, RetreatTo
from amba.core.order import Dice, Piece, Place

__all__ = ("Advance", "Attack", "Fight", "Go", "Halt", "Join", "Lose", "Move", "Retreat", "RetreatTo")
"""Orders that other games have too; all others follow."""


class March(NamedTuple):
    """A unit sets out on a way of its player's choosing."""

    unit: Piece
    verb: Literal["march"] = "march"


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


class JoinAll(NamedTuple):
    """Everybody who can joins the attack."""

    verb: Literal["all"] = "all"


class Die(NamedTuple):
    """The die of a fight falls."""

    dice: Dice
    verb: Literal["die"] = "die"


class Stay(NamedTuple):
    """A unit that need not retreat stays."""

    unit: Piece
    verb: Literal["stay"] = "stay"


class TakeLosses(NamedTuple):
    """Take a result as losses."""

    verb: Literal["losses"] = "losses"


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
