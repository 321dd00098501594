"""4 The sequence of play."""

from __future__ import annotations

from typing import NamedTuple

from amba.core.event import Said, Tracked
from amba.core.flow import Step, pop, push
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.gordon import Garrison
from amba.games.ethiopia.rules.r07_steps import Movement, Muster
from amba.games.ethiopia.rules.r08_supply import Check, Feed, Rations
from amba.games.ethiopia.rules.r09_air import Airstrike, ComeHome
from amba.games.ethiopia.rules.r10_combat import Battle, Combat, Die
from amba.games.ethiopia.rules.r10_results import Advance, Choice, Choose, Losses, PickAdvance, PickLoss, Resolve
from amba.games.ethiopia.rules.r10_retreats import FallBack, PickRetreat, Retreat
from amba.games.ethiopia.rules.r11_works import Rest, Works
from amba.games.ethiopia.rules.r12_arrivals import Reinforce
from amba.games.ethiopia.rules.r13_victory import points, sudden
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENDED, ETHIOPIAN, ITALIAN, PHASE, RAIL_USED, SCORE, TURN


class Phase(NamedTuple):
    """One line of the sequence of play."""

    key: str
    title: str
    side: int
    rule: str
    frames: tuple[str, ...]
    """Frames to go through, in order."""


SEQUENCE = (
    Phase("italian.reinforcements", "Reinforcements", ITALIAN, "12.1", ("reinforce",)),
    Phase("italian.supply", "Supply", ITALIAN, "8.4", ("supply",)),
    Phase("italian.airstrike", "Airstrikes", ITALIAN, "9.1", ("come-home", "airstrike")),
    Phase("italian.movement", "Movement", ITALIAN, "7.1", ("muster", "movement")),
    Phase("italian.combat", "Combat", ITALIAN, "10.1", ("combat",)),
    Phase("italian.works", "Works", ITALIAN, "11.1", ("works", "rest")),
    Phase("ethiopian.reinforcements", "Reinforcements", ETHIOPIAN, "12.1", ("reinforce",)),
    Phase("ethiopian.supply", "Supply", ETHIOPIAN, "8.4", ("supply",)),
    Phase("ethiopian.movement", "Movement", ETHIOPIAN, "7.1", ("muster", "movement")),
    Phase("ethiopian.combat", "Combat", ETHIOPIAN, "10.1", ("combat",)),
    Phase("ethiopian.works", "Works", ETHIOPIAN, "11.1", ("works",)),
)
PHASES = {phase.key: index for index, phase in enumerate(SEQUENCE)}


@rule("1.1", "4.1", "4.2")
class SequenceOfPlay(Step[EthiopiaState]):
    """("sequence",): the bottom of the stack; phase after phase, Italians first, until the game is over."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        phase = s.tracks[PHASE] + 1
        if phase >= len(SEQUENCE):
            if is_over(s):
                return
            phase = 0
        s.do(Tracked("4.1", PHASE, s.tracks[PHASE], phase))
        begin(s, phase)


def begin(s: EthiopiaState, index: int) -> None:
    """Enter a phase."""
    phase = SEQUENCE[index]
    for name in reversed(phase.frames):
        if name == "combat":
            push(s, name, phase.side, ())
        elif name in {"come-home", "airstrike"}:
            push(s, name)
        else:
            push(s, name, phase.side)


@rule("4.3", "13.4", "13.5", "14.1", "14.2", "14.3")
def is_over(s: EthiopiaState) -> bool:
    """End of a turn: victory is looked at, and the marker moves on or the game ends."""
    ending = sudden(s)
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


STEPS: dict[str, Step[EthiopiaState]] = {
    "sequence": SequenceOfPlay(), "reinforce": Reinforce(), "supply": Check(), "feed": Feed(), "rations": Rations(), "come-home": ComeHome(), "airstrike": Airstrike(),
    "muster": Muster(), "movement": Movement(), "garrison": Garrison(),
    "combat": Combat(), "battle": Battle(), "die": Die(), "resolve": Resolve(), "choice": Choice(), "choose": Choose(),
    "losses": Losses(), "pick-loss": PickLoss(), "fall-back": FallBack(), "retreat": Retreat(), "pick-retreat": PickRetreat(),
    "advance": Advance(), "pick-advance": PickAdvance(), "works": Works(), "rest": Rest(),
}  # fmt: skip
