"""Before the first die and after the last: whose browser is awaited, going on without it, mailed invitations, another game, deleting a table."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from amba.core.promise import commitment_to
from tests.browser.test_calls import Club
from tests.loops import PATIENCE

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
SECRET = "b2" * 32


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    club = Club(tmp_path_factory.mktemp("club"))
    yield club
    club.close()


def new_table(club: Club, mix: bool = False, **seats: str) -> dict[str, Any]:
    body = {"game": "cheren", "scenario": "agordat", "seats": seats or {"allied": "me", "italian": "link"}, "mix": mix}
    found: dict[str, Any] = httpx.post(f"{club.base}/api/tables", json=body, trust_env=False, timeout=PATIENCE).json()
    return found


def menu(page: Page, item: str) -> None:
    page.locator("details.more > summary").click()
    page.get_by_role("menuitem", name=item, exact=True).click()


def test_an_invitation_is_mailed_from_the_table(club: Club, visit: Visit) -> None:
    table = new_table(club)
    host = visit(f"{club.base}/table.html#{table['mine'][0]}")
    menu(host, "Links to this table")
    host.get_by_label("Mail address of whom you invite").fill("carla@example.org")
    host.get_by_role("button", name="Mail it").click()
    expect(host.get_by_text("The invitation is on its way.")).to_be_visible()
    until = time.monotonic() + PATIENCE
    while not any(table["links"]["italian"] in text for text in club.letters.texts) and time.monotonic() < until:
        time.sleep(0.05)
    assert any("carla@example.org" in text and table["links"]["italian"] in text for text in club.letters.texts)


def test_a_table_is_deleted_by_who_opened_it(club: Club, visit: Visit) -> None:
    table = new_table(club, allied="me", italian="bot:greedy")
    host, watcher = visit(f"{club.base}/table.html#{table['mine'][0]}"), visit(f"{club.base}/table.html#{table['watch']}")
    watcher.locator("details.more > summary").click()
    expect(watcher.get_by_role("menuitem", name="Save the log")).to_be_visible()
    expect(watcher.get_by_role("menuitem", name="Delete this table")).to_be_hidden()
    menu(host, "Delete this table")
    host.get_by_role("button", name="Delete it").click()
    host.wait_for_url(re.compile(r"/$"))
    expect(host.locator("#games-going a")).to_have_count(0)
    assert httpx.get(f"{club.base}/api/table/now", headers={"authorization": f"Bearer {table['mine'][0]}"}, trust_env=False).status_code == 404


def test_another_game_is_offered_at_the_old_table(club: Club, visit: Visit) -> None:
    table = new_table(club)
    host, guest = visit(f"{club.base}/table.html#{table['mine'][0]}"), visit(f"{club.base}/table.html#{table['links']['italian']}")
    watcher = visit(f"{club.base}/table.html#{table['watch']}")
    expect(guest.locator(".player", has_text="(you)")).to_contain_text("Italian")
    menu(host, "Resign")
    host.get_by_role("button", name="Resign").click()
    host.locator("dialog.end").get_by_role("button", name="Swap sides").click()
    invitation = guest.locator("dialog.end .again")
    expect(invitation).to_contain_text("The other side wants to play again")
    expect(watcher.locator("dialog.end")).not_to_contain_text("wants to play again")
    host.get_by_role("link", name="To my seat").click()
    expect(host.locator(".player", has_text="(you)")).to_contain_text("Italian")
    guest.get_by_role("link", name="To the new table").click()
    expect(guest.locator(".player", has_text="(you)")).to_contain_text("Allies")
    expect(host.locator("#prompt")).not_to_contain_text("wait for")


def test_while_the_dice_wait_the_shelf_says_for_whom_and_one_may_go_on_at_last(club: Club, visit: Visit) -> None:
    table = new_table(club, mix=True)
    host = visit(f"{club.base}/table.html#{table['mine'][0]}")
    host.clock.install()
    expect(host.locator("#prompt")).to_contain_text("wait for Italian")
    shelf = visit(f"{club.base}/")
    shelf.evaluate(
        "([token]) => localStorage.setItem('amba.games', JSON.stringify([{token, game: 'cheren', title: 'Cheren', sides: ['Allies'], when: 0, line: ''}]))",
        [table["mine"][0]],
    )
    shelf.reload()
    expect(shelf.locator("#games-going .move")).to_have_text(re.compile("To move: italian", re.IGNORECASE))
    token = "g" * 24
    headers = {"authorization": f"Bearer {table['links']['italian']}"}
    httpx.post(f"{club.base}/api/table/seat", json={"token": token}, headers=headers, trust_env=False).raise_for_status()
    with connect(f"{club.base.replace('http', 'ws')}/ws/{token}", proxy=None) as line:
        line.send(json.dumps({"t": "commit", "id": 1, "c": commitment_to(SECRET)}))
        go_on = host.locator("#prompt").get_by_role("button", name="Go on without the other's part")
        # The two minutes run from the moment when the server has this browser's part.
        expect(host.locator("#prompt")).to_contain_text("Your browser has added its part to the dice; they wait for Italian")
        expect(go_on).to_have_count(0)
        host.clock.fast_forward("02:30")
        expect(go_on).to_be_visible()
        go_on.click()
        # The page's clock was turned on; the server's was not.
        expect(host.locator(".notice, [role=status]", has_text="may still add to the dice").first).to_be_visible()
