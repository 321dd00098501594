"""The board, its counters and charts, and the tracks beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.games.ethiopia.overlays import OVERLAYS
from amba.games.ethiopia.rules.r13_victory import points
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import GARRISON_TRACKS, GAS_TURNS, LOSSES, MOST_GARRISONS, SIDES, Unit, World
from amba.load.aids import around_the_map, chart, chart_of
from amba.load.maps import board_of


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


def face(unit: Unit, left: int) -> dict[str, Any]:
    if unit.kind == "entrenchment":
        return {"left": "", "middle": "", "right": "", "reduced": False, "text": f"entrenchment, {left} turns in supply"}
    if not unit.is_combat:
        return {"left": "", "middle": "", "right": str(unit.move or ""), "reduced": False, "text": f"movement {unit.move}"}
    text = f"attack {left}, defence {min(left, unit.defence)}, movement {unit.move}"
    middle = str(unit.defence) if unit.defence != unit.attack else ""
    return {"left": str(left), "middle": middle, "right": str(unit.move), "reduced": left < unit.attack, "steps": left, "text": text}


def board(world: World, title: str, boxes: Mapping[str, str], scenario: str) -> dict[str, Any]:
    victory = world.victory[scenario] if scenario in world.scenarios else {}
    found = board_of(world.map, world.look, {world.place_at[place].key: str(value) for place, value in victory.items()})
    pieces = []
    for unit in world.units:
        most = 3 if unit.kind == "entrenchment" else unit.attack
        pieces.append(
            {
                "key": unit.key, "title": unit.title, "side": SIDES[unit.side], "kind": symbol(unit), "size": unit.size, "colour": colour(unit),
                "designation": unit.short, "code": "", "band": unit.army, "faces": [face(unit, left) for left in range(most + 1)], "colours": {},
            }
        )  # fmt: skip
    titles = {side: world.look["sides"][side]["title"] for side in SIDES}
    return {**found, "game": "ethiopia", "title": title, **around_the_map(pieces, titles, boxes, OVERLAYS, world.provenance())}


def charts(world: World) -> list[dict[str, Any]]:
    turns = [[row["turn"], row["dates"], row["season"], row["event"]] for row in world.turn_sheet.rows]
    return [
        chart("combat", "Combat table", "10.7", "Die", world.combat),
        chart("terrain", "Terrain chart", "7.2", "Terrain", world.terrain_table),
        chart("supply", "Out of supply", "8.5", "Turns", world.supply_table),
        chart_of("turns", "Turn track", "4.3", world.turn_sheet.provenance, ["Turn", "Dates", "Season", "In history"], turns),
    ]
