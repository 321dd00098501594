"""Every place in the sequence of play, and what each holds."""

from __future__ import annotations

from typing import Literal, NamedTuple

Pieces = tuple[int, ...]
Hop = tuple[int, bool]
"""A hex that somebody goes to next, and whether to its crest instead of into it."""
Task = tuple[str, int, Pieces]
"""Something that is still to happen to units: kia, reduce, check or pin; a number; the units."""
Attack = tuple[Pieces, Pieces, int]
"""An attack in close combat: attackers, targets, and whether they try to capture."""


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
    unit: int
    what: str
    name: Literal["clearing"] = "clearing"


class StarshellRoll(NamedTuple):
    leader: int
    place: int
    name: Literal["starshell"] = "starshell"


class Explosion(NamedTuple):
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
    unit: int
    modifier: int
    kind: str
    name: Literal["check"] = "check"


class HeatRoll(NamedTuple):
    unit: int
    name: Literal["heat"] = "heat"


class ChoosingCampaign(NamedTuple):
    side: int
    name: Literal["campaign"] = "campaign"


class ChoosingMonth(NamedTuple):
    side: int
    name: Literal["month"] = "month"


class ClimateRoll(NamedTuple):
    what: str
    name: Literal["climate"] = "climate"


class Buying(NamedTuple):
    side: int
    name: Literal["buy"] = "buy"


class DummiesRoll(NamedTuple):
    side: int
    name: Literal["dummies"] = "dummies"


class SettingUp(NamedTuple):
    side: int
    name: Literal["setup"] = "setup"


class GivingOrders(NamedTuple):
    side: int
    name: Literal["orders"] = "orders"


class MovePhase(NamedTuple):
    """The movement phase, and the units that were told to move and halted at once."""

    side: int
    stayed: Pieces = ()
    name: Literal["move"] = "move"


class WireRoll(NamedTuple):
    side: int
    place: int
    name: Literal["wire"] = "wire"


class SmokeRoll(NamedTuple):
    unit: int
    place: int
    name: Literal["smoke"] = "smoke"


class Entering(NamedTuple):
    units: Pieces
    place: int
    name: Literal["entering"] = "entering"


class Marching(NamedTuple):
    """A stack on the march: who, at which pace, the steps made, the way it was told to go on, and whether (1) that is its whole move."""

    units: Pieces
    mode: str
    steps: int
    path: tuple[Hop, ...] = ()
    whole: int = 0
    name: Literal["walk"] = "walk"


class AfterStep(NamedTuple):
    """After the fire at a step: whether the move is over, whether it was a minimum move, whether something happened on the way."""

    over: bool
    minimum: bool
    interrupted: bool
    name: Literal["tidy"] = "tidy"


class Watching(NamedTuple):
    """The defender's men watch units who spend factors in a hex; whether they have fired at this step."""

    place: int
    units: Pieces
    fired: bool = False
    origin: int = -1
    """Where they came from with this step, for vehicles that see them only now; -1 where that does not matter."""
    spent: int = 0
    """The factors it took them."""
    name: Literal["watch"] = "watch"


class Answering(NamedTuple):
    """The defender is asked whether to fire at units in a hex; who is to fire; whether somebody has fired at this step already."""

    place: int
    units: Pieces
    firers: Pieces
    fired: bool
    name: Literal["answer"] = "answer"


class MineRoll(NamedTuple):
    work: int
    units: Pieces
    name: Literal["mined"] = "mined"


class LayingCharge(NamedTuple):
    weapon: int
    place: int
    name: Literal["laying"] = "laying"


class Leaving(NamedTuple):
    name: Literal["leaving"] = "leaving"


class RoutPhase(NamedTuple):
    side: int
    name: Literal["rout"] = "rout"


class Running(NamedTuple):
    units: Pieces
    spent: int
    name: Literal["running"] = "running"


class Arrived(NamedTuple):
    """Running men after the mines of a step, and again after its interdiction."""

    units: Pieces
    interdicted: bool
    name: Literal["arrived"] = "arrived"


class Interdiction(NamedTuple):
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
    attack: Attack
    place: int = -1
    name: Literal["striking"] = "striking"


class WindRoll(NamedTuple):
    name: Literal["wind"] = "wind"


class VisibilityRoll(NamedTuple):
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
    guard: int
    name: Literal["escaping"] = "escaping"
