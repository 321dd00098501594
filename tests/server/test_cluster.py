"""Several servers over one PostgreSQL database: any of them serves any table, each table has one at a time, and kill -9 loses and forks nothing."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from amba.core.log import Log
from amba.core.session import replay, verify
from amba.load.registry import open_game
from amba.server.app import create_app
from amba.server.cluster import Cluster
from amba.server.hub import Hub
from amba.server.postgres import PostgresStorage
from tests.loops import PATIENCE
from tests.server.postgres import Postgres, free_port


class Process:
    """A server in a process of its own, which can be killed and started again at the same port."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        code = f"from amba.server.main import serve; serve('127.0.0.1', {self.port}, {self.url!r}, quiet=True, bot_pace=0)"
        self.process = subprocess.Popen([sys.executable, "-c", code])
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                httpx.get(f"http://{self.address}/health", trust_env=False, timeout=PATIENCE)
            except httpx.HTTPError:
                time.sleep(0.05)
            else:
                return
        raise TimeoutError("the server did not start")

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def restart(self) -> None:
        self.kill()
        self.start()

    def post(self, path: str, body: Any) -> Any:
        return httpx.post(f"http://{self.address}{path}", json=body, trust_env=False, timeout=PATIENCE).json()

    def get(self, path: str, token: str) -> httpx.Response:
        return httpx.get(f"http://{self.address}{path}", headers={"authorization": f"Bearer {token}"}, trust_env=False, timeout=PATIENCE)


