"""The application: routes, the socket, and the bots at the tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from amba.server import http, http_people, opening, schema, talk
from amba.server.addresses import address_of
from amba.server.answers import Refused
from amba.server.calls import Caller, Messenger
from amba.server.checker import Checker
from amba.server.connection import Connection
from amba.server.gate import Gate
from amba.server.hinting import Adviser
from amba.server.hub import Happening, Hub, OpenTable
from amba.server.library import WEB, Library
from amba.server.limits import Limits
from amba.server.lobby import Lobby
from amba.server.players import Players
from amba.server.rematch import rematch
from amba.server.requests import Parts, app_of, trouble
from amba.server.static import Guarded, WebFiles, to_table
from amba.server.storage import Storage, Unavailable

log = logging.getLogger("amba.server")
T = TypeVar("T")


SEND_LIMIT = 20.0
"""Seconds one message may take to leave: whoever reads so slowly is cut."""


NOT_NOW = "The tables cannot be reached just now. Nothing was done; try again in a moment."


class Surroundings(NamedTuple):
    """What stands round the tables of one server."""

    names: tuple[str, ...] = ()
    """What the server is called from outside, beside its addresses."""
    secret: str = ""
    """By this word other servers of the same database are known."""
    passed_on: Callable[[Hub], Middleware] | None = None
    """What sends requests to the server that holds their table."""
    messengers: Mapping[str, Callable[[Storage], Messenger]] = MappingProxyType({})
    """By which ways players are called: mail, push."""
    services: tuple[Callable[[Hub], Coroutine[Any, Any, None]], ...] = ()
    """What runs beside the tables as long as the server does."""


ALONE = Surroundings()


def create_app(
    storage: Storage,
    *,
    library: Library | None = None,
    bot_workers: int | None = None,
    bot_limit: float | None = None,
    bot_pace: float = 0.15,
    around: Surroundings = ALONE,
    limits: Limits | None = None,
) -> Starlette:
    """The table's server over this storage. `bot_pace`: seconds between a bot's actions while somebody is looking."""
    hub = Hub(storage, library)
    caller = Caller(hub, {way: make(hub.storage) for way, make in around.messengers.items()})
    lobby = Lobby(storage)
    hub.listeners.append(lambda opened, what: lobby.hear(hub, opened, what))
    players = Players(hub, bot_workers, bot_limit, bot_pace)
    limits = limits or Limits()
    parts = Parts(hub, limits, Checker())
    hub.on_turn = players.wake
    adviser = Adviser(players.pool.choose)
    hub.on_hint = adviser.hear

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(service(hub)) for service in (Hub.sweep, *around.services, *([caller.run] if caller.messengers else []))]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await adviser.close()
        await players.close()
        await parts.checker.close()
        caller.couriers.shutdown(wait=False, cancel_futures=True)
        hub.close()

    routes: list[BaseRoute] = [
        Route("/health", http.health),
        Route("/api/games", http.games),
        Route("/api/languages/{code}", http.words_of),
        Route("/api/games/{key}/board", http.board),
        Route("/api/games/{key}/picture", http.picture),
        Route("/api/games/{key}/{part:str}", http.part),
        *http_people.ROUTES,
        Route("/api/tables", opening.new_table, methods=["POST"]),
        Route("/api/import", opening.import_log, methods=["POST"]),
        Route("/api/tables/{token}/log", http.log_file),
        Route("/api/tables/{token}/fork", opening.fork, methods=["POST"]),
        Route("/api/tables/{token}/rematch", rematch, methods=["POST"]),
        Route("/api/tables/{token}/seat", opening.sit_down, methods=["POST"]),
        Route("/api/tables/{token}", http.delete_table, methods=["DELETE"]),
        Route("/api/tables/{token}/now", http.standing),
        Route("/api/tables/{token}/verify", http.verify_dice),
        Route("/api/tables/{token}/luck", http.luck),
        WebSocketRoute("/ws/{token}", socket),
        Route("/t/{token}", to_table),
    ]
    if WEB.is_dir():
        routes += [Mount("/static", WebFiles(directory=WEB)), Mount("/", WebFiles(directory=WEB, html=True))]
    middleware = [
        Middleware(Guarded),
        Middleware(Gate, names=around.names, secret=around.secret, limits=limits),
        Middleware(GZipMiddleware, minimum_size=2000, compresslevel=5),
    ]
    if around.passed_on is not None:
        middleware.append(around.passed_on(hub))
    app = Starlette(routes=routes, middleware=middleware, lifespan=lifespan, exception_handlers={Unavailable: unavailable, **http_people.HANDLERS})
    app.state.hub = hub
    app.state.caller = caller
    app.state.parts = parts
    app.state.players = players
    return app


async def unavailable(request: Request, error: Exception) -> Response:
    log.warning("%s", error)
    return trouble(Refused("storage", NOT_NOW))


async def socket(websocket: WebSocket) -> None:
    """One connection from welcome to goodbye."""
    hub, limits, _ = app_of(websocket)
    address = address_of(websocket)
    await websocket.accept()
    if not limits.enter(address):
        await turn_away(websocket, Refused("slow", "Too many lines are open from your address."), 1013)
        return
    try:
        if not limits.take(address, "calls") or limits.owes(address):
            raise Refused("slow", "Too many lines were opened from your address in a short time. Wait a moment.")
        seat = await hub.seat(websocket.path_params["token"])
        opened = await hub.find(seat.table)
        await serve_seat(websocket, hub, limits, opened, Connection(seat, address))
    except Refused as refused:
        # Who was too quick comes back by himself.
        await turn_away(websocket, refused, 1013 if refused.code == "slow" else 4404)
    except Unavailable as error:
        log.warning("%s", error)
        # It comes back by itself.
        await turn_away(websocket, Refused("storage", NOT_NOW), 1013)
    finally:
        limits.leave(address)


async def turn_away(websocket: WebSocket, refused: Refused, code: int) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_text(msgspec.json.encode({"t": "error", **refused.data()}).decode())
        await websocket.close(code)


async def serve_seat(websocket: WebSocket, hub: Hub, limits: Limits, opened: OpenTable, connection: Connection) -> None:
    """Reads and sends side by side; whichever ends first ends the other."""
    tasks = [asyncio.create_task(deliver(websocket, connection))]
    try:
        opened.coming += 1
        try:
            await talk.welcome(hub, opened, connection)
        finally:
            opened.coming -= 1
        limits.charge(connection.address, connection.spent)
        connection.spent = 0.0
        tasks.append(asyncio.create_task(listen(websocket, hub, limits, opened, connection)))
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        opened.connections.discard(connection)
        opened.used = time.monotonic()
        for task in tasks:
            task.cancel()
        opened.tell("presence", opened.presence())
        hub.announce(opened, Happening("left"))
        await asyncio.gather(*tasks, return_exceptions=True)


async def deliver(websocket: WebSocket, connection: Connection) -> None:
    """Send what waits; a reader who is hopelessly behind is cut off and will come back by itself."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        while (body := await connection.take()) is not None:
            async with asyncio.timeout(SEND_LIMIT):
                await websocket.send_text(body.decode())
        async with asyncio.timeout(SEND_LIMIT):
            await websocket.close(connection.code)


