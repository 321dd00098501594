"""The table on a phone: everything with fingers, nothing hidden behind a key."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from amba.core.session import Session
from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import box_of, button, lit, middle, my_turn, pinch, place_of, prompt, settle, swipe, tap, top_of, touch, wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def opening(server: Server, scenario: str = "agordat") -> str:
    """The Allies' first movement, always with the same chits and no roadblock in anybody's way."""
    session = Session(open_game("cheren"), scenario, {}, b"a" * 32, "opening")
    session.act(1, session.game.read(session.state, ("pass",)))
    return str(server.post_text("/api/import?allied=me&italian=bot:random", session.log.text())["mine"][0])


@pytest.fixture
def phone(server: Server, visit: Visit) -> Page:
    page = visit(server.url(opening(server)), 360, 740, has_touch=True, is_mobile=True)
    wait_for_prompt(page, "move any units")
    return page


def is_inside(page: Page, selector: str) -> bool:
    """Nothing of it sticks out of the screen."""
    box = box_of(page.locator(selector).first)
    return box["x"] >= -1 and box["x"] + box["width"] <= 361 and box["y"] >= -1 and box["y"] + box["height"] <= 741


def take_unit(page: Page, unit: str) -> None:
    """Touch its stack, then the counter in the open fan."""
    place = place_of(page, unit)
    several = page.locator(f'.stacks .counter[data-hex="{place}"]').count() > 1
    tap(page, top_of(page, place))
    if several:
        fanned = page.locator(f'.fan .counter[data-piece="{unit}"]')
        box = box_of(fanned)
        assert min(box["width"], box["height"]) >= 40, "large enough for a finger"
        tap(page, fanned)
    page.wait_for_selector(".lit-hex")


def march(page: Page, unit: str, to: str) -> None:
    take_unit(page, unit)
    assert to in lit(page)
    tap(page, page.locator(f'.lit-hex[data-hex="{to}"]'))
    expect(page.locator("#odds button.primary")).to_be_visible()
    assert is_inside(page, "#odds"), "the way and its cost stand on the screen before it is done"
    tap(page, page.locator("#odds button.primary"))
    expect(page.locator(f'.stacks .counter[data-piece="{unit}"]')).to_have_attribute("data-hex", to)


def touch_on(page: Page) -> None:
    """Whatever is asked, answered with a finger."""
    settle(page)
    confirm = page.locator("#odds button.primary")
    if confirm.is_visible():
        tap(page, confirm)
        return
    quiet = button(page, "End the phase|Check supply|Pass|Stand|Forfeit|Stay|No push|Arrive")
    if quiet.count():
        tap(page, quiet)
        return
    tap(page, page.locator(".counter.lit").locator("visible=true").last)
    if page.locator(".fan .counter.lit").count():
        tap(page, page.locator(".fan .counter.lit").first)
    if page.locator(".lit-hex").count():
        tap(page, page.locator(".lit-hex").first)


def test_phone_sized_screen(phone: Page) -> None:
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    box = box_of(button(phone, "End the phase"))
    assert box["height"] >= 32
    assert box["x"] + box["width"] <= 360
    assert box_of(phone.locator("#map"))["height"] > 740 * 0.7, "the map has the screen"


def test_a_whole_turn_with_fingers(phone: Page) -> None:
    for unit, to in [("11-ind", "0307"), ("10-ind", "0408"), ("29-ind", "0208"), ("5-ind", "0210"), ("25-fd", "0310"), ("28-fd", "0309")]:
        march(phone, unit, to)
    turn = phone.locator(".log-turn").count()
    for _ in range(80):
        if "move any units" in my_turn(phone).lower() and phone.locator(".log-turn").count() > turn:
            break
        touch_on(phone)
    else:
        raise AssertionError(f"the turn did not come to an end: {prompt(phone).inner_text()}")
    tap(phone, phone.locator(".panel-toggle"))
    expect(phone.locator("#side")).to_contain_text("Turn 2")


def test_the_same_hex_touched_twice_confirms(phone: Page) -> None:
    take_unit(phone, "skinner")
    goal = phone.locator('.lit-hex[data-hex="0307"]')
    spot = middle(goal)
    touch(phone, *spot)
    expect(phone.locator("#odds button.primary")).to_be_visible()
    touch(phone, *spot)
    expect(phone.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0307")


def test_pinch_and_pan(phone: Page) -> None:
    def hex_width() -> float:
        return box_of(top_of(phone, "0108"))["width"]

    before = hex_width()
    pinch(phone, 1.6)
    assert hex_width() > before * 1.3
    pinch(phone, 0.6)
    x, y = middle(phone.locator("#map"))
    at = middle(top_of(phone, "0108"))
    swipe(phone, (x, y + 60), (40, -50))
    now = middle(top_of(phone, "0108"))
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
    tap(phone, toolbar.get_by_role("button", name="Overlays"))
    tap(phone, toolbar.get_by_role("button", name="Zones of control"))
    expect(phone.locator(".overlay path").first).to_be_attached()
    tap(phone, phone.get_by_role("button", name="Map key"))
    expect(phone.locator("#key")).to_contain_text("Ground")
    assert is_inside(phone, "#key")
    tap(phone, phone.get_by_role("button", name="Close the key"))
    expect(phone.locator("#key")).to_be_hidden()


def test_the_next_unit_by_touch(phone: Page) -> None:
    expect(phone.locator(".next-unit")).to_have_text(re.compile("units can act"))
    tap(phone, phone.locator(".next-unit"))
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
    tap(page, page.locator("#boxes .box-piece.lit").first)
    page.wait_for_selector(".lit-hex")
    page.wait_for_function("""() => [...document.querySelectorAll('.lit-hex')].some((hex) => {
        const box = hex.getBoundingClientRect(); return box.left > 0 && box.right < innerWidth && box.top > 0 && box.bottom < innerHeight; })""")


def test_what_the_others_did_is_told_where_the_log_is_out_of_sight(phone: Page) -> None:
    told = phone.locator("#ticker")
    for _ in range(40):
        my_turn(phone)
        if told.is_visible():
            break
        touch_on(phone)
    expect(told.locator(".ticker-line").first).to_be_visible()
    tap(phone, told)
    expect(phone.locator("#side .log")).to_be_visible()


def test_ones_own_army_does_not_lie_under_a_panel_where_the_map_opens(server: Server, visit: Visit) -> None:
    """All of the Allies stand in Kassala, in the corner of the campaign's map, where the overlays' button is."""
    page = visit(server.url(opening(server, "campaign")), 390, 844, has_touch=True, is_mobile=True)
    wait_for_prompt(page, "move any units")
    stack, panel, bar = box_of(top_of(page, "0108")), box_of(page.locator("#overlays")), box_of(page.locator("#map"))
    assert stack["x"] > panel["x"] + panel["width"] or stack["y"] > panel["y"] + panel["height"]
    assert stack["y"] > bar["y"]
    tap(page, top_of(page, "0108"))
    everybody = page.locator(".fan [data-all]")
    assert box_of(everybody)["y"] >= bar["y"], "its handle can be touched"
    tap(page, page.locator(".fan .counter").first)  # where the overlays' button was
    expect(page.locator(".overlays.open")).to_have_count(0)
    page.wait_for_selector(".lit-hex")


def test_all_of_a_stack_taken_by_a_finger_leave_the_ground_free(server: Server, visit: Visit) -> None:
    page = visit(server.url(opening(server, "campaign")), 390, 844, has_touch=True, is_mobile=True)
    wait_for_prompt(page, "move any units")
    tap(page, top_of(page, "0108"))
    tap(page, page.locator(".fan [data-all]"))
    expect(prompt(page)).to_contain_text("14 units together")
    expect(page.locator(".fan .counter")).to_have_count(0)
    tap(page, top_of(page, "0108"))
    tap(page, page.locator(".fan .counter").first)
    expect(prompt(page)).to_contain_text("13 units together")
