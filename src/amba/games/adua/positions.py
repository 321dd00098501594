"""Positions: the set-up of a scenario (4.0), positions as text, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.core.game import BadPosition
from amba.core.state import frame_row
from amba.core.steps import push
from amba.games.adua.book import rule
from amba.games.adua.frames import SequenceOfPlay, SetUp
from amba.games.adua.rules.sequence import SEQUENCE, begin
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, BOXES, EXITED, GUNS, ITALIAN, MELEE, PHASE, SIDES, TURN, UNTESTED, World
from amba.load import layout
from amba.load.scenarios import known

KEYS = {"game", "title", "scenario", "options", "turn", "phase", "decides", "units", "tracks", "frames", "note"}
UNIT_KEYS = ("hex", "steps", "marks", "points")


def blank(world: World, scenario: str, options: dict[str, str]) -> AduaState:
    """Nothing on the map."""
    known(world.scenarios, scenario)
    s = AduaState(world, scenario, options)
    box = world.box["off-map"]
    for piece in range(len(world.names.pieces)):
        s.at[piece] = box
    s.here[box] = tuple(range(len(world.names.pieces)))
    s.tracks[TURN] = int(world.scenarios[scenario].data["play"]["first_turn"])
    s.tracks[PHASE] = -1
    return s


@rule("4.0", "4.0.set-up")
def set_up(world: World, scenario: str, options: dict[str, str]) -> AduaState:
    """The players set up freely, or the scenario says where everybody stands."""
    s = blank(world, scenario, options)
    data = world.scenarios[scenario].data
    push(s, SequenceOfPlay(()))
    if data["play"]["set_up"] == "free":
        push(s, SetUp(ABYSSINIAN))
        push(s, SetUp(ITALIAN))
    else:
        for side in SIDES:
            for key, hex in data["fixed"][side].items():
                layout.put(s, world.names.piece[key], world.grid.hex(hex))
        for gun, unit in data["fixed"].get("machine_guns", {}).items():
            layout.put(s, world.names.piece[gun], world.box["with-units"])
            s.points[world.names.piece[gun]] = world.names.piece[unit] + 1
            s.marks[world.names.piece[unit]] |= 1 << GUNS | 1 << UNTESTED
    s.pending.clear()
    return s


def place(world: World, document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], dict[str, str]]) -> AduaState:
    """A position from a file."""
    layout.check_keys(document, KEYS)
    s = blank(world, document.get("scenario", "battle"), layout.read_options(document, chosen))
    turn = document.get("turn", s.turn)
    if not isinstance(turn, int) or not 1 <= turn <= 99:
        raise BadPosition(f"turn is {turn!r}; expected a whole number", "turn")
    s.tracks[TURN] = turn
    for key, value in document.get("units", {}).items():
        # A saved moment may be in the middle of a melee's end; then several units still share a hex.
        _place_unit(s, key, value, strict="frames" not in document)
    if "frames" not in document:
        _engage(s)
    layout.lay_tracks(s, world.names, document)
    s.forget()
    _enter(s, document)
    return s


def _place_unit(s: AduaState, key: str, value: Any, strict: bool) -> None:
    world = s.world
    piece = layout.read_piece(world.names, key, "piece")
    entry = layout.read_entry(key, value, UNIT_KEYS, '{ hex = "0108", steps = 2, marks = ["disorganized"] }')
    name = entry["hex"]
    place = world.map.places[name].hex if name in world.map.places else world.names.place.get(name, -1)
    if place < 0:
        raise BadPosition(f"{key} is at {name!r}; expected a hex such as 0912, a place such as raio, or one of {', '.join(BOXES)}", key, "units")
    card = world.units[piece]
    s.face[piece] = card.steps - layout.read_steps(key, entry, card.steps)
    layout.lay_marks(s, world.names, key, entry.get("marks", []))
    s.points[piece] = int(entry.get("points", 0))
    if strict and card.is_combat and place < world.hexes:
        if not world.may_enter[piece][place]:
            raise BadPosition(f"{key} may not stand in {name}", key, "units")
        if s.combat_at(place, card.side) and not s.combat_at(place, 1 - card.side) and "melee" not in entry.get("marks", []):
            raise BadPosition(f"{key} stands with another unit in {name}: there is no stacking outside a melee", key, "units")
    layout.put(s, piece, place)


def _engage(s: AduaState) -> None:
    """Units of both sides in one hex are in melee."""
    for unit in s.units(ITALIAN):
        foes = s.combat_at(s.at[unit], ABYSSINIAN)
        for one in (unit, *foes) if foes else ():
            s.marks[one] |= 1 << MELEE


def _enter(s: AduaState, document: Mapping[str, Any]) -> None:
    keys = [phase.key for phase in SEQUENCE]
    name = layout.read_phase(document, ("set-up", *keys), keys[0])
    index = keys.index(name) if name in keys else -1
    s.tracks[PHASE] = index
    if layout.lay_frames(s, document):
        return
    if index < 0:
        raise BadPosition("a position in set-up needs its frames", "phase")
    push(s, SequenceOfPlay(()))
    begin(s, index)
    s.pending.clear()
    layout.check_decides(document, name, SIDES[SEQUENCE[index].side])


def describe(s: AduaState) -> dict[str, Any]:
    """A position as a document that `place` reads back exactly."""
    names = s.world.names
    return {
        "game": "adua",
        "scenario": s.scenario,
        "options": dict(s.options),
        "turn": s.turn,
        "phase": SEQUENCE[s.phase].key if s.phase >= 0 else "set-up",
        "units": {names.pieces[piece]: _unit(s, piece) for stack in s.here for piece in stack},
        "tracks": {"exited": s.tracks[EXITED]},
        "frames": [frame_row(frame) for frame in s.frames],
    }


def _unit(s: AduaState, piece: int) -> Any:
    found: dict[str, Any] = {"hex": s.world.names.places[s.at[piece]]}
    if s.face[piece]:
        found["steps"] = s.world.units[piece].steps - s.face[piece]
    if s.points[piece]:
        found["points"] = s.points[piece]
    return layout.shortest(found, layout.marks_of(s, s.world.names, piece))
