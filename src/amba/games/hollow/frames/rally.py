"""The rally phase and its rolls."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.games.hollow.frames.fire import Pieces


class WindRoll(NamedTuple):
    """The wind change roll."""

    name: Literal["wind"] = "wind"


class VisibilityRoll(NamedTuple):
    """How far one sees this turn by night."""

    name: Literal["visibility"] = "visibility"


class RallyPhase(NamedTuple):
    """A side's half of the rally phase, and the pieces that have had their try."""

    side: int
    done: Pieces = ()
    name: Literal["rally"] = "rally"


class RallyRoll(NamedTuple):
    unit: int
    name: Literal["rallying"] = "rallying"


class RepairRoll(NamedTuple):
    weapon: int
    name: Literal["repairing"] = "repairing"


class RecoveryRoll(NamedTuple):
    """The die of a unit that takes up a weapon. The unit stands among `units` alone."""

    units: Pieces
    weapon: int
    name: Literal["recovering"] = "recovering"


class EscapeRoll(NamedTuple):
    """The prisoners of a guard make a run for it."""

    guard: int
    name: Literal["escaping"] = "escaping"
