"""A hint at the table: by button and key, lit on the map, said in a sentence; not where another person plays."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.hand import sit, wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
SLOW = 60_000
"""The first question waits until a bot's process has started."""


def test_a_hint_says_an_order_and_why_and_lights_it(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    page.get_by_role("button", name="Hint").click()
    said = page.locator("#notice")
    expect(said).to_contain_text(re.compile(r"A hint: .+\. Why: .+\."), timeout=SLOW)
    expect(page.locator(".path-line")).to_have_count(1)
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    page.locator("#map").focus()
    page.evaluate("document.getElementById('notice').hidden = true")
    page.keyboard.press("h")
    expect(said).to_be_visible(timeout=SLOW)


def test_no_hints_where_another_person_plays(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="link")
    expect(page.locator(".hint-button")).to_be_hidden()
    page.locator("#map").focus()
    page.keyboard.press("h")
    expect(page.locator("#notice")).to_contain_text("Another person plays here")
