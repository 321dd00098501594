"""Where tables are kept. `Storage` is all the server asks for; SQLite answers it here, PostgreSQL in `postgres.py`, both by the same statements.

Every method is one transaction, and what it changed is on the disk when it returns. Inside `together` each is still all or nothing, and all of
them are on the disk when the block ends: actions that come while the disk is busy share its next turn.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from amba.server.link_storage import LinkRow, LinkStorage, PartRow
from amba.server.migrations import MIGRATIONS


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
    hints: int = 1
    """0 where whoever opened the table ruled hints out."""


class SeatRow(NamedTuple):
    """A token and what it opens."""

    token: str
    table: str
    sides: str
    """Keys of the sides it plays, parted by blanks; empty for a watcher."""
    host: int = 0
    """1 for whoever opened the table."""
    watch: int = 0
    """1 for the watchers' own link, that everybody may have."""


class ChatRow(NamedTuple):
    by: str
    text: str
    at: str


class RequestRow(NamedTuple):
    """Something one side has asked the other: to take back (to entry `to`) or to call it a draw."""

    what: str
    by: str
    to: int


class AppendRow(NamedTuple):
    """What `append` is asked to do."""

    id: str
    first: int
    lines: Sequence[str]
    ending: str | None
    at: float = 0.0
    why: str = ""


class Conflict(Exception):
    """Somebody else wrote to this table: what is in memory is not what is stored."""


class Unavailable(Exception):
    """The database does not answer just now; nothing was changed."""


class Storage(Protocol):
    """What the server needs from a database."""

    def together(self) -> AbstractContextManager[None]: ...
    def create(self, table: TableRow, lines: Sequence[str], seats: Sequence[SeatRow], links: Sequence[LinkRow] = ()) -> None: ...
    def table(self, id: str) -> TableRow | None: ...
    def lines(self, id: str) -> list[str]: ...
    def seat(self, token: str) -> SeatRow | None: ...
    def seats(self, id: str) -> list[SeatRow]: ...
    def link(self, token: str) -> LinkRow | None: ...
    def links(self, id: str) -> list[LinkRow]: ...
    def add_link(self, link: LinkRow) -> None: ...
    def drop_link(self, id: str, side: str) -> None: ...
    def take_link(self, token: str, seat: str) -> bool: ...
    def rematches(self, id: str) -> dict[str, str]: ...
    def offer_rematch(self, id: str, links: Mapping[str, str]) -> None: ...
    def parts(self, id: str) -> list[PartRow]: ...
    def keep_parts(self, id: str, parts: Sequence[PartRow]) -> None: ...
    def append(self, id: str, first: int, lines: Sequence[str], ending: str | None, at: float = 0.0, why: str = "") -> None: ...
    def append_all(self, wanted: Sequence[AppendRow]) -> list[Exception | None]: ...
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
    def delete(self, id: str) -> None: ...
    def check(self) -> str: ...
    def setting(self, name: str, first: str) -> str: ...
    def claim(self, id: str) -> str: ...
    def release(self, id: str) -> None: ...
    def rows(self, statement: str, values: Sequence[object] = ()) -> list[Any]: ...
    def write(self, *steps: tuple[str, Sequence[Sequence[object]]]) -> None: ...
    def close(self) -> None: ...


MOST_CHAT = 200
"""Messages of a table that are kept: the newest."""
GIVEN_UP = "the database has given up what was to be stored"
LEAST_FREE = 50 * 2**20
"""Bytes on the disk below which the server says that it is not well."""
COLUMNS = ", ".join(TableRow._fields)


class TooNew(Exception):
    """The database was written by a later version of the program."""


PARTS = ("entries", "reasons", "requests", "chat", "owners", "links", "parts", "outbox", "lobby", "rematches", "seats")
"""What belongs to a table, by `table_id`; what others point to comes last."""


