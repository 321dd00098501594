"""The board, the charts and the overlays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.games.adua.rules.r03_command import commands, in_command
from amba.games.adua.rules.r06_artillery import sees
from amba.games.adua.rules.r09_movement import destinations
from amba.games.adua.show import BOX_TITLES
from amba.games.adua.state import AduaState
from amba.games.adua.world import SIDES, Unit, World
from amba.load.aids import Overlay, around_the_map, chart
from amba.load.maps import board_of


def face(unit: Unit, lost: int) -> dict[str, Any]:
    """What is printed on one side of a counter."""
    if unit.is_leader:
        value = unit.command or unit.initiative
        what = "command value" if unit.command else "initiative"
        return {
            "left": str(value),
            "middle": "",
            "right": str(unit.range),
            "reduced": False,
            "text": f"{what} {value}, command range {unit.range}, movement 6",
        }
    if unit.is_mule:
        return {
            "left": str(2 - lost),
            "middle": "",
            "right": str(unit.move),
            "reduced": lost > 0,
            "steps": 2 - lost,
            "text": f"{2 - lost} mules, movement {unit.move}",
        }
    if not unit.is_combat:
        return {"left": "+1", "middle": "", "right": "", "reduced": False, "text": "one more combat value for its unit"}
    value = unit.values[lost]
    text = f"combat value {value}, weapons quality {unit.quality:+d}, movement {unit.move}, {unit.steps - lost} of {unit.steps} steps"
    if unit.is_artillery:
        text += f", range {unit.range}"
    if unit.is_cavalry:
        text += ", no firearms"
    middle = "" if unit.is_cavalry else f"{unit.quality:+d}" if unit.quality else "0"
    return {"left": str(value), "middle": middle, "right": str(unit.move), "reduced": lost > 0, "steps": unit.steps - lost, "text": text}


SYMBOLS = {
    "bersaglieri": "infantry", "alpine": "mountain", "ascari": "infantry", "veteran": "infantry", "light": "irregular",
    "mountain_artillery": "mountain-artillery", "machine_gun": "machine-gun",
}  # fmt: skip
"""The drawing for a kind of unit, where it goes by another name; the code beside it tells veterans from the rest."""


def piece(world: World, unit: Unit) -> dict[str, Any]:
    # 2.0 and 3.0: the brigade gives the background, the commander the stripe; a leader wears his own.
    band = unit.key if unit.is_leader else unit.superior
    colour = unit.brigade or ("staff" if unit.is_commander_in_chief else SIDES[unit.side])
    return {
        "key": unit.key, "title": unit.title, "side": SIDES[unit.side], "kind": SYMBOLS.get(unit.kind, unit.kind), "size": unit.size, "colour": colour,
        "designation": designation(unit), "code": unit.code, "band": band, "faces": [face(unit, lost) for lost in range(unit.steps)], "colours": {},
    }  # fmt: skip


def designation(unit: Unit) -> str:
    """The short name at the head of the counter."""
    return unit.title.partition(" (")[0]


OVERLAYS = (
    Overlay("zoc", "Zones of control", "z"),
    Overlay("reach", "Reach of a piece", "r", "piece"),
    Overlay("command", "Command of a leader", "c", "piece"),
    Overlay("sight", "Line of sight of artillery", "l", "hex"),
    Overlay("victory", "Western passes and set-up areas", "v"),
)


def board(world: World, title: str) -> dict[str, Any]:
    pieces = [piece(world, unit) for unit in world.units]
    titles = {side: world.look["sides"][side]["title"] for side in SIDES}
    found = board_of(world.map, world.look, {})
    return {**found, "game": "adua", "title": title, **around_the_map(pieces, titles, BOX_TITLES, OVERLAYS, world.provenance())}


def charts(world: World) -> list[dict[str, Any]]:
    return [
        chart("small-arms", "Small arms combat table", "10.1.table", "Italian less Abyssinian hits", world.small_arms),
        chart("melee", "Melee combat table", "10.2.table", "die", world.melee),
        chart("terrain", "Terrain effects chart", "9.0.chart", "moves as", world.chart),
    ]


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
    return {"hexes": {names[hex]: {"tone": "good", "text": str(move - way.cost)} for hex, way in destinations(s, unit).items()}}


def command_layer(s: AduaState, arg: str) -> dict[str, Any]:
    leader = s.world.names.piece.get(arg, -1)
    if leader < 0 or not s.world.units[leader].is_leader or not s.is_on_map(leader):
        return {}
    places = s.world.names.places
    near = s.world.grid.within(s.at[leader], s.world.units[leader].range)
    hexes = {places[hex]: {"tone": "supply", "text": ""} for hex in near if in_command(s, leader, hex)}
    out = [s.world.units[unit].title for unit in s.units(s.side[leader]) if commands(s, leader, unit) and places[s.at[unit]] not in hexes]
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
