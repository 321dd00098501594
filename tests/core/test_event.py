"""Events: every kind reads back from the log, and does to a position what it says."""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amba.core import event as events
from amba.core.event import KINDS, UNKNOWN, EventCodec
from amba.core.state import State

PIECES, PLACES, MARKS, TRACKS = ["a", "b", "c"], ["0101", "0102", "box"], ["low", "none"], ["turn", "phase"]
CODEC = EventCodec(PIECES, PLACES, MARKS, TRACKS)
RANGES = {"piece": 3, "place": 3, "origin": 3, "to": 3, "mark": 2, "track": 2}
frames = st.recursive(st.integers(-5, 99) | st.text(max_size=4), lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6)


class Fight(NamedTuple):
    """A frame."""

    side: int
    units: tuple[int, ...]
    name: Literal["fight"] = "fight"


CODEC.frames = {"fight": Fight}


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Any event of this kind that a game could make."""
    fields: list[st.SearchStrategy[Any]] = []
    for name, hint in get_type_hints(kind).items():
        if name == "piece":
            fields.append(st.integers(0, 2) | st.just(UNKNOWN))
        elif name in RANGES:
            fields.append(st.integers(0, RANGES[name] - 1))
        elif name == "path":
            fields.append(st.lists(st.integers(0, 2), max_size=4).map(tuple))
        elif kind is events.Restacked and name in {"old", "new"}:
            fields.append(st.lists(st.integers(0, 2), max_size=3).map(tuple))
        elif hint is int:
            fields.append(st.integers(0, 3))
        elif hint is str:
            fields.append(st.sampled_from(["9.0", "", "11.7.1", "attack"]))
        elif name == "frame":
            fields.append(st.builds(Fight, st.integers(0, 1), st.lists(st.integers(0, 3), max_size=3).map(tuple)))
        elif name == "dice":
            fields.append(st.lists(st.integers(1, 6), max_size=3).map(tuple))
        else:
            fields.append(st.lists(frames, max_size=3).map(tuple))
    return st.builds(kind, *fields)


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
def test_every_kind_of_event_reads_back(name: str, data: st.DataObject) -> None:
    event = data.draw(values(KINDS[name]))
    row = json.loads(json.dumps(CODEC.encode(event)))
    assert row[0] == name
    assert CODEC.decode(row) == event


def test_a_row_uses_the_names_people_use() -> None:
    assert CODEC.encode(events.Moved("9.0", 0, 0, 1, (0, 1))) == ["moved", "9.0", "a", "0101", "0102", ["0101", "0102"]]
    assert CODEC.encode(events.Drawn("5.1", UNKNOWN, 0, 2)) == ["drawn", "5.1", "?", "0101", "box"]


def position() -> State:
    s = State(3, 3, 2)
    s.stacks()[0] = (0, 1, 2)
    return s


@pytest.mark.parametrize("kind", [events.Placed, events.Moved, events.Retreated, events.Removed, events.Drawn, events.Revealed])
def test_a_piece_goes_from_place_to_place(kind: Any) -> None:
    s = position()
    s.do(kind("9.0", 1, 0, 2))
    assert (s.at, s.here) == ([0, 2, 0], [(0, 2), (), (1,)])
    assert len(s.pending) == 1


def test_other_events_change_their_own_field_only() -> None:
    cases: list[tuple[Any, str, Any]] = [
        (events.Flipped("11.6", 1, 0, 2), "face", [0, 2, 0]),
        (events.Joined("6.0", 1, 0, 1), "side", [0, 1, 0]),
        (events.Marked("12.4", 1, 1, 1), "marks", [0, 2, 0]),
        (events.Spent("9.0", 1, 0, 5), "points", [0, 5, 0]),
        (events.Controlled("2.1", 1, 0, 1), "owner", bytearray([0, 1, 0])),
        (events.Restacked("7.1", 0, (0, 1, 2), (2, 1, 0)), "here", [(2, 1, 0), (), ()]),
        (events.Tracked("7.0", 1, 0, 4), "tracks", [0, 4]),
        (events.Pushed(("movement", 0)), "frames", [("movement", 0)]),
    ]
    fields = ("at", "face", "side", "marks", "points", "here", "owner", "tracks", "frames")
    for event, field, expected in cases:
        s, fresh = position(), position()
        event.fold(s)
        assert getattr(s, field) == expected
        assert all(getattr(s, name) == getattr(fresh, name) for name in fields if name != field)
    for event in (events.Rolled("11.5", "combat", (3,)), events.Said("11.5", "result", ("1-0",))):
        s = position()
        event.fold(s)
        assert s.key() == position().key()


def test_marks_come_off_one_by_one() -> None:
    s = position()
    s.do(events.Marked("12.4", 1, 0, 1))
    s.do(events.Marked("12.4", 1, 1, 1))
    s.do(events.Marked("12.4", 1, 0, 0))
    assert (s.has(1, 0), s.has(1, 1)) == (False, True)


def test_frames_are_pushed_changed_and_popped() -> None:
    s = position()
    for event in (events.Pushed(("a",)), events.Pushed(("b", 1)), events.Changed(("b", 2))):
        s.do(event)
    assert s.frames == [("a",), ("b", 2)]
    s.do(events.Popped())
    assert s.frames == [("a",)]


def test_dump_and_restore() -> None:
    s = position()
    for event in (events.Moved("9.0", 1, 0, 2), events.Marked("12.4", 1, 1, 1), events.Pushed(("a", (1, ("x",)))), events.Tracked("7.0", 1, 0, 4)):
        s.do(event)
    other = State(3, 3, 2)
    other.restore(json.loads(json.dumps(s.dump())))
    assert other.key() == s.key()
    twin = s.copy()
    twin.do(events.Flipped("11.6", 0, 0, 1))
    assert other.key() == s.key() != twin.key()


def test_a_copy_shares_the_stacks_until_one_of_the_two_changes() -> None:
    s = State(2, 3, 2)
    s.stacks()[0] = (0, 1)
    copy = s.copy()
    assert copy.here is s.here  # thousands of places on a large map
    copy.do(events.Placed("1", 0, 0, 2))
    assert (s.here, copy.here) == ([(0, 1), (), ()], [(1,), (), (0,)])
    s.do(events.Restacked("1", 0, (0, 1), (1, 0)))
    assert (s.here, copy.here) == ([(1, 0), (), ()], [(1,), (), (0,)])
    again = copy.copy()
    copy.stacks()[1] = (9,)
    assert again.here == [(1,), (), (0,)]