async def listen(websocket: WebSocket, hub: Hub, limits: Limits, opened: OpenTable, connection: Connection) -> None:
    while True:
        frame = await websocket.receive()
        if frame["type"] == "websocket.disconnect":
            return
        # What waits goes out before the next is read: who sends in a burst must not be taken for a slow reader.
        await asyncio.sleep(0)
        await connection.room.wait()
        text: str | bytes = frame.get("text") or frame.get("bytes") or b""
        if not connection.bucket.take() or not limits.take(connection.address, "messages"):
            refusal = Refused("slow", f"That is too fast: at most {connection.bucket.RATE:.0f} messages a second. Nothing was done.")
            connection.send("refused", refusal.data(), id_of(text[: schema.MESSAGE_LIMIT]))
            continue
        if len(text) > schema.MESSAGE_LIMIT:
            refusal = Refused("malformed", f"That message is too long: at most {schema.MESSAGE_LIMIT} bytes.")
            connection.send("refused", refusal.data(), None)
            continue
        try:
            message = schema.incoming.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            connection.send("refused", Refused("malformed", f"The server does not understand this: {printable(error)}.").data(), id_of(text))
            continue
        # The table may have been dropped from memory and opened again meanwhile.
        if hub.open_tables.get(opened.table.id) is not opened:
            await websocket.close(1012)
            return
        if isinstance(message, schema.Chat) and not limits.take(connection.address, "chats"):
            connection.send(
                "refused", Refused("slow", "You write too fast for anybody to read. This was not sent; wait a moment.").data(), message.id
            )
            continue
        await asyncio.sleep(await to_the_end(answered(hub, limits, opened, connection, message)))


async def answered(hub: Hub, limits: Limits, opened: OpenTable, connection: Connection, message: schema.Incoming) -> float:
    """Answer one message; how long its address has to wait for the next answer."""
    await talk.hear(hub, opened, connection, message)
    spent, connection.spent = connection.spent, 0.0
    return limits.charge(connection.address, spent) if spent else 0.0


UNDER_WAY: set[asyncio.Task[Any]] = set()
"""What is being done, so that it is not forgotten where the line that asked for it is gone."""


async def to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Do it whole even where the line breaks meanwhile: what is half done would be stored by nobody, told to nobody and charged to nobody."""
    task = asyncio.create_task(work)
    UNDER_WAY.add(task)
    task.add_done_callback(UNDER_WAY.discard)
    return await asyncio.shield(task)


def printable(error: Exception) -> str:
    """What is wrong, without half letters that could not be sent back."""
    return str(error).encode("utf-8", "replace").decode()


def id_of(text: str | bytes) -> int | None:
    """The id of a message that did not fit, so that whoever waits for the answer gets it."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    number = found.get("id") if isinstance(found, dict) else None
    return number if isinstance(number, int) and 0 <= number <= 2**53 else None
