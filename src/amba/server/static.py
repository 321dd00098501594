"""The browser's files, and the headers that keep a page to itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "worker-src 'self'",
        "style-src 'self'",
        # The client sets widths and colours on single elements; no style sheet can come in that way.
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    # Seat links are secrets: no other site learns them.
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}


class Guarded:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS.items()]
            await send(message)

        await self.app(scope, receive, guarded)


class WebFiles(StaticFiles):
    """Files with tags; browsers ask each time whether they changed, so that a new version is never half loaded."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if any(part.startswith(".") and part != "." for part in path.split("/")):
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


async def to_table(request: Request) -> Response:
    """/t/TOKEN, as people like to send it; the page itself takes the token from behind the #, where no proxy logs it."""
    return RedirectResponse(f"/table.html#{request.path_params['token']}", 303, headers={"cache-control": "no-store"})


Endpoint = Callable[[Request], Awaitable[Response]]
__all__: list[Any] = ["POLICY", "Endpoint", "Guarded", "WebFiles", "to_table"]
