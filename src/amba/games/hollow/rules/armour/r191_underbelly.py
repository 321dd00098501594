"""Underbelly hits: a tank that climbs over a wall or out of a wadi shows its underside to those before it (191.51)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import REVERSE
from amba.games.hollow.field import RIM
from amba.games.hollow.rules.armour.r030_costs import goes_by_road
from amba.games.hollow.rules.armour.r032_arcs import in_arc, vca
from amba.games.hollow.rules.armour.r063_guns import crew_of, serving
from amba.games.hollow.rules.r007_look import elevation
from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.state import HollowState

NEAR = 6
"""How near to the hex that is entered a firer must be."""


@rule("191.51", "188.191")
def shows_belly(s: HollowState, vehicle: int, here: int, to: int) -> bool:
    """An armoured vehicle that crosses a wall but by road, or leaves a wadi, from its crest too."""
    if not s.vehicle(vehicle).is_armoured or goes_by_road(s, here, to):
        return False
    if s.field.side(here, to, "wall"):
        return True
    return s.field.is_wadi(here) and (s.position(vehicle) == RIM or not s.field.side(here, to, "wadi", "wadi_join"))


@rule("191.51")
def sees_belly(s: HollowState, gun: int, vehicle: int, to: int) -> bool:
    """A gun within six hexes of the hex that is entered, no higher than that, in the arc toward which the vehicle moves, whose crew sees the hexside, which lies above the bed of a wadi: no mortar."""
    crew, there = crew_of(s, gun), s.field.view_from(to, RIM)
    if serving(s, gun).is_mortar or crew < 0 or s.field.range(s.at[gun], to) > NEAR:
        return False
    mine = s.viewpoint(crew)
    if elevation(s.field.ground, mine) > elevation(s.field.ground, there):
        return False
    spine = (vca(s, vehicle) + 3) % 6 if s.has(vehicle, REVERSE) else vca(s, vehicle)
    return in_arc(s, s.at[vehicle], spine, s.at[gun]) and line(s, mine, there).is_clear
