"""What happened: facts from one closed vocabulary, each with the rule that made it happen.

Events are the only way a state changes. They are written once to the log; the sentence, the animation, the statistics and the
redaction are all made from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from amba.core.state import State, frame_row, freeze, thaw

UNKNOWN = -1
"""Stands for a piece that the reader of a redacted event may not identify."""


class Event(Protocol):
    """Any of the classes below."""

    @property
    def rule(self) -> str: ...
    def fold(self, state: State) -> None: ...
    def _asdict(self) -> dict[str, Any]: ...


def _shift(state: State, piece: int, origin: int, to: int) -> None:
    here = state.stacks()
    here[origin] = tuple([other for other in here[origin] if other != piece])
    here[to] += (piece,)
    state.at[piece] = to
    state.touched(origin)
    state.touched(to)


class Placed(NamedTuple):
    """A piece came onto the map."""

    rule: str
    piece: int
    origin: int
    to: int

    def fold(self, state: State) -> None:
        _shift(state, self.piece, self.origin, self.to)


class Moved(NamedTuple):
    """A piece went from one place to another along a path (both ends included)."""

    rule: str
    piece: int
    origin: int
    to: int
    path: tuple[int, ...] = ()

    def fold(self, state: State) -> None:
        _shift(state, self.piece, self.origin, self.to)


class Retreated(NamedTuple):
    """A piece gave ground."""

    rule: str
    piece: int
    origin: int
    to: int

    def fold(self, state: State) -> None:
        _shift(state, self.piece, self.origin, self.to)


class Removed(NamedTuple):
    """A piece left the map."""

    rule: str
    piece: int
    origin: int
    to: int

    def fold(self, state: State) -> None:
        _shift(state, self.piece, self.origin, self.to)


class Drawn(NamedTuple):
    """A piece went from one hidden place to another; who may know which is for the game to say."""

    rule: str
    piece: int
    origin: int
    to: int

    def fold(self, state: State) -> None:
        _shift(state, self.piece, self.origin, self.to)


class Revealed(NamedTuple):
    """A hidden piece was shown to everyone."""

    rule: str
    piece: int
    origin: int
    to: int

    def fold(self, state: State) -> None:
        _shift(state, self.piece, self.origin, self.to)


class Flipped(NamedTuple):
    """A counter shows another face: a step lost or regained, fired, carrying."""

    rule: str
    piece: int
    old: int
    new: int

    def fold(self, state: State) -> None:
        state.face[self.piece] = self.new
        state.touched(state.at[self.piece])


class Joined(NamedTuple):
    """A piece changed hands."""

    rule: str
    piece: int
    old: int
    new: int

    def fold(self, state: State) -> None:
        state.side[self.piece] = self.new
        state.recast()
        state.touched(state.at[self.piece])


class Marked(NamedTuple):
    """A status marker was put on a piece (`on` 1) or taken off (`on` 0)."""

    rule: str
    piece: int
    mark: int
    on: int

    def fold(self, state: State) -> None:
        if self.on:
            state.marks[self.piece] |= 1 << self.mark
        else:
            state.marks[self.piece] &= ~(1 << self.mark)
        state.touched(state.at[self.piece])


class Spent(NamedTuple):
    """A piece's points changed."""

    rule: str
    piece: int
    old: int
    new: int

    def fold(self, state: State) -> None:
        state.points[self.piece] = self.new
        state.spent(self.piece)


class Controlled(NamedTuple):
    """A marker on a place changed."""

    rule: str
    place: int
    old: int
    new: int

    def fold(self, state: State) -> None:
        state.owner[self.place] = self.new
        state.touched(self.place)


class Restacked(NamedTuple):
    """The order of a stack changed."""

    rule: str
    place: int
    old: tuple[int, ...]
    new: tuple[int, ...]

    def fold(self, state: State) -> None:
        state.stacks()[self.place] = self.new
        state.touched(self.place)


class Tracked(NamedTuple):
    """A marker moved on its track."""

    rule: str
    track: int
    old: int
    new: int

    def fold(self, state: State) -> None:
        state.tracks[self.track] = self.new
        state.tracked(self.track)


class Rolled(NamedTuple):
    """Dice fell."""

    rule: str
    what: str
    dice: tuple[int, ...]

    def fold(self, state: State) -> None:
        pass


class Said(NamedTuple):
    """Something was declared or noted; the sentence is looked up under `what` and filled with `values`."""

    rule: str
    what: str
    values: tuple[Any, ...] = ()

    def fold(self, state: State) -> None:
        pass


class Pushed(NamedTuple):
    """The sequence of play went into a frame."""

    frame: Any
    rule: str = ""

    def fold(self, state: State) -> None:
        state.frames.append(self.frame)


class Popped(NamedTuple):
    """The sequence of play left the topmost frame."""

    rule: str = ""

    def fold(self, state: State) -> None:
        state.frames.pop()


class Changed(NamedTuple):
    """The topmost frame got new data."""

    frame: Any
    rule: str = ""

    def fold(self, state: State) -> None:
        state.frames[-1] = self.frame


PIECE_EVENTS = (Placed, Moved, Retreated, Removed, Drawn, Revealed, Flipped, Joined, Marked, Spent)
FRAME_EVENTS = (Pushed, Popped, Changed)
KINDS: dict[str, Any] = {kind.__name__.lower(): kind for kind in (*PIECE_EVENTS, Controlled, Restacked, Tracked, Rolled, Said, *FRAME_EVENTS)}


class EventCodec:
    """Events to and from plain lists with the names people use: ``["moved", "9.0", "5-ind", "0108", "0209", [...]]``."""

    PIECE: ClassVar = {"piece"}
    PLACE: ClassVar = {"place", "origin", "to"}

    def __init__(self, pieces: list[str], places: list[str], marks: list[str], tracks: list[str]) -> None:
        self.tables = {"piece": pieces, "place": places, "origin": places, "to": places, "mark": marks, "track": tracks}
        self.indexes = {field: {name: i for i, name in enumerate(table)} for field, table in self.tables.items()}
        self.frames: Mapping[str, type[Any]] = {}
        """The kinds of frame in a game's sequence of play, by name."""

    def encode(self, event: Any) -> list[Any]:
        row: list[Any] = [type(event).__name__.lower()]
        for field, value in zip(event._fields, event, strict=True):
            table = self.tables.get(field)
            if table is not None:
                row.append(table[value] if value != UNKNOWN else "?")
            elif field == "path":
                row.append([self.tables["place"][place] for place in value])
            elif field in {"old", "new"} and isinstance(event, Restacked):
                row.append([self.tables["piece"][piece] if piece != UNKNOWN else "?" for piece in value])
            elif field == "frame":
                row.append(frame_row(value))
            else:
                row.append(thaw(value))
        return row

    def decode(self, row: list[Any]) -> Any:
        kind = KINDS[row[0]]
        values: list[Any] = []
        for field, value in zip(kind._fields, row[1:], strict=True):
            if field in self.indexes:
                values.append(UNKNOWN if value == "?" else self.indexes[field][value])
            elif field == "path":
                values.append(tuple(self.indexes["place"][name] for name in value))
            elif field in {"old", "new"} and kind is Restacked:
                values.append(tuple(self.indexes["piece"].get(name, UNKNOWN) for name in value))
            elif field == "frame":
                values.append(self.frame(value))
            else:
                values.append(freeze(value))
        return kind(*values)

    def frame(self, row: Sequence[Any]) -> Any:
        """A frame from its name and its data."""
        kind = self.frames.get(row[0])
        return freeze(row) if kind is None else kind(*map(freeze, row[1:]))
