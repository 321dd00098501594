"""Positions: the set-up of a scenario (5.0), positions as text, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.core.game import BadPosition
from amba.core.sequence import SequenceOfPlay
from amba.core.state import frame_row
from amba.core.steps import push
from amba.games.cheren.book import rule
from amba.games.cheren.frames import Deal
from amba.games.cheren.rules.r05_chits import HAND
from amba.games.cheren.rules.sequence import ASKED_FIRST, SEQUENCE, begin
from amba.games.cheren.rules.standing_orders import CHOICES
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, BOXES, ITALIAN, LOW, NONE, PHASE, REACTION_LIMIT, ROADBLOCK, SIDES, STANDING, TIGRE, TURN, WOLKAIT, World
from amba.load.scenarios import known
from amba.table import layout

SUPPLY = {"": (), "full": (), "low": (LOW,), "none": (NONE,)}
KEYS = (
    "game", "title", "scenario", "options", "turn", "phase", "decides",
    "units", "control", "chits", "released", "roadblock", "frames", "tracks", "note",
)  # fmt: skip
UNIT_KEYS = ("hex", "steps", "supply", "side", "spent", "marks")
OWNERS = {"allied-hand": ALLIED, "italian-hand": ITALIAN, "removed-by-allied": ITALIAN, "removed-by-italian": ALLIED}
"""5.1: whose chits lie there; each side removes those of the other."""
AIR_BOXES = ("air-support", "reinforcements", "eliminated")
"""Where an air unit may be (11.3)."""
TRACK_ENDS = {"sappers": (0, 1), "postponed": (0, 2)} | {
    f"{side}-{STANDING[about]}": (0, len(choices) - 1) for side in SIDES for about, choices in CHOICES.values()
}


def blank(world: World, scenario: str, options: dict[str, str]) -> CherenState:
    """Nothing on the map; units in the box of the eliminated, chits in the cup."""
    known(world.scenarios, scenario)
    s = CherenState(world, scenario, options)
    boxes = [world.box["eliminated" if piece < world.first_chit else "cup"] for piece in range(len(world.names.pieces))]
    layout.put_aside(s, boxes, [*(unit.side for unit in world.units), *(chit.side for chit in world.chits)])
    s.tracks[TURN] = world.first_turn(scenario)
    s.tracks[REACTION_LIMIT] = 3
    return s


@rule("5.0", "1.2")
def set_up(world: World, scenario: str, options: dict[str, str]) -> CherenState:
    """5.0: units in their towns and villages, later ones beside the map, one control marker at Kassala, four chits a hand."""
    s = blank(world, scenario, options)
    control = world.scenarios[scenario].data.get("control", {})
    for name in control.get("allied", []):
        s.owner[world.map.places[name].hex] = 1
    for piece, unit in enumerate(world.units):
        layout.put(s, piece, world.box["reinforcements"] if unit.turn > 0 else unit.setup)
    push(s, SequenceOfPlay())
    push(s, Deal(ALLIED))
    s.pending.clear()
    return s


def place(world: World, document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], dict[str, str]]) -> CherenState:
    """A position from a file (docs/positions.md)."""
    layout.check_keys(document, KEYS)
    s = blank(world, document.get("scenario", "campaign"), layout.read_options(document, chosen))
    s.tracks[TURN] = layout.read_turn(document, s.turn, 1, world.last_turn(s.scenario))
    for key, value in document.get("units", {}).items():
        _place_unit(s, key, value)
    _place_control(s, document.get("control", {}))
    seen: set[str] = set()
    for box, keys in document.get("chits", {}).items():
        _place_chits(s, box, keys, seen)
    for name in layout.read_names(document.get("released", []), "released"):
        if name not in {"wolkait", "tigre"}:
            raise BadPosition(f"there is no garrison {name!r}; expected wolkait or tigre", "released")
        s.tracks[WOLKAIT if name == "wolkait" else TIGRE] = 1
    if document.get("roadblock", "") != "":
        _place_roadblock(s, document)
    layout.refuse_tracks(document, ("turn", "wolkait", "tigre", "roadblock"))
    layout.lay_tracks(s, world.names, document, TRACK_ENDS)
    _enter(s, document)
    return s


def _place_roadblock(s: CherenState, document: Mapping[str, Any]) -> None:
    world = s.world
    blocked = layout.read_place(world, document["roadblock"], "roadblock", "")
    if blocked >= world.hexes or not world.ways[blocked]:
        raise BadPosition(f"there is no road or track in {world.names.places[blocked]} to be blocked", "roadblock")
    s.tracks[ROADBLOCK] = blocked + 1


def _enter(s: CherenState, document: Mapping[str, Any]) -> None:
    keys = [phase.key for phase in SEQUENCE]
    name = layout.read_phase(document, keys, "allied.movement")
    if "phase" not in document.get("tracks", {}):
        s.tracks[PHASE] = keys.index(name)
    if layout.lay_frames(s, document):
        return
    push(s, SequenceOfPlay())
    begin(s, keys.index(name))
    while isinstance(s.frames[-1], ASKED_FIRST):
        s.frames.pop()  # a position starts with the phasing player's own choice
    s.pending.clear()
    layout.check_decides(document, name, SIDES[SEQUENCE[keys.index(name)].decides])


def _place_unit(s: CherenState, key: str, value: Any) -> None:
    world = s.world
    piece = world.names.piece.get(key, -1)
    if not 0 <= piece < world.first_chit:
        raise BadPosition(f"there is no unit {key!r}", key, "units")
    card = world.units[piece]
    entry = layout.read_entry(key, value, UNIT_KEYS, '{ hex = "0108", steps = 2, supply = "low" }')
    place = layout.read_place(world, entry["hex"], key, "units")
    _check_box(world, piece, key, place)
    steps = layout.read_steps(key, entry, card.steps)
    supply = entry.get("supply", "")
    if not isinstance(supply, str) or supply not in SUPPLY:
        raise BadPosition(f"{key}: supply is {supply!r}; expected full, low or none", key, "units")
    side = entry.get("side", SIDES[card.side])
    if side not in SIDES or (side != SIDES[card.side] and not card.native):
        raise BadPosition(f"{key} cannot be {side!r}", key, "units")
    s.side[piece] = SIDES.index(side)
    if place < world.hexes and s.here[place] and s.side[s.here[place][0]] != s.side[piece]:
        raise BadPosition(f"{key} stands on the enemy in {world.names.places[place]}", key, "units")
    if place < world.hexes and world.sea[place]:
        raise BadPosition(f"{key} stands in the sea at {world.names.places[place]}", key, "units")
    s.face[piece] = card.steps - steps
    for mark in SUPPLY[supply]:
        s.marks[piece] |= 1 << mark
    layout.lay_marks(s, world.names, key, entry.get("marks", []))
    if s.has(piece, LOW) and s.has(piece, NONE):
        raise BadPosition(f"{key} has two supply markers", key, "units")
    s.points[piece] = layout.read_count(key, entry, "spent", 99)
    layout.put(s, piece, place)


def _check_box(world: World, piece: int, key: str, place: int) -> None:
    """Chits have their own boxes, and so has the air unit."""
    name = world.names.places[place]
    if name in BOXES[3:]:
        raise BadPosition(f"{key} is a unit and cannot be in {name!r}, which is for chits", key, "units")
    if piece == world.air and name not in AIR_BOXES:
        raise BadPosition(f"{key} is in {name}; an air unit stays in one of {', '.join(AIR_BOXES)}", key, "units")
    if piece != world.air and name == "air-support":
        raise BadPosition(f"{key} is no air unit; only those belong in the box 'air-support'", key, "units")


def _place_control(s: CherenState, control: Mapping[str, Any]) -> None:
    seen: dict[int, str] = {}
    for side, towns in control.items():
        owner = layout.read_side(SIDES, side)
        for name in layout.read_names(towns, side, "control"):
            place = layout.read_place(s.world, name, side, "control")
            if place not in s.world.town_at:
                raise BadPosition(f"{name} is no town", side, "control")
            if seen.setdefault(place, side) != side:
                raise BadPosition(f"{name} is under both sides", side, "control")
            s.owner[place] = int(owner == ALLIED)
    for town in s.world.towns:
        if s.here[town.hex]:
            s.owner[town.hex] = int(s.side[s.here[town.hex][0]] == ALLIED)


def _place_chits(s: CherenState, box: str, keys: Any, seen: set[str]) -> None:
    world = s.world
    if box not in BOXES[3:]:
        raise BadPosition(f"there is no place {box!r} for chits; expected one of {', '.join(BOXES[3:])}", box, "chits")
    names = layout.read_names(keys, box, "chits")
    if box.endswith("-hand") and len(names) > HAND:
        raise BadPosition(f"{len(names)} chits in {box}; expected {HAND} at most", box, "chits")
    for key in names:
        piece = world.names.piece.get(key, -1)
        if piece < world.first_chit:
            raise BadPosition(f"there is no chit {key!r}", box, "chits")
        if key in seen:
            raise BadPosition(f"the chit {key} is in two places", box, "chits")
        seen.add(key)
        owner = OWNERS.get(box)
        if owner is not None and world.chit(piece).side != owner:
            raise BadPosition(f"{key} is not a chit of that side", box, "chits")
        layout.put(s, piece, world.box[box])


def describe(s: CherenState) -> dict[str, Any]:
    """A position as a document that `place` reads back exactly. What `place` would assume anyway is left out."""
    world = s.world
    names = world.names
    units: dict[str, Any] = {}
    for stack in [*s.here[: world.hexes], *(s.here[world.box[box]] for box in BOXES[:3] if box != "eliminated"), _told(s, "eliminated")]:
        for piece in stack:
            units[names.pieces[piece]] = _unit(s, piece)
    chits = {box: [names.pieces[p] for p in _told(s, box)] for box in BOXES[3:]}
    found: dict[str, Any] = {
        "game": "cheren",
        "scenario": s.scenario,
        "turn": s.turn,
        "phase": SEQUENCE[max(s.phase, 0)].key,
        "released": [name for name, track in (("wolkait", WOLKAIT), ("tigre", TIGRE)) if s.tracks[track]],
        "roadblock": names.places[s.roadblock] if s.roadblock >= 0 else "",
        "frames": [] if _is_plain(s) else [frame_row(frame) for frame in s.frames],
        "options": dict(s.options),
        "units": units,
        "control": {"allied": [town.key for town in world.towns if s.owner[town.hex]]},
        "chits": {box: keys for box, keys in chits.items() if keys},
        "tracks": {names.tracks[track]: value for track, value in _tracks(s).items()},
    }
    for key in ("released", "roadblock", "chits", "tracks"):
        if not found[key]:
            del found[key]
    if not found["frames"] and s.frames:
        del found["frames"]
    return found


def _told(s: CherenState, box: str) -> tuple[int, ...]:
    """What must be said of a box: not its first pieces, where `blank` lays them by itself in just this order."""
    stack = s.here[s.world.box[box]]
    if box not in {"eliminated", "cup"}:
        return stack
    said = 0
    while said < len(stack) and (said == 0 or stack[said] > stack[said - 1]) and _is_fresh(s, stack[said]):
        said += 1
    return stack[said:]


def _is_fresh(s: CherenState, piece: int) -> bool:
    world = s.world
    owner = world.units[piece].side if piece < world.first_chit else world.chit(piece).side
    return not (s.face[piece] or s.marks[piece] or s.points[piece]) and s.side[piece] == owner


def _is_plain(s: CherenState) -> bool:
    """Whether the phase has just begun, so that its name says where play stands."""
    if not 0 <= s.phase < len(SEQUENCE) or not s.frames:
        return False
    begun = s.copy()
    begun.frames = []
    push(begun, SequenceOfPlay())
    begin(begun, s.phase)
    while isinstance(begun.frames[-1], ASKED_FIRST):
        begun.frames.pop()
    return begun.frames == s.frames and begun.tracks == s.tracks


def _tracks(s: CherenState) -> dict[int, int]:
    """The tracks that no other key tells, where they are not as at the start."""
    told = {TURN, WOLKAIT, TIGRE, ROADBLOCK} | ({PHASE} if s.phase >= 0 else set())
    usual = {REACTION_LIMIT: 3}
    return {track: value for track, value in enumerate(s.tracks) if track not in told and value != usual.get(track, 0)}


def _unit(s: CherenState, piece: int) -> Any:
    world = s.world
    card = world.units[piece]
    found: dict[str, Any] = {"hex": world.names.places[s.at[piece]]}
    if s.face[piece]:
        found["steps"] = s.steps_left(piece)
    if s.side[piece] != card.side:
        found["side"] = SIDES[s.side[piece]]
    if s.points[piece]:
        found["spent"] = s.points[piece]
    marks = layout.marks_of(s, world.names, piece)
    for supply in ("low", "none"):
        if supply in marks:
            marks.remove(supply)
            found["supply"] = supply
    return layout.shortest(found, marks)
