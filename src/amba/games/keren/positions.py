"""Positions: the start of a scenario (3.0), positions as text, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.core.game import BadPosition
from amba.core.sequence import SequenceOfPlay
from amba.core.steps import push
from amba.games.keren.book import rule
from amba.games.keren.frames import SetUp
from amba.games.keren.rules.r03_setup import first_to_place, groups
from amba.games.keren.rules.r04_points import points_of_the_lost
from amba.games.keren.rules.r09_facing import first_facing
from amba.games.keren.rules.sequence import SEQUENCE, begin
from amba.games.keren.rules.standing_orders import READINESS
from amba.games.keren.state import KerenState
from amba.games.keren.world import BACK, COMMONWEALTH, ITALIAN, LOSSES, SIDES, TURN, World
from amba.kit.hexgrid import DIRECTIONS
from amba.load.scenarios import known
from amba.table import layout

KEYS = ("game", "title", "scenario", "options", "turn", "phase", "decides", "units", "control", "tracks", "frames", "note")
UNIT_KEYS = ("hex", "back", "marks", "facing")
TRACK_ENDS = {"won": (0, 1), **{f"{side}-fire": (0, len(READINESS) - 1) for side in SIDES}}


def blank(world: World, scenario: str, options: dict[str, str]) -> KerenState:
    """Nothing on the map; every unit in the box of the unused."""
    known(world.scenarios, scenario)
    # 12.0: the first bombardment is some way off, so the table of who sees whom is ready before anybody asks for it.
    world.ground.table.start()
    s = KerenState(world, scenario, options)
    layout.put_aside(s, [world.box["unused"]] * len(world.units), [unit.side for unit in world.units])
    for piece, unit in enumerate(world.units):
        s.points[piece] = first_facing(unit.side)
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
    s.tracks[TURN] = _read_turn(document, world.first_turn(s.scenario), s.turns)
    for key, value in document.get("units", {}).items():
        _place_unit(s, key, value)
    _place_control(s, document.get("control", {}))
    for unit, place in enumerate(s.at):
        if place in world.points:
            # 4.2.4: whoever stands in a point hex was the last to come there.
            s.owner[place] = int(s.side[unit] == COMMONWEALTH)
    s.tracks[LOSSES] = points_of_the_lost(s)  # 4.2: unless the file counts them itself
    layout.refuse_tracks(document, ("turn", "phase"))
    layout.lay_tracks(s, world.names, document, {**TRACK_ENDS, **_point_ends(world)})
    layout.enter(s, document, SEQUENCE, "commonwealth.movement", _begin, "setup")
    _check_frames(s)
    return s


@rule("4.2")
def _point_ends(world: World) -> dict[str, tuple[int, int]]:
    """Points are lost and won by the units there are, and won by the point hexes besides."""
    worth = [1 if unit.side == ITALIAN else -2 for unit in world.units]
    least, most = sum(points for points in worth if points < 0), sum(points for points in worth if points > 0)
    return {"losses": (least, most), "score": (least, most + sum(world.points.values()))}


def _check_frames(s: KerenState) -> None:
    """Sides, units and places of frames that were edited by hand are such as there are; no number of them is below what it may be."""
    pieces, places = len(s.world.units) - 1, len(s.world.names.places) - 1
    most = {"side": 1, "handed_over": 1, **dict.fromkeys(("units", "pool", "lost", "done"), pieces), **dict.fromkeys(("place", "hexes"), places)}
    for frame in s.frames:
        for field, value in zip(getattr(frame, "_fields", ()), frame, strict=False):
            if field not in {*most, "stage", "mode", "depth", "spent", "due"}:
                continue
            least = -1 if field in {"handed_over", "place"} else 0  # nobody, nowhere
            for number in value if isinstance(value, tuple) else (value,):
                if type(number) is not int or not least <= number <= most.get(field, number):
                    expected = f"{least} to {most[field]}" if field in most else f"{least} or more"
                    raise BadPosition(f"{field} in the frame {frame.name!r} is {number!r}; expected {expected}", "frames")


@rule("3.0.1")
def _read_turn(document: Mapping[str, Any], first: int, last: int) -> int:
    """The marker reaches the box of the first turn when the set-up is over."""
    if document.get("phase") != "setup":
        return layout.read_turn(document, first, 1, last)
    layout.read_turn(document, 0, 0, 1)
    return 0


def _place_control(s: KerenState, control: Mapping[str, Any]) -> None:
    for side, hexes in control.items():
        if side != SIDES[COMMONWEALTH]:
            raise BadPosition(f"control is by {side!r}; expected {SIDES[COMMONWEALTH]}", side, "control")
        for name in layout.read_names(hexes, side, "control"):
            place = layout.read_place(s.world, name, side, "control")
            if place not in s.world.points:
                raise BadPosition(f"{name} is no point hex", side, "control")
            s.owner[place] = 1


def _begin(s: KerenState, phase: int) -> None:
    push(s, SequenceOfPlay())
    if phase < 0:
        push(s, SetUp(first_to_place(s)))
    else:
        begin(s, phase)


def _place_unit(s: KerenState, key: str, value: Any) -> None:
    world = s.world
    piece = layout.read_piece(world.names, key)
    entry = layout.read_entry(key, value, UNIT_KEYS, '{ hex = "2616", back = true }')
    to = layout.read_place(world, entry["hex"], key, "units")
    if to < world.places and s.here[to] and s.side[s.here[to][0]] != s.side[piece]:
        raise BadPosition(f"{key} stands on the enemy in {world.names.places[to]}", key, "units")
    _check_kind(world, piece, key, entry)
    s.face[piece] = BACK if entry.get("back") else 0
    layout.lay_marks(s, world.names, key, entry.get("marks", []))
    if "facing" in entry:
        if entry["facing"] not in DIRECTIONS:
            raise BadPosition(f"{key} faces {entry['facing']!r}; expected {', '.join(DIRECTIONS)}", key, "units")
        s.points[piece] = DIRECTIONS.index(entry["facing"])
    layout.put(s, piece, to)


def _check_kind(world: World, piece: int, key: str, entry: Mapping[str, Any]) -> None:
    """What is said of a unit must be such as its kind can have."""
    card, back = world.units[piece], entry.get("back", False)
    if card.is_air and entry["hex"] not in {"air", "unused"}:
        raise BadPosition(f"{key} is an air unit and belongs in the box 'air'", key, "units")
    if not card.is_air and entry["hex"] == "air":
        raise BadPosition(f"{key} is no air unit; only those belong in the box 'air'", key, "units")
    if not isinstance(back, bool):
        raise BadPosition(f"{key} has back = {back!r}; expected true or false", key, "units")
    if card.is_air and back:
        raise BadPosition(f"{key} is an air unit and has no other side", key, "units")
    if "facing" in entry and not card.has_facing:
        raise BadPosition(f"{key} has no facing", key, "units")
    if "unfired" in entry.get("marks", []) and not card.is_artillery:
        raise BadPosition(f"{key} is no gun and cannot be 'unfired'", key, "units")


def describe(s: KerenState) -> dict[str, Any]:
    """A position as a document that `place` reads back exactly."""
    held = [s.world.names.places[place] for place in s.world.points if s.owner[place]]
    phase = SEQUENCE[s.phase].key if s.phase >= 0 else "setup"
    return layout.document_of(s, "keren", phase, {"units": layout.entries(s, _unit)}, control={"commonwealth": held})


def _unit(s: KerenState, piece: int) -> Any:
    facing = DIRECTIONS[s.points[piece]] if s.points[piece] != first_facing(s.side[piece]) else None
    return layout.entry_of(s, piece, back=True if s.face[piece] else None, facing=facing)
