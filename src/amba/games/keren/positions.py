"""Positions: the start of a scenario (3.0), positions as text, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.core.game import BadPosition
from amba.core.state import frame_row
from amba.core.steps import push
from amba.games.keren.book import rule
from amba.games.keren.frames import SequenceOfPlay, SetUp
from amba.games.keren.rules.r03_setup import first_to_place, groups
from amba.games.keren.rules.r09_facing import first_facing
from amba.games.keren.rules.sequence import SEQUENCE, begin
from amba.games.keren.state import KerenState
from amba.games.keren.world import BACK, BOXES, PHASE, TURN, World
from amba.kit.hexgrid import DIRECTIONS
from amba.load import layout
from amba.load.scenarios import known

KEYS = ("game", "title", "scenario", "options", "turn", "phase", "decides", "units", "control", "tracks", "frames", "note")
UNIT_KEYS = ("hex", "back", "marks", "facing")


def blank(world: World, scenario: str, options: dict[str, str]) -> KerenState:
    """Nothing on the map; every unit in the box of the unused."""
    known(world.scenarios, scenario)
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


@rule("3.0", "16.0", "16.1", "16.2")
def set_up(world: World, scenario: str, options: dict[str, str]) -> KerenState:
    """The scenario's units beside the map, ready to be placed or to arrive."""
    s = blank(world, scenario, options)
    for group in groups(s):
        for unit in group.units:
            layout.put(s, unit, world.box["air" if world.units[unit].is_air else "reserve"])
    push(s, SequenceOfPlay())
    push(s, SetUp(first_to_place(s)))
    s.pending.clear()
    return s


def place(world: World, document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], dict[str, str]]) -> KerenState:
    """A position from a file."""
    layout.check_keys(document, KEYS)
    s = blank(world, document.get("scenario", "first-battle"), layout.read_options(document, chosen))
    s.tracks[TURN] = _turn(s, document.get("turn", 1))
    for key, value in document.get("units", {}).items():
        _place_unit(s, key, value)
    for name in document.get("control", {}).get("commonwealth", []):
        hex_index = _place_index(world, name, name, "control")
        if hex_index not in world.points:
            raise BadPosition(f"{name} is no point hex", "commonwealth", "control")
        s.owner[hex_index] = 1
    layout.lay_tracks(s, world.names, document)
    _enter(s, document)
    return s


def _turn(s: KerenState, value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value <= s.turns:
        raise BadPosition(f"turn is {value!r}; expected a number up to {s.turns}", "turn")
    return value


def _enter(s: KerenState, document: Mapping[str, Any]) -> None:
    keys = [phase.key for phase in SEQUENCE]
    name = layout.read_phase(document, ("setup", *keys), "commonwealth.movement")
    s.tracks[PHASE] = -1 if name == "setup" else keys.index(name)
    if layout.lay_frames(s, document):
        return
    push(s, SequenceOfPlay())
    if name == "setup":
        push(s, SetUp(first_to_place(s)))
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
    piece = layout.read_piece(world.names, key)
    entry = layout.read_entry(key, value, UNIT_KEYS, '{ hex = "2616", back = true }')
    to = _place_index(world, entry["hex"], key, "units")
    if to < world.places and s.here[to] and s.side[s.here[to][0]] != s.side[piece]:
        raise BadPosition(f"{key} stands on the enemy in {world.names.places[to]}", key, "units")
    if to < world.places and world.units[piece].is_air:
        raise BadPosition(f"{key} is an air unit and belongs in the box 'air'", key, "units")
    s.face[piece] = BACK if entry.get("back") else 0
    layout.lay_marks(s, world.names, key, entry.get("marks", []))
    if "facing" in entry:
        if entry["facing"] not in DIRECTIONS:
            raise BadPosition(f"{key} faces {entry['facing']!r}; expected {', '.join(DIRECTIONS)}", key, "units")
        s.points[piece] = DIRECTIONS.index(entry["facing"])
    layout.put(s, piece, to)


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
        "frames": [frame_row(frame) for frame in s.frames],
    }


def _unit(s: KerenState, piece: int) -> Any:
    names = s.world.names
    found: dict[str, Any] = {"hex": names.places[s.at[piece]]}
    if s.face[piece]:
        found["back"] = True
    if s.points[piece] != first_facing(s.side[piece]):
        found["facing"] = DIRECTIONS[s.points[piece]]
    return layout.shortest(found, layout.marks_of(s, names, piece))
