"""Logs that begin with positions nobody could have: with hashes that fit, as anybody can make them."""

from __future__ import annotations

import logging
import time
from random import Random
from typing import Any

import pytest

from amba.core.log import Log
from amba.core.session import Session
from amba.load.registry import keys, open_game
from amba.server import players
from amba.server.answers import Refused, Seat
from amba.server.checking import answer
from amba.server.opening import played_on
from amba.server.table import Table
from tests.loops import PATIENCE

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


def begun_with_a_position(server: Any, seats: str = "") -> dict[str, Any]:
    game = open_game("cheren")
    start = game.new("agordat", {})
    header = Session(game, "agordat", {}, bytes(32), "aa", "now", start=start).log.header
    table: dict[str, Any] = server.client.post(f"/api/import?mix=no{seats}", content=Log(header).text()).json()
    return table


def trip(*_: Any) -> Any:
    raise KeyError("nobody")


def test_rules_that_trip_over_a_position_from_outside_are_no_failure_of_ours(
    server: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Not all that cannot be is known at the beginning; whoever wrote it is told, and cannot fill the disk with it."""
    table = begun_with_a_position(server)
    player = server.sit(table["mine"][0])
    opened = server.app.state.hub.open_tables[table["table"]]
    monkeypatch.setattr(opened.table.session, "act", trip)
    before = player.n
    answer = player.ask("act", n=before, a=player.pick())
    assert (answer["t"], answer["code"]) == ("refused", "position")
    assert "position from a file" in answer["text"]
    assert player.ask("ping")["t"] == "ok"
    assert opened.table.n == before
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_a_bot_that_trips_where_nobody_looks_rests(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It tried again for ever, and its table never left the memory."""
    monkeypatch.setattr(players, "PAUSES", (0.01, 0.01))
    monkeypatch.setattr(Session, "act", trip)
    table = begun_with_a_position(server, "&allied=me&italian=bot:random")
    opened = server.app.state.hub.open_tables[table["table"]]
    until = time.monotonic() + PATIENCE
    while not opened.is_idle and time.monotonic() < until:
        time.sleep(0.02)
    assert opened.is_idle
