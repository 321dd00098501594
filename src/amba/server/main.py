"""Runs the table's server."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import webbrowser
from pathlib import Path

import uvicorn

from amba.server.app import create_app
from amba.server.library import Library
from amba.server.schema import MESSAGE_LIMIT
from amba.server.storage import SqliteStorage


def serve(
    host: str = "127.0.0.1",
    port: int = 8080,
    db: Path | str = "amba.sqlite",
    open_browser: bool = False,
    *,
    path: str = "/",
    bot_workers: int = 1,
    bot_pace: float = 0.15,
    quiet: bool = False,
) -> None:
    """Serve until interrupted. `port` 0 takes any free one; `db` is the file that holds every table; `path` is what the browser opens."""
    listener = listen(host, port)
    number = listener.getsockname()[1]
    shown = "127.0.0.1" if host in {"0.0.0.0", "::", ""} else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{number}"
    library = Library()
    # Opening all games takes a second: it is under way while the browser still fetches the page.
    threading.Thread(target=library.shelf, daemon=True).start()
    app = create_app(SqliteStorage(db), library=library, bot_workers=bot_workers, bot_pace=bot_pace)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, ws="websockets-sansio", ws_max_size=2 * MESSAGE_LIMIT, ws_ping_interval=20, ws_ping_timeout=20,
        timeout_graceful_shutdown=3,
    )  # fmt: skip
    server = uvicorn.Server(config)
    if not quiet:
        print(f"Amba is at {address}/  (Ctrl-C ends it; games are kept in {db})", flush=True)
    if open_browser:
        threading.Timer(0.4, webbrowser.open, [address + path]).start()
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        server.run(sockets=[listener])


def listen(host: str, port: int) -> socket.socket:
    """The listening socket, taken before anything else: a busy port is said at once, and whoever comes before the server is up waits instead of being refused."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise SystemExit(f"amba: cannot listen on {host}:{port}: {error.strerror}") from None
    return listener
