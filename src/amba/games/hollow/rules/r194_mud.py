"""Where mud, sand and hammada can stop a vehicle, and what a track spares it (194.8, 192.2).

What mud does to men is played by 190.3 and 190.42; the rolls are in `armour/`.
"""

from __future__ import annotations

from amba.games.hollow.boards.ground import Ground
from amba.games.hollow.boards.terrain import TERRAIN
from amba.kit.rays import Hex

LOOSE = ("sand", "low_dune", "high_dune")


def is_open(ground: Ground, hex: Hex, *but: str) -> bool:
    """Open ground: nothing grows or is built there, nor is it one of the grounds that a paragraph leaves out besides."""
    return not ground.has(hex, *but) and not any(TERRAIN[word].kind == "cover" for word in ground.terrain[hex])


def is_beside(ground: Ground, hex: Hex, *words: str) -> bool:
    """Whether such terrain can be gone to from the hex in one step."""
    return any(ground.has(there, *words) and ground.is_accessible(hex, there) for there in ground.neighbours(hex))


def mud_bogs(ground: Ground, hex: Hex, paved: bool = False) -> bool:
    """194.8: of desert hexes only open ground that lies beside hammada counts, neither scrub nor hammada nor sand; a paved road in the hex spares the roll, a track does not."""
    return not paved and is_open(ground, hex, "scrub", "hammada", *LOOSE) and is_beside(ground, hex, "hammada")


def hammada_stops(ground: Ground, hex: Hex, mud: bool, on_track: bool) -> bool:
    """186.14, 192.2, 194.8: hammada, and open ground beside it unless that is mud; a track or road spares the roll."""
    if on_track:
        return False
    if ground.has(hex, "hammada"):
        return True
    return not mud and is_open(ground, hex, "scrub", "hammada", *LOOSE) and is_beside(ground, hex, "hammada")


def sand_bogs(ground: Ground, hex: Hex, on_track: bool) -> bool:
    """190.31, 192.2: sand, with scrub too, and open ground beside sand, which scrub is here (185.2) and hammada is not (186.12); a track or road spares the roll."""
    if on_track:
        return False
    return ground.has(hex, *LOOSE) or (is_open(ground, hex, "hammada") and is_beside(ground, hex, *LOOSE))
