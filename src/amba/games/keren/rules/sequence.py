"""5.0 The sequence of play."""

from __future__ import annotations

from typing import Any, NamedTuple

from amba.core.event import Marked, Said, Tracked
from amba.core.flow import Step, pop, push
from amba.games.keren.book import rule
from amba.games.keren.rules.r03_setup import SetUp
from amba.games.keren.rules.r04_victory import has_points_enough, points
from amba.games.keren.rules.r06_supply import Carry
from amba.games.keren.rules.r07_stacking import Overstack, PickOverstack, veil
from amba.games.keren.rules.r09_facing import Reface
from amba.games.keren.rules.r10_steps import March, Movement
from amba.games.keren.rules.r11_fire import BOMBARDMENT, DEFENSIVE
from amba.games.keren.rules.r11_steps import Fire, FireDie, Volley
from amba.games.keren.rules.r14_assault import AssaultDie, Assaults, Storm
from amba.games.keren.rules.r14_results import Advance, Lose, PickAdvance, PickLoss, PickRetreat, Retreat
from amba.games.keren.rules.r15_administration import Administration, Rally
from amba.games.keren.state import KerenState
from amba.games.keren.world import ASSAULTED, COMMONWEALTH, ITALIAN, MOVED, PHASE, SCORE, SHOT, TURN, TURNED


class Phase(NamedTuple):
    """One line of the sequence of play."""

    key: str
    title: str
    side: int | None
    rule: str
    frame: tuple[Any, ...]
    rests: tuple[int, ...]
    """Marks that are taken off when the phase is over."""


SEQUENCE = (
    Phase("administrative", "Administrative", None, "5.0.1", ("administration", 0), (TURNED,)),
    Phase("commonwealth.bombardment", "Commonwealth Bombardment", COMMONWEALTH, "5.0.2", ("fire", COMMONWEALTH, BOMBARDMENT, ()), (SHOT,)),
    Phase("italian.bombardment", "Italian Bombardment", ITALIAN, "5.0.3", ("fire", ITALIAN, BOMBARDMENT, ()), (SHOT,)),
    Phase("commonwealth.movement", "Commonwealth Movement", COMMONWEALTH, "5.0.4", ("movement", COMMONWEALTH), (TURNED,)),
    Phase("italian.fire", "Italian Defensive Fire", ITALIAN, "5.0.5", ("fire", ITALIAN, DEFENSIVE, ()), (SHOT, MOVED)),
    Phase("italian.movement", "Italian Movement", ITALIAN, "5.0.6", ("movement", ITALIAN), (TURNED,)),
    Phase("commonwealth.fire", "Commonwealth Defensive Fire", COMMONWEALTH, "5.0.7", ("fire", COMMONWEALTH, DEFENSIVE, ()), (SHOT, MOVED)),
    Phase("italian.assault", "Italian Assault", ITALIAN, "5.0.8", ("assaults", ITALIAN), (ASSAULTED,)),
    Phase("commonwealth.assault", "Commonwealth Assault", COMMONWEALTH, "5.0.9", ("assaults", COMMONWEALTH), (ASSAULTED,)),
)


@rule("5.0", "5.0.10", "3.0.1")
class SequenceOfPlay(Step[KerenState]):
    """("sequence",): the bottom of the stack; one phase after the other until the last turn is over."""

    auto = True

    def run(self, s: KerenState) -> None:
        phase = s.phase + 1
        if phase == 0 or phase >= len(SEQUENCE):
            if s.turn >= s.turns:
                end(s)
                return
            phase = 0
            s.do(Tracked("5.0.10" if s.turn else "3.0.1", TURN, s.turn, s.turn + 1))
        s.do(Tracked(SEQUENCE[phase].rule, PHASE, s.phase, phase))
        begin(s, phase)


def end(s: KerenState) -> None:
    """The sequence is on top: count the points and leave it."""
    s.do(Tracked("4.2", SCORE, s.tracks[SCORE], points(s)))
    s.do(Said("4.0", "over", (points(s),)))
    pop(s)


def begin(s: KerenState, index: int) -> None:
    """Enter a phase."""
    push(s, "phase-end")
    push(s, *SEQUENCE[index].frame)
    push(s, "overstack")


class PhaseEnd(Step[KerenState]):
    """("phase-end",): stacks shown in fights are hidden again, and what was noted for this phase is forgotten."""

    auto = True

    def run(self, s: KerenState) -> None:
        veil(s)
        for unit, bits in enumerate(s.marks):
            for mark in SEQUENCE[s.phase].rests:
                if bits >> mark & 1:
                    s.do(Marked(SEQUENCE[s.phase].rule, unit, mark, 0))
        pop(s)
        if has_points_enough(s):
            end(s)


STEPS: dict[str, Step[KerenState]] = {
    "sequence": SequenceOfPlay(), "phase-end": PhaseEnd(), "setup": SetUp(),
    "administration": Administration(), "carry": Carry(), "rally": Rally(),
    "fire": Fire(), "volley": Volley(), "fire-die": FireDie(),
    "movement": Movement(), "march": March(), "reface": Reface(),
    "assaults": Assaults(), "storm": Storm(), "assault-die": AssaultDie(),
    "lose": Lose(), "pick-loss": PickLoss(), "retreat": Retreat(), "pick-retreat": PickRetreat(),
    "advance": Advance(), "pick-advance": PickAdvance(), "overstack": Overstack(), "pick-overstack": PickOverstack(),
}  # fmt: skip
