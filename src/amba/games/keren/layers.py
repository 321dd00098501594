"""Layers over the map: zones, supply, reach, line of sight, point hexes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.games.keren.rules.r06_supply import CARRYING, FULL, is_in_supply, paths
from amba.games.keren.rules.r10_movement import reach_of
from amba.games.keren.rules.r11_fire import level_text
from amba.games.keren.state import KerenState
from amba.games.keren.world import SIDES

Layer = dict[str, Any]


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
    """What artillery in a hex could see; a ray to the first thing that hides each enemy stack."""
    world = s.world
    start = world.grid.index.get(arg)
    if start is None:
        return {}
    eye = world.ground.sight
    seen = {world.names.places[h]: {"tone": "reach", "text": ""} for h in range(world.hexes) if h != start and world.ground.table.sees(start, h)}
    rays = []
    for one in (0, 1) if side is None else (1 - side,):
        for place in {s.at[unit] for unit in s.units(one)}:
            if place >= world.hexes or place == start:
                continue
            block = eye.why_not(start, place)
            tone = "reach" if block is None else "warning"
            text = "" if block is None or block.hex is None else f"{world.names.places[block.hex]}, {level_text(world.ground.levels[block.hex])}"
            rays.append({"from": arg, "to": world.names.places[place], "tone": tone, "text": text})
    return {"hexes": seen, "rays": rays, "notes": [f"{arg}: {world.map.terrain[start]}, {level_text(world.ground.levels[start])} (12.1)"]}


def victory(s: KerenState, side: int | None, arg: str) -> Layer:
    world = s.world
    return {"hexes": {world.names.places[h]: {"tone": SIDES[0 if s.owner[h] else 1], "text": f"+{value}"} for h, value in world.points.items()}}
