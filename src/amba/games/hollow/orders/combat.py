"""Orders of the rout, advance and close combat phases."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.core.order import Piece, Place


class Rout(NamedTuple):
    """A broken unit begins to run."""

    unit: Piece
    verb: Literal["rout"] = "rout"


class Run(NamedTuple):
    """The broken men run to this hex."""

    to: Place
    verb: Literal["run"] = "run"


class RunAlong(NamedTuple):
    """A leader runs along with the broken men."""

    leader: Piece
    verb: Literal["along"] = "along"


class StopRunning(NamedTuple):
    """The broken men stay where they are."""

    verb: Literal["stop"] = "stop"


class Advance(NamedTuple):
    """A unit advances into a hex: at its crest, or into its fortification."""

    unit: Piece
    to: Place
    how: Literal["", "rim", "shelter"] = ""
    verb: Literal["advance"] = "advance"


class AdvanceOff(NamedTuple):
    """A unit advances off the map."""

    unit: Piece
    verb: Literal["exit"] = "exit"


class Target(NamedTuple):
    """An enemy is attacked in close combat."""

    unit: Piece
    verb: Literal["target"] = "target"


class KeepOut(NamedTuple):
    """A unit takes no part in the attack."""

    unit: Piece
    verb: Literal["spare"] = "spare"


class Kill(NamedTuple):
    """The attack is to kill."""

    verb: Literal["kill"] = "kill"


class Capture(NamedTuple):
    """The attack is to capture."""

    verb: Literal["capture"] = "capture"
