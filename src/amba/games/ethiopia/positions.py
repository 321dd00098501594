"""Positions: the set-up of a scenario, positions as text, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.core.game import BadPosition
from amba.core.sequence import SequenceOfPlay
from amba.core.steps import push
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.sequence import SEQUENCE, begin
from amba.games.ethiopia.state import ROAD, EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, GARRISON, GARRISON_TRACKS, ITALIAN, MARCHES, SIDES, TURN, World
from amba.load.scenarios import known
from amba.table import layout

KEYS = {"game", "title", "scenario", "options", "turn", "phase", "decides", "units", "control", "roads", "frames", "tracks", "note"}
UNIT_KEYS = ("hex", "points", "count", "marks")


def blank(world: World, scenario: str, options: dict[str, str]) -> EthiopiaState:
    """Nothing on the map: units not in play, entrenchments in stock, every place in its country's hands."""
    known(world.scenarios, scenario)
    s = EthiopiaState(world, scenario, options)
    boxes = [world.box["not-in-play"] if piece < world.fighting else world.stock[card.side] for piece, card in enumerate(world.units)]
    layout.put_aside(s, boxes, [card.side for card in world.units])
    s.face = [card.attack for card in world.units]
    s.tracks[TURN] = world.first_turn(scenario)
    for place in world.place_at:
        if world.open[place]:
            set_owner(s, place, 2 if world.land[place] == "ethiopia" else 1)
    return s


def set_owner(s: EthiopiaState, place: int, owner: int) -> None:
    """Only while a position is laid out."""
    s.owner[place] = owner
    s.touched(place)


@rule("2.4", "14.1", "14.2", "14.3", "14.4", "14.5", "14.6")
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
    posts = data.get("frontier", {}) if s.has_fronts else {}
    for name, units in (*data["setup"].items(), *posts.items()):
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
    s.tracks[TURN] = layout.read_turn(document, s.turn, min(world.dates), max(world.dates))
    for name in document.get("roads", []):
        found = layout.read_place(world, name, "roads", "")
        if found not in s.roads:
            set_owner(s, found, s.owner[found] + ROAD)
    for key, value in document.get("units", {}).items():
        _place_unit(s, key, value)
    _place_control(s, document.get("control", {}))
    layout.lay_tracks(s, world.names, document)
    for side, track in enumerate(GARRISON_TRACKS):  # G3.b: those that stand have been given
        s.tracks[track] = max(s.tracks[track], sum(s.has(piece, GARRISON) for piece in world.trenches[side]))
    layout.enter(s, document, SEQUENCE, "italian.movement", _begin)
    return s


def _begin(s: EthiopiaState, phase: int) -> None:
    push(s, SequenceOfPlay())
    begin(s, phase)


def _place_unit(s: EthiopiaState, key: str, value: Any) -> None:
    world = s.world
    piece = layout.read_piece(world.names, key)
    card = world.units[piece]
    entry = layout.read_entry(key, value, UNIT_KEYS, '{ hex = "2906", points = 4 }')
    there = layout.read_place(world, entry["hex"], key, "units")
    points = entry.get("points", card.attack)
    most = card.attack if piece < world.fighting else 3
    if not isinstance(points, int) or not 0 <= points <= most:
        raise BadPosition(f"{key} has {points!r} strength points; expected 0 to {most}", key, "units")
    if there < world.hexes:
        if not world.open[there]:
            raise BadPosition(f"{key} stands on closed ground at {world.names.places[there]}", key, "units")
        if s.held[1 - card.side][there] and (card.is_combat or "garrison" in entry.get("marks", [])):
            raise BadPosition(f"{key} stands on the enemy in {world.names.places[there]}", key, "units")
    s.face[piece] = points
    layout.lay_marks(s, world.names, key, entry.get("marks", []))
    s.points[piece] = layout.read_count(key, entry, "count", most_turns(s, piece, there))
    layout.put(s, piece, there)


def most_turns(s: EthiopiaState, piece: int, there: int) -> int:
    """The highest count a piece may have: turns out of supply beyond the supply table's last row are that row; other pieces count turns of the game."""
    in_the_field = there < s.world.hexes or there == s.world.box["mogadishu"]
    return len(s.world.hunger) - 1 if s.card(piece).is_combat and in_the_field else 99


def _place_control(s: EthiopiaState, control: Mapping[str, Any]) -> None:
    for side, places in control.items():
        owner = layout.read_side(SIDES, side)
        for name in places:
            found = layout.read_place(s.world, name, name, "control")
            if found not in s.world.place_at:
                raise BadPosition(f"{name} is no place", side, "control")
            set_owner(s, found, s.owner[found] // ROAD * ROAD + owner + 1)
    for found in s.world.place_at:
        for owner in (ITALIAN, ETHIOPIAN):
            if s.combat_units(found, owner) and s.controller(found) != owner:
                set_owner(s, found, s.owner[found] // ROAD * ROAD + owner + 1)


def describe(s: EthiopiaState) -> dict[str, Any]:
    """A position as a document that `place` reads back exactly."""
    held = {side: [place.key for hex, place in s.world.place_at.items() if s.controller(hex) == i] for i, side in enumerate(SIDES)}
    roads = [s.world.names.places[hex] for hex in sorted(s.roads)]
    units = layout.entries(s, _unit)
    return layout.document_of(s, "ethiopia", SEQUENCE[max(0, s.phase)].key, {"units": units}, control=held, roads=roads)


def _unit(s: EthiopiaState, piece: int) -> Any:
    points = s.face[piece] if s.face[piece] != s.card(piece).attack else None
    return layout.entry_of(s, piece, points=points, count=s.points[piece] or None)
