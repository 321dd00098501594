"""Layers drawn over the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.games.ethiopia.rules.gordon import command_net
from amba.games.ethiopia.rules.r07_movement import allowance, reach_of
from amba.games.ethiopia.rules.r08_supply import covered, fed_by_dumps, hungry_units
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ITALIAN, SIDES, points_text
from amba.load.aids import Overlay

OVERLAYS = (
    Overlay("zoc", "Zones of control", "z"),
    Overlay("supply", "Supply", "s"),
    Overlay("command", "Italian command", "c"),
    Overlay("reach", "Reach of a unit", "r", "piece"),
    Overlay("victory", "Control and victory points", "v"),
)


def overlay(s: EthiopiaState, key: str, arg: str) -> dict[str, Any]:
    """One layer drawn over the map."""
    layers: dict[str, Callable[[EthiopiaState, str], dict[str, Any]]] = {
        "zoc": _zoc_layer, "supply": _supply_layer, "command": _command_layer, "reach": _reach_layer, "victory": _victory_layer,
    }  # fmt: skip
    return {"hexes": {}, "paths": [], "rays": [], "notes": [], **(layers[key](s, arg) if key in layers else {})}


def _zoc_layer(s: EthiopiaState, arg: str) -> dict[str, Any]:
    hexes: dict[str, Any] = {}
    for place, name in enumerate(s.world.grid.names):
        who = [SIDES[side] for side in (0, 1) if s.zoc(side)[place]]
        if who:
            hexes[name] = {"tone": who[0] if len(who) == 1 else "both", "text": ""}
    return {"hexes": hexes, "notes": ["Enter an enemy zone and stop (6.4). Massif hexes have none (6.2)."]}


def _supply_layer(s: EthiopiaState, arg: str) -> dict[str, Any]:
    names = s.world.names
    hexes: dict[str, Any] = {}
    notes = []
    for side in (0, 1):
        for place in covered(s, side):
            tone = "both" if names.places[place] in hexes else SIDES[side]
            hexes[names.places[place]] = {"tone": tone, "text": ""}
        out = hungry_units(s, side)
        fed = fed_by_dumps(s, out) if side == ITALIAN else set()
        for unit in out:
            if unit not in fed:
                hexes[names.places[s.at[unit]]] = {"tone": "warning", "text": "out"}
                notes.append(f"Out of supply: {s.card(unit).title}")
    return {"hexes": hexes, "notes": notes}


def _command_layer(s: EthiopiaState, arg: str) -> dict[str, Any]:
    return {
        "hexes": {s.world.names.places[h]: {"tone": "italian", "text": ""} for h in command_net(s)},
        "notes": ["Five hexes from a headquarters (G6.c)."],
    }


def _reach_layer(s: EthiopiaState, arg: str) -> dict[str, Any]:
    unit = s.world.names.piece.get(arg, -1)
    if not 0 <= unit < s.world.fighting or s.card(unit).is_air or unit not in s.movable(s.card(unit).side):
        return {}
    total = allowance(s, unit)
    return {"hexes": {s.world.names.places[p]: {"tone": "reach", "text": points_text(total - c)} for p, c in reach_of(s, unit).cost.items()}}


def _victory_layer(s: EthiopiaState, arg: str) -> dict[str, Any]:
    hexes = {}
    for place, value in s.world.victory[s.scenario].items():
        owner = s.controller(place)
        hexes[s.world.names.places[place]] = {"tone": SIDES[owner] if owner >= 0 else "both", "text": str(value)}
    return {"hexes": hexes}
