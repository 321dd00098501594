"""The other games at the table: what each needs that the model game does not, by mouse in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import (
    box_of,
    button,
    click_hex,
    confirm,
    fight,
    lit,
    my_turn,
    point_at,
    press,
    prompt,
    settle,
    sit,
    take,
    tap,
    wait_for_prompt,
)

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def overlap(one: Locator, other: Locator) -> bool:
    a, b = box_of(one), box_of(other)
    return a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"] and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def test_hollow_legions_a_whole_turn_against_a_bot(server: Server, visit: Visit) -> None:
    """Set up, look along a line, fire, walk, march with a leader, advance; standing orders through the form; and the bot's player turn."""
    page = sit(server, visit, "hollow", "cub-cub", allied="me", axis="bot:greedy")
    wait_for_prompt(page, "set up your units")
    my_turn(page)
    expect(page.locator(".next-unit")).to_contain_text("8 units can act")
    set_up(page)
    press(page, "End the set-up")
    wait_for_prompt(page, "rally phase")
    see_a_line(page)
    press(page, "End the phase")
    wait_for_prompt(page, "prep fire")
    fire(page)
    press(page, "End the phase")
    wait_for_prompt(page, "movement: choose")
    walk(page)
    march(page)
    press(page, "End the phase")
    answer_until(page, "advance phase")
    advance(page)
    press(page, "End the phase")
    answer_until(page, "standing orders")
    give_orders(page)
    answer_until(page, "prep fire")
    expect(page.locator("#side")).to_contain_text("Turn 2")


def set_up(page: Page) -> None:
    """Three stacks in the first column of the area, weapons with their first squads."""
    for i, key in enumerate(["a1", "a2", "aL1", "a3", "a4", "aL2", "a5", "a6"]):
        page.locator(f'#boxes [data-piece="{key}"]').click()
        page.wait_for_selector(".lit-hex")
        click_hex(page, f"62M{1 + i // 3}")
        expect(page.locator(f'.stacks .counter[data-piece="{key}"]')).to_be_attached()
    for weapon, squad in (("aW1", "a1"), ("aW2", "a3"), ("aW3", "a5")):
        page.locator(f'#boxes [data-piece="{weapon}"]').click()
        expect(prompt(page)).to_contain_text("choose a unit")
        take(page, squad)
        expect(page.locator(f'.stacks .counter[data-piece="{weapon}"]')).to_be_attached()


def see_a_line(page: Page) -> None:
    """The overlay takes two hexes: every hex seen from the first, then the ray to the one pointed at, with a sentence."""
    page.keyboard.press("l")
    take(page, "aW3")
    notes = page.locator(".overlay-notes")
    expect(notes).to_contain_text("hexes can be seen from 62M3")
    page.keyboard.press("Escape")
    point_at(page, page.locator('.stacks .counter[data-hex="62H5"]').last)
    expect(notes).to_contain_text("Blocked at 62J4: behind a hillock (189.18)")
    expect(page.locator(".ray-stop")).to_have_count(1)
    expect(page.locator(".overlay-ray")).to_have_count(2)
    page.keyboard.press("l")
    expect(page.locator(".overlay-ray")).to_have_count(0)


def fire(page: Page) -> None:
    """At the first hex that can be fired at: those who would fire are marked, their chances on the screen, and one word more lets the dice fall."""
    click_hex(page, lit(page)[0])
    wait_for_prompt(page, "all who are marked")
    expect(page.locator(".stacks .counter.chosen").first).to_be_attached()
    expect(page.locator("#odds .odd").first).to_be_visible()
    fight(page, "Fire!")
    wait_for_prompt(page, "prep fire")
    expect(page.locator("#side")).to_contain_text("on the table")


def choose(page: Page, words: str) -> None:
    """One of the list beside the counter or hex."""
    page.locator("#pick").get_by_role("button", name=re.compile(words)).first.click()
    settle(page)


