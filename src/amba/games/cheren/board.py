"""The board, its counters and charts, and the tracks beside it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from amba.games.cheren.overlays import OVERLAYS
from amba.games.cheren.rules.r14_victory import points
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ROADBLOCK, SIDES, TIGRE, WOLKAIT, Unit, World
from amba.load.aids import around_the_map, chart, chart_of
from amba.load.maps import board_of


def tracks(s: CherenState) -> list[dict[str, Any]]:
    world = s.world
    day = date.fromisoformat(world.dates[s.turn])
    found: list[dict[str, Any]] = [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": world.last_turn(s.scenario), "text": f"week of {day.day} {day:%B %Y}"},
        {"key": "score", "title": "Allied victory points", "value": points(s), "of": 0, "text": ""},
    ]
    for key, track in (("wolkait", WOLKAIT), ("tigre", TIGRE)):
        found.append(
            {
                "key": key,
                "title": f"{key.title()} garrison",
                "value": s.tracks[track],
                "of": 0,
                "text": "released" if s.tracks[track] else "at its posts",
            }
        )
    if s.tracks[ROADBLOCK]:
        found.append({"key": "roadblock", "title": "Roadblock", "value": 1, "of": 0, "text": world.names.places[s.roadblock]})
    return found


def piece_face(unit: Unit, lost: int) -> dict[str, Any]:
    strength, mp = unit.strengths[lost], unit.mp
    text = f"strength {strength}, movement {mp}, {unit.steps - lost} of {unit.steps} steps, stacking {unit.stacks[lost]}"
    middle = f"({unit.stacks[lost]})" if unit.stacks[lost] > 1 else ""
    return {"left": str(strength), "middle": middle, "right": str(mp) if mp else "", "reduced": lost > 0, "steps": unit.steps - lost, "text": text}


def board(world: World, title: str, boxes: Mapping[str, str]) -> dict[str, Any]:
    badges = {town.key: str(town.vp) for town in world.towns if town.vp}
    found = board_of(world.map, world.look, badges)
    letters = {place.key: place.extra.get("letter", "") for place in world.map.places.values()}
    for place in found["places"]:
        place["letter"] = letters[place["key"]]
    pieces: list[dict[str, Any]] = []
    for unit in world.units:
        faces = [piece_face(unit, lost) for lost in range(unit.steps)]
        pieces.append(
            {
                "key": unit.key, "title": unit.title, "side": SIDES[unit.side], "kind": unit.kind, "size": unit.size, "colour": unit.colour,
                "designation": unit.designation, "code": unit.code, "band": unit.garrison, "faces": faces, "colours": {"allied": "native-allied"} if unit.native else {},
            }
        )  # fmt: skip
    for chit in world.chits:
        face = {"left": "", "middle": "", "right": "", "reduced": False, "text": chit.effect}
        pieces.append(
            {
                "key": chit.key, "title": chit.title, "side": SIDES[chit.side], "kind": "chit", "size": "★" if chit.star else "", "colour": SIDES[chit.side],
                "designation": chit.title, "code": "", "band": "", "faces": [face], "colours": {},
            }
        )  # fmt: skip
    titles = {side: world.look["sides"][side]["title"] for side in SIDES}
    return {**found, "game": "cheren", "title": title, **around_the_map(pieces, titles, boxes, OVERLAYS, world.provenance())}


def charts(world: World) -> list[dict[str, Any]]:
    terrain, chits = world.terrain_sheet, world.folder.sheet("chits.csv")
    keys = [[row[column] for column in ("terrain", "mp", "road", "stack", "shift")] for row in terrain.rows]
    effects = [[row["title"], row["side"], "yes" if row["star"] == "1" else "", row["effect"]] for row in chits.rows]
    return [
        chart("combat", "Combat table", "11.5", "die", world.combat),
        chart_of("terrain", "Terrain key", "1.1", terrain.provenance, ["terrain", "mp", "rd", "st", "cs"], keys),
        chart_of("chits", "Chits", "5.1", chits.provenance, ["chit", "side", "once", "effect"], effects),
        chart("victory", "Victory", "14.0", "from", world.victory),
    ]
