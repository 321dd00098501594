"""When a sniper gets his chance, where the players want snipers (M)."""

from __future__ import annotations

from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.frames_men import SniperRoll
from amba.games.hollow.state import HollowState

CALLS = 3
"""Ours, for both sides: the original roll that gives the enemy's sniper his chance."""
PHASES = range(1, 5)
"""From prep fire to advancing fire."""


@rule("M")
def call_sniper(s: HollowState, side: int, roll: int) -> None:
    """A side's original roll of 3, with fire or at a check, in the phases of fire and movement, gives the other side's sniper his chance."""
    if roll == CALLS and s.options.get("snipers") == "on" and s.phase % 8 in PHASES:
        push(s, SniperRoll(1 - side))
