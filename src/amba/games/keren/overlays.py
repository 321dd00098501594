"""What is drawn over the map: zones, supply, reach, line of sight, point hexes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from amba.games.keren.rules.r06_supply import CARRYING, FULL, is_in_supply, paths
from amba.games.keren.rules.r10_movement import reach_of
from amba.games.keren.rules.r11_fire import level_text
from amba.games.keren.state import KerenState
from amba.games.keren.world import SIDES
from amba.load.aids import Overlay

Layer = dict[str, Any]
OVERLAYS = (
    Overlay("zoc", "Zones of control", "z"),
    Overlay("supply", "Supply", "s"),
    Overlay("reach", "Reach of a unit", "r", "piece"),
    Overlay("sight", "Line of sight", "l", "pair"),
    Overlay("victory", "Point hexes", "v"),
)


def overlay(s: KerenState, side: int | None, key: str, arg: str) -> Layer:
    """One layer drawn over the map, of what this side may know."""
    layers: dict[str, Callable[[KerenState, int | None, str], Layer]] = {
        "zoc": zones, "supply": supply, "reach": reach, "sight": sight, "victory": victory,
    }  # fmt: skip
    found: Layer = {"hexes": {}, "paths": [], "rays": [], "notes": []}
    return found | layers[key](s, side, arg) if key in layers else found


def zones(s: KerenState, side: int | None, arg: str) -> Layer:
    hexes = {}
    for place in range(s.world.places):
        both = [s.zoc(one)[place] for one in (0, 1)]
        if any(both):
            hexes[s.world.names.places[place]] = {"tone": "both" if all(both) else SIDES[0 if both[0] else 1], "text": ""}
    return {"hexes": hexes, "notes": ["A unit that enters an enemy zone of control stops (8.1)."]}


def supply(s: KerenState, side: int | None, arg: str) -> Layer:
    names = s.world.names
    hexes: dict[str, Any] = {}
    notes = []
    for one in (0, 1) if side is None else (side,):
        for place, cost in paths(s, one).cost.items():
            if cost <= FULL:
                hexes[names.places[place]] = {"tone": SIDES[one], "text": str(cost)}
            elif cost <= CARRYING:
                hexes.setdefault(names.places[place], {"tone": "both", "text": str(cost)})
        if one == side:
            out = [unit for unit in s.units(one) if not is_in_supply(s, unit)]
            hexes |= {names.places[s.at[unit]]: {"tone": "warning", "text": "out"} for unit in out}
            notes += [f"No path: {s.world.units[unit].title}" for unit in out]
    return {"hexes": hexes, "notes": notes}


def reach(s: KerenState, side: int | None, arg: str) -> Layer:
    unit = s.world.names.piece.get(arg, -1)
    if unit < 0 or s.side[unit] != side or not s.is_on_map(unit):
        return {}
    have = s.movement(unit)
    return {"hexes": {s.world.names.places[p]: {"tone": "reach", "text": str(have - c)} for p, c in reach_of(s, (unit,)).cost.items()}}


def sight(s: KerenState, side: int | None, arg: str) -> Layer:
    """What artillery in a hex could see; with a second hex (``1204,1507``) the line to it."""
    ends = [s.world.grid.index[name] for name in arg.split(",") if name in s.world.grid.index]
    if len(ends) == 2 and ends[0] != ends[1]:
        return sight_line(s, ends[0], ends[1])
    return seen_from(s, side, ends[0]) if ends else {}


def seen_from(s: KerenState, side: int | None, start: int) -> Layer:
    """Every hex seen from here, and a ray to each enemy stack, as far as it goes."""
    world = s.world
    names = world.names.places
    hexes: dict[str, Any] = {names[h]: {"tone": "seen", "text": ""} for h in range(world.hexes) if h != start and world.ground.table.sees(start, h)}
    rays = []
    for one in (0, 1) if side is None else (1 - side,):
        rays += [ray(s, start, place) for place in s.places(one) if place < world.hexes and place != start]
    note = f"{ground_text(s, start)}: artillery sees {len(hexes)} hexes from here (12.1). Point at another hex for the line to it."
    return {"hexes": hexes, "rays": rays, "notes": [note]}


def sight_line(s: KerenState, start: int, end: int) -> Layer:
    """One line: the hexes it crosses with their levels, what stops it, and a sentence that says so."""
    world = s.world
    names = world.names.places
    ends = f"{ground_text(s, start)}; {ground_text(s, end)}."
    block = world.ground.sight.why_not(start, end)
    if block is None:
        return {"rays": [ray(s, start, end)], "notes": [f"{names[start]} sees {names[end]} (12.1). {ends}"]}
    hexes = {names[h]: {"tone": "neutral", "text": short_level(world.ground.levels[h])} for h in block.line.crossed if h not in {start, end}}
    if block.hex is None:
        why = "the line would cross a prohibited or roadblock side (12.1)"
    else:
        hexes[names[block.hex]] = {"tone": "blocked", "text": short_level(world.ground.levels[block.hex])}
        is_ridge = world.map.terrain[block.hex] == "ridge"
        why = f"{ground_text(s, block.hex)}, is in the way" + (" (12.3: a ridge always is)" if is_ridge else " and higher than both (12.0)")
    return {"hexes": hexes, "rays": [ray(s, start, end)], "notes": [f"{names[start]} does not see {names[end]}: {why}. {ends}"]}


def ray(s: KerenState, start: int, end: int) -> dict[str, str]:
    """The line as it is drawn; dashed beyond the hex or side that stops it."""
    names = s.world.names.places
    block = s.world.ground.sight.why_not(start, end)
    found = {"from": names[start], "to": names[end], "tone": "seen" if block is None else "blocked", "text": ""}
    if block is not None:
        stop = block.side if block.hex is None else (block.hex,)
        found["blocked"] = "/".join(names[h] for h in stop or ())
    return found


def ground_text(s: KerenState, place: int) -> str:
    return f"{s.world.names.places[place]}, {s.world.map.terrain[place]}, {level_text(s.world.ground.levels[place])}"


def short_level(level: Fraction) -> str:
    return str(level) if level.denominator == 1 else f"{int(level)}+"


def victory(s: KerenState, side: int | None, arg: str) -> Layer:
    world = s.world
    return {"hexes": {world.names.places[h]: {"tone": SIDES[0 if s.owner[h] else 1], "text": f"+{value}"} for h, value in world.points.items()}}
