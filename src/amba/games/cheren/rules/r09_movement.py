"""9.0 Movement and 9.1 mountains; the same legs serve reaction (10.0) and exploitation (13.0)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.core.event import Controlled, Marked, Moved, Spent
from amba.core.menu import Variants
from amba.games.cheren.book import rule
from amba.games.cheren.orders import Move
from amba.games.cheren.state import HARD, MAP, CherenState
from amba.games.cheren.world import (
    ALLIED,
    INFILTRATING,
    ITALIAN,
    LOW,
    MARCHING,
    NEVER,
    NONE,
    ROADBLOCK,
    SAPPERS,
    TIGRE,
    WOLKAIT,
)  # fmt: skip
from amba.kit.half_points import HALF, points_text
from amba.kit.reach import Edges, Reach, reach

RELEASE_TRACK = {"wolkait": WOLKAIT, "tigre": TIGRE}
BARS = {
    "fixed": ("8.5", "{unit} may not move: it is the garrison of Massaua."),
    "garrison": ("6.0", "{unit} may not move before the {garrison} garrison is released."),
    "stranded": ("12.6.a", "{unit} has no supply; without it tanks and motorized units stand still."),
    "spent": ("9.0", "{unit} has used its movement."),
    "air": ("11.3", "Air support stays off the map."),
}


@rule("6.0", "8.5", "12.6", "12.6.a")
def bar(s: CherenState, unit: int) -> str:
    """What forbids a unit to move at all: a key of BARS, or nothing."""
    world = s.world
    if world.fixed[unit]:
        return world.fixed[unit]
    garrison = world.garrison[unit]
    if garrison and not s.tracks[RELEASE_TRACK[garrison]] and s.side[unit] == ITALIAN:
        return "garrison"
    if s.points[unit] >= NEVER:
        return "spent"
    if s.marks[unit] >> NONE & 1 and world.motorized[unit]:
        return "stranded"
    return ""


def allowance(s: CherenState, unit: int) -> int:
    """Movement points, in halves."""
    more = 2 * HALF if s.marks[unit] >> MARCHING & 1 else 0
    return s.world.units[unit].mp * HALF + more


def edges_of(s: CherenState, unit: int) -> Edges:
    """What every step costs this unit."""
    allied = s.side[unit] == ALLIED
    return s.world.edges(s.world.climbs[unit], s.roadblock if allied else -1, allied and bool(s.tracks[SAPPERS]))


@rule("9.0", "9.0.road", "9.0.track", "9.1", "4.0.effect-a", "4.0.effect-b")
def reach_of(s: CherenState, unit: int, points: int | None = None) -> Reach:
    """Where a unit can go with what it has left: +1 into an enemy zone, and no further once in a hard one."""
    side = s.side[unit]
    total = allowance(s, unit) if points is None else points
    cache = s.memory[MAP]
    key = ("reach", unit, total, s.points[unit], s.marks[unit], s.tracks[ROADBLOCK], s.tracks[SAPPERS])
    found: Reach | None = cache.get(key)
    if found is None:
        zone = None if s.marks[unit] >> INFILTRATING & 1 else s.zoc(1 - side)
        found = cache[key] = reach(s.at[unit], total, edges_of(s, unit), s.held[1 - side], zone, HALF, HARD, s.points[unit])
    return found


def destinations(s: CherenState, unit: int) -> Sequence[Move]:
    """Every legal move of one unit."""
    return Variants(lambda place: Move(unit, place), reach_of(s, unit).hexes)


@rule("2.1")
def take_control(s: CherenState, place: int, side: int) -> None:
    """A town belongs to whoever was last in it."""
    if place in s.world.town_at and s.owner[place] != (side == ALLIED):
        s.do(Controlled("2.1", place, s.owner[place], int(side == ALLIED)))


@rule("9.0", "2.1")
def march(s: CherenState, unit: int, to: int, number: str) -> None:
    """Move along the cheapest path; every town on the way changes hands."""
    found = reach_of(s, unit)
    path = found.path(to)
    side = s.side[unit]
    s.do(Moved(number, unit, s.at[unit], to, path))
    halted = not s.has(unit, INFILTRATING) and s.zoc(1 - side)[to] >= HARD
    s.do(Spent("4.0.effect-b" if halted else number, unit, s.points[unit], NEVER if halted else found.cost[to]))
    for place in path[1:]:
        take_control(s, place, side)


def refuse_unit(s: CherenState, side: int, unit: int, number: str) -> Refusal | None:
    """Why this unit cannot be ordered at all."""
    world = s.world
    if unit >= world.first_chit:
        return Refusal(number, "'{key}' is no unit.", {"key": world.names.pieces[unit]})
    if not s.is_on_map(unit):
        return Refusal(number, "{unit} is not on the map.", {"unit": world.units[unit].title})
    if s.side[unit] != side:
        return Refusal(number, "{unit} is not yours to move.", {"unit": world.units[unit].title})
    found = bar(s, unit)
    if found:
        rule_number, template = BARS[found]
        card = world.units[unit]
        return Refusal(rule_number, template, {"unit": card.title, "garrison": card.garrison.title()}, (), (world.names.places[s.at[unit]],))
    return None


def refuse_destination(s: CherenState, unit: int, there: int, number: str) -> Refusal | None:
    """Why this unit cannot get there: with the arithmetic of the cheapest way."""
    world = s.world
    card, name = world.units[unit], world.names.places[there]
    if there >= world.hexes:
        return Refusal(number, "'{hex}' is no hex.", {"hex": name})
    values = {"unit": card.title, "hex": name}
    if there == s.at[unit]:
        return Refusal(number, "{unit} is already in {hex}.", values)
    if world.sea[there]:
        return Refusal(number, "{hex} is sea.", values, (), (name,))
    if s.held[1 - s.side[unit]][there]:
        return Refusal(number, "{hex} is held by the enemy.", values, (), (name,))
    if world.mountain[there] and not card.may_climb:
        why = "motorized units" if card.is_motorized else "units with fewer than 6 movement points"
        return Refusal("9.1", "{hex} is mountain, closed to {why}; {unit} cannot enter.", {**values, "why": why}, (), (name,))
    total = allowance(s, unit)
    if there in reach_of(s, unit).cost:
        return None
    wider = reach_of(s, unit, 40 * HALF)
    if there not in wider.cost:
        return Refusal(
            "4.0.effect-b", "{unit} finds no way to {hex}: enemy units, hard zones of control or closed ground lie between.", values, (), (name,)
        )
    items = bill(s, unit, wider, there)
    values |= {"needs": points_text(wider.cost[there]), "has": points_text(total)}
    template = "{unit} needs {needs} movement points to reach {hex} and has {has}."
    if s.points[unit]:
        template = "{unit} needs {needs} movement points in all to reach {hex} and has {has}; {used} are used."
        values["used"] = points_text(s.points[unit])
    path = tuple(world.names.places[place] for place in wider.path(there))
    return Refusal(number, template, values, items, path)


class Leg(NamedTuple):
    """One step of a path and what it costs."""

    hex: int
    cost: int
    reason: str
    rule: str


def legs(s: CherenState, unit: int, found: Reach, to: int) -> list[Leg]:
    """The path step by step."""
    world = s.world
    zone = s.zoc(1 - s.side[unit])
    allied = s.side[unit] == ALLIED
    path = found.path(to)
    steps = []
    for here, there in itertools.pairwise(path):
        cost = found.cost[there] - found.cost[here]
        if there in world.road_steps[here] and not (allied and s.roadblock in {here, there}):
            reason, number = f"road through {'/'.join(world.terrains[there])}", "9.0.road"
        else:
            reason, number = "/".join(world.terrains[there]), "9.0"
            if (here, there) in world.river and not (allied and s.tracks[SAPPERS]):
                reason += ", river"
        if zone[there] and not s.has(unit, INFILTRATING):
            reason += ", +1 enemy zone"
        steps.append(Leg(there, cost, reason, number))
    return steps


def bill(s: CherenState, unit: int, found: Reach, to: int) -> tuple[tuple[str, str, str], ...]:
    """The cost of a path as lines of arithmetic."""
    names = s.world.names.places
    return tuple((f"{names[leg.hex]}: {leg.reason}", points_text(leg.cost), leg.rule) for leg in legs(s, unit, found, to))


def rest(s: CherenState) -> None:
    """At the end of a phase every unit has its movement back, and chits lose their hold."""
    for unit in range(s.world.first_chit):
        if s.points[unit]:
            s.do(Spent("9.0", unit, s.points[unit], 0))
        if s.marks[unit] >> 2:
            for mark in range(2, len(s.world.names.marks)):
                if s.has(unit, mark):
                    s.do(Marked("5.1.return" if mark >= INFILTRATING else "11.0", unit, mark, 0))


def is_short(s: CherenState, unit: int) -> bool:
    """12.5: Low or No Supply."""
    return bool(s.marks[unit] & (1 << LOW | 1 << NONE))
