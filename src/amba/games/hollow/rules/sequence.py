"""The sequence of play: two player turns of eight phases, and the steps each phase is made of (4)."""

from __future__ import annotations

from typing import NamedTuple

from amba.core.event import Said, Tracked
from amba.core.flow import Step, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.rules import hooks
from amba.games.hollow.rules.orders import ORDER_STEPS
from amba.games.hollow.rules.phases import FIRE_STEPS
from amba.games.hollow.rules.r003_setup import SETUP_STEPS
from amba.games.hollow.rules.r005_steps import MOVE_STEPS
from amba.games.hollow.rules.r010_shots import SHOT_STEPS
from amba.games.hollow.rules.r012_morale import MORALE_STEPS
from amba.games.hollow.rules.r015_rout import ROUT_STEPS
from amba.games.hollow.rules.r018_rally import RALLY_STEPS
from amba.games.hollow.rules.r019_advance import ADVANCE_STEPS
from amba.games.hollow.rules.r020_close_combat import MELEE_STEPS
from amba.games.hollow.rules.r023_charges import light_fuses
from amba.games.hollow.rules.r042_concealment import gain_concealment, lose_concealment
from amba.games.hollow.rules.r177_victory import decide, is_decided
from amba.games.hollow.rules.r193_advantage import claim_walls
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import side_title
from amba.games.hollow.world import (
    ASSAULT,
    BUSY,
    CX,
    DM,
    DOUBLE,
    FINAL,
    FIRED,
    FIRST,
    FRONTAL,
    LET_GO,
    MOVED,
    PHASE,
    PINNED,
    PREP,
    RAN,
    THORNS,
    TURN,
)


class Phase(NamedTuple):
    key: str
    title: str
    rule: str
    who: str
    """Whose phase: the phasing side's, the other side's, or both, the phasing side first."""


PHASES = (
    Phase("rally", "Rally", "18", "both"),
    Phase("prep", "Prep fire", "8", "phasing"),
    Phase("movement", "Movement", "5", "phasing"),
    Phase("defence", "Defensive fire", "16", "other"),
    Phase("advancing", "Advancing fire", "8", "phasing"),
    Phase("rout", "Rout", "15", "both"),
    Phase("advance", "Advance", "19", "phasing"),
    Phase("melee", "Close combat", "20", "both"),
)


def phase_of(s: HollowState) -> Phase:
    return PHASES[s.phase % 8]


class Sequence(Step[HollowState]):
    """From one phase to the next, and after the last turn to the end: ("sequence",)."""

    auto = True

    @rule("4")
    def run(self, s: HollowState) -> None:
        if s.phase >= 0:
            end_phase(s)
        if is_decided(s):
            decide(s)
            pop(s)
            return
        if s.phase in {-1, 15}:
            if s.turn == s.plan.turns:
                decide(s)
                pop(s)
                return
            s.do(Tracked("4", TURN, s.turn, s.turn + 1))
        following = (s.phase + 1) % 16
        s.do(Tracked("4", PHASE, s.phase, following))
        begin(s)


@rule("4")
def begin(s: HollowState) -> None:
    """What a phase starts with; the topmost frame is played first."""
    side, other = s.phasing, 1 - s.phasing
    key = phase_of(s).key
    if key == "rally":
        fresh_turn(s)
        push(s, "rally", other)
        push(s, "rally", side)
        hooks.player_turn_begins(s)
    elif key == "prep":
        push(s, "fire", side, "prep")
    elif key == "movement":
        push(s, "move", side)
        push(s, "orders", other)
    elif key == "defence":
        push(s, "fire", other, "final")
    elif key == "advancing":
        push(s, "fire", side, "advancing")
        light_fuses(s)
    elif key == "rout":
        for who in (other, side):
            if any(s.is_broken(unit) for unit in s.units(who)):  # everybody sees who is broken: nobody is asked for nothing
                push(s, "rout", who)
    elif key == "advance":
        push(s, "advance", side)
    else:
        push(s, "melees", ())
    hooks.phase_begins(s, key, side)
    hooks.spot_works(s)


@rule("4", "142", "196.3")
def fresh_turn(s: HollowState) -> None:
    """A player turn starts without the marks of the last one; the phasing side's exhausted men have their breath again."""
    s.do(Said("4", "player turn", (s.world.names.tracks[TURN], s.turn, s.phasing, side_title(s.plan.data, s.phasing))))
    stale = (PREP, FIRST, FINAL, MOVED, ASSAULT, DOUBLE, FIRED, BUSY, PINNED, RAN, LET_GO, FRONTAL)
    bits = sum(1 << mark for mark in stale)
    for piece in range(s.world.first_work):
        if s.marks[piece] & bits:
            for mark in stale:
                if mark != BUSY or not s.has(piece, THORNS):  # 196.3: who is in a cactus hedge is held there until his own movement phase
                    s.mark("4", piece, mark, False)
        if s.is_counter(piece) and s.points[piece] and s.at[piece] not in s.world.prisoners:  # P: there it says who guards them
            s.spend("4", piece, 0)
    for unit in s.counters(s.phasing):
        s.mark("142", unit, CX, False)


@rule("4", "13", "42")
def end_phase(s: HollowState) -> None:
    key = phase_of(s).key
    claim_walls(s, s.phasing)
    hooks.spot_works(s)
    if key == "rally":
        for side in (0, 1):
            for unit in s.units(side):
                s.mark("13", unit, DM, False)
    elif key in {"defence", "advance"}:
        lose_concealment(s)
    elif key == "melee":
        gain_concealment(s)


STEPS: dict[str, Step[HollowState]] = {
    "sequence": Sequence(), **SETUP_STEPS, **RALLY_STEPS, **FIRE_STEPS, **SHOT_STEPS, **MORALE_STEPS, **ORDER_STEPS, **MOVE_STEPS, **ROUT_STEPS,
    **ADVANCE_STEPS, **MELEE_STEPS, **hooks.chance_steps(),
}  # fmt: skip
