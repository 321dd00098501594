"""A whole army in few gestures: stacks by one drag, everybody joins, plans of one's own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from amba.core.session import Session
from amba.core.steps import push
from amba.games.keren.frames import Advancing, PickAdvance
from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import (
    away,
    button,
    click,
    click_hex,
    confirm,
    double_click,
    middle,
    open_stack,
    point_at,
    press,
    prompt,
    settle,
    sit,
    top_of,
    wait_for_prompt,
)
from tests.browser.test_formations import on_screen
from tests.browser.test_theatre import FIGHT

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def at(page: Page, name: str) -> int:
    settle(page)
    return page.locator(f'.stacks .counter[data-hex="{name}"]').count()


def entries(page: Page) -> int:
    settle(page)
    return int(page.locator("#replay input[type=range]").get_attribute("max") or 0)


def test_a_stack_goes_by_one_drag_and_comes_back_by_one_word(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    before, here = entries(page), at(page, "0108")
    open_stack(page, "0108")
    x, y = middle(page.locator(".take-all"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 14, y + 8, steps=3)
    page.wait_for_selector(".lit-hex")
    expect(prompt(page)).to_contain_text(re.compile(r"\d+ units together"))
    together = int(prompt(page).inner_text().split()[0])
    page.mouse.move(*middle(page.locator('.lit-hex[data-hex="0110"]')), steps=5)
    page.mouse.up()
    confirm(page)
    expect(page.locator('.stacks .counter[data-hex="0110"]')).to_have_count(together)
    assert at(page, "0108") == here - together
    assert entries(page) == before + together
    page.locator("#map").focus()
    page.keyboard.press("Backspace")
    expect(page.locator('.stacks .counter[data-hex="0108"]')).to_have_count(here)


def test_a_counter_in_the_tray_goes_by_one_drag_too(server: Server, visit: Visit) -> None:
    """Set-up, aircraft, what arrives: led away from the tray as from the map; put down on the tray it is put back."""
    page = sit(server, visit, "hollow", "cub-cub", allied="me", axis="bot:random")
    wait_for_prompt(page, "set up your units")
    tray = page.locator('#boxes [data-piece="a1"]')
    start = middle(tray)
    drag(page, start, (start[0] + 40, start[1]))
    settle(page)
    expect(page.locator('.stacks .counter[data-piece="a1"]')).to_have_count(0)
    page.locator("#map").focus()
    page.keyboard.press("Escape")
    drag(page, middle(tray), on_screen(page, "62M2"))
    expect(page.locator('.stacks .counter[data-piece="a1"]')).to_have_attribute("data-hex", "62M2")
    expect(page.locator(".ghost")).to_have_count(0)
    expect(tray).to_have_count(0)


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] - 4, steps=3)
    page.mouse.move(*end, steps=5)
    page.mouse.up()
    settle(page)


def test_twice_takes_all_and_another_click_leaves_one_out(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    double_click(page, top_of(page, "0108"))
    expect(prompt(page)).to_contain_text("units together")
    together = int(prompt(page).inner_text().split()[0])
    away(page)
    open_stack(page, "0108")
    click(page, page.locator('.fan .counter[data-piece="skinner"]'))
    expect(prompt(page)).to_contain_text(f"{together - 1} units together")
    page.locator("#map").focus()
    page.keyboard.press("Escape")
    expect(prompt(page)).to_contain_text("Move any units")
    # The same by keys: the cursor on the stack, W, J to a place, Enter.
    before = entries(page)
    page.keyboard.press("w")
    expect(prompt(page)).to_contain_text(f"{together} units together")
    page.keyboard.press("j")
    settle(page)
    page.keyboard.press("Enter")
    confirm(page)
    page.wait_for_function("""() => document.querySelectorAll('.stacks .counter[data-hex="0108"]').length < 8""")
    assert entries(page) > before


def test_a_march_that_waits_is_let_go_by_another_question(server: Server, visit: Visit) -> None:
    """ "End the phase" was asked with its warning, and Enter sent the stack that had waited before."""
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    page.keyboard.press("0")  # the hexes meant lie in the corner where the overlays are
    settle(page)
    before = entries(page)
    double_click(page, top_of(page, "0108"))
    click_hex(page, "0004")
    expect(page.locator("#odds.armed")).to_contain_text("14 units to 0004")
    point_at(page, button(page, "End the phase"))
    settle(page)
    expect(page.locator("#odds.armed")).to_contain_text("14 units to 0004")
    press(page, "End the phase")
    expect(page.locator("#odds.armed")).to_contain_text("steps will be lost")
    assert "together" not in prompt(page).inner_text()
    page.keyboard.press("Enter")
    wait_for_prompt(page, "^(?!.*move any units)")
    assert entries(page) > before
    assert at(page, "0108") == 14


BEFORE_GUNS = {
    "phase": "commonwealth.bombardment", "turn": 2, "scenario": "second-battle",
    "units": {"art-4-1": "3129", "art-4-2": "3129", "air-1": "air", "air-2": "air", "col-red-1": "3126", "col-red-2": "3126", "2-camerons-a": "3127"},
}  # fmt: skip


def before_guns(server: Server, visit: Visit) -> Page:
    """Keren: two batteries and two aircraft, and a stack of which one unit must be named."""
    game = open_game("keren")
    session = Session(game, "second-battle", {}, b"k" * 32, "aim", start=game.place(BEFORE_GUNS))
    page = visit(server.url(server.post_text("/api/import?commonwealth=me&italian=bot:random", session.log.text())["mine"][0]))
    wait_for_prompt(page, "choose a unit to bombard")
    return page


def test_twice_on_a_stack_aims_at_the_top_of_it(server: Server, visit: Visit) -> None:
    """A list of who in the stack is meant came between, and the second click was lost."""
    page = before_guns(server, visit)
    double_click(page, page.locator('.lit-hex[data-hex="3126"]'))
    expect(page.locator("#odds")).to_contain_text("the top unit")
    expect(page.locator("#prompt").get_by_role("button", name="Fire")).to_be_visible()
    expect(page.locator("#prompt")).not_to_contain_text("Everybody joins")


def test_an_aircraft_dropped_on_a_stack_shows_the_odds_and_who_else_could_be_meant(server: Server, visit: Visit) -> None:
    page = before_guns(server, visit)
    drag(page, middle(page.locator('#boxes [data-piece="air-1"]')), on_screen(page, "3126"))
    expect(page.locator("#odds.armed")).to_contain_text("the top unit")
    expect(page.locator("#pick button")).to_have_count(2)
    page.locator("#map").focus()
    page.keyboard.press("2")
    expect(page.locator("#odds.armed")).to_contain_text("the second from the top")
    page.keyboard.press("Escape")
    settle(page)
    before = entries(page)
    # With Shift, once the odds under the pointer have been read, the dice fall at once.
    start = middle(page.locator('#boxes [data-piece="air-1"]'))
    page.keyboard.down("Shift")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] - 4, steps=3)
    page.mouse.move(*on_screen(page, "3126"), steps=5)
    expect(page.locator("#odds")).to_contain_text("the top unit")
    page.wait_for_timeout(400)  # a player reads
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(page.locator("#result")).to_contain_text("Fire by Air 1")
    assert entries(page) > before


def test_another_of_a_stack_is_meant_by_one_click_in_the_list_once_his_odds_are_read(server: Server, visit: Visit) -> None:
    page = before_guns(server, visit)
    drag(page, middle(page.locator('#boxes [data-piece="air-1"]')), on_screen(page, "3126"))
    expect(page.locator("#pick button")).to_have_count(2)
    page.locator("#pick button").nth(1).hover()
    expect(page.locator("#odds.armed")).to_contain_text("the second from the top")
    page.wait_for_timeout(400)  # a player reads
    page.locator("#pick button").nth(1).click()
    expect(page.locator("#result")).to_contain_text("Fire by Air 1")


def test_two_clicks_are_a_double_click_however_busy_the_page_is(server: Server, visit: Visit) -> None:
    """The time between them is the hand's, not that of a page which takes half a second over the first."""
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    page.evaluate("() => addEventListener('pointerup', () => { for (const end = performance.now() + 500; performance.now() < end;); }, true)")
    double_click(page, top_of(page, "0108"))
    expect(prompt(page)).to_contain_text("units together")


