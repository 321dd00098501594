"""Who sees whom, with smoke and weather; the same for both sides."""

from __future__ import annotations

from amba.core.state import remembered
from amba.games.hollow.book import rule
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_look import Block
from amba.games.hollow.rules.r007_sight import Sightline, is_open, sight
from amba.games.hollow.rules.r024_smoke import clouds
from amba.games.hollow.rules.r029_cover import burning_wrecks, vehicle_hindrances, vehicles_in_the_way, wreck_smoke
from amba.games.hollow.rules.r046_shells import shell_hindrances, under_fire
from amba.games.hollow.rules.r049_night import is_lit, sight_limit
from amba.games.hollow.rules.r194_air import air_hindrances, has_low_visibility
from amba.games.hollow.rules.r194_trails import dust_between, together, trails
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex, meets_any, meets_between


@rule("49")
def line(s: HollowState, a: Viewpoint, b: Viewpoint) -> Sightline:
    """The line from one viewpoint to another in today's air; at night only as far as anything is seen, and vehicles somewhat farther."""
    found = sight(s.field.ground, a, b)
    air = air_hindrances(s, found.range)
    smoke = clouds(s)
    if s.has_armour:
        air = (*air, *vehicle_hindrances(s, found.look))
        smoke = together({**wreck_smoke(s, found.look), **smoke}, dust_between(s, found.look))
    if s.plan.batteries:
        air = (*air, *shell_hindrances(s, found.look))
    if air or smoke:
        found = sight(s.field.ground, a, b, smoke, air)
    limit = sight_limit(s, b.looms)
    if limit and found.range > limit and not is_lit(s, b.hex):
        found = found._replace(blocks=(*found.blocks, Block("49", f"the night, in which one sees {limit} hexes", ())))
    return found


def is_clear(s: HollowState, a: Viewpoint, b: Viewpoint) -> bool:
    """Whether the line is clear. What the ground stops, no air opens: only then is the line itself drawn, and only where there is anything in the air or on the way."""
    if not is_open(s.field.ground, a, b):
        return False
    if is_clear_air(s) and not is_met(s, a.hex, b.hex):
        return True
    return s.remembered(("clear", a, b), lambda: line(s, a, b).is_clear)


def is_met(s: HollowState, a: Hex, b: Hex) -> bool:
    """Whether a vehicle or wreck on the way, or its smoke or dust anywhere on the line, may hinder it."""
    if not s.has_armour:
        return False
    smoke = smoke_of_vehicles(s)
    if smoke and meets_any(a, b, smoke):
        return True
    standing = vehicles_in_the_way(s)
    return bool(standing) and meets_between(a, b, standing)


@remembered()
def is_clear_air(s: HollowState) -> bool:
    """Whether nothing but the ground and vehicles can stop or hinder a line now: neither night, weather nor smoke."""
    return not (sight_limit(s) or has_low_visibility(s) or clouds(s) or (s.plan.batteries and any(under_fire(s).values())))


@remembered()
def smoke_of_vehicles(s: HollowState) -> frozenset[Hex]:
    """The hexes where wrecks burn or vehicles have raised dust."""
    return burning_wrecks(s).union(trails(s))


@rule("7")
def sees(s: HollowState, unit: int, other: int) -> bool:
    """Whether two units see each other."""
    return is_clear(s, s.viewpoint(unit), s.viewpoint(other))


def may_be_seen(s: HollowState, place: int, viewpoint: Viewpoint, side: int) -> bool:
    """Whether any counter of the other side that this side knows of, question marks included, could see a viewpoint."""
    for other in s.known_counters(1 - side):
        if s.is_unit(other) and s.is_broken(other):
            continue
        if is_clear(s, s.viewpoint(other), viewpoint):
            return True
    return False


@rule("7", "8")
def line_to(s: HollowState, unit: int, target: int) -> Sightline:
    return line(s, s.viewpoint(unit), s.viewpoint(target))
