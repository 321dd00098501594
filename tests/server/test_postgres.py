"""The same tables in PostgreSQL: the storage's promises, and that a table has one server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from amba.server import postgres as module
from amba.server.migrations import MIGRATIONS
from amba.server.postgres import Lost, PostgresStorage
from amba.server.storage import ChatRow, Conflict, RequestRow, SeatRow, SqliteStorage, SqlStorage, TableRow, TooNew, Unavailable
from tests.loops import PATIENCE
from tests.server.postgres import Postgres

TABLE = TableRow("t1", "{}", b"\x00key", "{}", "now", None, 0, 3600, 12.5)
SEATS = [SeatRow("tok", "t1", "allied italian", 1), SeatRow("eye", "t1", "")]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres) -> Iterator[SqlStorage]:
    found: SqlStorage = SqliteStorage(tmp_path / "a.sqlite") if request.param == "sqlite" else PostgresStorage(postgres.database(), "here")
    found.create(TABLE, ["a", "b"], SEATS)
    yield found
    found.close()


def test_both_keep_the_same(store: SqlStorage) -> None:
    assert store.claim("t1") == ""
    assert store.table("t1") == TABLE
    assert (store.table("t2"), store.seat("nobody"), store.count()) == (None, None, 1)
    assert store.seat("tok") == SEATS[0]
    assert store.seats("t1") == SEATS
    store.ask("t1", RequestRow("undo", "allied", 1))
    store.ask("t1", RequestRow("undo", "italian", 2))
    assert store.requests("t1") == [RequestRow("undo", "italian", 2)]
    store.append("t1", 2, ["c", "d"], None, 13.25, "because ? and %s")
    assert (store.lines("t1"), store.requests("t1"), store.reasons("t1")) == (["a", "b", "c", "d"], [], {2: "because ? and %s"})
    with pytest.raises(Conflict):
        store.append("t1", 2, ["x"], None)
    store.cut("t1", 1, 14.0)
    store.append("t1", 1, ["e"], '{"winner":null}', 15.0)
    found = store.table("t1")
    assert found is not None
    assert (store.lines("t1"), found.ending, found.moved) == (["a", "e"], '{"winner":null}', 15.0)
    store.say("t1", ChatRow("allied", "hello", "now"))
    store.keep_note("tok", "one")
    store.keep_note("tok", "two")
    assert (store.chat("t1"), store.note("tok"), store.note("eye")) == ([ChatRow("allied", "hello", "now")], "two", "")
    assert store.check() == ""
    assert (store.setting("s", "first"), store.setting("s", "second")) == ("first", "first")


def test_a_table_is_deleted_whole(store: SqlStorage) -> None:
    store.create(TABLE._replace(id="t2"), ["z"], [SeatRow("other", "t2", "allied")])
    store.keep_note("tok", "mine")
    store.say("t1", ChatRow("allied", "hello", "now"))
    store.delete("t1")
    assert (store.table("t1"), store.lines("t1"), store.seat("tok"), store.chat("t1"), store.note("tok")) == (None, [], None, [], "")
    assert (store.lines("t2"), store.count()) == (["z"], 1)


def test_one_job_of_a_batch_that_fails_takes_nobody_with_it(store: SqlStorage) -> None:
    with store.together():
        store.append("t1", 2, ["c"], None)
        with pytest.raises(Exception, match=r"UNIQUE|duplicate"):
            store.create(TABLE, ["z"], [])
        store.say("t1", ChatRow("allied", "hello", "now"))
    assert (store.lines("t1"), len(store.chat("t1"))) == (["a", "b", "c"], 1)


def test_migrations_are_made_once_and_a_later_version_is_left_alone(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    url = postgres.database()
    first, second = PostgresStorage(url), PostgresStorage(url)
    assert first.version() == second.version() == len(MIGRATIONS)
    assert first.secret == second.secret
    first.close()
    monkeypatch.setattr(module, "MIGRATIONS", (*MIGRATIONS, "ALTER TABLE tables ADD COLUMN title TEXT NOT NULL DEFAULT '';"))
    third = PostgresStorage(url)
    assert third.version() == len(MIGRATIONS) + 1
    third.close()
    monkeypatch.setattr(module, "MIGRATIONS", (*MIGRATIONS, "", "CREATE TABLE more (x INTEGER); CREATE TABLE more (y INTEGER);"))
    with pytest.raises(psycopg.errors.DuplicateTable):
        PostgresStorage(url)
    assert second.version() == len(MIGRATIONS) + 1, "a migration that fails changes nothing"
    second.close()
    monkeypatch.setattr(module, "MIGRATIONS", ())
    with pytest.raises(TooNew, match="later version"):
        PostgresStorage(url)


def test_a_table_has_one_server_at_a_time(postgres: Postgres) -> None:
    url = postgres.database()
    one, two = PostgresStorage(url, "one:1"), PostgresStorage(url, "two:2")
    one.create(TABLE, ["a"], SEATS)
    assert (one.claim("t1"), two.claim("t1")) == ("", "one:1")
    with pytest.raises(Lost):
        two.append("t1", 1, ["forked"], None)
    with one.together():
        one.append("t1", 1, ["b"], None)
        one.release("t1")
        assert two.claim("t1") == "one:1", "not before what was written is stored"
    assert two.claim("t1") == ""
    assert two.lines("t1") == ["a", "b"]
    with pytest.raises(Lost):
        one.append("t1", 2, ["forked"], None)
    with one.together():
        assert one.claim("t1") == "two:2"
    two.close()
    until = time.monotonic() + PATIENCE
    while one.claim("t1") and time.monotonic() < until:
        # The database notices in its own time.
        time.sleep(0.02)
    assert one.claim("t1") == "", "who is gone holds nothing"
    one.close()


def test_a_connection_that_broke_holds_nothing(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IDLE", -1.0)
    lost: list[str] = []
    store = PostgresStorage(postgres.database(), "one:1")
    store.on_lost = lambda: lost.append("lost")
    store.create(TABLE, ["a"], SEATS)
    postgres.restart()
    with pytest.raises((Lost, Unavailable)), store.together():
        store.append("t1", 1, ["b"], None)
    assert lost == ["lost"]
    with store.together():
        assert store.claim("t1") == ""
        store.append("t1", 1, ["b"], None)
    assert store.lines("t1") == ["a", "b"]
    store.close()
