"""A server in this process and players that speak its language."""

from __future__ import annotations

import json
import random
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from amba.server.app import ALONE, Surroundings, create_app
from amba.server.limits import Limits
from amba.server.main import listen
from amba.server.packed_line import PackedLine
from amba.server.schema import MESSAGE_LIMIT
from amba.server.storage import SqliteStorage
from tests.loops import PATIENCE

SEATS = {"allied": "link", "italian": "link"}


class Player:
    """A seat's end of the wire. Everything that comes in is kept as it came."""

    def __init__(self, socket: ClientConnection, seed: int = 1) -> None:
        self.socket = socket
        self.rng = random.Random(seed)
        self.raw: list[str] = []
        self.heard: list[dict[str, Any]] = []
        self.id = 0
        self.view: dict[str, Any] = {}
        self.menu: dict[str, Any] | None = None
        self.welcome = self.receive()

    def receive(self) -> dict[str, Any]:
        text = str(self.socket.recv(timeout=PATIENCE))
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.heard.append(message)
        if "view" in message and message["t"] in {"welcome", "update", "undone"}:
            self.view, self.menu = message["view"], message["menu"]
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        while (message := self.receive())["t"] not in kinds:
            pass
        return message

    def ask(self, t: str, **fields: Any) -> dict[str, Any]:
        """Send and wait for the answer."""
        self.id += 1
        return self.ask_raw(json.dumps({"t": t, "id": self.id, **fields}), self.id)

    def ask_raw(self, text: str, id: int | None) -> dict[str, Any]:
        self.socket.send(text)
        while True:
            message = self.receive()
            if message.get("id") == id and message["t"] not in {"update", "presence", "welcome", "chat", "undone", "asked", "answered", "over"}:
                return message

    @property
    def n(self) -> int:
        return int(self.view["n"])

    def pick(self) -> list[str]:
        """A random action from the menu, asking for tails where needed."""
        assert self.menu is not None
        while True:
            choice = self.rng.choice([*self.menu["actions"], *self.menu["heads"]])
            if choice not in self.menu["heads"]:
                return list(choice["a"])
            tails = self.ask("tails", n=self.n, a=choice["a"])["actions"]
            if tails:
                return list(self.rng.choice(tails)["a"])

    def act(self, a: list[str] | None = None) -> dict[str, Any]:
        return self.ask("act", n=self.n, a=a or self.pick())


class Server:
    """The application over a file on a port of its own, with its HTTP client."""

    def __init__(self, path: Path, around: Surroundings = ALONE) -> None:
        self.path = path
        self.app = create_app(SqliteStorage(path), bot_pace=0, limits=Limits(0), around=around)
        listener = listen("127.0.0.1", 0)
        self.address = f"127.0.0.1:{listener.getsockname()[1]}"
        config = uvicorn.Config(self.app, log_level="error", access_log=False, ws=PackedLine, ws_max_size=2 * MESSAGE_LIMIT)
        self.uvicorn = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": [listener]}, daemon=True)
        self.thread.start()
        self.client = httpx.Client(base_url=f"http://{self.address}", trust_env=False, timeout=PATIENCE)
        self.stack = ExitStack()
        self.is_closed = False

    def invite(self, seats: dict[str, str] | None = None, scenario: str = "agordat", **more: Any) -> dict[str, Any]:
        """A table whose invitations nobody has opened. Its dice are the server's alone, unless asked otherwise."""
        body = {"game": "cheren", "scenario": scenario, "seats": seats or SEATS, "mix": False}
        answer = self.client.post("/api/tables", json=body | more)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def table(self, seats: dict[str, str] | None = None, scenario: str = "agordat", **more: Any) -> dict[str, Any]:
        """A table where everybody has opened his invitation: its links are private seats."""
        found = self.invite(seats, scenario, **more)
        found["links"] = {side: self.claimed(link) if link and link not in found["mine"] else link for side, link in found["links"].items()}
        return found

    def claimed(self, link: str) -> str:
        """The seat that an invitation becomes for the first who opens it."""
        token = secrets.token_urlsafe(24)
        answer = self.client.post(f"/api/tables/{link}/seat", json={"token": token})
        assert answer.status_code == 200, answer.text
        return token

    def connect(self, token: str) -> ClientConnection:
        return self.stack.enter_context(connect(f"ws://{self.address}/ws/{token}", proxy=None, max_size=None, open_timeout=PATIENCE))

    def sit(self, token: str, seed: int = 1) -> Player:
        return Player(self.connect(token), seed)

    def pair(self, **more: Any) -> tuple[Player, Player, dict[str, Any]]:
        """Two seats at a new table, both up to date."""
        table = self.table(**more)
        return self.sit(table["links"]["allied"]), self.sit(table["links"]["italian"], 2), table

    def close(self) -> None:
        if not self.is_closed:
            self.is_closed = True
            self.stack.close()
            self.client.close()
            self.uvicorn.should_exit = True
            self.thread.join(15)
            assert not self.thread.is_alive()


def decider(*players: Player) -> Player:
    """Whoever of these has the menu."""
    return next(player for player in players if player.menu is not None)


def play_on(players: list[Player], actions: int, stop: Callable[[dict[str, Any]], bool] | None = None) -> None:
    """Random legal play; everybody hears everything. Stops early at the end or where `stop` says."""
    for _ in range(actions):
        view = players[0].view
        if view["decision"] is None or (stop is not None and stop(view)):
            return
        player = decider(*players)
        answer = player.act()
        assert answer["t"] == "ok", answer
        for other in players:
            while other.n < answer["n"]:
                other.receive()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers over one and the same file, and ends them."""
    running: list[Server] = []

    def begin(around: Surroundings = ALONE) -> Server:
        server = Server(tmp_path / "tables.sqlite", around)
        running.append(server)
        return server

    yield begin
    for server in running:
        server.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a file; each opens tables of its own."""
    server = Server(tmp_path_factory.mktemp("server") / "tables.sqlite")
    yield server
    server.close()


class Kit:
    """What tests import from here, as importlib mode has no package to import from."""

    play_on = staticmethod(play_on)
    decider = staticmethod(decider)


@pytest.fixture
def kit() -> Kit:
    return Kit()
