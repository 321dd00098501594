"""Smoke dischargers of vehicles (24.5): dispersed smoke in their own hex, or from a smoke mortar up to three hexes away."""

from __future__ import annotations

import re
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import DISCHARGED, EXPOSED, MOTION, MOVED, THIN_GUN_SMOKE
from amba.games.hollow.frames import MovePhase
from amba.games.hollow.frames_armour import Spotted
from amba.games.hollow.frames_artillery import DischargeRoll
from amba.games.hollow.orders_artillery import Discharge
from amba.games.hollow.rules.armour.r030_costs import points_left
from amba.games.hollow.rules.armour.r194_vehicle_dust import shake_off
from amba.games.hollow.rules.artillery.r024_gun_smoke import put_smoke, refuse_air
from amba.games.hollow.rules.common import HAS_SHOT, Item, refuse_not_own, sum_of
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r007_seeing import is_clear, line
from amba.games.hollow.rules.r024_smoke import is_screened
from amba.games.hollow.rules.r029_vehicles import is_manned
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

COST = 2
"""Half points: one movement point."""
REACH = 3
"""How far a smoke mortar throws."""
_KINDS = re.compile(r"s([DPM])(\d+)(?: from (19\d\d-\d\d))?")


class Discharger(NamedTuple):
    """What makes smoke on a vehicle: on the hull (D), thrown by hand (P), or a small mortar (M); and the number that two dice must not exceed."""

    kind: str
    number: int


@rule("24.5")
def dischargers(s: HollowState, vehicle: int) -> list[Discharger]:
    """Those it has on the day of the scenario."""
    date = str(s.plan.data.get("date", ""))
    return [Discharger(kind, int(number)) for kind, number, first in _KINDS.findall(s.vehicle(vehicle).smoke) if not date or date[:7] >= first]


@rule("24.5")
def discharger_for(s: HollowState, vehicle: int, place: int) -> Discharger | None:
    """The best one that reaches a hex: its own, or for a smoke mortar one to three hexes away."""
    own = place == s.at[vehicle]
    fit = [one for one in dischargers(s, vehicle) if (one.kind == "M") != own and (one.kind != "P" or s.has(vehicle, EXPOSED))]
    return max(fit, key=lambda one: one.number, default=None) if own or 0 < s.field.range(s.at[vehicle], place) <= REACH else None


@rule("24.5", "176.75")
def refuse_smoker(s: HollowState, side: int, vehicle: int) -> Refusal | None:
    """A crew that has not fired, once in a player turn, for one movement point; one that is stuck may do it too."""
    found = refuse_not_own(s, side, vehicle, "24.5", "vehicle")
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[vehicle]}
    if not dischargers(s, vehicle):
        return Refusal("24.5", "{vehicle} has no smoke dischargers.", name)
    if not is_manned(s, vehicle):
        return Refusal("64", "Nobody in {vehicle} can do it.", name)
    if s.has(vehicle, DISCHARGED):
        return Refusal("24.5", "{vehicle} has made smoke in this player turn already.", name)
    if any(s.has(vehicle, mark) for mark in HAS_SHOT):
        return Refusal("24.5", "{vehicle} has fired in this player turn.", name)
    if points_left(s, vehicle) < COST:
        items = (("half points left", str(points_left(s, vehicle)), "24.5"), ("half points needed", str(COST), "24.5"))
        return Refusal("24.5", "{vehicle} has no movement point left for it.", name, items)
    return refuse_air(s)


@rule("24.5")
def refuse_discharge(s: HollowState, at: MovePhase, a: Discharge) -> Refusal | None:
    """A vehicle that can make smoke, in its own hex or where its mortar throws, in a hex in sight without smoke."""
    if (found := refuse_smoker(s, at.side, a.vehicle)) is not None:
        return found
    name = {"vehicle": s.world.names.pieces[a.vehicle], "place": s.world.names.places[a.to]}
    if a.to not in s.field.hex_of:
        return Refusal("5", "{place} is not on this map.", name)
    if discharger_for(s, a.vehicle, a.to) is None:
        return why_not_there(s, a, name)
    if is_screened(s, a.to):
        return Refusal("24", "There is smoke already.")
    clear = a.to == s.at[a.vehicle] or is_clear(s, s.viewpoint(a.vehicle), s.field.view_from(a.to))
    return None if clear else Refusal("7", "{vehicle} does not see {place}.", name)


