"""Positions: the set-up of a scenario, positions as text, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.core.game import BadPosition
from amba.core.sequence import SequenceOfPlay
from amba.core.steps import push
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.r05_stacking import stacking, thirds_text
from amba.games.ethiopia.rules.r09_air import home
from amba.games.ethiopia.rules.sequence import SEQUENCE, begin
from amba.games.ethiopia.state import ROAD, EthiopiaState
from amba.games.ethiopia.world import (
    ADDIS_ABABA,
    ETHIOPIAN,
    GARRISON,
    GARRISON_TRACKS,
    ITALIAN,
    MARCHES,
    MOST_GARRISONS,
    RAIDS,
    SIDES,
    STACK_LIMIT,
    TRACKS,
    TURN,
    Unit,
    World,
)
from amba.load.scenarios import known
from amba.table import layout

KEYS = {"game", "title", "scenario", "options", "turn", "phase", "decides", "units", "control", "roads", "frames", "tracks", "note"}
UNIT_KEYS = ("hex", "points", "count", "marks")
COMBAT_MARKS = frozenset({"engaged", "out", "moved", "fought", "obliged"})
LEAST_TRACKS = ("losses", "gas", "gas-used", "rail-used")
"""Tracks that are never below nothing."""
MOST_BUILT = 2
DUMP_TURNS = 3
LATEST = 99


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
    s.tracks[TURN] = layout.read_turn(document, s.turn, s.turn, world.last_turn(s.scenario))
    for name in layout.read_names(document.get("roads", []), "roads"):
        found = layout.read_place(world, name, "roads", "")
        if found >= world.hexes or not world.open[found] or world.roads[found]:
            raise BadPosition(f"no road can have been built in {name}", "roads")
        if found not in s.roads:
            set_owner(s, found, s.owner[found] + ROAD)
    for key, value in document.get("units", {}).items():
        _place_unit(s, key, value)
    if "frames" not in document:
        _refuse_company(s)
    _place_control(s, document.get("control", {}))
    layout.lay_tracks(s, world.names, document, _ends(s))
    for side, track in enumerate(GARRISON_TRACKS):  # G3.b: those that stand have been given
        s.tracks[track] = max(s.tracks[track], sum(s.has(piece, GARRISON) for piece in world.trenches[side]))
    layout.enter(s, document, SEQUENCE, "italian.movement", _begin)
    if "frames" not in document:
        layout.check_decides(document, SEQUENCE[s.phase].key, SIDES[SEQUENCE[s.phase].side])
    return s


def _ends(s: EthiopiaState) -> dict[str, tuple[int, int]]:
    """The least and the greatest value of tracks."""
    ends = dict.fromkeys(LEAST_TRACKS, (0, LATEST * LATEST)) | {TRACKS[track]: (0, MOST_GARRISONS) for track in GARRISON_TRACKS}
    return ends | {TRACKS[TURN]: (s.turn, s.turn), TRACKS[ADDIS_ABABA]: (0, s.turn), TRACKS[RAIDS]: (0, 3)}


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
    most, what = (card.attack, "strength points") if piece < world.fighting else (DUMP_TURNS, "turns in supply")
    least = 1 if card.is_combat and there < world.hexes else 0
    if type(points) is not int or not least <= points <= most:
        raise BadPosition(f"{key} has {points!r} {what}; expected {least} to {most}", key, "units")
    _refuse_box(s, piece, card, there)
    if there < world.hexes:
        if not world.open[there]:
            raise BadPosition(f"{key} stands on closed ground at {world.names.places[there]}", key, "units")
        if s.held[1 - card.side][there] and (card.is_combat or "garrison" in entry.get("marks", [])):
            raise BadPosition(f"{key} stands on the enemy in {world.names.places[there]}", key, "units")
    s.face[piece] = points
    layout.lay_marks(s, world.names, key, entry.get("marks", []))
    _refuse_marks(s, piece, card)
    s.points[piece] = layout.read_count(key, entry, "count", most_turns(s, piece, there))
    layout.put(s, piece, there)


def _refuse_box(s: EthiopiaState, piece: int, card: Unit, there: int) -> None:
    """Air units are at home or over a hex (3.3), entrenchments in stock or in a hex, and only Italians on the ground in Mogadishu (2.7)."""
    box = s.world.box
    if there < s.world.hexes:
        return
    if piece >= s.world.fighting:
        able = {s.world.stock[card.side]}
    else:
        able = {box["reinforcements"], box["eliminated"], box["not-in-play"]}
        able |= {home(s, piece)} if card.is_air else {box["mogadishu"]} if card.side == ITALIAN else set()
    if there not in able:
        places = ", ".join(s.world.names.places[place] for place in sorted(able))
        raise BadPosition(f"{card.key} cannot be in {s.world.names.places[there]}; expected a hex, or {places}", card.key, "units")


def _refuse_marks(s: EthiopiaState, piece: int, card: Unit) -> None:
    """Only marks that such a piece can have."""
    able = set(COMBAT_MARKS) if card.is_combat else {"moved"} if card.is_command else set()
    if card.is_combat and card.side == ITALIAN:
        able |= {"linked"}
    if card.kind == "bomber":
        able |= {"gas"}
    if piece >= s.world.fighting:
        able |= {"garrison", "dump"} if card.side == ITALIAN else {"garrison"}
    for name in layout.marks_of(s, s.world.names, piece):
        if name not in able:
            raise BadPosition(f"{card.key} cannot be marked {name}; expected {' or '.join(sorted(able)) or 'no mark'}", card.key, "units")


def _refuse_company(s: EthiopiaState) -> None:
    """Within stacking (5.1); an entrenchment to a hex, and not an empty one (11.3); leaders and headquarters never with the enemy (7.8, 7.9)."""
    for piece, card in enumerate(s.world.units):
        there = s.at[piece]
        if there >= s.world.hexes or card.is_air:
            continue
        name, foe = s.world.names.places[there], 1 - card.side
        if piece >= s.world.fighting and not s.held[card.side][there]:
            raise BadPosition(f"{card.key} in {name} stands empty: it takes a combat unit, or the mark garrison", card.key, "units")
        if piece >= s.world.fighting and sum(other >= s.world.fighting for other in s.here[there]) > 1:
            raise BadPosition(f"{card.key} is not the only entrenchment in {name}", card.key, "units")
        if card.is_command and (s.held[foe][there] or s.commanders(there, foe)):
            raise BadPosition(f"{card.key} stands with the enemy in {name}", card.key, "units")
        if card.is_combat and stacking(s, there) > STACK_LIMIT:
            have = thirds_text(stacking(s, there))
            raise BadPosition(f"{card.key} is one too many in {name}: {have} divisions, and 3 at most", card.key, "units")


def most_turns(s: EthiopiaState, piece: int, there: int) -> int:
    """The highest count a piece may have: turns out of supply beyond the supply table's last row are that row, a headquarters in the field counts what it built; others count turns of the game."""
    if there >= s.world.hexes and there != s.world.box["mogadishu"]:
        return LATEST
    card = s.card(piece)
    if card.is_combat:
        return len(s.world.hunger) - 1
    return LATEST if piece >= s.world.fighting else MOST_BUILT if card.kind == "hq" else 0


def _place_control(s: EthiopiaState, control: Mapping[str, Any]) -> None:
    seen: set[int] = set()
    for side, places in control.items():
        owner = layout.read_side(SIDES, side)
        for name in layout.read_names(places, side, "control"):
            found = layout.read_place(s.world, name, side, "control")
            if found not in s.world.place_at:
                raise BadPosition(f"{name} is no place", side, "control")
            if found in seen:
                raise BadPosition(f"{name} is named twice", side, "control")
            seen.add(found)
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
