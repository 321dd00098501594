"""The board, its counters and charts, and the tracks beside it."""

from __future__ import annotations

from typing import Any

from amba.games.ethiopia.rules.r13_victory import points
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import GARRISON_TRACKS, GAS_TURNS, LOSSES, MOST_GARRISONS, SIDES, Unit
from amba.table.board import counter, face


def tracks(s: EthiopiaState) -> list[dict[str, Any]]:
    last = s.world.last_turn(s.scenario)
    found: list[dict[str, Any]] = [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": last, "text": s.world.dates[s.turn]},
        {"key": "score", "title": "Italian victory points", "value": points(s), "of": 0, "text": ""},
        {"key": "losses", "title": "Metropolitan points lost", "value": s.tracks[LOSSES], "of": 0, "text": ""},
    ]
    for side, name in enumerate(SIDES):
        used = s.tracks[GARRISON_TRACKS[side]]
        found.append({"key": f"{name}-garrisons", "title": f"{name.title()} garrisons", "value": used, "of": MOST_GARRISONS, "text": ""})
    if s.options["gas"] == "on":
        found.append({"key": "gas", "title": "Gas used", "value": s.tracks[GAS_TURNS], "of": 0, "text": ""})
    return found


def built_roads(s: EthiopiaState) -> list[dict[str, Any]]:
    """Roads made in play, stretch by stretch, in the form of the board's lines."""
    names = s.world.names.places
    pairs = sorted({(min(h, n), max(h, n)) for h in s.roads for n in s.road_neighbours(h)})
    return [{"kind": "road", "title": "", "hexes": [names[a], names[b]]} for a, b in pairs]


def symbol(unit: Unit) -> str:
    """What is drawn on the counter: levies carry the shield, the Guard its own mark."""
    if unit.kind == "infantry" and "levy" in unit.traits:
        return "irregular"
    if unit.kind == "infantry" and "guard" in unit.traits:
        return "guard"
    return {"bomber": "air", "fighter": "air", "entrenchment": "fort"}.get(unit.kind, unit.kind)


def colour(unit: Unit) -> str:
    if unit.is_air:
        return "air"
    return next((c for c in ("blackshirt", "colonial", "guard", "metropolitan") if c in unit.traits), SIDES[unit.side])


def printed_face(unit: Unit, left: int) -> dict[str, Any]:
    if unit.kind == "entrenchment":
        return face("", "", "", f"entrenchment, {left} turns in supply")
    if not unit.is_combat:
        return face("", "", unit.move or "", f"movement {unit.move}")
    text = f"attack {left}, defence {min(left, unit.defence)}, movement {unit.move}"
    return face(left, unit.defence if unit.defence != unit.attack else "", unit.move, text, left < unit.attack, left)


def unit_counter(unit: Unit) -> dict[str, Any]:
    faces = [printed_face(unit, left) for left in range((3 if unit.kind == "entrenchment" else unit.attack) + 1)]
    return counter(unit, SIDES[unit.side], faces, kind=symbol(unit), colour=colour(unit), designation=unit.short, band=unit.army)
