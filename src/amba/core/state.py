"""A position: a few flat sequences of small integers, copied in a slice, changed only by events."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar, cast

if TYPE_CHECKING:
    from amba.core.event import Event
    from amba.core.game import Names

TURN, PHASE = 0, 1
"""The first two tracks of every game."""


class State:
    """Where every piece is and how it stands, who owns what, the tracks, and the place in the sequence of play.

    Pieces, places (hexes, then boxes), marks and tracks are integers; `Names` knows what they are called. Subclasses add
    cached fields (zones of control, supply) and keep them fresh in `touched`, `tracked`, `spent` and `recast`.

    A copy may share what was worked out before the two part. So a change must always begin a memory of its own, even in place of an
    empty one, which may be shared; never `if memory: memory = {}`. Whoever changes a position by hand calls `changed_by_hand`.
    """

    __slots__ = ("_is_here_shared", "at", "face", "frames", "here", "marks", "memory", "owner", "pending", "points", "side", "tracks")

    at: list[int]
    """piece -> place"""
    face: list[int]
    """piece -> which side or step of the counter is up"""
    side: list[int]
    """piece -> whose it is"""
    marks: list[int]
    """piece -> a bit for each status marker"""
    points: list[int]
    """piece -> movement points left, or whatever the game counts"""
    here: list[tuple[int, ...]]
    """place -> pieces, bottom to top. Read it; who changes it takes `stacks`, for a copy shares it until one of the two changes."""
    owner: bytearray
    """place -> what marker lies there (0: none)"""
    tracks: list[int]
    frames: list[Any]
    """The place in the sequence of play: named tuples (`amba.core.steps`), the present one last."""
    memory: list[dict[Any, Any]]
    """topic -> what has been worked out of this position. Copies share it until one of them changes (`forget`)."""
    topics: ClassVar[int] = 1
    """How many topics there are to remember, so that one change need not drop everything."""
    pending: list[Event]
    """Events since the last `apply` returned."""

    def __new__(cls, *_: Any) -> Self:
        """One with nothing in it yet: `copy` fills it, too."""
        return super().__new__(cls)

    def __init__(self, pieces: int, places: int, tracks: int) -> None:
        self.at = [0] * pieces
        self.face = [0] * pieces
        self.side = [0] * pieces
        self.marks = [0] * pieces
        self.points = [0] * pieces
        self.here = [()] * places
        self._is_here_shared = False
        self.owner = bytearray(places)
        self.tracks = [0] * tracks
        self.frames = []
        self.memory = [{} for _ in range(type(self).topics)]
        self.pending = []

    def copy(self) -> Self:
        """An independent copy."""
        kind = type(self)
        new = kind.__new__(kind)
        new.at = self.at[:]
        new.face = self.face[:]
        new.side = self.side[:]
        new.marks = self.marks[:]
        new.points = self.points[:]
        new.here = self.here
        new._is_here_shared = self._is_here_shared = True  # maps have thousands of places, and most copies change few of them or none
        new.owner = self.owner[:]
        new.tracks = self.tracks[:]
        new.frames = self.frames[:]
        new.memory = self.memory[:]
        new.pending = []
        self.copy_fields(new)
        return new

    def copy_fields(self, new: Self) -> None:
        """Copy what a subclass adds."""

    def stacks(self) -> list[tuple[int, ...]]:
        """`here`, to be changed: this position's own from now on."""
        if self._is_here_shared:
            self.here = self.here[:]
            self._is_here_shared = False
        return self.here

    def forget(self, *topics: int) -> None:
        """Drop what was worked out: under these topics, or all of it. Always begins a new memory, even where the old is empty: a copy may share it."""
        memory = self.memory
        for topic in topics or range(len(memory)):
            memory[topic] = {}

    def touched(self, place: int) -> None:
        """Something at this place changed: a subclass drops what it had worked out from it."""

    def tracked(self, track: int) -> None:
        """A marker moved on this track (the turn, the phase, the weather): a subclass drops what it had worked out from it."""

    def spent(self, piece: int) -> None:
        """A piece's points changed: a subclass drops what it had worked out from them."""

    def recast(self) -> None:
        """A piece changed hands: a subclass drops its lists of who has what."""

    def do(self, event: Event) -> None:
        """Let an event happen."""
        event.fold(self)
        self.pending.append(event)

    def has(self, piece: int, mark: int) -> bool:
        return bool(self.marks[piece] >> mark & 1)

    def key(self) -> tuple[Any, ...]:
        """Everything that makes this position what it is; equal keys are equal positions."""
        return (
            tuple(self.at), tuple(self.face), tuple(self.side), tuple(self.marks), tuple(self.points),
            tuple(self.here), tuple(self.owner), tuple(self.tracks), tuple(self.frames),
        )  # fmt: skip

    def dump(self) -> dict[str, Any]:
        """The position as plain data, for a save file."""
        return {
            "at": self.at, "face": self.face, "side": self.side, "marks": self.marks, "points": self.points,
            "here": [list(stack) for stack in self.here], "owner": list(self.owner), "tracks": self.tracks,
            "frames": [frame_row(frame) for frame in self.frames],
        }  # fmt: skip

    def restore(self, saved: dict[str, Any]) -> None:
        """Take over a dumped position."""
        self.owner = bytearray(saved["owner"])
        for name in ("at", "face", "side", "marks", "points", "tracks"):
            setattr(self, name, list(saved[name]))
        self.here = [tuple(stack) for stack in saved["here"]]
        self._is_here_shared = False
        self.frames = [self.frame(row) for row in saved["frames"]]
        self.changed_by_hand()

    def changed_by_hand(self) -> None:
        """The position was changed past all events: whatever was worked out about it is dropped."""
        self.forget()
        self.recast()
        for track in range(len(self.tracks)):
            self.tracked(track)
        for piece in range(len(self.at)):
            self.spent(piece)
        for place in range(len(self.here)):
            self.touched(place)

    def frame(self, row: list[Any]) -> Any:
        """A frame as it was dumped."""
        return freeze(row)


