"""The end of a game: its cost, its course, honest dice, another one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.hand import sit, wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def test_the_end_tells_the_cost_proves_the_dice_and_begins_again(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    page.locator(".more summary").click()
    page.get_by_role("menuitem", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    end = page.locator("dialog.end")
    expect(end).to_contain_text("Allied resigns: Italian wins.")
    expect(end.locator(".end-losses tbody tr")).to_have_count(2)
    end.get_by_role("button", name="Check the dice").click()
    expect(end).to_contain_text(re.compile(r"All \d+ rolls follow from the key"))
    # What to do next is in sight, however long the tale of the game.
    page.set_viewport_size({"width": 900, "height": 400})
    expect(end.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1400, "height": 900})
    end.get_by_role("button", name="Look at the board").click()
    page.locator(".more summary").click()
    page.get_by_role("menuitem", name="How it ended").click()
    before = page.url
    page.locator("dialog.end").get_by_role("button", name="Swap sides").click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator("#menu .player", has_text="Italians")).to_contain_text("(you)")
    expect(page.locator("#menu .player", has_text="Allies")).to_contain_text("(bot)")


def test_who_comes_back_to_a_finished_game_finds_how_it_ended(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    page.locator(".more summary").click()
    page.get_by_role("menuitem", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("dialog.end")).to_be_visible()
    page.reload()
    page.locator("#prompt").get_by_role("button", name="How it ended").click()
    expect(page.locator("dialog.end")).to_contain_text("Allied resigns: Italian wins.")
