"""Every order of The Road to Cheren."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Piece, Place


class Move(NamedTuple):
    """A unit marches a leg of its way."""

    unit: Piece
    to: Place
    verb: Literal["move"] = "move"


class Play(NamedTuple):
    """Play a chit that needs no more said."""

    chit: Piece
    verb: Literal["play"] = "play"


class PlayOnUnit(NamedTuple):
    """Play a chit on a unit."""

    chit: Piece
    unit: Piece
    verb: Literal["play"] = "play"


class PlayOnHex(NamedTuple):
    """Play a chit on a hex."""

    chit: Piece
    hex: Place
    verb: Literal["play"] = "play"


class PlaySappers(NamedTuple):
    """Sappers bridge the rivers, or clear the roadblock."""

    chit: Piece
    what: Literal["rivers", "roadblock"]
    verb: Literal["play"] = "play"


class Pass(NamedTuple):
    """Play no chit."""

    verb: Literal["pass"] = "pass"


class Attack(NamedTuple):
    """Name an enemy hex to attack."""

    hex: Place
    verb: Literal["attack"] = "attack"


class Commit(NamedTuple):
    """A unit joins the attack."""

    unit: Piece
    verb: Literal["commit"] = "commit"


class Air(NamedTuple):
    """Air support joins the attack."""

    verb: Literal["air"] = "air"


class Fight(NamedTuple):
    """Everybody is in: roll."""

    verb: Literal["fight"] = "fight"


class Lose(NamedTuple):
    """A unit loses a step."""

    unit: Piece
    verb: Literal["lose"] = "lose"


class Retreat(NamedTuple):
    """All the defenders give ground."""

    verb: Literal["retreat"] = "retreat"


class RetreatTo(NamedTuple):
    """A unit goes back to a hex."""

    unit: Piece
    to: Place
    verb: Literal["retreat"] = "retreat"


class Stand(NamedTuple):
    """The defenders stay, and lose a step more."""

    verb: Literal["stand"] = "stand"


class Push(NamedTuple):
    """Press defenders who stand."""

    verb: Literal["push"] = "push"


class Hold(NamedTuple):
    """Do not push."""

    verb: Literal["hold"] = "hold"


class Advance(NamedTuple):
    """A unit enters the hex that was fought for."""

    unit: Piece
    verb: Literal["advance"] = "advance"


class Stay(NamedTuple):
    """Nobody more advances."""

    verb: Literal["stay"] = "stay"


class Check(NamedTuple):
    """Check supply."""

    verb: Literal["check"] = "check"


class Replace(NamedTuple):
    """A unit gets a lost step back."""

    unit: Piece
    verb: Literal["replace"] = "replace"


class Forfeit(NamedTuple):
    """Nobody gets the replacement."""

    verb: Literal["forfeit"] = "forfeit"


class PlaceUnit(NamedTuple):
    """Set a unit down in a hex."""

    unit: Piece
    to: Place
    verb: Literal["place"] = "place"


class Arrive(NamedTuple):
    """The French arrive now."""

    verb: Literal["arrive"] = "arrive"


class Postpone(NamedTuple):
    """The French arrive next turn, elsewhere."""

    verb: Literal["postpone"] = "postpone"
