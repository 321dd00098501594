"""Layers drawn over the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.games.cheren.rules.r09_movement import allowance, reach_of
from amba.games.cheren.rules.r12_supply import is_in_supply, open_ways
from amba.games.cheren.state import HARD, CherenState
from amba.games.cheren.world import SIDES, points_text
from amba.load.aids import Overlay

OVERLAYS = (
    Overlay("zoc", "Zones of control", "z"),
    Overlay("supply", "Supply", "s"),
    Overlay("reach", "Reach of a unit", "r", "piece"),
    Overlay("victory", "Control and victory points", "v"),
)


def overlay(s: CherenState, key: str, arg: str) -> dict[str, Any]:
    """One layer drawn over the map."""
    layers: dict[str, Callable[[CherenState, str], dict[str, Any]]] = {
        "zoc": _zoc_layer, "supply": _supply_layer, "reach": _reach_layer, "victory": _victory_layer,
    }  # fmt: skip
    found: dict[str, Any] = {"hexes": {}, "paths": [], "rays": [], "notes": []}
    if key in layers:
        found |= layers[key](s, arg)
    return found


def _zoc_layer(s: CherenState, arg: str) -> dict[str, Any]:
    hexes = {}
    for place in range(s.world.hexes):
        values = [s.zoc(side)[place] for side in (0, 1)]
        if any(values):
            tone = "both" if all(values) else SIDES[0 if values[0] else 1]
            hexes[s.world.names.places[place]] = {"tone": tone, "text": "hard" if max(values) >= HARD else "soft"}
    return {"hexes": hexes, "notes": ["Hard: enter and stop. Soft: one point more. (4.0)"]}


def _supply_layer(s: CherenState, arg: str) -> dict[str, Any]:
    names = s.world.names
    hexes: dict[str, Any] = {}
    for side in (0, 1):
        for place in open_ways(s, side)[0]:
            hexes[names.places[place]] = {"tone": SIDES[side], "text": ""}
    out = [unit for side in (0, 1) for unit in s.units(side) if not is_in_supply(s, unit)]
    for unit in out:
        hexes[names.places[s.at[unit]]] = {"tone": "warning", "text": "out"}
    return {"hexes": hexes, "notes": [f"Out of supply: {s.world.title(unit)}" for unit in out]}


def _reach_layer(s: CherenState, arg: str) -> dict[str, Any]:
    unit = s.world.names.piece.get(arg, -1)
    if not 0 <= unit < s.world.first_chit or not s.is_on_map(unit):
        return {}
    total = allowance(s, unit)
    cost = reach_of(s, unit).cost
    return {"hexes": {s.world.names.places[p]: {"tone": "reach", "text": points_text(total - c)} for p, c in cost.items() if c <= total}}


def _victory_layer(s: CherenState, arg: str) -> dict[str, Any]:
    world = s.world
    return {"hexes": {world.names.places[t.hex]: {"tone": SIDES[0 if s.owner[t.hex] else 1], "text": f"{t.vp}"} for t in world.towns if t.vp}}