def test_everybody_joins_a_fight(server: Server, visit: Visit) -> None:
    game = open_game("cheren")
    session = Session(game, "agordat", {}, b"k" * 32, "fight", start=game.place(tomllib.loads(FIGHT)))
    session.act(0, session.game.read(session.state, ("attack", "1608")))
    page = visit(server.url(server.post_text("/api/import?allied=me&italian=bot:random", session.log.text())["mine"][0]))
    wait_for_prompt(page, "choose the units")
    press(page, "Everybody joins")
    expect(page.locator("#prompt").get_by_role("button", name="Fight")).to_be_visible()
    expect(page.locator("#odds")).to_contain_text("25 Fd")
    expect(page.locator("#odds")).to_contain_text("11 Ind")
    expect(page.locator("#prompt")).not_to_contain_text("Everybody joins")


SLOW_LINE = """{ const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
Object.defineProperty(WebSocket.prototype, 'onmessage', { set(hear) {
    set.call(this, (event) => setTimeout(() => hear.call(this, event), JSON.parse(event.data).t === 'update' ? 3500 : 0));
} }); }"""
"""Every new position comes late."""


def test_everybody_joins_however_slow_the_line_is(server: Server, visit: Visit) -> None:
    """Whoever waited three seconds for a position gave up after the first unit."""
    game = open_game("cheren")
    session = Session(game, "agordat", {}, b"k" * 32, "fight", start=game.place(tomllib.loads(FIGHT)))
    session.act(0, session.game.read(session.state, ("attack", "1608")))
    page = visit(server.base)
    page.add_init_script(SLOW_LINE)
    page.goto(server.url(server.post_text("/api/import?allied=me&italian=bot:random&mix=no", session.log.text())["mine"][0]))
    wait_for_prompt(page, "choose the units")
    press(page, "Everybody joins")
    expect(page.locator("#odds")).to_contain_text("25 Fd")
    expect(page.locator("#odds")).to_contain_text("11 Ind")
    expect(page.locator("#prompt")).not_to_contain_text("Everybody joins")


