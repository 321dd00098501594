"""Nothing is lost: restart, kill -9, export and import."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from amba.core.log import OLD_FORMAT, Log, canonical
from amba.core.promise import promise_of
from amba.core.session import Session, verify
from amba.load.registry import open_game
from amba.server.storage import SeatRow, SqliteStorage, TableRow
from tests.loops import PATIENCE


def in_fight(view: dict[str, Any]) -> bool:
    return view["decision"] is not None and view["decision"]["kind"] in {"stand", "loss", "push", "advance", "retreat", "assault"}


def begin_fight(server: Any, kit: Any, seed: int) -> tuple[dict[str, Any], Any, Any]:
    """A table in the middle of a fight, after 40 entries. The dice are the server's own, so that a game may see none: then the next is tried."""
    for _ in range(20):
        table = server.table()
        allied, italian = server.sit(table["links"]["allied"], seed), server.sit(table["links"]["italian"], seed)
        kit.play_on([allied, italian], 400, lambda view: view["n"] > 40 and in_fight(view))
        if in_fight(allied.view):
            return table, allied, italian
    raise AssertionError("no fight in twenty games")


@pytest.mark.parametrize("seed", [3])
def test_restart_in_the_middle_of_a_fight(start: Callable[[], Any], kit: Any, seed: int) -> None:
    first = start()
    table, allied, italian = begin_fight(first, kit, seed)
    allied.ask("note", text="mine")
    italian.ask("chat", text="still here")
    text = first.app.state.hub.open_tables[table["table"]].table.session.log.text()
    first.close()
    second = start()
    again = second.sit(table["links"]["allied"], seed), second.sit(table["links"]["italian"], seed)
    for old, new in zip((allied, italian), again, strict=True):
        assert new.view == old.view
        assert new.menu == old.menu
        assert new.ask("replay", n=20)["view"]["n"] == 20
    assert again[0].welcome["note"] == "mine"
    assert again[0].welcome["chat"][0]["text"] == "still here"
    assert second.app.state.hub.open_tables[table["table"]].table.session.log.text() == text
    kit.play_on(list(again), 1000)
    assert again[0].view["result"] is not None
    verify(open_game("cheren"), Log.parse(second.client.get(f"/api/tables/{table['watch']}/log").text))


def test_the_dice_do_not_depend_on_restarts(start: Callable[[], Any], kit: Any) -> None:
    """The same actions give the same game, restarted or not: the key is stored, not thrown again."""
    first = start()
    table = first.table({"allied": "me", "italian": "me"})
    player = first.sit(table["mine"][0])
    kit.play_on([player], 50)
    key = first.app.state.hub.open_tables[table["table"]].table.session.dice.key
    first.close()
    second = start()
    second.sit(table["mine"][0])
    assert second.app.state.hub.open_tables[table["table"]].table.session.dice.key == key


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def run_server(path: Path, port: int) -> subprocess.Popen[bytes]:
    code = f"from amba.server.main import serve; serve('127.0.0.1', {port}, {str(path)!r}, quiet=True)"
    process = subprocess.Popen([sys.executable, "-c", code])
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.05)
    raise TimeoutError("the server did not start")


class Remote:
    """A shared screen at a server in another process; plays plain actions and notes what was acknowledged."""

    def __init__(self, port: int, token: str) -> None:
        self.line = connect(f"ws://127.0.0.1:{port}/ws/{token}", proxy=None, open_timeout=PATIENCE, ping_timeout=PATIENCE).__enter__()
        self.number = 0
        self.over = False
        self.acknowledged: list[list[str]] = []
        self.n = -1
        self.hear()

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.line.recv(timeout=PATIENCE))
        self.over = self.over or message["t"] == "over"
        if "view" in message:
            self.n, self.menu = message["view"]["n"], message["menu"]
        return message

    def send(self) -> list[str]:
        self.number += 1
        plain = [choice["a"] for choice in self.menu["actions"]]
        a: list[str] = plain[self.number % len(plain)]
        self.line.send(json.dumps({"t": "act", "id": self.number, "n": self.n, "a": a}))
        return a

    def act(self) -> None:
        before, a = self.n, self.send()
        while (answer := self.hear()).get("id") != self.number:
            pass
        assert answer["t"] == "ok"
        self.acknowledged.append(a)
        while self.n == before:
            self.hear()


def test_kill_9_loses_no_acknowledged_action(tmp_path: Path) -> None:
    path, port = tmp_path / "killed.sqlite", free_port()
    process = run_server(path, port)
    body = {"game": "cheren", "scenario": "agordat", "seats": {"allied": "me", "italian": "me"}, "mix": False}
    table = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=body, trust_env=False, timeout=PATIENCE).json()
    remote = Remote(port, table["mine"][0])
    while len(remote.acknowledged) < 40 and not remote.over:
        remote.act()
    remote.send()
    os.kill(process.pid, signal.SIGKILL)
    process.wait(PATIENCE)
    store = SqliteStorage(path)
    rows = [json.loads(line) for line in store.lines(table["table"])]
    store.close()
    asked = [row["action"] for row in rows if row["by"] != "chance"]
    assert asked[: len(remote.acknowledged)] == remote.acknowledged
    process = run_server(path, port)
    try:
        again = Remote(port, table["mine"][0])
        assert again.n == len(rows)
        again.act()
    finally:
        process.kill()
        process.wait(PATIENCE)


