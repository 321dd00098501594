"""A line over HTTP that is given some time and no more: whoever opens hundreds and says nothing, or a letter a minute, would else keep everybody out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from amba.server.addresses import is_among
from amba.server.gate import SECRET
from amba.server.limits import Limits
from amba.server.packed_line import PackedLine

LOOK = 20.0
"""Seconds between two looks at a line: what has asked nothing since the last one is closed."""
PATIENCE = 120.0
"""Seconds that a request may take to come in whole."""
LINE_MODULE = H11Protocol.__module__.rpartition(".")[2]
"""As a line in the log names where it comes from."""


class PatientLine(H11Protocol):
    """Closed where nothing whole comes over it for long, or where its address has too many. Once it is a WebSocket it is only counted."""

    limits = Limits(0)
    spared: Collection[str] = ()
    """Addresses, or networks of them, that speak for many others: proxies."""
    address = ""
    """By what it is counted; empty where it is not."""
    seen: RequestResponseCycle | None = None
    """What was being asked at the last look."""
    looks = 0
    """How often it has been the same."""
    next_look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast("asyncio.Transport", transport))
        host = self.client[0] if self.client else ""
        if host and not is_among(host, self.spared):
            if not self.limits.connect(host):
                self.transport.close()
                return
            self.address = host
        self.next_look = self.loop.call_later(LOOK, self.look)

    def look(self) -> None:
        """Close it where nothing was asked since the last look, or what is asked does not come to its end."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        asked: RequestResponseCycle | None = self.cycle
        self.looks = self.looks + 1 if asked is self.seen else 0
        is_idle = self.looks > 0 and (asked is None or asked.response_complete)
        is_endless = asked is not None and asked.more_body and self.looks * LOOK >= PATIENCE
        if is_idle or is_endless:
            self.transport.close()
            return
        self.seen = asked
        self.next_look = self.loop.call_later(LOOK, self.look)

    def send_400_response(self, msg: str) -> None:
        """What came is no request, or no more of one: said where nothing has been said yet, then the line is closed, and nobody answers over it any more."""
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        self.transport.close()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on it is another kind of line, which is counted on; but for one of another server, which may pass on those of hundreds."""
        if any(name == SECRET for name, _ in event.headers):
            self.leave()
        address, self.address = self.address, ""
        self.leave()
        super().handle_websocket_upgrade(event)
        line = self.transport.get_protocol()
        if address and isinstance(line, PackedLine):
            line.on_gone = lambda: self.limits.disconnect(address)
        elif address:
            self.limits.disconnect(address)

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        super().connection_lost(exc)

    def leave(self) -> None:
        """It counts no more, and nobody looks at it."""
        if self.next_look is not None:
            self.next_look.cancel()
        if self.address:
            self.limits.disconnect(self.address)
            self.address = ""


def is_trouble(record: logging.LogRecord) -> bool:
    """Whether it belongs in the log. Letters that are none, and what is no request, are the sender's trouble, who is told; he could fill the disk with them."""
    is_no_text = record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError)
    # A line warns of nothing but what came over it.
    is_no_request = record.levelno == logging.WARNING and record.module == LINE_MODULE
    return not (is_no_text or is_no_request)


def is_no_farewell(record: logging.LogRecord) -> bool:
    """Whoever goes without a word is written to a moment longer: no trouble of ours, and a line for each would fill the disk."""
    return record.msg != "socket.send() raised exception."


def keep_log_readable() -> None:
    """What anybody may send is no trouble of the server's."""
    logging.getLogger("uvicorn.error").addFilter(is_trouble)
    logging.getLogger("asyncio").addFilter(is_no_farewell)


def line_for(limits: Limits, spared: Collection[str]) -> type[PatientLine]:
    """The kind of line that a server uses."""

    class Line(PatientLine):
        pass

    Line.limits, Line.spared = limits, spared
    return Line
