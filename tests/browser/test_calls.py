"""Your turn: title, icon and sound; a real service worker that is pushed to; the account by mailed link; the lobby."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from playwright.sync_api import Browser, Page, expect

from tests.loops import PATIENCE
from tests.server.postgres import free_port

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
HIDE = "Object.defineProperty(document, 'hidden', {get: () => true, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))"


class Letters:
    def __init__(self) -> None:
        self.texts: list[str] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  # the name aiosmtpd calls it by
        self.texts.append(envelope.content.decode().replace("=\r\n", "").replace("=3D", "="))
        return "250 OK"


class Club:
    """`amba serve` as a club runs it: with a URL, mail and push."""

    def __init__(self, folder: Path) -> None:
        self.letters = Letters()
        self.smtp = Controller(self.letters, hostname="127.0.0.1", port=free_port())
        self.smtp.start()
        port = free_port()
        self.base = f"http://127.0.0.1:{port}"
        command = [
            sys.executable,
            "-m",
            "amba.cli.main",
            "serve",
            "--port",
            str(port),
            "--db",
            str(folder / "a.sqlite"),
            "--url",
            self.base,
            "--mail-from",
            "amba@club.example",
        ]
        environment = os.environ | {"AMBA_SMTP": f"smtp://127.0.0.1:{self.smtp.port}"}
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env=environment)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"{self.base}/api/games", timeout=PATIENCE).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise TimeoutError("the server did not start")

    def close(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.smtp.stop()

    def table(self, **seats: str) -> Any:
        body = json.dumps({"game": "cheren", "scenario": "agordat", "options": {}, "seats": seats, "mix": False}).encode()
        request = urllib.request.Request(f"{self.base}/api/tables", data=body, headers={"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    found = Club(tmp_path_factory.mktemp("club"))
    yield found
    found.close()


def test_the_tab_says_that_it_is_your_turn(club: Club, visit: Visit) -> None:
    """In the title, by a dot in the icon, and by two notes where the tab is not in sight."""
    table = club.table(italian="me", allied="bot:random")
    page = visit(f"{club.base}/table.html#{table['mine'][0]}")
    expect(page).to_have_title("● Your turn · The Road to Cheren · Amba")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:"))
    page.evaluate(HIDE)
    page.locator("#prompt button:visible").last.click()
    expect(page.locator("html")).to_have_attribute("data-rang", re.compile(r"\d"))


def test_a_call_that_is_pushed_is_shown_by_the_service_worker(club: Club, browser: Browser) -> None:
    """Through Chromium's own door for pushed messages, to the worker that the page registered."""
    context = browser.new_context()
    context.grant_permissions(["notifications"], origin=club.base)
    page = context.new_page()
    table = club.table(italian="me", allied="link")
    page.goto(f"{club.base}/")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
    line = context.new_cdp_session(page)
    found: list[str] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(one["registrationId"] for one in event["registrations"]))
    line.send("ServiceWorker.enable")
    until = time.monotonic() + PATIENCE
    while not found and time.monotonic() < until:
        page.wait_for_timeout(50)
    call = {"title": "Your turn: The Road to Cheren", "body": "Move any units.", "tag": table["table"], "token": table["mine"][0]}
    line.send("ServiceWorker.deliverPushMessage", {"origin": club.base, "registrationId": found[-1], "data": json.dumps(call)})
    asked = "navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map((one) => [one.title, one.body, one.tag, one.data.token]))"
    shown: list[Any] = []
    while not shown and time.monotonic() < until:
        page.wait_for_timeout(100)
        shown = page.evaluate(asked)
    assert shown == [[call["title"], call["body"], call["tag"], call["token"]]]
    page.goto(f"{club.base}/table.html#{table['mine'][0]}")
    expect(page.locator("#prompt")).to_contain_text("Roadblock")
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": club.base, "registrationId": found[-1], "data": json.dumps({**call, "title": "Again", "tag": "x"})},
    )
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": club.base, "registrationId": found[-1], "data": json.dumps({**call, "title": "For another table", "tag": "y", "token": "other"})},
    )
    titles: list[str] = []
    while "For another table" not in titles and time.monotonic() < until:
        page.wait_for_timeout(50)
        titles = [one[0] for one in page.evaluate(asked)]
    assert "Again" not in titles, "who looks at the table is not called"
    context.close()


