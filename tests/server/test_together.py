"""Work that is shared: the lines of many tables in one go, and which work the event loop does itself."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from amba.core.decision import CHANCE
from amba.core.log import Log
from amba.lab.fuzz import seeded_session
from amba.load.registry import open_game
from amba.server import hub as hub_module
from amba.server import opening, talk
from amba.server.hub import QUICK, OpenTable
from amba.server.players import Players
from amba.server.storage import AppendRow, Conflict, RequestRow, SqliteStorage, SqlStorage, TableRow
from amba.server.table import Table
from tests.loops import PATIENCE, complete
from tests.server.conftest import Player

LINE = '{"a":"' + "\\u0000 \\\\ \\\" \U0001f30d 'é" + '"}'
"""Whatever a line may hold must come back letter by letter."""


def filled(path: Path) -> SqliteStorage:
    store = SqliteStorage(path)
    for id in ("t1", "t2", "t3"):
        store.create(TableRow(id, "{}", b"key", "{}", "now"), ["a"], [])
        store.ask(id, RequestRow("draw", "allied", 1))
    return store


def content(store: SqliteStorage) -> list[Any]:
    rows = store.rows("SELECT table_id, n, line FROM entries ORDER BY table_id, n")
    return [
        *rows,
        *store.rows("SELECT id, moved, ending FROM tables ORDER BY id"),
        *store.rows("SELECT * FROM requests"),
        *store.rows("SELECT * FROM reasons"),
    ]


MANY = [AppendRow("t1", 1, [LINE, "c"], None, 5.0), AppendRow("t2", 1, ["d"], None, 5.0), AppendRow("t3", 1, [LINE], None, 5.0)]
CASES = {
    "plain": MANY,
    "one ends": [MANY[0], MANY[1]._replace(ending='{"end":1}')],
    "one has a reason": [MANY[0], MANY[1]._replace(why="because")],
    "one table twice": [MANY[0], MANY[1], MANY[1]._replace(first=2)],
    "one is behind": [MANY[0], MANY[1]._replace(first=0), MANY[2]],
    "one is ahead": [MANY[0]._replace(first=9), *MANY[1:]],
    "one does not exist": [AppendRow("none", 0, ["x"], None), *MANY],
}


@pytest.mark.parametrize("case", CASES)
def test_many_tables_in_one_go_are_stored_as_one_by_one(case: str, tmp_path: Path) -> None:
    at_once, singly = filled(tmp_path / "a.sqlite"), filled(tmp_path / "b.sqlite")
    with at_once.together():
        found = at_once.append_all(CASES[case])
    with singly.together():
        expected = SqlStorage.append_all(singly, CASES[case])
    assert [type(error) for error in found] == [type(error) for error in expected]
    assert content(at_once) == content(singly)
    at_once.close()
    singly.close()


def test_whoever_is_behind_is_told_and_the_others_are_stored(tmp_path: Path) -> None:
    store = filled(tmp_path / "a.sqlite")
    with store.together():
        found = store.append_all(CASES["one is behind"])
    assert [type(error) for error in found] == [type(None), Conflict, type(None)]
    assert [store.lines(id) for id in ("t1", "t2", "t3")] == [["a", LINE, "c"], ["a"], ["a", LINE]]
    store.close()


class Worker:
    """Work that takes as long as it is told, and remembers on which thread it was done."""

    def __init__(self) -> None:
        self.threads: list[int] = []

    def do(self, seconds: float) -> int:
        self.threads.append(threading.get_ident())
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass
        return len(self.threads)


def table() -> OpenTable:
    game = open_game("cheren")
    return OpenTable(Table("t", seeded_session(game, "agordat", {}, "t"), dict.fromkeys(game.sides, "me")))


def test_slow_work_leaves_the_event_loop_and_quick_work_comes_back_to_it() -> None:
    opened, worker = table(), Worker()

    async def work() -> list[bool]:
        here, found = threading.get_ident(), []
        for seconds in (0.0,) * 8 + (5 * QUICK,) * 3 + (0.0,) * 8:
            await opened.worked(worker.do, seconds)
            found.append(worker.threads[-1] == here)
        return found

    on_loop = complete(work())
    assert not on_loop[0], "nothing is known of it yet"
    assert on_loop[7], "it has been quick"
    assert not any(on_loop[9:11]), "one slow piece is enough"
    assert on_loop[-1], "and quick again"


def test_a_question_is_charged_for_wherever_it_is_answered_and_also_when_it_fails() -> None:
    opened = table()

    class Payer:
        spent = 0.0

    def fail() -> None:
        Worker().do(0.002)
        raise ValueError("planned")

    async def work(payer: Any) -> list[float]:
        found = []
        for cost in (0.0, 1.0):
            opened.costs["fail"], payer.spent = cost, 0.0
            with pytest.raises(ValueError, match="planned"):
                await opened.worked(fail, payer=payer)
            found.append(payer.spent)
        return found

    assert all(spent >= 0.002 for spent in complete(work(Payer())))


def test_the_lobby_is_told_only_of_tables_it_shows(server: Any) -> None:
    hub, made = server.app.state.hub, []
    post = hub.writer.post

    def noticed(work: Any, *args: Any) -> None:
        made.append(work.__name__)
        post(work, *args)

    hub.writer.post = noticed
    table = server.table({"allied": "me", "italian": "me"})
    player = server.sit(table["mine"][0])
    player.act()
    player.until("update")
    assert "update" not in made
    server.client.put(f"/api/tables/{table['host']}/lobby", json={"watch": table["watch"]}).raise_for_status()
    assert player.act()["t"] == "ok"
    player.until("update")
    assert "update" in made
    hub.open_tables.pop(table["table"])
    assert server.sit(table["mine"][0]).act()["t"] == "ok"
    assert hub.open_tables[table["table"]].listed, "it is known again when the table comes back to memory"


def test_each_audience_reads_only_its_own_lines() -> None:
    """Lines are shared between audiences only where nothing was hidden in them."""
    game = open_game("cheren")
    at = Table("t", seeded_session(game, "campaign", {"orders": "on"}, "t"), dict.fromkeys(game.sides, "me"))
    hidden = 0
    for done in at.session.done:
        for event in done.events:
            seen = [game.redact(at.session.state, event, side) for side in at.audiences]
            hidden += any(one is not event for one in seen)
    other_way = Table("u", at.session, at.seats)
    other_way.audiences = tuple(reversed(at.audiences))
    other_way.lines = {side: [] for side in at.audiences}
    other_way._grow()
    assert other_way.lines == at.lines
    assert at.lines[0] != at.lines[1]
    assert hidden, "something was hidden from somebody"
    assert any(done.by == CHANCE for done in at.session.done)


class Counted(socket.socket):
    """Counts what comes in."""

    got = 0

    def recv(self, *args: Any) -> bytes:
        found = super().recv(*args)
        self.got += len(found)
        return found


def test_a_position_is_packed_by_what_the_one_before_it_said(server: Any) -> None:
    """An update is 10 kB and nearly what the one before it was: a tenth of a packet goes over the line, not two."""
    table = server.invite({"allied": "me", "italian": "me"})
    host, _, port = server.address.partition(":")
    line = Counted(fileno=socket.create_connection((host, int(port))).detach())
    player = Player(connect(f"ws://{server.address}/ws/{table['mine'][0]}", sock=line, proxy=None, max_size=None).__enter__())
    for _ in range(5):
        assert player.act()["t"] == "ok"
        player.until("update")
    before, heard = line.got, len(player.raw)
    for _ in range(20):
        assert player.act()["t"] == "ok"
        player.until("update")
    said = sum(len(text.encode()) for text in player.raw[heard:])
    player.socket.close()
    assert said > 50_000
    assert line.got - before < said / 10


def test_opening_forking_and_coming_in_leave_the_event_loop(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that nobody has asked for yet, a long log, a first menu: each held up everybody for a tenth of a second and more."""
    where: dict[str, list[int | None]] = {}

    def noted(module: Any, name: str) -> None:
        work = getattr(module, name)

        def noting(*args: Any, **more: Any) -> Any:
            where.setdefault(name, []).append(threading.get_ident())
            return work(*args, **more)

        noting.__name__ = name
        monkeypatch.setattr(module, name, noting)

    for module, name in (
        (opening, "Session"),
        (opening, "branched"),
        (hub_module, "Table"),
        (talk, "first_look"),
        (Players, "question"),
        (Log, "text"),
    ):
        noted(module, name)
    table = server.table({"allied": "me", "italian": "bot:greedy"})
    player = server.sit(table["mine"][0])
    while "question" not in where:
        player.act()
        player.until("update")
    player.ask("resign")
    for method, part in (("GET", "verify"), ("GET", "luck"), ("POST", "fork")):
        body = {"json": {"n": 1}} if method == "POST" else {}
        server.client.request(method, f"/api/tables/{table['mine'][0]}/{part}", **body).raise_for_status()
    assert set(where) == {"Session", "branched", "Table", "first_look", "question", "text"}
    assert not [name for name, threads in where.items() if server.thread.ident in threads]


