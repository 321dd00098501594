"""A vehicle that was recalled drives home and off the map (64, note E)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Removed, Said
from amba.core.steps import Takes, pop, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import MOTION, RECALLED
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.orders_crews import DriveOff
from amba.games.hollow.rules.armour.r030_costs import points_left
from amba.games.hollow.rules.armour.r032_arcs import TURN, ahead
from amba.games.hollow.rules.armour.r194_vehicle_dust import lay
from amba.games.hollow.rules.r031_aboard import hold_of
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

ONE = 2
"""Half points for the step over the edge."""


@rule("64")
def home_column(s: HollowState, side: int) -> int:
    """The western or eastern edge of the map, whichever is nearer to where the side set up."""
    columns = [hex[0] for hex in s.field.hex_of.values()]
    first, last = min(columns), max(columns)
    mine = [s.field.hex_of[place][0] for group in s.plan.groups if group.side == side for place in group.hexes]
    return first if not mine or 2 * sum(mine) < (first + last) * len(mine) else last


@rule("64")
def way_home(s: HollowState, side: int, place: int) -> int:
    """How many hexes it is to that edge."""
    return abs(s.field.hex_of[place][0] - home_column(s, side))


@rule("64", "MN E")
def refuse_detour(s: HollowState, vehicle: int, to: int) -> Refusal | None:
    """A recalled vehicle goes no farther from its edge."""
    if not s.has(vehicle, RECALLED) or way_home(s, s.side[vehicle], to) <= way_home(s, s.side[vehicle], s.at[vehicle]):
        return None
    return Refusal("64", "{vehicle} is recalled and drives home.", {"vehicle": s.world.names.pieces[vehicle]})


@rule("64", "177")
def refuse_drive_off(s: HollowState, at: Manoeuvre, a: DriveOff) -> Refusal | None:
    """For a point: one that is recalled from its own edge of the map; any other, pointing outwards, where its side may leave."""
    v, name = at.vehicle, {"vehicle": s.world.names.pieces[at.vehicle]}
    if not s.has(v, RECALLED):
        if s.at[v] not in s.plan.exits[s.side[v]]:
            return Refusal("177", "{vehicle} is not at a hex over which its side may leave the map.", name)
        if len(ahead(s, v)) == len(TURN[0]):
            return Refusal("177", "{vehicle} does not point outwards.", name)
        if not s.has(v, MOTION):
            return Refusal("30", "{vehicle} has not started.", name)
        if at.heading < 0:
            return Refusal("177", "{vehicle} drives in reverse.", name)
    elif not s.has(v, MOTION) or way_home(s, s.side[v], s.at[v]):
        return Refusal("64", "{vehicle} is not driving at its edge of the map.", name)
    return None if points_left(s, v, at.extra) >= ONE else Refusal("30", "{vehicle} has no point left.", name)


@rule("64", "MN E", "177", "194.74")
def drive_off(s: HollowState, at: Manoeuvre, a: DriveOff) -> None:
    """It is out of the battle, and the dust behind it is gone; one that was recalled counts for nobody, another with all it carries for its side."""
    v = top(s, Manoeuvre).vehicle
    is_recalled = s.has(v, RECALLED)
    s.do(Said("64" if is_recalled else "177", "home", (title(s, v),)))
    pop(s)
    lay(s, "194.74", v)
    if is_recalled:
        s.remove("64", v, "unused")
    else:
        take_off(s, v)


@rule("177")
def take_off(s: HollowState, vehicle: int) -> None:
    """It leaves the map with all that it carries and tows, which counts with it."""
    for piece in (*s.here[hold_of(s, vehicle)], vehicle):
        s.do(Removed("177", piece, s.at[piece], s.world.exited[s.side[vehicle]]))
    s.wipe(vehicle)


OFF_ORDER: Takes[HollowState, Manoeuvre, DriveOff] = Takes(DriveOff, drive_off, refuse_drive_off)
