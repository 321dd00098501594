"""Positions: the set-up of a scenario, positions as text, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.core.game import BadPosition
from amba.core.state import frame_row
from amba.core.steps import push
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import SequenceOfPlay
from amba.games.ethiopia.rules.sequence import PHASES, SEQUENCE, begin
from amba.games.ethiopia.state import ROAD, EthiopiaState
from amba.games.ethiopia.world import BOXES, ETHIOPIAN, ITALIAN, MARCHES, PHASE, SIDES, TURN, World
from amba.load import layout
from amba.load.scenarios import known

KEYS = {"game", "title", "scenario", "options", "turn", "phase", "decides", "units", "control", "roads", "frames", "tracks", "note"}
UNIT_KEYS = ("hex", "points", "count", "marks")


def blank(world: World, scenario: str, options: dict[str, str]) -> EthiopiaState:
    """Nothing on the map: units not in play, entrenchments in stock, every place in its country's hands."""
    known(world.scenarios, scenario)
    s = EthiopiaState(world, scenario, options)
    for piece, card in enumerate(world.units):
        box = world.box["not-in-play"] if piece < world.fighting else world.stock[card.side]
        s.at[piece] = box
        s.here[box] += (piece,)
        s.side[piece] = card.side
        s.face[piece] = card.attack
    s.tracks[TURN] = int(world.scenarios[scenario].data["first_turn"])
    s.tracks[PHASE] = -1
    for place in world.place_at:
        if world.open[place]:
            set_owner(s, place, 2 if world.land[place] == "ethiopia" else 1)
    return s


def set_owner(s: EthiopiaState, place: int, owner: int) -> None:
    """Only while a position is laid out."""
    s.owner[place] = owner
    s.touched(place)


@rule("2.4", "14.1", "14.2", "14.3")
def set_up(world: World, scenario: str, options: dict[str, str]) -> EthiopiaState:
    """Units where the scenario puts them, later ones beside the map, entrenchments dug, roads as far as they were built."""
    s = blank(world, scenario, options)
    toml = world.scenarios[scenario]
    data = toml.data
    for side, places in data.get("control", {}).items():
        for name in places:
            set_owner(s, world.where(toml, name), SIDES.index(side) + 1)
    for title in data.get("roads", []):
        for line in world.map.lines:
            if line.title == title:
                for place in line.hexes:
                    if not world.roads[place] and place not in s.roads:
                        set_owner(s, place, s.owner[place] + ROAD)
    works = data.get("entrenchments", {})
    for index, side in enumerate(SIDES):
        for name in works.get(side, []):
            piece = s.here[world.stock[index]][0]
            layout.put(s, piece, world.where(toml, name))
            # G4.a: those of the Italians may have stood, in supply, before the scenario begins.
            s.face[piece] = works.get("turns_in_supply", 0) if index == ITALIAN else 0
    for name, units in data["setup"].items():
        place = world.where(toml, name)
        for key in units:
            layout.put(s, world.piece(toml, key), place)
    for unit, arrival in world.arrivals(scenario).items():
        layout.put(s, unit, world.box["reinforcements"])
        s.points[unit] = arrival.turn
    push(s, SequenceOfPlay())
    s.pending.clear()
    for march in MARCHES:
        s.edges(march)  # worked out before the first menu is asked for
    return s


def place(world: World, document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], dict[str, str]]) -> EthiopiaState:
    """A position from a file."""
    layout.check_keys(document, KEYS)
    s = blank(world, document.get("scenario", "campaign"), layout.read_options(document, chosen))
    turn = document.get("turn", s.turn)
    if not isinstance(turn, int) or turn not in world.dates:
        raise BadPosition(f"turn is {turn!r}; expected 1 to {max(world.dates)}", "turn")
    s.tracks[TURN] = turn
    for name in document.get("roads", []):
        found = _where(world, name, "roads", "")
        if found not in s.roads:
            set_owner(s, found, s.owner[found] + ROAD)
    for key, value in document.get("units", {}).items():
        _place_unit(s, key, value)
    _place_control(s, document.get("control", {}))
    layout.lay_tracks(s, world.names, document)
    _enter(s, document)
    return s


