"""The table in other languages: by the browser's wish or the menu, with nothing left in English but names."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from amba.bots.player import Player
from amba.lab.fuzz import seeded_session
from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import settle, wait_for_prompt
from tests.browser.test_theatre import before_the_die

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


@pytest.mark.parametrize(
    ("locale", "question", "level", "die"),
    [
        ("de-DE", "Wählen Sie die Einheiten, die 1608 angreifen", "Italiener, großer Sieg", "Würfel"),
        ("it-IT", "Scegli le unità", "Italiani, grande", "dado"),
    ],
)
def test_a_fight_in_another_language(server: Server, visit: Visit, locale: str, question: str, level: str, die: str) -> None:
    """The question is translated once, however it is taken apart; levels, dice and shifts have words."""
    page = visit(server.url(before_the_die(server)), locale=locale)
    wait_for_prompt(page, question)
    expect(page.locator("#victory .victory-level")).to_contain_text(level)
    expect(page.locator("#odds .odd-dice").first).to_contain_text(die)
    shift = "+1 column: support 8 against 0", {"de-DE": "+1 Spalte: Unterstützung 8 gegen 0", "it-IT": "+1 colonna: appoggio 8 contro 0"}[locale]
    page.evaluate("text => document.querySelector('#why').append(text)", shift[0])
    expect(page.locator("#why")).to_contain_text(shift[1])
    assert page.evaluate("() => { const tabs = document.querySelector('#side .tabs'); return tabs.scrollWidth <= tabs.clientWidth + 2; }")


@pytest.mark.parametrize("locale", ["de-DE", "it-IT"])
def test_a_whole_log_in_another_language(server: Server, visit: Visit, locale: str) -> None:
    """A game that bots have played out: every line of its log with its dice, every chit by name and by what it does."""
    game = open_game("cheren")
    session, mind = seeded_session(game, "agordat", {}, "languages"), Random(5)
    bots = [Player(game, side, "greedy", speaks=False) for side in range(2)]
    while (decision := session.decision) is not None:
        session.act(decision.who, bots[decision.who].choose(game.imagine(session.state, decision.who, mind), mind).action)
    page = visit(server.url(server.post_text("/api/import", session.log.text())["mine"][0]), locale=locale)
    expect(page.locator("#side .die").first).to_have_attribute("aria-label", re.compile("^(Würfel|dado): [1-6]$"))
    settle(page)
    for n in range(0, len(session.log.entries), 25):
        page.evaluate("(n) => ambaTable.replay.visit(n)", n)
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


def test_chits_the_ground_of_a_march_and_what_is_spoken_in_another_language(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]), locale="de-DE")
    wait_for_prompt(page, "Bewegen Sie beliebige Einheiten")
    words = set(page.locator("#boxes .name").all_text_contents())
    assert words
    assert not {"Forced", "Exploit", "Infiltrate", "Engineers", "Strain"} & words, words
    page.locator("#map").focus()
    page.keyboard.press("n")
    page.wait_for_selector(".lit-hex")
    settle(page)
    expect(page.locator("#live")).to_contain_text(re.compile(r"bewegen\. \d+ Orte zur Wahl, J geht sie durch\."))
    page.keyboard.press("j")
    settle(page)
    expect(page.locator("#odds .items td").first).to_have_text(re.compile(r"^\d{4}: (Straße durch )?(offen|rauh|Hügel)"))
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text(re.compile(r"Zug nach .*Punkte: .*es bleiben .*Eingabe bestätigt\."))
