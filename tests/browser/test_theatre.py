"""What happened, shown where it happened: result cards, the other side's turn, what went on since one left, replay."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from amba.core.session import Session
from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import button, choose_unit, click_hex, fight, lit, press, prompt, wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]

FIGHT = """
game = "cheren"
scenario = "agordat"
turn = 2
phase = "allied.combat"
[units]
11-ind = "1507"
10-ind = "1507"
25-fd = "1507"
29-ind = "1610"
2-col-1 = "1608"
12-col-1 = { hex = "1608", steps = 1 }
"""


def before_the_die(server: Server, seats: str = "allied=me&italian=bot:greedy") -> str:
    """A table where the Allies have only to say Fight."""
    game = open_game("cheren")
    session = Session(game, "agordat", {}, b"k" * 32, "fight", start=game.place(tomllib.loads(FIGHT)))
    for action in (("attack", "1608"), ("commit", "11-ind"), ("commit", "10-ind"), ("commit", "25-fd")):
        session.act(0, action)
    return str(server.post_text(f"/api/import?{seats}", session.log.text())["mine"][0])


def result_in_log(page: Page) -> str:
    found = re.findall(r"Result (\S+)\.", page.locator("#side .log").inner_text())
    assert found, "no dice have fallen"
    return str(found[-1])


def test_a_fight_ends_in_a_card_at_its_hex_that_waits(server: Server, visit: Visit) -> None:
    page = visit(server.url(before_the_die(server)))
    wait_for_prompt(page, "choose the units")
    fight(page, "Fight")
    card = page.locator("#result")
    expect(card).to_contain_text("Attack on Agordat (1608)")
    expect(card.locator(".result-dice .die").first).to_be_visible()
    page.wait_for_function("() => !document.querySelector('#prompt .waiting')")
    assert card.locator(".hit").inner_text() == result_in_log(page)
    expect(card).to_contain_text("before the dice")
    lost = [line for line in page.locator("#side .log-entry").all_inner_texts() if "loses a step" in line or "is eliminated" in line]
    expect(card.locator(".result-losses li")).to_have_count(len(lost))
    # It waits to be read, lies over nothing that can be chosen, and goes when told to.
    page.wait_for_timeout(6000)
    expect(card).to_be_visible()
    page.locator("#map").focus()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_the_next_question_shows_the_fight_it_belongs_to(server: Server, visit: Visit) -> None:
    """The Italians are asked whom to lose: the question names the attack, and a click on it brings the card back."""
    page = visit(server.url(before_the_die(server, "")))
    wait_for_prompt(page, "choose the units")
    fight(page, "Fight")
    page.wait_for_selector("#result:not([hidden])")
    ready = page.get_by_role("button", name=re.compile("ready"))
    page.wait_for_timeout(300)
    if ready.is_visible():
        ready.click()
    badge = page.locator("#prompt .fight-badge")
    expect(badge).to_contain_text("Attack on Agordat")
    page.locator("#result .result-close").click()
    badge.click()
    expect(page.locator("#result")).to_be_visible()


def test_the_other_sides_turn_is_told_until_ones_first_order(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("bot:random", "me")["mine"][0]))
    tale = page.locator("#tale")
    for _ in range(40):
        page.wait_for_function("() => !document.querySelector('#prompt .waiting')", timeout=60_000)
        page.wait_for_timeout(150)
        if tale.is_visible():
            break
        if button(page, "Pass|End the phase|Stand").is_visible():
            press(page, "Pass|End the phase|Stand")
    expect(tale).to_contain_text(re.compile(r"Allies: \d+ moves?"))
    assert page.locator(".arrows .arrow-line").count() > 0
    assert page.locator(".ghosts .counter").count() > 0
    # Replayed: the board goes back, the log keeps step, and it ends in the present by itself.
    page.locator("#replay select").select_option("10")
    tale.get_by_role("button", name="Replay").click()
    expect(page.locator("body")).to_have_class(re.compile("looking-back"))
    page.wait_for_selector("#side .log-entry.here")
    expect(page.locator("body")).not_to_have_class(re.compile("looking-back"), timeout=60_000)
    expect(tale).to_be_visible()
    page.wait_for_function("() => !document.querySelector('#prompt .waiting')")
    press(page, "End the phase|Pass")
    expect(tale).to_be_hidden()
    assert page.locator(".arrows .arrow-line").count() == 0


def test_since_you_left(server: Server, visit: Visit) -> None:
    """Whoever comes back is told what the other did meanwhile."""
    table = server.table("me", "link")
    mine, theirs = table["mine"][0], table["links"]["italian"]
    page = visit(server.url(theirs))
    wait_for_prompt(page, "roadblock")
    press(page, "Pass")
    page.wait_for_selector("#prompt .waiting")
    page.goto(f"{server.base}/")
    other = visit(server.url(mine))
    wait_for_prompt(other, "move any units")
    choose_unit(other, "tank")
    to = lit(other)[0]
    click_hex(other, to)
    other.wait_for_timeout(300)
    if other.locator("#odds button.primary").is_visible():
        other.locator("#odds button.primary").click()
    expect(other.locator('.stacks .counter[data-piece="tank"]')).to_have_attribute("data-hex", to)
    page.goto(server.url(theirs))
    expect(page.locator("#tale")).to_contain_text("Since you left: 1 move")
    assert page.locator(".arrows .arrow-line").count() == 1
    page.reload()
    page.wait_for_selector("#prompt .waiting")
    expect(page.locator("#tale")).to_be_hidden()


def test_replay_plays_pauses_and_follows_the_log(server: Server, visit: Visit) -> None:
    page = visit(server.url(before_the_die(server)))
    wait_for_prompt(page, "choose the units")
    fight(page, "Fight")
    page.wait_for_selector("#result:not([hidden])")
    page.wait_for_function("() => !document.querySelector('#prompt .waiting')")
    last = int(page.locator("#replay input[type=range]").get_attribute("max") or 0)
    page.locator("#side .log-text", has_text="Attack on Agordat").first.click()
    expect(page.locator("#side .log-entry.here")).to_contain_text("Attack on Agordat")
    expect(prompt(page)).to_contain_text("Looking back: Attack on Agordat")
    expect(page.locator("#result")).to_be_hidden()
    page.locator("#replay select").select_option("10")
    page.locator("#map").focus()
    page.keyboard.press("p")
    expect(page.locator("#replay output")).to_have_text(f"{last} of {last}")
    expect(page.locator("#replay .primary")).to_be_hidden()
    page.keyboard.press("Shift+BracketLeft")
    expect(page.locator("#replay .primary")).to_be_visible()
    page.keyboard.press("Escape")  # the card first, then back to the present
    page.keyboard.press("Escape")
    expect(page.locator("#replay .primary")).to_be_hidden()
    assert button(page, ".").count() or page.locator(".counter.lit").count()


def test_fork_here_plays_on_at_a_table_of_ones_own(server: Server, visit: Visit) -> None:
    """From the moment before the die the same fight is fought again, with other dice; the game itself stays as it is."""
    page = visit(server.url(before_the_die(server, "")))
    wait_for_prompt(page, "choose the units")
    token = page.url
    last = page.locator("#replay input[type=range]").get_attribute("max")
    page.locator("#map").focus()
    page.keyboard.press("[")
    page.get_by_role("button", name="Fork here").click()
    page.get_by_role("button", name="A board of my own").click()
    page.wait_for_url(lambda url: url != token)
    expect(page.locator("#replay output")).to_have_text(f"{int(last or 0) - 1} of {int(last or 0) - 1}")
    wait_for_prompt(page, "choose the units")
    back = visit(token)
    expect(back.locator("#replay output")).to_have_text(f"{last} of {last}")