class SqlStorage(LinkStorage):
    """The statements, in the SQL that both databases speak. Used from one thread at a time."""

    db: Any

    @abstractmethod
    def together(self) -> AbstractContextManager[None]: ...
    @abstractmethod
    def claim(self, id: str) -> str:
        """Make a table this server's own: empty when it is, else the address of the server that holds it."""

    @abstractmethod
    def release(self, id: str) -> None:
        """Let another server have the table."""

    def create(self, table: TableRow, lines: Sequence[str], seats: Sequence[SeatRow], links: Sequence[LinkRow] = ()) -> None:
        self.write(
            (f"INSERT INTO tables ({COLUMNS}) VALUES ({', '.join('?' * len(TableRow._fields))})", [table]),
            ("INSERT INTO entries (table_id, n, line) VALUES (?, ?, ?)", [(table.id, n, line) for n, line in enumerate(lines)]),
            ("INSERT INTO seats (token, table_id, sides, host, watch) VALUES (?, ?, ?, ?, ?)", seats),
            ("INSERT INTO links (token, table_id, side, taken) VALUES (?, ?, ?, ?)", links),
        )

    def table(self, id: str) -> TableRow | None:
        row = next(iter(self.rows(f"SELECT {COLUMNS} FROM tables WHERE id = ?", (id,))), None)
        return TableRow(*row) if row else None

    def lines(self, id: str) -> list[str]:
        return [row[0] for row in self.rows("SELECT line FROM entries WHERE table_id = ? ORDER BY n", (id,))]

    def seat(self, token: str) -> SeatRow | None:
        row = next(iter(self.rows("SELECT token, table_id, sides, host, watch FROM seats WHERE token = ?", (token,))), None)
        return SeatRow(*row) if row else None

    def seats(self, id: str) -> list[SeatRow]:
        fields = "token, table_id, sides, host, watch"
        return [SeatRow(*row) for row in self.rows(f"SELECT {fields} FROM seats WHERE table_id = ? ORDER BY host DESC, sides DESC, token", (id,))]

    def append(self, id: str, first: int, lines: Sequence[str], ending: str | None, at: float = 0.0, why: str = "") -> None:
        """Lines of the log from number `first` on; `why`: a bot's reason for the first. What was asked before they happened is void."""
        have = self.rows("SELECT COALESCE(MAX(n), -1) + 1 FROM entries WHERE table_id = ?", (id,))[0][0]
        if have != first:
            raise Conflict(f"table {id} has {have} lines stored where {first} were expected")
        self.write(
            ("INSERT INTO entries (table_id, n, line) VALUES (?, ?, ?)", [(id, first + i, line) for i, line in enumerate(lines)]),
            ("DELETE FROM requests WHERE table_id = ?", [(id,)]),
            ("UPDATE tables SET moved = ? WHERE id = ?", [(at, id)]),
            ("UPDATE tables SET ending = ? WHERE id = ?", [(ending, id)] if ending is not None else []),
            ("INSERT INTO reasons (table_id, n, text) VALUES (?, ?, ?)", [(id, first, why)] if why else []),
        )

    def append_all(self, wanted: Sequence[AppendRow]) -> list[Exception | None]:
        """Lines for many tables; for each what went wrong, if anything. One that fails leaves the others as they are."""
        found: list[Exception | None] = []
        for one in wanted:
            try:
                self.append(*one)
                found.append(None)
            except Exception as error:
                found.append(error)
        return found

    def reasons(self, id: str) -> dict[int, str]:
        """What bots gave as their reasons, by the number of the line."""
        return dict(self.rows("SELECT n, text FROM reasons WHERE table_id = ?", (id,)))

    def cut(self, id: str, count: int, at: float = 0.0) -> None:
        """Keep the first `count` lines: for what nobody need see again."""
        self.write(
            ("DELETE FROM entries WHERE table_id = ? AND n >= ?", [(id, count)]),
            ("DELETE FROM reasons WHERE table_id = ? AND n >= ?", [(id, count)]),
            ("DELETE FROM requests WHERE table_id = ?", [(id,)]),
            ("UPDATE tables SET moved = ? WHERE id = ?", [(at, id)]),
        )

    def end(self, id: str, ending: str) -> None:
        self.write(("UPDATE tables SET ending = ? WHERE id = ?", [(ending, id)]), ("DELETE FROM requests WHERE table_id = ?", [(id,)]))

    def say(self, id: str, line: ChatRow) -> None:
        self.write(
            ("INSERT INTO chat (table_id, by, text, at) VALUES (?, ?, ?, ?)", [(id, *line)]),
            (
                "DELETE FROM chat WHERE table_id = ? AND id NOT IN (SELECT id FROM chat WHERE table_id = ? ORDER BY id DESC LIMIT ?)",
                [(id, id, MOST_CHAT)],
            ),
        )

    def chat(self, id: str) -> list[ChatRow]:
        rows = self.rows("SELECT by, text, at FROM chat WHERE table_id = ? ORDER BY id DESC LIMIT ?", (id, MOST_CHAT))
        return [ChatRow(*row) for row in reversed(rows)]

    def keep_note(self, token: str, text: str) -> None:
        self.write(("INSERT INTO notes (token, text) VALUES (?, ?) ON CONFLICT (token) DO UPDATE SET text = excluded.text", [(token, text)]))

    def note(self, token: str) -> str:
        row = next(iter(self.rows("SELECT text FROM notes WHERE token = ?", (token,))), None)
        return str(row[0]) if row else ""

    def ask(self, id: str, request: RequestRow) -> None:
        self.write(
            (
                "INSERT INTO requests (table_id, what, by, to_n) VALUES (?, ?, ?, ?) ON CONFLICT (table_id, what) DO UPDATE SET by = excluded.by, to_n = excluded.to_n",
                [(id, *request)],
            )
        )

    def requests(self, id: str) -> list[RequestRow]:
        return [RequestRow(*row) for row in self.rows("SELECT what, by, to_n FROM requests WHERE table_id = ? ORDER BY what", (id,))]

    def forget(self, id: str, what: str) -> None:
        self.write(("DELETE FROM requests WHERE table_id = ? AND what = ?", [(id, what)]))

    def count(self) -> int:
        """How many tables there are; also the question a health check asks."""
        return int(self.rows("SELECT COUNT(*) FROM tables")[0][0])

    def delete(self, id: str) -> None:
        """A table and everything that belongs to it."""
        self.write(
            *((f"DELETE FROM {part} WHERE token IN (SELECT token FROM seats WHERE table_id = ?)", [(id,)]) for part in ("notes", "pushes", "held")),
            *((f"DELETE FROM {part} WHERE table_id = ?", [(id,)]) for part in PARTS),
            ("DELETE FROM tables WHERE id = ?", [(id,)]),
        )

    def check(self) -> str:
        """What is wrong with the place where tables are kept, in words; empty when a line can be written."""
        try:
            self.write(
                (
                    "INSERT INTO settings (name, value) VALUES ('checked', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    [(str(time.time()),)],
                )
            )
        except Exception as error:
            return f"Nothing can be stored: {error}."
        return ""

    def setting(self, name: str, first: str) -> str:
        """Something all servers of this database agree on; `first` where nobody has said it yet."""
        self.write(("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [(name, first)]))
        return str(self.rows("SELECT value FROM settings WHERE name = ?", (name,))[0][0])

    def close(self) -> None:
        self.db.close()


class SqliteStorage(SqlStorage):
    """SQLite in write-ahead mode, synchronised to the disk at every commit. One server alone has the file."""

    is_together = False
    """Whether what is written now belongs together: where SQLite has given it up, nothing more may be added to it."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        # Keys of dice and links of seats are in it: for nobody but its owner. SQLite gives its other files the same rights.
        Path(self.path).touch(mode=0o600)
        # Whole, so that it is a file's name whatever it looks like: ":memory:" and "file:..." alone mean something else to SQLite.
        self.db: sqlite3.Connection = sqlite3.connect(Path(path).absolute(), isolation_level=None, check_same_thread=False)
        try:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
                self.db.execute(f"PRAGMA {pragma}").fetchall()
            self.migrate()
        except BaseException:
            self.db.close()
            raise

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
        self.is_together = True
        try:
            yield
            if not self.db.in_transaction:
                raise Unavailable(GIVEN_UP)
            self.db.execute("COMMIT")
        except BaseException:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise
        finally:
            self.is_together = False

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        return self.db.execute(statement, values).fetchall()

    def write(self, *steps: tuple[str, Sequence[Sequence[object]]]) -> None:
        if not self.db.in_transaction:
            if self.is_together:
                raise Unavailable(GIVEN_UP)
            with self.together():
                self.write(*steps)
            return
        self.db.execute("SAVEPOINT one")
        try:
            for statement, rows in steps:
                self.db.executemany(statement, rows)
        except BaseException:
            # Where the disk is full SQLite has given up everything itself.
            if self.db.in_transaction:
                self.db.execute("ROLLBACK TO one")
                self.db.execute("RELEASE one")
            raise
        self.db.execute("RELEASE one")

    def append_all(self, wanted: Sequence[AppendRow]) -> list[Exception | None]:
        """By four statements for however many tables: each statement has to wait for its turn among the threads. If one table's lines do not fit, one by one."""
        plain = [one for one in wanted if one.ending is None and not one.why]
        if len(wanted) == 1 or len(plain) != len(wanted) or len({one.id for one in wanted}) != len(wanted):
            return super().append_all(wanted)
        ids = json.dumps([one.id for one in wanted])
        lines = json.dumps([(one.id, one.first + i, line) for one in wanted for i, line in enumerate(one.lines)])
        have = dict(self.rows("SELECT value, (SELECT COALESCE(MAX(n), -1) + 1 FROM entries WHERE table_id = value) FROM json_each(?)", (ids,)))
        if any(have[one.id] != one.first for one in wanted):
            return super().append_all(wanted)
        at = max(one.at for one in wanted)
        try:
            self.write(
                (
                    "INSERT INTO entries (table_id, n, line) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)",
                    [(lines,)],
                ),
                ("DELETE FROM requests WHERE table_id IN (SELECT value FROM json_each(?))", [(ids,)]),
                ("UPDATE tables SET moved = ? WHERE id IN (SELECT value FROM json_each(?))", [(at, ids)]),
            )
        except Exception:
            return super().append_all(wanted)
        return [None] * len(wanted)

    def claim(self, id: str) -> str:
        return ""

    def release(self, id: str) -> None:
        pass

    def check(self) -> str:
        free = shutil.disk_usage(Path(self.path).parent).free
        if free < LEAST_FREE:
            return f"The disk is full: {free // 2**20} MiB are left, and {LEAST_FREE // 2**20} should be."
        return super().check()
