"""Positions: the start of a scenario, positions as text, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from amba.core.game import BadPosition
from amba.core.sequence import SequenceOfPlay
from amba.core.state import frame_row
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    BOXES,
    DUG,
    HIDDEN,
    ORDER_CHANCE,
    ORDER_OTHERWISE,
    PHASE,
    SIDES,
    SMOKE_KINDS,
    TCA,
    TURN,
    VCA,
    VEHICLE_DUST,
    WORK_KINDS,
    order_track,
)
from amba.games.hollow.positions_vehicles import check_loads, check_vehicle
from amba.games.hollow.rules.armour.r055_vehicle_mines import ANTI_TANK
from amba.games.hollow.rules.artillery.r045_contact import fill_piles, lay_observers
from amba.games.hollow.rules.r007_sight import REACH
from amba.games.hollow.rules.r016_defensive_fire import HOLD, USUAL_CHANCE
from amba.games.hollow.rules.r055_mines import COVERED, SECRET, STRENGTHS, is_mine
from amba.games.hollow.rules.r191_works import SAND, shelter_at
from amba.games.hollow.rules.r194_air import WEATHER, set_up_weather
from amba.games.hollow.rules.sequence import PHASES, begin, start
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import CLOCK
from amba.games.hollow.world import World
from amba.kit.rays import draw_beside
from amba.load.scenarios import known
from amba.table import layout

KEYS = ("game", "title", "scenario", "options", "turn", "phase", "phasing", "pieces", "control", "tracks", "frames", "note")
SETUP = "setup"
BEGUN = frozenset(("turn", "pieces", "control", "tracks", "frames"))
"""What only a position says that has gone on from the start."""
UNREAD = frozenset({*COVERED, SECRET})
"""Minefields whose counters do not show their factors."""
PIECE_KEYS = ("hex", "kind", "marks", "has", "points", "facing", "turret")


def blank(world: World, scenario: str, options: dict[str, str]) -> HollowState:
    """Nothing on the map; every counter in the box of the unused or of the spare ones."""
    known(world.scenarios, scenario)
    s = HollowState(world, scenario, options)
    unused, spare = world.box["unused"], world.box["spare"]
    used = set(s.plan.pieces)
    for piece, side in enumerate(world.home):
        box = unused if piece in used else spare
        s.at[piece] = box
        s.stacks()[box] += (piece,)
        s.side[piece] = side
        s.face[piece] = first_face(s, piece)
    s.tracks[PHASE] = -1
    fill_piles(s)
    set_up_weather(s, s.plan.data.get("weather", {}))
    for side in (0, 1):
        s.tracks[order_track(side, ORDER_CHANCE)] = USUAL_CHANCE
        s.tracks[order_track(side, ORDER_OTHERWISE)] = HOLD
    return s


def first_face(s: HollowState, piece: int) -> int:
    """Which face of a counter is up before anything has happened to it: in a file it goes without saying."""
    return s.plan.faces.get(piece, VEHICLE_DUST if s.world.first_dust <= piece < s.world.first_vehicle else 0)


@rule("4")
def set_up(world: World, scenario: str, options: dict[str, str]) -> HollowState:
    """The scenario's units beside the map, ready to be placed or to arrive."""
    draw_beside(REACH)  # nobody looks far before the set-up is done
    s = blank(world, scenario, options)
    plan = s.plan
    for group in plan.groups if not plan.data.get("own_design") else ():
        for piece in group.pieces:
            layout.put(s, piece, world.entry[group.side])
    lay_observers(s)
    for piece, place in plan.works:
        layout.put(s, piece, place)
    for side in SIDES:
        held = plan.data.get("control", {}).get(side, [])
        for name in held:
            s.owner[plan.field.alias[name]] = SIDES.index(side) + 1
    start(s)
    s.pending.clear()
    return s


