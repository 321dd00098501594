"""Logs that begin with positions nobody could have: with hashes that fit, as anybody can make them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from amba.core.log import Log
from amba.core.session import Session
from amba.load.registry import keys, open_game
from amba.server.answers import Refused, Seat
from amba.server.checking import answer
from amba.server.opening import played_on
from amba.server.table import Table

WRONG: tuple[Any, ...] = (None, -1, 10**30, "x", [], {}, [[]], True, 3.5, 99_999, "\0", 0)


def spoiled(value: Any, rng: Random) -> Any:
    """The same with one thing in it that does not belong there."""
    if value and rng.random() < 0.85:
        if isinstance(value, dict):
            key = rng.choice(list(value))
            return {**value, key: spoiled(value[key], rng)}
        if isinstance(value, list):
            at = rng.randrange(len(value))
            return [*value[:at], spoiled(value[at], rng), *value[at + 1 :]]
    return rng.choice(WRONG)


@pytest.mark.parametrize("key", keys())
def test_a_position_from_outside_is_refused_or_can_be_played(key: str) -> None:
    game, rng = open_game(key), Random(7)
    scenario = game.scenarios()[-1].key
    start = game.new(scenario, {})
    seat = Seat("", "t", tuple(range(len(game.sides))))
    header = Session(game, scenario, {}, bytes(32), "aa", "now", start=start, mixers=game.sides).log.header
    assert answer("import", Log(header).text().encode()) == {"game": key}
    refused = 0
    for _ in range(60):
        text = Log(header._replace(position=spoiled(start.dump(), rng))).text()
        found = answer("import", text.encode())
        if "error" in found:
            assert found["code"] == "malformed"
            refused += 1
            continue
        try:
            session, _ = played_on(game, text, ())
        except Refused:
            continue
        table = Table("t", session, dict.fromkeys(game.sides, "me"))
        table.view(None)
        table.menu(seat)
    assert refused > 30
