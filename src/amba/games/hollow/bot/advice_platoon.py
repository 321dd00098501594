"""How good an order to a platoon, or to a vehicle without radio, looks: what all of it gain where they come to stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from amba.core.order import Head
from amba.games.hollow import orders_armour as orders
from amba.games.hollow.bot.advice_armour import EFFORT, FEAR, drive_value, start_value, wheel_value
from amba.games.hollow.bot.advice_shots import NEVER
from amba.games.hollow.bot.tanks import stand, wants_to_drive
from amba.games.hollow.bot.transport import is_bus
from amba.games.hollow.counters import MOTION
from amba.games.hollow.frames import MovePhase
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.frames_platoon import Platoon
from amba.games.hollow.orders_platoon import Follow, FormPlatoon, GoTogether, ShiftHatch, StepBy, StepOff, StepTo, TakeIn, Train
from amba.games.hollow.rules.armour.r030_orders import spine_of
from amba.games.hollow.rules.armour.r032_arcs import vca
from amba.games.hollow.rules.armour.r181_forming import group_of
from amba.games.hollow.rules.armour.r181_plans import platoon_reach
from amba.games.hollow.rules.armour.r181_radio import in_platoon, platoon_of
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r181_crews import lone_items, must_check
from amba.games.hollow.state import HollowState


def led_value(s: HollowState, side: int, a: orders.Drive) -> float:
    """For a platoon what all of it gain together; alone without radio only as much as the crew is likely to dare."""
    at = s.frames[-1]
    if isinstance(at, MovePhase | Platoon) and (isinstance(at, Platoon) or in_platoon(s, a.vehicle)):
        group = group_of(s, at, a.vehicle)
        halting = platoon_reach(s, group)[a.to, spine_of(a.hour)]
        here = s.remembered(("platoon stands", group), lambda: sum(stand(s, side, v, s.at[v], vca(s, v)) for v in group))
        there = sum(stand(s, side, v, *spot) for v, spot in zip(group, halting.formation, strict=True))
        return (there - here) / len(group) - FEAR * halting.fear / 36 / len(group) - EFFORT * halting.cost
    found = drive_value(s, side, a)
    if found > 0 and isinstance(at, MovePhase) and must_check(s, a.vehicle):
        return found * at_most(sum_of(lone_items(s, a.vehicle))) / 36
    return found


def form_value(s: HollowState, side: int, a: FormPlatoon) -> float:
    """Only to bring a platoon to a stop that is in motion: else it is driven by one order."""
    group = platoon_of(s, a.vehicle)
    return 0.03 if s.has(a.vehicle, MOTION) and a.mate in group else NEVER


def platoon_wheel(s: HollowState, side: int, a: orders.TakeWheel) -> float:
    """Nobody breaks off from his platoon without need."""
    return NEVER if in_platoon(s, a.vehicle) else wheel_value(s, side, a)


def begin_value(s: HollowState, side: int, a: orders.StartEngine) -> float:
    return start_value(s, side, a) if isinstance(s.frames[-1], Manoeuvre) else NEVER


def impulse_value(s: HollowState, side: int, a: GoTogether | StepTo) -> float:
    """Only where somebody else has begun an impulse."""
    at = s.frames[-1]
    return (0.2 if isinstance(a, GoTogether) else 0.15) if isinstance(at, Platoon) and at.told else NEVER


def never(s: HollowState, side: int, a: Any) -> float:
    return NEVER


def platoon_heads(s: HollowState, side: int, heads: Sequence[Head]) -> list[Head]:
    """Of a platoon only the first is looked at as its leader, and single steps only where an impulse has begun."""
    at = s.frames[-1]
    if isinstance(at, Platoon):
        return [
            head for head in heads if (head.order is StepTo) == bool(at.told) and (head.order is not orders.Drive or head.args[0] == at.vehicles[0])
        ]
    return [
        head
        for head in heads
        if head.order is not orders.Drive
        or (
            wants_to_drive(s, side, head.args[0]) or is_bus(s, side, head.args[0])
            if not in_platoon(s, head.args[0])
            else is_first(s, side, head.args[0])
        )
    ]


def is_first(s: HollowState, side: int, vehicle: int) -> bool:
    """The first of its platoon, if any of it wants to drive."""
    group = platoon_of(s, vehicle)
    return vehicle == min(group) and any(wants_to_drive(s, side, v) for v in group)


PLATOON_VALUES: dict[type[Any], Callable[[HollowState, int, Any], float]] = {
    orders.Drive: led_value, orders.TakeWheel: platoon_wheel, orders.StartEngine: begin_value, FormPlatoon: form_value, GoTogether: impulse_value,
    StepTo: impulse_value, Follow: lambda *_: 0.6, StepOff: lambda *_: 0.7, StepBy: never, TakeIn: never, ShiftHatch: never, Train: never,
}  # fmt: skip
