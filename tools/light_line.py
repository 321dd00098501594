"""A WebSocket line that costs next to nothing: for players by the thousand who share the machine with the server they measure.

No compression, no fragments, no checks: it speaks with our own server alone.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import struct
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class LightLine(asyncio.Protocol):
    """One line: `heard` is called with the body of every message."""

    def __init__(self, path: str, heard: Callable[[bytes], None]) -> None:
        self.path = path
        self.heard = heard
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.buffer = bytearray()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = (
            f"GET {self.path} HTTP/1.1",
            "Host: 127.0.0.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        transport.write("\r\n".join((*lines, "", "")).encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.ready.done():
            head, rest, self.buffer = self.buffer.partition(b"\r\n\r\n")
            if not rest:
                self.buffer = head
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.ready.set_exception(RuntimeError(head[:80].decode("latin-1")))
                return
            self.ready.set_result(None)
        while (frame := self.frame()) is not None:
            kind, body = frame
            if kind == TEXT:
                self.heard(body)
            elif kind == PING:
                self.put(PONG, body)
            elif kind == CLOSE:
                self.close()

    def frame(self) -> tuple[int, bytes] | None:
        """The next whole frame, taken from what has come; the server's are not masked."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        kind, body = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return kind, body

    def send(self, body: bytes) -> None:
        self.put(TEXT, body)

    def put(self, kind: int, body: bytes) -> None:
        """Masked, as a client must; the mask is zero, so that nothing changes by it."""
        size = len(body)
        head = struct.pack("!BB", 128 | kind, 128 | size) if size < 126 else struct.pack("!BBH", 128 | kind, 128 | 126, size)
        if self.transport is not None and not self.closed:
            self.transport.write(head + b"\0\0\0\0" + body)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server hung up"))

    def close(self) -> None:
        self.closed = True
        if self.transport is not None:
            self.transport.close()


async def light_line(host: str, port: int, path: str, heard: Callable[[bytes], None]) -> LightLine:
    line: LightLine
    _, line = await asyncio.get_running_loop().create_connection(lambda: LightLine(path, heard), host, port)
    await line.ready
    return line
