"""4 The sequence of play."""

from __future__ import annotations

from typing import NamedTuple

from amba.core.event import Said, Tracked
from amba.core.sequence import SequenceOfPlay
from amba.core.steps import AutoStep, Frame, Step, pop, push
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import Airstrike, Combat, ComeHome, Movement, Muster, Reinforce, Rest, SupplyCheck, Works
from amba.games.ethiopia.rules.gordon import GARRISON_STEPS
from amba.games.ethiopia.rules.r07_steps import MOVEMENT_STEPS
from amba.games.ethiopia.rules.r08_supply import SUPPLY_STEPS
from amba.games.ethiopia.rules.r09_air import AIR_STEPS
from amba.games.ethiopia.rules.r10_combat import COMBAT_STEPS
from amba.games.ethiopia.rules.r10_results import RESULT_STEPS
from amba.games.ethiopia.rules.r10_retreats import RETREAT_STEPS
from amba.games.ethiopia.rules.r11_works import WORKS_STEPS
from amba.games.ethiopia.rules.r12_arrivals import reinforce
from amba.games.ethiopia.rules.r13_victory import points, raids_that_survive, record_end_of_turn, sudden
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENDED, ETHIOPIAN, ITALIAN, PHASE, RAIL_USED, SCORE, TURN


class Phase(NamedTuple):
    """One line of the sequence of play."""

    key: str
    title: str
    side: int
    rule: str
    frames: tuple[Frame, ...]
    """Frames to go through, in order."""


SEQUENCE = (
    Phase("italian.reinforcements", "Reinforcements", ITALIAN, "12.1", (Reinforce(ITALIAN),)),
    Phase("italian.supply", "Supply", ITALIAN, "8.4", (SupplyCheck(ITALIAN),)),
    Phase("italian.airstrike", "Airstrikes", ITALIAN, "9.1", (ComeHome(), Airstrike())),
    Phase("italian.movement", "Movement", ITALIAN, "7.1", (Muster(ITALIAN), Movement(ITALIAN))),
    Phase("italian.combat", "Combat", ITALIAN, "10.1", (Combat(ITALIAN),)),
    Phase("italian.works", "Works", ITALIAN, "11.1", (Works(ITALIAN), Rest(ITALIAN))),
    Phase("ethiopian.reinforcements", "Reinforcements", ETHIOPIAN, "12.1", (Reinforce(ETHIOPIAN),)),
    Phase("ethiopian.supply", "Supply", ETHIOPIAN, "8.4", (SupplyCheck(ETHIOPIAN),)),
    Phase("ethiopian.movement", "Movement", ETHIOPIAN, "7.1", (Muster(ETHIOPIAN), Movement(ETHIOPIAN))),
    Phase("ethiopian.combat", "Combat", ETHIOPIAN, "10.1", (Combat(ETHIOPIAN),)),
    Phase("ethiopian.works", "Works", ETHIOPIAN, "11.1", (Works(ETHIOPIAN),)),
)
PHASES = {phase.key: index for index, phase in enumerate(SEQUENCE)}
ETHIOPIAN_HALF = PHASES["ethiopian.reinforcements"]


@rule("1.1", "4.1", "4.2")
def next_phase(s: EthiopiaState, at: SequenceOfPlay) -> None:
    """Phase after phase, Italians first, until the game is over."""
    phase = s.phase + 1
    if phase >= len(SEQUENCE):
        if is_over(s):
            return
        phase = 0
    s.do(Tracked("4.1", PHASE, s.phase, phase))
    if phase == ETHIOPIAN_HALF:
        raids_that_survive(s)
    begin(s, phase)


def begin(s: EthiopiaState, index: int) -> None:
    """Enter a phase."""
    for frame in reversed(SEQUENCE[index].frames):
        push(s, frame)


@rule("4.3", "13.4", "13.5", "14.1", "14.2", "14.3", "14.4", "14.5", "14.6")
def is_over(s: EthiopiaState) -> bool:
    """End of a turn: victory is looked at, and the marker moves on or the game ends."""
    ending = sudden(s)
    record_end_of_turn(s)
    if s.tracks[SCORE] != points(s):
        s.do(Tracked("13.1", SCORE, s.tracks[SCORE], points(s)))
    if ending:
        s.do(Tracked("13.4", ENDED, 0, ending))
    if ending or s.turn >= s.world.last_turn(s.scenario):
        s.do(Said("4.3", "over", (points(s),)))
        pop(s)
        return True
    s.do(Tracked("4.3", TURN, s.turn, s.turn + 1))
    if s.tracks[RAIL_USED]:
        s.do(Tracked("7.7", RAIL_USED, 1, 0))
    return False


STEPS: tuple[Step[EthiopiaState], ...] = (
    AutoStep(SequenceOfPlay, next_phase), AutoStep(Reinforce, reinforce), *SUPPLY_STEPS, *AIR_STEPS, *MOVEMENT_STEPS, *GARRISON_STEPS,
    *COMBAT_STEPS, *RESULT_STEPS, *RETREAT_STEPS, *WORKS_STEPS,
)  # fmt: skip
