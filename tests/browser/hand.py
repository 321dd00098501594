"""What a person does at the table, by mouse, by keys and with fingers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server


def prompt(page: Page) -> Locator:
    return page.locator("#prompt .prompt-text")


def wait_for_prompt(page: Page, words: str) -> None:
    expect(prompt(page)).to_contain_text(re.compile(words, re.IGNORECASE), timeout=30_000)


def button(page: Page, words: str) -> Locator:
    return page.locator("#prompt").get_by_role("button", name=re.compile(words, re.IGNORECASE)).first


def press(page: Page, words: str) -> None:
    button(page, words).click()


def fight(page: Page, words: str) -> None:
    """A button that lets dice fall: one press where its odds have been on the screen long enough to be read, else a second word."""
    before = prompt(page).inner_text()
    press(page, words)
    page.wait_for_function(
        "before => document.querySelector('#odds.armed button.primary') || document.querySelector('#prompt .prompt-text').innerText !== before",
        arg=before,
    )
    if page.locator("#odds.armed button.primary").is_visible():
        page.locator("#odds.armed button.primary").click()


def middle(node: Locator) -> tuple[float, float]:
    box = node.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point_at(page: Page, node: Locator) -> None:
    page.mouse.move(*middle(node))


def counter(page: Page, key: str) -> Locator:
    """A counter where it can be touched: in the open fan if its stack is fanned out."""
    fanned = page.locator(f'.fan .counter[data-piece="{key}"]')
    return fanned if fanned.count() else page.locator(f'.stacks .counter[data-piece="{key}"]')


def open_stack(page: Page, name: str) -> None:
    """Point at the top of a stack; one of several fans out."""
    stack = page.locator(f'.stacks .counter[data-hex="{name}"]')
    point_at(page, stack.locator("visible=true").last)
    if stack.count() > 1:
        page.wait_for_selector(".fan .counter")


def choose_unit(page: Page, key: str) -> None:
    """Point at the stack until it fans out, then click the counter."""
    open_stack(page, place_of(page, key))
    page.mouse.click(*middle(counter(page, key)))
    page.wait_for_selector(".lit-hex")


def lit(page: Page) -> list[str]:
    return [str(node.get_attribute("data-hex")) for node in page.locator(".lit-hex").all()]


def click_hex(page: Page, name: str) -> None:
    page.mouse.click(*middle(page.locator(f'.lit-hex[data-hex="{name}"]')))


def place_of(page: Page, key: str) -> str:
    return str(page.locator(f'.stacks .counter[data-piece="{key}"]').get_attribute("data-hex"))


def frames(page: Page) -> list[Any]:
    """Every raw message this page gets from the server from now on."""
    found: list[Any] = []

    def hear(message: Any) -> None:  # Playwright takes functions only, not bound methods of lists
        found.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return found


def tap(page: Page, node: Locator) -> None:
    page.touchscreen.tap(*middle(node))


def pinch(page: Page, by: float) -> None:
    """Two fingers on the middle of the map, moved apart (by > 1) or together."""
    x, y = middle(page.locator("#map"))
    line = page.context.new_cdp_session(page)
    for step in range(7):
        reach = 60 * (1 + (by - 1) * step / 6)
        points = [{"x": x - reach, "y": y, "id": 1}, {"x": x + reach, "y": y, "id": 2}]
        line.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)


def swipe(page: Page, start: tuple[float, float], by: tuple[float, float]) -> None:
    line = page.context.new_cdp_session(page)
    for step in range(9):
        point = {"x": start[0] + by[0] * step / 8, "y": start[1] + by[1] * step / 8, "id": 1}
        line.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": [point]})
        page.wait_for_timeout(40)
    page.wait_for_timeout(400)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)


def sit(server: Server, visit: Callable[..., Page], game: str, scenario: str, **seats: str) -> Page:
    """A new table, opened in the browser at the first seat that is mine."""
    table: Any = server.post("/api/tables", {"game": game, "scenario": scenario, "options": {}, "seats": seats})
    page = visit(server.url(table["mine"][0]))
    page.wait_for_selector("#prompt .prompt-text:not(:empty)")
    return page
