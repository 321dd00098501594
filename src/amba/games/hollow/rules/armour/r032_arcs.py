"""Facing: hull and turret point at a hexspine; what lies in an arc, and which facing a shot meets (32)."""

from __future__ import annotations

from functools import cache

from amba.games.hollow.book import rule
from amba.games.hollow.counters import BYPASS, BYPASS_LEFT, TCA, VCA
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

SPINES = range(6)
FRONT, SIDE, REAR = "front", "side", "rear"
TURN = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0))
"""The two neighbours (as `NEIGHBOURS` counts them) that lie at each hexspine."""


def vca(s: HollowState, vehicle: int) -> int:
    return s.pointing(vehicle, VCA)


@rule("32")
def tca(s: HollowState, piece: int) -> int:
    """Where a turret points, or a gun; a vehicle without a turret has its hull's arc."""
    if s.is_vehicle(piece) and not s.vehicle(piece).has_turret:
        return s.pointing(piece, VCA)
    return s.pointing(piece, TCA)


def apart(a: int, b: int) -> int:
    """How many hexspines lie between two of them, the shorter way round: 0 to 3."""
    return min((a - b) % 6, (b - a) % 6)


@rule("32")
def ahead_of(s: HollowState, place: int, spine: int) -> list[int]:
    """The hexes at a hexspine: the two a vehicle that points there can enter. Fewer at the edge of the map."""
    column, y = s.field.hex_of[place]
    found = ((column + NEIGHBOURS[side][0], y + NEIGHBOURS[side][1]) for side in TURN[spine])
    return [s.field.index[hex] for hex in found if hex in s.field.index]


@rule("132")
def beyond(s: HollowState, vehicle: int) -> list[int]:
    """The hex that a vehicle in bypass comes to when it goes straight on: the one at the end of its hexside."""
    side = TURN[vca(s, vehicle)][1 if s.has(vehicle, BYPASS_LEFT) else 0]
    column, y = s.field.hex_of[s.at[vehicle]]
    there = (column + NEIGHBOURS[side][0], y + NEIGHBOURS[side][1])
    return [s.field.index[there]] if there in s.field.index else []


def ahead(s: HollowState, vehicle: int) -> list[int]:
    return beyond(s, vehicle) if s.has(vehicle, BYPASS) else ahead_of(s, s.at[vehicle], vca(s, vehicle))


def behind(s: HollowState, vehicle: int) -> list[int]:
    return [] if s.has(vehicle, BYPASS) else ahead_of(s, s.at[vehicle], (vca(s, vehicle) + 3) % 6)


@cache
def _across(spine: int, x: int, y: int) -> tuple[int, int]:
    """How far a hex lies along each of the two hexsides of a spine: it is their sum with these factors."""
    (ax, ay), (bx, by) = (NEIGHBOURS[side] for side in TURN[spine])
    whole = ax * by - ay * bx
    return (x * by - y * bx) // whole, (ax * y - ay * x) // whole


@rule("32")
def in_arc(s: HollowState, place: int, spine: int, target: int) -> bool:
    """Whether a hex lies in the arc that opens from a hexspine: between the two rows of hexes that begin there, those rows too."""
    here, there = s.field.hex_of[place], s.field.hex_of[target]
    a, b = _across(spine, there[0] - here[0], there[1] - here[1])
    return a >= 0 and b >= 0


@rule("32")
def spines_off(s: HollowState, place: int, spine: int, target: int) -> int:
    """How many hexspines a hull, turret or gun has to turn until the hex is in its arc: 0 to 3."""
    if place == target:
        return 0
    here, there = s.field.hex_of[place], s.field.hex_of[target]
    return _off(spine, there[0] - here[0], there[1] - here[1])


@cache
def _off(spine: int, x: int, y: int) -> int:
    return min(apart(spine, other) for other in SPINES if min(_across(other, x, y)) >= 0)


@rule("32")
def facing_within(coloured: int) -> str:
    """Which facing a shot from the vehicle's own hex meets: the coloured die of the roll to hit says it."""
    return REAR if coloured <= 2 else SIDE if coloured <= 4 else FRONT


@rule("32")
def facing_hit(s: HollowState, vehicle: int, origin: int, spine: int | None = None) -> str:
    """Which facing a shot from a hex meets, of the hull, or of a turret that points at another spine."""
    return facing_at(s, s.at[vehicle], vca(s, vehicle) if spine is None else spine, origin)


@rule("32")
def facing_at(s: HollowState, place: int, spine: int, origin: int) -> str:
    """Of what points at a spine in a hex: by the hexside that the line crosses, two of them to a facing. On a hexspine it is the worse one for the firer."""
    here, there = s.field.hex_of[place], s.field.hex_of[origin]
    a, b = _across(spine, there[0] - here[0], there[1] - here[1])
    onward, aside = 3 * (a + b), abs(a - b)
    if onward > 0 and aside <= onward:
        return FRONT
    return REAR if aside < -onward or here == there else SIDE
