"""The sequence of play: two player turns of eight phases, and the steps each phase is made of (4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from amba.core.event import Said, Tracked
from amba.core.flow import Step, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.marks import ASSAULT, BUSY, CX, DM, DOUBLE, FINAL, FIRED, FIRST, FRONTAL, LET_GO, MOVED, PINNED, PREP, RAN, THORNS
from amba.games.hollow.rules.own_battle import Buy, begin_battle
from amba.games.hollow.rules.r003_setup import SetUp
from amba.games.hollow.rules.r005_entering import Entering
from amba.games.hollow.rules.r005_going import Tidy
from amba.games.hollow.rules.r005_march import Walk
from amba.games.hollow.rules.r005_phase import Move
from amba.games.hollow.rules.r005_possession import Recovering
from amba.games.hollow.rules.r008_phases import Fire
from amba.games.hollow.rules.r010_shots import Fired, Gather
from amba.games.hollow.rules.r012_effects import Check, Effects, Pick
from amba.games.hollow.rules.r012_heat import Heat
from amba.games.hollow.rules.r015_rout import Arrived, Interdicted, Rout, Running
from amba.games.hollow.rules.r016_first_fire import Answer, Watch
from amba.games.hollow.rules.r016_standing_orders import GiveOrders
from amba.games.hollow.rules.r017_weapons import Rate
from amba.games.hollow.rules.r018_rally import Rally, Rallying, Repairing
from amba.games.hollow.rules.r019_advance import Advance, Sally
from amba.games.hollow.rules.r020_close_combat import Close, Melees, Striking, Struck
from amba.games.hollow.rules.r023_charges import Explosion, Laying, light_fuses
from amba.games.hollow.rules.r024_grenades import SMOKE_ORDER, Grenade
from amba.games.hollow.rules.r024_smoke import clear_smoke
from amba.games.hollow.rules.r042_concealment import gain_concealment, lose_concealment
from amba.games.hollow.rules.r049_night import burn_out
from amba.games.hollow.rules.r049_starshells import STARSHELL_ORDER, Starshell
from amba.games.hollow.rules.r054_digging import Digging
from amba.games.hollow.rules.r055_clearing import CLEAR_ORDER, Clearing
from amba.games.hollow.rules.r055_laying import SecretDie, has_dummies
from amba.games.hollow.rules.r055_mines import Mined
from amba.games.hollow.rules.r056_wire import Wire, wire_rolls
from amba.games.hollow.rules.r177_exits import Leaving
from amba.games.hollow.rules.r177_victory import decide, is_decided
from amba.games.hollow.rules.r179_escape import Escaping
from amba.games.hollow.rules.r185_hidden import spot_works
from amba.games.hollow.rules.r193_advantage import claim_walls
from amba.games.hollow.rules.r194_climate import Climate, Month
from amba.games.hollow.rules.r194_wind import Visibility, WindChange, roll_for_weather
from amba.games.hollow.rules.r196_thorns import THORNS_ORDER, out_of_thorns
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import side_title
from amba.games.hollow.tracks import PHASE, TURN


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


def rally(s: HollowState) -> None:
    """Both sides rally and repair, the phasing side first."""
    push(s, "rally", 1 - s.phasing)
    push(s, "rally", s.phasing)


def prep_fire(s: HollowState) -> None:
    push(s, "fire", s.phasing, "prep")


def movement(s: HollowState) -> None:
    """The other side gives its standing orders before anybody moves."""
    push(s, "move", s.phasing)
    push(s, "orders", 1 - s.phasing)


def defensive_fire(s: HollowState) -> None:
    push(s, "fire", 1 - s.phasing, "final")


def advancing_fire(s: HollowState) -> None:
    push(s, "fire", s.phasing, "advancing")


def rout(s: HollowState) -> None:
    """Everybody sees who is broken: a side without broken units is not asked."""
    for side in (1 - s.phasing, s.phasing):
        if any(s.is_broken(unit) for unit in s.units(side)):
            push(s, "rout", side)


def advance(s: HollowState) -> None:
    push(s, "advance", s.phasing)


def close_combat(s: HollowState) -> None:
    push(s, "melees", ())


@rule("13")
def end_desperation(s: HollowState) -> None:
    """Desperation lasts until a rally phase is over."""
    for side in (0, 1):
        for unit in s.units(side):
            s.mark("13", unit, DM, False)


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
    push(s, "sequence")
    push(s, "setup", 1 - s.plan.sets_up_first)
    push(s, "setup", s.plan.sets_up_first)
    for side in (0, 1):
        # In a battle of one's own both sides roll once they have bought, so that nobody learns from it who has mines.
        if own_design or has_dummies(s, side):
            push(s, "dummies", side)
    if own_design:
        begin_battle(s)


STEPS: dict[str, Step[HollowState]] = {
    "sequence": Sequence(),
    # before the first turn
    "month": Month(), "climate": Climate(), "buy": Buy(), "dummies": SecretDie(), "setup": SetUp(),
    # rally
    "wind": WindChange(), "visibility": Visibility(), "rally": Rally(), "rallying": Rallying(), "repairing": Repairing(), "recovering": Recovering(), "escaping": Escaping(),
    # fire, with what else is done in the prep fire phase
    "fire": Fire({"prep": (CLEAR_ORDER, STARSHELL_ORDER)}), "digging": Digging(), "clearing": Clearing(), "starshell": Starshell(), "explosion": Explosion(),
    "shot": Gather(), "fired": Fired(), "rate": Rate(), "effects": Effects(), "pick": Pick(), "check": Check(), "heat": Heat(),
    # movement, with the defender's answer to every step
    "orders": GiveOrders(), "move": Move((SMOKE_ORDER, THORNS_ORDER)), "wire": Wire(), "smoke": Grenade(), "entering": Entering(), "walk": Walk(), "tidy": Tidy(),
    "watch": Watch(), "answer": Answer(), "mined": Mined(), "laying": Laying(), "leaving": Leaving(),
    # rout, advance, close combat
    "rout": Rout(), "running": Running(), "arrived": Arrived(), "interdicted": Interdicted(), "advance": Advance(), "sally": Sally(),
    "melees": Melees(), "close": Close(), "struck": Struck(), "striking": Striking(),
}  # fmt: skip
"""What may happen in each frame, with the orders that one chapter adds to another chapter's phase."""
