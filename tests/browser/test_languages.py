"""The table in other languages: by the browser's wish or the menu, with nothing left in English but names."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import settle, wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
LEFT = "() => [...globalThis.ambaUntranslated]"


def untranslated(page: Page) -> list[str]:
    """What no catalogue knows, but for the names of units and of data files."""
    names = [piece["title"] for piece in open_game("cheren").board("agordat")["pieces"]]
    found = page.evaluate(LEFT)
    return [text for text in found if not any(text in name or name in text for name in names) and not re.search(r"\.(csv|toml)$", text)]


@pytest.mark.parametrize(("locale", "shelf"), [("de-DE", "Das Regal"), ("it-IT", "Lo scaffale")])
def test_the_shelf_in_the_browsers_language(server: Server, visit: Visit, locale: str, shelf: str) -> None:
    page = visit(server.base, locale=locale)
    page.wait_for_selector("#games .card")
    expect(page.locator("#shelf-title")).to_have_text(shelf)
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    for summary in page.locator("#games summary").all():
        summary.click()
    expect(page.locator("#games details:not([open])")).to_have_count(0)
    assert untranslated(page) == [], untranslated(page)


@pytest.mark.parametrize(
    ("locale", "move", "end"), [("de-DE", "Bewegen Sie beliebige Einheiten", "Die Phase beenden"), ("it-IT", "Muovi le unità", "Termina la fase")]
)
def test_a_whole_game_in_another_language(server: Server, visit: Visit, locale: str, move: str, end: str) -> None:
    """Question, buttons, log, menu, every page of the panel, overlays with their legends, the key, help and a refusal."""
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]), locale=locale)
    wait_for_prompt(page, move)
    expect(page.locator("#prompt").get_by_role("button", name=end)).to_be_visible()
    page.locator(".more summary").click()
    page.locator(".more summary").click()
    for tab in page.locator("#side [role=tab]").all():
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        settle(page)
    page.locator("#map").focus()
    for key in ("z", "s", "v", "a", "k", "Escape", "Escape", "?"):
        page.keyboard.press(key)
        settle(page)
    page.keyboard.press("Escape")
    page.locator("#map").focus()
    page.keyboard.press("n")
    page.wait_for_selector(".lit-hex")
    settle(page)
    page.keyboard.press("j")
    settle(page)
    page.keyboard.press("Enter")
    settle(page)
    assert untranslated(page) == [], untranslated(page)


def test_the_menu_changes_the_language_and_the_browser_remembers_it(server: Server, visit: Visit) -> None:
    page = visit(server.base)
    expect(page.locator("#shelf-title")).to_have_text("The shelf")
    page.locator("select.language").select_option("de")
    expect(page.locator("#shelf-title")).to_have_text("Das Regal")
    page.goto(server.url(server.table("me", "bot:random")["mine"][0]))
    wait_for_prompt(page, "Bewegen Sie")
    page.locator(".more summary").click()
    page.get_by_role("menuitemradio", name="English").click()
    wait_for_prompt(page, "Move any units")


def test_what_people_write_is_left_as_it_is(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "link")["mine"][0]), locale="de-DE")
    page.get_by_role("tab", name="Chat").click()
    page.locator(".chat-form input").fill("End the phase")
    page.keyboard.press("Enter")
    expect(page.locator(".chat li")).to_contain_text("End the phase")
