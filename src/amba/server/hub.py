"""The tables that are open now: one lock each, those connected, and who is told what."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec

from amba.core.decision import Side
from amba.core.log import Header, Log, LogError, canonical
from amba.core.session import ReplayError, Session, replay
from amba.server import schema
from amba.server.answers import Refused, Seat
from amba.server.clock import Clock
from amba.server.connection import Connection
from amba.server.library import Library
from amba.server.link_storage import LinkRow
from amba.server.storage import SeatRow, Storage, TableRow
from amba.server.table import Table
from amba.server.writer import Writer

log = logging.getLogger("amba.server")
T = TypeVar("T")
RESTS = 60.0
"""Seconds after which a table that nobody looks at leaves the memory."""
SWEEP = 15.0
QUICK = 0.003
"""Seconds of work that the event loop does itself: to hand it to a thread costs a tenth of a millisecond and the order of things."""
CHECKED = 5.0
"""Seconds for which an answer about the disk is good."""


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Happening(NamedTuple):
    """Something that those who are not at the table may care for."""

    kind: str
    """moved, over, said, asked, came, left"""
    by: Side | None = None
    text: str = ""
    since: int = 0
    token: str = ""


class OpenTable:
    """An open table with its lock and its connections."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.bot: asyncio.Task[None] | None = None
        self.used = time.monotonic()
        self.coming = 0
        """How many have been shown in and do not sit yet: the table must not rest meanwhile."""
        self.owner = ""
        """The address of whoever looked last: bots think for each in turn."""
        self.empty: set[str] = set()
        """Sides whose invitation nobody has opened yet."""
        self.listed = False
        """Whether the lobby shows it."""
        self.costs: dict[str, float] = {}
        """By kind of work: the seconds it takes at this table, as it has been of late."""

    def online(self) -> dict[str, bool]:
        """Which sides have somebody there; a bot always is."""
        there = {side for connection in self.connections for side in connection.seat.sides}
        return {key: i in there or bool(self.table.bot_level(i)) for i, key in enumerate(self.table.game.sides)}

    def presence(self) -> dict[str, Any]:
        """Who is there, and who sits where: a bot, somebody, or nobody yet."""
        keys = self.table.game.sides
        seats = {key: "bot" if self.table.bot_level(i) else "open" if key in self.empty else "taken" for i, key in enumerate(keys)}
        return {**self.online(), "seats": seats}

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks and nothing is under way."""
        return not self.connections and not self.coming and not self.lock.locked() and (self.bot is None or self.bot.done())

    def tell(self, t: str, data: Mapping[str, Any], but: Connection | None = None) -> None:
        body = msgspec.json.encode({"t": t, **data})
        for connection in self.connections:
            if connection is not but:
                connection.put(body)

    async def tell_position(self, t: str, since: int | None = None) -> None:
        """The new position to every seat, cut for each; `since`: with the log entries after that one."""
        ready = await self.worked(self.positions, list(self.connections), t, since)
        for connection in list(self.connections):
            body = ready.get(connection.seat.sides)
            if body is not None:
                connection.put(body)

    def positions(self, connections: list[Connection], t: str, since: int | None) -> dict[tuple[int, ...], bytes]:
        """The message with the new position for every kind of seat that is there."""
        ready: dict[tuple[int, ...], bytes] = {}
        for connection in connections:
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
        return ready

    async def worked(self, work: Callable[..., T], *args: Any, payer: Connection | None = None) -> T:
        """Work about this table, whose lock is held: at once where its kind has been quick of late, else on a thread, so that the others need not wait for it.

        `payer`: whose question it answers.
        """
        cost = self.costs.get(work.__name__, 4 * QUICK)
        is_quick = cost < QUICK
        # On a thread work may have to wait for its turn: only its own time counts.
        clock = time.perf_counter if is_quick else time.thread_time

        def timed() -> T:
            begun = clock()
            try:
                return work(*args)
            finally:
                spent = clock() - begun
                self.costs[work.__name__] = max(spent, cost / 2)
                if payer is not None:
                    payer.spent += spent

        return timed() if is_quick else await asyncio.to_thread(timed)


class Hub:
    """Finds seats and tables; reads and writes the storage on a thread of its own."""

    def __init__(self, storage: Storage, library: Library | None = None) -> None:
        self.storage = storage
        self.library = library or Library()
        self.open_tables: dict[str, OpenTable] = {}
        self.opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A lock for each table that somebody opens just now; it goes with the last who waits for it, whether the table opens or not."""
        self.left = 0
        """How many tables have left the memory since it was tidied (tidying.py)."""
        self.writer = Writer(storage)
        self.started = time.time()
        self.checked = (-CHECKED, "")
        self.listeners: list[Callable[[OpenTable, Happening], None]] = []
        """Told of what happens at the tables."""
        self.on_turn: Callable[[OpenTable], None] = lambda _: None
        """Called when somebody has to decide: wakes the bots."""
        self.on_hint: Callable[[OpenTable, Connection, schema.Hint], None] = lambda *_: None
        """Called when somebody asks what to do."""

    async def stored(self, work: Callable[..., T], *args: Any) -> T:
        """Do this on the storage's thread; when it returns, it is on the disk."""
        return await self.writer.do(work, *args)

    async def health(self) -> str:
        """What is wrong, in words. The disk is tried once in a few seconds, however often somebody asks."""
        if time.monotonic() - self.checked[0] > CHECKED:
            self.checked = (time.monotonic(), await self.stored(self.storage.check))
        return self.checked[1]

    def close(self) -> None:
        self.writer.close()

    # Finding

    async def seat(self, token: str) -> Seat:
        row = await self.stored(self.storage.seat, token) if is_token(token) else None
        if row is None:
            link = await self.stored(self.storage.link, token) if is_token(token) else None
            if link is not None:
                raise Refused("link", "This link is an invitation: the first browser that opens it gets the seat.")
            raise Refused("seat", "This link opens no seat. Was it copied whole, or was it taken back?")
        opened = await self.find(row.table)
        sides = tuple(opened.table.game.sides.index(key) for key in row.sides.split())
        return Seat(row.token, row.table, sides, bool(row.host))

    async def find(self, id: str) -> OpenTable:
        """The open table, rebuilt from its stored log where it is not in memory."""
        found = self.open_tables.get(id)
        if found is not None:
            found.used = time.monotonic()
            return found
        lock = self.opening.setdefault(id, asyncio.Lock())
        async with lock:
            if id not in self.open_tables:
                row = await self.stored(self.storage.table, id)
                if row is None:
                    raise Refused("table", "There is no such table.")
                if await self.stored(self.storage.claim, id):
                    raise Refused("elsewhere", "Another server holds this table. Try again.")
                table = await self.read(row)
                self.add(table)
                await self.refresh_links(self.open_tables[id])
                self.open_tables[id].listed = bool(await self.stored(self.storage.rows, "SELECT 1 FROM lobby WHERE table_id = ?", (id,)))
        return self.open_tables[id]

    async def read(self, row: TableRow) -> Table:
        """A table from the storage; the work is done off the event loop."""
        lines = await self.stored(self.storage.lines, row.id)
        reasons = await self.stored(self.storage.reasons, row.id)
        table = await asyncio.to_thread(self.rebuild, row, lines, reasons)
        table.parts = {part.side: part for part in await self.stored(self.storage.parts, row.id)}
        return table

    def rebuild(self, row: TableRow, lines: Iterable[str], reasons: Mapping[int, str]) -> Table:
        """A table as its stored log left it, by events; `reasons` by the number of the line."""
        try:
            record = stored_log(row, lines)
            session = replay(self.library.game(record.header.game), record, row.key)
        except Exception as error:
            # Whatever a damaged log trips over: the sentence says where, and the other tables go on.
            log.exception("table %s is damaged", row.id)
            where = str(error) if isinstance(error, LogError | ReplayError) else type(error).__name__
            raise Refused(
                "damaged",
                f"What is stored of this table is damaged, so it cannot be opened. Whoever runs the server finds it by its number, {row.id}. ({where})",
            ) from error
        clock = Clock(row.pace, row.moved, self.started)
        by_entry = {n: reasons[line] for n, line in enumerate(record.at) if line in reasons}
        return Table(row.id, session, json.loads(row.seats), row.imported, clock, by_entry, bool(row.hints))

    def add(self, table: Table) -> OpenTable:
        opened = self.open_tables[table.id] = OpenTable(table)
        return opened

    async def refresh_links(self, opened: OpenTable) -> None:
        """Which seats wait for somebody."""
        opened.empty = {link.side for link in await self.stored(self.storage.links, opened.table.id) if link.taken is None}
        held = {side for row in await self.stored(self.storage.seats, opened.table.id) for side in row.sides.split()}
        opened.empty -= held

    async def sweep(self) -> None:
        """Forever: tables that nobody looks at leave the memory."""
        while True:
            await asyncio.sleep(SWEEP)
            self.rest(time.monotonic() - RESTS)

    def rest(self, before: float) -> None:
        """Forget the tables that are idle and were last used before then."""
        for id in [id for id, opened in self.open_tables.items() if opened.is_idle and opened.used < before]:
            self.drop(id)

    def drop(self, id: str) -> None:
        """Forget what is in memory; the next who comes finds it in the storage."""
        opened = self.open_tables.pop(id, None)
        if opened is None:
            return
        self.left += 1
        if opened.bot is not None:
            opened.bot.cancel()
        for connection in opened.connections:
            connection.cut(1012)
        self.writer.post(self.storage.release, id)

    def drop_all(self) -> None:
        """Nothing in memory can be relied on: whoever is connected comes back by itself and finds what is stored."""
        for id in list(self.open_tables):
            self.drop(id)

    # Opening a table

    async def open_table(
        self, session: Session, seats: dict[str, str], imported: int = 0, pace: int = 0, owner: str = "", hints: bool = True
    ) -> dict[str, Any]:
        """Store a new table and hand out its links: the opener's own seat, and invitations for the others."""
        game, table_id = session.game, secrets.token_urlsafe(9)
        mine = " ".join(key for key in game.sides if seats[key] == "me")
        links = [LinkRow(new_token(), table_id, key) for key in game.sides if seats[key] == "link"]
        host, watch = SeatRow(new_token(), table_id, mine, 1), SeatRow(new_token(), table_id, "", 0, 1)
        record, moved = session.log, time.time()
        row = TableRow(
            table_id, record.line(0), session.dice.key, canonical(seats), now(), record.end_line(), imported, pace, moved, int(hints),
        )  # fmt: skip
        # A game that was handed in may be long, and a board that nobody has asked for yet is made now.
        lines = await asyncio.to_thread(lambda: [record.line(number) for number in range(1, len(record.rows) + 1)])
        table = await asyncio.to_thread(Table, table_id, session, seats, imported, Clock(pace, moved), None, hints)
        await self.stored(self.storage.create, row, lines, [host, watch], links)
        opened = self.add(table)
        opened.owner, opened.empty = owner, {link.side for link in links}
        self.on_turn(opened)
        tokens: dict[str, str | None] = {key: host.token if seats[key] == "me" else None for key in game.sides} | {
            link.side: link.token for link in links
        }
        return {"table": table_id, "links": tokens, "watch": watch.token, "mine": [host.token] if mine else [], "host": host.token}

    # Changing a table: the lock is held

    async def store_entries(self, opened: OpenTable, why: str = "") -> None:
        """Put everything that is not stored yet on the disk; if that fails, it did not happen."""
        table = opened.table
        record = table.session.log
        try:
            if len(record.rows) < table.stored:
                await self.stored(self.storage.cut, table.id, len(record.rows), table.clock.restart())
            else:
                lines = [record.line(number + 1) for number in range(table.stored, len(record.rows))]
                await self.stored(self.storage.append, table.id, table.stored, lines, record.end_line(), table.clock.restart(), why)
        except Exception as error:
            log.exception("table %s: the action could not be stored", table.id)
            await self.reload(opened)
            raise Refused("storage", "The action could not be stored, so it was not done.") from error
        table.stored = len(record.rows)

    async def reload(self, opened: OpenTable) -> None:
        """Go back to what is stored, and show it to everybody."""
        row = await self.stored(self.storage.table, opened.table.id)
        holder = "" if row is None else await self.stored(self.storage.claim, row.id)
        if row is None or holder:
            self.drop(opened.table.id)
            return
        edition = opened.table.edition + 1
        opened.table = await self.read(row)
        opened.table.edition = edition
        await opened.tell_position("undone")

    def announce(self, opened: OpenTable, what: Happening) -> None:
        """To those who call players, show the lobby, and the like: whatever befalls them, the table goes on."""
        for listener in self.listeners:
            try:
                listener(opened, what)
            except Exception:
                log.exception("table %s: %s could not be announced", opened.table.id, what.kind)

    async def changed(self, opened: OpenTable, since: int, by: Side | None = None) -> None:
        """Tell everybody what happened."""
        self.announce(opened, Happening("over" if opened.table.is_over else "moved", by, since=since))
        await opened.tell_position("update", since)
        if opened.table.is_over:
            session = opened.table.session
            opened.tell(
                "over",
                {"result": opened.table.result(), "key": session.dice.key.hex(), "last": session.log.last, "reasons": opened.table.all_reasons()},
            )
        else:
            self.on_turn(opened)


def new_token() -> str:
    """A link nobody guesses."""
    return secrets.token_urlsafe(24)


def is_token(text: str) -> bool:
    """Whether this could be a token at all: nothing else is looked for in the storage."""
    return 0 < len(text) <= 64 and text.isascii() and text.isprintable()


def stored_log(row: TableRow, lines: Iterable[str]) -> Log:
    """The log of a table with its hashes as they were stored; raises LogError where they do not fit what is stored beside them."""
    head = json.loads(row.header)
    digest = head.pop("hash", None)
    record = Log(Header(**{**head, "mixers": tuple(head.get("mixers", ()))}), digest)
    for number, line in enumerate(lines, 2):
        record.take(number, json.loads(line), check=False)
    if row.ending is not None:
        found = json.loads(row.ending)
        record.take(len(record.rows) + 2, found if "end" in found else {"end": found}, check=False)
    broken = record.broken()
    if broken is not None:
        raise LogError(broken, "it is not what was stored: its hash does not fit")
    return record


def sides_of(table: Table, sides: Iterable[Side]) -> list[str]:
    return [table.game.sides[side] for side in sides]
