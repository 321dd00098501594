"""Adua 1896 at the table: gestures for many, and a turn of the first scenario as its guide tells it, by mouse in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from amba.core.session import Session
from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import click_hex, confirm, my_turn, place_of, point_at, press, prompt, settle, sit, take, wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def wait_for_side(page: Page, side: str, words: str) -> None:
    """The side stands before the prompt, and not in it again."""
    expect(page.locator("#prompt .who")).to_contain_text(side)
    wait_for_prompt(page, words)


def pick(page: Page, words: str) -> None:
    """One of several things that a click could mean."""
    page.locator("#pick").get_by_role("button", name=re.compile(words, re.IGNORECASE)).click()
    settle(page)


def march(page: Page, key: str, to: str) -> None:
    """Choose a piece, point at a hex, read what is said of it, and go."""
    take(page, key)
    page.wait_for_selector(".lit-hex")
    point_at(page, page.locator(f'.lit-hex[data-hex="{to}"]'))
    settle(page)
    click_hex(page, to)
    confirm(page)
    expect(page.locator(f'.stacks .counter[data-piece="{key}"]')).to_have_attribute("data-hex", to)


def attacked() -> Session:
    """A table where five veterans stand round the Bersaglieri."""
    game = open_game("adua")
    hexes = ("1318", "1418", "1419", "1320", "1219")
    units = {"bersaglieri": "1319", "i-ascari": "2510", "maconnen": "1117"} | {f"maconnen-fv{n}": hex for n, hex in enumerate(hexes, 1)}
    start = game.place({"units": units, "phase": "abyssinian.small-arms", "turn": 5})
    return Session(game, "battle", {}, b"k" * 32, "volley", start=start)


def share_hits(page: Page) -> None:
    """However the dice fell: the first two take them all, and the other three can go in."""
    for _ in range(6):
        if "share out" not in my_turn(page):
            return
        first = page.locator('.stacks .counter.lit[data-piece="maconnen-fv1"]').count()
        take(page, "maconnen-fv1" if first else "maconnen-fv2")


def test_one_order_for_all_and_a_column_that_closes_up(server: Server, visit: Visit) -> None:
    """The battle: set up with a click each, a general offensive to both colonels at once, an army marched behind its leader."""
    page = sit(server, visit, "adua", "battle", italian="me", abyssinian="me")
    for side in ("Italians", "Abyssinians"):
        wait_for_side(page, side, "set up")
        press(page, "as suggested")
        press(page, "set-up is complete")
    wait_for_prompt(page, "give orders")
    take(page, "dabormida")
    pick(page, "orders all he can: general offensive")
    expect(page.locator("#side")).to_contain_text("Ragni has a general offensive")
    expect(page.locator("#side")).to_contain_text("Airaghi has a general offensive")
    press(page, "End of orders")
    wait_for_side(page, "Italians", "move")
    press(page, "End of movement")
    wait_for_side(page, "Abyssinians", "move")
    page.keyboard.press("0")  # the whole map, since his men stand at its edge
    settle(page)
    march(page, "gabeiehu", "1213")
    take(page, "gabeiehu")  # he has moved: what is left to do with him is to be followed
    men = [f"gabeiehu-fv{n}" for n in range(1, 7)]
    expect(page.locator("#side")).to_contain_text("Veterans 6 (Gabeiehu) moves")
    settle(page)
    assert all(int(place_of(page, key)[:2]) >= 10 for key in men), "the army has followed"


def test_all_fire_at_one_and_all_go_in(server: Server, visit: Visit) -> None:
    """From a position: click the enemy, read the odds, roll, share the hits, storm."""
    answer = server.post_text("/api/import", attacked().log.text())
    page = visit(server.url(str(answer["mine"][0])))
    wait_for_prompt(page, "choose attacks")
    # The enemy is lit as well, to be attacked; but he cannot act.
    expect(page.locator(".next-unit")).to_contain_text("5 units can act")
    take(page, "bersaglieri")
    expect(page.locator(".stacks .counter.lit")).not_to_have_count(0)
    press(page, "All attacks are declared")
    wait_for_prompt(page, "combat")
    take(page, "bersaglieri")
    odds = page.locator("#odds")
    expect(odds).to_contain_text("Bersaglieri rolls")
    expect(odds.locator(".odd")).to_have_count(5)
    expect(odds.get_by_text("not exact")).to_have_count(0)
    odds.locator("button.primary").click()
    confirm(page)
    wait_for_prompt(page, "share out")
    share_hits(page)
    wait_for_prompt(page, "may go into melee")
    take(page, "bersaglieri")
    page.locator("#pick button").hover()
    expect(odds).to_contain_text("Melee in 1319")  # on which column is a matter of the hits
    pick(page, "go into melee with Bersaglieri")
    confirm(page)
    for number in range(3, 6):
        expect(page.locator(f'.stacks .counter[data-piece="maconnen-fv{number}"]')).to_have_attribute("data-hex", "1319")
    # He who took the hits stays out, if he is still there: the dice are the table's own.
    expect(page.locator('.stacks .counter[data-piece="maconnen-fv1"][data-hex="1319"]')).to_have_count(0)


def test_the_guided_first_turn_by_mouse(server: Server, visit: Visit) -> None:
    """docs/games/adua.md, turn 4 of Albertone alone, click by click, up to the dice."""
    page = sit(server, visit, "adua", "albertone", italian="me", abyssinian="me")
    wait_for_prompt(page, "give orders")
    for unit in ("viii-ascari", "vi-ascari"):
        take(page, "albertone")
        take(page, unit)
        expect(page.locator("#pick")).to_contain_text("dig in instead of moving: one row better under fire")
        pick(page, "Ascari: entrench")
        expect(page.locator(f'.stacks .counter[data-piece="{unit}"]')).to_have_attribute("aria-label", re.compile("Entrenched"))
    press(page, "End of orders")
    march(page, "i-ascari", "0813")
    march(page, "i-mountain", "1011")
    press(page, "End of movement")
    wait_for_side(page, "Abyssinians", "move")
    for unit, to in (("gabeiehu-fv2", "0713"), ("gabeiehu-fv5", "0714"), ("gabeiehu-fv3", "0814"), ("gabeiehu-fv4", "0914")):
        march(page, unit, to)
    press(page, "End of movement")
    wait_for_prompt(page, "4 that entered an enemy zone must attack")
    take(page, "i-ascari")
    press(page, "All attacks are declared")
    take(page, "i-ascari")
    expect(page.locator("#odds")).to_contain_text("I Ascari rolls")
    expect(page.locator("#odds")).to_contain_text("8 dice, +2")
    page.locator("#odds button.primary").click()
    expect(page.locator("#side")).to_contain_text("Small arms over I Ascari")
    pools = page.locator("#result .result-pools li")
    expect(pools).to_have_count(4)  # the fourth of the veterans has no dice
    expect(pools.last).to_contain_text("I Ascari, 8 dice at +2")
    expect(pools.last.locator(".die")).to_have_count(8)
    expect(prompt(page)).not_to_contain_text("choose the next small arms combat")


def test_what_else_a_piece_can_do_does_not_lie_over_where_it_can_go(server: Server, visit: Visit) -> None:
    """A leader can move or be followed: with so many hexes lit, that he is followed stands in the bar, not over the map."""
    page = sit(server, visit, "adua", "albertone", italian="me", abyssinian="me")
    press(page, "End of orders")
    press(page, "End of movement")
    wait_for_side(page, "Abyssinians", "move")
    take(page, "tecla")
    page.wait_for_selector(".lit-hex")
    expect(page.locator("#prompt .prompt-actions button.primary").first).to_be_visible()
    expect(page.locator("#pick")).to_be_hidden()
    assert 1 <= page.locator("#prompt .prompt-actions button").count() <= 4
