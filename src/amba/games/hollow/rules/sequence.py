"""The sequence of play: two player turns of eight phases, and the steps each phase is made of (4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from amba.core.event import Said, Tracked
from amba.core.steps import AutoStep, Step, pop, push
from amba.games.hollow import counters
from amba.games.hollow.book import rule
from amba.games.hollow.frames import AdvancePhase, DummiesRoll, FirePhase, GivingOrders, Melees, MovePhase, RallyPhase, RoutPhase, Sequence, SettingUp
from amba.games.hollow.rules.own_battle import BUYING, CLIMATE_ROLL, MONTH_CHOICE, begin_battle
from amba.games.hollow.rules.r003_setup import SETUP
from amba.games.hollow.rules.r004_reinforcements import ENTERING
from amba.games.hollow.rules.r005_going import AFTER_STEP
from amba.games.hollow.rules.r005_march import MARCHING
from amba.games.hollow.rules.r005_phase import move_phase
from amba.games.hollow.rules.r008_phases import fire_phase
from amba.games.hollow.rules.r010_shots import AIMING, FIRE_ROLL
from amba.games.hollow.rules.r012_heat import HEAT_ROLL
from amba.games.hollow.rules.r012_morale import EFFECTS, HIT_DRAW, MORALE_CHECK
from amba.games.hollow.rules.r015_rout import ARRIVED, INTERDICTION, ROUT_PHASE, RUNNING
from amba.games.hollow.rules.r016_defensive_fire import ANSWERING, GIVING_ORDERS, WATCHING
from amba.games.hollow.rules.r017_weapons import RATE_ROLL, RECOVERY_ROLL
from amba.games.hollow.rules.r018_rally import RALLY_PHASE, RALLY_ROLL, REPAIR_ROLL
from amba.games.hollow.rules.r019_advance import ADVANCE_PHASE, BAND_ADVANCE
from amba.games.hollow.rules.r020_close_combat import ATTACKING, MELEES, STRIKE_ROLL, STRUCK
from amba.games.hollow.rules.r023_charges import EXPLOSION, LAYING_CHARGE, light_fuses
from amba.games.hollow.rules.r024_grenades import SMOKE_ORDER, SMOKE_ROLL
from amba.games.hollow.rules.r024_smoke import clear_smoke
from amba.games.hollow.rules.r042_concealment import gain_concealment, lose_concealment
from amba.games.hollow.rules.r049_night import burn_out
from amba.games.hollow.rules.r049_starshells import STARSHELL_ORDER, STARSHELL_ROLL
from amba.games.hollow.rules.r054_digging import DIG_ORDER, DIG_ROLL
from amba.games.hollow.rules.r055_clearing import CLEAR_ORDER, CLEAR_ROLL
from amba.games.hollow.rules.r055_laying import DUMMIES_ROLL, has_dummies
from amba.games.hollow.rules.r055_mines import MINE_ROLL
from amba.games.hollow.rules.r056_wire import WIRE_ROLL, wire_rolls
from amba.games.hollow.rules.r177_exits import LEAVING
from amba.games.hollow.rules.r177_victory import decide, is_decided
from amba.games.hollow.rules.r179_escape import ESCAPE_ROLL
from amba.games.hollow.rules.r185_hidden import spot_works
from amba.games.hollow.rules.r193_walls import claim_walls
from amba.games.hollow.rules.r194_wind import VISIBILITY_ROLL, WIND_ROLL, roll_for_weather
from amba.games.hollow.rules.r196_thorns import THORNS_ORDER, out_of_thorns
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import side_title


class Phase(NamedTuple):
    """One of the eight phases of a player turn."""

    key: str
    title: str
    rule: str
    who: str
    """Whose phase: the phasing side's, the other side's, or both, the phasing side first."""
    begins: tuple[Callable[[HollowState], None], ...]
    """What happens when it begins, in this order; of the frames that are pushed the last one is played first."""
    ends: tuple[Callable[[HollowState], None], ...] = ()
    """What happens when it ends."""


@rule("4", "142", "196.3")
def fresh_turn(s: HollowState) -> None:
    """A player turn starts without the marks of the last one; the phasing side's exhausted men have their breath again."""
    s.do(Said("4", "player turn", (s.world.names.tracks[counters.TURN], s.turn, s.phasing, side_title(s.plan.data, s.phasing))))
    stale = (
        counters.PREP,
        counters.FIRST,
        counters.FINAL,
        counters.MOVED,
        counters.ASSAULT,
        counters.DOUBLE,
        counters.FIRED,
        counters.BUSY,
        counters.PINNED,
        counters.RAN,
        counters.LET_GO,
        counters.FRONTAL,
    )
    bits = sum(1 << mark for mark in stale)
    for piece in range(s.world.first_work):
        if s.marks[piece] & bits:
            for mark in stale:
                if mark != counters.BUSY or not s.has(
                    piece, counters.THORNS
                ):  # 196.3: who is in a cactus hedge is held there until his own movement phase
                    s.mark("4", piece, mark, False)
        if s.is_counter(piece) and s.points[piece] and s.at[piece] not in s.world.prisoners:  # P: there it says who guards them
            s.spend("4", piece, 0)
    for unit in s.counters(s.phasing):
        s.mark("142", unit, counters.CX, False)


