"""Reinforcements come onto the map, several together if they like."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.steps import AskStep, Takes, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import MOVED
from amba.games.hollow.frames import AfterStep, Entering, Marching, MovePhase, Watching
from amba.games.hollow.orders import Enter, Go, Join
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.r004_reinforcements import arriving, carry_in, entry_cost, refuse_entry
from amba.games.hollow.rules.r005_going import after_entry
from amba.games.hollow.rules.r005_movement import posture_after
from amba.games.hollow.rules.r042_concealment import find_enemies
from amba.games.hollow.rules.r056_wire import caught_in_wire
from amba.games.hollow.rules.r193_advantage import claim_walls
from amba.games.hollow.state import HollowState


def refuse_enter(s: HollowState, at: MovePhase, a: Enter) -> Refusal | None:
    return refuse_entry(s, at.side, (a.unit,), a.at)


def entries(s: HollowState, at: MovePhase, unit: int) -> list[Enter]:
    places = {place for group in s.plan.groups if unit in group.pieces for place in group.hexes}
    return [Enter(unit, place) for place in sorted(places) if refuse_entry(s, at.side, (unit,), place) is None]


def gather_to_enter(s: HollowState, at: MovePhase, a: Enter) -> None:
    push(s, Entering((a.unit,), a.at))


ENTER_ORDER = Takes(Enter, gather_to_enter, refuse_enter, heads=lambda s, at: arriving(s, at.side), tails=entries)


@rule("4")
def refuse_join(s: HollowState, at: Entering, a: Join) -> Refusal | None:
    """Who else is due, as long as there is room."""
    return refuse_entry(s, s.side[at.units[0]], (*at.units, a.unit), at.place)


def join(s: HollowState, at: Entering, a: Join) -> None:
    change(s, Entering((*at.units, a.unit), at.place))


def refuse_go(s: HollowState, at: Entering, a: Go) -> Refusal | None:
    return None if a.to == at.place else Refusal("4", "They enter at {place}.", {"place": s.world.names.places[at.place]})


@rule("4", "55")
def enter(s: HollowState, at: Entering, a: Go) -> None:
    """They pay for the hex they enter, and meet there what everybody meets: an enemy nobody saw, mines, fire. Somebody hidden there, or wire, bars the way in."""
    units, place = at.units, at.place
    side, origin = s.side[units[0]], s.at[units[0]]
    if find_enemies(s, units, place) or caught_in_wire(s, side, place):
        pop(s)
        return
    price = entry_cost(s, place)
    for unit in units:
        carry_in(s, unit)
        s.march("4", unit, place)
        s.spend("5", unit, price)
        s.mark("5", unit, MOVED)
        posture_after(s, unit, place, False)
    claim_walls(s, side)
    change(s, Marching(units, NORMAL, 1))
    push(s, AfterStep(False, False, False))
    push(s, Watching(place, units))
    after_entry(s, units, origin, place)


ENTERING = AskStep(
    Entering,
    lambda s, at: Decision(
        s.side[at.units[0]], "entering", "4", "Entering at {place}: who comes along, then go.", {"place": s.world.names.places[at.place]}
    ),
    Takes(Join, join, refuse_join, candidates=lambda s, at: [Join(unit) for unit in arriving(s, s.side[at.units[0]])]),
    Takes(Go, enter, refuse_go, candidates=lambda _, at: [Go(at.place)]),
)
