"""Orders that several games have alike. A game's orders.py takes what it needs from here; what each does is said by the game's rules, what it is called by its say.toml."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Piece, Place


class Move(NamedTuple):
    """A unit goes to a hex."""

    unit: Piece
    to: Place
    verb: Literal["move"] = "move"


class Go(NamedTuple):
    """Those who are on the march go on to a hex."""

    hex: Place
    verb: Literal["go"] = "go"


class Halt(NamedTuple):
    """Those who are on the march go no farther."""

    verb: Literal["halt"] = "halt"


class Attack(NamedTuple):
    """Name an enemy hex to attack."""

    hex: Place
    verb: Literal["attack"] = "attack"


class Commit(NamedTuple):
    """A unit takes part in the attack."""

    unit: Piece
    verb: Literal["commit"] = "commit"


class Join(NamedTuple):
    """A unit joins those who march or attack together."""

    unit: Piece
    verb: Literal["join"] = "join"


class Fight(NamedTuple):
    """Everybody is in: roll."""

    verb: Literal["fight"] = "fight"


class Shoot(NamedTuple):
    """Everybody who fires is named: roll."""

    verb: Literal["shoot"] = "shoot"


class Lose(NamedTuple):
    """This unit takes the loss."""

    unit: Piece
    verb: Literal["lose"] = "lose"


class Retreat(NamedTuple):
    """Take a result as a retreat."""

    verb: Literal["retreat"] = "retreat"


class RetreatTo(NamedTuple):
    """A unit goes back to a hex."""

    unit: Piece
    to: Place
    verb: Literal["retreat"] = "retreat"


class Advance(NamedTuple):
    """A unit enters the hex that was fought for."""

    unit: Piece
    verb: Literal["advance"] = "advance"


class Stay(NamedTuple):
    """Nobody more advances."""

    verb: Literal["stay"] = "stay"
