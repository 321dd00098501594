"""A real server on loopback and a real Chromium."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tools.find_browser import find

START = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Server:
    """`amba serve` in a process of its own, with a database that outlives it."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "tables.sqlite"
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "amba.cli.main", "serve", "--port", str(self.port), "--db", str(self.database)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.base}/api/games", timeout=2).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """Pull the plug: no time to say goodbye."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(self.base + path, data=json.dumps(body).encode(), headers={"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def post_text(self, path: str, text: str) -> Any:
        request = urllib.request.Request(self.base + path, data=text.encode(), headers={"content-type": "text/plain"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def table(self, allied: str, italian: str, scenario: str = "agordat") -> Any:
        return self.post("/api/tables", {"game": "cheren", "scenario": scenario, "options": {}, "seats": {"allied": allied, "italian": italian}})

    def url(self, token: str) -> str:
        return f"{self.base}/table.html#{token}"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    found.start()
    yield found
    found.kill()


@pytest.fixture(scope="module")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for a whole file of tests: their tables do not meet."""
    found = Server(Path(tmp_path_factory.mktemp("tables")))
    found.start()
    yield found
    found.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find()
    assert path is not None, "no Chromium: run tools/find_browser.py --install"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=START)
        yield chromium
        chromium.close()


def is_line_down(text: str) -> bool:
    """What the browser itself writes while the plug is pulled."""
    return "WebSocket" in text or "ERR_CONNECTION_REFUSED" in text


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages in contexts of their own; at the end no page may have written an error to its console."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def visitor(url: str, width: int = 1400, height: int = 900, **more: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)
        contexts.append(context)
        # Every phase is asked about, so that tests do not race with what passes empty ones.
        context.add_init_script(
            "try { if (localStorage.getItem('amba.pass') === null) localStorage.setItem('amba.pass', JSON.stringify('never')); } catch {}"
        )
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" and not is_line_down(message.text) else None)
        page.goto(url)
        return page

    yield visitor
    for context in contexts:
        context.close()
    assert troubles == []
