"""What leaders do for others: they help them check and rally, and direct their fire."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from amba.games.hollow.book import rule
from amba.games.hollow.rules.r012_heroes import is_berserk
from amba.games.hollow.rules.r017_weapons import shooter
from amba.games.hollow.state import HollowState


@rule("14")
def helper(s: HollowState, unit: int) -> int:
    """The best modifier of an unbroken leader in the hex, not the unit itself; a bad leader who is alone there counts, too."""
    found = [
        s.leader(other).leadership
        for other in s.units_at(s.at[unit], s.side[unit])
        if s.is_leader(other) and other != unit and s.is_good(other) and not is_berserk(s, other) and s.position(other) == s.position(unit)
    ]
    return min(found, default=0)


@rule("14")
def direction(s: HollowState, firers: Iterable[int]) -> int | None:
    """The modifier of the leaders who direct: one for every hex of the group, and the worst counts; None without them."""
    firers = tuple(firers)
    places = {s.at[shooter(s, piece)] for piece in firers if not s.is_leader(piece)}
    leaders = {s.at[piece]: s.leader(piece).leadership for piece in firers if s.is_leader(piece) and not mans_with_another(s, firers, piece)}
    return max(leaders.values()) if places and places <= set(leaders) else None


def leads_here(s: HollowState, unit: int) -> bool:
    """An unbroken leader, another than the unit, is with it."""
    return any(s.is_leader(u) and u != unit and s.is_good(u) and s.position(u) == s.position(unit) for u in s.units_at(s.at[unit], s.side[unit]))


@rule("17", "14")
def mans_with_another(s: HollowState, firers: Sequence[int], leader: int) -> bool:
    """A leader in the hex of a leader at a gun, where nobody else fires, serves that gun with him instead of directing it."""
    here = [p for p in firers if not s.is_leader(p) and s.at[shooter(s, p)] == s.at[leader]]
    return len(here) == 1 and s.is_weapon(here[0]) and s.is_leader(shooter(s, here[0]))
