"""Every order of Adua 1896, and what its dice may bring."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from amba.core.common_orders import Go, Halt, Lose
from amba.core.order import Dice, Piece, Place, Speller

__all__ = ("Go", "Halt", "Lose")
"""Orders that other games have too; all others follow."""

Command = Literal["offensive", "hold", "resupply", "rally", "attack", "melee", "move", "entrench"]
"""What an Italian leader may order (8.0)."""


class SetDown(NamedTuple):
    """A piece is set up in a hex."""

    piece: Piece
    hex: Place
    verb: Literal["place"] = "place"


class Assign(NamedTuple):
    """Machine guns are given to a unit."""

    gun: Piece
    unit: Piece
    verb: Literal["assign"] = "assign"


class Suggest(NamedTuple):
    """Set up what is left as the scenario suggests."""

    verb: Literal["suggest"] = "suggest"


class GiveOrder(NamedTuple):
    """A leader orders a unit or a colonel."""

    leader: Piece
    command: Command
    unit: Piece
    verb: Literal["order"] = "order"


class OrderAll(NamedTuple):
    """A leader gives one order to everybody who can use it."""

    leader: Piece
    command: Command
    verb: Literal["command"] = "command"


class Move(NamedTuple):
    """A piece moves to a hex."""

    piece: Piece
    to: Place
    verb: Literal["move"] = "move"


class SetOut(NamedTuple):
    """A piece sets out on a way of its player's choosing."""

    piece: Piece
    verb: Literal["march"] = "march"


class Enter(NamedTuple):
    """A piece comes over the western passes, to a hex."""

    piece: Piece
    to: Place
    verb: Literal["enter"] = "enter"


class Follow(NamedTuple):
    """A leader's units close up on him."""

    leader: Piece
    verb: Literal["follow"] = "follow"


class Engage(NamedTuple):
    """A unit is committed to an attack while others still move."""

    unit: Piece
    target: Piece
    verb: Literal["engage"] = "engage"


class Entrench(NamedTuple):
    """A unit that holds its position entrenches instead of moving."""

    unit: Piece
    verb: Literal["entrench"] = "entrench"


class Exit(NamedTuple):
    """A unit leaves the map for Adua."""

    unit: Piece
    verb: Literal["exit"] = "exit"


class Disengage(NamedTuple):
    """An Abyssinian unit breaks off a melee."""

    unit: Piece
    to: Place
    verb: Literal["disengage"] = "disengage"


class Fire(NamedTuple):
    """A unit attacks with small arms."""

    unit: Piece
    target: Piece
    verb: Literal["fire"] = "fire"


class Mass(NamedTuple):
    """Every unit that can, and attacks nobody yet, attacks this one."""

    target: Piece
    verb: Literal["mass"] = "mass"


class Split(NamedTuple):
    """So many of a unit's dice go against one of its targets."""

    unit: Piece
    target: Piece
    dice: Annotated[int, "number", range(25)]
    verb: Literal["dice"] = "dice"


class Resolve(NamedTuple):
    """The next small arms combat is the one over this unit."""

    target: Piece
    verb: Literal["resolve"] = "resolve"


class TakeHit(NamedTuple):
    """This unit takes the next hit."""

    unit: Piece
    verb: Literal["hit"] = "hit"


class Close(NamedTuple):
    """A unit goes into melee."""

    unit: Piece
    target: Piece
    verb: Literal["close"] = "close"


class Storm(NamedTuple):
    """Every unit that may go into melee with this one does."""

    target: Piece
    verb: Literal["storm"] = "storm"


class Supply(NamedTuple):
    """A unit takes ammunition from mules."""

    unit: Piece
    mule: Piece
    verb: Literal["supply"] = "supply"


class TryInitiative(NamedTuple):
    """A leader tries to bring fresh units into a melee."""

    leader: Piece
    verb: Literal["initiative"] = "initiative"


class Bring(NamedTuple):
    """A fresh unit is brought into a melee."""

    unit: Piece
    hex: Place
    verb: Literal["bring"] = "bring"


class FightMelee(NamedTuple):
    """The next melee is the one in this hex."""

    hex: Place
    verb: Literal["melee"] = "melee"


class Retreat(NamedTuple):
    """A unit retreats from a melee."""

    unit: Piece
    to: Place
    verb: Literal["retreat"] = "retreat"


class Stay(NamedTuple):
    """A unit keeps the hex of a melee that is over."""

    unit: Piece
    verb: Literal["stay"] = "stay"


class GoBack(NamedTuple):
    """A unit goes back after a melee."""

    unit: Piece
    to: Place
    verb: Literal["return"] = "return"


class Score(NamedTuple):
    """The hits of both sides, and the units that go low on ammo. Written ``3-2+i-ascari``."""

    italian: int
    abyssinian: int
    low: tuple[int, ...] = ()

    def written(self, speller: Speller) -> str:
        return "+".join([f"{self.italian}-{self.abyssinian}", *(speller.pieces[unit] for unit in self.low)])


class Hits(NamedTuple):
    """What both sides roll in a small arms combat, die by die: every attacker's dice, then the defender's. Odds and bots do without the faces."""

    score: Score
    dice: Dice = ()
    verb: Literal["hits"] = "hits"
