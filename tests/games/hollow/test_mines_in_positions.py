"""Minefields in position files: a field whose strength is known has the factors that its counter names."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.hollow.tanks import game_of

GAME = game_of((), "1942-06-01", "libya", "", False)


def factors(**entry: Any) -> int:
    document = {"game": "hollow", "scenario": "practice", "turn": 1, "phase": "movement", "pieces": {"aF1": {"hex": "99E6", **entry}, "a1": "99A5", "x1": "99P5"}}
    s = GAME.place(document)
    again = GAME.place(GAME.position(s))
    assert again.points == s.points
    return s.points[GAME.names.piece["aF1"]]


@pytest.mark.parametrize(("kind", "points"), [("mines 6", 6), ("mines 8", 8), ("mines 12", 12), ("known mines", 0), ("dummy mines", 0), ("wire", 0)])
def test_55_8_a_field_of_known_strength_has_its_factors(kind: str, points: int) -> None:
    assert factors(kind=kind) == points
    assert factors(kind="known mines", points=8) == 8
