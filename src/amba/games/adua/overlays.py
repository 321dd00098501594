"""Layers drawn over the map."""

from __future__ import annotations

from typing import Any

from amba.games.adua.rules.r03_command import in_command, is_under
from amba.games.adua.rules.r06_artillery import sees
from amba.games.adua.rules.r09_movement import destinations
from amba.games.adua.state import AduaState
from amba.load.aids import Overlay
from amba.table.board import Layer, lit, reach_of_piece, zones_of_control


def reach(s: AduaState, side: int | None, unit: int) -> dict[int, str]:
    if not s.is_on_map(unit) or s.world.units[unit].kind == "machine_gun":
        return {}
    move = s.world.units[unit].move
    return {hex: str(move - route.cost) for hex, route in destinations(s, unit).items()}


def command_layer(s: AduaState, side: int | None, arg: str) -> dict[str, Any]:
    leader = s.world.names.piece.get(arg, -1)
    if leader < 0 or not s.world.units[leader].is_leader or not s.is_on_map(leader):
        return {}
    places = s.world.names.places
    near = s.world.grid.within(s.at[leader], s.world.units[leader].range)
    hexes = lit(s, ((hex, "supply", "") for hex in near if in_command(s, leader, hex)))
    out = [s.world.units[unit].title for unit in s.units(s.side[leader]) if is_under(s.world, leader, unit) and places[s.at[unit]] not in hexes]
    return {"hexes": hexes, "notes": [f"Out of command: {title}" for title in out]}


def sight_layer(s: AduaState, side: int | None, arg: str) -> dict[str, Any]:
    world = s.world
    start = world.grid.index.get(arg, -1)
    if start < 0:
        return {}
    near = [hex for hex in world.grid.within(start, 4) if hex != start]
    hexes = lit(s, ((hex, "seen" if sees(world, start, hex) else "blocked", str(world.grid.distance(start, hex))) for hex in near))
    return {"hexes": hexes, "notes": ["Italian guns reach 3 hexes, Abyssinian guns 4 (6.0)."]}


def victory_layer(s: AduaState, side: int | None, arg: str) -> dict[str, Any]:
    places = [*((hex, "italian", "") for hex in sorted(s.world.set_up_area)), *((hex, "victory", "exit") for hex in s.world.passes)]
    return {"hexes": lit(s, places), "notes": ["Five points of combat value over a western pass win the battle (13.0)."]}


LAYERS = (
    zones_of_control("Units in combat exert no zone of control (10.0)."),
    reach_of_piece(reach, "Reach of a piece", "good"),
    Layer(Overlay("command", "Command of a leader", "c", "piece"), command_layer),
    Layer(Overlay("sight", "Line of sight of artillery", "l", "hex"), sight_layer),
    Layer(Overlay("victory", "Western passes and set-up areas", "v"), victory_layer),
)