def place(world: World, document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], dict[str, str]]) -> HollowState:
    """A position from a file; one that says no more than that it is the set-up begins as the scenario does, with the market of a battle of one's own."""
    layout.check_keys(document, KEYS)
    scenario, options = document.get("scenario", "cub-cub"), layout.read_options(document, chosen)
    if document.get("phase") == SETUP and not BEGUN & document.keys():
        return set_up(world, scenario, options)
    s = blank(world, scenario, options)
    s.tracks[TURN] = layout.read_turn(document, 1, 0, s.plan.turns)
    entries = {key: _put_piece(s, key, value) for key, value in document.get("pieces", {}).items()}
    s.look_for_armour()
    for key, entry in entries.items():  # when all are there: an owner may be named before what he has, or after it
        _hand_out(s, key, entry, entries)
        if s.is_vehicle(world.names.piece[key]):
            check_vehicle(s, key, world.names.piece[key])
    check_loads(s, entries)
    check_works(s, entries)
    for side, names in document.get("control", {}).items():
        if side not in SIDES:
            raise BadPosition(f"{side!r} is no side", side, "control")
        for name in layout.read_names(names, side, "control"):
            s.owner[_index(s, name, side, "control")] = SIDES.index(side) + 1
    layout.lay_tracks(s, world.names, document, {name: (least, most) for name, (_, least, most) in WEATHER.items()} | _support_ends(world))
    s.look_at_calendar()
    fill_piles(s, only_untouched=True)
    _enter(s, document)
    return s


def _support_ends(world: World) -> dict[str, tuple[int, int]]:
    """What the tracks of bought batteries and aircraft may say."""
    ends = {"kind": 2 * len(world.modules), "set": len(world.home)}
    found = {f"battery_{side}{number}_{what}": (0, most) for side in "ax" for number in (1, 2) for what, most in ends.items()}
    return found | {f"{side}_plane": (0, len(world.planes)) for side in SIDES}


def _enter(s: HollowState, document: Mapping[str, Any]) -> None:
    keys = [phase.key for phase in PHASES]
    name, whose = layout.read_phase(document, [*keys, SETUP], "movement"), document.get("phasing", SIDES[s.plan.first])
    if whose not in SIDES:
        raise BadPosition(f"phasing is {whose!r}; expected {' or '.join(SIDES)}", "phasing")
    second = SIDES.index(whose) != s.plan.first
    s.tracks[PHASE] = -1 if name == SETUP else keys.index(name) + 8 * second
    if layout.lay_frames(s, document):
        return
    push(s, SequenceOfPlay())
    if name != SETUP:
        begin(s)
    s.pending.clear()


def _index(s: HollowState, name: Any, key: str, section: str) -> int:
    if name in s.field.alias:
        return s.field.alias[name]
    if name in s.world.names.place:
        found = s.world.names.place[name]
        if found >= s.world.hexes:
            return found
    raise BadPosition(f"{key} is at {name!r}; expected a hex of this scenario such as 62C4, or one of {', '.join(BOXES)}", key, section)


def faces_of(world: World, piece: int) -> list[str]:
    """What a counter can be, by name."""
    if piece < world.first_leader:
        return list(world.squad_face)
    if piece < world.first_weapon:
        return list(world.leader_face)
    if piece < world.first_dummy:
        return list(world.weapon_face)
    if piece < world.first_work:
        return ["dummy"]
    if piece < world.first_vehicle:
        return list(WORK_KINDS if piece < world.first_smoke else SMOKE_KINDS)
    return list(world.vehicle_face if piece < world.first_gun else world.gun_face)


