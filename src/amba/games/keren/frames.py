"""Every place in the sequence of play of Keren 1941."""

from __future__ import annotations

from typing import Literal, NamedTuple

Units = tuple[int, ...]
NOBODY = -1
NOWHERE = -1


class PhaseEnd(NamedTuple):
    """Stacks shown in fights are hidden again, and what was noted for the phase is forgotten."""

    name: Literal["phase-end"] = "phase-end"


class Reckoning(NamedTuple):
    """Something has been done that may bring the last points: are they enough?"""

    name: Literal["reckoning"] = "reckoning"


class SetUp(NamedTuple):
    """A side places a unit. `handed_over`: the side that has its units placed for it when its turn comes, if any."""

    side: int
    handed_over: int = NOBODY
    name: Literal["setup"] = "setup"


class Administration(NamedTuple):
    """The Administrative Phase, stage by stage."""

    stage: int
    name: Literal["administration"] = "administration"


class Carrying(NamedTuple):
    """A side turns units to or from the side on which they carry their supply."""

    side: int
    name: Literal["carry"] = "carry"


class Rallying(NamedTuple):
    """These suppressed units try to rally, one die each."""

    units: Units
    name: Literal["rally"] = "rally"


class Firing(NamedTuple):
    """A side names targets one after the other. `hexes` have been fired at by guns: no aircraft there any more (13.0.1)."""

    side: int
    mode: int
    hexes: Units
    name: Literal["fire"] = "fire"


class StandingOrders(NamedTuple):
    """The side that does not move may change its standing orders."""

    side: int
    name: Literal["orders"] = "orders"


class OrderedFire(NamedTuple):
    """A side fires by its standing orders, until there is nothing left that they are for."""

    side: int
    name: Literal["ordered-fire"] = "ordered-fire"


class Volley(NamedTuple):
    """Who fires together at a unit: the one so many from the top of its stack."""

    side: int
    mode: int
    place: int
    depth: int
    units: Units
    name: Literal["volley"] = "volley"


class FireDie(NamedTuple):
    """The die of a shot."""

    side: int
    place: int
    target: int
    column: int
    name: Literal["fire-die"] = "fire-die"


class Movement(NamedTuple):
    """A side moves units and stacks."""

    side: int
    name: Literal["movement"] = "movement"


class March(NamedTuple):
    """A unit or a stack that goes step by step, with the movement points it has spent."""

    side: int
    units: Units
    spent: int
    name: Literal["march"] = "march"


class Reface(NamedTuple):
    """Units that have retreated may be turned, the first of them now."""

    side: int
    units: Units
    name: Literal["reface"] = "reface"


class Assaults(NamedTuple):
    """A side names hexes to assault, one after the other."""

    side: int
    name: Literal["assaults"] = "assaults"


class Storm(NamedTuple):
    """Who takes part in an assault."""

    side: int
    place: int
    units: Units
    name: Literal["storm"] = "storm"


class AssaultDie(NamedTuple):
    """The die of an assault."""

    side: int
    place: int
    units: Units
    column: int
    modifier: int
    name: Literal["assault-die"] = "assault-die"


class Losses(NamedTuple):
    """Units of a pool are eliminated, `due` more; then others in the place are suppressed, unless it is NOWHERE: attackers suffer no more."""

    side: int
    pool: Units
    due: int
    lost: Units
    rule: str
    place: int
    name: Literal["lose"] = "lose"


class PickLoss(NamedTuple):
    """Which unit is eliminated, of `due` more. `suppresses`: whether those who are left and of another regiment will be suppressed (2.3.1)."""

    side: int
    units: Units
    rule: str
    due: int = 1
    suppresses: bool = False
    name: Literal["pick-loss"] = "pick-loss"


class Retreating(NamedTuple):
    """Every unit retreats or is eliminated; `done` have."""

    side: int
    units: Units
    done: Units
    name: Literal["retreat"] = "retreat"


class PickRetreat(NamedTuple):
    """Which unit goes where."""

    side: int
    units: Units
    name: Literal["pick-retreat"] = "pick-retreat"


class Advancing(NamedTuple):
    """Attackers enter the hex if it is empty, one by one."""

    side: int
    place: int
    units: Units
    name: Literal["advance"] = "advance"


class PickAdvance(NamedTuple):
    """Which unit, or nobody more."""

    side: int
    place: int
    units: Units
    name: Literal["pick-advance"] = "pick-advance"


class Overstack(NamedTuple):
    """While a place holds too many units, its owner gives some up."""

    name: Literal["overstack"] = "overstack"


class PickOverstack(NamedTuple):
    """Which of them."""

    place: int
    name: Literal["pick-overstack"] = "pick-overstack"
