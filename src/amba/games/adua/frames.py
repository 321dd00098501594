"""Every place in the sequence of play of Adua 1896."""

from __future__ import annotations

from typing import Literal, NamedTuple

Units = tuple[int, ...]
Hexes = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]
"""Attacks: attacker and target."""
Shares = tuple[tuple[int, int, int], ...]
"""Attacker, target, and the dice the one rolls against the other."""
Unsplit = tuple[tuple[int, int, Units], ...]
"""Attacker, the dice it has left to share out, and the targets still to be given some."""


class SequenceOfPlay(NamedTuple):
    """The bottom of the stack: one phase after the other. `pairs` are attacks committed to while moving."""

    pairs: Pairs
    name: Literal["sequence"] = "sequence"


class SetUp(NamedTuple):
    """A player sets down the pieces one by one, or takes our suggestion for what is left."""

    side: int
    name: Literal["set-up"] = "set-up"


class OrdersPhase(NamedTuple):
    """Italian leaders give orders until the player ends the phase."""

    name: Literal["orders"] = "orders"


class MovementPhase(NamedTuple):
    """Pieces move once each; units may be committed to attacks on the way."""

    side: int
    pairs: Pairs
    name: Literal["movement"] = "movement"


class OnTheWay(NamedTuple):
    """A piece goes hex by hex by a way of its player's choosing; it moves when it halts."""

    side: int
    piece: int
    spent: int
    nodes: tuple[int, ...]
    """Where it has come by, as `World.edges` counts: hexes, once or twice over, and the place beyond the passes."""
    name: Literal["on-the-way"] = "on-the-way"


class FirePhase(NamedTuple):
    """A small arms phase begins; where nobody can attack nobody is asked."""

    side: int
    pairs: Pairs
    name: Literal["fire-phase"] = "fire-phase"


class Declare(NamedTuple):
    """The phasing player says who attacks whom."""

    side: int
    pairs: Pairs
    name: Literal["declare"] = "declare"


class GunTests(NamedTuple):
    """Machine guns in this phase's combats are tested, then the dice can be counted."""

    side: int
    pairs: Pairs
    name: Literal["guns"] = "guns"


class GunTest(NamedTuple):
    """The die for machine guns that are used for the first time."""

    unit: int
    name: Literal["gun-test"] = "gun-test"


class Splitting(NamedTuple):
    """Dice go to a single target by themselves; for several the player is asked."""

    side: int
    shares: Shares
    queue: Unsplit
    name: Literal["splitting"] = "splitting"


class AskSplit(NamedTuple):
    """How many dice of a unit go to the next of its targets."""

    side: int
    shares: Shares
    queue: Unsplit
    name: Literal["split"] = "split"


class Combats(NamedTuple):
    """Combats still to fight; then melee may follow. `pairs`: who attacked whom from next to him."""

    side: int
    shares: Shares
    pairs: Pairs
    name: Literal["combats"] = "combats"


class ChooseCombat(NamedTuple):
    """The attacker takes the combats in any order."""

    side: int
    shares: Shares
    pairs: Pairs
    name: Literal["choose-combat"] = "choose-combat"


class Volley(NamedTuple):
    """Both sides of a combat roll: one defender, and all that attack it."""

    side: int
    """The attacking side."""
    target: int
    shares: Shares
    name: Literal["volley"] = "volley"


class Sharing(NamedTuple):
    """Hits go by themselves where there is no choice, and take effect when all are given."""

    units: Units
    given: tuple[int, ...]
    """By unit: hits it has been given."""
    left: int
    name: Literal["sharing"] = "sharing"


class AskHit(NamedTuple):
    """The Abyssinian player says who takes the next hit."""

    units: Units
    given: tuple[int, ...]
    left: int
    name: Literal["hits"] = "hits"


class After(NamedTuple):
    """Leaders who were with the units in combat are looked after, then isolated pieces."""

    leaders: Units
    name: Literal["after"] = "after"


