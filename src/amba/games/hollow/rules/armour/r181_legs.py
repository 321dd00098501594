"""What a vehicle of a platoon may do in an impulse besides driving forward: back, bypass, overrun, to a crest and from it (181.22, 181.221)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from amba.core.decision import Refusal
from amba.core.event import Moved
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BYPASS, BYPASS_LEFT, MOTION, REVERSE, TCA, VCA
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.orders_armour import Bypass, CrestDown, CrestInto, CrestUp
from amba.games.hollow.orders_crews import Overrun
from amba.games.hollow.orders_platoon import StepWay
from amba.games.hollow.rules.armour.r030_costs import entry_items
from amba.games.hollow.rules.armour.r030_driving import hold_ground, named, refuse_hex
from amba.games.hollow.rules.armour.r032_arcs import ahead, behind, vca
from amba.games.hollow.rules.armour.r072_overrun import overrun_items, refuse_overrun
from amba.games.hollow.rules.armour.r132_bypass import bypass_items, edge_to, edges, refuse_bypass
from amba.games.hollow.rules.armour.r176_checks import Passage, going, hammada_items
from amba.games.hollow.rules.armour.r181_escorts import climb_with, come_along
from amba.games.hollow.rules.armour.r188_crest import (
    down_items,
    goes_down_backwards,
    into_items,
    is_minimum,
    point_of,
    refuse_down,
    refuse_into,
    refuse_up,
    up_items,
)
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r029_vehicles import is_held, leave_posture, refuse_stuck, stand_at_crest
from amba.games.hollow.rules.r042_concealment import find_enemies
from amba.games.hollow.rules.r185_hidden import look_about
from amba.games.hollow.rules.r188_wadis import DOWN, UP
from amba.games.hollow.state import HollowState

CARE: Literal["carefully"] = "carefully"
TO_CREST = ("edge", "edge-back", "mount", "mount-back")
"""Whoever comes to a crest stops at once, and with it its platoon."""
IN_PLACE = ("mount", "mount-back", "descend")
"""What leads to no other hex."""


def goes_to_crest(how: str) -> bool:
    """Whether it comes from the next hex straight to the crest."""
    return how in {"edge", "edge-back"}


def is_back(s: HollowState, vehicle: int, how: str) -> bool:
    """Whether it goes backwards."""
    return how in {"back", "edge-back", "mount-back"} or (how == "descend" and goes_down_backwards(s, vehicle))


@rule("181.22", "181.221")
def leg_items(s: HollowState, vehicle: int, to: int, how: str) -> list[Item]:
    """What it costs one vehicle, by the chapter that knows it."""
    here, back = s.at[vehicle], is_back(s, vehicle, how)
    if how == "bypass":
        edge = edge_to(s, vehicle, to)
        return bypass_items(s, vehicle, edge) if edge is not None else []
    if how == "overrun":
        return overrun_items(s, vehicle, to)
    if goes_to_crest(how):
        return into_items(s, vehicle, to, back)
    if how.startswith("mount"):
        return up_items(s, vehicle, back)
    return down_items(s, vehicle) if how == "descend" else entry_items(s, vehicle, here, to, back, how == CARE)


def times_of(s: HollowState, vehicle: int, how: str) -> int:
    """By what the price of a comrade in the hex is multiplied."""
    return 2 if how in {"bypass", CARE} else s.vehicle(vehicle).reverse if is_back(s, vehicle, how) else 1


@rule("181.221", "188.18", "132", "181.1")
def refuse_leg(s: HollowState, m: Manoeuvre, to: int, how: StepWay) -> Refusal | None:
    """As it would be refused to the vehicle by itself; no minimum move, and forward from where it may turn is an ordinary step."""
    v = m.vehicle
    if (found := refuse_stuck(s, v)) is not None:
        return found
    if how in IN_PLACE and to != s.at[v]:
        return Refusal("188.18", "{vehicle} does that in the hex in which it is.", named(s, v))
    if how == "ahead" and not is_held(s, v):
        return Refusal("181.22", "{vehicle} may turn before it goes to {place}: say where it points there.", named(s, v, to))
    found = JUDGES[how](s, m, to)
    if found is None and is_minimum(s, m, leg_items(s, v, to, how)):
        return Refusal("181.22", "{vehicle} has not the points for that, and makes no minimum move with its platoon.", named(s, v))
    return found


@rule("186.14", "181.22")
def refuse_with_care(s: HollowState, m: Manoeuvre, to: int) -> Refusal | None:
    """Straight on for twice the points, where hammada may stop it."""
    if hammada_items(s, Passage(m.vehicle, to, s.at[m.vehicle])) is None:
        return Refusal("186.14", "Care is of no use there.")
    return refuse_hex(s, m, to, careful=True)


Judge = Callable[[HollowState, Manoeuvre, int], Refusal | None]
JUDGES: dict[str, Judge] = {
    "ahead": refuse_hex,
    CARE: refuse_with_care,
    "back": lambda s, m, to: refuse_hex(s, m, to, backwards=True),
    "bypass": lambda s, m, to: refuse_bypass(s, m, Bypass(to)),
    "overrun": lambda s, m, to: refuse_overrun(s, m, Overrun(to)),
    "edge": lambda s, m, to: refuse_into(s, m, CrestInto(to)),
    "edge-back": lambda s, m, to: refuse_into(s, m, CrestInto(to, "back")),
    "mount": lambda s, m, _: refuse_up(s, m, CrestUp()),
    "mount-back": lambda s, m, _: refuse_up(s, m, CrestUp("back")),
    "descend": lambda s, m, _: refuse_down(s, m, CrestDown()),
}


def leg_places(s: HollowState, vehicle: int) -> list[tuple[int, StepWay]]:
    """Where and how it might go; what of it is allowed its judge says."""
    here = s.at[vehicle]
    before, after = ahead(s, vehicle), behind(s, vehicle)
    found: list[tuple[int, StepWay]] = [*((to, "back") for to in after), *((edge.place, "bypass") for edge in edges(s, vehicle))]
    found += [*((to, "overrun") for to in before), *((to, CARE) for to in before)]
    if is_held(s, vehicle):
        found += [*((to, "ahead") for to in before), (here, "descend")]
    if s.field.is_wadi(here):
        found += [(here, "mount"), (here, "mount-back")]
    return [*found, *((to, "edge") for to in before if s.field.is_wadi(to)), *((to, "edge-back") for to in after if s.field.is_wadi(to))]


@rule("188.18")
def corner_after(s: HollowState, vehicle: int, how: str) -> int:
    """The corner at which it comes to a crest."""
    back = is_back(s, vehicle, how)
    return point_of(s, vehicle, back if how.startswith("mount") else not back)


def spine_after(s: HollowState, vehicle: int, to: int, how: str) -> int:
    """Where it points then: round the corner in bypass, else where it pointed."""
    edge = edge_to(s, vehicle, to) if how == "bypass" else None
    return edge.spine if edge is not None else vca(s, vehicle)


@rule("181.22", "188.23", "132")
def passages_by(s: HollowState, vehicle: int, to: int, how: str) -> list[Passage]:
    """The ground it is checked for: none in bypass, nor on the way between bed and crest."""
    return [] if how == "bypass" or how in IN_PLACE else [going(s, vehicle, to, how == CARE, to_crest=how in TO_CREST)]


@rule("181.22", "181.1", "132", "188.18", "188.191", "72")
def go_by(s: HollowState, vehicle: int, to: int, how: str) -> list[Passage]:
    """It does so; whoever lay there unseen bars the way, unless it overruns him with others. The ground that it is to be checked for."""
    here, back = s.at[vehicle], is_back(s, vehicle, how)
    corner = corner_after(s, vehicle, how)
    found, spine, edge = passages_by(s, vehicle, to, how), spine_after(s, vehicle, to, how), edge_to(s, vehicle, to) if how == "bypass" else None
    if to != here and find_enemies(s, (vehicle,), to) and how != "overrun":
        return []
    s.mark("181.1", vehicle, REVERSE, back)
    if to != here:
        for mark in (BYPASS, BYPASS_LEFT):
            s.mark("132", vehicle, mark, False)
        leave_posture(s, "30", vehicle, to)
        if how != "bypass":
            come_along(s, vehicle, to, how)
        s.do(Moved("181.22", vehicle, here, to, (here, to)))
    if edge is not None:
        turn_into(s, vehicle, spine, edge.is_left)
    if how == "descend":
        stand_at_crest(s, "188.191", vehicle, None)
        climb_with(s, vehicle, DOWN)
    if how in TO_CREST:
        for mark in (MOTION, REVERSE, BYPASS, BYPASS_LEFT):
            s.mark("188.18", vehicle, mark, False)
        stand_at_crest(s, "188.18", vehicle, corner)
        if how in IN_PLACE:
            climb_with(s, vehicle, UP)
    if how != "overrun":
        hold_ground(s, vehicle)
    if to != here:
        look_about(s, (vehicle,), here, to)
    return found


@rule("132")
def turn_into(s: HollowState, vehicle: int, spine: int, is_left: bool) -> None:
    """It is in bypass and points the way it goes, its turret with it."""
    turret = (s.pointing(vehicle, TCA) + spine - vca(s, vehicle)) % 6
    s.mark("132", vehicle, BYPASS)
    s.mark("132", vehicle, BYPASS_LEFT, is_left)
    s.point("132", vehicle, VCA, spine)
    s.point("132", vehicle, TCA, turret)
