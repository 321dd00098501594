"""7.0 The sequence of play, and what is done at the end of every phase."""

from __future__ import annotations

from typing import Any, NamedTuple

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Rolled, Said, Tracked
from amba.core.order import Roll
from amba.core.sequence import SequenceOfPlay
from amba.core.steps import AskStep, AutoStep, ChanceStep, Step, Takes, change, leave, one_die, pop, push
from amba.games.cheren.book import rule
from amba.games.cheren.frames import (
    AskPropaganda,
    AskRoadblock,
    Combat,
    Desertion,
    Exploitation,
    Movement,
    Overstack,
    PhaseEnd,
    Reaction,
    Reinforce,
    StandingOrders,
    SupplyCheck,
)
from amba.games.cheren.orders import Pass, PlayOnUnit
from amba.games.cheren.rules.losses import LOSS_STEPS
from amba.games.cheren.rules.r03_stacking import STACKING_STEPS, is_overstacked
from amba.games.cheren.rules.r05_chits import CHIT_STEPS, play_chit, playable, put_back, refuse_chit
from amba.games.cheren.rules.r06_garrisons import GARRISON_STEPS, provoked, release
from amba.games.cheren.rules.r08_reinforcements import REINFORCEMENT_STEPS
from amba.games.cheren.rules.r09_movement import rest
from amba.games.cheren.rules.r09_steps import MOVEMENT_STEPS, REACTION
from amba.games.cheren.rules.r11_combat import COMBAT_STEPS
from amba.games.cheren.rules.r11_results import RESULT_STEPS
from amba.games.cheren.rules.r12_supply import SUPPLY_STEPS
from amba.games.cheren.rules.r14_victory import points
from amba.games.cheren.rules.standing_orders import PASS, STANDING_STEPS, obeys
from amba.games.cheren.rules.standing_orders import REACTION as ABOUT_REACTION
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN, PHASE, REACTION_LIMIT, ROADBLOCK, SAPPERS, SCORE, TURN


class Phase(NamedTuple):
    """One line of the sequence of play."""

    key: str
    title: str
    side: int
    """The phasing side."""
    decides: int
    rule: str
    frames: tuple[type[Any], ...]
    """The frames that are entered, the last one first."""


SEQUENCE = (
    Phase("allied.reinforcement", "Reinforcement and Replacement", ALLIED, ALLIED, "8.0", (Reinforce,)),
    Phase("allied.movement", "Movement", ALLIED, ALLIED, "9.0", (Movement, AskRoadblock)),
    Phase("allied.reaction", "Enemy Reaction", ALLIED, ITALIAN, "10.0", (Reaction,)),
    Phase("allied.combat", "Combat", ALLIED, ALLIED, "11.0", (Combat,)),
    Phase("allied.supply", "Supply Check and Attrition", ALLIED, ALLIED, "12.0", (SupplyCheck,)),
    Phase("allied.exploitation", "Exploitation", ALLIED, ALLIED, "13.0", (Exploitation,)),
    Phase("italian.reinforcement", "Reinforcement and Replacement", ITALIAN, ITALIAN, "8.0", (Reinforce,)),
    Phase("italian.movement", "Movement", ITALIAN, ITALIAN, "9.0", (Movement, AskPropaganda)),
    Phase("italian.reaction", "Enemy Reaction", ITALIAN, ALLIED, "10.0", (Reaction,)),
    Phase("italian.combat", "Combat", ITALIAN, ITALIAN, "11.0", (Combat,)),
    Phase("italian.supply", "Supply Check and Attrition", ITALIAN, ITALIAN, "12.0", (SupplyCheck,)),
    Phase("italian.exploitation", "Exploitation", ITALIAN, ITALIAN, "13.0", (Exploitation,)),
)
LAST_ALLIED_PHASE = 5


@rule("7.0", "13.0.turn")
def next_phase(s: CherenState, at: SequenceOfPlay) -> None:
    """One phase after the other until the last turn is over."""
    phase = s.phase + 1
    if phase >= len(SEQUENCE):
        if s.turn >= s.world.last_turn(s.scenario):
            s.do(Tracked("14.0", SCORE, s.tracks[SCORE], points(s)))
            s.do(Said("14.0", "over", (points(s),)))
            pop(s)
            return
        phase = 0
        s.do(Tracked("13.0.turn", TURN, s.turn, s.turn + 1))
    s.do(Tracked("7.0", PHASE, s.phase, phase))
    begin(s, phase)


