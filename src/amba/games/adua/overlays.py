"""Layers drawn over the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.games.adua.rules.r03_command import in_command, is_under
from amba.games.adua.rules.r06_artillery import sees
from amba.games.adua.rules.r09_movement import destinations
from amba.games.adua.state import AduaState
from amba.games.adua.world import SIDES
from amba.load.aids import Overlay

OVERLAYS = (
    Overlay("zoc", "Zones of control", "z"),
    Overlay("reach", "Reach of a piece", "r", "piece"),
    Overlay("command", "Command of a leader", "c", "piece"),
    Overlay("sight", "Line of sight of artillery", "l", "hex"),
    Overlay("victory", "Western passes and set-up areas", "v"),
)


def overlay(s: AduaState, key: str, arg: str) -> dict[str, Any]:
    """One layer drawn over the map."""
    layers: dict[str, Callable[[AduaState, str], dict[str, Any]]] = {
        "zoc": zoc_layer, "reach": reach_layer, "command": command_layer, "sight": sight_layer, "victory": victory_layer,
    }  # fmt: skip
    found: dict[str, Any] = {"hexes": {}, "paths": [], "rays": [], "notes": []}
    if key in layers:
        found |= layers[key](s, arg)
    return found


def zoc_layer(s: AduaState, arg: str) -> dict[str, Any]:
    hexes = {}
    for hex in range(s.world.hexes):
        held = [bool(s.zoc(side)[hex]) for side in (0, 1)]
        if any(held):
            hexes[s.world.names.places[hex]] = {"tone": "both" if all(held) else SIDES[0 if held[0] else 1], "text": ""}
    return {"hexes": hexes, "notes": ["Units in combat exert no zone of control (10.0)."]}


def reach_layer(s: AduaState, arg: str) -> dict[str, Any]:
    unit = s.world.names.piece.get(arg, -1)
    if unit < 0 or not s.is_on_map(unit) or s.world.units[unit].kind == "machine_gun":
        return {}
    move = s.world.units[unit].move
    names = s.world.names.places
    return {"hexes": {names[hex]: {"tone": "good", "text": str(move - route.cost)} for hex, route in destinations(s, unit).items()}}


def command_layer(s: AduaState, arg: str) -> dict[str, Any]:
    leader = s.world.names.piece.get(arg, -1)
    if leader < 0 or not s.world.units[leader].is_leader or not s.is_on_map(leader):
        return {}
    places = s.world.names.places
    near = s.world.grid.within(s.at[leader], s.world.units[leader].range)
    hexes = {places[hex]: {"tone": "supply", "text": ""} for hex in near if in_command(s, leader, hex)}
    out = [s.world.units[unit].title for unit in s.units(s.side[leader]) if is_under(s.world, leader, unit) and places[s.at[unit]] not in hexes]
    return {"hexes": hexes, "notes": [f"Out of command: {title}" for title in out]}


def sight_layer(s: AduaState, arg: str) -> dict[str, Any]:
    world = s.world
    start = world.grid.index.get(arg, -1)
    if start < 0:
        return {}
    hexes = {}
    for hex in world.grid.within(start, 4):
        if hex != start:
            hexes[world.names.places[hex]] = {"tone": "seen" if sees(world, start, hex) else "blocked", "text": str(world.grid.distance(start, hex))}
    return {"hexes": hexes, "notes": ["Italian guns reach 3 hexes, Abyssinian guns 4 (6.0)."]}


def victory_layer(s: AduaState, arg: str) -> dict[str, Any]:
    names = s.world.names.places
    hexes = {names[hex]: {"tone": "italian", "text": ""} for hex in sorted(s.world.set_up_area)}
    hexes |= {names[hex]: {"tone": "victory", "text": "exit"} for hex in s.world.passes}
    return {"hexes": hexes, "notes": ["Five points of combat value over a western pass win the battle (13.0)."]}
