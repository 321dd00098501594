"""Small things that players tripped over: keys, tablets, boxes that stay, sizes, names."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.hand import box_of, choose_unit, click, click_hex, confirm, lit, open_stack, point_at, press, settle, sit, top_of, wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
BRIEF = [
    ("adua", "albertone", "italian", "abyssinian", "/ 3turn 4/8"),
    ("hollow", "cub-cub", "allied", "axis", "/ 35 turns"),
    ("keren", "first-battle", "commonwealth", "italian", "/ 408 turns"),
]


def focused(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName"))


def test_tab_gets_in_and_out_of_the_map(server: Server, visit: Visit) -> None:
    """Once round the units, or after Escape, the key goes on: to the overlays, the panel's tabs, chat and all."""
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    page.locator("#map").focus()
    page.keyboard.press("Tab")
    page.wait_for_selector(".lit-hex")
    assert focused(page) == "map"
    for _ in range(40):
        settle(page)
        page.keyboard.press("Tab")
        if focused(page) != "map":
            break
    assert focused(page) != "map"
    page.locator("#map").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.append(focused(page))
    assert "tab-log" in reached


@pytest.mark.parametrize("width", [800, 1024])
def test_a_tablet_names_its_overlays_and_closes_its_panel(server: Server, visit: Visit, width: int) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]), width, 768, has_touch=True)
    wait_for_prompt(page, "move any units")
    page.get_by_role("button", name="Overlays", exact=True).click()
    for overlay in page.locator("#overlays button:not(.overlays-fold)").all():
        assert overlay.inner_text().strip(), "a button without a name"
    wide = box_of(page.locator("#map"))
    page.get_by_role("button", name="Side panel").click()
    expect(page.locator("#side")).to_be_hidden()
    assert box_of(page.locator("#map"))["width"] > wide["width"] + 200
    page.reload()
    wait_for_prompt(page, "move any units")
    expect(page.locator("#side")).to_be_hidden()
    page.get_by_role("button", name="Side panel").click()
    expect(page.locator("#side")).to_be_visible()


