"""One connection: what is to be sent waits in a queue, so that a slow reader holds up nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec

from amba.server.answers import Seat
from amba.server.clock import Bucket

BACKLOG = 500
"""Messages that may wait for one slow connection before it is cut."""
BACKLOG_BYTES = 4 * 1024 * 1024
ENOUGH = 50
"""Messages waiting to be sent beyond which nothing more is read from this line."""


class Connection:
    """A seat's line. Whoever is hopelessly behind is cut off, and what waited for him is dropped: he will come back by himself."""

    def __init__(self, seat: Seat, address: str = "") -> None:
        self.seat = seat
        self.address = address
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.bucket = Bucket()
        self.waiting = 0
        """Bytes that wait."""
        self.spent = 0.0
        """Seconds of work that its questions cost and its address has not been charged for yet."""
        self.code = 1000
        self.is_cut = asyncio.Event()
        self.room = asyncio.Event()
        """Whether answers leave as fast as questions come."""
        self.room.set()

    def send(self, t: str, data: Mapping[str, Any] | None = None, id: int | None = None) -> None:
        message = {"t": t, **({"id": id} if id is not None else {}), **(data or {})}
        self.put(msgspec.json.encode(message))

    def put(self, body: bytes) -> None:
        if self.is_cut.is_set():
            return
        if self.queue.qsize() >= BACKLOG or self.waiting + len(body) > BACKLOG_BYTES > len(body):
            self.cut(1013)
            return
        self.waiting += len(body)
        self.queue.put_nowait(body)
        if self.queue.qsize() > ENOUGH:
            self.room.clear()

    async def take(self) -> bytes | None:
        """The next to send; None when nothing more is to be sent."""
        body = await self.queue.get()
        self.waiting -= len(body or b"")
        if self.queue.qsize() <= ENOUGH:
            self.room.set()
        return body

    def cut(self, code: int) -> None:
        """End it; nothing more is sent."""
        self.code = code
        while not self.queue.empty():
            self.queue.get_nowait()
        self.waiting = 0
        self.room.set()
        self.is_cut.set()
        self.queue.put_nowait(None)
