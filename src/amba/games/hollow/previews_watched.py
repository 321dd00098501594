"""Who may fire at a vehicle on its way, in which hex, and how likely that is to harm it: for a whole drive and for each leg of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from amba.core.decision import Preview
from amba.games.hollow import orders_armour as orders
from amba.games.hollow.counters import (
    BORE,
    BYPASS,
    BYPASS_LEFT,
    CREST,
    CREST_BITS,
    DOWN_1,
    DOWN_2,
    DUG,
    EXPOSED,
    GUNS,
    HULL_DOWN,
    MOTION,
    NEW_HEX,
    REVERSE,
    TCA,
    VCA,
)
from amba.games.hollow.field import IN
from amba.games.hollow.frames import MovePhase, SettingUp
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.frames_platoon import Platoon
from amba.games.hollow.orders_artillery import Discharge
from amba.games.hollow.orders_crews import Overrun
from amba.games.hollow.orders_transport import Alight, Hook, Unhook, Unload
from amba.games.hollow.previews_answers import Watched, fire_lines
from amba.games.hollow.previews_armour import (
    preview_ahead,
    preview_arrive,
    preview_bypass,
    preview_creep,
    preview_down,
    preview_hull_down,
    preview_into,
    preview_turn,
    preview_unbog,
    preview_up,
)
from amba.games.hollow.previews_artillery import preview_discharge
from amba.games.hollow.previews_crews import preview_overrun
from amba.games.hollow.previews_transport import preview_hook, preview_out
from amba.games.hollow.rules.armour.r004_arriving import way_in_cost
from amba.games.hollow.rules.armour.r030_costs import entry_cost, points_left, turn_cost
from amba.games.hollow.rules.armour.r030_driving import START, STOP
from amba.games.hollow.rules.armour.r030_orders import is_careful, is_slow, spine_of
from amba.games.hollow.rules.armour.r030_routes import Spot
from amba.games.hollow.rules.armour.r031_loading import free_men, needs_points, quarter
from amba.games.hollow.rules.armour.r032_arcs import apart, vca
from amba.games.hollow.rules.armour.r051_towing import hooking_cost
from amba.games.hollow.rules.armour.r072_overrun import climbs_sangar, overrun_items
from amba.games.hollow.rules.armour.r077_manoeuvre import SEARCH
from amba.games.hollow.rules.armour.r132_bypass import bypass_items, edge_to
from amba.games.hollow.rules.armour.r188_crest import down_items, into_items, is_minimum, manner, point_of, up_items
from amba.games.hollow.rules.armour.r191_underbelly import shows_belly
from amba.games.hollow.rules.armour.r194_vehicle_dust import SLOW, Trail, leaves_dust
from amba.games.hollow.rules.artillery.r024_dischargers import COST
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r029_vehicles import is_always_exposed
from amba.games.hollow.rules.r031_aboard import carrier_of, hold_of, towed_by
from amba.games.hollow.rules.r194_trails import dust_of
from amba.games.hollow.state import HollowState

DOWN = (HULL_DOWN, DOWN_1, DOWN_2)
"""How a vehicle stands that has found a place on a crest line."""
POSTURE = (HULL_DOWN, DOWN_1, DOWN_2, DUG, CREST, *CREST_BITS, BYPASS, BYPASS_LEFT, REVERSE)
"""What a vehicle leaves behind when it drives on."""


def pointing_at(s: HollowState, vehicle: int, spine: int, on: Iterable[int] = (), off: Iterable[int] = ()) -> HollowState:
    """The position with the vehicle in its hex, turned to a hexspine, with these marks and without those."""
    new = s.loose()
    turret = (s.pointing(vehicle, TCA) + spine - vca(s, vehicle)) % 6
    for first, points in ((VCA, spine), (TCA, turret)):
        new.marks[vehicle] = new.marks[vehicle] & ~(7 << first) | points << first
    for mark in off:
        new.marks[vehicle] &= ~(1 << mark)
    for mark in on:
        new.marks[vehicle] |= 1 << mark
    first = BORE + (1 - s.side[vehicle]) * GUNS
    new.tracks[first : first + GUNS] = [0] * GUNS  # 33.31: who drives does not know on which hexes guns were laid
    return new


def placed_at(s: HollowState, vehicle: int, spot: Spot, marks: Iterable[int] = ()) -> HollowState:
    """The position with the vehicle on its way, in another hex, as these marks say."""
    place, spine = spot
    new = pointing_at(s, vehicle, spine, (MOTION, NEW_HEX, *marks), POSTURE)
    new.here[s.at[vehicle]] = tuple(p for p in s.here[s.at[vehicle]] if p != vehicle)
    new.stacks()[place] = (*new.here[place], vehicle)
    new.at[vehicle] = place
    return new


def starting(s: HollowState, vehicle: int) -> HollowState:
    """Under way in the hex where it stood; what hid its hull on a crest line it has given up."""
    up = DOWN if s.has(vehicle, DOWN_1) or s.has(vehicle, DOWN_2) else ()
    return pointing_at(s, vehicle, vca(s, vehicle), (MOTION,), up)


def crest_marks(corner: int) -> list[int]:
    """At the crest of a wadi, at a corner of its hex."""
    return [CREST, *(mark for i, mark in enumerate(CREST_BITS) if corner >> i & 1)]


def belly_at(s: HollowState, there: HollowState, vehicle: int, to: int, spent: int, is_back: bool = False) -> list[Watched]:
    """191.51: at the edge of the wadi or on the wall, before it is in the next hex."""
    here = there.at[vehicle]
    if not shows_belly(there, vehicle, here, to):
        return []
    spine = vca(there, vehicle)
    marks = [REVERSE] if is_back else []
    if there.position(vehicle) == IN:
        marks += crest_marks((spine + 3) % 6 if is_back else spine)
    elif there.has(vehicle, CREST):
        marks += [mark for mark in (CREST, *CREST_BITS) if there.has(vehicle, mark)]
    return [Watched(placed_at(there, vehicle, (here, spine), marks), spent, to, True)]


def drive_watched(s: HollowState, vehicle: int, way: list[Spot]) -> list[Watched]:
    """Where it may be fired at in a whole drive, hex by hex and turn by turn."""
    found = [] if s.has(vehicle, MOTION) else [Watched(starting(s, vehicle), START, s.at[vehicle])]
    for before, spot in pairwise(way):
        moves = spot[0] != before[0]
        spent = entry_cost(s, vehicle, before[0], spot[0]) if moves else START
        if moves:
            found += belly_at(s, placed_at(s, vehicle, before), vehicle, spot[0], spent)
        found.append(Watched(placed_at(s, vehicle, spot), spent, spot[0]))
    return found


Leg = Any
"""An order to a vehicle at the wheel."""


def spot_watched(s: HollowState, at: Manoeuvre, a: Leg) -> Watched | None:
    """Where it may be fired at in a leg that leads to no other hex: it starts, turns, stops or looks for a place. Who was in motion when the phase began stays a moving target (176.74)."""
    v = at.vehicle
    here, spine = s.at[v], vca(s, v)
    if isinstance(a, orders.StartEngine):
        return Watched(starting(s, v), START, here)
    if isinstance(a, orders.TurnHull):
        to = spine_of(a.hour)
        return Watched(pointing_at(s, v, to, (), DOWN), turn_cost(s, v, apart(spine, to), is_careful(a)), here)
    if isinstance(a, orders.Brake | orders.HullDown):
        spent = STOP if isinstance(a, orders.Brake) else SEARCH + STOP
        was_driving = isinstance(a, orders.Brake) and at.started < 0
        return Watched(pointing_at(s, v, spine, (NEW_HEX,) if was_driving else (), (MOTION, REVERSE)), spent, here)
    return None


def leg_watched(s: HollowState, at: Manoeuvre, a: Leg) -> list[Watched]:
    """Where it may be fired at in one leg."""
    v = at.vehicle
    here, spine = s.at[v], vca(s, v)
    if (found := spot_watched(s, at, a)) is not None:
        return [found]
    if isinstance(a, orders.Bypass):
        edge = edge_to(s, v, a.to)
        assert edge is not None
        marks = [BYPASS, *([BYPASS_LEFT] if edge.is_left else [])]
        return [Watched(placed_at(s, v, (a.to, edge.spine), marks), sum_of(bypass_items(s, v, edge)), a.to)]
    if isinstance(a, orders.CrestInto):
        back, careful = manner(a)
        there, spent = placed_at(s, v, (a.to, spine), crest_marks(point_of(s, v, not back))), sum_of(into_items(s, v, a.to, back, careful))
        return [*belly_at(s, s, v, a.to, spent, back), Watched(there, spent, a.to)]
    if isinstance(a, orders.CrestUp | orders.CrestDown):
        up = isinstance(a, orders.CrestUp)
        items = up_items(s, v, a.how == "back") if isinstance(a, orders.CrestUp) else down_items(s, v)
        marks = crest_marks(point_of(s, v, isinstance(a, orders.CrestUp) and a.how == "back")) if up else []
        return [Watched(placed_at(s, v, (here, spine), marks), points_left(s, v) if is_minimum(s, at, items) else sum_of(items), here)]
    back = isinstance(a, orders.Back) or (isinstance(a, orders.CreepTo) and a.how == "back")
    careful = isinstance(a, orders.Ahead | orders.Back) and a.how == "carefully"
    spent = entry_cost(s, v, here, a.to, back, careful)
    spent = points_left(s, v) if isinstance(a, orders.CreepTo) else sum_of(overrun_items(s, v, a.to)) if isinstance(a, Overrun) else spent
    spent = max(SLOW, spent) if isinstance(a, orders.Ahead | orders.Back) and is_slow(a) else spent
    there = placed_at(s, v, (a.to, spine), [REVERSE] if back else [])
    over = [Watched(there, spent, a.to, True)] if isinstance(a, Overrun) and climbs_sangar(s, v, a.to) else []
    return [*belly_at(s, s, v, a.to, spent, back), *over, Watched(there, spent, a.to)]


def in_its_dust(
    s: HollowState, vehicle: int, watched: Sequence[Watched], started: int, with_men: bool = False, entered: int = -1
) -> Sequence[Watched]:
    """194.74: the places with the dust that it raises behind it; what it raised before is gone with its first point. Entered: what the hex costs, if more is spent there."""
    counter, before = dust_of(s, vehicle), s.at[vehicle]
    dust = s.at[counter] if s.points[vehicle] else s.world.box["spare"]
    for one in watched:
        now = one.there.at[vehicle]
        if now != before:
            trail = Trail(vehicle, before, now, one.spent if entered < 0 else entered, started == before, with_men)
            dust, before = before if leaves_dust(s, trail) else s.world.box["spare"], now
        one.there.at[counter] = dust
        one.there.changed_by_hand()
    return watched


def watched(preview: Callable[..., Preview]) -> Callable[..., Preview]:
    """A preview of a leg, with who may fire at it where."""

    def with_fire(play: Any, s: HollowState, at: Manoeuvre, a: Leg) -> Preview:
        found, v = preview(play, s, at, a), at.vehicle
        entered = entry_cost(s, v, s.at[v], a.to) if isinstance(a, Overrun) else -1
        places = in_its_dust(s, v, leg_watched(s, at, a), at.started, at.pace >= 0, entered)
        return found._replace(items=(*found.items, *fire_lines(s, v, places)))

    return with_fire


def preview_freeing(play: Any, s: HollowState, at: MovePhase, a: orders.Unbog | orders.Tow | orders.Lift) -> Preview:
    """176.73, 176.74: the points that it spends to get free let the enemy fire at it, and those of the one that tows at that one."""
    found, v = preview_unbog(play, s, at, a), a.vehicle
    lines = fire_lines(s, v, [standing(s, v, points_left(s, v))])
    if isinstance(a, orders.Tow):
        lines += fire_lines(s, a.helper, [standing(s, a.helper, points_left(s, a.helper))], s.world.names.pieces[a.helper])
    return found._replace(items=(*found.items, *lines))


def standing(s: HollowState, vehicle: int, spent: int) -> Watched:
    """Where it stands, for so many half points."""
    return Watched(pointing_at(s, vehicle, vca(s, vehicle)), spent, s.at[vehicle])


def preview_getting_out(play: Any, s: HollowState, at: MovePhase | Manoeuvre, a: Unload | Alight) -> Preview:
    """176.73, 176.75: the points that it spends to put men down let the enemy fire at it, when they are out."""
    found, v = preview_out(play, s, at, a), a.vehicle if isinstance(a, Unload) else carrier_of(s, a.unit)
    if not needs_points(s, v) or isinstance(s.frames[-1], Platoon):
        return found
    one = standing(s, v, quarter(s, v))
    place_out(one.there, v, free_men(s, v) if isinstance(a, Unload) else (a.unit,))
    return found._replace(items=(*found.items, *fire_lines(s, v, [one])))


def place_out(there: HollowState, vehicle: int, units: Sequence[int]) -> None:
    """These men, with what they carry, are beside the vehicle."""
    hold, place = hold_of(there, vehicle), there.at[vehicle]
    out = [piece for unit in units for piece in (unit, *there.weapons_of(unit))]
    stacks = there.stacks()
    stacks[hold] = tuple(p for p in there.here[hold] if p not in out)
    stacks[place] = (*there.here[place], *out)
    for piece in out:
        there.at[piece] = place


def preview_hooking(play: Any, s: HollowState, at: MovePhase | Manoeuvre | SettingUp, a: Hook | Unhook) -> Preview:
    """176.73, 176.75: the same when a gun is hooked up or unhooked."""
    found, v = preview_hook(play, s, at, a), a.vehicle
    if isinstance(at, SettingUp) or not needs_points(s, v):
        return found
    gun = a.gun if isinstance(a, Hook) else towed_by(s, v)
    return found._replace(items=(*found.items, *fire_lines(s, v, [standing(s, v, hooking_cost(s, v, gun))])))


def preview_coming(play: Any, s: HollowState, at: MovePhase, a: orders.Arrive) -> Preview:
    """4: who comes onto the map is fired at as he does."""
    found, v = preview_arrive(play, s, at, a), a.vehicle
    heads = [EXPOSED] if is_always_exposed(s, v) else []
    there = Watched(placed_at(s, v, (a.to, spine_of(a.hour)), heads), way_in_cost(s, v, a.to), a.to)
    return found._replace(items=(*found.items, *fire_lines(s, v, [there])))


def preview_discharging(play: Any, s: HollowState, at: MovePhase, a: Discharge) -> Preview:
    """24.5: the point that it spends lets the enemy fire at it, through the smoke if there is some."""
    found, v = preview_discharge(play, s, at, a), a.vehicle
    places = in_its_dust(s, v, [Watched(pointing_at(s, v, vca(s, v)), COST, s.at[v])], -1)
    lines = fire_lines(s, v, places)
    warning = ("The enemy fires when the smoke is there, if there is some (24.5).",) if lines else ()
    return found._replace(items=(*found.items, *lines), warnings=(*found.warnings, *warning))


PREVIEWS_WATCHED: dict[type[Any], Any] = {
    Discharge: preview_discharging,
    orders.Arrive: preview_coming,
    orders.Ahead: watched(preview_ahead),
    orders.Back: watched(preview_ahead),
    orders.CreepTo: watched(preview_creep),
    orders.Bypass: watched(preview_bypass),
    orders.CrestUp: watched(preview_up),
    orders.CrestDown: watched(preview_down),
    orders.CrestInto: watched(preview_into),
    orders.TurnHull: watched(preview_turn),
    orders.HullDown: watched(preview_hull_down),
    orders.Unbog: preview_freeing,
    orders.Tow: preview_freeing,
    orders.Lift: preview_freeing,
    Overrun: watched(preview_overrun),
    Unload: preview_getting_out,
    Alight: preview_getting_out,
    Hook: preview_hooking,
    Unhook: preview_hooking,
}
"""Of orders that other files know without the enemy."""