def walk(page: Page) -> None:
    """A unit that can walk or throw smoke: every hex it reaches says what it costs, and the next one asks how; what else it could do stands in the bar, not over the map."""
    unit = "a6"
    take(page, unit)
    page.wait_for_selector(".lit-hex")
    expect(page.locator("#pick")).to_be_hidden()
    expect(button(page, "leg by leg")).to_be_visible()
    settle(page)
    assert {"3", "0", "»1"} <= set(page.locator(".note text").all_text_contents())
    point_at(page, page.locator('.lit-hex[data-hex="62K4"]'))
    expect(page.locator(".path .path-line")).to_be_attached()
    expect(page.locator(".path .cost")).to_have_text("2 of 4, 2 left")
    click_hex(page, "62L3")
    choose(page, "assault movement")
    confirm(page)
    expect(page.locator("#side")).to_contain_text(
        re.compile(f"squad {unit[1:]} moves from \\w+ to 62L3")
    )  # where the enemy's fire may be the end of it
    answer_until(page, "movement: choose")


def march(page: Page) -> None:
    """A leader with his men: they go together, and one is left behind, unless the enemy has other ideas."""
    take(page, "aL2")
    press(page, "leg by leg")
    wait_for_prompt(page, "on the move")
    press(page, "go along")
    expect(page.locator("#prompt").get_by_role("button", name=re.compile("go along"))).to_have_count(0)
    click_hex(page, "62N2")
    for key in ("a3", "a4", "aL2"):
        expect(page.locator(f'.stacks .counter[data-piece="{key}"][data-hex="62M2"]')).to_have_count(0)
    if "On the move" in my_turn(page) and page.locator('.stacks .counter.lit[data-piece="a3"]').count():
        take(page, "a3")
        confirm(page)
        expect(page.locator('.stacks .counter.lit[data-piece="a3"]')).to_have_count(0)
    answer_until(page, "movement: choose")


def advance(page: Page) -> None:
    """The first unit that may goes to the first hex it can."""
    page.keyboard.press("Tab")
    page.wait_for_selector(".lit-hex")
    click_hex(page, lit(page)[0])
    confirm(page)
    answer_until(page, "advance phase")


def give_orders(page: Page) -> None:
    """Before the enemy moves: the form says how things stand, and each press changes one row."""
    form = page.locator("#form")
    expect(form).to_contain_text("Fire from a chance of 20 %")
    form.get_by_role("button", name="30 %").click()
    expect(form).to_contain_text("Fire from a chance of 30 %")
    form.get_by_role("button", name="Otherwise ask me").click()
    expect(form).to_contain_text("otherwise ask")
    press(page, "Go on")
    expect(form.get_by_role("button", name="Otherwise ask me")).to_have_count(0)


LEAST = ("End the phase", "Let him pass", "Halt here", "Stay here", "Stop here", "Go on")
"""What ends a choice without doing anything."""


def answer_until(page: Page, words: str, most: int = 120) -> None:
    """Whatever is asked on the way is answered by what is lit: the button that ends it, else the first counter or hex."""
    for _ in range(most):
        if re.search(words, my_turn(page), re.IGNORECASE):
            return
        answer(page)
    raise AssertionError(f"never asked: {words}; now: {prompt(page).inner_text()}")


def answer(page: Page) -> None:
    asked = prompt(page).inner_text()
    for name in LEAST:
        if button(page, name).is_visible():
            press(page, name)
            confirm(page)
            return
    page.keyboard.press("Tab")
    confirm(page)
    if prompt(page).inner_text() == asked and page.locator(".lit-hex").count():
        click_hex(page, lit(page)[0])
        confirm(page)


def test_keren_begins_with_one_click_each_and_shows_its_lines_of_sight(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "keren", "first-battle", commonwealth="me", italian="me")
    wait_for_prompt(page, "place a unit")
    expect(page.locator("#prompt .who")).to_have_text("Italians")
    press(page, "Place the rest for me")
    expect(page.locator("dialog.curtain")).to_be_visible()  # what lies where is a secret here
    page.get_by_role("button", name="Commonwealth: ready").click()
    wait_for_prompt(page, "place a unit")
    expect(page.locator("#prompt .who")).to_have_text("Commonwealth")
    press(page, "Place the rest for me")
    page.get_by_role("button", name="Italians: ready").click()
    wait_for_prompt(page, "far from supply")
    expect(page.locator("#prompt .who")).to_have_text("Italians")
    expect(page.locator("#side")).to_contain_text("Turn 1")
    look_over_keren(page)


