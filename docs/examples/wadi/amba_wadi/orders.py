"""Every order of the game."""

from typing import Literal, NamedTuple

from amba.core.order import Piece, Place


class Move(NamedTuple):
    """A unit marches, or falls back, to a hex."""

    unit: Piece
    to: Place
    verb: Literal["move"] = "move"


class Attack(NamedTuple):
    """All who can attack a hex."""

    hex: Place
    verb: Literal["attack"] = "attack"
