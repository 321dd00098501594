"""Smoke drifts down a mild breeze (102): as many hexes as its source hinders, a thin trail of it."""

from __future__ import annotations

from amba.core.event import Placed
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BLAZE, BURNING, DRIFTING, RAIN, VEHICLE_DUST, WIND
from amba.games.hollow.rules.r024_smoke import CLOUDS, SOURCES, is_smoky, smoke_counters, spare_smoke
from amba.games.hollow.rules.r029_cover import SMOKE
from amba.games.hollow.rules.r194_air import RAINING, upwind
from amba.games.hollow.rules.r194_trails import HINDRANCE as TRAIL
from amba.games.hollow.rules.r194_trails import dust_of, has_trail
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex

BREEZE = 1
"""The wind in which smoke drifts and stays."""


def sources(s: HollowState) -> list[tuple[int, int, int]]:
    """Where smoke comes from that drifts: hex, how far it goes, and whose it is. Smoke of guns, blazes and burning wrecks, dust of vehicles; grenades are too small."""
    limit = s.world.hexes
    found = [(s.at[p], CLOUDS[s.face[p]], s.points[p]) for p in smoke_counters(s) if s.at[p] < limit and (s.face[p] == BLAZE or s.face[p] in SOURCES)]
    wrecks = range(s.world.first_vehicle, s.world.first_gun) if s.has_armour else ()
    found += [(s.at[v], SMOKE, 1 + s.side[v]) for v in wrecks if s.at[v] < limit and s.has(v, BURNING)]
    if dust_drifts(s):
        found += [(s.at[p], TRAIL, 1 + (s.points[p] - 1) % 2) for p in smoke_counters(s) if s.at[p] < limit and s.face[p] == VEHICLE_DUST]
    return [*found, *((s.at[dust_of(s, v)], TRAIL, 1 + s.side[v]) for v in wrecks if dust_drifts(s) and has_trail(s, v))]


@rule("194.74")
def dust_drifts(s: HollowState) -> bool:
    """Vehicle dust is normal drifting dispersed smoke: it drifts; or, where the players read it so, it is what has drifted already."""
    return s.options.get("dust_drifts", "yes") == "yes"


def downwind(s: HollowState, hex: Hex) -> Hex:
    """The neighbour the wind blows to."""
    x, y = upwind(s, hex)
    return 2 * hex[0] - x, 2 * hex[1] - y


@rule("102", "194.5")
def drift_smoke(s: HollowState) -> None:
    """What had drifted is gone; in a mild breeze every source trails thin smoke down the wind, one hex for each point it hinders."""
    for piece in smoke_counters(s):
        if s.at[piece] < s.world.hexes and s.face[piece] == DRIFTING:
            s.remove("102", piece, "spare")
    if s.tracks[WIND] != BREEZE or s.tracks[RAIN] == RAINING:
        return
    for place, far, owner in sources(s):
        hex = s.field.hex_of[place]
        for _ in range(far):
            hex = downwind(s, hex)
            there = s.field.index.get(hex)
            spare = spare_smoke(s)
            if there is None or not spare:
                break
            if not is_smoky(s, there):
                s.turn_face("102", spare[0], DRIFTING)
                s.spend("102", spare[0], owner)
                s.do(Placed("102", spare[0], s.at[spare[0]], there))
