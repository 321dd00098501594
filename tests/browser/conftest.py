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
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tools.find_browser import find

ROOT = Path(__file__).parents[2]
PATIENCE_MS = 60_000
"""For what must come, however busy the machine is. Only a test that fails waits so long."""
expect.set_options(timeout=PATIENCE_MS)

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
    """`amba serve` with steady dice in a process of its own, with a database that outlives it."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "tables.sqlite"
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        where = ["--port", str(self.port), "--db", str(self.database)]
        command = [sys.executable, "-m", "tests.browser.steady_server", "serve", "--no-limits", *where]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, cwd=ROOT)
        until = time.monotonic() + PATIENCE_MS / 1000
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"{self.base}/api/games", timeout=PATIENCE_MS / 1000).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise TimeoutError("the server did not start")

    def kill(self) -> None:
        """Pull the plug: no time to say goodbye."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(self.base + path, data=json.dumps(body).encode(), headers={"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE_MS / 1000) as answer:
            return json.load(answer)

    def post_text(self, path: str, text: str) -> Any:
        request = urllib.request.Request(self.base + path, data=text.encode(), headers={"content-type": "text/plain"})
        with urllib.request.urlopen(request, timeout=PATIENCE_MS / 1000) as answer:
            return json.load(answer)

    def table(self, allied: str, italian: str, scenario: str = "agordat", mix: bool = True) -> Any:
        """`mix` false: the server throws the dice, and nobody need have sat down before they fall."""
        seats = {"allied": allied, "italian": italian}
        return self.post("/api/tables", {"game": "cheren", "scenario": scenario, "options": {}, "seats": seats, "mix": mix})

    def url(self, token: str) -> str:
        return f"{self.base}/table.html#{token}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests: their tables do not meet."""
    found = Server(tmp_path_factory.mktemp("tables"))
    found.start()
    yield found
    found.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """For a test that pulls the plug."""
    found = Server(tmp_path)
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


SAME_SECRET = """{ const real = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (array) => (array.length === 32 ? array.fill(%d) : real(array)); }"""
"""What a browser adds to the dice is the same in every run, another for each browser; its keys to seats stay its own."""


STAYS = """{ const real = globalThis.setTimeout;
globalThis.setTimeout = (then, ms, ...more) => real(then, ms === 5200 || ms === 9000 ? 20 * ms : ms, ...more); }"""
"""What goes by itself after some seconds (notices, refusals, what the others did) stays as long as a test on a busy machine needs to read it."""


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
        context.add_init_script(SAME_SECRET % len(contexts))
        context.add_init_script(STAYS)
        # Every phase is asked about, so that tests do not race with what passes empty ones; briefings have been read.
        context.add_init_script(
            "try { if (localStorage.getItem('amba.pass') === null) localStorage.setItem('amba.pass', JSON.stringify('never'));"
            "if (localStorage.getItem('amba.briefed') === null) localStorage.setItem('amba.briefed', JSON.stringify(['*'])); } catch {}"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" and not is_line_down(message.text) else None)
        page.goto(url)
        return page

    yield visitor
    for context in contexts:
        context.close()
    assert troubles == []
