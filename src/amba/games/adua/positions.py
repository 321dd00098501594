"""Positions: the set-up of a scenario (4.0), positions as text, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.core.flow import push
from amba.core.game import BadPosition
from amba.core.state import freeze, thaw
from amba.games.adua.book import rule
from amba.games.adua.rules.sequence import SEQUENCE, begin
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, BOXES, EXITED, GUNS, ITALIAN, MELEE, PHASE, SIDES, TURN, UNTESTED, World

KEYS = {"game", "title", "scenario", "options", "turn", "phase", "decides", "units", "tracks", "frames", "note"}
UNIT_KEYS = {"hex", "steps", "marks", "points"}


def blank(world: World, scenario: str, options: dict[str, str]) -> AduaState:
    """Nothing on the map."""
    if scenario not in world.scenarios:
        raise BadPosition(f"there is no scenario {scenario!r}; there are: {', '.join(world.scenarios)}", "scenario")
    s = AduaState(world, scenario, options)
    box = world.box["off-map"]
    for piece in range(len(world.names.pieces)):
        s.at[piece] = box
    s.here[box] = tuple(range(len(world.names.pieces)))
    s.tracks[TURN] = int(world.scenarios[scenario].data["play"]["first_turn"])
    s.tracks[PHASE] = -1
    return s


def put(s: AduaState, piece: int, place: int) -> None:
    """Set a piece down without an event: only while a position is laid out."""
    old = s.at[piece]
    s.here[old] = tuple(other for other in s.here[old] if other != piece)
    s.at[piece] = place
    s.here[place] += (piece,)
    s.touched(old)
    s.touched(place)


@rule("4.0", "4.0.set-up")
def set_up(world: World, scenario: str, options: dict[str, str]) -> AduaState:
    """The players set up freely, or the scenario says where everybody stands."""
    s = blank(world, scenario, options)
    data = world.scenarios[scenario].data
    push(s, "sequence", ())
    if data["play"]["set_up"] == "free":
        push(s, "set-up", ABYSSINIAN)
        push(s, "set-up", ITALIAN)
    else:
        for side in SIDES:
            for key, hex in data["fixed"][side].items():
                put(s, world.names.piece[key], world.grid.hex(hex))
        for gun, unit in data["fixed"].get("machine_guns", {}).items():
            put(s, world.names.piece[gun], world.box["with-units"])
            s.points[world.names.piece[gun]] = world.names.piece[unit] + 1
            s.marks[world.names.piece[unit]] |= 1 << GUNS | 1 << UNTESTED
    s.pending.clear()
    return s


def place(world: World, document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], dict[str, str]]) -> AduaState:
    """A position from a file."""
    for key in document:
        if key not in KEYS:
            raise BadPosition(f"unknown key {key!r}; expected one of {', '.join(sorted(KEYS))}", key)
    try:
        options = chosen(document.get("options", {}))
    except ValueError as error:
        raise BadPosition(str(error), "options") from None
    s = blank(world, document.get("scenario", "battle"), options)
    turn = document.get("turn", s.turn)
    if not isinstance(turn, int) or not 1 <= turn <= 99:
        raise BadPosition(f"turn is {turn!r}; expected a whole number", "turn")
    s.tracks[TURN] = turn
    for key, value in document.get("units", {}).items():
        # A saved moment may be in the middle of a melee's end; then several units still share a hex.
        _place_unit(s, key, value, strict="frames" not in document)
    if "frames" not in document:
        _engage(s)
    for name, value in document.get("tracks", {}).items():
        if name not in world.names.track:
            raise BadPosition(f"there is no track {name!r}", name, "tracks")
        s.tracks[world.names.track[name]] = int(value)
    _enter(s, document)
    return s


def _place_unit(s: AduaState, key: str, value: Any, strict: bool) -> None:
    world = s.world
    piece = world.names.piece.get(key, -1)
    if piece < 0:
        raise BadPosition(f"there is no piece {key!r}", key, "units")
    entry = {"hex": value} if isinstance(value, str) else value
    if not isinstance(entry, dict) or "hex" not in entry or set(entry) - UNIT_KEYS:
        raise BadPosition(f'{key} is {value!r}; expected a hex, or {{ hex = "0108", steps = 2, marks = ["disorganized"] }}', key, "units")
    name = entry["hex"]
    place = world.map.places[name].hex if name in world.map.places else world.names.place.get(name, -1)
    if place < 0:
        raise BadPosition(f"{key} is at {name!r}; expected a hex such as 0912, a place such as raio, or one of {', '.join(BOXES)}", key, "units")
    card = world.units[piece]
    steps = entry.get("steps", card.steps)
    if not isinstance(steps, int) or not 1 <= steps <= card.steps:
        raise BadPosition(f"{key} has {steps!r} steps; expected 1 to {card.steps}", key, "units")
    s.face[piece] = card.steps - steps
    for mark in entry.get("marks", []):
        if mark not in world.names.mark:
            raise BadPosition(f"{key}: there is no mark {mark!r}; expected one of {', '.join(world.names.marks)}", key, "units")
        s.marks[piece] |= 1 << world.names.mark[mark]
    s.points[piece] = int(entry.get("points", 0))
    if strict and card.is_combat and place < world.hexes:
        if not world.may_enter[piece][place]:
            raise BadPosition(f"{key} may not stand in {name}", key, "units")
        if s.combat_at(place, card.side) and not s.combat_at(place, 1 - card.side) and "melee" not in entry.get("marks", []):
            raise BadPosition(f"{key} stands with another unit in {name}: there is no stacking outside a melee", key, "units")
    put(s, piece, place)


def _engage(s: AduaState) -> None:
    """Units of both sides in one hex are in melee."""
    for unit in s.units(ITALIAN):
        foes = s.combat_at(s.at[unit], ABYSSINIAN)
        for one in (unit, *foes) if foes else ():
            s.marks[one] |= 1 << MELEE


def _enter(s: AduaState, document: Mapping[str, Any]) -> None:
    keys = [phase.key for phase in SEQUENCE]
    name = document.get("phase", keys[0])
    if name not in keys and name != "set-up":
        raise BadPosition(f"phase is {name!r}; expected one of {', '.join(keys)}", "phase")
    index = keys.index(name) if name in keys else -1
    s.tracks[PHASE] = index
    if "frames" in document:
        s.frames = [freeze(frame) for frame in document["frames"]]
        return
    if index < 0:
        raise BadPosition("a position in set-up needs its frames", "phase")
    push(s, "sequence", ())
    begin(s, index)
    s.pending.clear()
    who = SIDES[SEQUENCE[index].side]
    if document.get("decides", who) != who:
        raise BadPosition(f"decides is {document['decides']!r}, but in {name} {who} decides", "decides")


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
        "frames": [thaw(frame) for frame in s.frames],
    }


def _unit(s: AduaState, piece: int) -> Any:
    found: dict[str, Any] = {"hex": s.world.names.places[s.at[piece]]}
    if s.face[piece]:
        found["steps"] = s.world.units[piece].steps - s.face[piece]
    if s.points[piece]:
        found["points"] = s.points[piece]
    marks = [name for bit, name in enumerate(s.world.names.marks) if s.marks[piece] >> bit & 1]
    if marks:
        found["marks"] = marks
    return found["hex"] if len(found) == 1 else found
