"""Reinforcements: who may enter, where, together with whom, and what the way in costs."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.rules.r005_costs import ground_state
from amba.games.hollow.rules.r006_stacking import refuse_crowd, refuse_weapon
from amba.games.hollow.rules.r185_costs import sand_cost, terrain_cost
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
    return refuse_crowd(s, place, side, units)


@rule("4", "5")
def entry_cost(s: HollowState, place: int) -> int:
    """The ground of the first hex; nobody climbs a slope or a wall that lies off the map."""
    words = s.field.words(place)
    return terrain_cost(words, "infantry") + sand_cost(words, "infantry", ground_state(s))


@rule("4", "5.7")
def carry_in(s: HollowState, unit: int) -> None:
    """Weapons of the group that nobody has yet come with it, one to a unit."""
    group = next(g for g in s.plan.groups if unit in g.pieces)
    weapons = [w for w in group.pieces if s.is_weapon(w) and s.at[w] == s.world.entry[group.side] and s.owner_of(w) < 0]
    for weapon in [w for w in weapons if refuse_weapon(s, unit, w) is None][:1]:
        s.spend("5.7", weapon, unit + 1)
