"""Before the first turn, and from phase to phase."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Sequence(NamedTuple):
    """From one phase to the next, and after the last turn to the end."""

    name: Literal["sequence"] = "sequence"


class ChoosingMonth(NamedTuple):
    """The attacker says in which month they fight."""

    side: int
    name: Literal["month"] = "month"


class ClimateRoll(NamedTuple):
    """One of the rolls before a battle of one's own: sky, hour, ground, wind, wind_from, dust."""

    what: str
    name: Literal["climate"] = "climate"


class Buying(NamedTuple):
    """A side buys its force."""

    side: int
    name: Literal["buy"] = "buy"


class DummiesRoll(NamedTuple):
    """A side with dummy minefields rolls in secret for more of them."""

    side: int
    name: Literal["dummies"] = "dummies"


class SettingUp(NamedTuple):
    """A side sets up."""

    side: int
    name: Literal["setup"] = "setup"
