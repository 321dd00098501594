"""The table as people use it (TABLE.md), in a real browser against a real server."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import (
    button,
    choose_unit,
    click,
    click_hex,
    confirm,
    fight,
    frames,
    lit,
    middle,
    my_turn,
    open_stack,
    place_of,
    point_at,
    press,
    prompt,
    settle,
    top_of,
    wait_for_prompt,
)

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]

MARCH = ["11-ind", "10-ind", "29-ind", "5-ind", "25-fd", "28-fd"]
"""Enough to bring Kassala under its stacking limit."""


def move_by_mouse(page: Page, unit: str, choose: Callable[[list[str]], str]) -> str:
    """Click the counter, then a lit hex; a move with a warning is confirmed."""
    choose_unit(page, unit)
    to = choose(lit(page))
    click_hex(page, to)
    confirm(page)
    expect(page.locator(f'.stacks .counter[data-piece="{unit}"]')).to_have_attribute("data-hex", to)
    return to


def along(hexes: list[str]) -> Callable[[list[str]], str]:
    """The first of these that is lit."""
    return lambda found: next(name for name in hexes if name in found)


def end_phase(page: Page) -> None:
    press(page, "End the phase")
    confirm(page)


def thin_out(page: Page) -> None:
    for unit, to in zip(MARCH, ["0307", "0408", "0208", "0210", "0310", "0309"], strict=True):
        move_by_mouse(page, unit, along([to]))


def finish_turn(page: Page, decide: Callable[[str], None]) -> None:
    """From the end of movement to one's own movement of the next turn."""
    for _ in range(60):
        text = my_turn(page).lower()
        if "move any units" in text:
            return
        decide(text)
    raise AssertionError(f"the turn did not come to an end: {prompt(page).inner_text()}")


def simple_choice(page: Page) -> Callable[[str], None]:
    def decide(text: str) -> None:
        if "check supply" in text:
            press(page, "Check supply")
        elif "react" in text or "attack" in text or "exploit" in text:
            end_phase(page)
        elif "propaganda" in text:
            press(page, "Pass")
        elif "retreat from" in text:
            press(page, "Stand")
        elif button(page, "Forfeit|Stay|No push|Arrive").count():
            press(page, "Forfeit|Stay|No push|Arrive")
        else:
            click(page, page.locator(".counter.lit").locator("visible=true").last)
            for node in page.locator(".lit-hex, #pick button").all()[:1]:
                click(page, node)

    return decide


def test_newcomer_plays_a_turn_against_the_bot_by_mouse(server: Server, visit: Visit) -> None:
    page = visit(server.base)
    card = page.locator("#games form").filter(has=page.locator('option[value="agordat"]'))
    card.get_by_label("Scenario").select_option("agordat")
    card.get_by_text("Against a bot").click()
    card.get_by_role("button", name="Sit down").click()
    wait_for_prompt(page, "move any units")
    thin_out(page)
    assert place_of(page, "11-ind") == "0307"
    end_phase(page)
    finish_turn(page, simple_choice(page))
    expect(page.locator("#side")).to_contain_text("Turn 2")


def test_drag_a_counter(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "me")["mine"][0]))
    wait_for_prompt(page, "roadblock")
    press(page, "Pass")
    page.get_by_role("button", name="Allies: ready").click()
    wait_for_prompt(page, "move any units")
    choose_unit(page, "tank")
    page.keyboard.press("Escape")
    open_stack(page, "0108")
    start = middle(page.locator('.fan .counter[data-piece="tank"]'))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] + 6, steps=3)
    page.wait_for_selector('.lit-hex[data-hex="0307"]')
    page.mouse.move(*middle(page.locator('.lit-hex[data-hex="0307"]')), steps=6)
    page.mouse.up()
    expect(page.locator('.stacks .counter[data-piece="tank"]')).to_have_attribute("data-hex", "0307")


