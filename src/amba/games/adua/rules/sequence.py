"""7.0 The sequence of play."""

from __future__ import annotations

from amba.core.event import Said, Tracked
from amba.core.sequence import Phase
from amba.core.steps import AutoStep, Step, change, pop, push
from amba.games.adua.book import rule
from amba.games.adua.frames import CleanUp, FirePhase, InitiativePhase, Melees, MovementPhase, OrdersPhase, Pairs, SequenceOfPlay
from amba.games.adua.rules.r04_calendar import SET_UP_STEPS
from amba.games.adua.rules.r05_guns import GUN_STEPS
from amba.games.adua.rules.r05_supply import SUPPLY_STEPS
from amba.games.adua.rules.r08_orders import ANY_ORDER, ORDER_STEPS, start_orders
from amba.games.adua.rules.r09_phase import MOVEMENT_STEPS
from amba.games.adua.rules.r09_ways import WAY_STEPS
from amba.games.adua.rules.r10_after import AFTER_STEPS
from amba.games.adua.rules.r10_closing import CLOSING_STEPS
from amba.games.adua.rules.r10_declare import DECLARE_STEPS
from amba.games.adua.rules.r10_melee import MELEE_STEPS
from amba.games.adua.rules.r10_retreat import RETREAT_STEPS
from amba.games.adua.rules.r10_volley import VOLLEY_STEPS
from amba.games.adua.rules.r12_initiative import INITIATIVE_STEPS
from amba.games.adua.rules.r13_victory import last_turn
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, COMMITTED, ENTERED, FIRED, ITALIAN, JAMMED_NOW, MARKS, MOVED, PHASE, REPULSED, TURN, USED

SEQUENCE = (
    Phase("italian.orders", "Italian orders", ITALIAN, "8.0", OrdersPhase()),
    Phase("italian.movement", "Italian movement", ITALIAN, "9.0", MovementPhase(ITALIAN, ())),
    Phase("italian.small-arms", "Italian small arms combat", ITALIAN, "10.1", FirePhase(ITALIAN, ())),
    Phase("italian.clean-up", "Italian clean-up", ITALIAN, "11.0", CleanUp()),
    Phase("abyssinian.movement", "Abyssinian movement", ABYSSINIAN, "9.0", MovementPhase(ABYSSINIAN, ())),
    Phase("abyssinian.small-arms", "Abyssinian small arms combat", ABYSSINIAN, "10.1", FirePhase(ABYSSINIAN, ())),
    Phase("abyssinian.initiative", "Abyssinian initiative", ABYSSINIAN, "12.0", InitiativePhase()),
    Phase("melee", "Melee combat", ITALIAN, "10.2", Melees(())),
)
FOR_A_TURN = ANY_ORDER | sum(1 << mark for mark in (REPULSED, FIRED, MOVED, ENTERED, COMMITTED, USED, JAMMED_NOW))


@rule("7.0", "4.0")
def next_phase(s: AduaState, at: SequenceOfPlay) -> None:
    """One phase after the other, and one turn after the other."""
    phase = s.phase + 1
    if phase == len(SEQUENCE):
        end_turn(s)
        if s.turn == last_turn(s):
            s.do(Said("13.0.points", "over", ()))
            pop(s)
            return
        s.do(Tracked("7.0", TURN, s.turn, s.turn + 1))
        phase = 0
    s.do(Tracked("7.0", PHASE, s.phase, phase))
    change(s, SequenceOfPlay(()))
    begin(s, phase, at.pairs)


def begin(s: AduaState, phase: int, pairs: Pairs = ()) -> None:
    """Enter a phase; `pairs` are attacks committed to while moving."""
    frame = SEQUENCE[phase].frame
    if isinstance(frame, OrdersPhase):
        start_orders(s)
    push(s, frame._replace(pairs=pairs) if isinstance(frame, FirePhase) else frame)


@rule("7.0", "4.0")
def end_turn(s: AduaState) -> None:
    """Orders and the marks of one turn come off."""
    for piece in range(len(s.marks)):
        if s.marks[piece] & FOR_A_TURN:
            for mark in range(len(MARKS)):
                if FOR_A_TURN >> mark & 1:
                    s.mark("7.0", piece, mark, False)


STEPS: tuple[Step[AduaState], ...] = (
    AutoStep(SequenceOfPlay, next_phase), *SET_UP_STEPS, *ORDER_STEPS, *MOVEMENT_STEPS, *WAY_STEPS,
    *DECLARE_STEPS, *GUN_STEPS, *VOLLEY_STEPS, *AFTER_STEPS, *CLOSING_STEPS,
    *SUPPLY_STEPS, *INITIATIVE_STEPS, *MELEE_STEPS, *RETREAT_STEPS,
)  # fmt: skip
