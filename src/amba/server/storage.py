"""Where tables are kept. `Storage` is all the server asks for; SQLite answers it here, and PostgreSQL could.

Every method is one transaction, and what it changed is on the disk when it returns. Inside `together` each is still all or nothing, and all of
them are on the disk when the block ends: actions that come while the disk is busy share its next turn.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol


class TableRow(NamedTuple):
    """A table: the log's header, the secret key of the dice, who sits where, and how it ended."""

    id: str
    header: str
    key: bytes
    seats: str
    """JSON: side -> me, link or bot:LEVEL"""
    created: str
    ending: str | None = None
    imported: int = 0
    """How many entries came from a log file: their dice are not this table's."""
    pace: int = 0
    """Seconds a side may leave the table waiting; 0: as long as it likes."""
    moved: float = 0.0
    """When the table last changed, in seconds since 1970."""


class SeatRow(NamedTuple):
    """A token and what it opens."""

    token: str
    table: str
    sides: str
    """Keys of the sides it plays, parted by blanks; empty for a watcher."""
    host: int = 0
    """1 for whoever opened the table."""


class ChatRow(NamedTuple):
    by: str
    text: str
    at: str


class RequestRow(NamedTuple):
    """Something one side has asked the other: to take back (to entry `to`) or to call it a draw."""

    what: str
    by: str
    to: int


class Conflict(Exception):
    """Somebody else wrote to this table: what is in memory is not what is stored."""


class Storage(Protocol):
    """What the server needs from a database."""

    def together(self) -> AbstractContextManager[None]: ...
    def create(self, table: TableRow, lines: Sequence[str], seats: Sequence[SeatRow]) -> None: ...
    def table(self, id: str) -> TableRow | None: ...
    def lines(self, id: str) -> list[str]: ...
    def seat(self, token: str) -> SeatRow | None: ...
    def seats(self, id: str) -> list[SeatRow]: ...
    def append(self, id: str, first: int, lines: Sequence[str], ending: str | None, at: float = 0.0, why: str = "") -> None: ...
    def reasons(self, id: str) -> dict[int, str]: ...
    def cut(self, id: str, count: int, at: float = 0.0) -> None: ...
    def end(self, id: str, ending: str) -> None: ...
    def say(self, id: str, line: ChatRow) -> None: ...
    def chat(self, id: str) -> list[ChatRow]: ...
    def keep_note(self, token: str, text: str) -> None: ...
    def note(self, token: str) -> str: ...
    def ask(self, id: str, request: RequestRow) -> None: ...
    def requests(self, id: str) -> list[RequestRow]: ...
    def forget(self, id: str, what: str) -> None: ...
    def count(self) -> int: ...
    def close(self) -> None: ...


MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE tables (id TEXT PRIMARY KEY, header TEXT NOT NULL, key BLOB NOT NULL, seats TEXT NOT NULL, created TEXT NOT NULL,
                         ending TEXT, imported INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE entries (table_id TEXT NOT NULL REFERENCES tables(id), n INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (table_id, n)) WITHOUT ROWID;
    CREATE TABLE seats (token TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables(id), sides TEXT NOT NULL, host INTEGER NOT NULL);
    CREATE INDEX seats_by_table ON seats(table_id);
    CREATE TABLE chat (id INTEGER PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables(id), by TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL);
    CREATE INDEX chat_by_table ON chat(table_id);
    CREATE TABLE notes (token TEXT PRIMARY KEY REFERENCES seats(token), text TEXT NOT NULL);
    CREATE TABLE requests (table_id TEXT NOT NULL REFERENCES tables(id), what TEXT NOT NULL, by TEXT NOT NULL, to_n INTEGER NOT NULL,
                           PRIMARY KEY (table_id, what));
    """,
    """
    ALTER TABLE tables ADD COLUMN pace INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN moved REAL NOT NULL DEFAULT 0;
    CREATE TABLE reasons (table_id TEXT NOT NULL REFERENCES tables(id), n INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, n)) WITHOUT ROWID;
    """,
)
"""One script per version. A script that has been released is never changed: a new one is added."""


COLUMNS = ", ".join(TableRow._fields)


class TooNew(Exception):
    """The database was written by a later version of the program."""


class SqliteStorage:
    """SQLite in write-ahead mode, synchronised to the disk at every commit. Used from one thread at a time."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self.db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            self.db.execute(f"PRAGMA {pragma}").fetchall()
        self.migrate()

    def migrate(self) -> None:
        """Bring an older database up to date, one version after the other."""
        self.db.execute("CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)")
        have = self.version()
        if have > len(MIGRATIONS):
            raise TooNew(f"{self.path} was written by a later version of Amba (version {have}; this one knows {len(MIGRATIONS)})")
        for version in range(have + 1, len(MIGRATIONS) + 1):
            # executescript commits by itself, so the script carries its own transaction.
            self.db.executescript(f"BEGIN IMMEDIATE; {MIGRATIONS[version - 1]} INSERT INTO migrations (version) VALUES ({version}); COMMIT;")

    def version(self) -> int:
        return int(self.db.execute("SELECT COALESCE(MAX(version), 0) FROM migrations").fetchone()[0])

    @contextmanager
    def together(self) -> Iterator[None]:
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.db.execute("COMMIT")
        except BaseException:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise

    def _write(self, *steps: tuple[str, Sequence[Sequence[object]]]) -> None:
        if not self.db.in_transaction:
            with self.together():
                self._write(*steps)
            return
        self.db.execute("SAVEPOINT one")
        try:
            for statement, rows in steps:
                self.db.executemany(statement, rows)
        except BaseException:
            self.db.execute("ROLLBACK TO one")
            raise
        finally:
            self.db.execute("RELEASE one")

    def create(self, table: TableRow, lines: Sequence[str], seats: Sequence[SeatRow]) -> None:
        self._write(
            (f"INSERT INTO tables ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [table]),
            ("INSERT INTO entries (table_id, n, line) VALUES (?, ?, ?)", [(table.id, n, line) for n, line in enumerate(lines)]),
            ("INSERT INTO seats (token, table_id, sides, host) VALUES (?, ?, ?, ?)", seats),
        )

    def table(self, id: str) -> TableRow | None:
        row = self.db.execute(f"SELECT {COLUMNS} FROM tables WHERE id = ?", (id,)).fetchone()
        return TableRow(*row) if row else None

    def lines(self, id: str) -> list[str]:
        return [row[0] for row in self.db.execute("SELECT line FROM entries WHERE table_id = ? ORDER BY n", (id,))]

    def seat(self, token: str) -> SeatRow | None:
        row = self.db.execute("SELECT token, table_id, sides, host FROM seats WHERE token = ?", (token,)).fetchone()
        return SeatRow(*row) if row else None

    def seats(self, id: str) -> list[SeatRow]:
        return [SeatRow(*row) for row in self.db.execute("SELECT token, table_id, sides, host FROM seats WHERE table_id = ? ORDER BY rowid", (id,))]

    def append(self, id: str, first: int, lines: Sequence[str], ending: str | None, at: float = 0.0, why: str = "") -> None:
        """Entries from number `first` on; `why`: a bot's reason for the first. What was asked before they happened is void."""
        have = self.db.execute("SELECT COALESCE(MAX(n), -1) + 1 FROM entries WHERE table_id = ?", (id,)).fetchone()[0]
        if have != first:
            raise Conflict(f"table {id} has {have} entries stored where {first} were expected")
        self._write(
            ("INSERT INTO entries (table_id, n, line) VALUES (?, ?, ?)", [(id, first + i, line) for i, line in enumerate(lines)]),
            ("DELETE FROM requests WHERE table_id = ?", [(id,)]),
            ("UPDATE tables SET moved = ? WHERE id = ?", [(at, id)]),
            ("UPDATE tables SET ending = ? WHERE id = ?", [(ending, id)] if ending is not None else []),
            ("INSERT INTO reasons (table_id, n, text) VALUES (?, ?, ?)", [(id, first, why)] if why else []),
        )

    def reasons(self, id: str) -> dict[int, str]:
        """What bots gave as their reasons, by the number of the entry."""
        return dict(self.db.execute("SELECT n, text FROM reasons WHERE table_id = ?", (id,)).fetchall())

    def cut(self, id: str, count: int, at: float = 0.0) -> None:
        """Keep the first `count` entries."""
        self._write(
            ("DELETE FROM entries WHERE table_id = ? AND n >= ?", [(id, count)]),
            ("DELETE FROM reasons WHERE table_id = ? AND n >= ?", [(id, count)]),
            ("DELETE FROM requests WHERE table_id = ?", [(id,)]),
            ("UPDATE tables SET moved = ? WHERE id = ?", [(at, id)]),
        )

    def end(self, id: str, ending: str) -> None:
        self._write(("UPDATE tables SET ending = ? WHERE id = ?", [(ending, id)]), ("DELETE FROM requests WHERE table_id = ?", [(id,)]))

    def say(self, id: str, line: ChatRow) -> None:
        self._write(("INSERT INTO chat (table_id, by, text, at) VALUES (?, ?, ?, ?)", [(id, *line)]))

    def chat(self, id: str) -> list[ChatRow]:
        rows = self.db.execute("SELECT by, text, at FROM chat WHERE table_id = ? ORDER BY id DESC LIMIT 200", (id,)).fetchall()
        return [ChatRow(*row) for row in reversed(rows)]

    def keep_note(self, token: str, text: str) -> None:
        self._write(("INSERT INTO notes (token, text) VALUES (?, ?) ON CONFLICT (token) DO UPDATE SET text = excluded.text", [(token, text)]))

    def note(self, token: str) -> str:
        row = self.db.execute("SELECT text FROM notes WHERE token = ?", (token,)).fetchone()
        return str(row[0]) if row else ""

    def ask(self, id: str, request: RequestRow) -> None:
        self._write(("INSERT OR REPLACE INTO requests (table_id, what, by, to_n) VALUES (?, ?, ?, ?)", [(id, *request)]))

    def requests(self, id: str) -> list[RequestRow]:
        return [RequestRow(*row) for row in self.db.execute("SELECT what, by, to_n FROM requests WHERE table_id = ? ORDER BY what", (id,))]

    def forget(self, id: str, what: str) -> None:
        self._write(("DELETE FROM requests WHERE table_id = ? AND what = ?", [(id, what)]))

    def count(self) -> int:
        """How many tables there are; also the question a health check asks."""
        return int(self.db.execute("SELECT COUNT(*) FROM tables").fetchone()[0])

    def close(self) -> None:
        self.db.close()
