"""Layers drawn over the map."""

from __future__ import annotations

from typing import Any

from amba.games.ethiopia.rules.gordon import command_net
from amba.games.ethiopia.rules.r07_movement import allowance, reach_of
from amba.games.ethiopia.rules.r08_supply import covered, fed_by_dumps, hungry_units
from amba.games.ethiopia.rules.r13_victory import is_held
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ITALIAN, SIDES
from amba.kit.half_points import points_text
from amba.load.aids import Overlay
from amba.table.board import Layer, lit, reach_of_piece, zones_of_control


def _supply_layer(s: EthiopiaState, side: int | None, arg: str) -> dict[str, Any]:
    names = s.world.names
    hexes: dict[str, Any] = {}
    notes = []
    for who in (0, 1):
        for place in covered(s, who):
            tone = "both" if names.places[place] in hexes else SIDES[who]
            hexes[names.places[place]] = {"tone": tone, "text": ""}
        out = hungry_units(s, who)
        fed = fed_by_dumps(s, out) if who == ITALIAN else set()
        for unit in out:
            if unit not in fed:
                hexes[names.places[s.at[unit]]] = {"tone": "warning", "text": "out"}
                notes.append(f"Out of supply: {s.card(unit).title}")
    return {"hexes": hexes, "notes": notes}


def _command_layer(s: EthiopiaState, side: int | None, arg: str) -> dict[str, Any]:
    return {"hexes": lit(s, ((h, "italian", "") for h in command_net(s) if h < s.world.hexes)), "notes": ["Five hexes from a headquarters (G6.c)."]}


def _reach(s: EthiopiaState, side: int | None, unit: int) -> dict[int, str]:
    if unit >= s.world.fighting or s.card(unit).is_air or unit not in s.movable(s.card(unit).side):
        return {}
    total = allowance(s, unit)
    return {place: points_text(total - cost) for place, cost in reach_of(s, unit).cost.items()}


def _victory_layer(s: EthiopiaState, side: int | None, arg: str) -> dict[str, Any]:
    def tone(place: int) -> str:
        owner = s.controller(place)
        idle = owner == ITALIAN and not is_held(s, place)
        return "both" if idle or owner < 0 else SIDES[owner]

    return {"hexes": lit(s, ((place, tone(place), str(value)) for place, value in s.world.victory[s.scenario].items()))}


LAYERS = (
    zones_of_control("Enter an enemy zone and stop (6.4). Massif hexes have none (6.2)."),
    Layer(Overlay("supply", "Supply", "s"), _supply_layer),
    Layer(Overlay("command", "Italian command", "c"), _command_layer),
    reach_of_piece(_reach),
    Layer(Overlay("victory", "Control and victory points", "v"), _victory_layer),
)
