"""7.0 The sequence of play."""

from __future__ import annotations

from typing import NamedTuple

from amba.core.event import Said, Tracked
from amba.core.flow import Step, change, pop, push
from amba.games.adua.book import rule
from amba.games.adua.rules.r04_calendar import SetUp
from amba.games.adua.rules.r05_guns import GunTest, Repair
from amba.games.adua.rules.r05_supply import CleanUp, Supply, Supplying, SupplyRoll
from amba.games.adua.rules.r08_orders import ANY, Orders, start_orders
from amba.games.adua.rules.r09_steps import Movement
from amba.games.adua.rules.r10_after import After, Casualty, Hits, Sharing
from amba.games.adua.rules.r10_closing import ClosePhase, Closing
from amba.games.adua.rules.r10_melee import ChooseMelee, LoseOne, MeleeDie, MeleeGuns, Melees, PickLoss
from amba.games.adua.rules.r10_retreat import MeleeEnd, Retreat, Retreats, Settle, Settling
from amba.games.adua.rules.r10_small_arms import Declare, FirePhase, Guns, Pairs, Split, Splitting
from amba.games.adua.rules.r10_volley import ChooseCombat, Combats, Volley
from amba.games.adua.rules.r12_initiative import Bring, Bringing, Initiative, InitiativeRoll, Stirring
from amba.games.adua.rules.r13_victory import last_turn
from amba.games.adua.state import AduaState
from amba.games.adua.world import (
    ABYSSINIAN,
    COMMITTED,
    ENTERED,
    FIRED,
    ITALIAN,
    JAMMED_NOW,
    MARKS,
    MOVED,
    PHASE,
    REPULSED,
    TURN,
    USED,
)


class Phase(NamedTuple):
    """One line of the sequence of play."""

    key: str
    title: str
    side: int
    rule: str


SEQUENCE = (
    Phase("italian.orders", "Italian orders", ITALIAN, "8.0"),
    Phase("italian.movement", "Italian movement", ITALIAN, "9.0"),
    Phase("italian.small-arms", "Italian small arms combat", ITALIAN, "10.1"),
    Phase("italian.clean-up", "Italian clean-up", ITALIAN, "11.0"),
    Phase("abyssinian.movement", "Abyssinian movement", ABYSSINIAN, "9.0"),
    Phase("abyssinian.small-arms", "Abyssinian small arms combat", ABYSSINIAN, "10.1"),
    Phase("abyssinian.initiative", "Abyssinian initiative", ABYSSINIAN, "12.0"),
    Phase("melee", "Melee combat", ITALIAN, "10.2"),
)
FOR_A_TURN = ANY | sum(1 << mark for mark in (REPULSED, FIRED, MOVED, ENTERED, COMMITTED, USED, JAMMED_NOW))


@rule("7.0", "4.0")
class SequenceOfPlay(Step[AduaState]):
    """("sequence", pairs): the bottom of the stack; one phase after the other. `pairs` are attacks committed to while moving."""

    auto = True

    def run(self, s: AduaState) -> None:
        pairs = s.frames[-1][1]
        phase = s.phase + 1
        if phase == len(SEQUENCE):
            end_turn(s)
            if s.turn > last_turn(s):
                pop(s)
                return
            phase = 0
        s.do(Tracked("7.0", PHASE, s.phase, phase))
        change(s, "sequence", ())
        begin(s, phase, pairs)


def begin(s: AduaState, phase: int, pairs: Pairs = ()) -> None:
    """Enter a phase."""
    key, _, side, _ = SEQUENCE[phase]
    if key == "italian.orders":
        start_orders(s)
        push(s, "orders")
    elif key.endswith("movement"):
        push(s, "movement", side, ())
    elif key.endswith("small-arms"):
        push(s, "fire-phase", side, pairs)
    elif key == "italian.clean-up":
        push(s, "clean-up")
    elif key == "abyssinian.initiative":
        push(s, "stirring")
    else:
        push(s, "melees", ())


@rule("7.0", "4.0")
def end_turn(s: AduaState) -> None:
    """Orders and the marks of one turn come off, and the turn marker moves on."""
    for piece in range(len(s.marks)):
        if s.marks[piece] & FOR_A_TURN:
            for mark in range(len(MARKS)):
                if FOR_A_TURN >> mark & 1:
                    s.mark("7.0", piece, mark, False)
    s.do(Tracked("7.0", TURN, s.turn, s.turn + 1))
    if s.turn > last_turn(s):
        s.do(Said("13.0.points", "over", ()))


STEPS: dict[str, Step[AduaState]] = {
    "sequence": SequenceOfPlay(), "set-up": SetUp(), "orders": Orders(), "movement": Movement(),
    "fire-phase": FirePhase(), "declare": Declare(), "guns": Guns(), "gun-test": GunTest(), "splitting": Splitting(), "split": Split(),
    "combats": Combats(), "choose-combat": ChooseCombat(), "volley": Volley(), "sharing": Sharing(), "hits": Hits(),
    "after": After(), "casualty": Casualty(), "close-phase": ClosePhase(), "closing": Closing(),
    "clean-up": CleanUp(), "repair": Repair(), "supplying": Supplying(), "supply": Supply(), "supply-roll": SupplyRoll(),
    "stirring": Stirring(), "initiative": Initiative(), "initiative-roll": InitiativeRoll(), "bringing": Bringing(), "bring": Bring(),
    "melees": Melees(), "choose-melee": ChooseMelee(), "melee-guns": MeleeGuns(), "melee-die": MeleeDie(), "lose-one": LoseOne(),
    "pick-loss": PickLoss(), "retreats": Retreats(), "retreat": Retreat(), "melee-end": MeleeEnd(), "settling": Settling(), "settle": Settle(),
}  # fmt: skip
