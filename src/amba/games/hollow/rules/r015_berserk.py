"""Berserk men: how they go berserk, charge the nearest enemy they see, and come to themselves (B)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import AutoStep, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BERSERK, BROKEN, CX, DM, DUG, MELEE, MOVED, PINNED
from amba.games.hollow.frames import AdvancePhase, Hop, Marching
from amba.games.hollow.frames_men import Charging
from amba.games.hollow.orders import Advance
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.r005_going import step
from amba.games.hollow.rules.r005_movement import refuse_step
from amba.games.hollow.rules.r005_paths import FAR, ways_of
from amba.games.hollow.rules.r007_seeing import is_clear
from amba.games.hollow.rules.r012_heroes import is_berserk
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r179_prisoners import lose_guard
from amba.games.hollow.state import HollowState


@rule("B")
def prey_of(s: HollowState, unit: int) -> int:
    """The nearest hex with an enemy whom they know and see; -1 if there is none."""
    here = s.viewpoint(unit)
    seen = [s.at[foe] for foe in s.known_enemies(s.side[unit]) if is_clear(s, here, s.viewpoint(foe))]
    return min(seen, key=lambda place: (s.field.range(s.at[unit], place), place), default=-1)


@rule("B")
def go_berserk(s: HollowState, unit: int) -> None:
    """They are up at once, and leave prisoners to others."""
    s.do(Said("B", "heat", (s.world.names.pieces[unit], "goes berserk")))
    reveal(s, unit)
    for mark in (BROKEN, DM, PINNED, CX, DUG):
        s.mark("B", unit, mark, False)
    s.mark("B", unit, BERSERK)
    lose_guard(s, unit, s.at[unit])


@rule("B")
def charge(s: HollowState) -> None:
    """When the movement phase of their side begins, those who see an enemy charge him; the others come to themselves."""
    for unit in [u for u in s.units(s.phasing) if is_berserk(s, u)]:
        if prey_of(s, unit) < 0:
            s.do(Said("B", "heat", (s.world.names.pieces[unit], "comes to itself")))
            s.mark("B", unit, BERSERK, False)
        elif not s.has(unit, MELEE):
            push(s, Charging(unit))


@rule("B", "5")
def next_hop(s: HollowState, unit: int) -> Hop | None:
    """The first step of the cheapest way to a hex beside the enemy; none if they are there, or have no factors for it."""
    prey, here = prey_of(s, unit), s.at[unit]
    if prey < 0 or s.field.range(here, prey) <= 1:
        return None
    far = ways_of(s, (unit,), NORMAL, 0, FAR)
    ends = [(to, False) for to in s.field.around[prey] if (to, False) in far.cost]
    if not ends:
        return None
    hop = far.path(min(ends, key=lambda end: (far.price(end), end)))[0]
    return hop if refuse_step(s, (unit,), NORMAL, 0, *hop, False) is None else None


@rule("B", "16")
def run_charge(s: HollowState, at: Charging) -> None:
    """Step by step, each watched by the enemy, until they are beside him or can go no farther."""
    hop = next_hop(s, at.unit) if s.is_on_map(at.unit) and is_berserk(s, at.unit) else None
    if hop is None:
        pop(s)
        if s.is_on_map(at.unit):
            s.mark("B", at.unit, MOVED)
        return
    push(s, Marching((at.unit,), NORMAL, 0, (), 1))
    step(s, *hop)


@rule("B", "19")
def refuse_berserk_advance(s: HollowState, a: Advance) -> Refusal | None:
    """Berserk men advance at an enemy they know, nowhere else."""
    if not is_berserk(s, a.unit) or any(s.at[foe] == a.to for foe in s.known_enemies(s.side[a.unit])):
        return None
    return refuse_berserk_exit(s, a.unit)


def refuse_berserk_exit(s: HollowState, unit: int) -> Refusal | None:
    if not is_berserk(s, unit):
        return None
    return Refusal("B", "{unit} is berserk: it goes at the enemy and nowhere else.", {"unit": s.world.names.pieces[unit]})


def must_go_in(s: HollowState, at: AdvancePhase) -> list[Advance]:
    """The ways into the enemy's hexes of berserk men who have not advanced yet."""
    angry = [u for u in s.units(at.side) if is_berserk(s, u) and u not in at.done]
    return [Advance(unit, to) for unit in angry for to in s.field.around[s.at[unit]]]


CHARGING = AutoStep(Charging, run_charge)
