"""A whole army in few gestures: stacks by one drag, everybody joins, plans of one's own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from amba.core.session import Session
from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import middle, open_stack, press, prompt, sit, wait_for_prompt
from tests.browser.test_theatre import FIGHT

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def at(page: Page, name: str) -> int:
    return page.locator(f'.stacks .counter[data-hex="{name}"]').count()


def entries(page: Page) -> int:
    return int(page.locator("#replay input[type=range]").get_attribute("max") or 0)


def confirm(page: Page) -> None:
    page.wait_for_timeout(400)
    if page.locator("#odds.armed button.primary").is_visible():
        page.locator("#odds.armed button.primary").click()


def test_a_stack_goes_by_one_drag_and_comes_back_by_one_word(one_server: Server, visit: Visit) -> None:
    page = sit(one_server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    before, here = entries(page), at(page, "0108")
    open_stack(page, "0108")
    x, y = middle(page.locator(".take-all"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 14, y + 8, steps=3)
    page.wait_for_selector(".lit-hex")
    expect(prompt(page)).to_contain_text(re.compile(r"\d+ units together"))
    together = int(prompt(page).inner_text().split()[0])
    page.mouse.move(*middle(page.locator('.lit-hex[data-hex="0110"]')), steps=5)
    page.mouse.up()
    confirm(page)
    expect(page.locator('.stacks .counter[data-hex="0110"]')).to_have_count(together, timeout=20_000)
    assert at(page, "0108") == here - together
    assert entries(page) == before + together
    page.locator("#map").focus()
    page.keyboard.press("Backspace")
    expect(page.locator('.stacks .counter[data-hex="0108"]')).to_have_count(here, timeout=20_000)


def test_twice_takes_all_and_another_click_leaves_one_out(one_server: Server, visit: Visit) -> None:
    page = sit(one_server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    page.wait_for_timeout(300)
    page.mouse.dblclick(*middle(page.locator('.stacks .counter[data-hex="0108"]').locator("visible=true").last))
    expect(prompt(page)).to_contain_text("units together")
    together = int(prompt(page).inner_text().split()[0])
    page.mouse.move(700, 300)
    open_stack(page, "0108")
    page.mouse.click(*middle(page.locator('.fan .counter[data-piece="skinner"]')))
    expect(prompt(page)).to_contain_text(f"{together - 1} units together")
    page.locator("#map").focus()
    page.keyboard.press("Escape")
    expect(prompt(page)).to_contain_text("Move any units")
    # The same by keys: the cursor on the stack, W, J to a place, Enter.
    before = entries(page)
    page.keyboard.press("w")
    expect(prompt(page)).to_contain_text(f"{together} units together")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    confirm(page)
    page.wait_for_function("""() => document.querySelectorAll('.stacks .counter[data-hex="0108"]').length < 8""")
    assert entries(page) > before


def test_everybody_joins_a_fight(one_server: Server, visit: Visit) -> None:
    game = open_game("cheren")
    session = Session(game, "agordat", {}, b"k" * 32, "fight", start=game.place(tomllib.loads(FIGHT)))
    session.act(0, ("attack", "1608"))
    page = visit(one_server.url(one_server.post_text("/api/import?allied=me&italian=bot:random", session.log.text())["mine"][0]))
    wait_for_prompt(page, "choose the units")
    press(page, "Everybody joins")
    expect(page.locator("#prompt").get_by_role("button", name="Fight")).to_be_visible()
    expect(page.locator("#odds")).to_contain_text("25 Fd")
    expect(page.locator("#odds")).to_contain_text("11 Ind")
    expect(page.locator("#prompt")).not_to_contain_text("Everybody joins")


def test_plans_of_ones_own_stay(one_server: Server, visit: Visit) -> None:
    page = sit(one_server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    page.mouse.move(600, 300)
    page.mouse.down(button="right")
    page.mouse.move(760, 420, steps=4)
    page.mouse.up(button="right")
    expect(page.locator(".plans .plan-line")).to_have_count(1)
    page.mouse.click(600, 500, button="right")
    page.locator(".plan-note input").fill("Hold this")
    page.keyboard.press("Enter")
    expect(page.locator(".plan-text")).to_contain_text("Hold this")
    page.reload()
    expect(page.locator(".plan-text")).to_contain_text("Hold this")
    expect(page.locator(".plans .plan-line")).to_have_count(1)
    page.locator("#tab-notes").click()
    page.get_by_role("button", name="Wipe all").click()
    expect(page.locator(".plans .plan-line")).to_have_count(0)
