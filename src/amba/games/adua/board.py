"""The board, the charts and the tracks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.core.game import View
from amba.games.adua.frames import OrdersPhase
from amba.games.adua.overlays import OVERLAYS
from amba.games.adua.rules.r13_victory import last_turn, points, terms
from amba.games.adua.state import AduaState
from amba.games.adua.world import EXITED, SIDES, Unit, World
from amba.load.aids import around_the_map, chart
from amba.load.maps import board_of

BOOKKEEPING = frozenset({"untested", "jammed_now", "fired", "entered", "moved", "used", "dig"})
"""Marks that the rules keep and no counter shows."""


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


def board(world: World, title: str, boxes: Mapping[str, str]) -> dict[str, Any]:
    pieces = [piece(world, unit) for unit in world.units]
    titles = {side: world.look["sides"][side]["title"] for side in SIDES}
    found = board_of(world.map, world.look, {})
    return {**found, "game": "adua", "title": title, **around_the_map(pieces, titles, boxes, OVERLAYS, world.provenance())}


def charts(world: World) -> list[dict[str, Any]]:
    return [
        chart("small-arms", "Small arms combat table", "10.1.table", "Italian less Abyssinian hits", world.small_arms),
        chart("melee", "Melee combat table", "10.2.table", "die", world.melee),
        chart("terrain", "Terrain effects chart", "9.0.chart", "moves as", world.chart),
    ]


def tracks(s: AduaState) -> list[dict[str, Any]]:
    lost = float(points(s))
    goal = int(terms(s)["victory"]["exit"])
    return [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": last_turn(s), "text": f"turn {s.turn}"},
        {"key": "points", "title": "Abyssinian points", "value": lost, "of": 0, "text": f"{lost:g}"},
        {"key": "exited", "title": "Combat value at Adua", "value": s.tracks[EXITED], "of": goal, "text": f"{s.tracks[EXITED]} of {goal}"},
    ]


def arranged(s: AduaState, view: View) -> View:
    """A view without the marks no counter shows, and with what matters on top of each stack: leaders while orders are given, else units that fight."""
    for shown in view["pieces"].values():
        shown["marks"] = [mark for mark in shown["marks"] if mark not in BOOKKEEPING]
    leaders = bool(s.frames) and isinstance(s.frames[-1], OrdersPhase)
    units, piece = s.world.units, s.world.names.piece
    for stack in view["stacks"].values():
        if len(stack) > 1:
            stack.sort(key=lambda key: units[piece[key]].is_leader if leaders else units[piece[key]].is_combat)
    return view