def begin(s: CherenState, index: int) -> None:
    """Enter a phase."""
    phase = SEQUENCE[index]
    push(s, PhaseEnd())
    for frame in phase.frames:
        if frame is Reaction:
            s.do(Tracked("10.0", REACTION_LIMIT, s.tracks[REACTION_LIMIT], REACTION))
            if obeys(s, phase.decides, ABOUT_REACTION, PASS):
                return
        push(s, frame() if frame in CHIT_QUESTIONS else frame(phase.decides))
    if phase.rule == "9.0" and s.options["orders"] == "on":
        push(s, StandingOrders(1 - phase.side))


CHIT_QUESTIONS = (AskRoadblock, AskPropaganda)
ASKED_FIRST = (*CHIT_QUESTIONS, StandingOrders)
"""What the other player is asked before a phase begins."""


@rule("3.1", "6.0.release", "5.1.return")
def end_phase(s: CherenState, at: PhaseEnd) -> None:
    """Chits go back, stacking is enforced on both sides, garrisons are released."""
    garrisons = provoked(s) if at.stage == 2 else []
    # A native that went over may crowd a hex, or stand next to the other garrison: look again.
    change(s, PhaseEnd(1 if garrisons else at.stage + 1))
    release(s, garrisons)
    if at.stage == 0:
        last = s.phase in {LAST_ALLIED_PHASE, len(SEQUENCE) - 1}
        rest(s)
        put_back(s, last)
        if last and s.tracks[ROADBLOCK]:
            s.do(Tracked("5.1.return", ROADBLOCK, s.tracks[ROADBLOCK], 0))
        if s.tracks[SAPPERS]:
            s.do(Tracked("5.1.return", SAPPERS, 1, 0))
    elif at.stage == 1:
        if SEQUENCE[s.phase].rule != "8.0":  # 3.1: not after reinforcements
            crowded = {place for side in (ALLIED, ITALIAN) for unit in s.units(side) if len(s.here[place := s.at[unit]]) > 1}
            for place in sorted(crowded):
                if is_overstacked(s, place):
                    push(s, Overstack(place, "3.1"))
    elif at.stage > 2:
        pop(s)


def ask_propaganda(s: CherenState, at: AskPropaganda) -> Decision:
    """At the start of Italian movement the Allied player may work on a colonial unit. Always asked, so that asking tells nothing."""
    return Decision(ALLIED, "propaganda", "5.1", "Allied: play Propaganda on an Italian colonial unit, or pass.")


def refuse_propaganda(s: CherenState, at: AskPropaganda, a: PlayOnUnit) -> Refusal | None:
    found = refuse_chit(s, ALLIED, a.chit, "propaganda")
    values = {"unit": s.world.title(a.unit)}
    if found is None and a.unit not in s.units(ITALIAN):
        return Refusal("5.1", "{unit} is no Italian unit on the map.", values)
    if found is None and not s.world.units[a.unit].designation.endswith("Col"):
        return Refusal("5.1", "{unit} is no colonial (Col) unit.", values)
    return found


def work_on(s: CherenState, at: AskPropaganda, a: PlayOnUnit) -> None:
    pop(s)
    push(s, Desertion(a.unit))
    play_chit(s, a.chit)


def colonials(s: CherenState, at: AskPropaganda, chit: int) -> list[PlayOnUnit]:
    return [PlayOnUnit(chit, unit) for unit in s.units(ITALIAN) if s.world.units[unit].designation.endswith("Col")]


def ask_desertion(s: CherenState, at: Desertion) -> Decision:
    return Decision(CHANCE, "desertion", "5.1", "{unit}: on 4-6 it loses a step.", {"unit": s.world.title(at.unit)})


def desert(s: CherenState, at: Desertion, a: Roll) -> None:
    """On 4-6 the unit loses a step."""
    pop(s)
    s.do(Rolled("5.1", "desertion", a.dice))
    if a.dice[0] >= 4:
        s.lose_step(at.unit, "5.1")


STEPS: tuple[Step[CherenState], ...] = (
    AutoStep(SequenceOfPlay, next_phase),
    AutoStep(PhaseEnd, end_phase),
    AskStep(
        AskPropaganda, ask_propaganda,
        Takes(Pass, leave),
        Takes(PlayOnUnit, work_on, refuse_propaganda, heads=lambda s, at: playable(s, ALLIED, "propaganda"), tails=colonials),
    ),
    ChanceStep(Desertion, ask_desertion, one_die, desert),
    *STACKING_STEPS, *CHIT_STEPS, *GARRISON_STEPS, *REINFORCEMENT_STEPS, *MOVEMENT_STEPS, *COMBAT_STEPS, *RESULT_STEPS, *LOSS_STEPS, *SUPPLY_STEPS, *STANDING_STEPS,
)  # fmt: skip
