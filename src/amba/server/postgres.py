"""Tables kept in PostgreSQL, where several servers share them.

Each table belongs to one server at a time: the one whose session holds the advisory lock of the table. The same session writes, so a server that
lost its connection has lost the right to write with it, and one that was killed leaves its tables to the next who asks.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from amba.server.link_storage import LinkRow
from amba.server.migrations import MIGRATIONS
from amba.server.storage import ChatRow, Conflict, RequestRow, SeatRow, SqlStorage, TableRow, TooNew, Unavailable

MIGRATING = 4_729_001
"""The advisory lock of whoever brings the database up to date."""
WORDS = (
    (r"\bBLOB\b", "BYTEA"),
    (r"\bREAL\b", "DOUBLE PRECISION"),
    (r"\bid INTEGER PRIMARY KEY\b", "id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
    (r"\) WITHOUT ROWID", ")"),
)
"""Where the two databases call the same thing by different names."""
KEEPALIVE: dict[str, Any] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""A machine that fell silent is noticed within half a minute."""

IDLE = 3.0
"""Seconds of silence after which the connection is tried before it is used."""


class Lost(Conflict):
    """The connection to the database broke meanwhile: the tables in memory are no longer this server's own."""


def translated(script: str) -> str:
    """A migration in PostgreSQL's words."""
    for pattern, word in WORDS:
        script = re.sub(pattern, word, script)
    return script


def lock_of(id: str) -> int:
    """The number of a table's lock."""
    return int.from_bytes(hashlib.sha256(f"amba table {id}".encode()).digest()[:8], "big", signed=True)


class PostgresStorage(SqlStorage):
    """One session for everything. It is opened anew when it broke; what was held by it is then not held any more."""

    def __init__(self, url: str, address: str = "") -> None:
        self.url = url
        self.address = address
        """Where other servers reach this one."""
        self.mine: set[str] = set()
        self.leaving: set[str] = set()
        self.asked = time.monotonic()
        self.on_lost: Callable[[], None] = lambda: None
        """Called when the connection was opened anew: nothing in memory is this server's own any more."""
        self.db: psycopg.Connection[Any] = self.connect()
        try:
            self.migrate()
        except BaseException:
            self.db.close()
            raise
        self.secret = self.setting("secret", secrets.token_urlsafe(24))
        """By this word the servers of one database know each other."""

    def connect(self) -> psycopg.Connection[Any]:
        found = psycopg.connect(self.url, autocommit=True, **KEEPALIVE)
        found.execute("SET synchronous_commit = on")
        found.execute("SET idle_in_transaction_session_timeout = '30s'")
        return found

    def migrate(self) -> None:
        """Bring an older database up to date, one version after the other; of several servers that start at once, one does."""
        self.db.execute("SELECT pg_advisory_lock(%s)", (MIGRATING,))
        try:
            self.db.execute(
                "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, at TEXT NOT NULL DEFAULT to_char(now(), 'YYYY-MM-DD HH24:MI:SS'))"
            )
            have = self.version()
            if have > len(MIGRATIONS):
                raise TooNew(f"This database was written by a later version of Amba (version {have}; this one knows {len(MIGRATIONS)})")
            for version in range(have + 1, len(MIGRATIONS) + 1):
                with self.db.transaction():
                    self.db.execute(translated(MIGRATIONS[version - 1]).encode())
                    self.db.execute("INSERT INTO migrations (version) VALUES (%s)", (version,))
        finally:
            self.db.execute("SELECT pg_advisory_unlock(%s)", (MIGRATING,))

    def version(self) -> int:
        return int(self.rows("SELECT COALESCE(MAX(version), 0) FROM migrations")[0][0])

    @contextmanager
    def together(self) -> Iterator[None]:
        try:
            self.wake()
            with self.db.transaction():
                yield
            # Only now: whoever takes a table next must find in it all that was written here.
            while self.leaving:
                self.db.execute("SELECT pg_advisory_unlock(%s)", (lock_of(self.leaving.pop()),))
        except psycopg.OperationalError as error:
            raise Unavailable(f"the database cannot be reached ({error})".replace("\n", " ")) from error

    def wake(self) -> None:
        """A connection that broke while nothing was asked is noticed before something is, and opened again."""
        now, before = time.monotonic(), self.asked
        self.asked = now
        if now - before > IDLE and not self.db.closed:
            with suppress(psycopg.OperationalError):
                self.db.execute("SELECT 1")
        if self.db.closed:
            self.mine.clear()
            self.leaving.clear()
            self.db = self.connect()
            self.on_lost()

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        return self.db.execute(statement.replace("?", "%s").encode(), values).fetchall()

    def write(self, *steps: tuple[str, Sequence[Sequence[object]]]) -> None:
        if self.db.info.transaction_status == TransactionStatus.IDLE or self.db.closed:
            with self.together():
                self.write(*steps)
            return
        with self.db.transaction(), self.db.cursor() as cursor:
            for statement, rows in steps:
                cursor.executemany(statement.replace("?", "%s").encode(), rows)

    # Whose a table is

    def claim(self, id: str) -> str:
        if id in self.leaving:
            self.leaving.discard(id)
            self.mine.add(id)
        if id in self.mine:
            return ""
        if self.db.execute("SELECT pg_try_advisory_lock(%s)", (lock_of(id),)).fetchone() == (True,):
            self.mine.add(id)
            self.write(
                (
                    "INSERT INTO owners (table_id, address) VALUES (?, ?) ON CONFLICT (table_id) DO UPDATE SET address = excluded.address",
                    [(id, self.address)],
                )
            )
            return ""
        found = self.rows("SELECT address FROM owners WHERE table_id = ?", (id,))
        return str(found[0][0]) if found and found[0][0] != self.address else "unknown"

    def release(self, id: str) -> None:
        """When what is being written is stored."""
        if id in self.mine:
            self.mine.discard(id)
            self.leaving.add(id)

    def held(self, id: str) -> None:
        """Raises Lost unless this server may write to the table."""
        if id not in self.mine:
            raise Lost(f"table {id} is not this server's own any more")

    def create(self, table: TableRow, lines: Sequence[str], seats: Sequence[SeatRow], links: Sequence[LinkRow] = ()) -> None:
        self.claim(table.id)
        super().create(table, lines, seats, links)

    def append(self, id: str, first: int, lines: Sequence[str], ending: str | None, at: float = 0.0, why: str = "") -> None:
        self.held(id)
        super().append(id, first, lines, ending, at, why)

    def cut(self, id: str, count: int, at: float = 0.0) -> None:
        self.held(id)
        super().cut(id, count, at)

    def end(self, id: str, ending: str) -> None:
        self.held(id)
        super().end(id, ending)

    def say(self, id: str, line: ChatRow) -> None:
        self.held(id)
        super().say(id, line)

    def ask(self, id: str, request: RequestRow) -> None:
        self.held(id)
        super().ask(id, request)

    def delete(self, id: str) -> None:
        self.held(id)
        super().delete(id)
        self.release(id)
