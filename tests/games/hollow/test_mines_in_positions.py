"""Minefields in position files: a field whose strength is known has the factors that its counter names."""

from __future__ import annotations

from typing import Any

import pytest

from amba.load.files import DataError
from amba.load.position import load_position
from tests.games.hollow.table import HOLD
from tests.games.hollow.tanks import Drill, game_of

GAME = game_of((), "1942-06-01", "libya", "", False)


def factors(**entry: Any) -> int:
    document = {
        "game": "hollow",
        "scenario": "practice",
        "turn": 1,
        "phase": "movement",
        "pieces": {"aF1": {"hex": "99E6", **entry}, "a1": "99A5", "x1": "99P5"},
    }
    s = GAME.place(document)
    again = GAME.place(GAME.position(s))
    assert again.points == s.points
    return s.points[GAME.names.piece["aF1"]]


@pytest.mark.parametrize(("kind", "points"), [("mines 6", 6), ("mines 8", 8), ("mines 12", 12), ("known mines", 0), ("dummy mines", 0), ("wire", 0)])
def test_55_8_a_field_of_known_strength_has_its_factors(kind: str, points: int) -> None:
    assert factors(kind=kind) == points
    assert factors(kind="known mines", points=8) == 8


def test_55_83_mines_of_a_position_file_that_lie_nowhere_for_the_enemy_are_hidden() -> None:
    """No counter shows them, so nothing has to be said of that; other works and known fields lie open unless the file says otherwise."""
    pieces = {
        "aF1": {"hex": "99E6", "kind": "mines", "points": 8},
        "aF2": {"hex": "99E7", "kind": "known mines", "points": 8},
        "a1": "99A5",
        "x1": "99P5",
    }
    s = GAME.place({"game": "hollow", "scenario": "practice", "turn": 1, "phase": "movement", "pieces": pieces})
    assert [s.is_hidden(GAME.names.piece[key]) for key in ("aF1", "aF2")] == [True, False]
    assert "aF1" not in GAME.view(s, 1)["pieces"]
    assert "aF1" in GAME.view(s, 0)["pieces"]
    assert GAME.place(GAME.position(s)).marks == s.marks


def test_55_83_86_7_anti_tank_mines_of_a_position_file_are_hidden_unless_their_marks_are_told() -> None:
    mines = {"hex": "99E6", "kind": "anti-tank mines", "points": 3}
    pieces = {
        "aF1": mines,
        "aF2": {**mines, "hex": "99E7", "marks": []},
        "aF3": {**mines, "hex": "99E8", "marks": ["hidden"]},
        "a1": "99A5",
        "x1": "99P5",
    }
    s = GAME.place({"game": "hollow", "scenario": "practice", "turn": 1, "phase": "movement", "pieces": pieces})
    assert [s.is_hidden(GAME.names.piece[key]) for key in ("aF1", "aF2", "aF3")] == [True, False, True]
    assert [key in GAME.view(s, 1)["pieces"] for key in ("aF1", "aF2", "aF3")] == [False, True, False]
    written = GAME.position(s)
    assert GAME.place(written).marks == s.marks
    assert written["pieces"]["aF1"] == mines
    assert written["pieces"]["aF2"]["marks"] == []


POSITION = 'game = "hollow"\nscenario = "cub-cub"\nphase = "movement"\n[pieces]\na1 = "62N4"\naF1 = {{ hex = "62L5", kind = "{}"{} }}\n'


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("mines 10", ""),
        ("mines", "10"),
        ("known mines", "7"),
        ("mine line", "-6"),
        ("mines 6", "8"),
        ("dummy mines", "6"),
        ("mines", '"six"'),
        ("wire", "1.5"),
    ],
)
def test_55_8_a_field_that_no_counter_shows_is_refused_with_its_line(kind: str, points: str) -> None:
    with pytest.raises(DataError) as found:
        load_position(POSITION.format(kind, f", points = {points}" if points else ""))
    assert str(found.value).startswith("position, line 6: aF1 "), found.value


@pytest.mark.parametrize(("kind", "points"), [("mines", "6"), ("known mines", "0"), ("mine line", "12"), ("mines 8", "8"), ("anti-tank mines", "5")])
def test_55_8_a_field_that_a_counter_shows_is_taken(kind: str, points: str) -> None:
    load_position(POSITION.format(kind, f", points = {points}"))


def lines(kind: str, vehicle: str = "it-m14-41", points: int = 0, side: str = "a") -> set[tuple[str, str]]:
    """What the panel of a drive into the hex says of its mines."""
    work = {"hex": "99E6", "kind": kind, **({"points": points} if points else {})}
    pieces = {"xV1": {"hex": "99D5", "kind": vehicle, "facing": 3, "marks": ["motion"]}, f"{side}F1": work}
    document = {"game": "hollow", "scenario": "practice", "turn": 1, "phase": "movement", "phasing": "axis", "tracks": HOLD, "pieces": pieces}
    t = Drill(GAME, document)
    found = t.game.decision(t.s)
    t.do(*(["done"] if found is not None and found.kind == "orders" else []), "wheel xV1")
    return {(what.partition(": ")[2], value) for what, value, rule in t.preview("ahead E6").items if rule in {"55", "86.7"}}


def test_55_86_7_the_panel_has_the_chances_of_mines_whose_strength_is_known() -> None:
    """6 and 12 factors kill on 2, and the line for vehicles without armour is 8 in the column of 12. Three anti-tank factors: half of the time, on the 36 column."""
    assert lines("mines 6") == {("is immobilised", "1/36")}
    assert lines("mines 12") == {("is immobilised", "1/36")}
    assert lines("mines 12", "it-autocarro-l") == {("burns", "1/6"), ("is destroyed", "5/12"), ("is immobilised", "5/36")}
    assert lines("known mines", points=12) == set(), "its number lies face down"
    assert lines("known mines", points=12, side="x") == {("is immobilised", "1/36")}, "one's own"
    own = dict(lines("anti-tank mines", points=3, side="x"))
    assert own == {"is destroyed": "1/12", "is immobilised": "5/12"}, "armour of -2 is worth 2 from below: 2 to 4 kills"
    assert lines("anti-tank mines", points=3) == set()
