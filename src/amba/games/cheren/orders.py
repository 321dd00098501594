"""Every order of The Road to Cheren."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.common_orders import Advance, Attack, Commit, Fight, Lose, Move, Retreat, RetreatTo, Stay
from amba.core.order import Piece, Place

__all__ = ("Advance", "Attack", "Commit", "Fight", "Lose", "Move", "Retreat", "RetreatTo", "Stay")
"""Orders that other games have too; all others follow."""


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


class ReactionOrder(NamedTuple):
    """Standing order: ask before the enemy fights whether anybody reacts, or pass."""

    how: Literal["ask", "pass"]
    verb: Literal["reaction"] = "reaction"


class ChitOrder(NamedTuple):
    """Standing order: ask about chits in the enemy's turn, or pass."""

    how: Literal["ask", "pass"]
    verb: Literal["chits"] = "chits"


class ResultOrder(NamedTuple):
    """Standing order: what defenders do who are to retreat."""

    how: Literal["ask", "retreat", "stand"]
    verb: Literal["result"] = "result"


class Air(NamedTuple):
    """Air support joins the attack."""

    verb: Literal["air"] = "air"


class Stand(NamedTuple):
    """The defenders stay, and lose a step more."""

    verb: Literal["stand"] = "stand"


class Push(NamedTuple):
    """Press defenders who stand."""

    verb: Literal["push"] = "push"


class Hold(NamedTuple):
    """Do not push."""

    verb: Literal["hold"] = "hold"


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
