"""3.0 The sequence of play, and 6.0 victory."""

from amba.core.sequence import Phase, sequence_of_play
from amba.core.steps import Step
from amba_wadi.book import BOOK, rule
from amba_wadi.frames import Combat, Movement
from amba_wadi.rules.r04_movement import MOVEMENT
from amba_wadi.rules.r05_combat import COMBAT_STEPS
from amba_wadi.world import BAND, PATROL, WadiState

PHASES = (
    Phase("band.movement", "Movement", BAND, "4.0", Movement(BAND)),
    Phase("band.combat", "Combat", BAND, "5.0", Combat(BAND)),
    Phase("patrol.movement", "Movement", PATROL, "4.0", Movement(PATROL)),
    Phase("patrol.combat", "Combat", PATROL, "5.0", Combat(PATROL)),
)


@rule("6.0")
def points(s: WadiState) -> int:
    """The band's victory points: what the places it holds are worth."""
    return s.held_points(BAND)


STEPS: tuple[Step[WadiState], ...] = (sequence_of_play(PHASES, BOOK, "3.0"), MOVEMENT, *COMBAT_STEPS)
