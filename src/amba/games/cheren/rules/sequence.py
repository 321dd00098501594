"""7.0 The sequence of play, and what is done at the end of every phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import CHANCE, Action, Decision, Refusal, unknown_action
from amba.core.event import Rolled, Said, Tracked
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.cheren.book import rule
from amba.games.cheren.rules import r05_chits
from amba.games.cheren.rules.losses import Loss, PickLoss, PickRetreat, Retreat
from amba.games.cheren.rules.r03_stacking import Overstack, PickOverstack, is_overstacked
from amba.games.cheren.rules.r05_chits import Deal, Draw
from amba.games.cheren.rules.r06_garrisons import DIE, Allegiance, Displace, release
from amba.games.cheren.rules.r08_reinforcements import Aosta, Elsewhere, Enter, PickElsewhere, Postpone, Reinforce, Replace
from amba.games.cheren.rules.r09_movement import rest
from amba.games.cheren.rules.r09_steps import REACTION, AskRoadblock, Exploitation, Movement, Reaction
from amba.games.cheren.rules.r11_combat import Assault, Combat, Die
from amba.games.cheren.rules.r11_results import Advance, PickAdvance, PickStand, Push, Resolve, Stand
from amba.games.cheren.rules.r12_supply import Check
from amba.games.cheren.rules.r14_victory import points
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN, PHASE, REACTION_LIMIT, ROADBLOCK, SAPPERS, SCORE, TURN


class Phase(NamedTuple):
    """One line of the sequence of play."""

    key: str
    title: str
    phasing: int
    decides: int
    rule: str
    frames: tuple[tuple[str, ...], ...]
    """Frames entered, the last one first."""


SEQUENCE = (
    Phase("allied.reinforcement", "Reinforcement and Replacement", ALLIED, ALLIED, "8.0", (("reinforce",),)),
    Phase("allied.movement", "Movement", ALLIED, ALLIED, "9.0", (("movement",), ("roadblock",))),
    Phase("allied.reaction", "Enemy Reaction", ALLIED, ITALIAN, "10.0", (("reaction",),)),
    Phase("allied.combat", "Combat", ALLIED, ALLIED, "11.0", (("combat",),)),
    Phase("allied.supply", "Supply Check and Attrition", ALLIED, ALLIED, "12.0", (("supply",),)),
    Phase("allied.exploitation", "Exploitation", ALLIED, ALLIED, "13.0", (("exploitation",),)),
    Phase("italian.reinforcement", "Reinforcement and Replacement", ITALIAN, ITALIAN, "8.0", (("reinforce",),)),
    Phase("italian.movement", "Movement", ITALIAN, ITALIAN, "9.0", (("movement",), ("propaganda",))),
    Phase("italian.reaction", "Enemy Reaction", ITALIAN, ALLIED, "10.0", (("reaction",),)),
    Phase("italian.combat", "Combat", ITALIAN, ITALIAN, "11.0", (("combat",),)),
    Phase("italian.supply", "Supply Check and Attrition", ITALIAN, ITALIAN, "12.0", (("supply",),)),
    Phase("italian.exploitation", "Exploitation", ITALIAN, ITALIAN, "13.0", (("exploitation",),)),
)
LAST_ALLIED_PHASE = 5


@rule("7.0", "13.0.turn")
class SequenceOfPlay(Step[CherenState]):
    """("sequence",): the bottom of the stack; one phase after the other until the last turn is over."""

    auto = True

    def run(self, s: CherenState) -> None:
        turns = int(s.world.scenarios[s.scenario].data["turns"])
        phase = s.phase + 1
        if phase >= len(SEQUENCE):
            if s.turn >= turns:
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
    push(s, "phase-end", 0)
    for frame in phase.frames:
        name = frame[0]
        if name == "reaction":
            s.do(Tracked("10.0", REACTION_LIMIT, s.tracks[REACTION_LIMIT], REACTION))
        if name in {"roadblock", "propaganda"}:
            push(s, name)
        elif name == "reinforce":
            push(s, name, phase.decides, 0, ())
        else:
            push(s, name, phase.decides)


@rule("3.1", "6.0.release", "5.1.return")
class PhaseEnd(Step[CherenState]):
    """("phase-end", stage): chits go back, stacking is enforced on both sides, garrisons are released."""

    auto = True

    def run(self, s: CherenState) -> None:
        stage = s.frames[-1][1]
        if stage == 2 and release(s):
            return  # a native that went over may stand next to the other garrison: look again
        change(s, "phase-end", stage + 1)
        if stage == 0:
            last = s.phase in {LAST_ALLIED_PHASE, len(SEQUENCE) - 1}
            rest(s)
            r05_chits.put_back(s, last)
            if last and s.tracks[ROADBLOCK]:
                s.do(Tracked("5.1.return", ROADBLOCK, s.tracks[ROADBLOCK], 0))
            if s.tracks[SAPPERS]:
                s.do(Tracked("5.1.return", SAPPERS, 1, 0))
        elif stage == 1:
            if SEQUENCE[s.phase].rule != "8.0":  # 3.1: not after reinforcements
                for place in sorted({s.at[unit] for side in (ALLIED, ITALIAN) for unit in s.units(side)}):
                    if is_overstacked(s, place):
                        push(s, "overstack", place, "3.1")
        elif stage > 2:
            pop(s)


class AskPropaganda(Step[CherenState]):
    """("propaganda",): at the start of Italian movement the Allied player may work on a colonial unit. Always asked."""

    def decision(self, s: CherenState) -> Decision:
        return Decision(ALLIED, "propaganda", "5.1", "Allied: play Propaganda on an Italian colonial unit, or pass.")

    def menu(self, s: CherenState) -> Menu:
        heads = [("play", s.world.names.pieces[piece]) for piece in r05_chits.playable(s, ALLIED, "propaganda")]
        return Menu([("pass",)], heads, lambda head: [(*head, s.world.names.pieces[u]) for u in self.targets(s)])

    def targets(self, s: CherenState) -> list[int]:
        return [unit for unit in s.units(ITALIAN) if s.world.units[unit].designation.endswith("Col")]

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        if a and a[0] == "play":
            found = r05_chits.refuse_play(s, ALLIED, a, "propaganda")
            return found or Refusal("5.1", "Propaganda works on an Italian colonial (Col) unit on the map.")
        return unknown_action(a, ["play CHIT UNIT", "pass"], "5.1")

    def apply(self, s: CherenState, a: Action) -> None:
        pop(s)
        if a[0] == "play":
            push(s, "desertion", s.world.names.piece[a[2]])
            r05_chits.play(s, s.world.names.piece[a[1]])


class Desertion(Step[CherenState]):
    """("desertion", unit): on 4-6 the unit loses a step."""

    def decision(self, s: CherenState) -> Decision:
        unit = s.world.units[s.frames[-1][1]]
        return Decision(CHANCE, "desertion", "5.1", "{unit}: on 4-6 it loses a step.", {"unit": unit.title})

    def outcomes(self, s: CherenState) -> Sequence[tuple[Action, int]]:
        return DIE

    def apply(self, s: CherenState, a: Action) -> None:
        unit = s.frames[-1][1]
        pop(s)
        die = int(a[1])
        s.do(Rolled("5.1", "desertion", (die,)))
        if die >= 4:
            s.lose_step(unit, "5.1")


STEPS: dict[str, Step[CherenState]] = {
    "sequence": SequenceOfPlay(), "phase-end": PhaseEnd(), "deal": Deal(), "draw": Draw(),
    "reinforce": Reinforce(), "postpone": Postpone(), "enter": Enter(), "elsewhere": Elsewhere(), "pick-elsewhere": PickElsewhere(),
    "replace": Replace(), "aosta": Aosta(),
    "movement": Movement(), "roadblock": AskRoadblock(), "propaganda": AskPropaganda(), "desertion": Desertion(),
    "reaction": Reaction(), "exploitation": Exploitation(),
    "combat": Combat(), "assault": Assault(), "die": Die(), "resolve": Resolve(), "stand": Stand(), "pick-stand": PickStand(),
    "push": Push(), "advance": Advance(), "pick-advance": PickAdvance(),
    "loss": Loss(), "pick-loss": PickLoss(), "retreat": Retreat(), "pick-retreat": PickRetreat(),
    "overstack": Overstack(), "pick-overstack": PickOverstack(),
    "supply": Check(), "allegiance": Allegiance(), "displace": Displace(),
}  # fmt: skip
