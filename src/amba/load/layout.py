"""Laying out a position from a document, and writing it as one: what is the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from amba.core.game import BadPosition, Names
from amba.core.state import State


def put(s: State, piece: int, place: int) -> None:
    """Set a piece down without an event: only while a position is laid out."""
    old = s.at[piece]
    s.here[old] = tuple(other for other in s.here[old] if other != piece)
    s.at[piece] = place
    s.here[place] += (piece,)
    s.touched(old)
    s.touched(place)


def check_keys(document: Mapping[str, Any], keys: Collection[str]) -> None:
    for key in document:
        if key not in keys:
            raise BadPosition(f"unknown key {key!r}; expected one of {', '.join(sorted(keys))}", key)


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


def check_decides(document: Mapping[str, Any], phase: str, who: str) -> None:
    if document.get("decides", who) != who:
        raise BadPosition(f"decides is {document['decides']!r}, but in {phase} {who} decides", "decides")


def lay_frames(s: State, document: Mapping[str, Any]) -> bool:
    """Whether the document says exactly where play stands."""
    if "frames" not in document:
        return False
    s.frames = [s.frame(frame) for frame in document["frames"]]
    return True


def lay_tracks(s: State, names: Names, document: Mapping[str, Any]) -> None:
    for name, value in document.get("tracks", {}).items():
        if name not in names.track:
            raise BadPosition(f"there is no track {name!r}", name, "tracks")
        s.tracks[names.track[name]] = int(value)


def lay_marks(s: State, names: Names, key: str, marks: Collection[str], section: str = "units") -> None:
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
    if not isinstance(entry, dict) or "hex" not in entry:
        raise BadPosition(f"{key} is {value!r}; expected a hex, or {example}", key, section)
    unknown = sorted(set(entry) - set(keys))
    if unknown:
        raise BadPosition(f"{key}: unknown {', '.join(unknown)}; expected {', '.join(keys)}", key, section)
    return entry


def read_steps(key: str, entry: Mapping[str, Any], most: int) -> int:
    steps = entry.get("steps", most)
    if not isinstance(steps, int) or not 1 <= steps <= most:
        raise BadPosition(f"{key} has {steps!r} steps; expected 1 to {most}", key, "units")
    return steps


def marks_of(s: State, names: Names, piece: int) -> list[str]:
    return [name for bit, name in enumerate(names.marks) if s.marks[piece] >> bit & 1]


def shortest(entry: dict[str, Any], marks: list[str]) -> Any:
    """An entry as `read_entry` takes it back: the hex alone where there is nothing more to say."""
    if marks:
        entry["marks"] = marks
    return entry["hex"] if len(entry) == 1 else entry