def _put_piece(s: HollowState, key: str, value: Any) -> Mapping[str, Any]:
    world = s.world
    piece = layout.read_piece(world.names, key, "counter", "pieces")
    entry = layout.read_entry(key, value, PIECE_KEYS, '{ hex = "62C4", marks = ["broken"] }', "pieces")
    if "kind" in entry:
        kinds = faces_of(world, piece)
        if entry["kind"] not in kinds:
            raise BadPosition(f"{key} is a {entry['kind']!r}; expected one of {', '.join(kinds)}", key, "pieces")
        s.face[piece] = kinds.index(entry["kind"])
    layout.lay_marks(s, world.names, key, entry.get("marks", []), "pieces")
    s.points[piece] = _points(s, key, piece, entry)
    _face(s, key, entry)
    layout.put(s, piece, _index(s, entry["hex"], key, "pieces"))
    _bury(s, piece, "marks" in entry)
    return entry


@rule("55.83", "86.7")
def _bury(s: HollowState, piece: int, has_marks: bool) -> None:
    """Mines on the map whose counter nobody but their side has seen lie hidden without being told so; anti-tank mines, which have one counter for both, unless their marks are told."""
    secret = is_mine(s, piece) and s.face[piece] == SECRET
    if s.is_on_map(piece) and (secret or (is_anti_tank(s, piece) and not has_marks)):
        s.marks[piece] |= 1 << HIDDEN


def is_anti_tank(s: HollowState, piece: int) -> bool:
    return s.is_work(piece) and s.face[piece] == ANTI_TANK


def printed_points(s: HollowState, piece: int) -> int:
    """What a counter says of its points: a minefield whose strength is known has so many factors; others none."""
    is_work = s.world.first_work <= piece < s.world.first_smoke
    number = WORK_KINDS[s.face[piece]].removeprefix("mines ") if is_work else ""
    return int(number) if number.isdigit() else 0


@rule("55.8", "55.82")
def _points(s: HollowState, key: str, piece: int, entry: Mapping[str, Any]) -> int:
    """What is said of its points, or what it says itself; a minefield has 6, 8 or 12 factors, a dummy none, one that lies open those that it shows."""
    printed = printed_points(s, piece)
    points = entry.get("points", printed)
    if type(points) is not int:
        raise BadPosition(f"{key} has points = {points!r}; expected a whole number", key, "pieces")
    if is_mine(s, piece):
        usual = (printed,) if s.face[piece] not in UNREAD else (0, *STRENGTHS)
        if points not in usual:
            kind = WORK_KINDS[s.face[piece]]
            raise BadPosition(f"{key} has points = {points}; {kind} have {', '.join(map(str, usual))} factors (55.8)", key, "pieces")
    return points


@rule("191.2", "190.42")
def check_works(s: HollowState, keys: Iterable[str]) -> None:
    """A side has no second sangar in a hex, nor beside one that is drawn there, and neither sangar nor trench in sand; said with the line of the later one."""
    found = set[tuple[int, int]]()
    for key in keys:
        piece = s.world.names.piece[key]
        kind = WORK_KINDS[s.face[piece]] if s.is_work(piece) and s.is_on_map(piece) else ""
        if kind not in {"sangar", "trench"}:
            continue
        place = s.at[piece]
        if s.field.has(place, *SAND):
            raise BadPosition(f"{key} cannot be so: no {kind} stands in sand (190.42)", key, "pieces")
        if kind == "sangar" and ((place, s.side[piece]) in found or s.field.has(place, kind)):
            raise BadPosition(f"{key} cannot be so: there is a sangar in {s.world.names.places[place]} already (191.2)", key, "pieces")
        if kind == "sangar":
            found.add((place, s.side[piece]))


