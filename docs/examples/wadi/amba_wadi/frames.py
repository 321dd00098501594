"""Every place in the sequence of play."""

from typing import Literal, NamedTuple


class Movement(NamedTuple):
    """A side moves its units, each once."""

    side: int
    moved: tuple[int, ...] = ()
    name: Literal["movement"] = "movement"


class Combat(NamedTuple):
    """A side attacks; each unit fights once."""

    side: int
    fought: tuple[int, ...] = ()
    name: Literal["combat"] = "combat"


class Battle(NamedTuple):
    """The die of an attack is about to fall."""

    target: int
    units: tuple[int, ...]
    name: Literal["battle"] = "battle"


class Retreat(NamedTuple):
    """A unit falls back, and after it the others that were beaten."""

    side: int
    unit: int
    others: tuple[int, ...]
    name: Literal["retreat"] = "retreat"
