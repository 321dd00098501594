"""Runs the table's server."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import webbrowser
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import uvicorn

from amba.server.app import Surroundings, create_app
from amba.server.calls import Messenger
from amba.server.gate import host_of
from amba.server.library import Library
from amba.server.limits import Limits
from amba.server.mail import Post
from amba.server.packed_line import PackedLine
from amba.server.patient_line import keep_log_readable, line_for
from amba.server.schema import MESSAGE_LIMIT
from amba.server.storage import Storage
from amba.server.storages import StorageTrouble, is_shared, open_storage, shown_place
from amba.server.tidying import keep_tidy

STUCK_MS = 60_000
FILES = 65_536
"""Open files, lines among them, that are asked for."""
LOOPBACK = ("127.0.0.0/8", "::1/128", "::ffff:127.0.0.1/128")
"""Who is on this machine is its proxy, if anybody."""


class Outside(NamedTuple):
    """How a server is known outside of its machine, and by which ways it calls players."""

    url: str = ""
    """Where browsers find it: https://club.example"""
    names: tuple[str, ...] = ()
    """Other names it has."""
    smtp: str = ""
    """Who takes its mail: smtp://USER:PASSWORD@HOST:PORT"""
    sender: str = ""
    """From whom mails are: Amba <amba@club.example>"""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of the proxies in front of it: whom they forward is believed."""

    def host(self) -> str:
        """The name in its URL."""
        if self.url and not (self.url.startswith(("http://", "https://")) and host_of(self.url)):
            raise StorageTrouble(f"--url is {self.url!r}; expected where browsers find this server: https://club.example")
        return host_of(self.url)

    def messengers(self) -> dict[str, Callable[[Storage], Messenger]]:
        found: dict[str, Callable[[Storage], Messenger]] = {}
        if self.smtp:
            if not (self.url and self.sender):
                raise StorageTrouble("mail needs --url (where links in mails lead) and --mail-from, too")
            try:
                post = Post(self.smtp, self.sender, self.url)
            except ValueError as error:
                raise StorageTrouble(f"mail: {error} (AMBA_SMTP, --mail-from)") from None
            found["mail"] = lambda storage: post
        if self.url:
            # Web Push is there where it is installed; browsers have it over https only.
            with contextlib.suppress(ModuleNotFoundError):
                push = import_module("amba.server.push")
                found["push"] = lambda storage: push.Push(storage, self.url)
        return found


AT_HOME = Outside()


def serve(
    host: str = "127.0.0.1",
    port: int = 8080,
    db: Path | str = "amba.sqlite",
    open_browser: bool = False,
    *,
    path: str = "/",
    bot_workers: int | None = None,
    bot_pace: float = 0.15,
    quiet: bool = False,
    outside: Outside = AT_HOME,
    peer: str = "",
    limited: bool = True,
) -> None:
    """Serve until interrupted. `port` 0 takes any free one; `db` is the file that holds every table, or the URL of a PostgreSQL database.

    `path` is what the browser opens, `outside` what the server is called there and how it calls players, `peer` the address where other servers of the database reach it.
    """
    make_room()
    listener = listen(host, port)
    number = listener.getsockname()[1]
    shown = "127.0.0.1" if host in {"0.0.0.0", "::", ""} else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{number}"
    library = Library()
    # Opening all games takes a second: it is under way while the browser still fetches the page.
    threading.Thread(target=library.shelf, daemon=True).start()
    try:
        storage = open_storage(db, peer or f"{address.removeprefix('http://')}")
        around = surroundings(storage, outside)
    except StorageTrouble as trouble:
        listener.close()
        raise SystemExit(f"amba: {trouble}") from None
    limits = Limits(1.0 if limited else 0.0)
    app = create_app(storage, library=library, bot_workers=bot_workers, bot_pace=bot_pace, around=around, limits=limits)
    proxies = [*LOOPBACK, *outside.proxies]
    config = uvicorn.Config(
        app, http=line_for(limits, proxies), forwarded_allow_ips=proxies, log_level="warning", access_log=False, ws=PackedLine, ws_max_size=2 * MESSAGE_LIMIT, ws_ping_interval=20, ws_ping_timeout=20,
        timeout_graceful_shutdown=3,
    )  # fmt: skip
    keep_log_readable()
    server = uvicorn.Server(config)
    if not quiet:
        print(f"Amba is at {address}/  (Ctrl-C ends it; games are kept in {shown_place(db)})", flush=True)
    if open_browser:
        threading.Timer(0.4, webbrowser.open, [address + path]).start()
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        server.run(sockets=[listener])


def make_room() -> None:
    """As many lines and files as the system lets this process have: the 1024 that are usual are soon taken."""
    with contextlib.suppress(ModuleNotFoundError, OSError, ValueError):
        resource = import_module("resource")
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def surroundings(storage: Storage, outside: Outside) -> Surroundings:
    names = (*outside.names, *([outside.host()] if outside.url else []))
    messengers = outside.messengers()
    if not is_shared(storage):
        return Surroundings(names, messengers=messengers, services=(keep_tidy,))
    cluster = import_module("amba.server.cluster")
    return Surroundings(names, storage.secret, cluster.passed_on, messengers, (cluster.stay_awake, keep_tidy))


def listen(host: str, port: int) -> socket.socket:
    """The listening socket, taken before anything else: a busy port is said at once, and whoever comes before the server is up waits instead of being refused."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # Lines inherit it: whoever reads nothing for so long is gone, also for the system.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK_MS)
    try:
        listener.bind((host, port))
        listener.listen()
    except (OSError, OverflowError, TypeError, ValueError) as error:  # TypeError: a name that is no text
        listener.close()
        shown = host.encode(errors="replace").decode()
        raise SystemExit(f"amba: cannot listen on {shown}:{port}: {getattr(error, 'strerror', None) or error}") from None
    return listener
