"""What is drawn over the map: zones, supply, reach, line of sight, point hexes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from amba.games.keren.rules.r06_supply import CARRYING, FULL, is_in_supply, paths
from amba.games.keren.rules.r10_movement import reach_of
from amba.games.keren.rules.r11_fire import level_text
from amba.games.keren.state import KerenState
from amba.games.keren.world import SIDES
from amba.load.aids import Overlay
from amba.table.board import Layer, lit, reach_of_piece, zones_of_control

Shown = dict[str, Any]


def supply(s: KerenState, side: int | None, arg: str) -> Shown:
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


def reach(s: KerenState, side: int | None, unit: int) -> dict[int, str]:
    if s.side[unit] != side or not s.is_on_map(unit):
        return {}
    have = s.movement(unit)
    return {place: str(have - cost) for place, cost in reach_of(s, (unit,)).cost.items()}


def sight(s: KerenState, side: int | None, arg: str) -> Shown:
    """What artillery in a hex could see; with a second hex (``1204,1507``) the line to it."""
    ends = [s.world.grid.index[name] for name in arg.split(",") if name in s.world.grid.index]
    if len(ends) == 2 and ends[0] != ends[1]:
        return sight_line(s, ends[0], ends[1])
    return seen_from(s, side, ends[0]) if ends else {}


def seen_from(s: KerenState, side: int | None, start: int) -> Shown:
    """Every hex seen from here, and a ray to each enemy stack, as far as it goes."""
    world = s.world
    names = world.names.places
    hexes: dict[str, Any] = {names[h]: {"tone": "seen", "text": ""} for h in range(world.hexes) if h != start and world.ground.sees(start, h)}
    rays = []
    for one in (0, 1) if side is None else (1 - side,):
        rays += [ray(s, start, place) for place in s.places(one) if place < world.hexes and place != start]
    note = f"{ground_text(s, start)}: artillery sees {len(hexes)} hexes from here (12.1). Point at another hex for the line to it."
    return {"hexes": hexes, "rays": rays, "notes": [note]}


def sight_line(s: KerenState, start: int, end: int) -> Shown:
    """One line: the hexes it crosses with their levels, what stops it, and a sentence that says so."""
    world = s.world
    names = world.names.places
    ends = f"{ground_text(s, start)}; {ground_text(s, end)}."
    wall = world.ground.side_between(start, end)
    if wall:
        note = f"{names[start]} does not see {names[end]}: a {wall} side is between them (12.1). {ends}"
        return {"rays": [ray(s, start, end)], "notes": [note]}
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
    if s.world.ground.side_between(start, end):
        return {"from": names[start], "to": names[end], "tone": "blocked", "text": "", "blocked": f"{names[start]}/{names[end]}"}
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


def victory(s: KerenState, side: int | None, arg: str) -> Shown:
    return {"hexes": lit(s, ((place, SIDES[0 if s.owner[place] else 1], f"+{value}") for place, value in s.world.points.items()))}


LAYERS = (
    zones_of_control("A unit that enters an enemy zone of control stops (8.1)."),
    Layer(Overlay("supply", "Supply", "s"), supply),
    reach_of_piece(reach),
    Layer(Overlay("sight", "Line of sight", "l", "pair"), sight),
    Layer(Overlay("victory", "Point hexes", "v"), victory),
)