def _enter(s: EthiopiaState, document: Mapping[str, Any]) -> None:
    name = layout.read_phase(document, list(PHASES), "italian.movement")
    index = s.tracks[PHASE] = PHASES[name]
    if layout.lay_frames(s, document):
        return
    push(s, SequenceOfPlay())
    begin(s, index)
    s.pending.clear()
    layout.check_decides(document, name, SIDES[SEQUENCE[index].side])


def _where(world: World, name: Any, key: str, section: str) -> int:
    if name in world.map.places:
        return world.map.places[name].hex
    if name in world.names.place:
        return world.names.place[name]
    raise BadPosition(f"{key} is at {name!r}; expected a hex such as 2906, a place such as asmara, or one of {', '.join(BOXES)}", key, section)


def _place_unit(s: EthiopiaState, key: str, value: Any) -> None:
    world = s.world
    piece = layout.read_piece(world.names, key)
    card = world.units[piece]
    entry = layout.read_entry(key, value, UNIT_KEYS, '{ hex = "2906", points = 4 }')
    there = _where(world, entry["hex"], key, "units")
    points = entry.get("points", card.attack)
    most = card.attack if piece < world.fighting else 3
    if not isinstance(points, int) or not 0 <= points <= most:
        raise BadPosition(f"{key} has {points!r} strength points; expected 0 to {most}", key, "units")
    if there < world.hexes:
        if not world.open[there]:
            raise BadPosition(f"{key} stands on closed ground at {world.names.places[there]}", key, "units")
        if s.held[1 - card.side][there] and card.is_combat:
            raise BadPosition(f"{key} stands on the enemy in {world.names.places[there]}", key, "units")
    s.face[piece] = points
    layout.lay_marks(s, world.names, key, entry.get("marks", []))
    s.points[piece] = int(entry.get("count", 0))
    layout.put(s, piece, there)


def _place_control(s: EthiopiaState, control: Mapping[str, Any]) -> None:
    for side, places in control.items():
        if side not in SIDES:
            raise BadPosition(f"control is by {side!r}; expected italian or ethiopian", side, "control")
        for name in places:
            found = _where(s.world, name, name, "control")
            if found not in s.world.place_at:
                raise BadPosition(f"{name} is no place", side, "control")
            set_owner(s, found, s.owner[found] // ROAD * ROAD + SIDES.index(side) + 1)
    for found in s.world.place_at:
        for owner in (ITALIAN, ETHIOPIAN):
            if s.combat_units(found, owner) and s.controller(found) != owner:
                set_owner(s, found, s.owner[found] // ROAD * ROAD + owner + 1)


def describe(s: EthiopiaState) -> dict[str, Any]:
    """A position as a document that `place` reads back exactly."""
    world = s.world
    units = {world.names.pieces[piece]: _unit(s, piece) for stack in s.here for piece in stack}
    return {
        "game": "ethiopia",
        "scenario": s.scenario,
        "options": dict(s.options),
        "turn": s.turn,
        "phase": SEQUENCE[max(0, s.tracks[PHASE])].key,
        "units": units,
        "control": {side: [p.key for h, p in world.place_at.items() if s.controller(h) == i] for i, side in enumerate(SIDES)},
        "roads": [world.names.places[h] for h in sorted(s.roads)],
        "tracks": {name: s.tracks[i] for i, name in enumerate(world.names.tracks) if i not in {TURN, PHASE}},
        "frames": [frame_row(frame) for frame in s.frames],
    }


def _unit(s: EthiopiaState, piece: int) -> Any:
    card = s.card(piece)
    found: dict[str, Any] = {"hex": s.world.names.places[s.at[piece]]}
    if s.face[piece] != card.attack:
        found["points"] = s.face[piece]
    if s.points[piece]:
        found["count"] = s.points[piece]
    return layout.shortest(found, layout.marks_of(s, s.world.names, piece))
