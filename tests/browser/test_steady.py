"""What is under the hand stays under the hand: nothing is drawn anew without need, and nothing slides away from the pointer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from amba.core.session import Session
from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import box_of, button, click, middle, point_at, settle, sit, wait_for_prompt
from tests.browser.test_second_act import WAYS, page_of, position

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def test_a_button_that_stays_is_not_drawn_anew(server: Server, visit: Visit) -> None:
    """A word from the server between press and release must not swallow the click."""
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    end, words = button(page, "End the phase").element_handle(), page.locator("#prompt .prompt-text .rule").element_handle()
    assert end is not None
    assert words is not None
    x, y = middle(button(page, "End the phase"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("() => ambaTable.hear({ t: 'dice', ...ambaTable.mixing.dice })")
    assert end.evaluate("node => node.isConnected")
    assert words.evaluate("node => node.isConnected")
    page.mouse.up()
    settle(page)
    expect(
        page.locator("#odds.armed button.primary").or_(page.locator("#prompt .prompt-text:not(:has-text('Move any units'))")).first
    ).to_be_visible()


def test_the_ground_stays_where_it_is_when_the_bar_grows(server: Server, visit: Visit) -> None:
    page = position(server, visit, WAYS[3][0])
    wait_for_prompt(page, "move")
    unit = page.locator('.stacks [data-piece="eritrean-1"] .card')
    before, bar = middle(unit), box_of(page.locator("#map"))
    click(page, unit)
    page.wait_for_selector(".lit-hex")
    after, grown = middle(unit), box_of(page.locator("#map"))
    assert grown["y"] > bar["y"] + 20, "the bar has not grown: this shows nothing"
    assert abs(after[0] - before[0]) < 1
    assert abs(after[1] - before[1]) < 1


def test_odds_shown_while_pointing_do_not_move_the_map_nor_cover_it(server: Server, visit: Visit) -> None:
    """In the middle of the map, where a panel on either side would reach."""
    session = Session(open_game("ethiopia"), "october", {}, b"s" * 32, "pointing")
    for order in ("fly bomber-1 2913", "done", "move gavinana 2912", "done", "attack 2913"):
        session.act(0, session.game.read(session.state, tuple(order.split())))
    page = page_of(server, visit, session)
    wait_for_prompt(page, "who joins")
    target = page.locator('.stacks .counter[data-piece="gavinana"]')
    before = middle(target)
    point_at(page, target)
    expect(page.locator("#odds")).to_contain_text("Attack on Adua")
    assert middle(target) == before
    panel = box_of(page.locator("#odds"))
    assert not (panel["x"] < before[0] < panel["x"] + panel["width"] and panel["y"] < before[1] < panel["y"] + panel["height"])


def test_a_way_drawn_fast_has_all_its_hexes(server: Server, visit: Visit) -> None:
    """A quick hand is seen only here and there."""
    page = position(server, visit, WAYS[3][0])
    found = page.evaluate(
        """async () => { const { DrawnWay } = await import('/js/table/way.js'); const way = new DrawnWay(ambaTable.painter.grid, true);
        way.begin('2712'); way.draw('2708'); way.draw('2709'); return way.hexes; }"""
    )
    assert found == ["2712", "2711", "2710", "2709"]
