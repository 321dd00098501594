"""Morale: limits, pins, breaking and replacement."""

from __future__ import annotations

from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, CX, DM, LOST_HALVES, MELEE, PINNED, WALL
from amba.games.hollow.frames import HeatRoll
from amba.games.hollow.rules.r014_leaders import helper
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r179_prisoners import lose_guard
from amba.games.hollow.rules.r197_nations import has_no_broken_side, morale_change
from amba.games.hollow.state import HollowState


@rule("12", "94")
def morale(s: HollowState, unit: int) -> int:
    """The morale of the side that is up."""
    if s.is_leader(unit):
        return s.leader(unit).morale + morale_change(s, unit)
    squad = s.squad(unit)
    return (squad.broken if s.is_broken(unit) else squad.morale) + morale_change(s, unit)


def limit(s: HollowState, unit: int, modifier: int) -> int:
    """The highest roll that passes."""
    return morale(s, unit) - modifier - helper(s, unit)


@rule("142.6")
def pin(s: HollowState, unit: int) -> None:
    """A pinned unit neither moves nor advances and fires at half strength."""
    if s.is_good(unit):
        s.mark("142.6", unit, PINNED)


@rule("12")
def eliminate(s: HollowState, unit: int, number: str = "12") -> None:
    """Off the map; whom it guarded is guarded by others, or free."""
    reveal(s, unit)
    place = s.at[unit]
    s.remove(number, unit, "eliminated")
    lose_guard(s, unit, place)


@rule("12", "E", "197.21", "197.23")
def break_unit(s: HollowState, unit: int, missed_by: int = 0) -> None:
    """A unit breaks and is under desperation morale; one that fails by more than its side's rating is replaced by a lesser one. A broken one is gone."""
    reveal(s, unit)
    if s.is_broken(unit) or has_no_broken_side(s, unit):
        eliminate(s, unit)
        return
    replaced = s.squad(unit).elr if s.is_man(unit) else None
    if missed_by > s.plan.elr[s.side[unit]] and replaced is not None:
        s.turn_face("E", unit, s.world.squad_face[replaced])
    s.mark("12", unit, BROKEN)
    s.mark("13", unit, DM)
    for mark in (PINNED, CX, MELEE, WALL):
        s.mark("12", unit, mark, False)
    lose_guard(s, unit, s.at[unit])


@rule("10", "177")
def reduce(s: HollowState, unit: int) -> None:
    """A squad becomes its half-squad; anything smaller is gone."""
    half = s.squad(unit).half if s.is_man(unit) else None
    if half is None:
        eliminate(s, unit, "10")
    else:
        reveal(s, unit)
        s.turn_face("10", unit, s.world.squad_face[half])
        track = LOST_HALVES + s.side[unit]
        s.set_track("177", track, s.tracks[track] + 1)


@rule("H")
def feel_the_heat(s: HollowState, unit: int, roll: int) -> None:
    """An original 2 at a morale check or a rally: two more dice, where the players have chosen it."""
    if roll == 2 and s.options.get("heat") == "on" and s.is_on_map(unit):
        push(s, HeatRoll(unit))