class Casualty(NamedTuple):
    """The die for a leader under fire."""

    leader: int
    name: Literal["casualty"] = "casualty"


class ClosePhase(NamedTuple):
    """Melee may follow small arms combat; where nobody can go in nobody is asked. `old`: hexes of melees that were there before."""

    side: int
    pairs: Pairs
    old: Hexes
    name: Literal["close-phase"] = "close-phase"


class Closing(NamedTuple):
    """Who goes into melee."""

    side: int
    pairs: Pairs
    old: Hexes
    name: Literal["closing"] = "closing"


class CleanUp(NamedTuple):
    """Italian units rally, machine guns are mended, ammunition is brought up."""

    name: Literal["clean-up"] = "clean-up"


class Repair(NamedTuple):
    """The die for machine guns that are out of order."""

    unit: int
    name: Literal["repair"] = "repair"


class Supplying(NamedTuple):
    """As long as somebody can be supplied the player is asked. `tried`: units that were supplied, or rolled for."""

    tried: Units
    name: Literal["supplying"] = "supplying"


class AskSupply(NamedTuple):
    """Which unit takes ammunition from which mules."""

    tried: Units
    name: Literal["supply"] = "supply"


class SupplyRoll(NamedTuple):
    """The die for ammunition."""

    unit: int
    mule: int
    name: Literal["supply-roll"] = "supply-roll"


class InitiativePhase(NamedTuple):
    """As long as a leader can use initiative the player is asked."""

    name: Literal["stirring"] = "stirring"


class AskInitiative(NamedTuple):
    """Which leader tries."""

    name: Literal["initiative"] = "initiative"


class InitiativeRoll(NamedTuple):
    """The die for a leader's initiative."""

    leader: int
    name: Literal["initiative-roll"] = "initiative-roll"


class Bringing(NamedTuple):
    """As long as a leader has somebody to bring the player is asked."""

    leader: int
    name: Literal["bringing"] = "bringing"


class AskBring(NamedTuple):
    """Which unit goes into which melee."""

    leader: int
    name: Literal["bring"] = "bring"


class Melees(NamedTuple):
    """Every melee is fought once."""

    done: Hexes
    name: Literal["melees"] = "melees"


class ChooseMelee(NamedTuple):
    """The Italian player takes the melees in any order."""

    done: Hexes
    left: Hexes
    name: Literal["choose-melee"] = "choose-melee"


class MeleeGuns(NamedTuple):
    """Machine guns used for the first time are tested before the die of a melee is rolled."""

    hex: int
    name: Literal["melee-guns"] = "melee-guns"


class MeleeDie(NamedTuple):
    """The die of a melee."""

    hex: int
    name: Literal["melee-die"] = "melee-die"


class LoseOne(NamedTuple):
    """One unit of a side loses a step; its owner is asked where there is a choice."""

    side: int
    hex: int
    name: Literal["lose-one"] = "lose-one"


class AskLoss(NamedTuple):
    """Which of several units loses the step."""

    side: int
    hex: int
    name: Literal["pick-loss"] = "pick-loss"


class Retreats(NamedTuple):
    """Every Abyssinian unit leaves the hex; one that cannot is eliminated."""

    hex: int
    name: Literal["retreats"] = "retreats"


class AskRetreat(NamedTuple):
    """Which unit goes where."""

    hex: int
    name: Literal["retreat"] = "retreat"


class MeleeEnd(NamedTuple):
    """If one side is gone the melee is over, and the other sorts itself out."""

    hex: int
    name: Literal["melee-end"] = "melee-end"


class Settling(NamedTuple):
    """One unit may keep the hex; a choice is offered while there are more, or while a lone Italian may go back."""

    hex: int
    side: int
    name: Literal["settling"] = "settling"


class AskSettle(NamedTuple):
    """Who stays in the hex, and who goes back."""

    hex: int
    side: int
    name: Literal["settle"] = "settle"
