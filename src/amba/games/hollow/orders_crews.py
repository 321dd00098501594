"""Orders to crews, and to men who deal with vehicles. What each is called stands in say.toml."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Piece, Place

Weapon = Literal["", "bow", "coaxial", "aa", "rear", "cannon", "flame"]
"""Machine guns of a vehicle: all that bear, or one of them; a small gun in bursts; a flamethrower."""


Broken = Literal["gun", "bow", "coaxial", "aa", "rear", "tracks"]
"""What a crew can mend."""


class Rake(NamedTuple):
    """A vehicle fires its machine guns at a hex, or a gun on wheels bursts."""

    vehicle: Piece
    to: Place
    how: Weapon = ""
    verb: Literal["rake"] = "rake"


class Pierce(NamedTuple):
    """A machine gun that is a vehicle's main armament tries to kill an armoured vehicle."""

    vehicle: Piece
    target: Piece
    verb: Literal["pierce"] = "pierce"


class Overrun(NamedTuple):
    """A vehicle drives into the enemy's hex and over him."""

    to: Place
    verb: Literal["overrun"] = "overrun"


class Escort(NamedTuple):
    """Men of its hex go along beneath an armoured vehicle."""

    unit: Piece
    verb: Literal["escort"] = "escort"


class DriveOff(NamedTuple):
    """A vehicle that was recalled leaves the map."""

    verb: Literal["drive-off"] = "drive-off"


class Storm(NamedTuple):
    """Men attack a vehicle of their hex by hand."""

    unit: Piece
    vehicle: Piece
    verb: Literal["storm"] = "storm"


class Repel(NamedTuple):
    """A vehicle's machine guns against men of its hex."""

    vehicle: Piece
    unit: Piece
    verb: Literal["repel"] = "repel"


class Seize(NamedTuple):
    """Men take an abandoned vehicle of the enemy."""

    unit: Piece
    vehicle: Piece
    verb: Literal["seize"] = "seize"


class Mend(NamedTuple):
    """A crew repairs its vehicle or one of its weapons."""

    vehicle: Piece
    what: Broken
    verb: Literal["mend"] = "mend"


class Scrounge(NamedTuple):
    """Men look for machine guns in a wreck or an abandoned vehicle."""

    unit: Piece
    vehicle: Piece
    verb: Literal["scrounge"] = "scrounge"


class Strip(NamedTuple):
    """A crew gives a weapon of its vehicle to men of its hex."""

    vehicle: Piece
    unit: Piece
    verb: Literal["strip"] = "strip"


class Remount(NamedTuple):
    """A machine gun is put onto the roof, or back."""

    vehicle: Piece
    verb: Literal["remount"] = "remount"


class SwapGuns(NamedTuple):
    """The two machine guns of an L3 aa are exchanged, which takes until the advance."""

    vehicle: Piece
    verb: Literal["swap"] = "swap"


class Crouch(NamedTuple):
    """A crew that has bailed out stays beneath its vehicle."""

    verb: Literal["crouch"] = "crouch"


class SlipTo(NamedTuple):
    """A crew that has bailed out gets away into the next hex."""

    to: Place
    verb: Literal["slip"] = "slip"
