"""The board of a game of units in hexes: its map, its counters, its charts, and layers to lay over it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from amba.kit.units import Unit
from amba.load.aids import Overlay, around_the_map, chart_of
from amba.load.maps import board_of
from amba.load.units import UnitBox

Drawn = Callable[[Any, str], dict[str, Any]]
"""What a layer shows in a position, and of what the player points at: `{"hexes": ..., "notes": ...}` (docs/wire.md)."""


class Layer(NamedTuple):
    """Something a player can lay over the map, and what draws it."""

    overlay: Overlay
    draw: Drawn


def face(unit: Unit, lost: int) -> dict[str, Any]:
    """One face of a counter: strength and movement."""
    steps = len(unit.strengths)
    text = f"strength {unit.strengths[lost]}, movement {unit.mp}, {steps - lost} of {steps} steps"
    return {"left": str(unit.strengths[lost]), "middle": "", "right": str(unit.mp), "reduced": lost > 0, "steps": steps - lost, "text": text}


def counter(unit: Unit, side: str) -> dict[str, Any]:
    return {
        "key": unit.key, "title": unit.title, "side": side, "kind": unit.kind, "size": unit.size, "colour": unit.colour, "designation": unit.designation,
        "code": "", "band": "", "faces": [face(unit, lost) for lost in range(len(unit.strengths))], "colours": {},
    }  # fmt: skip


def unit_board(world: UnitBox, key: str, title: str, boxes: Mapping[str, str], layers: Iterable[Layer], badges: dict[str, str]) -> dict[str, Any]:
    """The board as the wire wants it; `badges` are printed beside places, by their keys."""
    pieces = [counter(unit, world.sides[unit.side]) for unit in world.units]
    beside = around_the_map(pieces, world.side_titles(), boxes, [layer.overlay for layer in layers], world.provenance())
    return {**board_of(world.map, world.look, badges), "game": key, "title": title, **beside}


def unit_charts(world: UnitBox) -> list[dict[str, Any]]:
    """The tables of the game as player aids."""
    return [
        chart_of(
            chart.key, chart.title, chart.rule, chart.sheet.provenance, chart.sheet.columns, [list(row.values.values()) for row in chart.sheet.rows]
        )
        for chart in world.charts
    ]


def zone_layer(s: Any, arg: str) -> dict[str, Any]:
    """The hexes next to the units of each side."""
    sides, names, hexes = s.world.sides, s.world.names.places, {}
    for place in range(s.world.hexes):
        beside = [side for side in (0, 1) if s.zone(side)[place]]
        if beside:
            hexes[names[place]] = {"tone": "both" if len(beside) > 1 else sides[beside[0]], "text": ""}
    return {"hexes": hexes}


ZONES = Layer(Overlay("zones", "Next to units", "z"), zone_layer)
