"""The application: routes, the socket, and the bots at the tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from amba.server import http, schema, talk
from amba.server.answers import Refused
from amba.server.hub import Connection, Hub, OpenTable
from amba.server.library import WEB, Library
from amba.server.players import Players
from amba.server.static import Guarded, WebFiles, to_table
from amba.server.storage import Storage

log = logging.getLogger("amba.server")


def create_app(
    storage: Storage, *, library: Library | None = None, bot_workers: int = 1, bot_limit: float | None = None, bot_pace: float = 0.15
) -> Starlette:
    """The table's server over this storage. `bot_pace`: seconds between a bot's actions while somebody is looking."""
    hub = Hub(storage, library)
    players = Players(hub, bot_workers, bot_limit, bot_pace)
    hub.on_turn = players.wake

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await players.close()
        hub.close()

    routes: list[BaseRoute] = [
        Route("/health", http.health),
        Route("/api/games", http.games),
        Route("/api/games/{key}/board", http.board),
        Route("/api/games/{key}/picture", http.picture),
        Route("/api/games/{key}/{part:str}", http.part),
        Route("/api/tables", http.new_table, methods=["POST"]),
        Route("/api/import", http.import_log, methods=["POST"]),
        Route("/api/tables/{token}/log", http.log_file),
        Route("/api/tables/{token}/fork", http.fork, methods=["POST"]),
        Route("/api/tables/{token}/now", http.standing),
        Route("/api/tables/{token}/verify", http.verify_dice),
        WebSocketRoute("/ws/{token}", socket),
        Route("/t/{token}", to_table),
    ]
    if WEB.is_dir():
        routes += [Mount("/static", WebFiles(directory=WEB)), Mount("/", WebFiles(directory=WEB, html=True))]
    app = Starlette(routes=routes, middleware=[Middleware(Guarded), Middleware(GZipMiddleware, minimum_size=2000)], lifespan=lifespan)
    app.state.hub = hub
    app.state.players = players
    return app


async def socket(websocket: WebSocket) -> None:
    """One connection from welcome to goodbye."""
    hub: Hub = websocket.app.state.hub
    await websocket.accept()
    try:
        seat = await hub.seat(websocket.path_params["token"])
        opened = await hub.find(seat.table)
    except Refused as refused:
        await websocket.send_text(msgspec.json.encode({"t": "error", **refused.data()}).decode())
        await websocket.close(4404)
        return
    connection = Connection(seat)
    sender = asyncio.create_task(deliver(websocket, connection))
    try:
        await talk.welcome(hub, opened, connection)
        await listen(websocket, hub, opened, connection)
    finally:
        opened.connections.discard(connection)
        sender.cancel()
        opened.tell("presence", opened.online())


async def deliver(websocket: WebSocket, connection: Connection) -> None:
    """Send what waits; a reader who is hopelessly behind is cut off and will come back by itself."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (body := await connection.queue.get()) is not None:
            await websocket.send_text(body.decode())
        await websocket.close(1013)


async def listen(websocket: WebSocket, hub: Hub, opened: OpenTable, connection: Connection) -> None:
    while True:
        frame = await websocket.receive()
        if frame["type"] == "websocket.disconnect":
            return
        # What waits goes out before the next is read: who sends in a burst must not be taken for a slow reader.
        await asyncio.sleep(0)
        text: str | bytes = frame.get("text") or frame.get("bytes") or b""
        if not connection.bucket.take():
            refusal = Refused("slow", f"That is too fast: at most {connection.bucket.RATE:.0f} messages a second. Nothing was done.")
            connection.send("refused", refusal.data(), id_of(text[: schema.MESSAGE_LIMIT]))
            continue
        if len(text) > schema.MESSAGE_LIMIT:
            refusal = Refused("malformed", f"That message is too long: at most {schema.MESSAGE_LIMIT} bytes.")
            connection.send("refused", refusal.data(), None)
            continue
        try:
            message = schema.incoming.decode(text)
        except (msgspec.DecodeError, UnicodeError) as error:
            connection.send("refused", Refused("malformed", f"The server does not understand this: {error}.").data(), id_of(text))
            continue
        # The table may have been dropped from memory and opened again meanwhile.
        if hub.open_tables.get(opened.table.id) is not opened:
            await websocket.close(1012)
            return
        await talk.hear(hub, opened, connection, message)


def id_of(text: str | bytes) -> int | None:
    """The id of a message that did not fit, so that whoever waits for the answer gets it."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    number = found.get("id") if isinstance(found, dict) else None
    return number if isinstance(number, int) and 0 <= number <= 2**53 else None
