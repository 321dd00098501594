"""The tables' file: migrations from the first version on, durable settings, and no half-written action."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from amba.server import storage as module
from amba.server.migrations import MIGRATIONS
from amba.server.storage import ChatRow, Conflict, RequestRow, SeatRow, SqliteStorage, TableRow, TooNew
from amba.server.storages import StorageTrouble, open_storage

TABLE = TableRow("t1", "{}", b"key", "{}", "now")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStorage]:
    store = SqliteStorage(tmp_path / "a.sqlite")
    store.create(TABLE, ["a", "b"], [SeatRow("tok", "t1", "allied italian", 1), SeatRow("eye", "t1", "")])
    yield store
    store.close()


def test_a_table_comes_back_as_it_was(store: SqliteStorage) -> None:
    again = SqliteStorage(store.path)
    assert again.table("t1") == TABLE
    assert again.lines("t1") == ["a", "b"]
    assert again.seat("tok") == SeatRow("tok", "t1", "allied italian", 1)
    assert [row.token for row in again.seats("t1")] == ["tok", "eye"]
    assert again.table("t2") is None
    assert again.seat("") is None
    assert again.count() == 1
    again.close()
    store.close()


def test_every_commit_goes_to_the_disk(store: SqliteStorage) -> None:
    assert store.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store.db.execute("PRAGMA foreign_keys").fetchone() == (1,)
    store.close()


def test_entries_are_added_and_taken_back(store: SqliteStorage) -> None:
    store.ask("t1", RequestRow("undo", "allied", 1))
    assert store.requests("t1") == [RequestRow("undo", "allied", 1)]
    store.append("t1", 2, ["c", "d"], None)
    assert store.requests("t1") == [], "what was asked before is void"
    assert store.lines("t1") == ["a", "b", "c", "d"]
    store.cut("t1", 1)
    assert store.lines("t1") == ["a"]
    store.append("t1", 1, ["e"], '{"winner":null}')
    found = store.table("t1")
    assert found is not None
    assert found.ending == '{"winner":null}'
    store.close()


def test_a_second_writer_is_noticed(store: SqliteStorage) -> None:
    other = SqliteStorage(store.path)
    other.append("t1", 2, ["c"], None)
    with pytest.raises(Conflict):
        store.append("t1", 2, ["x"], None)
    assert store.lines("t1") == ["a", "b", "c"]
    other.close()
    store.close()


def test_a_write_that_fails_leaves_nothing(store: SqliteStorage) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        store.create(TABLE._replace(id="t2"), ["a"], [SeatRow("tok", "t2", "")])
    assert store.table("t2") is None
    assert store.lines("t2") == []
    store.close()


def test_chat_notes_and_requests(store: SqliteStorage) -> None:
    store.say("t1", ChatRow("allied", "hello", "now"))
    assert store.chat("t1") == [ChatRow("allied", "hello", "now")]
    store.keep_note("tok", "one")
    store.keep_note("tok", "two")
    assert (store.note("tok"), store.note("eye")) == ("two", "")
    store.ask("t1", RequestRow("draw", "allied", 2))
    store.forget("t1", "draw")
    assert store.requests("t1") == []
    store.close()


def test_an_older_file_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sqlite"
    old = SqliteStorage(path)
    old.create(TABLE, ["a"], [])
    assert old.version() == len(MIGRATIONS)
    old.close()
    monkeypatch.setattr(module, "MIGRATIONS", (*MIGRATIONS, "ALTER TABLE tables ADD COLUMN title TEXT NOT NULL DEFAULT '';"))
    new = SqliteStorage(path)
    assert new.version() == len(MIGRATIONS) + 1
    assert new.lines("t1") == ["a"]
    assert new.db.execute("SELECT title FROM tables").fetchone() == ("",)
    new.close()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sqlite"
    SqliteStorage(path).close()
    monkeypatch.setattr(module, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (x); CREATE TABLE more (y);"))
    with pytest.raises(sqlite3.OperationalError):
        SqliteStorage(path)
    monkeypatch.setattr(module, "MIGRATIONS", MIGRATIONS)
    store = SqliteStorage(path)
    assert store.version() == len(MIGRATIONS)
    assert store.db.execute("SELECT name FROM sqlite_master WHERE name = 'more'").fetchone() is None
    store.close()


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sqlite"
    SqliteStorage(path).close()
    monkeypatch.setattr(module, "MIGRATIONS", ())
    with pytest.raises(TooNew, match="later version"):
        SqliteStorage(path)


@pytest.mark.parametrize("place", ["mysql://u:geheim@h/x", "sqlite:///tmp/x.sqlite", "postgresql+psycopg://u:geheim@h/x"])
def test_a_url_of_another_database_is_refused_in_words(place: str) -> None:
    """And nothing of it is told: there may be a password in it."""
    with pytest.raises(StorageTrouble, match="neither a file nor the URL of a PostgreSQL database") as told:
        open_storage(place)
    assert "geheim" not in str(told.value)


@pytest.mark.parametrize("name", [":memory:", "file:a.sqlite", "file::memory:?cache=shared", "file:a.sqlite?mode=memory", "a b?c#d%41.sqlite"])
def test_whatever_a_file_is_called_tables_are_kept_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """SQLite has names of its own for what is no file: a server that took one would forget every table when it ends."""
    monkeypatch.chdir(tmp_path)
    for tables in (0, 1):
        store = open_storage(name)
        assert store.count() == tables
        if not tables:
            store.create(TABLE, ["a"], [])
        assert {path.name for path in tmp_path.iterdir()} >= {name, f"{name}.lock"}
        with pytest.raises(StorageTrouble, match="another server already has"):
            open_storage(name)
        store.close()
