"""Sides are told apart by every eye: the fills of their counters differ for people who see fewer colours, too, and each side has a shape of its own."""

from __future__ import annotations

from itertools import product
from math import dist
from typing import Any

import pytest

from amba.load.registry import open_game

GAMES = ["adua", "cheren", "ethiopia", "hollow", "keren"]
APART = 15.0
"""Distance in CIE L*a*b*; two flags one would call different."""
BY_SHAPE = {("cheren", "native"), ("cheren", "native-allied"), ("hollow", "work"), ("hollow", "smoke")}
"""Black natives are the rulebook's (2.3), works and smoke are nobody's: the corners and the header tell whose they are."""

# Machado, Oliveira and Fernandes 2009, severity 1.
EYES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def times(rows: tuple[tuple[float, float, float], ...], colour: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, colour, strict=True)) for row in rows]


def seen(colour: str, eye: str) -> tuple[float, float, float]:
    """A colour as L*a*b* of such an eye."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    x, y, z = times(TO_XYZ, [min(1.0, max(0.0, part)) for part in times(EYES[eye], light)])
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x / 0.9505, y, z / 1.089))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str) -> float:
    return min(dist(seen(one, eye), seen(other, eye)) for eye in EYES)


def fills(key: str) -> dict[str, dict[str, str]]:
    """Side -> style of counters -> its fill, as the client finds it."""
    game = open_game(key)
    found: dict[str, dict[str, str]] = {side: {} for side in game.sides}
    for scenario in game.scenarios():
        board: dict[str, Any] = game.board(scenario.key)
        look = board["look"]
        for piece in board["pieces"]:
            for side, style in [(piece["side"], piece.get("colour", "")), *(piece.get("colours") or {}).items()]:
                own = look.get("counters", {}).get(style, {}).get("fill") or look["sides"].get(style, {}).get("fill") or look["sides"][side]["fill"]
                found[side][style] = own
    return found


@pytest.mark.parametrize("key", GAMES)
def test_counters_of_the_two_sides_differ_for_every_eye(key: str) -> None:
    one, other = fills(key).values()
    near = {
        (a, b): round(distance(one[a], other[b]))
        for a, b in product(one, other)
        if not {(key, a), (key, b)} & BY_SHAPE and distance(one[a], other[b]) < APART
    }
    assert near == {}


@pytest.mark.parametrize("key", GAMES)
def test_the_sides_own_colours_differ_for_every_eye(key: str) -> None:
    game = open_game(key)
    sides = game.board(game.scenarios()[0].key)["look"]["sides"]
    one, other = (sides[side]["accent"] for side in game.sides)
    assert distance(one, other) >= APART


@pytest.mark.parametrize("key", GAMES)
def test_the_bar_s_levels_are_the_game_s(key: str) -> None:
    """What the bar says so many points are worth is what the game says, at every step and just below it."""
    game = open_game(key)
    board: dict[str, Any] = game.board(game.scenarios()[0].key)
    titles = [side["title"] for side in board["sides"]]
    shown = board["look"].get("victory", {})
    assert set(shown) <= {scenario.key for scenario in game.scenarios()}
    score_of = game.abilities.score
    assert score_of is not None
    for scenario, look in shown.items():
        levels = look.get("levels", [])
        step = 0.5 if key == "adua" else 1
        for i, (start, words) in enumerate(levels):
            end = levels[i + 1][0] - step if i + 1 < len(levels) else start + 5
            for score in (start, end):
                winner = score_of.verdict(scenario, score)
                assert words.startswith("draw" if winner is None else titles[winner]), (scenario, score, words)