class Player:
    """A shared screen that comes back by itself, to any server, and keeps what was acknowledged."""

    def __init__(self, servers: list[Process], token: str, first: int = 0) -> None:
        self.servers = servers
        self.token = token
        self.turn = first
        self.number = 0
        self.n = -1
        self.over = False
        self.menu: dict[str, Any] | None = None
        self.acknowledged: list[list[str]] = []
        self.line: ClientConnection | None = None
        self.come_back()

    def come_back(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            server = self.servers[self.turn % len(self.servers)]
            self.turn += 1
            try:
                self.line = connect(
                    f"ws://{server.address}/ws",
                    subprotocols=[Subprotocol("amba"), Subprotocol(f"seat.{self.token}")],
                    proxy=None,
                    open_timeout=PATIENCE,
                    close_timeout=1,
                ).__enter__()
                while self.hear()["t"] != "welcome":
                    pass
            except (OSError, ConnectionClosed, TimeoutError):
                time.sleep(0.05)
            else:
                return
        raise TimeoutError("no server took the seat")

    def hear(self) -> dict[str, Any]:
        assert self.line is not None
        message: dict[str, Any] = json.loads(self.line.recv(timeout=PATIENCE))
        self.over = self.over or message["t"] == "over"
        if "view" in message and "menu" in message:
            self.n, self.menu = message["view"]["n"], message["menu"]
            self.over = message["view"]["decision"] is None
        return message

    def listen(self) -> None:
        """Until the line is cut."""
        while True:
            self.hear()

    def act(self) -> None:
        """One plain action; a cut line is no answer, so the position says what became of it."""
        assert self.line is not None
        assert self.menu is not None
        self.number += 1
        plain = [choice["a"] for choice in self.menu["actions"]]
        a: list[str] = plain[self.number % len(plain)]
        before = self.n
        try:
            self.line.send(json.dumps({"t": "act", "id": self.number, "n": before, "a": a}))
            while (answer := self.hear()).get("id") != self.number:
                pass
            if answer["t"] == "ok":
                self.acknowledged.append(a)
                while self.n == before:
                    self.hear()
            else:
                assert answer["code"] in {"storage", "stale"}, answer
        except (ConnectionClosed, OSError):
            self.come_back()
            if self.n > before:
                self.acknowledged.append(a)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(scope="module")
def servers(postgres: Postgres) -> Iterator[list[Process]]:
    url = postgres.database()
    found = [Process(url), Process(url)]
    yield found
    for server in found:
        server.kill()


def open_table(server: Process, **seats: str) -> Any:
    return server.post("/api/tables", {"game": "cheren", "scenario": "agordat", "seats": seats or {"allied": "me", "italian": "me"}, "mix": False})


def claimed(server: Process, link: str) -> str:
    """The seat that an invitation becomes, asked of any server."""
    headers, body = {"authorization": f"Bearer {link}"}, {"token": secrets.token_urlsafe(24)}
    answer = httpx.post(f"http://{server.address}/api/table/seat", json=body, headers=headers, trust_env=False, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["token"])


def asked_for(server: Process, table: str) -> list[list[str]]:
    """What people did, as it is stored."""
    store = PostgresStorage(server.url)
    rows = [json.loads(line) for line in store.lines(table)]
    store.close()
    assert [row["n"] for row in rows] == list(range(rows[0]["n"], rows[0]["n"] + len(rows))), "every entry once"
    return [row["action"] for row in rows if row["by"] != "chance"]


def test_any_server_serves_any_table(servers: list[Process]) -> None:
    one, two = servers
    table = open_table(one, allied="me", italian="link")
    here = Player([one], table["links"]["allied"])
    there = Player([two], claimed(two, table["links"]["italian"]))
    watcher = Player([two], table["watch"])
    for _ in range(20):
        player = here if here.menu is not None else there
        player.act()
        for other in (here, there, watcher):
            while other.n < player.n:
                other.hear()
    assert here.n == there.n == watcher.n > 10
    assert there.line is not None
    there.line.send(json.dumps({"t": "chat", "id": 900, "text": "from the other server"}))
    while (heard := here.hear())["t"] != "chat":
        pass
    assert heard["text"] == "from the other server"
    for server in servers:
        assert server.get("/api/table/now", table["links"]["allied"]).json()["game"] == "cheren"
        assert server.get("/api/table/log", table["watch"]).text.count("\n") == here.n + 1
    fork = httpx.post(
        f"http://{two.address}/api/table/fork",
        json={"n": 5},
        headers={"authorization": f"Bearer {table['watch']}"},
        trust_env=False,
        timeout=PATIENCE,
    )
    assert fork.json()["code"] == "secret", "the body of a request is passed on, too"


def test_a_table_goes_to_another_server_when_its_own_is_killed(servers: list[Process]) -> None:
    one, two = servers
    table = open_table(one)
    player = Player([one, two], table["mine"][0])
    watcher = Player([two], table["watch"])
    for _ in range(12):
        player.act()
    before = player.n
    one.kill()
    with pytest.raises(ConnectionClosed):
        watcher.listen()
    player.come_back()
    watcher.come_back()
    assert player.n == watcher.n == before
    for _ in range(6):
        player.act()
    one.start()
    back = Player([one], table["mine"][0])
    assert back.n >= player.n, "the first server passes on to the second now"
    assert asked_for(two, table["table"]) == player.acknowledged


def play_under_fire(servers: list[Process], kills: int, tables: int, each: int) -> int:
    """Random play at several tables while one server after the other is killed and started again. Returns the acknowledged actions."""
    opened = [open_table(servers[i % len(servers)]) for i in range(tables)]
    players = [Player(servers, table["mine"][0], i) for i, table in enumerate(opened)]
    for kill in range(kills):
        for step in range(each):
            for player in players:
                if not player.over:
                    player.act()
            if step == each // 3:
                # Beside the play, so that it falls between any two lines of it.
                killer = threading.Thread(target=servers[kill % len(servers)].restart)
                killer.start()
        killer.join()
    for table, player in zip(opened, players, strict=True):
        assert asked_for(servers[0], table["table"]) == player.acknowledged, "nothing lost, nothing forked"
        text = servers[0].get("/api/table/log", table["mine"][0]).text
        game = open_game("cheren")
        (verify if player.over else replay)(game, Log.parse(text))
    return sum(len(player.acknowledged) for player in players)


def test_kill_9_of_either_server_under_play(servers: list[Process]) -> None:
    assert play_under_fire(servers, kills=2, tables=2, each=12) >= 40


@pytest.mark.soak
def test_kill_9_of_either_server_under_long_play(servers: list[Process]) -> None:
    assert play_under_fire(servers, kills=40, tables=6, each=12) > 1000


def test_the_database_may_restart(postgres: Postgres, servers: list[Process]) -> None:
    table = open_table(servers[0])
    player = Player(servers, table["mine"][0])
    for _ in range(5):
        player.act()
    postgres.restart()
    for _ in range(5):
        player.act()
        time.sleep(0.2)
    asked = asked_for(servers[0], table["table"])
    assert asked == player.acknowledged
    assert len(asked) >= 7


def test_an_address_that_a_browser_made_up_is_not_passed_on(postgres: Postgres) -> None:
    """Or whoever is counted by his address gives another with each request."""
    storage = PostgresStorage(postgres.database())
    cluster = Cluster(create_app(storage), Hub(storage), storage)
    scope = {"headers": [(b"x-forwarded-for", b"10.6.6.6"), (b"accept", b"*/*")], "client": ("10.1.2.3", 4)}
    assert [value for name, value in cluster.headers(scope) if name == "x-forwarded-for"] == ["10.1.2.3"]
    storage.close()


@pytest.mark.parametrize("kind", ["chat", "note"])
def test_a_letter_that_the_database_does_not_have_is_refused(servers: list[Process], kind: str) -> None:
    """PostgreSQL stores no letter 0: that is no failure of the server's."""
    player = Player(servers, open_table(servers[0])["mine"][0])
    assert player.line is not None
    player.line.send(json.dumps({"t": kind, "id": 7, "text": "a\0b"}))
    while (answer := player.hear()).get("id") != 7:
        pass
    assert (answer["t"], answer["code"]) == ("refused", "malformed")
