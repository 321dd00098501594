"""Where things stand: victory in the bar, charts that show the present row and column, overlays one can read."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.hand import fight, settle, sit, wait_for_prompt
from tests.browser.test_theatre import before_the_die

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]

GAMES = [
    ("adua", "albertone", "italian", "abyssinian", r"Italians, partial.*Abyssinians, partial from 3.*turn 4 of 8"),
    ("cheren", "agordat", "allied", "italian", r"Italians, major.*Italians, minor from 4.*turn 1 of 4"),
    ("ethiopia", "october", "italian", "ethiopian", r"Ethiopia, decisive.*Ethiopia, marginal from 8.*turn 1 of 5"),
    ("hollow", "cub-cub", "allied", "axis", r"of 3 needed"),
    ("keren", "first-battle", "commonwealth", "italian", r"of 40 needed"),
]


@pytest.mark.parametrize(("game", "scenario", "mine", "theirs", "words"), GAMES)
def test_the_bar_says_who_is_winning_and_what_is_needed(
    server: Server, visit: Visit, game: str, scenario: str, mine: str, theirs: str, words: str
) -> None:
    page = sit(server, visit, game, scenario, **{mine: "me", theirs: "bot:random"})
    expect(page.locator("#victory")).to_have_text(re.compile(words, re.DOTALL))


def test_the_scenario_s_own_levels_stand_with_the_present_one_lit(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    page.locator("#victory").click()
    expect(page.locator(".levels tr.lit")).to_contain_text("Italians, major")
    expect(page.locator(".levels")).not_to_contain_text("26")


def test_charts_show_the_row_and_column_that_were_read(server: Server, visit: Visit) -> None:
    page = visit(server.url(before_the_die(server)))
    wait_for_prompt(page, "choose the units")
    page.locator("#tab-charts").click()
    fight(page, "Fight")
    page.wait_for_selector("#result:not([hidden])")
    hit = page.locator('#page-charts table[data-chart="combat"] .hit')
    expect(hit).to_have_text(page.locator("#result .hit").inner_text())
    settle(page)
    page.locator('.stacks .counter[data-hex="1608"], .stacks .counter[data-hex="1507"]').first.click(force=True)
    expect(page.locator('#page-charts table[data-chart="terrain"] tr.present').first).to_be_attached()


@pytest.mark.parametrize(("game", "scenario", "mine", "theirs"), [row[:4] for row in GAMES if row[0] in ("cheren", "ethiopia", "keren")])
def test_an_overlay_has_a_legend_and_a_sentence(server: Server, visit: Visit, game: str, scenario: str, mine: str, theirs: str) -> None:
    page = sit(server, visit, game, scenario, **{mine: "me", theirs: "bot:random"})
    page.locator("#map").focus()
    for key in ("z", "s", "v"):
        page.keyboard.press(key)
        settle(page)
        notes = page.locator("#overlays .overlay-notes")
        expect(notes).to_be_visible()
        expect(notes.locator("p").first).not_to_be_empty()
        if page.locator(".overlay .overlay-rim").count():
            expect(notes.locator(".legend-rows li").first).to_be_visible()


def test_the_levels_are_those_of_the_options_that_were_chosen(server: Server, visit: Visit) -> None:
    """13.3: the first design of Ethiopia has levels of its own."""
    seats = {"italian": "me", "ethiopian": "bot:random"}
    table = server.post("/api/tables", {"game": "ethiopia", "scenario": "campaign", "options": {"design": "first"}, "seats": seats})
    page = visit(server.url(table["mine"][0]))
    page.locator("#victory").click()
    expect(page.locator(".levels tr").last).to_contain_text("45 or more")
    expect(page.locator('#page-charts table[data-chart="victory"]')).to_have_count(0)
