"""The movement phase, and the defender's answer to every step."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.games.hollow.frames.fire import Pieces

Hop = tuple[int, bool]
"""A hex that somebody goes to next, and whether to its crest instead of into it."""


class GivingOrders(NamedTuple):
    """The defender changes his standing orders before the enemy moves."""

    side: int
    name: Literal["orders"] = "orders"


class MovePhase(NamedTuple):
    """The movement phase, and the units that were told to move and halted at once."""

    side: int
    stayed: Pieces = ()
    name: Literal["move"] = "move"


class WireRoll(NamedTuple):
    """Factors that men lose to the wire they are in."""

    side: int
    place: int
    name: Literal["wire"] = "wire"


class SmokeRoll(NamedTuple):
    """The die of a smoke grenade."""

    unit: int
    place: int
    name: Literal["smoke"] = "smoke"


class Entering(NamedTuple):
    """Reinforcements gather to enter together."""

    units: Pieces
    place: int
    name: Literal["entering"] = "entering"


class Marching(NamedTuple):
    """A stack on the march: who, at which pace, the steps made, the way it was told to go on, and whether (1) that is its whole move."""

    units: Pieces
    mode: str
    steps: int
    path: tuple[Hop, ...] = ()
    whole: int = 0
    name: Literal["walk"] = "walk"


class AfterStep(NamedTuple):
    """After the fire at a step: whether the move is over, whether it was a minimum move, whether something happened on the way."""

    over: bool
    minimum: bool
    interrupted: bool
    name: Literal["tidy"] = "tidy"


class Watching(NamedTuple):
    """The defender's men watch units who spend factors in a hex; whether they have fired at this step."""

    place: int
    units: Pieces
    fired: bool = False
    name: Literal["watch"] = "watch"


class Answering(NamedTuple):
    """The defender is asked whether to fire at units in a hex; who is to fire; whether somebody has fired at this step already."""

    place: int
    units: Pieces
    firers: Pieces
    fired: bool
    name: Literal["answer"] = "answer"


class MineRoll(NamedTuple):
    """Mines go off under units."""

    work: int
    units: Pieces
    name: Literal["mined"] = "mined"


class LayingCharge(NamedTuple):
    """The man with the charge after the fire at him."""

    weapon: int
    place: int
    name: Literal["laying"] = "laying"


class Leaving(NamedTuple):
    """The stack on the march is about to leave the map: after the mines at the edge."""

    name: Literal["leaving"] = "leaving"
