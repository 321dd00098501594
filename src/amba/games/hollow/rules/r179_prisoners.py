"""Prisoners: who guards them, and what becomes of them when their guard is lost.

Prisoners have no place of their own: they are where their guard is. So they lie in their captor's box, and `points` of each says who guards it, as `points` of a weapon says who has it.
"""

from __future__ import annotations

from amba.core.event import Placed, Removed, Said
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, DM, GUARD, MELEE
from amba.games.hollow.rules.r006_stacking import refuse_crowd
from amba.games.hollow.rules.r012_heroes import is_berserk
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r197_nations import squad_of
from amba.games.hollow.state import HollowState


def prisoners_of(s: HollowState, guard: int) -> list[int]:
    """Whom a unit guards."""
    return [p for p in s.here[s.world.prisoners[s.side[guard]]] if s.points[p] == guard + 1]


@rule("P")
def guard_for(s: HollowState, place: int, side: int) -> int | None:
    """Of the open unbroken units there, one that guards others already, else the least of them; men before leaders."""
    fit = [u for u in s.units_at(place, side) if s.is_good(u) and not s.is_secret(u) and not is_berserk(s, u)]
    return min(fit, key=lambda u: (not s.has(u, GUARD), s.is_leader(u), 0 if s.is_leader(u) else s.squad(u).firepower, u), default=None)


@rule("179", "B")
def is_given_no_quarter(s: HollowState, unit: int) -> bool:
    """Only berserk enemies of its hex or the next are there to take it, and they do not."""
    places = (s.at[unit], *s.field.around[s.at[unit]])
    return captor(s, unit) is None and any(is_berserk(s, u) for place in places for u in s.units_at(place, 1 - s.side[unit]))


@rule("179", "P")
def captor(s: HollowState, unit: int) -> int | None:
    """Who takes a unit that gives up: an unbroken known enemy of its hex, else of a neighbouring one."""
    side = 1 - s.side[unit]
    for place in (s.at[unit], *s.field.around[s.at[unit]]):
        found = guard_for(s, place, side)
        if found is not None and (place == s.at[unit] or not s.has(found, MELEE)):
            return found
    return None


@rule("179", "P")
def take_prisoner(s: HollowState, unit: int, guard: int, number: str) -> None:
    """The unit lays down its weapons and goes with its guard."""
    place = s.at[unit]
    s.do(Said(number, "captured", (s.world.names.pieces[unit], s.world.names.pieces[guard])))
    s.drop(number, unit)
    reveal(s, unit)
    s.do(Removed(number, unit, place, s.world.prisoners[s.side[guard]]))
    s.wipe(unit)
    entrust(s, unit, guard)
    lose_guard(s, unit, place)


def entrust(s: HollowState, prisoner: int, guard: int) -> None:
    s.spend("P", prisoner, guard + 1)
    s.mark("P", guard, GUARD)


@rule("197.3")
def never_escapes(s: HollowState, unit: int) -> bool:
    """No Italian tries to get away once he is taken."""
    squad = squad_of(s, unit)
    return (squad.nation if squad is not None else s.plan.nations[s.side[unit]]) == "italian"


@rule("P", "197.3")
def lose_guard(s: HollowState, guard: int, place: int) -> None:
    """A guard who breaks, falls or is taken himself leaves his prisoners to another unbroken unit of the hex; without one they run, but for Italians."""
    held = [p for side in (0, 1) for p in s.here[s.world.prisoners[side]] if s.points[p] == guard + 1]
    if not held:
        return
    s.mark("P", guard, GUARD, False)
    other = guard_for(s, place, s.side[guard])
    for prisoner in held:
        if other is not None:
            entrust(s, prisoner, other)
        else:
            s.spend("P", prisoner, 0)
            if not never_escapes(s, prisoner):
                run_free(s, prisoner, place)


@rule("P")
def way_out(s: HollowState, prisoner: int, place: int) -> int | None:
    """The neighbouring hex men who get away run to: cover first, then the one farthest from known enemies; nobody runs into an enemy he sees."""
    side = s.side[prisoner]
    foes = [s.at[foe] for foe in s.known_enemies(side)]
    free = [
        to for to in s.field.around[place]
        if s.field.is_passable(place, to) and not s.seen_at(to, side) and refuse_crowd(s, to, side, (prisoner,)) is None
    ]  # fmt: skip
    return max(free, key=lambda to: (s.field.is_shelter(to), min((s.field.range(to, foe) for foe in foes), default=0), -to), default=None)


@rule("P", "13")
def run_free(s: HollowState, prisoner: int, place: int) -> None:
    """Free men are broken and have nothing in their hands; hidden enemies they run into take them again."""
    to = way_out(s, prisoner, place)
    if to is None:
        return
    s.do(Said("P", "free", (s.world.names.pieces[prisoner], s.world.names.places[to])))
    s.spend("P", prisoner, 0)
    for foe in s.counters_at(to, 1 - s.side[prisoner]):
        reveal(s, foe)
    again = guard_for(s, to, 1 - s.side[prisoner])
    if again is not None:
        entrust(s, prisoner, again)
        return
    s.do(Placed("P", prisoner, s.at[prisoner], to))
    s.mark("P", prisoner, BROKEN)
    s.mark("13", prisoner, DM)
