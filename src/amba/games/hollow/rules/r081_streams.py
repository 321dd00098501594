"""Streams, which are wadis with water in them, and marsh. The numbers of the two paragraphs are ours; the costs are those of the later system."""

from __future__ import annotations

from collections.abc import Sequence

from amba.games.hollow.book import rule
from amba.games.hollow.counters import GROUND
from amba.games.hollow.frames import AdvancePhase
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState

DRY, SHALLOW, DEEP = DEPTHS = ("dry", "shallow", "deep")
BY_GROUND = {"very dry": DRY, "dry": DRY, "moderate": SHALLOW, "moist": SHALLOW, "wet": DEEP, "mud": DEEP}
"""How deep streams are, unless the scenario says so: our own figures."""
ALL = 99
"""Movement factors that nobody has."""


@rule("81")
def depth(s: HollowState) -> str:
    """What the scenario says of its streams, or what the state of the ground makes of them."""
    said = s.plan.data.get("weather", {}).get("streams", "")
    return said if said in DEPTHS else BY_GROUND[GROUNDS[s.tracks[GROUND]]]


def is_stream(s: HollowState, place: int) -> bool:
    return s.field.has(place, "stream")


@rule("81", "142.23")
def is_deep(s: HollowState, place: int) -> bool:
    return is_stream(s, place) and depth(s) == DEEP


@rule("81")
def water_items(s: HollowState, to: int, along: bool) -> list[Item]:
    """Into a shallow stream three factors in all, into a deep one four, down from the bank or along its bed; a dry one is a wadi."""
    if not is_stream(s, to) or depth(s) == DRY:
        return []
    return [Item(f"through {depth(s)} water", DEPTHS.index(depth(s)) + along, "81")]


@rule("81")
def is_in_deep_water(s: HollowState, unit: int) -> bool:
    """Whether a unit stands in a deep stream, where nobody fires."""
    return s.position(unit) == "in" and is_deep(s, s.at[unit])


@rule("81", "176.72")
def leaves_stream(s: HollowState, origin: int, place: int) -> bool:
    """Whether a vehicle comes out of a stream across a hexside that is not the stream's."""
    return origin >= 0 and is_stream(s, origin) and not s.field.side(origin, place, "wadi", "wadi_join")


@rule("81.5", "176.3")
def marsh_factors(s: HollowState, group: Sequence[int], allowances: Sequence[int]) -> int:
    """What marsh costs a stack: all the factors of the slowest, if nobody has spent any; more than there are, if somebody has."""
    return ALL if any(s.points[unit] for unit in group) else min(allowances, default=ALL)


@rule("81.5")
def into_marsh(s: HollowState, units: Sequence[int], here: int, to: int) -> None:
    """Who has gone into marsh has nothing left."""
    if s.field.has(to, "marsh") and not isinstance(s.frames[-1], AdvancePhase):
        for unit in units:
            s.spend("81.5", unit, max(s.points[unit], ALL))