@rule("24.5")
def why_not_there(s: HollowState, a: Discharge, name: dict[str, str]) -> Refusal:
    """A smoke mortar throws one to three hexes, other dischargers smoke their own; smoke pots are thrown from an open hatch."""
    kinds, away = {one.kind for one in dischargers(s, a.vehicle)}, s.field.range(s.at[a.vehicle], a.to)
    if not away and "P" in kinds:
        return Refusal("24.5", "The hatches of {vehicle} are shut, and its smoke is thrown by hand.", name)
    items = (("hexes", str(away), "24.5"), ("its smoke reaches", f"1 to {REACH}" if "M" in kinds else "its own hex", "24.5"))
    return Refusal("24.5", "{vehicle} makes no smoke in {place}.", name, items)


def discharges(s: HollowState, at: MovePhase) -> list[Discharge]:
    found = []
    for vehicle in s.vehicles(at.side):
        kinds = {one.kind for one in dischargers(s, vehicle)}
        if kinds and refuse_smoker(s, at.side, vehicle) is None:
            near = [place for place in s.field.places if s.field.range(s.at[vehicle], place) <= REACH] if "M" in kinds else [s.at[vehicle]]
            found += [Discharge(vehicle, place) for place in near]
    return [order for order in found if refuse_discharge(s, at, order) is None]


@rule("24.5")
def discharge_items(s: HollowState, at: DischargeRoll) -> list[Item]:
    """+1 behind closed hatches; a smoke mortar +2 from a vehicle that moves, and what lies in between."""
    found = [] if s.has(at.vehicle, EXPOSED) or not s.vehicle(at.vehicle).is_armoured else [Item("buttoned up", 1, "24.5")]
    if at.place != s.at[at.vehicle]:
        found += [Item("it moves", 2, "24.5")] if s.has(at.vehicle, MOTION) or s.has(at.vehicle, MOVED) else []
        between = line(s, s.viewpoint(at.vehicle), s.field.view_from(at.place)).hindrances
        found += [Item(hindrance.what, hindrance.drm, hindrance.rule) for hindrance in between]
    return found


@rule("24.5", "16", "194.74")
def discharge(s: HollowState, at: MovePhase, a: Discharge) -> None:
    """The enemy may fire at who spends points, through the smoke if there is some."""
    s.mark("24.5", a.vehicle, DISCHARGED)
    if not s.points[a.vehicle]:
        shake_off(s, a.vehicle)
    s.spend("24.5", a.vehicle, s.points[a.vehicle] + COST)
    push(s, Spotted(a.vehicle, s.at[a.vehicle], COST))
    push(s, DischargeRoll(a.vehicle, a.to))


@rule("24.5")
def read_discharge(s: HollowState, at: DischargeRoll, dice: tuple[int, ...]) -> None:
    """At most its number: dispersed smoke."""
    one = discharger_for(s, at.vehicle, at.place)
    number, modifier = one.number if one is not None else 0, sum_of(discharge_items(s, at))
    made = dice[0] + modifier <= number
    s.do(Said("24.5", "discharge", (title(s, at.vehicle), s.world.names.places[at.place], number, f"{modifier:+d}", "smoke" if made else "no smoke")))
    if made:
        put_smoke(s, "24.5", at.place, THIN_GUN_SMOKE, s.side[at.vehicle])


DISCHARGE_ORDER = Takes(Discharge, discharge, refuse_discharge, choices=discharges)
DISCHARGE_ROLL = roll_step(
    DischargeRoll, "discharge", "24.5", "Smoke of {vehicle}", read_discharge, values=lambda s, at: {"vehicle": title(s, at.vehicle)}
)
