"""Night: how far one sees, and what a starshell lights."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import DUST, NIGHT, VISIBILITY
from amba.games.hollow.rules.r024_smoke import STARSHELL, smoke_counters
from amba.games.hollow.rules.r194_dust import Dust, starshell_radius
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex, distance


@rule("49", "194.78")
def is_lit(s: HollowState, hex: Hex) -> bool:
    """Within three hexes of a starshell, two in light dust, one in heavy dust; in very heavy dust it lights nothing."""
    radius = starshell_radius(Dust(s.tracks[DUST]))
    if radius is None:
        return False
    shells = [s.at[p] for p in smoke_counters(s) if s.face[p] == STARSHELL and s.at[p] < s.world.hexes]
    return any(distance(s.field.hex_of[place], hex) <= radius for place in shells)


@rule("49")
def burn_out(s: HollowState) -> None:
    """A starshell burns until the next player turn begins."""
    for piece in smoke_counters(s):
        if s.at[piece] < s.world.hexes and s.face[piece] == STARSHELL:
            s.remove("49", piece, "spare")


@rule("49")
def sight_limit(s: HollowState) -> int:
    """By night nobody sees farther than this turn's visibility; 0 for no limit."""
    return s.tracks[VISIBILITY] if s.tracks[NIGHT] else 0
