"""A line that breaks while something is being done for it: what was begun is done whole, stored, told and paid for."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.loops import PATIENCE

HOT = {"allied": "me", "italian": "me"}


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE / 4
    while not is_so() and time.monotonic() < until:
        time.sleep(0.01)
    assert is_so()


class Slow:
    """Work that goes on until it is let go."""

    def __init__(self, work: Any) -> None:
        self.work = work
        self.begun, self.go = threading.Event(), threading.Event()

    def __call__(self, *args: Any) -> Any:
        self.begun.set()
        self.go.wait(PATIENCE)
        return self.work(*args)


def test_an_action_whose_line_breaks_is_done_whole_and_told(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.table(HOT)
    player, watcher, leaving = server.sit(table["mine"][0]), server.sit(table["watch"]), server.sit(table["watch"])
    opened = server.app.state.hub.open_tables[table["table"]]
    action = player.pick()
    opened.costs["act"] = 1.0
    slow = Slow(opened.table.session.act)
    monkeypatch.setattr(opened.table.session, "act", slow)
    before = player.n
    player.socket.send(json.dumps({"t": "act", "id": 900, "n": before, "a": action}))
    assert slow.begun.wait(PATIENCE)
    player.socket.close()
    # Somebody leaves, and everybody is told: the line over which nothing goes any more is noticed.
    leaving.socket.close()
    wait_until(lambda: len(opened.connections) == 1)
    is_held = opened.lock.locked()
    slow.go.set()
    assert is_held, "nobody may look at the table in the middle of it"
    assert watcher.until("update")["view"]["n"] > before
    storage, session = server.app.state.hub.storage, opened.table.session
    wait_until(lambda: len(server.app.state.hub.writer.jobs) == 0)
    assert server.app.state.hub.writer.thread.submit(storage.lines, table["table"]).result() == [
        session.log.line(n + 1) for n in range(len(session.log.rows))
    ]
    again = server.sit(table["mine"][0])
    assert again.act()["t"] == "ok", "the next goes on from there"


def test_a_question_is_paid_for_also_where_nobody_waits_for_the_answer(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.table(HOT)
    player, leaving = server.sit(table["mine"][0]), server.sit(table["watch"])
    opened, limits = server.app.state.hub.open_tables[table["table"]], server.app.state.parts.limits
    slow = Slow(opened.table.overlay)
    monkeypatch.setattr(opened.table, "overlay", slow)
    charged: list[float] = []

    def charge(address: str, seconds: float) -> float:
        charged.append(seconds)
        return 0.0

    monkeypatch.setattr(limits, "charge", charge)
    player.socket.send(json.dumps({"t": "overlay", "id": 900, "key": "zoc", "arg": ""}))
    assert slow.begun.wait(PATIENCE)
    player.socket.close()
    leaving.socket.close()
    wait_until(lambda: not opened.connections)
    slow.go.set()
    wait_until(lambda: bool(charged))
