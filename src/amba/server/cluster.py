"""Several servers over one database: what concerns a table goes to the server that holds it, whichever was asked.

A server that is asked about a table tries to make it its own. Where another holds it, the request or the socket is passed on to that one, and its
answers back. When the other dies its tables are free: sockets that went through close, browsers come back, and the next server asked takes over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re

import httpx
from starlette.middleware import Middleware
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from amba.server.gate import SECRET
from amba.server.hub import Hub
from amba.server.link_storage import LinkRow
from amba.server.postgres import PostgresStorage
from amba.server.schema import LOG_LIMIT
from amba.server.storage import SeatRow, Unavailable

log = logging.getLogger("amba.server")
SEATED = re.compile(r"^/(?:ws|api/tables)/([^/]+)(?:/|$)")
TRIES = 40
PAUSE = 0.25
"""Seconds between tries to find the server that holds a table: one that was killed holds it a moment longer."""
AWAKE = 4.0
"""Seconds between looks at the database while nothing else asks it: a connection that broke is noticed by them."""
NOT_PASSED = {b"host", b"connection", b"upgrade", b"content-length", b"transfer-encoding", b"sec-websocket-key", b"sec-websocket-version", b"sec-websocket-extensions", b"sec-websocket-protocol", b"x-forwarded-for", SECRET}  # fmt: skip


class Elsewhere(Exception):
    """Nobody could be found who holds the table."""


class Cluster:
    """Passes on what belongs to another server."""

    def __init__(self, app: ASGIApp, hub: Hub, storage: PostgresStorage) -> None:
        self.app = app
        self.hub = hub
        self.storage = storage
        self.client = httpx.AsyncClient(timeout=60, trust_env=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = SEATED.match(scope["path"]) if scope["type"] in {"http", "websocket"} else None
        if found is None:
            await self.app(scope, receive, send)
            return
        try:
            await self.send_on(scope, receive, send, found[1])
        except (Elsewhere, Unavailable) as error:
            log.warning("%s: %s", type(error).__name__, error)
            await later(scope, receive, send)

    async def send_on(self, scope: Scope, receive: Receive, send: Send, token: str) -> None:
        row: SeatRow | LinkRow | None = await self.hub.stored(self.storage.seat, token)
        if row is None:
            row = await self.hub.stored(self.storage.link, token)
        read = receive
        for _ in range(TRIES):
            address = await self.hub.stored(self.storage.claim, row.table) if row is not None else ""
            if not address:
                await self.app(scope, read, send)
                return
            if scope["amba.peer"]:
                # Whoever passed it on looks again.
                raise Elsewhere(f"a table that {address} holds was asked for here")
            if read is receive and scope["type"] == "http":
                read = again(await whole(receive))
            if address != "unknown":
                with contextlib.suppress(httpx.ConnectError, OSError, InvalidHandshake):
                    await (self.pass_request if scope["type"] == "http" else self.pass_socket)(address, scope, read, send)
                    return
            await asyncio.sleep(PAUSE)
        raise Elsewhere("the server that holds a table does not answer")

    def headers(self, scope: Scope) -> list[tuple[str, str]]:
        kept = [(key.decode("latin-1"), value.decode("latin-1")) for key, value in scope["headers"] if key not in NOT_PASSED]
        client = scope.get("client")
        return [*kept, (SECRET.decode(), self.storage.secret), *([("x-forwarded-for", client[0])] if client else [])]

    async def pass_request(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        url = f"http://{address}{scope['path']}?{scope['query_string'].decode('latin-1')}"
        try:
            answer = await self.client.request(scope["method"], url, content=await whole(receive), headers=self.headers(scope))
        except httpx.ConnectError:
            raise
        except httpx.HTTPError as error:
            # It may have been done: it is not asked for twice.
            raise Elsewhere(f"{address} did not answer to the end") from error
        headers = [
            (key.lower(), value)
            for key, value in answer.headers.raw
            if key.lower() not in {b"content-encoding", b"content-length", b"transfer-encoding", b"connection"}
        ]
        await send(
            {
                "type": "http.response.start",
                "status": answer.status_code,
                "headers": [*headers, (b"content-length", str(len(answer.content)).encode())],
            }
        )
        await send({"type": "http.response.body", "body": answer.content})

    async def pass_socket(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        async with connect(
            f"ws://{address}{scope['path']}", additional_headers=self.headers(scope), proxy=None, max_size=None, open_timeout=10
        ) as line:
            await receive()
            await send({"type": "websocket.accept"})
            inward = asyncio.create_task(self.inward(line, receive))
            try:
                async for text in line:
                    await send({"type": "websocket.send", "text": text if isinstance(text, str) else text.decode()})
            except ConnectionClosed:
                pass
            finally:
                inward.cancel()
            with contextlib.suppress(RuntimeError):
                await send({"type": "websocket.close", "code": line.close_code if line.close_code not in {None, 1005, 1006} else 1012})

    async def inward(self, line: ClientConnection, receive: Receive) -> None:
        with contextlib.suppress(ConnectionClosed):
            while (message := await receive())["type"] == "websocket.receive":
                await line.send(message.get("text") or message.get("bytes") or b"")
        await line.close()


async def stay_awake(hub: Hub) -> None:
    """Notice a lost connection also where nobody plays; then nothing in memory is ours any more."""
    assert isinstance(hub.storage, PostgresStorage)
    loop = asyncio.get_running_loop()

    def lost() -> None:
        loop.call_soon_threadsafe(hub.drop_all)

    hub.storage.on_lost = lost
    while True:
        await asyncio.sleep(AWAKE)
        with contextlib.suppress(Unavailable):
            await hub.stored(hub.storage.count)


def passed_on(hub: Hub) -> Middleware:
    assert isinstance(hub.storage, PostgresStorage)
    return Middleware(Cluster, hub=hub, storage=hub.storage)


async def whole(receive: Receive) -> bytes:
    """A request's body."""
    body = bytearray()
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LOG_LIMIT:
            raise Elsewhere("a request is too large to be passed on")
    return bytes(body)


def again(body: bytes) -> Receive:
    """A body that was read, to be read as often as it takes."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def later(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await JSONResponse({"error": "The table changes hands just now. Try again.", "code": "elsewhere"}, 503, {"retry-after": "1"})(
            scope, receive, send
        )
    else:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": 1012})
