"""What getting in and out, and hooking up and unhooking would cost."""

from __future__ import annotations

from typing import Any

from amba.core.decision import Preview
from amba.games.hollow.counters import GUN_OFF
from amba.games.hollow.frames import Marching, MovePhase, SettingUp
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.orders_transport import Alight, Board, CastOff, Dismount, Hook, Reship, Ride, SetOnGround, Unhook, Unload
from amba.games.hollow.rules.armour.r030_costs import allotment, points_text
from amba.games.hollow.rules.armour.r031_loading import factors_needed, has_fired_before, needs_points, points_after, quarter, way_to
from amba.games.hollow.rules.armour.r051_towing import TRAILER_POINTS, hooking_cost
from amba.games.hollow.rules.common import Line
from amba.games.hollow.rules.r029_vehicles import desert_value
from amba.games.hollow.rules.r031_aboard import carrier_of, towed_by
from amba.games.hollow.rules.r110_mounts import BICYCLE
from amba.games.hollow.rules.r110_riding import on_foot_after
from amba.games.hollow.state import HollowState


def preview_board(play: Any, s: HollowState, at: MovePhase | SettingUp, a: Board) -> Preview:
    """A factor of the men, and the points the vehicle has left then."""
    if isinstance(at, SettingUp):
        return Preview("")
    way = way_to(s, a)
    rest = allotment(s, a.vehicle) - points_after(s, a.unit, a.vehicle, 1 + way)
    lines: tuple[Line, ...] = (("factors of the men", str(1 + way), "31"), ("points the vehicle has left then", points_text(rest), "31"))
    return Preview("", items=lines)


def out_lines(s: HollowState, vehicle: int) -> tuple[Line, ...]:
    if not needs_points(s, vehicle):
        why = "the vehicle has fired" if has_fired_before(s, vehicle) else "nobody drives the vehicle"
        return (("factors of the men", "1", "31"), (f"{why}: it spends nothing", "", "31"))
    return (
        ("a quarter of the vehicle's points", points_text(quarter(s, vehicle)), "31"),
        ("factors of the men", str(factors_needed(s, vehicle)), "31"),
    )


def preview_out(play: Any, s: HollowState, at: MovePhase | Manoeuvre, a: Unload | Alight) -> Preview:
    return Preview("", items=out_lines(s, a.vehicle if isinstance(a, Unload) else carrier_of(s, a.unit)))


def preview_hook(play: Any, s: HollowState, at: MovePhase | Manoeuvre | SettingUp, a: Hook | Unhook) -> Preview:
    if isinstance(at, SettingUp):
        return Preview("")
    gun = a.gun if isinstance(a, Hook) else towed_by(s, a.vehicle)
    price = hooking_cost(s, a.vehicle, gun) if needs_points(s, a.vehicle) else 0
    after = "then neither vehicle nor crew does more" if isinstance(a, Hook) else "then neither gun nor crew does more"
    return Preview("", items=(("points of the vehicle", points_text(price), "51"), (after, "", "51")))


def preview_cast_off(play: Any, s: HollowState, at: MovePhase, a: CastOff) -> Preview:
    return Preview("", items=(("points of the vehicle", points_text(TRAILER_POINTS), "VN 5.b"), ("its flamethrower stays behind", "", "VN 5.b")))


def preview_portee(play: Any, s: HollowState, at: MovePhase, a: SetOnGround | Reship) -> Preview:
    """Nothing is rolled; what the vehicle is worth to the enemy changes."""
    after = s.copy()
    after.marks[a.vehicle] = s.marks[a.vehicle] & ~(1 << GUN_OFF) | isinstance(a, SetOnGround) << GUN_OFF
    worth = desert_value(after, a.vehicle)
    return Preview("", items=(("points the vehicle counts then", str(worth), "177.2"), ("then neither vehicle, gun nor crew does more", "", "177.2")))


def preview_ride(play: Any, s: HollowState, at: MovePhase, a: Ride) -> Preview:
    is_free = s.weapon(a.mount).kind == BICYCLE
    return Preview("", items=(("factors of the men, and as large a part of what the mount has", "0" if is_free else "1 of 4", "110"),))


def preview_dismount(play: Any, s: HollowState, at: MovePhase | Marching, a: Dismount) -> Preview:
    need, have = on_foot_after(s, a.unit)
    return Preview("", items=(("factors on foot that are left then", f"{have - need} of {have}", "110"),))


PREVIEWS_TRANSPORT: dict[type[Any], Any] = {
    Board: preview_board,
    SetOnGround: preview_portee,
    Reship: preview_portee,
    Ride: preview_ride,
    Dismount: preview_dismount,
}
"""The others are finished in `previews_watched`."""