def look_over_keren(page: Page) -> None:
    """12.2: the rulebook's own example, 1723 sees up to 2420 and not past it; said in levels."""
    find_hex(page, "1723")
    page.keyboard.press("l")
    notes = page.locator(".overlay-notes")
    expect(notes).to_contain_text("artillery sees")
    find_hex(page, "2519")
    expect(notes).to_contain_text("1723 does not see 2519")
    expect(notes).to_contain_text("level")
    expect(page.locator(".ray-stop")).to_have_count(1)
    find_hex(page, "2420")
    expect(notes).to_contain_text("1723 sees 2420")
    expect(page.locator(".ray-stop")).to_have_count(0)


def find_hex(page: Page, name: str) -> None:
    """By the search, as somebody would who reads a number in the rules."""
    page.keyboard.press("/")
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    expect(page.locator("#page-stack h2")).to_contain_text(name)
    page.locator("#map").focus()


def test_ethiopia_flies_moves_and_attacks(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "ethiopia", "october", italian="me", ethiopian="me")
    wait_for_prompt(page, "send air units")
    expect(page.locator(".next-unit")).to_contain_text(re.compile(r"[1-9]\d* units can act"))
    page.locator('#boxes [data-piece="bomber-1"]').click()
    page.wait_for_selector(".lit-hex")
    click_hex(page, "2913")
    confirm(page)
    expect(page.locator('.stacks .counter[data-piece="bomber-1"][data-hex="2913"]')).to_be_attached()
    press(page, "End the phase")
    wait_for_prompt(page, "move any units")
    take(page, "gavinana")
    page.wait_for_selector(".lit-hex")
    click_hex(page, "2912")
    confirm(page)
    expect(page.locator('.stacks .counter[data-piece="gavinana"]')).to_have_attribute("data-hex", "2912")
    press(page, "End the phase")
    wait_for_prompt(page, "attack, or end")
    attack(page)


def attack(page: Page) -> None:
    """Every shift with its rule, the letter of the optional one too; the chances are the engine's; then the dice."""
    click_hex(page, "2913")
    wait_for_prompt(page, "who joins the attack on Adua")
    take(page, "gavinana")
    wait_for_prompt(page, "1 so far")
    odds = page.locator("#odds")
    settle(page)
    expect(odds).to_contain_text("(f) leader or headquarters defending")
    expect(odds).to_contain_text("bombers")
    shown = [(row.locator(".odd-label").inner_text(), str(row.locator(".odd-chance").get_attribute("title"))) for row in odds.locator(".odd").all()]
    assert shown == expected_at_adua()
    fight(page, "Fight")
    expect(page.locator("#side")).to_contain_text(re.compile("Dice|Die"))


def test_a_phone_opens_on_counters_that_can_be_read(server: Server, visit: Visit) -> None:
    """Also where motion is wanted: the glide to what is asked must not carry the small scale of the whole map on."""
    table: Any = server.post(
        "/api/tables", {"game": "keren", "scenario": "second-battle", "options": {}, "seats": {"commonwealth": "me", "italian": "bot:random"}}
    )
    page = visit(server.url(table["mine"][0]), 390, 800, has_touch=True, is_mobile=True)
    wait_for_prompt(page, "place a unit")
    tap(page, button(page, "Place the rest for me"))
    wait_for_prompt(page, "far from supply")
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    wait_for_prompt(page, "far from supply")
    assert box_of(page.locator(".stacks .counter .card").first)["width"] > 22


def test_without_secrets_the_board_is_not_covered(server: Server, visit: Visit) -> None:
    """At one screen the choice passes from side to side in the open; Keren's test has the curtain."""
    page = sit(server, visit, "ethiopia", "october", italian="me", ethiopian="me")
    for words in ("send air units", "move any units", "attack, or end", "dig in"):
        wait_for_prompt(page, words)
        press(page, "End the")
    expect(page.locator("#prompt .who")).to_have_text("Ethiopia")
    wait_for_prompt(page, "move any units")
    expect(page.locator("dialog.curtain")).to_have_count(0)
    expect(button(page, "End the phase")).to_be_visible()


def expected_at_adua() -> list[tuple[str, str]]:
    """What the engine says about the same attack."""
    game = open_game("ethiopia")
    s = game.new("october", {})
    for order in ("fly bomber-1 2913", "done", "move gavinana 2912", "done", "attack 2913", "join gavinana"):
        game.apply(s, game.read(s, tuple(order.split())))
    found = game.preview(s, game.read(s, ("fight",)))
    assert found is not None
    return [(odd.label, f"{odd.chance.numerator} in {odd.chance.denominator}") for odd in found.odds]