def test_plans_of_ones_own_stay(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    page.mouse.move(600, 300)
    page.mouse.down(button="right")
    page.mouse.move(760, 420, steps=4)
    page.mouse.up(button="right")
    expect(page.locator(".plans .plan-line")).to_have_count(1)
    page.mouse.click(600, 500, button="right")
    page.locator(".plan-note input").fill("Hold this")
    page.keyboard.press("Enter")
    expect(page.locator(".plan-text")).to_contain_text("Hold this")
    page.reload()
    expect(page.locator(".plan-text")).to_contain_text("Hold this")
    expect(page.locator(".plans .plan-line")).to_have_count(1)
    page.locator("#tab-notes").click()
    page.get_by_role("button", name="Wipe all").click()
    expect(page.locator(".plans .plan-line")).to_have_count(0)


def test_defensive_fire_by_standing_order_is_not_asked_about(server: Server, visit: Visit) -> None:
    """Keren: the Italians say from which chance on they fire; when the Commonwealth has moved the dice fall, and nobody is asked."""
    game = open_game("keren")
    units = {"col-red-1": "3628", "2-camerons-a": {"hex": "3629", "marks": ["moved"]}}
    start = game.place({"phase": "commonwealth.movement", "turn": 2, "scenario": "first-battle", "units": units, "options": {"orders": "on"}})
    session = Session(game, "first-battle", {"orders": "on"}, b"k" * 32, "orders", start=start)
    page = visit(server.url(server.post_text("/api/import", session.log.text())["mine"][0]))
    wait_for_prompt(page, "change your standing orders")
    press(page, "from 1 chance in 6")
    wait_for_prompt(page, "change your standing orders")
    page.locator("#tab-turn").click()
    expect(page.locator("#page-turn")).to_contain_text("they fire from 1 in 6 on")
    press(page, "Go on")
    page.get_by_role("button", name="Commonwealth: ready").click()
    wait_for_prompt(page, "move")
    press(page, "End the phase")
    confirm(page)
    expect(page.locator("#result")).to_contain_text("2 Camerons, A")
    expect(page.locator("#prompt .who")).to_contain_text("Commonwealth")


def test_a_second_click_on_the_enemy_brings_everybody(server: Server, visit: Visit) -> None:
    game = open_game("cheren")
    session = Session(game, "agordat", {}, b"k" * 32, "twice", start=game.place(tomllib.loads(FIGHT)))
    page = visit(server.url(server.post_text("/api/import?allied=me&italian=bot:random", session.log.text())["mine"][0]))
    wait_for_prompt(page, "choose an enemy hex")
    double_click(page, page.locator('.lit-hex[data-hex="1608"]'))
    expect(page.locator("#odds")).to_contain_text("25 Fd")
    expect(page.locator("#odds")).to_contain_text("11 Ind")
    expect(page.locator("#prompt")).not_to_contain_text("Everybody joins")
    expect(page.locator("#prompt").get_by_role("button", name="Fight")).to_be_visible()


def test_all_who_can_advance_by_one_button(server: Server, visit: Visit) -> None:
    """Keren: after an assault that emptied the hex."""
    game = open_game("keren")
    units = {"2-camerons-a": "3629", "2-camerons-b": "3629", "col-red-1": "2212"}
    start = game.place({"phase": "commonwealth.assault", "turn": 2, "scenario": "first-battle", "units": units})
    piece, place = game.names.piece, game.names.place
    able = (piece["2-camerons-a"], piece["2-camerons-b"])
    push(start, Advancing(0, place["3628"], able))
    push(start, PickAdvance(0, place["3628"], able))
    start.pending.clear()
    session = Session(game, "first-battle", {}, b"k" * 32, "advance", start=start)
    page = visit(server.url(server.post_text("/api/import?commonwealth=me&italian=bot:random", session.log.text())["mine"][0]))
    press(page, "All of them")
    for unit in ("2-camerons-a", "2-camerons-b"):
        expect(page.locator(f'.stacks .counter[data-piece="{unit}"]')).to_have_attribute("data-hex", "3628")