def _face(s: HollowState, key: str, entry: Mapping[str, Any]) -> None:
    """Where a hull and a turret point, by the clock; a turret as the hull unless it says otherwise. A gun has its facing alone."""
    piece = s.world.names.piece[key]
    if not s.is_vehicle(piece) and not s.is_gun(piece):
        if "facing" in entry or "turret" in entry:
            raise BadPosition(f"{key} is no vehicle or gun and faces nowhere", key, "pieces")
        return
    hull = entry.get("facing", CLOCK[s.pointing(piece, VCA)])
    turret = entry.get("turret", hull if "facing" in entry else CLOCK[s.pointing(piece, TCA)])
    for what, hour in (("facing", hull), ("turret", turret)):
        if type(hour) is not int or hour not in CLOCK:
            raise BadPosition(f"{what} of {key} is {hour!r}; expected an hour of the clock: {', '.join(map(str, CLOCK))}", key, "pieces")
    for first, hour in ((VCA, hull), (TCA, turret)):
        s.marks[piece] = s.marks[piece] & ~(7 << first) | CLOCK.index(hour) << first


def _hand_out(s: HollowState, key: str, entry: Mapping[str, Any], entries: Mapping[str, Mapping[str, Any]]) -> None:
    """What a unit has is with it; a gun of men in a sangar or trench is in it, too, if nothing is said of its marks (191.3)."""
    names = s.world.names
    piece = names.piece[key]
    for other in layout.read_names(entry.get("has", []), key, "pieces"):
        if other not in names.piece or not (s.is_weapon(names.piece[other]) or s.is_gun(names.piece[other])):
            raise BadPosition(f"{key} has {other!r}, which is no weapon or gun", key, "pieces")
        weapon = names.piece[other]
        s.points[weapon] = piece + 1
        layout.put(s, weapon, s.at[piece])
        if is_in_work_with(s, piece, weapon) and "marks" not in entries.get(other, {}):
            s.marks[weapon] |= 1 << DUG


def is_in_work_with(s: HollowState, unit: int, gun: int) -> bool:
    """Whether it is a gun that men in a sangar or trench serve."""
    return s.is_gun(gun) and s.has(unit, DUG) and shelter_at(s, s.at[unit], s.side[unit]) in {"sangar", "trench"}


def describe(s: HollowState) -> dict[str, Any]:
    """A position as a document that `place` reads back exactly."""
    names = s.world.names
    return {
        "game": "hollow",
        "scenario": s.scenario,
        "options": dict(s.options),
        "turn": s.turn,
        "phase": PHASES[s.phase % 8].key if s.phase >= 0 else "setup",
        "phasing": SIDES[s.phasing],
        "pieces": {names.pieces[piece]: _piece(s, piece) for stack in s.here for piece in stack},
        "control": {side: [names.places[p] for p in s.field.places if s.owner[p] == i + 1] for i, side in enumerate(SIDES)},
        "tracks": {
            name: value
            for name, value in zip(names.tracks, s.tracks, strict=True)
            if name not in {"turn", "phase"} and (value or not (name.endswith(("_aim", "_bore", "_motion", "_air")) or name.startswith("battery_")))
        },
        "frames": [frame_row(frame) for frame in s.frames],
    }


def _piece(s: HollowState, piece: int) -> Any:
    names = s.world.names
    found: dict[str, Any] = {"hex": names.places[s.at[piece]]}
    if s.face[piece] != first_face(s, piece):
        found["kind"] = faces_of(s.world, piece)[s.face[piece]]
    if s.points[piece] != printed_points(s, piece):
        found["points"] = s.points[piece]
    marks = layout.marks_of(s, names, piece)
    if piece >= s.world.first_vehicle and s.is_on_map(piece):
        found["facing"], found["turret"] = (CLOCK[s.pointing(piece, first)] for first in (VCA, TCA))
        marks = [mark for mark in marks if mark[:4] not in {"vca_", "tca_"}]
    if s.is_gun(piece) and not marks and s.points[piece] > 0 and is_in_work_with(s, s.points[piece] - 1, piece):
        found["marks"] = []  # it stands beside the work its crew is in
    if is_anti_tank(s, piece) and s.is_on_map(piece):
        if not marks:
            found["marks"] = []  # they are found, or were laid in sight
        elif marks == ["hidden"]:
            marks = []
    return layout.shortest(found, marks)
