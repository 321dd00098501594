"""Layers drawn over the map."""

from __future__ import annotations

from typing import Any

from amba.games.cheren.rules.r09_movement import allowance, reach_of
from amba.games.cheren.rules.r12_supply import is_in_supply, open_ways
from amba.games.cheren.state import HARD, CherenState
from amba.games.cheren.world import SIDES
from amba.kit.half_points import points_text
from amba.load.aids import Overlay
from amba.table.board import Layer, lit, reach_of_piece, zones_of_control


def _supply_layer(s: CherenState, viewer: int | None, arg: str) -> dict[str, Any]:
    names = s.world.names
    hexes: dict[str, Any] = {}
    for side in (0, 1):
        for place in open_ways(s, side)[0]:
            hexes[names.places[place]] = {"tone": SIDES[side], "text": ""}
    out = [unit for side in (0, 1) for unit in s.units(side) if not is_in_supply(s, unit)]
    for unit in out:
        hexes[names.places[s.at[unit]]] = {"tone": "warning", "text": "out"}
    return {"hexes": hexes, "notes": [f"Out of supply: {s.world.title(unit)}" for unit in out]}


def _reach(s: CherenState, viewer: int | None, unit: int) -> dict[int, str]:
    if unit >= s.world.first_chit or not s.is_on_map(unit):
        return {}
    total = allowance(s, unit)
    return {place: points_text(total - cost) for place, cost in reach_of(s, unit).cost.items() if cost <= total}


def _victory_layer(s: CherenState, viewer: int | None, arg: str) -> dict[str, Any]:
    return {"hexes": lit(s, ((town.hex, SIDES[0 if s.owner[town.hex] else 1], str(town.vp)) for town in s.world.towns if town.vp))}


LAYERS = (
    zones_of_control("Hard: enter and stop. Soft: one point more. (4.0)", lambda value: "hard" if value >= HARD else "soft"),
    Layer(Overlay("supply", "Supply", "s"), _supply_layer),
    reach_of_piece(_reach),
    Layer(Overlay("victory", "Control and victory points", "v"), _victory_layer),
)
