"""A WebSocket that remembers the last message while it packs the next: a position is nearly the one before it. And one that nobody can drown.

With the 4 KiB of memory that is usual the last one, 5 to 25 kB, is forgotten when the next comes. With 32 KiB an update is 130 to 700 bytes instead of
1.3 to 3.6 kB, and takes a third of the time. It costs 112 KiB more for each line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame

from amba.server.clock import Bucket

REMEMBERED = 15
"""As a power of two: bytes."""
HEARD = 12
"""The same for what browsers send, which is short."""
SLICE = 2048
"""Bytes that are looked at at a time: a frame may be six bytes long, and 256 KiB of them would hold up everybody for a second."""
MOST_PARTS = 1000
"""Frames that one message may come in."""
NO_HANDSHAKE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Frames(Bucket):
    """So many frames of any kind over one line: beyond what messages may be, for pings and messages in parts cost time as well."""

    SIZE = 3000
    RATE = 400.0


class PackedLine(WebSocketsSansIOProtocol):
    """What a browser agrees to is packed; programs that do not pack are served as they are."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        packed = ServerPerMessageDeflateFactory(server_max_window_bits=REMEMBERED, client_max_window_bits=HEARD, compress_settings={"memLevel": 5})
        self.conn.available_extensions = [packed]
        self.bucket = Frames()
        self.parts = 0
        """In how many the message has come so far."""
        self.on_gone: Callable[[], None] = lambda: None
        """Called when the line is closed."""

    def data_received(self, data: bytes) -> None:
        for at in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + SLICE])
        # The whole head of the request came first. What is no handshake by it never becomes one, and nothing else would end the line.
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(NO_HANDSHAKE)
            self.transport.close()

    def handle_events(self) -> None:
        if self.bucket.take(len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        self.parts = 0 if event.fin else self.parts + 1
        if self.parts < MOST_PARTS:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.on_gone()
        super().connection_lost(exc)
