"""Orders to platoons of vehicles. What each is called stands in say.toml."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Piece, Place
from amba.games.hollow.orders_armour import Clock


class FormPlatoon(NamedTuple):
    """Two vehicles beside each other drive as a platoon."""

    vehicle: Piece
    mate: Piece
    verb: Literal["platoon"] = "platoon"


class TakeIn(NamedTuple):
    """A third vehicle belongs to the platoon, too."""

    vehicle: Piece
    verb: Literal["take-in"] = "take-in"


class StepTo(NamedTuple):
    """What one vehicle does in the impulse: it goes to a hex beside it, or holds its place, and points at a hexspine."""

    vehicle: Piece
    to: Place
    hour: Clock
    verb: Literal["step"] = "step"


StepWay = Literal["ahead", "carefully", "back", "bypass", "overrun", "edge", "edge-back", "mount", "mount-back", "descend"]
"""Straight on out of bypass or from a crest, straight on with care for hammada, backwards, along woods or a building, over the enemy; to the crest of a wadi, from outside or from its bed, and down from it."""


class StepBy(NamedTuple):
    """What one vehicle does in the impulse, other than driving forward; in its own hex where it goes up to a crest or down."""

    vehicle: Piece
    to: Place
    how: StepWay
    verb: Literal["step-by"] = "step-by"


class StepOff(NamedTuple):
    """One vehicle leaves the map in the impulse."""

    vehicle: Piece
    verb: Literal["step-off"] = "step-off"


class GoTogether(NamedTuple):
    """The impulse is driven; who was told nothing holds his place. Slowly, for three points at least, so as to raise no dust."""

    how: Literal["", "slowly"] = ""
    verb: Literal["impulse"] = "impulse"


class ShiftHatch(NamedTuple):
    """Hatches of a vehicle of the platoon."""

    vehicle: Piece
    how: Literal["open", "shut"]
    verb: Literal["hatches"] = "hatches"


class Train(NamedTuple):
    """The turret of a vehicle of the platoon."""

    vehicle: Piece
    hour: Clock
    verb: Literal["train"] = "train"


class Follow(NamedTuple):
    """A vehicle goes on after one of its platoon that has left the map."""

    vehicle: Piece
    verb: Literal["follow"] = "follow"
