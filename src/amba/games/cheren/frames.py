"""Every place in the sequence of play of The Road to Cheren."""

from __future__ import annotations

from typing import Literal, NamedTuple

Units = tuple[int, ...]


class PhaseEnd(NamedTuple):
    """What is done at the end of every phase, stage by stage."""

    stage: int = 0
    name: Literal["phase-end"] = "phase-end"


class Deal(NamedTuple):
    """A side draws its first chits."""

    side: int
    name: Literal["deal"] = "deal"


class DrawChit(NamedTuple):
    """A side draws a chit for one played."""

    side: int
    name: Literal["draw"] = "draw"


class Reinforce(NamedTuple):
    """Reinforcements: choices first, then arrivals, then replacements."""

    side: int
    stage: int = 0
    tried: Units = ()
    name: Literal["reinforce"] = "reinforce"


class AskPostpone(NamedTuple):
    """Do the French arrive now, or next turn at another place?"""

    name: Literal["postpone"] = "postpone"


class Enter(NamedTuple):
    """Units come in after the fight for their town."""

    units: Units
    town: int
    name: Literal["enter"] = "enter"


class Elsewhere(NamedTuple):
    """A unit's own town is taken: it arrives in another."""

    unit: int
    name: Literal["elsewhere"] = "elsewhere"


class PickElsewhere(NamedTuple):
    """Which town."""

    unit: int
    name: Literal["pick-elsewhere"] = "pick-elsewhere"


class Replacement(NamedTuple):
    """One unit gets a step back."""

    name: Literal["replace"] = "replace"


class Aosta(NamedTuple):
    """The Italian player may play the Duke of Aosta."""

    name: Literal["aosta"] = "aosta"


class Movement(NamedTuple):
    """The phasing player moves."""

    side: int
    name: Literal["movement"] = "movement"


class Reaction(NamedTuple):
    """The other player reacts."""

    side: int
    name: Literal["reaction"] = "reaction"


class Exploitation(NamedTuple):
    """Fast units move again."""

    side: int
    name: Literal["exploitation"] = "exploitation"


class StandingOrders(NamedTuple):
    """The side that does not move may change its standing orders."""

    side: int
    name: Literal["orders"] = "orders"


class AskRoadblock(NamedTuple):
    """The Italian player may block a road."""

    name: Literal["roadblock"] = "roadblock"


class AskPropaganda(NamedTuple):
    """The Allied player may work on a colonial unit."""

    name: Literal["propaganda"] = "propaganda"


class Desertion(NamedTuple):
    """The die for propaganda."""

    unit: int
    name: Literal["desertion"] = "desertion"


class Combat(NamedTuple):
    """A side chooses what to attack."""

    side: int
    name: Literal["combat"] = "combat"


class Assault(NamedTuple):
    """Who takes part in an attack."""

    side: int
    target: int
    units: Units = ()
    air: int = 0
    chits: Units = ()
    name: Literal["assault"] = "assault"


class CombatDie(NamedTuple):
    """The die of an attack."""

    side: int
    target: int
    units: Units
    column: int
    name: Literal["die"] = "die"


class Resolve(NamedTuple):
    """An attack's result, stage by stage, the defender first. `stood`: whether the defender stood (11.8)."""

    side: int
    target: int
    units: Units
    defenders: Units
    die: int
    lost: int
    lost_there: int
    retreat: int
    stage: int = 0
    stood: int = 0
    name: Literal["resolve"] = "resolve"


class StandOrGo(NamedTuple):
    """The defenders retreat, or stand."""

    side: int
    units: Units
    name: Literal["stand"] = "stand"


class PickStand(NamedTuple):
    """Which of the two."""

    side: int
    units: Units
    name: Literal["pick-stand"] = "pick-stand"


class AskPush(NamedTuple):
    """Does the attacker push defenders who stand?"""

    side: int
    target: int
    units: Units
    defenders: Units
    name: Literal["push"] = "push"


class Advancing(NamedTuple):
    """Attackers enter the vacated hex."""

    side: int
    target: int
    units: Units
    name: Literal["advance"] = "advance"


class PickAdvance(NamedTuple):
    """Which of them."""

    side: int
    target: int
    units: Units
    name: Literal["pick-advance"] = "pick-advance"


class Loss(NamedTuple):
    """So many steps are lost among these units, by this rule. `mode`: how artillery is treated (11.6)."""

    side: int
    steps: int
    units: Units
    rule: str
    mode: int
    name: Literal["loss"] = "loss"


class PickLoss(NamedTuple):
    """Which unit loses the next step, of so many."""

    side: int
    rule: str
    units: Units
    mode: int
    steps: int = 1
    name: Literal["pick-loss"] = "pick-loss"


class Retreating(NamedTuple):
    """Each unit goes one hex; `reached`: where others have gone."""

    side: int
    units: Units
    reached: Units = ()
    name: Literal["retreat"] = "retreat"


class PickRetreat(NamedTuple):
    """Which unit goes where."""

    side: int
    units: Units
    name: Literal["pick-retreat"] = "pick-retreat"


class Overstack(NamedTuple):
    """Steps are lost in a hex until its limit holds."""

    hex: int
    rule: str
    name: Literal["overstack"] = "overstack"


class PickOverstack(NamedTuple):
    """Which unit loses a step."""

    hex: int
    rule: str
    name: Literal["pick-overstack"] = "pick-overstack"


class SupplyCheck(NamedTuple):
    """A side checks its supply."""

    side: int
    name: Literal["supply"] = "supply"


class Allegiance(NamedTuple):
    """Does a native unit stay Italian?"""

    unit: int
    name: Literal["allegiance"] = "allegiance"


class Displace(NamedTuple):
    """The Italian player sets a defector one hex away."""

    unit: int
    name: Literal["displace"] = "displace"
