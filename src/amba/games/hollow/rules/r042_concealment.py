"""Concealment: how it is lost by nearness and gained by keeping still."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.rules import hooks
from amba.games.hollow.rules.r003_setup import conceals
from amba.games.hollow.rules.r012_morale import reveal
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import BUSY, CONCEALED, FINAL, FIRED, FIRST, GUARD, HIDDEN, MELEE, MOVED, PREP

ACTIVE = sum(1 << mark for mark in (PREP, FIRST, FINAL, FIRED, MOVED, BUSY, MELEE))


@rule("42")
def lose_concealment(s: HollowState) -> None:
    """Beside an enemy unit nobody stays concealed, and no dummy either; hidden units are not found that way and find nobody."""
    places = [
        {s.at[u] for u in s.units(side) if not s.has(u, HIDDEN) and s.is_good(u)}
        for side in (0, 1)
    ]  # fmt: skip
    found = []
    for side in (0, 1):
        near = {there for place in places[1 - side] for there in (place, *s.field.around[place])}
        found += [p for p in s.known_counters(side) if s.has(p, CONCEALED) and s.at[p] in near]
    for piece in found:
        reveal(s, piece)


@rule("42", "185.22")
def gain_concealment(s: HollowState) -> None:
    """At the end of a side's player turn its units that did nothing, in cover and not beside an enemy, are concealed."""
    side = s.phasing
    enemies = {s.at[p] for p in s.known_counters(1 - side)}
    near = {there for place in enemies for there in (place, *s.field.around[place])}
    for unit in s.units(side):
        if (
            s.is_good(unit)
            and not s.has(unit, GUARD)
            and not s.marks[unit] & ACTIVE
            and not hooks.has_stirred(s, unit)
            and s.at[unit] not in near
            and conceals(s, s.at[unit])
            and s.position(unit) == "ground"
        ):
            s.mark("42", unit, CONCEALED)
