"""Many and greedy: heavy requests hold up nobody, each address has its measure, slow readers are cut, and a table nobody looks at costs nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from amba.bots.turns import Turns
from amba.server import app as app_module
from amba.server.addresses import address_of
from amba.server.answers import Refused, Seat
from amba.server.clock import Bucket
from amba.server.connection import BACKLOG, BACKLOG_BYTES, Connection
from amba.server.limits import CONNECTIONS, RATES, WORK, Limits
from amba.server.schema import LOG_LIMIT
from tests.loops import PATIENCE, complete

HOT = {"allied": "me", "italian": "me"}
HELD_UP, PART = 1.0, 0.5
"""Seconds that a player may wait at most while somebody else's junk is judged; or, on a machine too busy to say, this part of the time it takes. It was all of it, 6 to 39 s."""


@pytest.mark.parametrize("kind", ["zeros", "one line", "deep", "many lines", "header and junk"])
def test_sixteen_mebibytes_of_junk_hold_up_nobody(server: Any, kind: str) -> None:
    player = server.sit(server.table(HOT)["mine"][0])
    head = server.client.get(f"/api/tables/{player.welcome['links']['allied']}/log").text.splitlines()[0]
    junk = {
        "zeros": b"\0" * (LOG_LIMIT - 10),
        "one line": b'{"a":[' + b"1," * (LOG_LIMIT // 2 - 20) + b"1]}",
        "deep": b"[" * (LOG_LIMIT - 10),
        "many lines": b"{}\n" * (LOG_LIMIT // 3 - 10),
        "header and junk": head.encode() + b"\n" + b'{"n":0,"by":"x","action":[],"events":[],"hash":""}\n' * 40_000,
    }[kind]
    answers: list[Any] = []
    work = threading.Thread(target=lambda: answers.append(server.client.post("/api/import", content=junk)))
    started = time.monotonic()
    work.start()
    waits = []
    while work.is_alive():
        begun = time.monotonic()
        assert player.ask("ping")["t"] == "ok"
        waits.append(time.monotonic() - begun)
        time.sleep(0.01)
    work.join()
    took = time.monotonic() - started
    assert answers[0].status_code in {400, 413}, answers[0].text
    assert max(waits) < max(HELD_UP, PART * took), f"somebody waited {max(waits):.2f} of {took:.2f} s"


def test_what_is_too_large_is_refused(server: Any) -> None:
    answer = server.client.post("/api/import", content=b"x" * (LOG_LIMIT + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "large")


@pytest.fixture
def strict(server: Any) -> Iterator[Any]:
    """The same server with its limits on, and small ones."""
    limits = server.app.state.parts.limits
    limits.factor = 0.1
    yield server
    limits.factor = 0.0
    limits.left.clear()


def test_one_address_opens_so_many_tables_and_imports(strict: Any) -> None:
    body = {"game": "cheren", "scenario": "agordat", "seats": HOT, "mix": False}
    codes = [strict.client.post("/api/tables", json=body).status_code for _ in range(int(RATES["tables"].size / 10) + 3)]
    assert codes.count(429) >= 1
    assert set(codes) == {200, 429}
    refused = strict.client.post("/api/tables", json=body)
    assert refused.json()["code"] == "slow"
    assert refused.headers["retry-after"]
    codes = [strict.client.post("/api/import", content=b"x").status_code for _ in range(int(RATES["imports"].size / 10) + 3)]
    assert set(codes) == {400, 429}


def test_one_address_holds_so_many_lines(strict: Any) -> None:
    token = strict.table(HOT)["watch"]
    held = []
    limits = strict.app.state.parts.limits
    before = limits.lines.get("127.0.0.1", 0)
    for _ in range(CONNECTIONS // 10 - before):
        line = connect(f"ws://{strict.address}/ws/{token}", proxy=None, max_size=None).__enter__()
        assert json.loads(line.recv(timeout=PATIENCE))["t"] == "welcome"
        held.append(line)
    with connect(f"ws://{strict.address}/ws/{token}", proxy=None, max_size=None) as late:
        assert json.loads(late.recv(timeout=PATIENCE))["code"] == "slow"
    for line in held:
        line.close()
    until = time.monotonic() + PATIENCE
    while limits.lines.get("127.0.0.1", 0) > before and time.monotonic() < until:
        time.sleep(0.05)
    assert limits.lines.get("127.0.0.1", 0) <= before, "lines that are gone count no more"


def test_limits_are_by_address_and_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    limits, now = Limits(), 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    size = int(RATES["imports"].size)
    assert all(limits.take("a", "imports") for _ in range(size))
    assert not limits.take("a", "imports")
    assert limits.take("b", "imports"), "another address is another matter"
    with pytest.raises(Refused, match="imported"):
        limits.check("a", "imports")
    now += 1 / RATES["imports"].refill
    assert limits.take("a", "imports")
    assert not limits.take("a", "imports")


@pytest.mark.parametrize(
    ("host", "address"),
    [("10.0.0.1", "10.0.0.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("fe80::1%eth0", "fe80::/64"), ("x:y", "x:y"), ("::1", "::/64")],
)
def test_a_network_of_addresses_counts_as_one(host: str, address: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1)})) == address


def test_whoever_asks_for_much_work_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    limits, now = Limits(), 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert limits.charge("a", WORK.size - 1) == 0
    assert limits.charge("a", 1.5) == pytest.approx(0.5 / WORK.refill)
    assert limits.charge("b", 1) == 0, "another address is another matter"
    now += 10
    assert limits.charge("a", 1) == 0


def test_whoever_reads_nothing_is_cut(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "SEND_LIMIT", 0.5)
    monkeypatch.setattr(Bucket, "SIZE", 100_000)
    table = server.table(HOT)
    player = server.sit(table["mine"][0])
    opened = server.app.state.hub.open_tables[table["table"]]
    host, _, port = server.address.partition(":")
    with socket.socket() as raw:
        # A small window, and nobody reads: the system's own room is soon full.
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect((host, int(port)))
        slow = connect(f"ws://{server.address}/ws/{table['watch']}", sock=raw, proxy=None, max_size=None, max_queue=1, compression=None).__enter__()
        until = time.monotonic() + PATIENCE
        number = 0
        with contextlib.suppress(OSError, ConnectionClosed):
            while len(opened.connections) > 1 and time.monotonic() < until:
                number += 1
                slow.send(json.dumps({"t": "replay", "id": number, "n": 0}))
        while len(opened.connections) > 1 and time.monotonic() < until:
            time.sleep(0.05)
        assert len(opened.connections) == 1
    assert player.ask("ping")["t"] == "ok"


def test_what_waits_for_a_slow_reader_is_bounded() -> None:
    async def run() -> None:
        many, large = Connection(Seat("", "", ())), Connection(Seat("", "", ()))
        for _ in range(2 * BACKLOG):
            many.put(b"x")
        assert many.is_cut.is_set()
        assert many.queue.qsize() == 1
        for _ in range(10):
            large.put(b"x" * (BACKLOG_BYTES // 4))
        assert large.is_cut.is_set()
        assert large.waiting == 0

    complete(run())


def test_bots_think_for_each_owner_in_turn() -> None:
    """Sixty wishes of one owner do not hold up the one of another."""

    async def run() -> list[str]:
        turns, served = Turns([object()]), list[str]()

        async def ask(owner: str) -> None:
            thing = await turns.get(owner)
            served.append(owner)
            await asyncio.sleep(0)
            turns.put(thing)

        greedy = [asyncio.create_task(ask("greedy")) for _ in range(60)]
        await asyncio.sleep(0)
        await asyncio.gather(asyncio.create_task(ask("modest")), *greedy)
        return served

    served = complete(run())
    assert len(served) == 61
    assert served.index("modest") <= 3


def test_a_wish_that_is_given_up_takes_nothing_away() -> None:
    async def run() -> None:
        turns = Turns(["one"])
        thing = await turns.get("a")
        waiting = asyncio.create_task(turns.get("b"))
        await asyncio.sleep(0)
        waiting.cancel()
        turns.put(thing)
        await asyncio.gather(waiting, return_exceptions=True)
        assert await asyncio.wait_for(turns.get("c"), PATIENCE) == "one"

    complete(run())


def test_a_table_nobody_looks_at_leaves_the_memory_and_comes_back_the_same(server: Any, kit: Any) -> None:
    table = server.table(HOT)
    hub = server.app.state.hub
    player = server.sit(table["mine"][0])
    kit.play_on([player], 15)
    hub.writer.post = lambda *_: None  # this is not the server's own thread
    hub.rest(time.monotonic() + 1)
    assert table["table"] in hub.open_tables, "somebody looks"
    view = player.view
    player.socket.close()
    until = time.monotonic() + PATIENCE
    while hub.open_tables[table["table"]].connections and time.monotonic() < until:
        time.sleep(0.02)
    hub.rest(time.monotonic() - 60)
    assert table["table"] in hub.open_tables, "not at once"

    hub.rest(time.monotonic() + 1)
    assert table["table"] not in hub.open_tables
    again = server.sit(table["mine"][0])
    assert again.view == view
    assert again.act()["t"] == "ok"


def test_a_table_does_not_rest_while_somebody_comes_in(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or whoever comes to a busy server is sent away at once."""
    table, hub = server.table(HOT), server.app.state.hub
    true = hub.storage.chat

    def slow(id: str) -> Any:
        # In the middle of the welcome the sweep comes by.
        found.append(hub.open_tables[id].is_idle)
        return true(id)

    found: list[bool] = []
    monkeypatch.setattr(hub.storage, "chat", slow)
    server.sit(table["mine"][0])
    assert found == [False]
