"""Reinforcements: who may enter, where, together with whom, and what the way in costs."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Decision, Refusal
from amba.core.steps import AskStep, Takes, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import MOVED
from amba.games.hollow.frames import AfterStep, Entering, Marching, MovePhase, Watching
from amba.games.hollow.orders import Enter, Go, Join
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.r005_going import after_entry
from amba.games.hollow.rules.r005_movement import ground_state, posture_after
from amba.games.hollow.rules.r006_stacking import refuse_crowd, refuse_weapon
from amba.games.hollow.rules.r042_concealment import find_enemies
from amba.games.hollow.rules.r056_wire import caught_in_wire
from amba.games.hollow.rules.r102_blazes import refuse_into_blaze
from amba.games.hollow.rules.r185_costs import sand_cost, terrain_cost
from amba.games.hollow.rules.r193_walls import claim_walls
from amba.games.hollow.state import HollowState


@rule("4")
def arriving(s: HollowState, side: int) -> list[int]:
    """Reinforcements whose turn has come."""
    box = s.world.entry[side]
    return [p for g in s.plan.groups if g.side == side and 0 < g.turn <= s.turn for p in g.pieces if s.at[p] == box and s.is_unit(p)]


@rule("4", "6")
def refuse_entry(s: HollowState, side: int, units: Sequence[int], place: int) -> Refusal | None:
    """Units that are due, into a hex of their area where no enemy is seen, no more of them than may stand there."""
    name = {"place": s.world.names.places[place]}
    due = arriving(s, side)
    for unit in units:
        if unit not in due:
            return Refusal("4", "{unit} is not among the reinforcements that are due.", {"unit": s.world.names.pieces[unit]})
    if len(set(units)) < len(units):
        return Refusal("4", "It comes along already.")
    areas = [group.hexes for unit in units for group in s.plan.groups if unit in group.pieces]
    if any(place not in hexes for hexes in areas):
        return Refusal("4", "{place} is not where the scenario lets them enter.", name)
    if s.seen_at(place, side):
        return Refusal("4", "The enemy is in {place}.", name)
    return refuse_into_blaze(s, place) or refuse_crowd(s, place, side, units)


@rule("4", "5")
def entry_cost(s: HollowState, place: int) -> int:
    """The ground of the first hex; nobody climbs a slope or a wall that lies off the map."""
    words = s.field.words(place)
    return terrain_cost(words, "infantry", s.world.printed) + sand_cost(words, "infantry", ground_state(s), s.world.printed)


@rule("4", "5.7")
def carry_in(s: HollowState, unit: int) -> None:
    """Weapons of the group that nobody has yet come with it, one to a unit."""
    group = next(g for g in s.plan.groups if unit in g.pieces)
    weapons = [w for w in group.pieces if s.is_weapon(w) and s.at[w] == s.world.entry[group.side] and s.owner_of(w) < 0]
    for weapon in [w for w in weapons if refuse_weapon(s, unit, w) is None][:1]:
        s.spend("5.7", weapon, unit + 1)


def entries(s: HollowState, at: MovePhase, unit: int) -> list[Enter]:
    places = {place for group in s.plan.groups if unit in group.pieces for place in group.hexes}
    return [Enter(unit, place) for place in sorted(places) if refuse_entry(s, at.side, (unit,), place) is None]


ENTER_ORDER = Takes(
    Enter,
    lambda s, _at, a: push(s, Entering((a.unit,), a.at)),
    lambda s, at, a: refuse_entry(s, at.side, (a.unit,), a.at),
    heads=lambda s, at: arriving(s, at.side),
    tails=entries,
)


@rule("4")
def refuse_join(s: HollowState, at: Entering, a: Join) -> Refusal | None:
    """Who else is due, as long as there is room."""
    return refuse_entry(s, s.side[at.units[0]], (*at.units, a.unit), at.place)


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
    Takes(
        Join,
        lambda s, at, a: change(s, Entering((*at.units, a.unit), at.place)),
        refuse_join,
        candidates=lambda s, at: [Join(unit) for unit in arriving(s, s.side[at.units[0]])],
    ),
    Takes(Go, enter, refuse_go, candidates=lambda _, at: [Go(at.place)]),
)
