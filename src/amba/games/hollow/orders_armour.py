"""Orders to vehicles. What each is called stands in say.toml."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from amba.core.order import Piece, Place

Clock = Annotated[int, "number", (1, 3, 5, 7, 9, 11)]
"""A hexspine, as an hour of a clock that lies on the map."""


class Face(NamedTuple):
    """In the set-up: where a vehicle points, its turret too."""

    vehicle: Piece
    hour: Clock
    verb: Literal["face"] = "face"


class Arrive(NamedTuple):
    """A vehicle that is due comes onto the map, pointing at a hexspine."""

    vehicle: Piece
    to: Place
    hour: Clock
    verb: Literal["arrive"] = "arrive"


class Drive(NamedTuple):
    """A vehicle drives to a hex, and points at a hexspine at the end: a whole move."""

    vehicle: Piece
    to: Place
    hour: Clock
    verb: Literal["drive"] = "drive"


class TakeWheel(NamedTuple):
    """A vehicle is driven leg by leg."""

    vehicle: Piece
    verb: Literal["wheel"] = "wheel"


class Unbog(NamedTuple):
    vehicle: Piece
    verb: Literal["unbog"] = "unbog"


class Tow(NamedTuple):
    """A vehicle helps another of its hex out of the ground it is bogged in."""

    helper: Piece
    vehicle: Piece
    verb: Literal["tow"] = "tow"


class Abandon(NamedTuple):
    vehicle: Piece
    verb: Literal["abandon"] = "abandon"


class Man(NamedTuple):
    """A crew gets into an abandoned vehicle of its hex."""

    unit: Piece
    vehicle: Piece
    verb: Literal["man"] = "man"


class StartEngine(NamedTuple):
    verb: Literal["start"] = "start"


class Ahead(NamedTuple):
    """One hex on; carefully, for twice the points, or in woods for the whole allotment; slowly, for three points, so as to raise no dust."""

    to: Place
    how: Literal["", "carefully", "slowly"] = ""
    verb: Literal["ahead"] = "ahead"


class Back(NamedTuple):
    """One hex backwards; carefully or slowly as ahead."""

    to: Place
    how: Literal["", "carefully", "slowly"] = ""
    verb: Literal["back"] = "back"


class Bypass(NamedTuple):
    """Along a hexside of woods or of a building."""

    to: Place
    verb: Literal["bypass"] = "bypass"


class TurnHull(NamedTuple):
    hour: Clock
    how: Literal["", "carefully"] = ""
    verb: Literal["turn"] = "turn"


class TurnTurret(NamedTuple):
    hour: Clock
    verb: Literal["turret"] = "turret"


class Hatch(NamedTuple):
    how: Literal["open", "shut"]
    verb: Literal["hatch"] = "hatch"


class Race(NamedTuple):
    """Excessive speed: some points more, if nothing breaks."""

    points: Annotated[int, "number", range(1, 11)]
    verb: Literal["race"] = "race"


class Brake(NamedTuple):
    verb: Literal["brake"] = "brake"


class StayInMotion(NamedTuple):
    verb: Literal["roll-on"] = "roll-on"


class CreepTo(NamedTuple):
    """A minimum move of a vehicle."""

    to: Place
    how: Literal["", "back"] = ""
    verb: Literal["creep"] = "creep"


class EndDrive(NamedTuple):
    verb: Literal["stand"] = "stand"


class Shell(NamedTuple):
    """A gun fires high explosive at the men, and guns, in a hex: at them, or over the area."""

    gun: Piece
    to: Place
    how: Literal["", "area"] = ""
    verb: Literal["shell"] = "shell"


Ammunition = Literal["", "he", "heat", "apcr", "apds", "tracks"]
"""Armour-piercing shot, high explosive, hollow charge, composite or sabot shot; or shot at the tracks."""


class Engage(NamedTuple):
    """A gun fires at a vehicle, with armour-piercing shot unless something else is said."""

    gun: Piece
    vehicle: Piece
    ammunition: Ammunition = ""
    verb: Literal["engage"] = "engage"


class Serve(NamedTuple):
    """Men take over a gun of their hex that nobody serves."""

    unit: Piece
    gun: Piece
    verb: Literal["serve"] = "serve"


class Bare(NamedTuple):
    """In the set-up: a gun in scrub or sand is not emplaced."""

    gun: Piece
    verb: Literal["bare"] = "bare"


class Push(NamedTuple):
    """A gun is pushed by who serves it, or by everybody in its hex: to another hex, to the crest of the wadi there, or, in its own hex, into or out of a work, or down from the crest."""

    gun: Piece
    to: Place
    how: Literal["", "rim", "in", "together"] = ""
    verb: Literal["push"] = "push"


class Swing(NamedTuple):
    """A gun is turned and does not fire in this phase."""

    gun: Piece
    hour: Clock
    verb: Literal["swing"] = "swing"


class Intensify(NamedTuple):
    """A gun that has fired gets ready for one shot more, in intensive fire."""

    gun: Piece
    verb: Literal["intensive"] = "intensive"


class OtherGun(NamedTuple):
    """The crew of a vehicle with two guns serves the other one."""

    vehicle: Piece
    verb: Literal["other-gun"] = "other-gun"


class BoreSight(NamedTuple):
    """In the set-up: a gun is laid on a hex where the enemy may come."""

    gun: Piece
    to: Place
    verb: Literal["bore"] = "bore"


class Command(NamedTuple):
    """In the set-up: an armour leader of its group rides in a vehicle."""

    vehicle: Piece
    verb: Literal["command"] = "command"


class CrestUp(NamedTuple):
    """A vehicle in a wadi goes up to its crest, forward or backwards."""

    how: Literal["", "back"] = ""
    verb: Literal["mount"] = "mount"


class CrestInto(NamedTuple):
    """A vehicle goes into a wadi hex straight to the crest, forward or backwards; carefully for twice the points, beside hammada."""

    to: Place
    how: Literal["", "back", "carefully", "back-carefully"] = ""
    verb: Literal["edge"] = "edge"


class CrestDown(NamedTuple):
    """A vehicle at the crest goes down into its wadi."""

    verb: Literal["descend"] = "descend"


class HullDown(NamedTuple):
    """A vehicle on a crest line looks for a place where only its turret shows, and stops."""

    verb: Literal["hull-down"] = "hull-down"


class Lift(NamedTuple):
    """Men help a light car out of the ground it is bogged in."""

    unit: Piece
    vehicle: Piece
    verb: Literal["lift"] = "lift"


class Unship(NamedTuple):
    """The anti-tank rifle of a vehicle is taken out of it, by men of its hex."""

    vehicle: Piece
    unit: Piece
    verb: Literal["unship"] = "unship"
