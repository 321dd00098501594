"""What a side has bought beyond the map: batteries and aircraft, kept on tracks, and the plan of a battle that has them."""

from __future__ import annotations

from collections.abc import Sequence

from amba.games.hollow.batteries import CARRIED, Battery, Flight
from amba.games.hollow.box import Box
from amba.games.hollow.counters import BATTERIES, SIDES
from amba.games.hollow.scenarios import Plan


def kind_number(box: Box, key: str, link: str) -> int:
    """How a battery of this kind, spoken to in this way, is written on its track."""
    return 1 + len(CARRIED) * list(box.modules).index(key) + CARRIED.index(link)


def with_support(box: Box, plan: Plan, bought: Sequence[int]) -> Plan:
    """The same battle with what was bought: of each battery its kind and its set (a counter and one more), then the aircraft of each side; 0 where there is none."""
    modules, planes = list(box.modules.values()), list(box.planes.values())
    batteries = []
    for number in range(2 * BATTERIES):
        kind, piece = bought[2 * number : 2 * number + 2]
        if kind and piece:
            which, link = divmod(kind - 1, len(CARRIED))
            batteries.append(Battery(number, number // BATTERIES, modules[which], CARRIED[link], piece - 1, -1, frozenset()))
    flights = [Flight(side, planes[kind - 1], _edge(plan, side)) for side, kind in enumerate(bought[-len(SIDES) :]) if kind]
    return plan._replace(batteries=(*plan.batteries, *batteries), flights=(*plan.flights, *flights))


def _edge(plan: Plan, side: int) -> int:
    """The hex over which a side's aircraft come: at the edge of the map, where it sets up if that lies there."""
    own = sorted({place for group in plan.groups if group.side == side for place in group.hexes})
    at_edge = [place for place in own if len(plan.field.around[place]) < 6]
    return (at_edge or own or plan.field.places)[0]
