"""Orders of the rally phase, and about weapons."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Piece


class Rally(NamedTuple):
    """A broken unit tries to rally."""

    unit: Piece
    verb: Literal["rally"] = "rally"


class Repair(NamedTuple):
    """A weapon is repaired, perhaps."""

    weapon: Piece
    verb: Literal["repair"] = "repair"


class Give(NamedTuple):
    """A weapon goes to a unit: at set-up, or in the rally phase."""

    weapon: Piece
    unit: Piece
    verb: Literal["give"] = "give"


class Take(NamedTuple):
    """A unit tries to take up a weapon that lies in its hex."""

    unit: Piece
    weapon: Piece
    verb: Literal["take"] = "take"


class Deploy(NamedTuple):
    """A squad splits into two half-squads."""

    unit: Piece
    verb: Literal["deploy"] = "deploy"


class Recombine(NamedTuple):
    """Two half-squads become a squad."""

    unit: Piece
    verb: Literal["recombine"] = "recombine"


class Escape(NamedTuple):
    """The prisoners of a guard make a run for it."""

    guard: Piece
    verb: Literal["escape"] = "escape"


class HandOver(NamedTuple):
    """A guard hands his prisoners over to another unit."""

    guard: Piece
    unit: Piece
    verb: Literal["hand"] = "hand"


class SetFree(NamedTuple):
    """A guard lets his prisoners go."""

    guard: Piece
    verb: Literal["free"] = "free"
