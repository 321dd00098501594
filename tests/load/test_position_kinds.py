"""A value of the wrong kind in a position file is told with its line, in every game."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from amba.load.files import DataError
from amba.load.position import read_position
from amba.load.registry import open_game
from amba.load.toml_text import toml_text

WRONG: tuple[Any, ...] = (-1, True, 1.5, [], [5], {}, {"x": 1}, [["x"]])
COMMON: dict[str, Any] = {"turn": 3, "title": "A test", "note": "Of kinds", "frames": []}
DOCUMENTS: dict[str, dict[str, Any]] = {
    "cheren": {
        "scenario": "campaign", "phase": "allied.combat", "released": ["wolkait"], "roadblock": "1507",
        "units": {"11-ind": "1507", "5-ind": {"hex": "1507", "steps": 3, "supply": "low", "spent": 1, "marks": [], "side": "allied"}},
        "control": {"allied": ["kassala"]}, "chits": {"allied-hand": ["raf"]}, "tracks": {"allied-reaction": 1},
    },
    "keren": {
        "scenario": "first-battle", "phase": "commonwealth.fire",
        "units": {"2-camerons-a": "2615", "4-11-sikh-a": {"hex": "2615", "back": True, "facing": "ne", "marks": ["suppressed"]}},
        "control": {"commonwealth": ["3621"]}, "tracks": {"losses": 1},
    },
    "adua": {
        "scenario": "battle", "phase": "italian.movement", "tracks": {"exited": 1},
        "units": {"i-ascari": "0505", "alpini": {"hex": "1010", "steps": 2, "points": 0, "marks": ["disorganized"]}},
    },
    "ethiopia": {
        "scenario": "campaign", "phase": "italian.movement", "roads": ["2015"], "control": {"italian": ["imi"]}, "tracks": {"losses": 1},
        "units": {"sabauda": "6350", "sila": {"hex": "6351", "points": 2, "count": 1, "marks": ["out"]}},
    },
    "hollow": {
        "scenario": "cub-cub", "phase": "prep", "phasing": "axis", "control": {"allied": ["62N5"]}, "tracks": {"dust": 2},
        "pieces": {
            "a1": {"hex": "62N4", "kind": "br-457", "has": ["aW3"], "points": 0, "marks": []}, "xL1": "62H5",
            "xV1": {"hex": "62F3", "kind": "it-m13-40", "facing": 3, "turret": 5, "marks": []},
        },
    },
}  # fmt: skip


def ways(document: dict[str, Any], before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every key of a document, with those above it."""
    for key, value in document.items():
        yield (*before, key)
        if isinstance(value, dict):
            yield from ways(value, (*before, key))


def exchanged(document: dict[str, Any], way: tuple[str, ...], value: Any) -> dict[str, Any]:
    found = copy.deepcopy(document)
    inner = found
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    return found


def is_of_that_kind(document: dict[str, Any], way: tuple[str, ...], value: Any) -> bool:
    inner: Any = document
    for key in way:
        inner = inner[key]
    if isinstance(inner, list | dict):
        return type(value) is type(inner) and not value
    return type(value) is type(inner)


@pytest.mark.parametrize("key", DOCUMENTS)
def test_a_value_of_the_wrong_kind_is_told_with_its_line(key: str) -> None:
    game = open_game(key)
    document = {**COMMON, **DOCUMENTS[key]}
    for way in ways(document):
        plain = document if way == ("frames",) else {name: value for name, value in document.items() if name != "frames"}
        for value in WRONG:
            if is_of_that_kind(document, way, value):
                continue
            text = toml_text({"game": key, **exchanged(plain, way, value)})
            with pytest.raises(DataError) as error:
                read_position(text, "test", game=game)
            about = (way, value, error.value.message)
            line = text.splitlines()[error.value.line - 1]
            assert error.value.line, about
            assert any(name in line for name in way[-2:]) or line == "x = 1", about
            assert way == ("frames",) or "does not make a position" not in error.value.message, about
