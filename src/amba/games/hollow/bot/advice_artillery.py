"""How good an order to a battery beyond the map looks: call, spot at the densest known stack, fire when the round is near, let it fall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.games.hollow import orders_artillery as orders
from amba.games.hollow.counters import RED
from amba.games.hollow.rules.artillery.r045_contact import battery_by, marker_of, observer_of, track
from amba.games.hollow.rules.artillery.r046_ground import around, row_through
from amba.games.hollow.rules.artillery.r150_flights import run_from
from amba.games.hollow.rules.r007_seeing import sees
from amba.games.hollow.state import HollowState

NEVER = -1.0
ENDED = 2
"""So many red chits end a battery's day."""
WORTH = 2.0
"""How many counters must be near for a round to be worth it."""


def crowd(s: HollowState, side: int, places: list[int]) -> float:
    """The enemy's counters that are known there, less one's own, which weigh more."""
    inside = set(places)
    foes = sum(s.at[p] in inside for p in s.known_counters(1 - side)) + sum(s.at[v] in inside for v in s.vehicles(1 - side)) / 2
    own = sum(s.at[p] in inside for p in s.counters(side)) + sum(s.at[v] in inside for v in s.vehicles(side)) / 2
    return foes - 2 * own


def observes(s: HollowState, unit: int) -> bool:
    """A leader who speaks to a battery stays where he sees an enemy, or where his round lies, as long as there is something to be had of it."""
    battery = next((b for b in s.plan.batteries if b.at < 0 and observer_of(s, b) == unit), None)
    if battery is None or track(s, battery.number, RED) >= ENDED:
        return False
    foes = [p for p in (*s.known_counters(1 - battery.side), *s.vehicles(1 - battery.side)) if s.is_on_map(p)]
    return marker_of(s, battery.number) >= 0 or any(sees(s, unit, foe) for foe in foes)


def target_of(s: HollowState, side: int, place: int) -> float:
    return crowd(s, side, around(s, place, 1)) + 0.5 * crowd(s, side, [place])


def call_value(s: HollowState, side: int, a: orders.Contact | orders.Request) -> float:
    """As soon as any enemy is known."""
    return 0.9 if s.known_counters(1 - side) or s.vehicles(1 - side) else NEVER


def spot_value(s: HollowState, side: int, a: orders.Spot) -> float:
    found = target_of(s, side, a.to)
    return 0.5 + 0.05 * found if found >= WORTH else NEVER


def correct_value(s: HollowState, side: int, a: orders.Correct) -> float:
    """To where more of them are than where it falls."""
    battery = battery_by(s, a.radio)
    here = s.at[marker_of(s, battery.number)] if battery is not None else a.to
    gain = target_of(s, side, a.to) - target_of(s, side, here)
    return 0.5 + 0.05 * gain if gain >= 1 else NEVER


def effect_value(s: HollowState, side: int, a: orders.FireForEffect) -> float:
    """A concentration, if it falls among them and not among one's own."""
    battery = battery_by(s, a.radio)
    if battery is None or a.how:
        return NEVER
    found = target_of(s, side, s.at[marker_of(s, battery.number)])
    return 0.7 + 0.05 * found if found >= 1 else NEVER


def barrage_value(s: HollowState, side: int, a: orders.Barrage) -> float:
    if a.how:
        return NEVER
    found = crowd(s, side, row_through(s, a.to, a.direction))
    return 0.6 + 0.05 * found if found >= WORTH else NEVER


def attack_value(s: HollowState, side: int, a: orders.AirAttack) -> float:
    """Where most of them are; bombs as long as there are some, not near one's own."""
    near = any(s.field.range(s.at[p], a.to) <= 1 for p in s.counters(side) if s.is_on_map(p))
    return NEVER if near else 0.4 + 0.05 * crowd(s, side, [a.to, *run_from(s, a.to, a.along)]) + (0.1 if a.how == "bomb" else 0.0)


def constant(value: float) -> Callable[[HollowState, int, Any], float]:
    return lambda *_: value


ARTILLERY_VALUES: dict[type[Any], Callable[[HollowState, int, Any], float]] = {
    orders.Contact: call_value, orders.Request: call_value, orders.Spot: spot_value, orders.Correct: correct_value, orders.FireForEffect: effect_value,
    orders.Barrage: barrage_value, orders.LetFall: constant(0.8), orders.AirAttack: attack_value,
}  # fmt: skip
