"""The gate: who may speak to this server, and where a seat's token stands.

A token in a path ends up in the logs of every proxy on the way, so it comes as a header: `Authorization: Bearer TOKEN`, and over a socket as the
second of two protocols, `amba, seat.TOKEN`. Here it is put where the routes look for it.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from hmac import compare_digest
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from amba.server.addresses import address_of
from amba.server.limits import Limits

TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")
SECRET = b"x-amba-secret"
"""The header by which the servers of one database know each other."""
PROTOCOL = "amba"
SEAT = "seat."


def header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def host_of(text: str) -> str:
    """The name or address in a Host or an Origin, without its port."""
    try:
        return (urlsplit(text if "//" in text else f"//{text}").hostname or "").lower()
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Gate:
    """Turns away what another site's page sends, and takes tokens from their headers.

    A page of another site can make a browser send things here under a name that its owner points at this machine. So a name must be one that the
    server was told to be its own (`names`); plain addresses and `localhost` always are.
    """

    def __init__(self, app: ASGIApp, names: Collection[str] = (), secret: str = "", limits: Limits | None = None) -> None:
        self.app = app
        self.limits = limits or Limits(0)
        self.names = {"localhost", "testserver", *(name.lower() for name in names)}
        self.secret = secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        scope["amba.peer"] = bool(self.secret) and compare_digest(header(scope, SECRET).encode(), self.secret.encode())
        if scope["amba.peer"]:
            # Another server passes it on: what counts is where it came from.
            scope["client"] = (header(scope, b"x-forwarded-for").rpartition(",")[2].strip(), 0)
        trouble = "" if scope["amba.peer"] else self.trouble(scope)
        if trouble:
            await refuse(scope, receive, send, 403, trouble)
            return
        if not scope["amba.peer"] and not self.limits.take(address_of(HTTPConnection(scope)), "pages"):
            await refuse(scope, receive, send, 429, "Too much is asked from your address in a short time. Wait a moment; nothing was done.")
            return
        await self.app(self.seated(scope), receive, answering(scope, send))

    def is_ours(self, name: str) -> bool:
        return name in self.names or is_address(name)

    def trouble(self, scope: Scope) -> str:
        host, origin = header(scope, b"host"), header(scope, b"origin")
        if not self.is_ours(host_of(host)):
            return f"This server is not called {host_of(host) or 'that'}. Whoever runs it can add the name: amba serve --name NAME."
        changes = scope["type"] == "websocket" or scope["method"] not in {"GET", "HEAD", "OPTIONS"}
        if changes and origin and host_of(origin) != host_of(host) and host_of(origin) not in self.names:
            return "This came from a page of another site, so it was not done."
        return ""

    def seated(self, scope: Scope) -> Scope:
        """The request with its token in the path, where it came in a header."""
        path, token = scope["path"], token_in(scope)
        if not token:
            return scope
        if scope["type"] == "websocket" and path == "/ws":
            return {**scope, "path": f"/ws/{token}", "raw_path": f"/ws/{token}".encode()}
        if scope["type"] == "http" and (path == "/api/table" or path.startswith("/api/table/")):
            inside = f"/api/tables/{token}{path.removeprefix('/api/table')}"
            return {**scope, "path": inside, "raw_path": inside.encode()}
        return scope


def token_in(scope: Scope) -> str:
    """The token that a header carries; empty where there is none."""
    if scope["type"] == "websocket":
        found = next((name.removeprefix(SEAT) for name in scope.get("subprotocols", ()) if name.startswith(SEAT)), "")
    else:
        found = header(scope, b"authorization").removeprefix("Bearer ").strip()
    return found if TOKEN.fullmatch(found) else ""


def answering(scope: Scope, send: Send) -> Send:
    """A browser wants to hear one of the protocols it named."""
    if scope["type"] != "websocket" or PROTOCOL not in scope.get("subprotocols", ()):
        return send

    async def named(message: Message) -> None:
        if message["type"] == "websocket.accept":
            message["subprotocol"] = PROTOCOL
        await send(message)

    return named


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, text: str) -> None:
    if scope["type"] == "http":
        slow = status == 429
        await JSONResponse({"error": text, "code": "slow" if slow else "gate"}, status, {"retry-after": "10"} if slow else None)(scope, receive, send)
    else:
        # Before it is accepted, closing a socket is answered with 403.
        await send({"type": "websocket.close", "code": 1008, "reason": text[:120]})