def test_what_cannot_be_stored_did_not_happen(start: Callable[[], Any], kit: Any, caplog: pytest.LogCaptureFixture) -> None:
    server = start()
    allied, italian, table = server.pair()
    kit.play_on([allied, italian], 10)
    player, other = (allied, italian) if allied.menu else (italian, allied)
    hub = server.app.state.hub
    true, before = hub.storage.append, player.view

    def broken(*_: Any) -> None:
        raise OSError("disk full")

    hub.storage.append = broken
    answer = player.act()
    assert (answer["t"], answer["code"]) == ("refused", "storage")
    assert other.until("undone")["view"]["n"] == before["n"]
    assert player.view == before
    hub.storage.append = true
    assert player.act()["t"] == "ok"
    assert len(hub.storage.lines(table["table"])) == hub.open_tables[table["table"]].table.n


def test_two_servers_over_one_file_do_not_mix(start: Callable[[], Any], kit: Any) -> None:
    one, two = start(), start()
    table = one.table({"allied": "me", "italian": "me"})
    here, there = one.sit(table["mine"][0]), two.sit(table["mine"][0], 9)
    assert here.act()["t"] == "ok"
    answer = there.act()
    assert (answer["t"], answer["code"]) == ("refused", "storage")
    here.until("update")
    while there.n != here.n:
        there.receive()
    assert there.view == here.view


def test_a_finished_game_goes_out_and_comes_back_the_same(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    kit.play_on([allied, italian], 2000)
    text = server.client.get(f"/api/tables/{table['watch']}/log").text
    verify(open_game("cheren"), Log.parse(text))
    back = server.client.post("/api/import", content=text).json()
    assert server.client.get(f"/api/tables/{back['mine'][0]}/log").text == text
    player = server.sit(back["mine"][0])
    assert player.view["result"]["text"] == allied.view["result"]["text"]
    assert player.ask("replay", n=30)["view"]["n"] == 30
    assert player.ask("act", n=player.n, a=["done"])["code"] == "over"


def test_a_game_that_is_on_goes_on_elsewhere(server: Any, kit: Any) -> None:
    table = server.table({"allied": "me", "italian": "me"})
    player = server.sit(table["mine"][0])
    kit.play_on([player], 40)
    text = server.client.get(f"/api/tables/{table['mine'][0]}/log").text
    back = server.client.post("/api/import", params={"italian": "link", "mix": "no"}, content=text).json()
    assert back["links"]["italian"] != back["links"]["allied"]
    allied, italian = server.sit(back["links"]["allied"]), server.sit(server.claimed(back["links"]["italian"]))
    assert allied.n == player.n
    assert allied.welcome["imported"] == player.n
    assert allied.welcome["key_hash"] != player.welcome["key_hash"], "dice of its own"
    kit.play_on([allied, italian], 30)


def test_bad_logs_are_refused_with_reasons(server: Any, kit: Any) -> None:
    table = server.table({"allied": "me", "italian": "link"})
    player, other = server.sit(table["mine"][0]), server.sit(table["links"]["italian"])
    cut = server.client.get(f"/api/tables/{table['mine'][0]}/log").text
    hot = server.table({"allied": "me", "italian": "me"})
    whole = server.client.get(f"/api/tables/{hot['mine'][0]}/log").text
    lines = whole.splitlines()
    forged = whole.replace('"draw"', '"grab"', 1)
    bad = [
        "",
        "hello",
        "{}",
        cut,
        lines[0][:-5],
        "\n".join([lines[0], *lines[2:]]),
        forged,
        whole.replace('"cheren"', '"chess"', 1),
        "\ud800".encode("utf-8", "surrogatepass"),
    ]
    for text in bad:
        answer = server.client.post("/api/import", content=text)
        assert answer.status_code == 400
        assert answer.json()["error"]
    assert "cut" in server.client.post("/api/import", content=cut).json()["error"]
    assert player.n == other.n
    assert server.client.post("/api/import", content=whole).status_code == 200


def test_a_table_of_the_old_format_goes_on_and_is_sound(start: Callable[[], Any], kit: Any) -> None:
    """As the first version stored it: no hashes beside the lines, a header without its form, seats that are nobody's invitations."""
    server = start()
    game, key = open_game("cheren"), b"o" * 32
    session = Session(game, "agordat", {}, key, "old", "2026-01-01")
    header = session.log.header._replace(format=OLD_FORMAT)
    header = header._replace(commitment=promise_of(key, header))
    row = TableRow(
        "old", canonical({name: value for name, value in header.body().items() if name != "format"}), key, '{"allied":"link","italian":"link"}', "now"
    )
    seats = [SeatRow("a" * 32, "old", "allied"), SeatRow("b" * 32, "old", "italian"), SeatRow("w" * 32, "old", "", 0, 1)]
    lines = [canonical(entry._asdict()) for entry in session.log.entries]
    server.app.state.hub.storage.create(row, lines, seats)
    players = [server.sit("a" * 32), server.sit("b" * 32)]
    assert players[0].n == len(session.done)
    kit.play_on(players, 20)
    players[0].ask("resign")
    text = server.client.get(f"/api/tables/{'w' * 32}/log").text
    assert '"amba-log-1"' in text.splitlines()[0]
    verify(game, Log.parse(text))
    assert server.client.get(f"/api/tables/{'w' * 32}/verify").json()["ok"]
    server.close()
    again = start()
    assert again.client.get(f"/api/tables/{'w' * 32}/log").text == text
