"""Fog: a hindrance like any other, unlike the rest of low visibility (111, 176.32). How thick it is and how it lifts are our own figures."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import FOG, SNOW, WIND
from amba.games.hollow.state import HollowState

FOGS = ("none", "fog", "thick fog")
STORM = 2
"""The wind that lifts fog."""


@rule("111.2", "176.32")
def fog_hindrance(s: HollowState, range_: int) -> int:
    """+1 for every two hexes of the range, in thick fog for every one."""
    return range_ // 2 if s.tracks[FOG] == 1 else range_ if s.tracks[FOG] else 0


@rule("111.2")
def lift_fog(s: HollowState) -> None:
    """A heavy wind thins it out by a grade each player turn."""
    if s.tracks[FOG] and s.tracks[WIND] == STORM:
        s.set_track("111.2", FOG, s.tracks[FOG] - 1)


def veil_of(s: HollowState) -> str:
    """What lies over the whole map, as the table draws it."""
    return FOGS[s.tracks[FOG]].replace(" ", "-") if s.tracks[FOG] else "snow" if s.tracks[SNOW] else ""
