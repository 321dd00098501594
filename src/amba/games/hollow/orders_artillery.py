"""Orders to guns that lay smoke, to batteries beyond the map, and to aircraft."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Piece, Place

SmokeShell = Literal["smoke", "phosphorus"]
Effect = Literal["", "harass", "smoke", "illuminate"]
"""A concentration of high explosive, harassing fire, smoke, or a light."""
Load = Literal["", "smoke"]
"""What a barrage is fired with: high explosive, or smoke."""
Row = Literal["12", "2", "4"]
"""The hex row of a barrage, by the clock as the map lies before one."""


Run = Literal["", "12", "2", "4", "6", "8", "10"]
"""Which way a run over four hexes goes on, by the clock; nothing for an attack on one."""


class Screen(NamedTuple):
    """A gun or mortar lays smoke on a hex."""

    gun: Piece
    to: Place
    how: SmokeShell
    verb: Literal["screen"] = "screen"


class Discharge(NamedTuple):
    """A vehicle fires its smoke dischargers."""

    vehicle: Piece
    to: Place
    verb: Literal["discharge"] = "discharge"


class Contact(NamedTuple):
    """An observer calls his battery."""

    radio: Piece
    verb: Literal["contact"] = "contact"


class Request(NamedTuple):
    """He asks for its fire: a chit is drawn."""

    radio: Piece
    verb: Literal["request"] = "request"


class Spot(NamedTuple):
    """A spotting round on a hex that he sees."""

    radio: Piece
    to: Place
    verb: Literal["spot"] = "spot"


class Correct(NamedTuple):
    """The spotting round, or the fire for effect, is brought nearer to where it should be."""

    radio: Piece
    to: Place
    verb: Literal["correct"] = "correct"


class FireForEffect(NamedTuple):
    """The spotting round is followed by the whole battery: a concentration, or what is said."""

    radio: Piece
    how: Effect = ""
    verb: Literal["effect"] = "effect"


class Barrage(NamedTuple):
    """A line of nine hexes through one for which the battery has registered."""

    radio: Piece
    to: Place
    direction: Row
    how: Load = ""
    verb: Literal["barrage"] = "barrage"


class LetFall(NamedTuple):
    """The second salvo of a fire for effect falls."""

    radio: Piece
    verb: Literal["salvo"] = "salvo"


class Cease(NamedTuple):
    """The observer ends the mission."""

    radio: Piece
    verb: Literal["cease"] = "cease"


class AirAttack(NamedTuple):
    """An aircraft attacks a hex with its machine guns, or three more in a row behind it, or drops its bombs."""

    plane: Piece
    to: Place
    how: Literal["strafe", "bomb"]
    along: Run = ""
    verb: Literal["attack"] = "attack"
