"""Vehicles at the table: seen from above, a drive with its facing by one drag, by keys and by finger, arcs under the pointer, charts with the case lit."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from amba.core.order import Done
from amba.core.session import Session
from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import box_of, click, confirm, middle, prompt, settle, touch, wait_for_prompt

pytestmark = pytest.mark.browser

POSITION = """
game = "hollow"
scenario = "pimple"
turn = 1
phase = "{phase}"
phasing = "axis"
[pieces]
xV1 = {{ hex = "61C3", kind = "it-m14-41", facing = 3 }}
xV2 = {{ hex = "61D5", facing = 3, turret = 5, marks = ["exposed"] }}
aV1 = {{ hex = "61K3", facing = 9, turret = 9 }}
aV3 = {{ hex = "61H2", facing = 9, marks = ["wreck", "burning"] }}
"""

UNWATCHED = POSITION.replace("turret = 9", 'marks = ["wreck"]')
"""With nobody who could fire at them: whoever is shot at on his way is asked again where he goes, if there is anything left of him."""


def table_at(server: Server, phase: str, position: str = POSITION) -> str:
    game = open_game("hollow")
    session = Session(game, "pimple", {}, b"p" * 32, "tanks", start=game.place(tomllib.loads(position.format(phase=phase))))
    if phase == "movement":
        session.act(0, Done())
    return str(server.post_text("/api/import", session.log.text())["mine"][0])


def counter_of(page: Page, key: str) -> Locator:
    return page.locator(f'.stacks .counter[data-piece="{key}"]')


def hull(page: Page, key: str) -> Locator:
    return counter_of(page, key).locator(".vehicle > .bearing")


@pytest.fixture
def tanks(server: Server, visit: Callable[..., Page]) -> Page:
    page = visit(server.url(table_at(server, "movement", UNWATCHED)))
    wait_for_prompt(page, "movement")
    return page


def test_a_drag_ends_in_the_facing_that_the_place_in_the_hex_says(tanks: Page) -> None:
    x, y = middle(counter_of(tanks, "xV1"))
    tanks.mouse.move(x, y)
    tanks.mouse.down()
    tanks.mouse.move(x + 30, y + 4)
    hex_ = tanks.locator('.lit-hex[data-hex="61E4"]')
    box = box_of(hex_)
    cx, cy = middle(hex_)
    tanks.mouse.move(cx, cy)
    tanks.mouse.move(cx + box["width"] * 0.2, cy + box["height"] * 0.34, steps=3)
    expect(tanks.locator("#odds")).to_contain_text("5 o'clock")
    settle(tanks)
    tanks.mouse.up()
    confirm(tanks)
    expect(tanks.locator('.stacks .counter[data-piece="xV1"]')).to_have_attribute("data-hex", "61E4")
    expect(hull(tanks, "xV1")).to_have_attribute("transform", "rotate(150)")


def test_in_the_middle_a_dial_asks_and_keys_turn_it(tanks: Page) -> None:
    click(tanks, counter_of(tanks, "xV1"))
    click(tanks, tanks.locator('.lit-hex[data-hex="61E4"]'))
    expect(prompt(tanks)).to_contain_text("M14/41 1, 61E4: choose which way it is to point.")
    expect(tanks.locator(".dial-arrow.now")).to_have_attribute("data-hour", "3")
    tanks.keyboard.press("ArrowRight")
    expect(tanks.locator(".dial-arrow.now")).to_have_attribute("data-hour", "5")
    tanks.keyboard.press("Enter")
    confirm(tanks)
    expect(tanks.locator('.stacks .counter[data-piece="xV1"]')).to_have_attribute("data-hex", "61E4")
    expect(hull(tanks, "xV1")).to_have_attribute("transform", "rotate(150)")


def test_the_bar_says_that_another_tank_may_come_along(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(server.url(table_at(server, "movement", UNWATCHED.replace("61D5", "61D3"))))
    wait_for_prompt(page, "movement")
    click(page, counter_of(page, "xV1"))
    expect(prompt(page)).to_contain_text("choose where, or a unit: M14/41 1 and ... drive as a platoon.")


def test_a_finger_says_the_way_and_then_means_it(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(server.url(table_at(server, "movement")), 900, 1100, has_touch=True)
    wait_for_prompt(page, "movement")
    touch(page, *middle(counter_of(page, "xV1")))
    touch(page, *middle(page.locator('.lit-hex[data-hex="61E4"]')))
    arrow = page.locator('.dial-arrow[data-hour="1"]')
    touch(page, *middle(arrow))
    expect(page.locator(".dial-arrow.now")).to_have_attribute("data-hour", "1")
    expect(page.locator("#odds")).to_contain_text("may fire at it in")
    touch(page, *middle(arrow))
    confirm(page)
    expect(page.locator('.stacks .counter[data-piece="xV1"]')).to_have_attribute("data-hex", "61E4")


def test_arcs_are_drawn_under_the_pointer_and_states_are_shapes(tanks: Page) -> None:
    tanks.mouse.move(*middle(counter_of(tanks, "xV2")))
    expect(tanks.locator(".arcs .hull-arc")).to_be_attached()
    expect(tanks.locator(".arcs .turret-arc")).to_be_attached()
    tanks.keyboard.press("v")
    expect(tanks.locator("#overlays")).to_contain_text("the number to hit a vehicle there")
    expect(tanks.locator('.stacks .counter[data-piece="xV2"] .head')).to_be_attached()
    expect(tanks.locator('.stacks .counter[data-piece="aV3"] .fire').first).to_be_attached()


def test_the_charts_light_the_case_on_the_screen(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(server.url(table_at(server, "prep")))
    wait_for_prompt(page, "prep fire")
    page.get_by_text("Charts", exact=True).click()
    click(page, counter_of(page, "xV2"))
    click(page, counter_of(page, "aV1"))
    page.locator("#pick button").first.hover()
    expect(page.locator('table[data-chart="to_hit"] .case-row th')).to_have_text("vehicle red")
    expect(page.locator('table[data-chart="to_hit"] .case')).to_have_text("8")
    expect(page.locator('table[data-chart="ordnance"] .case-row th')).to_have_text("47")


GUNS = """
game = "hollow"
scenario = "pimple"
turn = 1
phase = "{phase}"
phasing = "axis"
[pieces]
xV1 = {{ hex = "61J3", kind = "it-m14-41", facing = 3 }}
aV1 = {{ hex = "61K3", facing = 3, turret = 3 }}
"""


def test_a_tanks_shot_ends_in_a_card_and_names_the_vehicles(server: Server, visit: Callable[..., Page]) -> None:
    """Of a type the scenario does not give it: what a counter shows is what it is called."""
    page = visit(server.url(table_at(server, "prep", GUNS)))
    wait_for_prompt(page, "prep fire")
    click(page, counter_of(page, "xV1"))
    click(page, counter_of(page, "aV1"))
    page.locator("#pick button").first.click()
    confirm(page)
    settle(page)
    card = page.locator("#result")
    expect(card.locator(".result-title")).to_contain_text(re.compile(r"^M14/41 1 fires at A13 Mk II 1"))
    expect(card.locator(".die").first).to_be_visible()
    expect(card.locator(".result-table")).to_have_count(0)
    log = page.locator("#side .log").inner_text()
    assert "M14/41 1 fires at A13 Mk II 1" in log
    assert not re.search(r"\b[ax]V\d", log)
