"""What every call over HTTP needs: who asks, what was sent, and how trouble is said."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse

from amba.server import schema
from amba.server.addresses import address_of
from amba.server.answers import Refused, Seat
from amba.server.checker import Checker
from amba.server.hub import Hub, OpenTable
from amba.server.limits import Limits

T = TypeVar("T")
STATUS = {
    "seat": 404, "table": 404, "unknown": 404, "damaged": 404, "link": 409, "taken": 409, "large": 413, "slow": 429, "busy": 503, "storage": 503, "elsewhere": 503,
}  # fmt: skip
"""By the code of a refusal; anything else is 400."""
MOST_UNHEEDED = 32 * 2**20
"""Bytes that are still heard of what is refused."""


class Parts(NamedTuple):
    """What the calls share."""

    hub: Hub
    limits: Limits
    checker: Checker


def app_of(connection: HTTPConnection) -> Parts:
    parts: Parts = connection.app.state.parts
    return parts


def hub_of(connection: HTTPConnection) -> Hub:
    return app_of(connection).hub


def trouble(error: Exception, status: int | None = None) -> JSONResponse:
    """What is wrong with a call, in words and for programs."""
    code = error.code if isinstance(error, Refused) else "malformed"
    # Half letters in what was sent must not break the answer about it.
    text = str(error).encode("utf-8", "replace").decode()
    headers = {"retry-after": "10"} if code in ("slow", "busy") else None
    return JSONResponse({"error": text, "code": code}, status or STATUS.get(code, 400), headers)


async def body_of(request: Request, limit: int) -> bytes:
    """What was sent. Of what is too large the rest is heard and forgotten: whoever still sends when he is answered reads no answer, and his line breaks."""
    found, size = bytearray(), 0
    async for chunk in chunks(request):
        size += len(chunk)
        if size > limit + MOST_UNHEEDED:
            break
        if size <= limit:
            found += chunk
    if size > limit:
        raise Refused("large", f"That is too large: at most {limit // 1024} KiB.")
    return bytes(found)


async def chunks(request: Request) -> AsyncIterator[bytes]:
    try:
        async for chunk in request.stream():
            yield chunk
    except ClientDisconnect:
        raise Refused("malformed", "This came in half: the line broke.") from None


async def unheeded(request: Request) -> None:
    """Hear what is still being sent to a call that is refused."""
    size = 0
    with contextlib.suppress(Refused, RuntimeError):  # RuntimeError: it has been heard to its end
        async for chunk in chunks(request):
            size += len(chunk)
            if size > MOST_UNHEEDED:
                break


async def sent(request: Request, kind: type[T], limit: int = schema.BODY_LIMIT) -> T:
    """What was sent, as this kind of thing. What is none is refused in words: letters that are no text, brackets without end."""
    try:
        return msgspec.json.decode(await body_of(request, limit), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", f"The server does not understand this: {error}.") from None


async def seated(request: Request) -> tuple[Seat, OpenTable]:
    """The seat that the token of a request names, and its table."""
    hub = hub_of(request)
    app_of(request).limits.check(address_of(request), "calls")
    seat = await hub.seat(request.path_params["token"])
    return seat, await hub.find(seat.table)


async def paid(request: Request, work: Callable[..., T], *args: Any) -> T:
    """Work for this request, off the event loop. Its address is charged for it, as it is for its questions over a socket; who owes much is sent away."""
    limits, address = app_of(request).limits, address_of(request)
    if limits.owes(address):
        raise Refused("slow", "Your address has asked for much work in a short time. Wait a moment; nothing was done.")

    def timed() -> tuple[T, float]:
        begun = time.thread_time()
        found = work(*args)
        return found, time.thread_time() - begun

    found, spent = await asyncio.to_thread(timed)
    limits.charge(address, spent)
    return found