def rally(s: HollowState) -> None:
    """Both sides rally and repair, the phasing side first."""
    push(s, RallyPhase(1 - s.phasing))
    push(s, RallyPhase(s.phasing))


def prep_fire(s: HollowState) -> None:
    push(s, FirePhase(s.phasing, "prep"))


def movement(s: HollowState) -> None:
    """The other side gives its standing orders before anybody moves."""
    push(s, MovePhase(s.phasing))
    push(s, GivingOrders(1 - s.phasing))


def defensive_fire(s: HollowState) -> None:
    push(s, FirePhase(1 - s.phasing, "final"))


def advancing_fire(s: HollowState) -> None:
    push(s, FirePhase(s.phasing, "advancing"))


def rout(s: HollowState) -> None:
    """Everybody sees who is broken: a side without broken units is not asked."""
    for side in (1 - s.phasing, s.phasing):
        if any(s.is_broken(unit) for unit in s.units(side)):
            push(s, RoutPhase(side))


def advance(s: HollowState) -> None:
    push(s, AdvancePhase(s.phasing))


def close_combat(s: HollowState) -> None:
    push(s, Melees(()))


@rule("13")
def end_desperation(s: HollowState) -> None:
    """Desperation lasts until a rally phase is over."""
    for side in (0, 1):
        for unit in s.units(side):
            s.mark("13", unit, counters.DM, False)


PHASES = (
    Phase("rally", "Rally", "18", "both", (fresh_turn, rally, burn_out, roll_for_weather), (end_desperation,)),
    Phase("prep", "Prep fire", "8", "phasing", (prep_fire, clear_smoke)),
    Phase("movement", "Movement", "5", "phasing", (movement, out_of_thorns, wire_rolls)),
    Phase("defence", "Defensive fire", "16", "other", (defensive_fire,), (lose_concealment,)),
    Phase("advancing", "Advancing fire", "8", "phasing", (advancing_fire, light_fuses)),
    Phase("rout", "Rout", "15", "both", (rout,)),
    Phase("advance", "Advance", "19", "phasing", (advance,), (lose_concealment,)),
    Phase("melee", "Close combat", "20", "both", (close_combat,), (gain_concealment,)),
)
"""The player turn."""


def phase_of(s: HollowState) -> Phase:
    return PHASES[s.phase % 8]


@rule("4")
def next_phase(s: HollowState, at: Sequence) -> None:
    """From one phase to the next, and after the last turn to the end."""
    if s.phase >= 0:
        end_phase(s)
    turn_ends = s.phase in {-1, 15}
    if is_decided(s) or (turn_ends and s.turn == s.plan.turns):
        decide(s)
        pop(s)
        return
    if turn_ends:
        s.do(Tracked("4", counters.TURN, s.turn, s.turn + 1))
    s.do(Tracked("4", counters.PHASE, s.phase, (s.phase + 1) % 16))
    begin(s)


@rule("4")
def begin(s: HollowState) -> None:
    """What a phase starts with; then both sides look about for works that nobody had seen."""
    for happens in phase_of(s).begins:
        happens(s)
    spot_works(s)


@rule("4", "13", "42")
def end_phase(s: HollowState) -> None:
    claim_walls(s, s.phasing)
    spot_works(s)
    for happens in phase_of(s).ends:
        happens(s)


@rule("4", "55.82", "O")
def start(s: HollowState) -> None:
    """What comes before the first turn: a battle of one's own, secret dice for dummies, then both sides set up."""
    own_design = s.plan.data.get("own_design")
    push(s, Sequence())
    push(s, SettingUp(1 - s.plan.sets_up_first))
    push(s, SettingUp(s.plan.sets_up_first))
    for side in (0, 1):
        # In a battle of one's own both sides roll once they have bought, so that nobody learns from it who has mines.
        if own_design or has_dummies(s, side):
            push(s, DummiesRoll(side))
    if own_design:
        begin_battle(s)


STEPS: tuple[Step[HollowState], ...] = (
    AutoStep(Sequence, next_phase),
    # before the first turn
    MONTH_CHOICE, CLIMATE_ROLL, BUYING, DUMMIES_ROLL, SETUP,
    # rally
    WIND_ROLL, VISIBILITY_ROLL, RALLY_PHASE, RALLY_ROLL, REPAIR_ROLL, RECOVERY_ROLL, ESCAPE_ROLL,
    # fire, with what else is done in the prep fire phase
    fire_phase(DIG_ORDER, CLEAR_ORDER, STARSHELL_ORDER), DIG_ROLL, CLEAR_ROLL, STARSHELL_ROLL, EXPLOSION,
    AIMING, FIRE_ROLL, RATE_ROLL, EFFECTS, HIT_DRAW, MORALE_CHECK, HEAT_ROLL,
    # movement, with the defender's answer to every step
    GIVING_ORDERS, move_phase(SMOKE_ORDER, THORNS_ORDER), WIRE_ROLL, SMOKE_ROLL, ENTERING, MARCHING, AFTER_STEP, WATCHING, ANSWERING, MINE_ROLL, LAYING_CHARGE, LEAVING,
    # rout, advance, close combat
    ROUT_PHASE, RUNNING, ARRIVED, INTERDICTION, ADVANCE_PHASE, BAND_ADVANCE, MELEES, ATTACKING, STRUCK, STRIKE_ROLL,
)  # fmt: skip
"""What may happen in each frame, with the orders that one chapter adds to another chapter's phase."""
