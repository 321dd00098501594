"""The board and the counters of a scenario as the table draws them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.games.hollow.board_map import map_of
from amba.games.hollow.counters import SIDES, SMOKE_KINDS, WORK_KINDS
from amba.games.hollow.titles import box_titles, kind_title, side_title
from amba.games.hollow.world import World
from amba.load.aids import Overlay, around_the_map

SHORT = {
    "foxhole": "fox", "sangar": "sangar", "trench": "trench", "wire": "wire", "known mines": "mines", "mine line": "mines", "mines": "mines",
    "dummy mines": "dummy", "mines 6": "6", "mines 8": "8", "mines 12": "12", "dispersed smoke": "thin", "ditch": "ditch",
}  # fmt: skip
"""What stands on the counter of a work."""
PEOPLES = {"french": "Free French", "indian": "Indian", "colonial": "Italian colonial"}
"""Who fights with another nation's figures, by the colours they wear."""


def faces(world: World, piece: int, colour: str = "") -> list[dict[str, Any]]:
    """Every face a counter can show."""
    if piece < world.first_leader:
        return [
            {"left": str(q.firepower), "middle": str(q.range), "right": str(q.morale), "reduced": q.kind != "squad", "text": f"{q.title}, {PEOPLES.get(colour, q.nation.capitalize())}: firepower {q.firepower}, range {q.range}, morale {q.morale}"}
            for q in world.squads
        ]  # fmt: skip
    if piece < world.first_weapon:
        return [
            {"left": str(q.morale), "middle": "", "right": f"{q.leadership:+d}" if q.leadership else "0", "reduced": False, "text": f"leader, morale {q.morale}, modifier {q.leadership:+d}"}
            for q in world.leaders
        ]  # fmt: skip
    if piece < world.first_dummy:
        return [
            {"left": str(q.firepower), "middle": str(q.range), "right": f"B{q.breakdown}", "reduced": False, "text": f"{q.title}: firepower {q.firepower}, range {q.range}, portage {q.portage}"}
            for q in world.weapons
        ]  # fmt: skip
    count = 1 if piece < world.first_work else len(WORK_KINDS) if piece < world.first_smoke else len(SMOKE_KINDS)
    return [
        {"left": "", "middle": SHORT.get(kind_title(world, piece, face), ""), "right": "", "reduced": False, "text": kind_title(world, piece, face)}
        for face in range(count)
    ]  # fmt: skip


def kind_of(world: World, piece: int) -> str:
    for limit, name in (
        (world.first_leader, "squad"),
        (world.first_weapon, "leader"),
        (world.first_dummy, "machine-gun"),
        (world.first_work, "dummy"),
        (world.first_smoke, "work"),
    ):
        if piece < limit:
            return name
    return "smoke"


OVERLAYS = (Overlay("sight", "Line of sight", "l", "pair"),)


def board(world: World, scenario: str, game_title: str, boxes: Mapping[str, str]) -> dict[str, Any]:
    plan = world.plan(scenario)
    found = map_of(plan.field.ground, world.look, game_title, plan.field.index)
    colours = {piece: group.colour for group in plan.groups for piece in group.pieces if group.colour}
    pieces = [
        {"key": key, "title": key, "side": SIDES[world.home[piece]], "kind": kind_of(world, piece), "size": "",
         "colour": colour_of(world, piece, colours), "designation": key, "code": "", "band": "", "faces": faces(world, piece, colours.get(piece, "")), "colours": {}}
        for piece, key in enumerate(world.keys)
    ]  # fmt: skip
    titles = {side: side_title(plan.data, who) for who, side in enumerate(SIDES)}
    found |= {"game": "hollow", "places": goal_places(world, scenario), "areas": areas(world, scenario)}
    return found | around_the_map(pieces, titles, box_titles(plan.data, boxes), OVERLAYS, world.provenance())


def colour_of(world: World, piece: int, colours: dict[int, str]) -> str:
    """Whose colours a counter wears: its nation's; works and smoke have their own."""
    if piece >= world.first_smoke:
        return "smoke"
    return colours.get(piece, "work" if piece >= world.first_work else SIDES[world.home[piece]])


def areas(world: World, scenario: str) -> list[dict[str, Any]]:
    """Where the groups of a scenario set up or arrive."""
    plan = world.plan(scenario)
    found = []
    for entry, group in zip(plan.data.get("group", []), plan.groups, strict=False):
        verb = f"arrives here on turn {group.turn}" if group.turn else "sets up here"
        title = f"{entry.get('title', entry['side'].title())}: {verb}"
        found.append({"key": entry.get("key", entry["side"]), "title": title, "hexes": [world.names.places[p] for p in sorted(group.hexes)]})
    for side, doors in zip(SIDES, plan.exits, strict=True):
        if doors:
            title = f"{plan.data['sides'][side].get('title', side.title())}: may leave the map here"
            found.append({"key": f"{side}-exit", "title": title, "hexes": [world.names.places[p] for p in sorted(doors)]})
    return found


def goal_places(world: World, scenario: str) -> list[dict[str, Any]]:
    plan = world.plan(scenario)
    field, names = plan.field, list(plan.data["victory"].get("hexes", []))
    if plan.data["victory"]["kind"] == "exit":
        names = [world.names.places[p] for p in sorted(plan.exits[SIDES.index(plan.data["victory"]["side"])])]
    return [
        {"key": f"goal-{name}", "title": "", "hex": field.ground.name[field.hex_of[field.alias[name]]], "kind": "goal", "rank": 2, "badge": "*"}
        for name in names
    ]