S = TypeVar("S", bound=State)
P = ParamSpec("P")
R = TypeVar("R")


NOTHING_YET = object()


def remembered(topic: int = 0) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """A question about a position: its answer is worked out once, and remembered until the topic is forgotten. Whoever asks must not change the answer, and names no argument."""

    def of(question: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        work_out: Any = question

        @wraps(question)
        def recall(s: State, *args: Any) -> Any:  # without keywords: each would cost a dict, asked or not
            memory = s.memory[topic]
            key = (work_out, args)
            answer = memory.get(key, NOTHING_YET)
            if answer is NOTHING_YET:
                answer = memory[key] = work_out(s, *args)
            return answer

        return cast("Callable[Concatenate[S, P], R]", recall)

    return of


class Named(Protocol):
    """All a position asks of the box it comes from."""

    names: Names


W = TypeVar("W", bound=Named)


class GameState(State, Generic[W]):
    """A position of a game: the box it comes from, its scenario, the options played with. Every game keeps the turn on its first track and the phase on its second."""

    __slots__ = ("options", "scenario", "world")

    world: W
    scenario: str
    options: dict[str, str]

    def __init__(self, world: W, scenario: str, options: dict[str, str]) -> None:
        names = world.names
        super().__init__(len(names.pieces), len(names.places), len(names.tracks))
        self.world = world
        self.scenario = scenario
        self.options = options

    def copy_fields(self, new: Self) -> None:
        new.world = self.world
        new.scenario = self.scenario
        new.options = self.options

    def frame(self, row: list[Any]) -> Any:
        return self.world.names.codec.frame(row)

    @property
    def turn(self) -> int:
        return self.tracks[TURN]

    @property
    def phase(self) -> int:
        return self.tracks[PHASE]


def freeze(value: Any) -> Any:
    """Lists become tuples, all the way down."""
    return tuple(freeze(item) for item in value) if isinstance(value, list | tuple) else value


def thaw(value: Any) -> Any:
    """Tuples become lists, all the way down."""
    return [thaw(item) for item in value] if isinstance(value, list | tuple) else value


def frame_row(frame: Any) -> list[Any]:
    """A frame as plain data: its name, then its fields."""
    row: list[Any] = [thaw(value) for value in frame]
    return [row[-1], *row[:-1]] if hasattr(frame, "_fields") else row
