"""Who may speak to the server: names, origins, tokens in headers; a file has one server; a full disk, a deleted and a damaged table say so."""

from __future__ import annotations

import json
import sqlite3
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from amba.server import storage as storages_module
from amba.server.main import Outside, listen, serve
from amba.server.storage import SqliteStorage
from amba.server.storages import StorageTrouble, open_storage, shown_place

HOT = {"allied": "me", "italian": "me"}


@pytest.mark.parametrize("host", ["127.0.0.1:80", "localhost", "[::1]:8080", "192.168.1.7"])
def test_addresses_are_our_own(server: Any, host: str) -> None:
    assert server.client.get("/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "["])
def test_a_name_we_do_not_know_is_refused(server: Any, host: str) -> None:
    """Or a page whose owner points his name at this machine could play here (DNS rebinding)."""
    answer = server.client.get("/api/games", headers={"host": host})
    assert answer.status_code == 403
    assert "--name" in answer.json()["error"]


def test_a_page_of_another_site_changes_nothing(server: Any) -> None:
    body = {"game": "cheren", "scenario": "agordat", "seats": HOT}
    before = server.client.get("/health").json()["tables"]
    for origin in ("https://evil.example", "null"):
        answer = server.client.post("/api/tables", json=body, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "gate")
    assert server.client.get("/health").json()["tables"] == before
    assert server.client.post("/api/tables", json=body, headers={"origin": f"http://{server.address}"}).status_code == 200
    token = server.table(HOT)["mine"][0]
    with pytest.raises(InvalidStatus, match="403"), connect(f"ws://{server.address}/ws/{token}", proxy=None, origin=Origin("https://evil.example")):
        pass


def test_a_token_comes_as_a_header(server: Any) -> None:
    token = server.table(HOT)["mine"][0]
    seated = {"authorization": f"Bearer {token}"}
    assert server.client.get("/api/table/now", headers=seated).json()["mine"] is True
    assert server.client.get("/api/table/log", headers=seated).status_code == 200
    assert server.client.get("/api/table/now").status_code == 404
    assert server.client.get("/api/table/now", headers={"authorization": "Bearer ../../x"}).status_code == 404
    with connect(f"ws://{server.address}/ws", proxy=None, subprotocols=[Subprotocol("amba"), Subprotocol(f"seat.{token}")], max_size=None) as line:
        assert line.subprotocol == "amba"
        assert json.loads(line.recv())["t"] == "welcome"


def test_the_client_puts_no_token_into_a_path() -> None:
    web = Path(storages_module.__file__).parents[1] / "web" / "js"
    for path in web.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert "/ws/" not in text, path
        assert "/api/tables/" not in text, path


def test_two_servers_on_one_file_are_refused_with_a_sentence(tmp_path: Path) -> None:
    first = open_storage(tmp_path / "a.sqlite")
    with pytest.raises(StorageTrouble, match="another server already has the tables"):
        open_storage(tmp_path / "a.sqlite")
    with pytest.raises(SystemExit, match="amba: another server already has"):
        serve("127.0.0.1", 0, tmp_path / "a.sqlite", quiet=True)
    open_storage(tmp_path / "b.sqlite").close()
    first.close()
    open_storage(tmp_path / "a.sqlite").close()


def test_two_servers_on_one_file_are_refused_by_whatever_name_they_call_it(tmp_path: Path) -> None:
    """Through a link the second had a lock of its own, and each believed what it had in memory."""
    real, link, folder = tmp_path / "a.sqlite", tmp_path / "b.sqlite", tmp_path / "there"
    link.symlink_to("a.sqlite")
    folder.symlink_to(tmp_path)
    first = open_storage(link)
    for name in (real, link, folder / "a.sqlite", folder / "b.sqlite"):
        with pytest.raises(StorageTrouble, match="another server already has the tables"):
            open_storage(name)
    first.close()
    open_storage(real).close()
    (tmp_path / "c.sqlite").hardlink_to(real)
    for name in (real, tmp_path / "c.sqlite"):
        with pytest.raises(StorageTrouble, match="another name"):
            open_storage(name)


@pytest.mark.parametrize(
    ("place", "says"),
    [("/no/such/folder/a.sqlite", "cannot keep tables"), ("/proc/version", "cannot keep tables"), ("/tmp", "cannot keep tables"),
     ("postgresql://amba:secret@127.0.0.1:1/none", "cannot use the database postgresql://127.0.0.1:1/none"),
     ("postgres://amba:secret@[bad", "no URL of a PostgreSQL database"), ("postgresql://amba:secret%zz@db/x", "no URL of a PostgreSQL database"),
     ("postgresql://db/x?secret=1", "no URL of a PostgreSQL database")],
)  # fmt: skip
def test_a_place_that_cannot_be_used_is_named(place: str, says: str) -> None:
    with pytest.raises(StorageTrouble, match=says) as found:
        open_storage(place)
    assert "secret" not in str(found.value)


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    letter, other = tmp_path / "letter.txt", tmp_path / "places.sqlite"
    letter.write_text("Dear Ann")
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE places (url TEXT)")
    db.close()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for path, says in ((letter, "not a database"), (other, "of another program")):
        with pytest.raises(StorageTrouble, match=says):
            open_storage(path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before, "nothing is written beside them either"


def test_a_file_that_was_hardly_begun_is_ours(tmp_path: Path) -> None:
    """Killed between its first and its second table."""
    with sqlite3.connect(tmp_path / "a.sqlite") as db:
        db.execute("CREATE TABLE migrations (version INTEGER PRIMARY KEY, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)")
    db.close()
    store = open_storage(tmp_path / "a.sqlite")
    assert store.count() == 0
    store.close()


@pytest.mark.parametrize("url", ["nonsense", "club.example", "ftp://club.example", "http://[", "https://", "javascript:alert(1)"])
def test_an_url_that_no_browser_finds_is_refused(url: str) -> None:
    """Players would be turned away under the server's true name, and links in mails lead nowhere."""
    with pytest.raises(StorageTrouble, match="--url"):
        Outside(url).host()
    assert Outside("https://Club.example:8443/").host() == "club.example"


@pytest.mark.parametrize("host", ["999.1.1.1", "no such name", "\udcff\udcfe", "a\0b", "x" * 300])
def test_a_host_that_cannot_be_listened_on_is_said_in_a_sentence(host: str) -> None:
    with pytest.raises(SystemExit, match="amba: cannot listen on"):
        listen(host, 0)


def test_a_password_is_not_shown() -> None:
    assert shown_place("postgresql://amba:secret@db.example/amba") == "postgresql://db.example/amba"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = open_storage(tmp_path / "a.sqlite")
    store.setting("a", "b")
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir() if ".lock" not in path.name} == dict.fromkeys(
        ["a.sqlite", "a.sqlite-wal", "a.sqlite-shm"], 0o600
    )
    store.close()


def test_health_knows_a_full_disk(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start()
    monkeypatch.setattr(storages_module, "LEAST_FREE", 2**62)
    answer = server.client.get("/health")
    assert answer.status_code == 503
    assert answer.json()["ok"] is False
    assert "disk is full" in answer.json()["trouble"]


def test_health_knows_that_nothing_can_be_written(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start()

    def full(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(SqliteStorage, "write", full)
    assert server.client.get("/health").json()["trouble"] == "Nothing can be stored: database or disk is full."


def test_a_full_disk_is_said_to_whoever_asks(start: Any, caplog: pytest.LogCaptureFixture) -> None:
    """A real one, as far as SQLite can tell: its file may not grow."""
    server = start()
    hot = {"allied": "me", "italian": "me"}
    player = server.sit(server.table(hot)["mine"][0])
    writer, storage = server.app.state.hub.writer, server.app.state.hub.storage
    writer.thread.submit(storage.rows, "PRAGMA max_page_count = 1").result()
    text = "x" * 2000
    said = [player.ask("chat", text=text) for _ in range(60)]
    assert {answer["code"] for answer in said if answer["t"] != "ok"} == {"storage"}
    body = {"game": "cheren", "scenario": "agordat", "seats": hot, "mix": False}
    found = [server.client.post("/api/tables", json=body) for _ in range(10)]
    assert {(answer.status_code, answer.json()["code"]) for answer in found if answer.status_code != 200} == {(503, "storage")}
    assert [record for record in caplog.records if record.exc_info and record.name != "amba.server"] == []
    writer.thread.submit(storage.rows, "PRAGMA max_page_count = 1000000").result()
    assert player.ask("chat", text=text)["t"] == "ok"


def test_a_table_is_deleted_by_whoever_opened_it(server: Any) -> None:
    table = server.table({"allied": "me", "italian": "bot:random"})
    for token in (table["watch"], "nobody"):
        assert server.client.delete("/api/table", headers={"authorization": f"Bearer {token}"}).status_code == 404
    player = server.sit(table["mine"][0])
    mine = {"authorization": f"Bearer {table['mine'][0]}"}
    assert server.client.delete("/api/table", headers=mine).json() == {"ok": True}
    assert server.client.get("/api/table/now", headers=mine).status_code == 404
    assert server.app.state.hub.storage.lines(table["table"]) == []
    with pytest.raises(Exception, match=r"1013|1012"):
        player.until("never")


def test_a_table_is_not_deleted_from_under_a_player(server: Any) -> None:
    table = server.table({"allied": "me", "italian": "link"})
    mine = {"authorization": f"Bearer {table['mine'][0]}"}
    assert server.client.delete("/api/table", headers=mine).json()["code"] == "on"
    server.sit(table["links"]["italian"]).ask("resign")
    assert server.client.delete("/api/table", headers=mine).json() == {"ok": True}


def test_a_damaged_table_says_so_and_the_others_go_on(start: Any) -> None:
    first = start()
    table, sound = first.table(HOT), first.table(HOT)
    first.close()
    db = sqlite3.connect(first.path)
    db.execute("UPDATE entries SET line = substr(line, 1, 20) WHERE table_id = ? AND n = 0", (table["table"],))
    db.commit()
    db.close()
    second = start()
    answer = second.client.get("/api/table/now", headers={"authorization": f"Bearer {table['mine'][0]}"})
    assert (answer.status_code, answer.json()["code"]) == (404, "damaged")
    assert table["table"] in answer.json()["error"]
    assert second.sit(sound["mine"][0]).view["n"] >= 0


def test_a_line_changed_in_the_database_is_noticed(start: Any) -> None:
    """The hashes are stored beside the lines: whoever changes one without the other is found out."""
    first = start()
    table = first.table(HOT)
    first.close()
    db = sqlite3.connect(first.path)
    db.execute("UPDATE entries SET line = replace(line, 'chance', 'allied') WHERE table_id = ? AND n = 0", (table["table"],))
    db.commit()
    db.close()
    answer = start().client.get("/api/table/now", headers={"authorization": f"Bearer {table['mine'][0]}"})
    assert answer.json()["code"] == "damaged"
    assert "hash does not fit" in answer.json()["error"]
