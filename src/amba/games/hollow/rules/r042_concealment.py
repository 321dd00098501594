"""Concealment: how it is lost by nearness, movement and fire, and gained by keeping still."""

from __future__ import annotations

from collections.abc import Sequence

from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, CONCEALED, FINAL, FIRED, FIRST, GUARD, HIDDEN, MELEE, MOVED, PREP
from amba.games.hollow.rules.r007_seeing import may_be_seen
from amba.games.hollow.rules.r012_heroes import is_berserk
from amba.games.hollow.rules.r024_smoke import has_thrown_smoke
from amba.games.hollow.rules.r110_mounts import riding
from amba.games.hollow.rules.r185_hidden import spot_works
from amba.games.hollow.state import HollowState

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
            and not riding(s, unit)
            and not is_berserk(s, unit)
            and not s.marks[unit] & ACTIVE
            and not has_thrown_smoke(s, unit)
            and s.at[unit] not in near
            and conceals(s, s.at[unit])
        ):
            s.mark("42", unit, CONCEALED)


@rule("42")
def reveal(s: HollowState, piece: int) -> None:
    """Concealment is gone, and men who show themselves hold their hex; a dummy comes off the map."""
    if s.is_dummy(piece):
        if s.is_on_map(piece):
            s.remove("42", piece, "eliminated")
        return
    if s.is_secret(piece):
        s.mark("42", piece, HIDDEN, False)
        s.mark("42", piece, CONCEALED, False)
        s.claim(piece)
        if s.is_on_map(piece):
            spot_works(s)


@rule("42")
def find_enemies(s: HollowState, units: Sequence[int], place: int) -> bool:
    """Whoever comes upon concealed or hidden enemies finds them; their dummies vanish, their units stop him.

    Dummies by themselves find nobody: they are what vanishes, whoever is there.
    """
    enemies = s.counters_at(place, 1 - s.side[units[0]])
    if not enemies:
        return False
    bluff = all(s.is_dummy(unit) for unit in units)
    for piece in units if bluff else enemies:
        if s.is_secret(piece):
            reveal(s, piece)
    return bluff or any(s.is_unit(enemy) for enemy in enemies)


@rule("42")
def lose_cover(s: HollowState, units: Sequence[int]) -> bool:
    """Men who move where the enemy could see them are no longer concealed, and dummies are gone; whether anything came to light."""
    secret = [u for u in units if s.is_on_map(u) and s.is_secret(u)]
    if not secret:
        return False
    if may_be_seen(s, s.at[secret[0]], s.viewpoint(secret[0]), s.side[secret[0]]):
        for unit in secret:
            reveal(s, unit)
        return True
    for unit in secret:
        if s.has(unit, HIDDEN):
            s.mark("42", unit, CONCEALED)
            s.mark("42", unit, HIDDEN, False)
    return False


@rule("42", "185.22")
def conceals(s: HollowState, place: int) -> bool:
    """Scrub, woods, buildings and the like conceal those who stand still in them."""
    return s.field.is_cover(place)
