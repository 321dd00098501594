"""Laying out a position from a document, and writing it as one: what is the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from amba.core.game import BadPosition, Names
from amba.core.sequence import PhaseLine
from amba.core.state import PHASE, TURN, GameState, State, frame_row

S = TypeVar("S", bound=State)
NO_ENDS: Mapping[str, tuple[int, int]] = {}
SECTIONS = ("options", "units", "pieces", "control", "chits", "tracks")
"""Keys of a document under which others stand."""
TEXTS = ("title", "note")
"""What is for people."""


def put_aside(s: State, boxes: Sequence[int], sides: Sequence[int]) -> None:
    """Nothing on the map: every piece in its box, each side's its own; the sequence of play has not begun."""
    for piece, (box, side) in enumerate(zip(boxes, sides, strict=True)):
        s.at[piece] = box
        s.stacks()[box] += (piece,)
        s.side[piece] = side
    s.tracks[PHASE] = -1


def put(s: State, piece: int, place: int) -> None:
    """Set a piece down without an event: only while a position is laid out."""
    old = s.at[piece]
    s.stacks()[old] = tuple(other for other in s.here[old] if other != piece)
    s.at[piece] = place
    s.stacks()[place] += (piece,)
    s.touched(old)
    s.touched(place)


def check_keys(document: Mapping[str, Any], keys: Collection[str]) -> None:
    for key in document:
        if key not in keys:
            raise BadPosition(f"unknown key {key!r}; expected one of {', '.join(sorted(keys))}", key)
    for key in SECTIONS:
        if not isinstance(document.get(key, {}), Mapping):
            raise BadPosition(f"{key} is {document[key]!r}; expected a section [{key}]", key)
    for key in TEXTS:
        if not isinstance(document.get(key, ""), str):
            raise BadPosition(f"{key} is {document[key]!r}; expected a text", key)


def read_options(document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], dict[str, str]]) -> dict[str, str]:
    try:
        return chosen(document.get("options", {}))
    except ValueError as error:
        raise BadPosition(str(error), "options") from None


def read_phase(document: Mapping[str, Any], keys: Collection[str], default: str) -> str:
    name: str = document.get("phase", default)
    if name not in keys:
        raise BadPosition(f"phase is {name!r}; expected one of {', '.join(keys)}", "phase")
    return name


def read_turn(document: Mapping[str, Any], default: int, first: int, last: int) -> int:
    turn = document.get("turn", default)
    if type(turn) is not int or not first <= turn <= last:
        raise BadPosition(f"turn is {turn!r}; expected a whole number from {first} to {last}", "turn")
    return turn


def read_place(world: Any, name: Any, key: str, section: str) -> int:
    """A hex by its number, or a box; or a hex by the key of a place of map.toml."""
    if isinstance(name, str) and name in world.names.place:
        return int(world.names.place[name])
    if isinstance(name, str) and name in world.map.places:
        return int(world.map.places[name].hex)
    some = next(iter(world.map.places.values()), None)
    expected = f"a hex such as {world.grid.names[some.hex if some else 0]}" + (f", a place such as {some.key}" if some else "")
    raise BadPosition(f"{key} is at {name!r}; expected {expected}, or one of {', '.join(world.box)}", key, section)


def read_side(sides: Sequence[str], name: str, section: str = "control") -> int:
    if name not in sides:
        raise BadPosition(f"{section} is by {name!r}; expected {' or '.join(sides)}", name, section)
    return sides.index(name)


def are_names(value: Any) -> bool:
    return isinstance(value, Collection) and not isinstance(value, str | Mapping) and all(isinstance(name, str) for name in value)


def read_names(value: Any, key: str, section: str = "") -> Sequence[str]:
    """Names in brackets: places, chits, garrisons."""
    if not isinstance(value, Sequence) or not are_names(value):
        raise BadPosition(f"{key} is {value!r}; expected names in brackets", key, section)
    return value


def refuse_tracks(document: Mapping[str, Any], names: Collection[str]) -> None:
    """What a key at the top of a position says is not said again as a track."""
    for name in names:
        if name in document.get("tracks", {}):
            raise BadPosition(f"{name} stands at the top of a position, not under [tracks]", name, "tracks")


def enter(s: S, document: Mapping[str, Any], phases: Sequence[PhaseLine], default: str, begin: Callable[[S, int], None], setup: str = "") -> None:
    """Go to the phase that the document names, exactly where play stands if it says so. `begin` pushes the frames of a phase, by its number; -1: of the set-up."""
    keys = [phase.key for phase in phases]
    name = read_phase(document, [setup, *keys] if setup else keys, default)
    index = s.tracks[PHASE] = keys.index(name) if name in keys else -1
    if not lay_frames(s, document):
        begin(s, index)
        s.pending.clear()


def check_decides(document: Mapping[str, Any], phase: str, who: str) -> None:
    if document.get("decides", who) != who:
        raise BadPosition(f"decides is {document['decides']!r}, but in {phase} {who} decides", "decides")


