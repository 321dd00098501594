"""What two strangers see: an invitation that becomes a seat of one's own, dice that both have mixed, and a promise that the browser keeps."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

MIXED = "() => { const kept = Object.entries(localStorage).find(([key]) => key.startsWith('amba.dice.')); return kept && JSON.parse(kept[1]).seal; }"


def kept(page: Page) -> dict[str, Any]:
    text: str = page.evaluate("() => Object.entries(localStorage).find(([key]) => key.startsWith('amba.dice.'))[1]")
    found: dict[str, Any] = json.loads(text)
    return found


def menu(page: Page, item: str) -> None:
    page.locator("details.more > summary").click()
    page.get_by_role("menuitem", name=item).click()


def test_an_invitation_becomes_a_seat_and_both_mix_the_dice(server: Any, visit: Callable[..., Page]) -> None:
    table = server.table("me", "link")
    host = visit(server.url(table["mine"][0]))
    expect(host.locator("#prompt")).to_contain_text("wait for Italian")
    expect(host.locator(".player", has_text="(empty)")).to_have_count(1)
    guest = visit(server.url(table["links"]["italian"]))
    expect(guest.locator(".player", has_text="(you)")).to_contain_text("Italian")
    assert table["links"]["italian"] not in guest.url, "the address holds the seat, not the used invitation"
    for page in (host, guest):
        page.wait_for_function(MIXED)
        expect(page.locator("#prompt")).not_to_contain_text("wait for")
    expect(host.locator(".player", has_text="(empty)")).to_have_count(0)
    mine, theirs = kept(host), kept(guest)
    assert mine["seal"] == theirs["seal"]
    assert mine["secret"] != theirs["secret"]
    assert guest.url.split("#")[1] not in host.content()
    menu(host, "The dice")
    expect(host.locator("dialog")).to_contain_text(mine["seal"])


def test_a_second_browser_finds_the_seat_taken_and_the_first_comes_back(server: Any, visit: Callable[..., Page]) -> None:
    table = server.table("me", "link")
    link = server.url(table["links"]["italian"])
    guest = visit(link)
    expect(guest.locator(".player", has_text="(you)")).to_contain_text("Italian")
    guest.goto("about:blank")
    guest.goto(link)
    expect(guest.locator(".player", has_text="(you)")).to_contain_text("Italian")
    thief = guest.context.browser.new_context().new_page() if guest.context.browser else guest
    thief.goto(link)
    expect(thief.locator(".failure")).to_contain_text("Somebody sits there already")
    thief.context.close()


def test_links_are_handed_out_taken_back_and_passed_on(server: Any, visit: Callable[..., Page]) -> None:
    table = server.table("me", "link")
    host = visit(server.url(table["mine"][0]))
    menu(host, "Links to this table")
    invitation = host.locator("dialog .link-row", has_text="Invite").locator("input")
    expect(invitation).to_have_value(server.url(table["links"]["italian"]))
    host.get_by_role("button", name="Another link instead").click()
    expect(invitation).not_to_have_value(server.url(table["links"]["italian"]))
    host.get_by_role("button", name="Take this link back").click()
    expect(invitation).to_have_count(0)
    host.get_by_role("button", name="Pass my seat on").click()
    passed = invitation.input_value()
    heir = visit(passed)
    expect(heir.locator(".player", has_text="(you)")).to_contain_text("Allies")
    expect(host.locator(".player", has_text="(you)")).to_have_count(0)


def test_the_promise_is_checked_at_the_end(server: Any, visit: Callable[..., Page]) -> None:
    table = server.post(
        "/api/tables",
        {"game": "cheren", "scenario": "agordat", "options": {}, "seats": {"allied": "me", "italian": "bot:random"}, "practice": True},
    )
    page = visit(server.url(table["mine"][0]))
    page.wait_for_function(MIXED)
    menu(page, "Resign")
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator("dialog .promise")).to_contain_text("it was kept")
    expect(page.locator("dialog")).to_contain_text("A practice game.")
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("dialog")).to_contain_text("follow from the key")
    # Also who was away when it ended is told, from the log.
    page.reload()
    menu(page, "How it ended")
    expect(page.locator("dialog .promise")).to_contain_text("it was kept")
    forge(page, "last")
    page.reload()
    menu(page, "How it ended")
    expect(page.locator("dialog .promise")).to_contain_text("was changed after it was over")
    forge(page, "promise")
    page.reload()
    expect(page.locator("body")).to_contain_text("has changed what it promised")


def forge(page: Page, field: str) -> None:
    """What the browser kept of the dice is no longer what the server says."""
    page.evaluate(
        "(field) => { const key = Object.keys(localStorage).find((one) => one.startsWith('amba.dice.')); localStorage.setItem(key, JSON.stringify({...JSON.parse(localStorage.getItem(key)), [field]: '00'})); }",
        field,
    )


def test_the_browsers_own_sums_are_right(server: Any, visit: Callable[..., Page]) -> None:
    page = visit(server.base)
    found = page.evaluate(
        "async () => { const m = await import('/js/sha256.js'); return ['', 'abc', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'é'.repeat(1000)].map(m.sha256Text); }"
    )
    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in ("", "abc", "x" * 55, "x" * 56, "x" * 64, "é" * 1000)]
