"""What one vehicle of a platoon may do in an impulse, what that costs it, and what the impulse costs all (181.22, 181.221)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.games.hollow.book import rule
from amba.games.hollow.field import RIM
from amba.games.hollow.frames_platoon import OFF, Platoon, Stride
from amba.games.hollow.rules.armour.r030_costs import barred_by, entry_cost, is_in_the_way, meets
from amba.games.hollow.rules.armour.r030_routes import Going, Spot
from amba.games.hollow.rules.armour.r032_arcs import SPINES, TURN, apart
from amba.games.hollow.rules.armour.r055_vehicle_mines import is_known_mined
from amba.games.hollow.rules.armour.r176_checks import ON_ITS_WAY, Came, Passage
from amba.games.hollow.rules.armour.r181_escorts import cannot_follow
from amba.games.hollow.rules.armour.r181_legs import TO_CREST, corner_after, goes_to_crest, leg_items, times_of
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r029_vehicles import crest_point, enemies_driving, is_held
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

ONE = 2
"""Half points: a point, for the step over the edge of the map, and for each vehicle of the platoon that is in the hex already."""


class Gait(Going):
    """What each step costs one vehicle of a platoon, its comrades left out: they go where they go. A driver who is told to does go onto mines that he knows of."""

    def __init__(
        self, s: HollowState, vehicle: int, group: Sequence[int], is_cautious: bool = True, platoon: Platoon | None = None, how: str = ""
    ) -> None:
        super().__init__(s, vehicle)
        self.fellows = [v for v in group if v != vehicle]
        self.is_cautious, self.platoon, self.how = is_cautious, platoon, how

    def enter(self, here: int, to: int) -> tuple[int, int] | None:
        """Half points for a hex and what it is feared for; None where it, or who goes along beneath it, cannot go."""
        s, v = self.s, self.vehicle
        if self.platoon is not None and cannot_follow(s, self.platoon, v, to) is not None:
            return None
        if not s.here[to]:
            return super().enter(here, to)
        side = s.side[v]
        known = s.seen_at(to, side) if self.is_cautious else [p for p in s.seen_at(to, side) if not s.is_secret(p)]
        if barred_by(s, v, here, to)[0] or known or enemies_driving(s, side, to) or (self.is_cautious and is_known_mined(s, side, to)):
            return None
        return entry_cost(s, v, here, to) - self.fellows_at(here, to), self.fear(Passage(v, to, here))

    def fellows_at(self, here: int, to: int) -> int:
        """What the price of a hex has for comrades who stand in it now."""
        each = 4 if self.s.options.get("in_the_way", "two") == "two" else 2
        to_crest = goes_to_crest(self.how)
        return sum(each for v in self.fellows if self.s.at[v] == to and is_in_the_way(self.s, here, v, to_crest))


@rule("181.221", "32")
def entries(s: HollowState, place: int, to: int) -> list[int]:
    """The hexspines at which a vehicle must point to go from a hex to one beside it."""
    a, b = s.field.hex_of[place], s.field.hex_of[to]
    step = (b[0] - a[0], b[1] - a[1])
    if step not in NEIGHBOURS:
        return []
    side = NEIGHBOURS.index(step)
    return [(side - 1) % 6, side]


@rule("181.221")
def stride_cost(gait: Gait, spot: Spot, to: int, spine: int) -> int | None:
    """Half points for turning, one hex, and turning again; for turning alone in its hex; None where it cannot."""
    s, (here, points) = gait.s, spot
    if gait.how:
        return by_way(gait, here, to)
    if is_held(s, gait.vehicle) and here == s.at[gait.vehicle]:
        return 0 if (to, spine) == spot else None
    if to == OFF:
        ways = off_spines(s, here)
        return min(gait.turn(here)[0] * apart(points, way) for way in ways) + ONE if ways else None
    if to == here:
        return gait.turn(here)[0] * apart(points, spine)
    price = gait.enter(here, to) if to in s.field.around[here] else None
    if price is None:
        return None
    turns = (gait.turn(here)[0] * apart(points, way) + gait.turn(to)[0] * apart(way, spine) for way in entries(s, here, to))
    return price[0] + min(turns)


@rule("181.22", "181.221")
def by_way(gait: Gait, here: int, to: int) -> int:
    """Half points for going another way than forward; comrades in the hex left out, as in a stride."""
    s, v = gait.s, gait.vehicle
    fellows = gait.fellows_at(here, to) if to != here else 0
    return sum_of(leg_items(s, v, to, gait.how)) - times_of(s, v, gait.how) * fellows


@rule("181.221", "32")
def first_turn(s: HollowState, gait: Gait, spot: Spot, to: int, spine: int) -> int:
    """At which hexspine it points when it goes over, by the cheapest way."""
    here, points = spot
    return min(entries(s, here, to), key=lambda way: (gait.turn(here)[0] * apart(points, way) + gait.turn(to)[0] * apart(way, spine), way))


@rule("181.221", "176.72")
def passages(spot: Spot, stride: Stride, way: int, came: Came = ON_ITS_WAY, comes: Came = ON_ITS_WAY) -> tuple[list[Passage], list[Passage]]:
    """The ground that a stride is checked for, hexspine by hexspine: in the hex it begins in, and over and in the hex it enters; `way` is where it points when it goes over, `came` and `comes` say how the one was, and the other is, entered."""
    (v, to, spine), (here, points) = stride, spot
    if to == here:
        return [Passage(v, here, came=came)] * apart(points, spine), []
    after = [Passage(v, to, came=comes)] * apart(way, spine)
    return [Passage(v, here, came=came)] * apart(points, way), [Passage(v, to, here), *after]


@rule("177")
def off_spines(s: HollowState, place: int) -> list[int]:
    """The hexspines of a hex of the edge that point over it."""
    column, y = s.field.hex_of[place]
    return [spine for spine in SPINES if any((column + NEIGHBOURS[side][0], y + NEIGHBOURS[side][1]) not in s.field.index for side in TURN[spine])]


@rule("181.22", "188.22")
def crowding(gaits: Sequence[Gait], spots: Sequence[Spot], strides: Sequence[Stride]) -> list[int]:
    """What each pays besides for comrades who hold the hex it enters, or have entered it before in the same impulse: a point for each that is in its way."""
    held = [(gait, to) for gait, (here, _), (_, to, _) in zip(gaits, spots, strides, strict=True) if to == here]
    found = []
    for gait, (here, _), (_, to, _) in zip(gaits, spots, strides, strict=True):
        if to in {here, OFF}:
            found.append(0)
            continue
        found.append(ONE * sum(there == to and is_met(gait, here, other, to) for other, there in held))
        held.append((gait, to))
    return found


@rule("188.22")
def is_met(gait: Gait, here: int, other: Gait, to: int) -> bool:
    """Whether a comrade is in the way where it will be when the impulse is over: down in a wadi, or at which corner of it."""
    s, v, corner = other.s, other.vehicle, -1
    if other.how in TO_CREST:
        corner = corner_after(s, v, other.how)
    elif not other.how and s.at[v] == to and s.position(v) == RIM:
        corner = crest_point(s, v)
    return meets(s, here, to, goes_to_crest(gait.how), corner)


@rule("181.22", "181.221")
def impulse_costs(gaits: Sequence[Gait], spots: Sequence[Spot], strides: Sequence[Stride]) -> list[int] | None:
    """What the impulse would cost each by itself; all are charged the most of it."""
    crowds = crowding(gaits, spots, strides)
    found = []
    for gait, spot, (_, to, spine), crowd in zip(gaits, spots, strides, crowds, strict=True):
        cost = stride_cost(gait, spot, to, spine)
        if cost is None:
            return None
        found.append(cost + crowd * (times_of(gait.s, gait.vehicle, gait.how) if gait.how else 1))
    return found