def lay_frames(s: State, document: Mapping[str, Any]) -> bool:
    """Whether the document says exactly where play stands."""
    if "frames" not in document:
        return False
    rows = document["frames"]
    if not isinstance(rows, list) or not all(isinstance(row, list) and row and isinstance(row[0], str) for row in rows):
        raise BadPosition(f"frames is {rows!r}; expected the places in the sequence of play, as the program writes them", "frames")
    s.frames = [s.frame(row) for row in rows]
    return True


def lay_tracks(s: State, names: Names, document: Mapping[str, Any], ends: Mapping[str, tuple[int, int]] = NO_ENDS) -> None:
    """`ends`: the least and the greatest value of tracks that have them."""
    for name, value in document.get("tracks", {}).items():
        if name not in names.track:
            raise BadPosition(f"there is no track {name!r}", name, "tracks")
        if type(value) is not int:
            raise BadPosition(f"{name} is {value!r}; expected a whole number", name, "tracks")
        least, most = ends.get(name, (value, value))
        if not least <= value <= most:
            raise BadPosition(f"{name} is {value}; expected {least} to {most}", name, "tracks")
        s.tracks[names.track[name]] = int(value)


def check_marks(key: str, marks: Any, section: str = "units") -> None:
    if not are_names(marks):
        raise BadPosition(f"{key} has marks = {marks!r}; expected a list of marks", key, section)


def lay_marks(s: State, names: Names, key: str, marks: Collection[str], section: str = "units") -> None:
    check_marks(key, marks, section)
    for name in marks:
        if name not in names.mark:
            raise BadPosition(f"{key}: there is no mark {name!r}; expected one of {', '.join(names.marks)}", key, section)
        s.marks[names.piece[key]] |= 1 << names.mark[name]


def read_piece(names: Names, key: str, what: str = "unit", section: str = "units") -> int:
    if key not in names.piece:
        raise BadPosition(f"there is no {what} {key!r}", key, section)
    return names.piece[key]


def read_entry(key: str, value: Any, keys: Collection[str], example: str, section: str = "units") -> Mapping[str, Any]:
    """What is said of a piece: a hex, or a table with its hex and more."""
    entry = {"hex": value} if isinstance(value, str) else value
    if not isinstance(entry, dict) or not isinstance(entry.get("hex"), str):
        raise BadPosition(f"{key} is {value!r}; expected a hex, or {example}", key, section)
    unknown = sorted(set(entry) - set(keys))
    if unknown:
        raise BadPosition(f"{key}: unknown {', '.join(unknown)}; expected {', '.join(keys)}", key, section)
    check_marks(key, entry.get("marks", []), section)
    return entry


def read_steps(key: str, entry: Mapping[str, Any], most: int) -> int:
    steps = entry.get("steps", most)
    if type(steps) is not int or not 1 <= steps <= most:
        raise BadPosition(f"{key} has {steps!r} steps; expected 1 to {most}", key, "units")
    return steps


def read_count(key: str, entry: Mapping[str, Any], name: str, most: int) -> int:
    """A number that is said of a piece, nought if it is left out."""
    count = entry.get(name, 0)
    if type(count) is not int or not 0 <= count <= most:
        raise BadPosition(f"{key} has {name} = {count!r}; expected 0 to {most}", key, "units")
    return count


def document_of(s: GameState[Any], game: str, phase: str, pieces: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A position as a document: what every game says, and its own after the pieces."""
    names = s.world.names
    return {
        "game": game,
        "scenario": s.scenario,
        "options": dict(s.options),
        "turn": s.turn,
        "phase": phase,
        **pieces,
        **more,
        "tracks": {name: s.tracks[i] for i, name in enumerate(names.tracks) if i not in {TURN, PHASE}},
        "frames": [frame_row(frame) for frame in s.frames],
    }


def entries(s: GameState[Any], entry: Callable[[Any, int], Any]) -> dict[str, Any]:
    """What is said of every piece, stack by stack from the bottom."""
    return {s.world.names.pieces[piece]: entry(s, piece) for stack in s.here for piece in stack}


def entry_of(s: GameState[Any], piece: int, **more: Any) -> Any:
    """What is said of a piece: where it is, its marks, and more; None: nothing to say."""
    found = {"hex": s.world.names.places[s.at[piece]], **{key: value for key, value in more.items() if value is not None}}
    return shortest(found, marks_of(s, s.world.names, piece))


def marks_of(s: State, names: Names, piece: int) -> list[str]:
    return [name for bit, name in enumerate(names.marks) if s.marks[piece] >> bit & 1]


def shortest(entry: dict[str, Any], marks: list[str]) -> Any:
    """An entry as `read_entry` takes it back: the hex alone where there is nothing more to say."""
    if marks:
        entry["marks"] = marks
    return entry["hex"] if len(entry) == 1 else entry
