"""5.0 The sequence of play."""

from __future__ import annotations

from typing import NamedTuple

from amba.core.event import Marked, Tracked
from amba.core.sequence import SequenceOfPlay
from amba.core.steps import AutoStep, Frame, Step, pop, push
from amba.games.keren.book import rule
from amba.games.keren.frames import Administration, Assaults, Firing, Movement, OrderedFire, Overstack, PhaseEnd, StandingOrders
from amba.games.keren.rules.r03_setup import SET_UP
from amba.games.keren.rules.r04_victory import RECKONING, end, reckon_phase
from amba.games.keren.rules.r06_supply import CARRYING_STEP
from amba.games.keren.rules.r07_stacking import OVERSTACK, PICK_OVERSTACK, veil
from amba.games.keren.rules.r09_facing import REFACE
from amba.games.keren.rules.r10_steps import MARCH, MOVEMENT
from amba.games.keren.rules.r11_fire import BOMBARDMENT, DEFENSIVE, FIRE_DIE
from amba.games.keren.rules.r11_steps import FIRING, VOLLEY
from amba.games.keren.rules.r14_assault import ASSAULT_DIE, ASSAULTS, STORM
from amba.games.keren.rules.r14_results import ADVANCING, LOSSES, PICK_ADVANCE, PICK_LOSS, PICK_RETREAT, RETREATING
from amba.games.keren.rules.r15_administration import ADMINISTRATION, RALLY_DIE
from amba.games.keren.rules.standing_orders import STANDING_STEPS, is_ordered
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import ASSAULTED, COMMONWEALTH, ITALIAN, MOVED, PHASE, SHOT, TURN, TURNED


class Phase(NamedTuple):
    """One line of the sequence of play."""

    key: str
    title: str
    side: int | None
    rule: str
    frame: Frame
    rests: tuple[int, ...]
    """Marks that are taken off when the phase is over."""


SEQUENCE = (
    Phase("administrative", "Administrative", None, "5.0.1", Administration(0), (TURNED,)),
    Phase("commonwealth.bombardment", "Commonwealth Bombardment", COMMONWEALTH, "5.0.2", Firing(COMMONWEALTH, BOMBARDMENT, ()), (SHOT,)),
    Phase("italian.bombardment", "Italian Bombardment", ITALIAN, "5.0.3", Firing(ITALIAN, BOMBARDMENT, ()), (SHOT,)),
    Phase("commonwealth.movement", "Commonwealth Movement", COMMONWEALTH, "5.0.4", Movement(COMMONWEALTH), ()),
    Phase("italian.fire", "Italian Defensive Fire", ITALIAN, "5.0.5", Firing(ITALIAN, DEFENSIVE, ()), (SHOT, MOVED)),
    Phase("italian.movement", "Italian Movement", ITALIAN, "5.0.6", Movement(ITALIAN), ()),
    Phase("commonwealth.fire", "Commonwealth Defensive Fire", COMMONWEALTH, "5.0.7", Firing(COMMONWEALTH, DEFENSIVE, ()), (SHOT, MOVED)),
    Phase("italian.assault", "Italian Assault", ITALIAN, "5.0.8", Assaults(ITALIAN), (ASSAULTED,)),
    Phase("commonwealth.assault", "Commonwealth Assault", COMMONWEALTH, "5.0.9", Assaults(COMMONWEALTH), (ASSAULTED,)),
)


@rule("5.0", "5.0.10", "3.0.1")
def next_phase(s: KerenState, at: SequenceOfPlay) -> None:
    """One phase after the other until the last turn is over."""
    phase = s.phase + 1
    if phase == 0 or phase >= len(SEQUENCE):
        if s.turn >= s.turns:
            end(s)
            return
        phase = 0
        s.do(Tracked("5.0.10", TURN, s.turn, s.turn + 1) if s.turn else Tracked("3.0.1", TURN, 0, s.world.first_turn(s.scenario)))
    s.do(Tracked(SEQUENCE[phase].rule, PHASE, s.phase, phase))
    begin(s, phase)


def begin(s: KerenState, index: int) -> None:
    """Enter a phase."""
    frame = SEQUENCE[index].frame
    push(s, PhaseEnd())
    push(s, frame)
    if isinstance(frame, Firing) and frame.mode == DEFENSIVE and is_ordered(s, frame.side):
        push(s, OrderedFire(frame.side))
    push(s, Overstack())
    if isinstance(frame, Movement) and s.options["orders"] == "on":
        push(s, StandingOrders(enemy(frame.side)))


def end_phase(s: KerenState, at: PhaseEnd) -> None:
    """Stacks shown in fights are hidden again, and what was noted for this phase is forgotten."""
    veil(s)
    for unit, bits in enumerate(s.marks):
        for mark in SEQUENCE[s.phase].rests:
            if bits >> mark & 1:
                s.do(Marked(SEQUENCE[s.phase].rule, unit, mark, 0))
    pop(s)
    reckon_phase(s)


STEPS: tuple[Step[KerenState], ...] = (
    AutoStep(SequenceOfPlay, next_phase), AutoStep(PhaseEnd, end_phase), RECKONING, SET_UP,
    ADMINISTRATION, CARRYING_STEP, RALLY_DIE,
    FIRING, VOLLEY, FIRE_DIE, *STANDING_STEPS,
    MOVEMENT, MARCH, REFACE,
    ASSAULTS, STORM, ASSAULT_DIE,
    LOSSES, PICK_LOSS, RETREATING, PICK_RETREAT, ADVANCING, PICK_ADVANCE, OVERSTACK, PICK_OVERSTACK,
)  # fmt: skip
