"""Orders before the first turn."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Number, Piece, Place, Text

MonthName = Literal["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]


class ChooseMonth(NamedTuple):
    """The battle is fought in this month."""

    month: MonthName
    verb: Literal["month"] = "month"


class Buy(NamedTuple):
    """A counter is bought."""

    goods: Text
    verb: Literal["buy"] = "buy"


class SetDown(NamedTuple):
    """A counter is set up in a hex."""

    piece: Piece
    to: Place
    verb: Literal["place"] = "place"


class Hide(NamedTuple):
    """A unit that has been set up is hidden altogether."""

    unit: Piece
    verb: Literal["hide"] = "hide"


class LayField(NamedTuple):
    """A minefield with so many factors is laid in a hex; 0 is a dummy."""

    factors: Number
    to: Place
    verb: Literal["lay"] = "lay"


class LayLine(NamedTuple):
    """A minefield is drawn out into a line of fields."""

    work: Piece
    to: Place
    verb: Literal["line"] = "line"


class BuryField(NamedTuple):
    """A hidden minefield is laid."""

    factors: Number
    to: Place
    verb: Literal["bury"] = "bury"


class SecretDie(NamedTuple):
    """Chance: a die that only one side sees."""

    side: Text
    die: Number
    verb: Literal["secret"] = "secret"
