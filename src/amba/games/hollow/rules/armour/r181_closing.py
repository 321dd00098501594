"""How a platoon can still keep together in an impulse, whatever those do who have not been told yet (181.221)."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.frames_platoon import Platoon, Stride, Strides
from amba.games.hollow.rules.armour.r030_driving import STOP
from amba.games.hollow.rules.armour.r032_arcs import apart, vca
from amba.games.hollow.rules.armour.r181_escorts import with_men
from amba.games.hollow.rules.armour.r181_halts import least_left
from amba.games.hollow.rules.armour.r181_impulses import any_moves, costs_of, gaits_of, keeps_together, since_of
from amba.games.hollow.rules.armour.r181_legs import TO_CREST, leg_items, leg_places, refuse_leg, spine_after
from amba.games.hollow.rules.armour.r181_strides import entries, stride_cost
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r029_vehicles import is_held
from amba.games.hollow.state import HollowState


def heading_of(at: Platoon, vehicle: int) -> int:
    return dict(at.headings).get(vehicle, 0)


@rule("188.18", "181.221")
def halting(at: Platoon) -> int:
    """Half points for stopping, which all of them must do when one comes to a crest and others do not."""
    up = {v for v, how in at.ways if how in TO_CREST}
    return STOP if up and up != set(at.vehicles) else 0


def driven(s: HollowState, at: Platoon, vehicle: int) -> Manoeuvre:
    """One of them, as its own chapter knows a vehicle on its way."""
    return with_men(at, vehicle)._replace(since=since_of(at, vehicle), heading=heading_of(at, vehicle))


@rule("181.221")
def may_close_up(s: HollowState, at: Platoon, told: Strides) -> bool:
    """Whether those who have not been told yet can end the impulse so that all are together and somebody has moved."""
    done = {v for v, _, _ in told}
    have = least_left(s, at) - halting(at)
    options = [[option for option in shortest(s, at, v) if option.cost <= have] for v in at.vehicles if v not in done]
    for rest in product(*options):
        strides = (*told, *(option.stride for option in rest))
        if (any_moves(s, strides) or at.ways) and keeps_together(s, at, strides):
            places = [to for _, to, _ in strides]
            ways = (*at.ways, *((option.stride[0], option.how) for option in rest if option.how))
            costs = costs_of(s, at._replace(ways=ways), strides) if len(set(places)) < len(places) else [0]
            if costs is not None and max(costs) <= have:
                return True
    return False


class Option(NamedTuple):
    """What a vehicle that has not been told could do in the impulse, and for how many half points."""

    stride: Stride
    cost: int
    how: str = ""


def shortest(s: HollowState, at: Platoon, vehicle: int) -> list[Option]:
    """Where a vehicle could end an impulse, turning no more than it must, and for how many half points; other ways than forward too."""
    here, spine = s.at[vehicle], vca(s, vehicle)
    gait = next(gait for gait in gaits_of(s, at) if gait.vehicle == vehicle)
    found = [Option((vehicle, here, spine), 0)]
    if not is_held(s, vehicle):
        found.append(Option((vehicle, here, (spine + 1) % 6), gait.turn(here)[0]))
        for to in s.field.around[here] if heading_of(at, vehicle) >= 0 else ():
            ways = entries(s, here, to)
            if ways:
                way = min(ways, key=lambda way: (apart(way, spine), way))
                cost = stride_cost(gait, (here, spine), to, way)
                found += [Option((vehicle, to, way), cost)] if cost is not None else []
    return [*found, *other_ways(s, at, vehicle)]


def other_ways(s: HollowState, at: Platoon, vehicle: int) -> list[Option]:
    """What it could do other than going forward; to a crest nobody goes only to keep together."""

    def work_out() -> list[Option]:
        m = driven(s, at, vehicle)
        ways = [(to, how) for to, how in leg_places(s, vehicle) if how not in TO_CREST and refuse_leg(s, m, to, how) is None]
        return [Option((vehicle, to, spine_after(s, vehicle, to, how)), sum_of(leg_items(s, vehicle, to, how)), how) for to, how in ways]

    return s.remembered(("other ways", vehicle, at.headings, at.paces), work_out)
