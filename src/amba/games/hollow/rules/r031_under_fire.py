"""Passengers under fire, and what becomes of them and of a gun in tow when their vehicle is lost (31, 51)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import MOVED
from amba.games.hollow.frames import MovePhase, Task
from amba.games.hollow.frames_transport import EscapeWreck
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r012_morale import eliminate, strike
from amba.games.hollow.rules.r029_targets import (
    BURNS,
    DESTROYED,
    ground_cover,
    has_heads_out,
    hatch_from_above,
    uncovered,
    vehicle_result,
    vehicle_tasks,
)
from amba.games.hollow.rules.r031_aboard import drop_gun, is_aboard, leaning_out, passengers, riders, room_beside, towed_by, tumble_out
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import Result
from amba.games.hollow.titles import title


@rule("31")
def hurt_aboard(s: HollowState, vehicle: int, column: int | None, roll: int, result: Result, items: Sequence[Item] = ()) -> list[Task]:
    """Men in a vehicle without armour, or on a tank, suffer what the table says of men at the same roll, unless the vehicle itself is lost; nobody is pinned there. Behind armour they are safe, unless they have fired over its sides. Open hatches are no cover for men on top: `items` are what the roll was changed by."""
    if vehicle < 0 or column is None or result in {BURNS, DESTROYED}:
        return []
    return hurt_men_aboard(s, vehicle, column, roll + uncovered(s, vehicle, items))


def hurt_men_aboard(s: HollowState, vehicle: int, column: int, roll: int) -> list[Task]:
    """What the table says of those aboard who can be hit, at their own roll."""
    units = (riders(s, vehicle) or leaning_out(s, vehicle)) if s.vehicle(vehicle).is_armoured else passengers(s, vehicle)
    found = fire_result(column, roll, s.world.fire)
    return strike(s, found, tuple(units)) if units and not found.only_pins else []


@rule("31", "64")
def strike_heads(s: HollowState, number: str, vehicle: int, column: int, roll: int) -> list[Task]:
    """What strikes all of a hex, and no side of it, at armour: its crew with open hatches suffers the same dice as men do, behind these or the ground, and so do men who have fired over the sides; men on top by the ground alone."""
    ground, tasks = ground_cover(s, vehicle), list[Task]()
    cover = max(hatch_from_above(s, vehicle).value, ground)
    if has_heads_out(s, vehicle):
        result = vehicle_result(s, vehicle, column, roll + cover)
        s.do(Said(number, "crew burst", (title(s, vehicle), column, f"{cover:+d}", roll + cover, result.text)))
        tasks += vehicle_tasks(s, result, vehicle)
    return [*tasks, *hurt_men_aboard(s, vehicle, column, roll + (ground if riders(s, vehicle) else cover))]


@rule("31", "51", "66")
def lose_load(s: HollowState, vehicle: int, spares: bool) -> None:
    """A vehicle is destroyed: who is in it rolls whether he gets out, unless it burns or was killed by hand; a gun in tow is left standing, or lost with it."""
    gun = towed_by(s, vehicle)
    if gun >= 0 and spares:
        drop_gun(s, "51", vehicle)
    elif gun >= 0:
        s.remove("51", gun, "eliminated")
    for unit in passengers(s, vehicle):
        if spares and s.vehicle(vehicle).survival:
            push(s, EscapeWreck(unit, vehicle))
        else:
            eliminate(s, unit, "31")


@rule("31", "64")
def empty_out(s: HollowState, number: str, vehicle: int) -> None:
    """Everybody gets out and the gun is unhooked, at once; for whom there is no room he is lost. In their own movement phase they have had their move."""
    moves = any(isinstance(frame, MovePhase) and frame.side == s.side[vehicle] for frame in s.frames)
    for unit in passengers(s, vehicle):
        if not tumble_out(s, number, unit):
            eliminate(s, unit, number)
        elif moves:
            s.mark("5", unit, MOVED)
    drop_gun(s, number, vehicle)


@rule("31", "66")
def read_escape(s: HollowState, at: EscapeWreck, dice: tuple[int, ...]) -> None:
    """At most the vehicle's number for its crew, and he is beside the wreck."""
    if not is_aboard(s, at.unit):
        return
    number = s.vehicle(at.vehicle).survival
    lives = dice[0] <= number and room_beside(s, at.vehicle, at.unit) >= 0
    s.do(Said("31", "passengers", (title(s, at.unit), title(s, at.vehicle), number, "gets out" if lives else "is lost with it")))
    if lives:
        tumble_out(s, "31", at.unit)
        s.mark("5", at.unit, MOVED)
    else:
        eliminate(s, at.unit, "31")


ESCAPE_WRECK = roll_step(
    EscapeWreck,
    "passengers",
    "31",
    "Does {unit} get out of {vehicle}?",
    read_escape,
    values=lambda s, at: {"unit": title(s, at.unit), "vehicle": title(s, at.vehicle)},
)
