"""Places in the sequence of play that are about crews, their machine guns, and men against vehicles."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.games.hollow.frames import Pieces


class RakeRoll(NamedTuple):
    """The dice of a vehicle's machine guns: in which phase, at which hex, which guns, their firepower in 64ths, how far the turret was turned for it."""

    vehicle: int
    kind: str
    place: int
    guns: tuple[str, ...]
    power: int
    turned: int
    targets: Pieces
    name: Literal["rake"] = "rake"


class PierceShot(NamedTuple):
    """A machine gun's shot at armour: in which phase, which gun, how far the turret was turned for it."""

    vehicle: int
    target: int
    kind: str
    gun: str
    turned: int
    seen_for: int = -1
    """On the way: the half points it has spent in its hex; in first fire: those its target has spent in sight."""
    name: Literal["pierce shot"] = "pierce shot"


class PierceKill(NamedTuple):
    """It has hit: in the turret or the hull, whether critically; how many rolls come after this one, of which the best counts, and the best so far; within a hex, the facing that the dice have found."""

    vehicle: int
    target: int
    is_turret: int
    is_critical: int
    more: int = 0
    best: int = 12
    facing: str = ""
    name: Literal["pierce kill"] = "pierce kill"


class Suffering(NamedTuple):
    """What a shot on the fire table, or a charge, does to a vehicle: its crew checks (crew), is recalled (recall), or it is hit itself (soft, charge)."""

    kind: str
    number: int
    vehicle: int
    name: Literal["suffering"] = "suffering"


class ChargeKill(NamedTuple):
    """A charge goes off at an armoured vehicle."""

    vehicle: int
    name: Literal["charge kill"] = "charge kill"


class ExposedCheck(NamedTuple):
    """An exposed crew under fire."""

    vehicle: int
    modifier: int
    name: Literal["exposed check"] = "exposed check"


class ShockRoll(NamedTuple):
    """Whether a shocked crew comes round."""

    vehicle: int
    name: Literal["shock"] = "shock"


class BailedOut(NamedTuple):
    """A crew that has bailed out finds its place."""

    crew: int
    name: Literal["bailed out"] = "bailed out"


class OverrunEdge(NamedTuple):
    """A vehicle shows its belly on the way to a hex that it overruns, and has spent what that costs; from the bed of a wadi (1) or not."""

    vehicle: int
    place: int
    cost: int
    from_bed: int
    name: Literal["overrun edge"] = "overrun edge"


class OverrunFire(NamedTuple):
    """A vehicle is in the hex it overruns: if it still drives, it fires."""

    vehicle: int
    place: int
    name: Literal["overrun"] = "overrun"


class OverrunRoll(NamedTuple):
    vehicle: int
    place: int
    power: int
    targets: Pieces
    name: Literal["overrun roll"] = "overrun roll"


class AfterOverrun(NamedTuple):
    """Those who are left may go at the vehicle."""

    vehicle: int
    place: int
    done: Pieces = ()
    name: Literal["after overrun"] = "after overrun"


class ArmourCheck(NamedTuple):
    """The check before an attack on an armoured vehicle by hand; what the attack is less worth."""

    unit: int
    vehicle: int
    less: int = 0
    name: Literal["armour check"] = "armour check"


class StormRoll(NamedTuple):
    unit: int
    vehicle: int
    less: int = 0
    name: Literal["storm"] = "storm"


class LuckyRoll(NamedTuple):
    """An attack on a vehicle that could not succeed, and an original 2."""

    unit: int
    vehicle: int
    name: Literal["lucky"] = "lucky"


class VehicleMelees(NamedTuple):
    """Finds the hexes where men and vehicles of both sides are; `done` are those that have been fought, the last of them as far as `stage`."""

    done: tuple[int, ...] = ()
    stage: int = 4
    name: Literal["vehicle melees"] = "vehicle melees"


class Storming(NamedTuple):
    """One side's men go at the vehicles of a hex; who has tried."""

    place: int
    side: int
    done: Pieces = ()
    name: Literal["storming"] = "storming"


class Repelling(NamedTuple):
    """One side's vehicles fight the men of a hex; which have done so."""

    place: int
    side: int
    done: Pieces = ()
    name: Literal["repelling"] = "repelling"


class RepelRoll(NamedTuple):
    vehicle: int
    unit: int
    name: Literal["repel"] = "repel"


class VehicleMines(NamedTuple):
    """Mines under a vehicle."""

    work: int
    vehicle: int
    name: Literal["vehicle mines"] = "vehicle mines"


class AntiTankMines(NamedTuple):
    """The die that says whether a vehicle drives onto one."""

    work: int
    vehicle: int
    name: Literal["anti-tank mines"] = "anti-tank mines"


class MineBlast(NamedTuple):
    work: int
    vehicle: int
    name: Literal["mine blast"] = "mine blast"


class MendRoll(NamedTuple):
    vehicle: int
    what: str
    name: Literal["mending"] = "mending"


class ScroungeRoll(NamedTuple):
    unit: int
    vehicle: int
    name: Literal["scrounging"] = "scrounging"
