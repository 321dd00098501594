"""Every place in the sequence of play of Ethiopia 1935."""

from __future__ import annotations

from typing import Literal, NamedTuple

Units = tuple[int, ...]


class Reinforce(NamedTuple):
    """A side's reinforcements arrive."""

    side: int
    name: Literal["reinforce"] = "reinforce"


class SupplyCheck(NamedTuple):
    """A side checks its supply."""

    side: int
    name: Literal["supply"] = "supply"


class Feeding(NamedTuple):
    """The dumps that have not fed anybody yet, and the units fed so far."""

    side: int
    dumps: Units
    fed: Units
    name: Literal["feed"] = "feed"


class Rations(NamedTuple):
    """More units want food than a cut-off dump has: its owner says who gets it. `room`: what is left, in thirds of a division."""

    side: int
    dumps: Units
    fed: Units
    hungry: Units
    room: int
    name: Literal["rations"] = "rations"


class ComeHome(NamedTuple):
    """Last turn's air missions are over."""

    name: Literal["come-home"] = "come-home"


class Airstrike(NamedTuple):
    """Air units are sent over hexes."""

    name: Literal["airstrike"] = "airstrike"


class Muster(NamedTuple):
    """Old marks come off; who begins the turn beside the enemy will have to attack."""

    side: int
    name: Literal["muster"] = "muster"


class Movement(NamedTuple):
    """A side moves its units."""

    side: int
    name: Literal["movement"] = "movement"


class OnTheWay(NamedTuple):
    """A unit goes by a way of its player's choosing: the hexes so far, the first where it set out, and the half points they have cost."""

    side: int
    unit: int
    path: Units
    spent: int
    name: Literal["on-the-way"] = "on-the-way"


class AskGarrison(NamedTuple):
    """Does a garrison stay in a vacated entrenchment?"""

    side: int
    hex: int
    name: Literal["garrison"] = "garrison"


class Combat(NamedTuple):
    """A side chooses what to attack next."""

    side: int
    attacked: Units = ()
    """Hexes that have been attacked in this phase."""
    name: Literal["combat"] = "combat"


class Battle(NamedTuple):
    """Who takes part in an attack."""

    side: int
    target: int
    joined: Units = ()
    must: Units = ()
    """Units that must attack and have no other hex left to attack (10.1)."""
    name: Literal["battle"] = "battle"


class BattleDie(NamedTuple):
    """The die of an attack."""

    side: int
    target: int
    joined: Units
    name: Literal["die"] = "die"


class Resolve(NamedTuple):
    """An attack's result."""

    side: int
    target: int
    joined: Units
    result: str
    name: Literal["resolve"] = "resolve"


class Choice(NamedTuple):
    """Whether there is a choice between a retreat of so many hexes and losses. `attacking`: 1 where the attackers retreat."""

    side: int
    hexes: int
    units: Units
    target: int
    attacking: int
    name: Literal["choice"] = "choice"


class AskChoice(NamedTuple):
    """Retreat, or lose as many strength points?"""

    side: int
    hexes: int
    units: Units
    target: int
    attacking: int
    name: Literal["choose"] = "choose"


class FallBack(NamedTuple):
    """A retreat begins: who must go and who may."""

    side: int
    hexes: int
    units: Units
    target: int
    attacking: int
    name: Literal["fall-back"] = "fall-back"


class Retreating(NamedTuple):
    """Those who cannot go are lost."""

    side: int
    hexes: int
    must: Units
    may: Units
    name: Literal["retreat"] = "retreat"


class PickRetreat(NamedTuple):
    """Which unit goes where."""

    side: int
    hexes: int
    must: Units
    may: Units
    name: Literal["pick-retreat"] = "pick-retreat"


class Losing(NamedTuple):
    """So many strength points are lost among these units, by this rule."""

    side: int
    points: int
    units: Units
    rule: str
    name: Literal["losses"] = "losses"


class PickLoss(NamedTuple):
    """Which unit loses the next point."""

    side: int
    points: int
    units: Units
    rule: str
    name: Literal["pick-loss"] = "pick-loss"


class Advancing(NamedTuple):
    """The attackers may enter the hex if it is empty of defenders. `advanced`: 1 once somebody has."""

    side: int
    target: int
    units: Units
    advanced: int = 0
    name: Literal["advance"] = "advance"


class PickAdvance(NamedTuple):
    """Which of them goes in."""

    side: int
    target: int
    units: Units
    advanced: int = 0
    name: Literal["pick-advance"] = "pick-advance"


class Works(NamedTuple):
    """A side digs in, builds roads and names dumps."""

    side: int
    name: Literal["works"] = "works"


class Rest(NamedTuple):
    """Headquarters may build again next turn."""

    side: int
    name: Literal["rest"] = "rest"
