"""Vehicles without radio: which they are, and what their crews need to drive alone (181.21, 181.223)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import MOTION, RECALLED, SHAKEN
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r029_vehicles import crew_morale, is_mobile
from amba.games.hollow.rules.r064_commanders import commander_items
from amba.games.hollow.state import HollowState


@rule("181.21", "181.222", "VN 8.a")
def lacks_radio(s: HollowState, vehicle: int) -> bool:
    """An armoured vehicle whose counter says so, or that got its radio only later than today; who was recalled counts as if he had one."""
    v = s.vehicle(vehicle)
    if not v.is_armoured or s.has(vehicle, RECALLED):
        return False
    date = str(s.plan.data.get("date", ""))[:7]
    return v.radio == "no" or (v.radio.startswith("from ") and "" < date < v.radio.removeprefix("from "))


@rule("181.223", "181.3")
def must_check(s: HollowState, vehicle: int) -> bool:
    """Whoever has no radio and could drive."""
    return lacks_radio(s, vehicle) and is_mobile(s, vehicle) and not comes_alone(s, vehicle)


@rule("4", "181.223")
def has_arrived(s: HollowState, vehicle: int) -> bool:
    """Whether it came onto the map in this movement phase and has not been driven on: in motion with points spent is nobody else between two orders."""
    return s.has(vehicle, MOTION) and s.points[vehicle] > 0


@rule("181.223")
def comes_alone(s: HollowState, vehicle: int) -> bool:
    """The only armoured vehicle of its side that enters in its turn drives alone without a check."""
    turn = next((g.turn for g in s.plan.groups if vehicle in g.pieces), 0)
    if not turn or turn != s.turn or not has_arrived(s, vehicle):
        return False
    side = s.side[vehicle]
    return not any(
        p != vehicle and s.is_vehicle(p) and s.vehicle(p).is_armoured for g in s.plan.groups if g.side == side and g.turn == turn for p in g.pieces
    )


@rule("181.223")
def lone_items(s: HollowState, vehicle: int) -> list[Item]:
    """The highest roll that passes: morale and one, for the example has a crew of 8 pass with 9; or less one, where the players read it so."""
    more = 1 if s.options.get("lone_check", "easier") == "easier" else -1
    found = [Item("crew's morale", crew_morale(s, vehicle), "64"), Item("alone, without radio", more, "181.223")]
    found += [item._replace(value=-item.value) for item in commander_items(s, vehicle)]
    return [*found, *([Item("stunned before", -1, "64")] if s.has(vehicle, SHAKEN) else [])]
