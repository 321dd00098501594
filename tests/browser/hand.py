"""What a person does at the table, by mouse, by keys and with fingers; and how he waits until it can be done.

Nothing here looks at the page while something is under way: `settle` comes first. Only a hand's own pace is ever waited for by the clock.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PATIENCE_MS, Server

TWICE_S = 0.45
"""Two clicks in one place within this time are a double click."""
STILL = """node => new Promise((done) => {
    let last = "";
    const look = () => {
        if (!node.isConnected) { done(null); return; }
        const { x, y, width, height } = node.getBoundingClientRect();
        const now = [x, y, width, height].join();
        const table = globalThis.ambaTable;
        if (now === last && (!table || table.isAtRest)) done({ x, y, width, height });
        else { last = now; requestAnimationFrame(look); }
    };
    look();
})"""
clicked: WeakKeyDictionary[Page, tuple[float, float, float]] = WeakKeyDictionary()
"""Where and when each page was last clicked."""


def settle(page: Page) -> None:
    """Until every answer has come, every order's position is drawn and the map lies still."""
    page.wait_for_function("() => globalThis.ambaTable?.isAtRest")


def prompt(page: Page) -> Locator:
    return page.locator("#prompt .prompt-text")


def wait_for_prompt(page: Page, words: str) -> None:
    expect(prompt(page)).to_contain_text(re.compile(words, re.IGNORECASE))
    settle(page)


def my_turn(page: Page) -> str:
    """Wait until this side decides; what is asked."""
    settle(page)
    page.wait_for_function("() => !document.querySelector('#prompt .waiting') && globalThis.ambaTable.isAtRest")
    return prompt(page).inner_text()


def button(page: Page, words: str) -> Locator:
    return page.locator("#prompt").get_by_role("button", name=re.compile(words, re.IGNORECASE)).first


def press(page: Page, words: str) -> None:
    settle(page)
    button(page, words).click()
    settle(page)


def confirm(page: Page) -> None:
    """The second word, where one is asked for."""
    settle(page)
    if page.locator("#odds.armed button.primary").is_visible():
        page.locator("#odds.armed button.primary").click()
        settle(page)


def fight(page: Page, words: str) -> None:
    """A button that lets dice fall: one press where its odds have been on the screen long enough to be read, else a second word."""
    press(page, words)
    confirm(page)


def box_of(node: Locator) -> dict[str, float]:
    """Where a thing is: once it lies still, as a hand would wait for a map that is still moving."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < until:
        found: dict[str, float] | None = node.evaluate(STILL)
        if found:  # else it was drawn anew meanwhile: look again
            return found
    raise AssertionError(f"it does not come to rest: {node}")


def middle(node: Locator) -> tuple[float, float]:
    box = box_of(node)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, node: Locator) -> None:
    """Whoever means two clicks in one place takes his time, and not a double click."""
    x, y = middle(node)
    before = clicked.get(page, (0.0, 0.0, 0.0))
    if abs(before[0] - x) + abs(before[1] - y) < 400:
        page.wait_for_timeout(max(0.0, before[2] + TWICE_S - time.monotonic()) * 1000)
    page.mouse.click(x, y)
    clicked[page] = (x, y, time.monotonic())
    settle(page)


def double_click(page: Page, node: Locator) -> None:
    """Two clicks a tenth of a second apart by the hand, however long the page takes over the first."""
    x, y = middle(node)
    page.mouse.move(x, y)
    line, now = page.context.new_cdp_session(page), time.time()
    for number in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            where = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": number, "timestamp": now + number / 10}
            line.send("Input.dispatchMouseEvent", where)
    settle(page)


def point_at(page: Page, node: Locator) -> None:
    page.mouse.move(*middle(node))


def away(page: Page) -> None:
    """The hand leaves whatever it points at."""
    box = box_of(page.locator("#map"))
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] - 2)


def counter(page: Page, key: str) -> Locator:
    """A counter where it can be touched: in the open fan if its stack is fanned out."""
    fanned = page.locator(f'.fan .counter[data-piece="{key}"]')
    return fanned if fanned.count() else page.locator(f'.stacks .counter[data-piece="{key}"]')


def top_of(page: Page, name: str) -> Locator:
    return page.locator(f'.stacks .counter[data-hex="{name}"]').locator("visible=true").last


def open_stack(page: Page, name: str) -> None:
    """Come from elsewhere and point at the top of a stack; one of several fans out."""
    away(page)
    point_at(page, top_of(page, name))
    if page.locator(f'.stacks .counter[data-hex="{name}"]').count() > 1:
        page.wait_for_selector(f'.fan .counter[data-hex="{name}"]')


def take(page: Page, key: str) -> None:
    """Point at the stack until it fans out, then click the counter."""
    open_stack(page, place_of(page, key))
    click(page, counter(page, key))


def choose_unit(page: Page, key: str) -> None:
    """Take a unit that can go somewhere."""
    take(page, key)
    page.wait_for_selector(".lit-hex")


def lit(page: Page) -> list[str]:
    settle(page)
    found: list[str] = page.locator(".lit-hex").evaluate_all("nodes => nodes.map((node) => node.dataset.hex)")
    return found


def click_hex(page: Page, name: str) -> None:
    click(page, page.locator(f'.lit-hex[data-hex="{name}"]'))


def place_of(page: Page, key: str) -> str:
    settle(page)
    return str(page.locator(f'.stacks .counter[data-piece="{key}"]').get_attribute("data-hex"))


def frames(page: Page) -> list[Any]:
    """Every raw message this page gets from the server from now on."""
    found: list[Any] = []

    def hear(message: Any) -> None:  # Playwright takes functions only, not bound methods of lists
        found.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return found


def tap(page: Page, node: Locator) -> None:
    touch(page, *middle(node))


def touch(page: Page, x: float, y: float) -> None:
    """A short touch; over once the browser has made a click of it."""
    page.evaluate(
        "() => { globalThis.tapped = new Promise((done) => addEventListener('click', () => setTimeout(done), { capture: true, once: true })); }"
    )
    page.touchscreen.tap(x, y)
    page.evaluate("() => globalThis.tapped")
    settle(page)


def pinch(page: Page, by: float) -> None:
    """Two fingers on the middle of the map, moved apart (by > 1) or together."""
    x, y = middle(page.locator("#map"))
    line = page.context.new_cdp_session(page)
    for step in range(7):
        reach = 60 * (1 + (by - 1) * step / 6)
        points = [{"x": x - reach, "y": y, "id": 1}, {"x": x + reach, "y": y, "id": 2}]
        line.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settle(page)


def swipe(page: Page, start: tuple[float, float], by: tuple[float, float]) -> None:
    """A finger drawn over the screen; it rests before it is lifted."""
    line = page.context.new_cdp_session(page)
    for step in range(9):
        point = {"x": start[0] + by[0] * step / 8, "y": start[1] + by[1] * step / 8, "id": 1}
        line.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": [point]})
    settle(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settle(page)


def sit(server: Server, visit: Callable[..., Page], game: str, scenario: str, **seats: str) -> Page:
    """A new table, opened in the browser at the first seat that is mine."""
    table: Any = server.post("/api/tables", {"game": game, "scenario": scenario, "options": {}, "seats": seats})
    page = visit(server.url(table["mine"][0]))
    page.wait_for_selector("#prompt .prompt-text:not(:empty)")
    settle(page)
    return page
