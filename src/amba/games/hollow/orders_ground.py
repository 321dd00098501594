"""Orders about the ground itself: fires, cliffs. What each is called stands in say.toml."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Piece, Place


class Kindle(NamedTuple):
    """Men try to set fire to what grows or stands in their hex."""

    unit: Piece
    verb: Literal["kindle"] = "kindle"


class Quench(NamedTuple):
    """Men try to put out a flame in their hex."""

    unit: Piece
    verb: Literal["quench"] = "quench"


class Climb(NamedTuple):
    """Men climb the cliff towards a hex, a level of it."""

    unit: Piece
    to: Place
    verb: Literal["climb"] = "climb"
