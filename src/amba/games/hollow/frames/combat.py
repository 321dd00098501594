"""Rout, advance and close combat."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.games.hollow.frames.fire import Pieces

Attack = tuple[Pieces, Pieces, int]
"""An attack in close combat: attackers, targets, and whether they try to capture."""


class RoutPhase(NamedTuple):
    """A side's half of the rout phase."""

    side: int
    name: Literal["rout"] = "rout"


class Running(NamedTuple):
    """Broken men on the run, a leader perhaps with them, and the factors they have spent."""

    units: Pieces
    spent: int
    name: Literal["running"] = "running"


class Arrived(NamedTuple):
    """Running men after the mines of a step, and again after its interdiction."""

    units: Pieces
    interdicted: bool
    name: Literal["arrived"] = "arrived"


class Interdiction(NamedTuple):
    """A running unit under fire checks its morale."""

    unit: int
    name: Literal["interdicted"] = "interdicted"


class AdvancePhase(NamedTuple):
    """The advance phase: the units that have advanced, and where each came from."""

    side: int
    done: Pieces = ()
    origins: Pieces = ()
    name: Literal["advance"] = "advance"


class BandAdvance(NamedTuple):
    """All of a hex are to advance; `done` are those who have advanced before."""

    units: Pieces
    done: Pieces = ()
    name: Literal["sally"] = "sally"


class Melees(NamedTuple):
    """Finds the hexes where both sides are; `done` are those that have been fought."""

    done: tuple[int, ...]
    name: Literal["melees"] = "melees"


class Attacking(NamedTuple):
    """One side says whom it attacks: targets chosen, units kept out, its attacks so far, and those the other side has declared before."""

    place: int
    side: int
    targets: Pieces = ()
    out: Pieces = ()
    attacks: tuple[Attack, ...] = ()
    earlier: tuple[Attack, ...] = ()
    name: Literal["close"] = "close"


class Struck(NamedTuple):
    """The attacks are rolled one by one; losses (a unit, whether it is captured) fall together at the end."""

    place: int
    attacks: tuple[Attack, ...] = ()
    losses: tuple[tuple[int, int], ...] = ()
    name: Literal["struck"] = "struck"


class StrikeRoll(NamedTuple):
    """The dice of one attack."""

    attack: Attack
    place: int = -1
    name: Literal["striking"] = "striking"