def test_why_not_goes_when_the_game_goes_on(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    choose_unit(page, "tank")
    point_at(page, top_of(page, "1608"))
    page.wait_for_selector("#why:not([hidden])")
    page.locator("#map").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_hidden()
    choose_unit(page, "tank")
    point_at(page, top_of(page, "1608"))
    page.wait_for_selector("#why:not([hidden])")
    press(page, "End the phase")
    confirm(page)
    expect(page.locator("#why")).to_be_hidden()


def test_an_open_stack_keeps_its_size_when_the_map_is_zoomed(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    open_stack(page, "0108")

    def size() -> float:
        return box_of(page.locator(".fan .counter .card").first)["width"]

    for _ in range(3):
        page.keyboard.press("+")
    assert 48 < size() < 92
    for _ in range(5):
        page.keyboard.press("+")
    assert 48 < size() < 92


@pytest.mark.parametrize(
    ("game", "scenario", "mine", "theirs"),
    [("adua", "albertone", "italian", "abyssinian"), ("cheren", "campaign", "allied", "italian"), ("ethiopia", "campaign", "italian", "ethiopian")],
)
def test_counters_can_be_read_where_a_game_opens(server: Server, visit: Visit, game: str, scenario: str, mine: str, theirs: str) -> None:
    table = server.post("/api/tables", {"game": game, "scenario": scenario, "options": {}, "seats": {mine: "me", theirs: "bot:random"}})
    page = visit(server.url(table["mine"][0]), 1440, 900)
    page.wait_for_selector("#map[data-relief=done]")
    assert box_of(page.locator(".stacks .counter .card").first)["width"] >= 30


def test_the_map_comes_near_once_the_army_is_set_up(server: Server, visit: Visit) -> None:
    """Before, the whole map is shown: its counters would stay blocks of colour."""
    table = server.post(
        "/api/tables", {"game": "keren", "scenario": "first-battle", "options": {}, "seats": {"commonwealth": "me", "italian": "bot:random"}}
    )
    page = visit(server.url(table["mine"][0]), 1440, 900)
    wait_for_prompt(page, "place a unit in its area")
    assert box_of(page.locator(".stacks .counter .card").first)["width"] < 30
    press(page, "Place the rest for me")
    wait_for_prompt(page, "far from supply")
    assert box_of(page.locator(".stacks .counter .card").first)["width"] >= 30


def test_the_question_has_a_row_of_its_own_on_a_tablet_held_upright(server: Server, visit: Visit) -> None:
    table = server.post(
        "/api/tables", {"game": "keren", "scenario": "second-battle", "options": {}, "seats": {"commonwealth": "me", "italian": "bot:random"}}
    )
    page = visit(server.url(table["mine"][0]), 820, 1180, has_touch=True)
    wait_for_prompt(page, "place a unit in its area")
    assert box_of(page.locator(".bar"))["height"] < 170
    # The map has the screen until the panel is asked for.
    assert box_of(page.locator("#map"))["width"] > 800
    page.get_by_role("button", name="Side panel").click()
    expect(page.locator("#side")).to_be_visible()


def test_the_question_has_a_row_of_its_own_on_a_tablet_held_across(server: Server, visit: Visit) -> None:
    page = sit(server, lambda url: visit(url, 1024, 768, has_touch=True), "adua", "albertone", italian="me", abyssinian="bot:random")
    assert box_of(page.locator(".prompt"))["width"] > 990
    assert box_of(page.locator(".prompt"))["y"] >= box_of(page.locator("#victory"))["y"] + box_of(page.locator("#victory"))["height"]


@pytest.mark.parametrize(("game", "scenario", "mine", "theirs", "words"), BRIEF)
def test_a_phone_shows_the_points_the_points_needed_and_the_turn(
    server: Server, visit: Visit, game: str, scenario: str, mine: str, theirs: str, words: str
) -> None:
    page = sit(server, lambda url: visit(url, 360, 740, has_touch=True, is_mobile=True), game, scenario, **{mine: "me", theirs: "bot:random"})
    expect(page.locator("#victory .victory-brief")).to_have_text(words)
    expect(page.locator("#victory .victory-brief span")).to_be_in_viewport()


def test_a_map_opens_without_an_empty_strip_above(server: Server, visit: Visit) -> None:
    """What floats at the left was kept free at the top as well, and the enemy lay under the tray."""
    table = server.post(
        "/api/tables", {"game": "ethiopia", "scenario": "october", "options": {}, "seats": {"italian": "me", "ethiopian": "bot:random"}}
    )
    page = visit(server.url(table["mine"][0]), 1440, 900)
    wait_for_prompt(page, "send air units")
    assert float(page.evaluate("() => ambaTable.map.y")) < 60


def test_the_shelf_says_scenario_turn_and_whose_move(server: Server, visit: Visit) -> None:
    table = server.table("me", "link", mix=False)
    page = visit(server.url(table["mine"][0]))
    page.wait_for_selector("#prompt .waiting")
    page.goto(server.base)
    going = page.locator("#games-going li")
    expect(going).to_contain_text("To Agordat")
    expect(going).to_contain_text(re.compile("Turn 1"))
    expect(going).to_contain_text("To move: Italians")
    # The other side moves meanwhile: the shelf asks the server, not its memory.
    other = visit(server.url(table["links"]["italian"]))
    wait_for_prompt(other, "roadblock")
    press(other, "Pass")
    other.wait_for_selector("#prompt .waiting")
    page.reload()
    expect(going).to_contain_text("Your move: Move any units")


def test_who_asks_to_take_back_says_what(server: Server, visit: Visit) -> None:
    table = server.table("me", "link", mix=False)
    other = visit(server.url(table["links"]["italian"]))
    wait_for_prompt(other, "roadblock")
    press(other, "Pass")
    page = visit(server.url(table["mine"][0]))
    wait_for_prompt(page, "move any units")
    choose_unit(page, "tank")
    to = lit(page)[0]
    click_hex(page, to)
    confirm(page)
    expect(page.locator('.stacks .counter[data-piece="tank"]')).to_have_attribute("data-hex", to)
    page.locator(".more summary").click()
    page.get_by_role("menuitem", name="Ask to take back").click()
    expect(other.locator("dialog.asked")).to_contain_text(re.compile("asks to take back: “.*Tank.* moves from"))


def test_the_lit_hexes_are_not_under_the_tray(server: Server, visit: Visit) -> None:
    """Whatever hangs over the map steps aside for the places that can be chosen."""
    page = sit(server, visit, "ethiopia", "campaign", italian="me", ethiopian="bot:random")
    wait_for_prompt(page, "send air units")
    page.locator('#boxes [data-piece="bomber-1"]').click()
    page.wait_for_selector(".lit-hex")
    tray = box_of(page.locator("#boxes"))
    spots = page.locator(".lit-hex").evaluate_all(
        "nodes => nodes.slice(0, 150).map((node) => node.getBoundingClientRect()).map((box) => [box.x + box.width / 2, box.y + box.height / 2])"
    )
    hidden = [s for s in spots if tray["x"] < s[0] < tray["x"] + tray["width"] and tray["y"] < s[1] < tray["y"] + tray["height"]]
    other = [s for s in spots if tray["x"] < s[0] < tray["x"] + tray["width"] and 70 < s[1] < 70 + tray["height"]]
    assert len(hidden) <= max(len(other), 1)


def test_the_list_of_overlays_steps_back_from_the_places_for_what_is_in_hand(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    choose_unit(page, "tank")
    expect(page.locator("#overlays")).to_have_class(re.compile("gives-way"))
    under = page.locator('.lit-hex[data-hex="0107"]')
    click(page, under)
    confirm(page)
    expect(page.locator('.stacks .counter[data-piece="tank"]')).to_have_attribute("data-hex", "0107")
    expect(page.locator("#overlays")).not_to_have_class(re.compile("gives-way"))
