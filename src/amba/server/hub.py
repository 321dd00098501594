"""The tables that are open now: one lock each, those connected, and who is told what."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec

from amba.core.decision import Side
from amba.core.log import Entry, Header, Log, canonical
from amba.core.session import Session, replay
from amba.server.answers import Refused, Seat
from amba.server.clock import Bucket, Clock
from amba.server.library import Library
from amba.server.storage import SeatRow, Storage, TableRow
from amba.server.table import Table
from amba.server.writer import Writer

log = logging.getLogger("amba.server")
T = TypeVar("T")
KEEP = 500
"""Tables held in memory without anybody connected."""
BACKLOG = 500
"""Messages that may wait for one slow connection before it is cut."""


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Connection:
    """One connection: what is to be sent waits in a queue, so that a slow reader holds up nobody."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.bucket = Bucket()

    def send(self, t: str, data: Mapping[str, Any] | None = None, id: int | None = None) -> None:
        message = {"t": t, **({"id": id} if id is not None else {}), **(data or {})}
        self.put(msgspec.json.encode(message))

    def put(self, body: bytes) -> None:
        if self.queue.qsize() < BACKLOG:
            self.queue.put_nowait(body)
        else:
            self.queue.put_nowait(None)


class OpenTable:
    """An open table with its lock and its connections."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.bot: asyncio.Task[None] | None = None

    def online(self) -> dict[str, bool]:
        """Which sides have somebody there; a bot always is."""
        there = {side for connection in self.connections for side in connection.seat.sides}
        return {key: i in there or bool(self.table.bot_level(i)) for i, key in enumerate(self.table.game.sides)}

    def tell(self, t: str, data: Mapping[str, Any], but: Connection | None = None) -> None:
        body = msgspec.json.encode({"t": t, **data})
        for connection in self.connections:
            if connection is not but:
                connection.put(body)

    def tell_position(self, t: str, since: int | None = None) -> None:
        """The new position to every seat, cut for each; `since`: with the log entries after that one."""
        ready: dict[tuple[int, ...], bytes] = {}
        for connection in self.connections:
            seat = connection.seat
            if seat.sides not in ready:
                data: dict[str, Any] = {
                    "t": t, "view": self.table.view(self.table.viewpoint(seat)), "menu": self.table.menu(seat), "clock": self.table.clock.data(),
                    "edition": self.table.edition,
                }  # fmt: skip
                if since is None:
                    data["n"] = self.table.n
                else:
                    data["log"] = self.table.entries(seat, since)
                    data["paths"] = self.table.paths(seat, since)
                ready[seat.sides] = msgspec.json.encode(data)
            connection.put(ready[seat.sides])


class Hub:
    """Finds seats and tables; reads and writes the storage on a thread of its own."""

    def __init__(self, storage: Storage, library: Library | None = None) -> None:
        self.storage = storage
        self.library = library or Library()
        self.open_tables: dict[str, OpenTable] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.writer = Writer(storage)
        self.started = time.time()
        self.on_turn: Callable[[OpenTable], None] = lambda _: None
        """Called when somebody has to decide: wakes the bots."""

    async def stored(self, work: Callable[..., T], *args: Any) -> T:
        """Do this on the storage's thread; when it returns, it is on the disk."""
        return await self.writer.do(work, *args)

    def close(self) -> None:
        self.writer.close()

    # Finding

    async def seat(self, token: str) -> Seat:
        row = await self.stored(self.storage.seat, token)
        if row is None:
            raise Refused("seat", "This link opens no seat. Was it copied whole?")
        opened = await self.find(row.table)
        sides = tuple(opened.table.game.sides.index(key) for key in row.sides.split())
        return Seat(row.token, row.table, sides, bool(row.host))

    async def find(self, id: str) -> OpenTable:
        """The open table, rebuilt from its stored log where it is not in memory."""
        found = self.open_tables.get(id)
        if found is not None:
            return found
        async with self.opening.setdefault(id, asyncio.Lock()):
            if id not in self.open_tables:
                row = await self.stored(self.storage.table, id)
                if row is None:
                    raise Refused("table", "There is no such table.")
                lines = await self.stored(self.storage.lines, id)
                self.add(self.rebuild(row, lines, await self.stored(self.storage.reasons, id)))
        self.opening.pop(id, None)
        return self.open_tables[id]

    def rebuild(self, row: TableRow, lines: Iterable[str], reasons: Mapping[int, str]) -> Table:
        """A table as its stored log left it, by events."""
        record = Log(Header(**json.loads(row.header)))
        for line in lines:
            record.append(Entry(**json.loads(line)))
        if row.ending is not None:
            record.close(json.loads(row.ending))
        session = replay(self.library.game(record.header.game), record, row.key)
        clock = Clock(row.pace, row.moved, self.started)
        return Table(row.id, session, json.loads(row.seats), row.imported, clock, reasons)

    def add(self, table: Table) -> OpenTable:
        opened = self.open_tables[table.id] = OpenTable(table)
        idle = [key for key, other in self.open_tables.items() if not other.connections and other is not opened and not other.lock.locked()]
        for key in idle[: max(0, len(self.open_tables) - KEEP)]:
            self.drop(key)
        return opened

    def drop(self, id: str) -> None:
        """Forget what is in memory; the next who comes finds it in the storage."""
        opened = self.open_tables.pop(id, None)
        if opened is not None and opened.bot is not None:
            opened.bot.cancel()

    # Opening a table

    async def open_table(self, session: Session, seats: dict[str, str], imported: int = 0, pace: int = 0) -> dict[str, Any]:
        """Store a new table and hand out its links."""
        game, table_id = session.game, secrets.token_urlsafe(9)
        mine = [i for i, key in enumerate(game.sides) if seats[key] == "me"]
        linked = [i for i, key in enumerate(game.sides) if seats[key] == "link"]
        rows = [SeatRow(token(), table_id, " ".join(game.sides[i] for i in mine), 1)] if mine else []
        rows += [SeatRow(token(), table_id, game.sides[i], 0) for i in linked]
        watch = SeatRow(token(), table_id, "", 0)
        links: dict[str, str | None] = dict.fromkeys(game.sides)
        for row in rows:
            for key in row.sides.split():
                links[key] = row.token
        ending, moved = session.log.ending, time.time()
        table = TableRow(
            table_id, canonical(session.log.header._asdict()), session.dice.key, canonical(seats), now(),
            canonical(ending) if ending is not None else None, imported, pace, moved,
        )  # fmt: skip
        lines = [canonical(entry._asdict()) for entry in session.log.entries]
        await self.stored(self.storage.create, table, lines, [*rows, watch])
        self.on_turn(self.add(Table(table_id, session, seats, imported, Clock(pace, moved))))
        return {"table": table_id, "links": links, "watch": watch.token, "mine": [row.token for row in rows if row.host]}

    # Changing a table: the lock is held

    async def store_entries(self, opened: OpenTable, before: int, why: str = "") -> None:
        """Put everything since entry `before` on the disk; if that fails, it did not happen."""
        table = opened.table
        record = table.session.log
        lines = [canonical(entry._asdict()) for entry in record.entries[before:]]
        ending = canonical(record.ending) if record.ending is not None else None
        try:
            await self.stored(self.storage.append, table.id, before, lines, ending, table.clock.restart(), why)
        except Exception as error:
            log.exception("table %s: the action could not be stored", table.id)
            await self.reload(opened)
            raise Refused("storage", "The action could not be stored, so it was not done.") from error

    async def reload(self, opened: OpenTable) -> None:
        """Go back to what is stored, and show it to everybody."""
        row = await self.stored(self.storage.table, opened.table.id)
        assert row is not None
        lines = await self.stored(self.storage.lines, row.id)
        edition = opened.table.edition + 1
        opened.table = self.rebuild(row, lines, await self.stored(self.storage.reasons, row.id))
        opened.table.edition = edition
        opened.tell_position("undone")

    def changed(self, opened: OpenTable, since: int) -> None:
        """Tell everybody what happened."""
        opened.tell_position("update", since)
        if opened.table.is_over:
            opened.tell("over", {"result": opened.table.result(), "key": opened.table.session.dice.key.hex(), "reasons": opened.table.all_reasons()})
        else:
            self.on_turn(opened)


def token() -> str:
    """A link nobody guesses."""
    return secrets.token_urlsafe(24)


def sides_of(table: Table, sides: Iterable[Side]) -> list[str]:
    return [table.game.sides[side] for side in sides]
