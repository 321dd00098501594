"""Orders of the fire phases, of a shot, and the standing orders for fire at movement."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Number, Piece, Place


class FireAt(NamedTuple):
    """Somebody fires at a hex; who, is said next."""

    to: Place
    verb: Literal["fire"] = "fire"


class FireFrom(NamedTuple):
    """A unit or weapon, with all of its hex, fires at a hex."""

    firer: Piece
    to: Place
    verb: Literal["from"] = "from"


class Dig(NamedTuple):
    """A squad digs in."""

    unit: Piece
    verb: Literal["dig"] = "dig"


class Clear(NamedTuple):
    """A squad clears wire or mines."""

    unit: Piece
    what: Literal["wire", "mines"]
    verb: Literal["clear"] = "clear"


class SendStarshell(NamedTuple):
    """A leader sends up a starshell."""

    leader: Piece
    to: Place
    verb: Literal["starshell"] = "starshell"


class Add(NamedTuple):
    """A unit, a weapon or a leader joins the shot; a squad with its machine guns."""

    firer: Piece
    verb: Literal["add"] = "add"


class AddRifles(NamedTuple):
    """A squad joins the shot with its rifles only."""

    firer: Piece
    verb: Literal["rifles"] = "rifles"


class HoldFire(NamedTuple):
    """Somebody who would fire does not."""

    firer: Piece
    verb: Literal["hold"] = "hold"


class AddEverybody(NamedTuple):
    """Everybody joins the shot who can."""

    verb: Literal["everybody"] = "everybody"


class Shoot(NamedTuple):
    """The shot is fired."""

    verb: Literal["shoot"] = "shoot"


class LetPass(NamedTuple):
    """Nobody fires at this step."""

    verb: Literal["pass"] = "pass"


class LetGo(NamedTuple):
    """Nobody fires at this step, nor is anybody asked about these movers again."""

    verb: Literal["ignore"] = "ignore"


class FireWithin(NamedTuple):
    """Standing order: fire at no more than so many hexes; 0 is any range."""

    hexes: Number
    verb: Literal["range"] = "range"


class FireFromChance(NamedTuple):
    """Standing order: fire by yourselves from this chance in per cent to hurt somebody; 0 is never."""

    percent: Number
    verb: Literal["chance"] = "chance"


class Otherwise(NamedTuple):
    """Standing order: what to do where the chance is too small."""

    how: Literal["hold", "ask"]
    verb: Literal["otherwise"] = "otherwise"


class HiddenUnits(NamedTuple):
    """Standing order: what hidden units do."""

    how: Literal["hold", "fire", "ask"]
    verb: Literal["hidden"] = "hidden"


class FireOnlyAt(NamedTuple):
    """Standing order: at what to fire."""

    what: Literal["all", "open", "stacks"]
    verb: Literal["at"] = "at"


class Hit(NamedTuple):
    """Chance: this unit is hit."""

    unit: Piece
    verb: Literal["pick"] = "pick"