def test_nobody_reads_a_position_while_an_action_is_under_way(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """An action may be done on a thread: whoever looked meanwhile would see half of it, and what he worked out would be kept as if it were true."""
    table = server.table({"allied": "me", "italian": "me"})
    player = server.sit(table["mine"][0])
    server.client.put(f"/api/tables/{table['host']}/lobby", json={"watch": table["watch"]}).raise_for_status()
    opened = server.app.state.hub.open_tables[table["table"]]
    leaving = server.sit(table["watch"])
    opened.costs["act"] = 1.0
    session, begun, ended, read = opened.table.session, threading.Event(), threading.Event(), []
    act, decide, view = session.act, session.game.decision, session.game.view

    def slowly(*args: Any) -> Any:
        begun.set()
        ended.wait(5)
        return act(*args)

    def noting(work: Any) -> Any:
        def noted(state: Any, *args: Any) -> Any:
            if state is session.state and begun.is_set() and not ended.is_set() and threading.get_ident() == server.thread.ident:
                read.append(work.__name__)
            return work(state, *args)

        return noted

    monkeypatch.setattr(session, "act", slowly)
    acting = threading.Thread(target=player.act)
    acting.start()
    begun.wait(PATIENCE)
    monkeypatch.setattr(session.game, "decision", noting(decide))
    monkeypatch.setattr(session.game, "view", noting(view))
    leaving.socket.close()
    watcher = server.connect(table["watch"])
    others = [threading.Thread(target=server.client.get, args=(f"/api/tables/{table['watch']}/{part}",)) for part in ("now", "log")]
    others.append(
        threading.Thread(target=server.client.put, args=(f"/api/tables/{table['host']}/lobby",), kwargs={"json": {"watch": table["watch"]}})
    )
    for other in others:
        other.start()
    watcher.close()
    time.sleep(0.3)
    ended.set()
    for thread in (acting, *others):
        thread.join(PATIENCE)
    assert read == []
