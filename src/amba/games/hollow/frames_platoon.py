"""Places in the sequence of play that are about platoons of vehicles without radio."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.games.hollow.frames import Pieces

Stride = tuple[int, int, int]
"""What one vehicle does in an impulse: who, the hex it ends in (`OFF` over the edge of the map), and the hexspine it points at there."""
OFF = -1
Strides = tuple[Stride, ...]
Subject = tuple[int, int]
"""A vehicle that a roll is about, and what is added to the dice for it."""


class Platoon(NamedTuple):
    """Two or three vehicles are driven together, impulse by impulse; or who is left of them."""

    vehicles: Pieces
    told: Strides = ()
    """What has been said about the impulse that comes next."""
    ways: tuple[tuple[int, str], ...] = ()
    """How those go who were told something else than to drive forward."""
    plan: tuple[Strides, ...] = ()
    """Impulses that were told in one order and are still to come."""
    is_bound: int = 0
    """They stop, or stay in motion, when the plan is done (1)."""
    owed: int = 0
    """Half points they have spent since the defender could last answer."""
    since: tuple[int, ...] = ()
    """The half points each had spent before it came into its present hex."""
    headings: tuple[tuple[int, int], ...] = ()
    """Who has gone forward (1) or back (-1) since the platoon started or its phase began."""
    started: Pieces = ()
    """Who has started in its present hex in this phase."""
    mud: int = 0
    """How many impulses have led through hexes in which mud may hold them."""
    shifted: Pieces = ()
    """Whose hatches have been opened or shut in this phase."""
    trained: Pieces = ()
    """Whose turrets have turned since points were last spent."""
    gone: int = -1
    """The hex over whose edge one of them has left the map; -1 where nobody has."""
    escort: Pieces = ()
    """Men who go along beneath them."""
    beneath: Pieces = ()
    """For each of these the vehicle beneath which it goes."""
    paces: tuple[tuple[int, int], ...] = ()
    """For each vehicle with such men the movement factors they have left, which bind it too."""
    is_over: int = 0
    """They have had their movement, but for the defender's answer: they are where they were told to go (1), or it was ended (2)."""
    trail: tuple[tuple[int, int, int], ...] = ()
    """Who has left which hex in this phase, and the half points it spent there."""
    name: Literal["platoon"] = "platoon"


class ImpulseFire(NamedTuple):
    """An impulse is over: the defender watches one vehicle after the other, for so many half points that each has spent."""

    vehicles: Pieces
    spent: int
    overruns: tuple[tuple[int, int], ...] = ()
    """Who overruns which hex when the defender has fired."""
    is_stopped: int = 0
    """Somebody was fired at (1): whoever drives them is asked before they go on."""
    name: Literal["impulse fire"] = "impulse fire"


class ImpulseMines(NamedTuple):
    """Vehicles of a platoon leave mined hexes, and all have spent what the impulse costs; what of it counts as spent on the hex that is entered."""

    strides: tuple[Stride, ...]
    need: int
    entered: int
    name: Literal["impulse mines"] = "impulse mines"


class PlatoonChecks(NamedTuple):
    """Rolls that ground and engines call for, one for all of the platoon whom it concerns."""

    checks: tuple[tuple[str, tuple[Subject, ...]], ...]
    nth: int = 0
    name: Literal["platoon checks"] = "platoon checks"


class PlatoonRoll(NamedTuple):
    """One of them: what it is about and whom; in mud the so many-th hex of its kind."""

    kind: str
    subjects: tuple[Subject, ...]
    nth: int = 0
    name: Literal["platoon roll"] = "platoon roll"


class PlatoonDraw(NamedTuple):
    """Which of several vehicles the ground or its engine stops."""

    kind: str
    vehicles: Pieces
    name: Literal["platoon draw"] = "platoon draw"


class LoneCheck(NamedTuple):
    """The crew of a vehicle without radio wants to drive alone."""

    vehicle: int
    name: Literal["lone check"] = "lone check"


class LoneEngine(NamedTuple):
    """The crew of a vehicle without radio wants to be in motion where it stands."""

    vehicle: int
    name: Literal["lone engine"] = "lone engine"