def test_keyboard_alone_plays_a_turn(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    wait_for_prompt(page, "move any units")
    page.locator("#map").focus()
    for _ in range(8):
        page.keyboard.press("Tab")
        page.wait_for_selector(".lit-hex")
        for key in ("ArrowRight", "ArrowRight", "Enter", "Enter", "Escape"):
            settle(page)
            page.keyboard.press(key)
    assert {place_of(page, unit) for unit in MARCH} != {"0108"}

    def decide(text: str) -> None:
        page.keyboard.press("Escape")  # back to the map, wherever the focus went
        piece = "or stand" not in text and ("lose a step" in text or "lose 1 step" in text or "retreat each" in text)
        page.keyboard.press("Tab" if piece else "1")
        settle(page)
        if my_turn(page).lower() == text:
            page.keyboard.press("Enter")

    page.keyboard.press("1")
    settle(page)
    page.keyboard.press("Enter")
    finish_turn(page, decide)
    expect(page.locator("#live")).not_to_be_empty()


def test_two_browsers_play_each_other_by_links(server: Server, visit: Visit) -> None:
    table = server.table("me", "link")
    allied = visit(server.url(table["links"]["allied"]))
    italian = visit(server.url(table["links"]["italian"]))
    wait_for_prompt(italian, "roadblock")
    expect(allied.locator("#prompt .waiting")).to_be_visible()
    press(italian, "Pass")
    wait_for_prompt(allied, "move any units")
    move_by_mouse(allied, "skinner", along(["0507"]))
    expect(italian.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0507")


def test_a_second_tab_agrees(server: Server, visit: Visit) -> None:
    token = server.table("me", "bot:random")["mine"][0]
    one, two = visit(server.url(token)), visit(server.url(token))
    wait_for_prompt(one, "move any units")
    wait_for_prompt(two, "move any units")
    move_by_mouse(one, "skinner", along(["0507"]))
    expect(two.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0507")
    two.locator("#menu").get_by_role("button", name="Undo").click()
    expect(one.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0108")


def test_a_watcher_never_receives_a_hidden_chit(server: Server, visit: Visit) -> None:
    table = server.table("bot:random", "bot:random")
    page = visit(server.base)
    heard = frames(page)
    page.goto(server.url(table["watch"]))
    expect(page.locator("#side .log-turn")).not_to_have_count(1)  # a whole turn has been seen
    page.reload()
    page.wait_for_selector("#side .log-entry")
    chits = [piece["key"] for piece in open_game("cheren").board("agordat")["pieces"] if piece["kind"] == "chit"]
    assert len(heard) > 3
    for message in map(json.loads, heard):
        view = message.get("view")
        if view is None:
            continue
        open_boxes = {"played", "discarded"}
        shown = {key for key, piece in view["pieces"].items() if key in chits and piece["at"] not in open_boxes}
        assert shown == set()
    secret_lines = [line for line in heard if '"draw","' in line.replace(" ", "") and '"draw","?"' not in line.replace(" ", "")]
    assert secret_lines == []


def test_a_refusal_shows_its_rule(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    wait_for_prompt(page, "move any units")
    choose_unit(page, "11-ind")
    click(page, top_of(page, "1608"))
    why = page.locator("#why")
    expect(why).to_be_visible()
    expect(why).to_contain_text("held by the enemy")
    expect(why.locator("[data-rule]").first).to_have_text("9.0")


def test_odds_shown_equal_the_engines(server: Server, visit: Visit) -> None:
    page = visit(server.url(fight_table(server)))
    wait_for_prompt(page, "choose the units")
    panel = page.locator("#odds")
    expect(panel.locator(".odd").first).to_be_visible()
    settle(page)
    shown = {row.locator(".odd-label").inner_text(): row.locator(".odd-chance").get_attribute("title") for row in panel.locator(".odd").all()}
    expected = {chance.label: chance.chance for chance in fight_preview().odds}
    assert {label: Fraction(*map(int, str(text).split(" in "))) for label, text in shown.items()} == expected
    assert sum(expected.values()) == 1


FIGHT = """
game = "cheren"
scenario = "agordat"
turn = 2
phase = "allied.combat"
[units]
11-ind = "1507"
10-ind = "1508"
25-fd = "1507"
42-col-1 = "agordat"
42-col-2 = "agordat"
art-1 = "agordat"
"""


def fight_start() -> tuple[Any, Any]:
    import tomllib

    game = open_game("cheren")
    return game, game.place(tomllib.loads(FIGHT))


def fight_preview() -> Any:
    game, state = fight_start()
    for action in (("attack", "1608"), ("commit", "11-ind"), ("commit", "10-ind"), ("commit", "25-fd")):
        game.apply(state, game.read(state, action))
    return game.preview(state, game.read(state, ("fight",)))


def fight_table(server: Server) -> str:
    """A table that stands before the die: the log of a game begun from a position, imported."""
    from amba.core.session import Session

    game, state = fight_start()
    session = Session(game, "agordat", {}, b"k" * 32, "fight", start=state)
    for action in (("attack", "1608"), ("commit", "11-ind"), ("commit", "10-ind"), ("commit", "25-fd")):
        session.act(0, game.read(session.state, action))
    answer = server.post_text("/api/import", session.log.text())
    return str(answer["mine"][0])


def test_restart_in_mid_fight_loses_nothing(own_server: Server, visit: Visit) -> None:
    token = fight_table(own_server)
    page = visit(own_server.url(token))
    wait_for_prompt(page, "choose the units")
    page.reload()
    wait_for_prompt(page, "choose the units")
    own_server.kill()
    expect(page.locator("#line.lost")).to_be_visible()
    own_server.start()
    expect(page.locator("#line")).to_be_hidden()
    fight(page, "Fight")
    expect(page.locator("#side")).to_contain_text("Result")


def test_replay_to_the_start_and_back(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    wait_for_prompt(page, "move any units")
    move_by_mouse(page, "skinner", along(["0507"]))
    slider = page.locator("#replay input[type=range]")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0108")
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0507")
    wait_for_prompt(page, "move any units")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_accessibility_fault(server: Server, visit: Visit, scheme: str) -> None:
    token = server.table("me", "bot:random")["mine"][0]
    for url in (server.base, server.url(token)):
        page = visit(url, color_scheme=scheme)
        page.wait_for_selector("#games form" if url == server.base else "#map[data-relief=done]")
        found = Axe().run(page).response["violations"]
        serious = [(fault["id"], [node["target"] for node in fault["nodes"]][:3]) for fault in found if fault["impact"] in {"serious", "critical"}]
        assert serious == [], url


def test_overlays_and_the_gist_of_a_rule(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    wait_for_prompt(page, "move any units")
    page.locator("#map").focus()
    page.keyboard.press("z")
    expect(page.locator(".overlay path").first).to_be_attached()
    page.keyboard.press("s")
    expect(page.locator(".overlay path").first).to_be_attached()
    point_at(page, page.locator("#prompt [data-rule]"))
    expect(page.locator("#hint")).to_be_visible()
    expect(page.locator("#hint")).to_contain_text("9.0")


@pytest.mark.parametrize("width", [360, 800, 1400])
def test_nothing_sticks_out_of_a_card_on_the_shelf(server: Server, visit: Visit, width: int) -> None:
    page = visit(server.base, width, 900)
    page.wait_for_selector("#games form")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    outside = page.evaluate("""[...document.querySelectorAll('.card *')].filter((node) => node.offsetWidth
        && node.getBoundingClientRect().right > node.closest('.card').getBoundingClientRect().right + 1).map((node) => node.outerHTML.slice(0, 80))""")
    assert outside == []
