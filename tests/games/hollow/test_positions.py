"""Positions as text, as the documentation shows them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from amba.games.hollow.game import load
from amba.games.hollow.state import HollowState
from amba.load.files import DataError
from amba.load.position import load_position

WELLS = Path(__file__).parents[3] / "docs" / "positions" / "wells.toml"


def test_the_position_of_the_documentation_answers() -> None:
    position = load_position(WELLS)
    assert position.why("fire 62H5") is None
    refusal = position.why("fire 62A1")
    assert refusal is not None
    assert refusal.rule == "8"
    position.do(["fire 62H5", "add a1", "add aL1"])
    preview = position.odds("shoot")
    assert preview is not None
    assert sum((chance.chance for chance in preview.odds), Fraction(0)) == 1
    assert ("terrain", "+3", "11") in preview.items


def test_a_position_reads_back_exactly() -> None:
    position = load_position(WELLS)
    position.do(["fire 62H5", "add a1"])
    again = load_position(position.text())
    assert again.state.key() == position.state.key()
    assert again.text() == position.text()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"62N4", kind', '"61N4", kind', "61N4"),
        ('"br-457", has', '"br-999", has', "br-999"),
        ('"concealed"', '"asleep"', "asleep"),
        ('"prep"', '"tea"', "tea"),
    ],
)
def test_a_wrong_position_is_refused_with_its_line(old: str, new: str, words: str) -> None:
    text = WELLS.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(DataError, match=words):
        load_position(text.replace(old, new))


def test_the_order_of_the_entries_does_not_matter() -> None:
    """A unit may be named before the weapon it has, and the weapon may have an entry of its own."""
    lines = ['a1 = { hex = "62N4", has = ["aW1"] }', 'aW1 = { hex = "62N4", marks = ["malfunction"] }', 'x1 = "62H5"']
    head = 'game = "hollow"\nscenario = "cub-cub"\nphase = "prep"\n[pieces]\n'
    found = [load_position(head + "\n".join(order)).state for order in (lines, lines[::-1])]
    assert found[0].points == found[1].points
    assert found[0].at == found[1].at
    assert found[0].marks == found[1].marks


@pytest.mark.parametrize(
    ("track", "value", "words"), [("wind", 3, "0 to 2"), ("night", 5, "0 to 1"), ("visibility", -4, "0 to 12"), ("dust", "thick", "a whole number")]
)
def test_weather_that_cannot_be_is_refused(track: str, value: object, words: str) -> None:
    head = 'game = "hollow"\nscenario = "cub-cub"\nphase = "prep"\n'
    with pytest.raises(DataError, match=rf"line 5: {track} is .*; expected {words}"):
        load_position(f"{head}[tracks]\n{track} = {value!r}\n")


def test_spare_vehicles_in_a_file_are_not_in_the_game() -> None:
    """A long position names every counter of a box to keep their order; a vehicle that only lies there brings no rules for vehicles."""
    head = 'game = "hollow"\nscenario = "cub-cub"\nphase = "prep"\n[pieces]\nx1 = "62H5"\n'
    states = [load_position(head + more).state for more in ("", 'aV1 = "spare"\n', 'aV1 = "62H6"\n')]
    assert [isinstance(s, HollowState) and s.has_armour for s in states] == [False, False, True]


def test_4_a_file_of_the_set_up_alone_begins_as_the_scenario_does() -> None:
    """So `amba ask` answers what is for sale, too."""
    game = load()
    s = game.place({"game": "hollow", "scenario": "tank-battle", "phase": "setup"})
    decision = game.decision(s)
    assert decision is not None
    assert decision.kind == "campaign"
    first = game.place({"game": "hollow", "scenario": "cub-cub", "phase": "setup"})
    assert first.key() == game.new("cub-cub", {}).key()
