"""Vehicles raise dust behind them where the ground is dry; when it lies down again (194.74, 194.741)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.core.event import Placed
from amba.games.hollow.book import rule
from amba.games.hollow.counters import MOTION
from amba.games.hollow.frames_platoon import OFF
from amba.games.hollow.rules.armour.r030_costs import goes_by_road
from amba.games.hollow.rules.r194_trails import FAST, can_rise, dust_of, has_trail
from amba.games.hollow.state import HollowState

SLOW = FAST + 2
"""Half points: what is spent at least so as to raise none."""


class Trail(NamedTuple):
    """A vehicle has gone from a hex to another for so many half points; whether it started in the first, and whether men went along beneath it."""

    vehicle: int
    here: int
    to: int
    cost: int
    started: bool = False
    with_men: bool = False


@rule("194.74")
def leaves_dust(s: HollowState, trail: Trail) -> bool:
    """At two points or less a hex; not out of the hex it started in, by road, off the map, or with men beneath it."""
    if s.vehicle(trail.vehicle).is_wagon or trail.cost > FAST or trail.started or trail.with_men or trail.to in {OFF, trail.here}:
        return False
    return can_rise(s) and not goes_by_road(s, trail.here, trail.to)


def lay(s: HollowState, number: str, vehicle: int) -> None:
    """Its dust is gone."""
    if has_trail(s, vehicle):
        s.remove(number, dust_of(s, vehicle), "spare")


@rule("194.74", "194.741")
def raise_dust(s: HollowState, trails: Sequence[Trail]) -> None:
    """Whoever has left his hex leaves the old dust behind, and raises new dust where he was: of a platoon all at the end of the impulse."""
    for trail in trails:
        if trail.to != trail.here and s.at[trail.vehicle] != trail.here:
            lay(s, "194.74", trail.vehicle)
    for trail in trails:
        if s.at[trail.vehicle] == trail.to and leaves_dust(s, trail):
            counter = dust_of(s, trail.vehicle)
            s.do(Placed("194.74", counter, s.at[counter], trail.here))


@rule("194.74")
def shake_off(s: HollowState, vehicle: int) -> None:
    """The first point that a vehicle spends in its phase: what dust it raised before is gone."""
    if has_trail(s, vehicle):
        lay(s, "194.74", vehicle)


@rule("194.74", "24")
def settle_dust(s: HollowState) -> None:
    """At the start of a side's prep fire: the dust of its vehicles that are not in motion, or no more."""
    if s.has_armour:
        for vehicle in range(s.world.first_vehicle, s.world.first_gun):
            if s.side[vehicle] == s.phasing and not (s.is_on_map(vehicle) and s.has(vehicle, MOTION)):
                lay(s, "194.74", vehicle)


@rule("194.74", "194.77")
def sweep_dust(s: HollowState) -> None:
    """Heavy wind, gusts and rain leave none."""
    if s.has_armour and not can_rise(s):
        for vehicle in range(s.world.first_vehicle, s.world.first_gun):
            lay(s, "194.74", vehicle)
