"""Cactus hedges: two versions in the text, the second one played unless the players choose the first."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, BUSY, CX, MELEE, MOVED, PINNED, PREP, THORNS
from amba.games.hollow.frames import AdvancePhase, MovePhase, Watching
from amba.games.hollow.orders import WorkIntoHedge
from amba.games.hollow.rules.common import ADVANCING, ASSAULTING, Item, refuse_not_own, refuse_state
from amba.games.hollow.rules.r006_stacking import overload
from amba.games.hollow.rules.r042_concealment import lose_cover
from amba.games.hollow.rules.r110_mounts import BICYCLE, riding
from amba.games.hollow.state import HollowState

ALL = 99
"""Movement factors that nobody has: the unit goes no farther."""


def is_thorny(s: HollowState, a: int, b: int) -> bool:
    return a in s.field.hex_of and s.field.side(a, b, "cactus_hedge")  # who enters the map comes from none of its hexes


def is_old_rule(s: HollowState) -> bool:
    return s.options.get("cactus") == "assault"


@rule("196.3", "193.7")
def refuse_crossing(s: HollowState, units: Sequence[int], here: int, to: int, pace: str) -> Refusal | None:
    """Across a cactus hedge go only men who have spent a movement phase in it; by the first version, assault movement or advance."""
    if not is_thorny(s, here, to):
        return None
    advancing = pace == ADVANCING
    if is_old_rule(s):
        if advancing and any(s.has(unit, CX) for unit in units):
            return Refusal("193.7", "Exhausted men do not advance through a cactus hedge.")
        return None if advancing or pace == ASSAULTING else Refusal("193.7", "A cactus hedge is crossed by assault movement or in the advance only.")
    if advancing:
        return Refusal("196.3", "A cactus hedge is crossed in the movement phase only.")
    if any(overload(s, unit) for unit in units):
        return Refusal("196.3", "Nobody crosses a cactus hedge with more than he carries easily.")
    if all(s.has(unit, THORNS) and not s.has(unit, BUSY) for unit in units):
        return None
    return Refusal("196.3", "First the men have to spend a whole movement phase getting into the cactus hedge.")


@rule("196.3", "193.7")
def crossed(s: HollowState, units: Sequence[int], here: int, to: int) -> None:
    """Behind the hedge the men have nothing left; whoever goes elsewhere is out of it."""
    advancing = isinstance(s.frames[-1], AdvancePhase)
    for unit in units:
        s.mark("196.3", unit, THORNS, False)
        if is_thorny(s, here, to) and not is_old_rule(s):
            s.spend("196.3", unit, ALL)
        if is_thorny(s, here, to) and is_old_rule(s) and advancing:
            s.mark("193.7", unit, CX)


def is_in_hedge(s: HollowState, unit: int) -> bool:
    """In the middle of a cactus hedge: not yet free to cross it."""
    return s.has(unit, THORNS) and s.has(unit, BUSY)


@rule("196.3")
def thorn_items(s: HollowState, firer: int, target: int) -> list[Item]:
    """-2, hazardous movement, against men in the middle of a cactus hedge."""
    return [Item("in a cactus hedge", -2, "196.3")] if is_in_hedge(s, target) else []


@rule("196.3")
def out_of_thorns(s: HollowState) -> None:
    """When their movement phase comes the men may go on; those who are no longer in good order have to begin again."""
    for unit in [u for u in s.counters(s.phasing) if s.has(u, THORNS)]:
        s.mark("196.3", unit, BUSY, False)
        if s.is_broken(unit) or s.has(unit, MELEE):
            s.mark("196.3", unit, THORNS, False)


@rule("196.3")
def refuse_thorns(s: HollowState, at: MovePhase, a: WorkIntoHedge) -> Refusal | None:
    """Men beside a cactus hedge may spend a whole movement phase getting into it, with no more on their backs than they carry easily."""
    if is_old_rule(s):
        return Refusal("193.7", "By the first version a cactus hedge is crossed by assault movement or in the advance.")
    unit = a.unit
    found = refuse_not_own(s, at.side, unit, "196.3", "unit or dummy") or refuse_state(
        s, unit, "get into the hedge", (BROKEN, PREP, MOVED, PINNED, BUSY, MELEE, THORNS), "196.3"
    )
    if found is not None:
        return found
    if s.points[unit]:
        return Refusal("196.3", "It has spent movement factors already.")
    if riding(s, unit) not in ("", BICYCLE):
        return Refusal("196.3", "Nobody rides into a cactus hedge.")
    if not any(is_thorny(s, s.at[unit], there) for there in s.field.around[s.at[unit]]):
        return Refusal("196.3", "There is no cactus hedge here.")
    if overload(s, unit):
        return Refusal("196.3", "It carries {more} too much for that.", {"more": overload(s, unit)})
    return None


@rule("196.3", "42", "16")
def work_into_hedge(s: HollowState, at: MovePhase, a: WorkIntoHedge) -> None:
    """All its factors go into the hedge; until its next movement phase it is an easy target. Like anybody who spends factors it is seen, and fired at."""
    for mark in (THORNS, BUSY, MOVED):
        s.mark("196.3", a.unit, mark)
    lose_cover(s, (a.unit,))
    push(s, Watching(s.at[a.unit], (a.unit,)))


def thorns_candidates(s: HollowState, at: MovePhase) -> list[WorkIntoHedge]:
    return [WorkIntoHedge(unit) for unit in s.counters(at.side)] if s.field.has_thorns and not is_old_rule(s) else []


THORNS_ORDER = Takes(WorkIntoHedge, work_into_hedge, refuse_thorns, candidates=thorns_candidates)
