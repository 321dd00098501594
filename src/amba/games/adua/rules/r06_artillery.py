"""6.0 Special units: artillery and the Galla cavalry."""

from __future__ import annotations

from functools import cache, lru_cache

from amba.games.adua.book import rule
from amba.games.adua.state import AduaState
from amba.games.adua.world import MELEE, World

Cube = tuple[int, int, int]


@cache
def line(dx: int, dy: int, dz: int, lean: int) -> tuple[Cube, ...]:
    """The hexes strictly between a hex and another at this offset; a line along hexsides leans to one side or the other."""
    length = max(abs(dx), abs(dy), abs(dz))
    between = []
    for step in range(1, length):
        nudge = lean * 1e-6
        exact = ((dx + nudge) * step / length, (dy + 2 * nudge) * step / length, (dz - 3 * nudge) * step / length)
        between.append(nearest(exact))
    return tuple(between)


def nearest(exact: tuple[float, float, float]) -> Cube:
    """The hex that holds a point."""
    x, y, z = (round(part) for part in exact)
    off = [abs(whole - part) for whole, part in zip((x, y, z), exact, strict=True)]
    if off[0] > off[1] and off[0] > off[2]:
        x = -y - z
    elif off[1] > off[2]:
        y = -x - z
    else:
        z = -x - y
    return x, y, z


def between(world: World, a: int, b: int, lean: int) -> list[int | None]:
    """The hexes strictly between two hexes; None for one beyond the edge of the map."""
    (ax, ay, az), (bx, by, bz) = world.grid.cubes[a], world.grid.cubes[b]
    return [world.grid.at_cube((ax + x, ay + y, az + z)) for x, y, z in line(bx - ax, by - ay, bz - az, lean)]


@rule("6.0.sight", "fig.4")
def sees(world: World, a: int, b: int) -> bool:
    """Artillery sees over ground no higher than its own; along hexsides either row of hexes will do, if the map has it. Units block nothing."""
    top = world.level[a]
    rows = [between(world, a, b, lean) for lean in (1, -1)]
    return any(all(hex is not None and world.level[hex] <= top for hex in row) for row in rows)


@lru_cache(maxsize=4096)
def field_of_fire(world: World, hex: int, span: int) -> frozenset[int]:
    """Every hex that artillery in a hex sees within so many hexes."""
    return frozenset(other for other in world.grid.within(hex, span) if other != hex and sees(world, hex, other))


@rule("6.0.artillery", "fig.4")
def may_bombard(s: AduaState, gun: int, target: int) -> bool:
    """Whether artillery can fire at an enemy: within its range, in sight, not in melee. Adjacent enemies on ground closed to it are in range too."""
    world = s.world
    if not world.units[gun].is_artillery or s.has(target, MELEE):
        return False
    return s.at[target] in field_of_fire(world, s.at[gun], world.units[gun].range)


@rule("10.1")
def in_zone(s: AduaState, unit: int, target: int) -> bool:
    """Whether an enemy stands in the unit's zone of control, worked out as if nobody were in combat."""
    return s.at[target] in s.world.zoc_links[unit][s.at[unit]]


def can_hit(s: AduaState, unit: int, target: int) -> bool:
    """Whether the unit could fire at the target from where it stands."""
    if s.world.units[unit].is_cavalry:
        return False
    return in_zone(s, unit, target) or may_bombard(s, unit, target)


@rule("6.0.artillery")
def can_answer(s: AduaState, target: int, attacker: int) -> bool:
    """Whether an attacked unit can fire back: at those next to it, and as artillery within its own reach; under the option at anybody."""
    return s.options["bombardment"] == "answered" or in_zone(s, attacker, target) or can_hit(s, target, attacker)


@rule("6.0.cavalry")
def fires(s: AduaState, unit: int) -> bool:
    """The Galla horse has no firearms."""
    return not s.world.units[unit].is_cavalry
