"""The table on a phone: everything with fingers, nothing hidden behind a key."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.hand import button, lit, middle, pinch, place_of, prompt, swipe, tap, wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


@pytest.fixture
def phone(server: Server, visit: Visit) -> Page:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]), 360, 740, has_touch=True, is_mobile=True)
    wait_for_prompt(page, "move any units")
    return page


def is_inside(page: Page, selector: str) -> bool:
    """Nothing of it sticks out of the screen."""
    box = page.locator(selector).first.bounding_box()
    return box is not None and box["x"] >= -1 and box["x"] + box["width"] <= 361 and box["y"] >= -1 and box["y"] + box["height"] <= 741


def take_unit(page: Page, unit: str) -> None:
    """Touch its stack, then the counter in the open fan."""
    tap(page, page.locator(f'.stacks .counter[data-hex="{place_of(page, unit)}"]').locator("visible=true").last)
    fanned = page.locator(f'.fan .counter[data-piece="{unit}"]')
    if fanned.count():
        box = fanned.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40, "large enough for a finger"
        tap(page, fanned)
    page.wait_for_selector(".lit-hex")


def march(page: Page, unit: str, to: str) -> None:
    take_unit(page, unit)
    assert to in lit(page)
    tap(page, page.locator(f'.lit-hex[data-hex="{to}"]'))
    expect(page.locator("#odds button.primary")).to_be_visible()
    assert is_inside(page, "#odds"), "the way and its cost stand on the screen before it is done"
    page.locator("#odds button.primary").tap()
    expect(page.locator(f'.stacks .counter[data-piece="{unit}"]')).to_have_attribute("data-hex", to)


def touch_on(page: Page) -> None:
    """Whatever is asked, answered with a finger."""
    confirm = page.locator("#odds button.primary")
    if confirm.is_visible():
        confirm.tap()
        return
    quiet = button(page, "End the phase|Check supply|Pass|Stand|Forfeit|Stay|No push|Arrive")
    if quiet.count():
        quiet.tap()
        return
    tap(page, page.locator(".counter.lit").locator("visible=true").last)
    page.wait_for_timeout(250)
    if page.locator(".fan .counter.lit").count():
        tap(page, page.locator(".fan .counter.lit").first)
        page.wait_for_timeout(250)
    if page.locator(".lit-hex").count():
        tap(page, page.locator(".lit-hex").first)


def test_phone_sized_screen(phone: Page) -> None:
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    expect(button(phone, "End the phase")).to_be_visible()
    box = button(phone, "End the phase").bounding_box()
    assert box is not None
    assert box["height"] >= 32
    assert box["x"] + box["width"] <= 360
    map_box = phone.locator("#map").bounding_box()
    assert map_box is not None
    assert map_box["height"] > 740 * 0.7, "the map has the screen"


def test_a_whole_turn_with_fingers(phone: Page) -> None:
    for unit, to in [("11-ind", "0307"), ("10-ind", "0408"), ("29-ind", "0208"), ("5-ind", "0210"), ("25-fd", "0310"), ("28-fd", "0309")]:
        march(phone, unit, to)
    turn = phone.locator(".log-turn").count()
    for _ in range(80):
        phone.wait_for_function("() => !document.querySelector('#prompt .waiting')", timeout=60_000)
        if "move any units" in prompt(phone).inner_text().lower() and phone.locator(".log-turn").count() > turn:
            break
        touch_on(phone)
        phone.wait_for_timeout(200)
    else:
        raise AssertionError(f"the turn did not come to an end: {prompt(phone).inner_text()}")
    phone.locator(".panel-toggle").tap()
    expect(phone.locator("#side")).to_contain_text("Turn 2")


def test_the_same_hex_touched_twice_confirms(phone: Page) -> None:
    take_unit(phone, "skinner")
    goal = phone.locator('.lit-hex[data-hex="0307"]')
    spot = middle(goal)
    phone.touchscreen.tap(*spot)
    expect(phone.locator("#odds button.primary")).to_be_visible()
    phone.touchscreen.tap(*spot)
    expect(phone.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0307")


def test_pinch_and_pan(phone: Page) -> None:
    def hex_width() -> float:
        box = phone.locator('.stacks .counter[data-hex="0108"]').locator("visible=true").last.bounding_box()
        assert box is not None
        return box["width"]

    before = hex_width()
    pinch(phone, 1.6)
    assert hex_width() > before * 1.3
    pinch(phone, 0.6)
    x, y = middle(phone.locator("#map"))
    at = middle(phone.locator('.stacks .counter[data-hex="0108"]').locator("visible=true").last)
    swipe(phone, (x, y + 60), (40, -50))
    now = middle(phone.locator('.stacks .counter[data-hex="0108"]').locator("visible=true").last)
    assert now[1] - at[1] < -30
    assert prompt(phone).inner_text().startswith("Move any units"), "moving the map chooses nothing"


def test_a_counter_dragged_with_a_finger(phone: Page) -> None:
    take_unit(phone, "skinner")
    goal = middle(phone.locator('.lit-hex[data-hex="0307"]'))
    start = middle(phone.locator('.stacks .counter[data-piece="skinner"]'))
    swipe(phone, start, (goal[0] - start[0], goal[1] - start[1]))
    expect(phone.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0307")


def test_overlays_fold_away_and_the_key_fits(phone: Page) -> None:
    toolbar = phone.locator("#overlays")
    expect(toolbar.get_by_role("button", name="Zones of control")).to_be_hidden()
    toolbar.get_by_role("button", name="Overlays").tap()
    toolbar.get_by_role("button", name="Zones of control").tap()
    expect(phone.locator(".overlay path").first).to_be_attached()
    phone.get_by_role("button", name="Map key").tap()
    expect(phone.locator("#key")).to_contain_text("Ground")
    assert is_inside(phone, "#key")
    phone.get_by_role("button", name="Close the key").tap()
    expect(phone.locator("#key")).to_be_hidden()


def test_the_next_unit_by_touch(phone: Page) -> None:
    expect(phone.locator(".next-unit")).to_have_text(re.compile("units can act"))
    phone.locator(".next-unit").tap()
    phone.wait_for_selector(".lit-hex")
    chosen = phone.locator(".stacks .counter.chosen")
    expect(chosen).to_be_visible()
    top = phone.evaluate("""() => { const node = document.querySelector('.stacks .counter.chosen'); const box = node.getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('[data-piece]') === node; }""")
    assert top, "what is chosen lies on top of its stack"


def test_what_is_chosen_brings_its_places_into_sight(server: Server, visit: Visit) -> None:
    """The enemy's posts are what one sees first; the own area lies beyond the edge of the screen."""
    table = server.post("/api/tables", {"game": "hollow", "scenario": "bir-hakeim", "options": {}, "seats": {"allied": "me", "axis": "bot:greedy"}})
    page = visit(server.url(table["mine"][0]), 390, 844, has_touch=True, is_mobile=True)
    page.locator("#boxes .box-piece.lit").first.tap()
    page.wait_for_selector(".lit-hex")
    page.wait_for_function("""() => [...document.querySelectorAll('.lit-hex')].some((hex) => {
        const box = hex.getBoundingClientRect(); return box.left > 0 && box.right < innerWidth && box.top > 0 && box.bottom < innerHeight; })""")


def test_what_the_others_did_is_told_where_the_log_is_out_of_sight(phone: Page) -> None:
    told = phone.locator("#ticker")
    for _ in range(40):
        if told.is_visible():
            break
        touch_on(phone)
        phone.wait_for_timeout(200)
    expect(told.locator(".ticker-line").first).to_be_visible()
    told.tap()
    expect(phone.locator("#side .log")).to_be_visible()
