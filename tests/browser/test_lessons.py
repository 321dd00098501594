"""The course: a lesson's guide stays for all of its turns; a battle of one's own is bought at the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.hand import settle

pytestmark = pytest.mark.browser


def sit_down(server: Server, scenario: str) -> str:
    seats = {"allied": "me", "axis": "bot:greedy"}
    return str(server.post("/api/tables", {"game": "hollow", "scenario": scenario, "options": {}, "seats": seats, "mix": False})["mine"][0])


def test_a_lesson_is_guided_from_the_set_up_on(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(server.url(sit_down(server, "lesson-1")))
    page.evaluate("localStorage.setItem('amba.briefed', '[]')")
    page.reload()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_role("button", name="Begin with a guide")).to_have_count(0)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator("#guide")).to_contain_text("Put two squads with the leader on the hillock")
    page.get_by_role("button", name="Place the rest for me").click()
    page.get_by_role("button", name="End the set-up").click()
    expect(page.locator("#guide")).to_contain_text("Nobody broken? Then end the phase")


def test_a_lesson_is_guided_every_time_and_after_a_reload(server: Server, visit: Callable[..., Page]) -> None:
    """Whoever has read its briefing before, and skips what he knows, still has the guide, until he sends it away."""
    page = visit(server.url(sit_down(server, "lesson-1")))
    guide = page.locator("#guide")
    expect(guide).to_contain_text("Put two squads with the leader on the hillock")
    page.reload()
    expect(guide).to_contain_text("Put two squads with the leader on the hillock")
    page.get_by_role("button", name="Place the rest for me").click()
    page.get_by_role("button", name="End the set-up").click()
    expect(guide).to_contain_text("Nobody broken? Then end the phase")
    page.reload()
    expect(guide).to_contain_text("Nobody broken? Then end the phase")
    page.get_by_role("button", name="End the guide").click()
    page.reload()
    page.wait_for_selector("#prompt .prompt-text:not(:empty)")
    settle(page)
    expect(guide).to_be_hidden()


def test_a_guided_turn_goes_on_after_a_reload(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(server.url(sit_down(server, "cub-cub")))
    page.wait_for_selector("#prompt .prompt-text:not(:empty)")
    settle(page)
    expect(page.locator("#guide")).to_be_hidden()
    page.locator(".more summary").click()
    page.get_by_role("menuitem", name="A turn with a guide").click()
    expect(page.locator("#guide")).to_be_visible()
    page.reload()
    expect(page.locator("#guide")).to_be_visible()


def test_a_tank_and_a_gun_are_bought_by_name_and_price(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(server.url(sit_down(server, "tank-battle")))
    for name in ("Egypt and Libya, 1942", "October", "4-5-7 British rifle squad for 10", "Crusader II for 39", "OQF 6-pdr 7-cwt and its crew for 32"):
        page.get_by_role("button", name=name, exact=True).click()
        settle(page)
    expect(page.get_by_role("button", name="some of everything (319 points)")).to_be_visible()
    expect(page.get_by_role("button", name="Bought for the Allies: Crusader II.")).to_be_visible()
