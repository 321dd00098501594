"""The fire phases, shots, and what they do to units."""

from __future__ import annotations

from typing import Literal, NamedTuple

Pieces = tuple[int, ...]


Task = tuple[str, int, Pieces]
"""Something that is still to happen to units: kia, reduce, check or pin; a number; the units."""


class Shot(NamedTuple):
    """Fire at one hex. `kind` is prep, first, final or advancing."""

    side: int
    kind: str
    place: int
    firers: Pieces
    targets: Pieces


class FirePhase(NamedTuple):
    """A side's fire phase: prep, final (defensive) or advancing."""

    side: int
    kind: str
    name: Literal["fire"] = "fire"


class DigRoll(NamedTuple):
    unit: int
    name: Literal["digging"] = "digging"


class ClearRoll(NamedTuple):
    """A squad clears wire or mines."""

    unit: int
    what: str
    name: Literal["clearing"] = "clearing"


class StarshellRoll(NamedTuple):
    leader: int
    place: int
    name: Literal["starshell"] = "starshell"


class Explosion(NamedTuple):
    """A demolition charge goes off."""

    weapon: int
    name: Literal["explosion"] = "explosion"


class Aiming(NamedTuple):
    """Who fires in a shot is put together: its fields are those of the shot."""

    side: int
    kind: str
    place: int
    firers: Pieces
    targets: Pieces
    name: Literal["shot"] = "shot"

    @property
    def shot(self) -> Shot:
        return Shot(self.side, self.kind, self.place, self.firers, self.targets)


class FireRoll(NamedTuple):
    """The dice of a shot: the shot, its firepower in 64ths at the moment of firing, and the pieces whose firepower that is."""

    side: int
    kind: str
    place: int
    firers: Pieces
    targets: Pieces
    power: int
    pieces: Pieces
    name: Literal["fired"] = "fired"

    @property
    def shot(self) -> Shot:
        return Shot(self.side, self.kind, self.place, self.firers, self.targets)


class RateRoll(NamedTuple):
    """Which of the two dice of a shot was the coloured one."""

    weapons: Pieces
    low: int
    high: int
    name: Literal["rate"] = "rate"


class Effects(NamedTuple):
    """What a shot, mines or the fall of a leader still have to do, one task after the other."""

    tasks: tuple[Task, ...]
    name: Literal["effects"] = "effects"


class HitDraw(NamedTuple):
    """Chance says which of several units is hit: kia or reduce, and its number."""

    what: str
    number: int
    units: Pieces
    name: Literal["pick"] = "pick"


class MoraleCheck(NamedTuple):
    """One unit rolls: a morale check, or a check that only pins."""

    unit: int
    modifier: int
    kind: str
    name: Literal["check"] = "check"


class HeatRoll(NamedTuple):
    """What the heat of battle does to a unit."""

    unit: int
    name: Literal["heat"] = "heat"