def test_the_table_asks_the_browser_for_leave_to_call(club: Club, visit: Visit) -> None:
    """The browser's push service itself is out of reach of a test: its answer is made up, everything else is real."""
    table = club.table(italian="me", allied="link")
    page = visit(club.base, permissions=["notifications"])
    keys = "{p256dh: 'B'.repeat(87), auth: 'A'.repeat(22)}"
    page.add_init_script(
        f"PushManager.prototype.getSubscription = async () => null; PushManager.prototype.subscribe = async (wish) => (window.wish = wish, {{toJSON: () => ({{endpoint: 'https://fcm.googleapis.com/x', keys: {keys}}})}});"
        "Notification.requestPermission = async () => 'granted';"
    )
    page.goto(f"{club.base}/table.html#{table['mine'][0]}")
    page.locator("#menu summary").click()
    page.get_by_role("menuitem", name="Call me when it is my turn").click()
    expect(page.locator("#notice")).to_contain_text("This browser will be called")
    assert page.evaluate("window.wish.applicationServerKey.length") == 65
    page.locator("#menu summary").click()
    expect(page.get_by_role("menuitem", name="Do not call me any more")).to_be_visible()


def test_games_follow_a_person_to_another_browser(club: Club, visit: Visit) -> None:
    table = club.table(italian="me", allied="bot:random")
    first = visit(f"{club.base}/table.html#{table['mine'][0]}")
    expect(first.locator("#prompt")).to_contain_text("Roadblock")
    second = visit(club.base)
    expect(second.locator("#continue")).to_be_hidden()
    for page in (first, second):
        page.goto(club.base)
        page.locator("#me").click()
        before = len(club.letters.texts)
        page.get_by_label("Mail address").fill("ann@example.org")
        page.get_by_role("button", name="Mail me a link").click()
        expect(page.locator("dialog.me")).to_contain_text("A link is on its way")
        until = time.monotonic() + PATIENCE
        while len(club.letters.texts) == before and time.monotonic() < until:
            time.sleep(0.05)
        link = club.letters.texts[-1].split("/#enter=")[1].split()[0]
        page.goto(f"{club.base}/#enter={link}")
        page.reload()
        expect(page.locator("#me")).to_have_text("ann@example.org")
    expect(second.locator("#games-going a")).to_have_attribute("href", f"table.html#{table['mine'][0]}")
    second.locator("#me").click()
    second.get_by_label("One mail a day").check()
    second.locator("dialog.me select").first.select_option("22")
    second.locator("dialog.me select").nth(1).select_option("7")
    second.get_by_role("button", name="Keep").click()
    expect(second.locator("dialog.me")).to_contain_text("Kept.")
    second.reload()
    second.locator("#me").click()
    expect(second.get_by_label("One mail a day")).to_be_checked()
    expect(second.locator("dialog.me select").first).to_have_value("22")


def test_whoever_passes_on_his_own_link_gets_nobody_elses_games(club: Club, visit: Visit) -> None:
    """A link to sign in, sent by somebody to whom it was mailed: the browser says whose it is, and keeps its seats."""
    table = club.table(italian="me", allied="bot:random")
    page = visit(f"{club.base}/table.html#{table['mine'][0]}")
    expect(page.locator("#prompt")).to_contain_text("Roadblock")
    for word, name in (("That is not me", "Calls and account"), ("Sign in", "mallory@example.org")):
        before = len(club.letters.texts)
        body = json.dumps({"mail": "mallory@example.org"}).encode()
        request = urllib.request.Request(f"{club.base}/api/me/link", data=body, headers={"content-type": "application/json"})
        urllib.request.urlopen(request, timeout=PATIENCE).close()
        until = time.monotonic() + PATIENCE
        while len(club.letters.texts) == before and time.monotonic() < until:
            time.sleep(0.05)
        key = club.letters.texts[-1].split("/#enter=")[1].split()[0]
        page.goto("about:blank")
        page.goto(f"{club.base}/#enter={key}")
        dialog = page.locator("dialog.me")
        expect(dialog).to_contain_text("mallory@example.org")
        dialog.get_by_role("button", name=word).click()
        expect(page.locator("#me")).to_have_text(name)


def test_a_table_in_the_lobby_is_found_and_its_pace_stands_on_the_card(club: Club, visit: Visit) -> None:
    host = visit(club.base)
    card = host.locator("article.card", has=host.locator("#game-cheren"))
    card.get_by_text("With a friend").click()
    card.get_by_label("Pace").select_option("86400")
    card.get_by_label("Your side").select_option("italian")
    card.get_by_label("Show it in the lobby").check()
    card.get_by_role("button", name="Sit down").click()
    host.get_by_role("link", name="To my seat").click()
    expect(host.locator("#prompt")).to_contain_text("to sit down")
    guest = visit(club.base)
    expect(guest.locator("#lobby-tables li")).to_contain_text("24 hours a choice")
    guest.get_by_role("link", name="Play Allied").click()
    expect(guest.locator("#prompt")).to_contain_text("Italian")
    host.goto(club.base)
    expect(host.locator("#games-going .clock").first).to_contain_text("24 hours a choice · 24 hours left to you")
    expect(host.locator("#lobby-tables")).to_contain_text("Watch")
