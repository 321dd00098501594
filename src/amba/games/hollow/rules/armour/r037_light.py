"""Light anti-tank weapons that have numbers to hit of their own (37)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import MALFUNCTION, MOVED
from amba.games.hollow.rules.common import Item
from amba.games.hollow.state import HollowState

STANDING, AFTER_MOVING = (8, 8, 7, 6, 3), (7, 7, 6, 4, 2)
"""What a bazooka or PIAT needs at 0 to 4 hexes."""


@rule("37.31")
def has_own_numbers(s: HollowState, gun: int) -> bool:
    """A PIAT or bazooka, whose numbers after a move stand for the case of the advancing fire phase."""
    return s.is_weapon(gun) and s.weapon(gun).kind in {"piat", "bazooka"}


@rule("37", "37.31")
def light_number(s: HollowState, gun: int, away: int, kind: str) -> list[Item]:
    """The number of a PIAT or bazooka by range, less after its men have moved; empty for anything else."""
    if not has_own_numbers(s, gun):
        return []
    moved = kind == "advancing" and s.has(s.owner_of(gun), MOVED)
    return [Item(f"{s.weapon(gun).title} at {away}", (AFTER_MOVING if moved else STANDING)[away], "37.31")]


@rule("37")
def throw_away(s: HollowState, gun: int) -> None:
    """A bazooka that has broken down is of no more use."""
    if s.is_weapon(gun) and s.weapon(gun).kind == "bazooka" and s.has(gun, MALFUNCTION):
        s.spend("37", gun, 0)
        s.remove("37", gun, "eliminated")
