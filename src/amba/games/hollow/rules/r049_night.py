"""Night: how far one sees, and what a starshell lights."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import DUST, ILLUMINATION, NIGHT, STARSHELL, VISIBILITY
from amba.games.hollow.rules.r024_smoke import smoke_counters
from amba.games.hollow.rules.r102_blazes import lit_by_fire
from amba.games.hollow.rules.r194_dust import Dust, round_radius, starshell_radius
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex, distance

LOOMS = 3
"""How many hexes farther a vehicle is seen by night."""


@rule("49", "194.78")
def is_lit(s: HollowState, hex: Hex) -> bool:
    """Within three hexes of a starshell, two in light dust, one in heavy dust; in very heavy dust it lights nothing. An illuminating round lights twice as far; fires light up, too."""
    dust = Dust(s.tracks[DUST])
    if any(distance(s.field.hex_of[place], hex) <= far for place, far in lit_by_fire(s, dust)):
        return True
    lights = [s.at[p] for p in smoke_counters(s) if s.face[p] == ILLUMINATION and s.at[p] < s.world.hexes]
    if any(distance(s.field.hex_of[place], hex) <= round_radius(dust) for place in lights):
        return True
    radius = starshell_radius(dust)
    if radius is None:
        return False
    shells = [s.at[p] for p in smoke_counters(s) if s.face[p] == STARSHELL and s.at[p] < s.world.hexes]
    return any(distance(s.field.hex_of[place], hex) <= radius for place in shells)


@rule("49")
def burn_out(s: HollowState) -> None:
    """A starshell or an illuminating round burns until the next player turn begins."""
    for piece in smoke_counters(s):
        if s.at[piece] < s.world.hexes and s.face[piece] in {STARSHELL, ILLUMINATION}:
            s.remove("49", piece, "spare")


@rule("49")
def sight_limit(s: HollowState, looms: bool = False) -> int:
    """By night nobody sees farther than this turn's visibility, vehicles three hexes farther than that; 0 for no limit."""
    return s.tracks[VISIBILITY] + LOOMS * looms if s.tracks[NIGHT] else 0
