"""Positions: the start of a scenario (3.0), positions as text, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.core.flow import push
from amba.core.game import BadPosition
from amba.core.state import freeze, thaw
from amba.games.keren.book import rule
from amba.games.keren.rules.r03_setup import first_to_place, groups
from amba.games.keren.rules.r09_facing import first_facing
from amba.games.keren.rules.sequence import SEQUENCE, begin
from amba.games.keren.state import KerenState
from amba.games.keren.world import BACK, BOXES, PHASE, TURN, World
from amba.kit.hexgrid import DIRECTIONS

KEYS = ("game", "title", "scenario", "options", "turn", "phase", "decides", "units", "control", "tracks", "frames", "note")
UNIT_KEYS = ("hex", "back", "marks", "facing")


def blank(world: World, scenario: str, options: dict[str, str]) -> KerenState:
    """Nothing on the map; every unit in the box of the unused."""
    if scenario not in world.scenarios:
        raise BadPosition(f"there is no scenario {scenario!r}; there are: {', '.join(world.scenarios)}", "scenario")
    # 12.0: the first bombardment is some way off, so the table of who sees whom is ready before anybody asks for it.
    world.ground.table.start()
    s = KerenState(world, scenario, options)
    box = world.box["unused"]
    for piece, unit in enumerate(world.units):
        s.at[piece] = box
        s.here[box] += (piece,)
        s.side[piece] = unit.side
        s.points[piece] = first_facing(unit.side)
    s.tracks[PHASE] = -1
    return s


def put(s: KerenState, piece: int, place: int) -> None:
    """Set a piece down without an event: only while a position is laid out."""
    old = s.at[piece]
    s.here[old] = tuple(other for other in s.here[old] if other != piece)
    s.at[piece] = place
    s.here[place] += (piece,)
    s.touched(old)
    s.touched(place)


@rule("3.0", "16.0", "16.1", "16.2")
def set_up(world: World, scenario: str, options: dict[str, str]) -> KerenState:
    """The scenario's units beside the map, ready to be placed or to arrive."""
    s = blank(world, scenario, options)
    for group in groups(s):
        for unit in group.units:
            put(s, unit, world.box["air" if world.units[unit].is_air else "reserve"])
    push(s, "sequence")
    push(s, "setup", first_to_place(s))
    s.pending.clear()
    return s


def place(world: World, document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], dict[str, str]]) -> KerenState:
    """A position from a file."""
    for key in document:
        if key not in KEYS:
            raise BadPosition(f"unknown key {key!r}; expected one of {', '.join(KEYS)}", key)
    try:
        options = chosen(document.get("options", {}))
    except ValueError as error:
        raise BadPosition(str(error), "options") from None
    s = blank(world, document.get("scenario", "first-battle"), options)
    s.tracks[TURN] = _turn(s, document.get("turn", 1))
    for key, value in document.get("units", {}).items():
        _place_unit(s, key, value)
    for name in document.get("control", {}).get("commonwealth", []):
        hex_index = _place_index(world, name, name, "control")
        if hex_index not in world.points:
            raise BadPosition(f"{name} is no point hex", "commonwealth", "control")
        s.owner[hex_index] = 1
    for name, value in document.get("tracks", {}).items():
        if name not in world.names.track:
            raise BadPosition(f"there is no track {name!r}", name, "tracks")
        s.tracks[world.names.track[name]] = int(value)
    _enter(s, document)
    return s


def _turn(s: KerenState, value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value <= s.turns:
        raise BadPosition(f"turn is {value!r}; expected a number up to {s.turns}", "turn")
    return value


def _enter(s: KerenState, document: Mapping[str, Any]) -> None:
    keys = [phase.key for phase in SEQUENCE]
    name = document.get("phase", "commonwealth.movement")
    if name != "setup" and name not in keys:
        raise BadPosition(f"phase is {name!r}; expected one of {', '.join(keys)}", "phase")
    s.tracks[PHASE] = -1 if name == "setup" else keys.index(name)
    if "frames" in document:
        s.frames = [freeze(frame) for frame in document["frames"]]
        return
    push(s, "sequence")
    if name == "setup":
        push(s, "setup", first_to_place(s))
    else:
        begin(s, keys.index(name))
    s.pending.clear()


def _place_index(world: World, name: Any, key: str, section: str) -> int:
    if name in world.names.place:
        return world.names.place[name]
    if name in world.map.places:
        return world.map.places[name].hex
    raise BadPosition(f"{key} is at {name!r}; expected a hex such as 2616, a place such as sanchil, or one of {', '.join(BOXES)}", key, section)


def _place_unit(s: KerenState, key: str, value: Any) -> None:
    world = s.world
    if key not in world.names.piece:
        raise BadPosition(f"there is no unit {key!r}", key, "units")
    piece = world.names.piece[key]
    entry = {"hex": value} if isinstance(value, str) else value
    if not isinstance(entry, dict) or "hex" not in entry or set(entry) - set(UNIT_KEYS):
        raise BadPosition(f"{key} is {value!r}; expected a hex, or a table with {', '.join(UNIT_KEYS)}", key, "units")
    to = _place_index(world, entry["hex"], key, "units")
    if to < world.places and s.here[to] and s.side[s.here[to][0]] != s.side[piece]:
        raise BadPosition(f"{key} stands on the enemy in {world.names.places[to]}", key, "units")
    if to < world.places and world.units[piece].is_air:
        raise BadPosition(f"{key} is an air unit and belongs in the box 'air'", key, "units")
    s.face[piece] = BACK if entry.get("back") else 0
    for name in entry.get("marks", []):
        if name not in world.names.mark:
            raise BadPosition(f"{key}: there is no mark {name!r}; expected {', '.join(world.names.marks)}", key, "units")
        s.marks[piece] |= 1 << world.names.mark[name]
    if "facing" in entry:
        if entry["facing"] not in DIRECTIONS:
            raise BadPosition(f"{key} faces {entry['facing']!r}; expected {', '.join(DIRECTIONS)}", key, "units")
        s.points[piece] = DIRECTIONS.index(entry["facing"])
    put(s, piece, to)


def describe(s: KerenState) -> dict[str, Any]:
    """A position as a document that `place` reads back exactly."""
    world, names = s.world, s.world.names
    return {
        "game": "keren",
        "scenario": s.scenario,
        "options": dict(s.options),
        "turn": s.turn,
        "phase": SEQUENCE[s.phase].key if s.phase >= 0 else "setup",
        "units": {names.pieces[piece]: _unit(s, piece) for stack in s.here for piece in stack},
        "control": {"commonwealth": [names.places[p] for p in world.points if s.owner[p]]},
        "tracks": {name: value for name, value in zip(names.tracks, s.tracks, strict=True) if name not in {"turn", "phase"}},
        "frames": [thaw(frame) for frame in s.frames],
    }


def _unit(s: KerenState, piece: int) -> Any:
    names = s.world.names
    found: dict[str, Any] = {"hex": names.places[s.at[piece]]}
    if s.face[piece]:
        found["back"] = True
    if s.points[piece] != first_facing(s.side[piece]):
        found["facing"] = DIRECTIONS[s.points[piece]]
    marks = [name for bit, name in enumerate(names.marks) if s.marks[piece] >> bit & 1]
    if marks:
        found["marks"] = marks
    return found["hex"] if len(found) == 1 else found
