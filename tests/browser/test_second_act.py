"""Before, during and after a game: briefings and a guide, the state of things on the map, odds on pointing, an end with its luck."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from amba.core.session import Session
from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import away, box_of, button, click, click_hex, confirm, middle, point_at, press, prompt, settle, sit, wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]
FIRST = [
    ("cheren", "agordat", "allied", "italian"),
    ("keren", "first-battle", "commonwealth", "italian"),
    ("adua", "albertone", "italian", "abyssinian"),
    ("ethiopia", "october", "italian", "ethiopian"),
    ("hollow", "cub-cub", "allied", "axis"),
]
BEFORE_THE_FIGHT = {
    "game": "cheren", "scenario": "campaign", "turn": 3, "phase": "allied.combat",
    "units": {"11-ind": "1507", "5-ind": "1609", "29-ind": "1609", "42-col-1": "1608", "42-col-2": "1608", "marina": "massaua"},
    "control": {"allied": ["kassala"]},
}  # fmt: skip


def position(server: Server, visit: Visit, document: dict[str, Any], **more: Any) -> Page:
    """A table that begins in the middle of a game, one screen for both sides."""
    game = open_game(document["game"])
    session = Session(game, document["scenario"], {}, b"s" * 32, "second act", start=game.place(document))
    return page_of(server, visit, session, **more)


def page_of(server: Server, visit: Visit, session: Session, **more: Any) -> Page:
    page = visit(server.url(server.post_text("/api/import", session.log.text())["mine"][0]), **more)
    page.wait_for_selector("#prompt .prompt-text:not(:empty)")
    settle(page)
    return page


def faults(page: Page) -> list[str]:
    return [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in Axe().run(page).response["violations"]]


@pytest.mark.parametrize(("game", "scenario", "mine", "theirs"), FIRST)
def test_axe_finds_nothing_in_any_game(server: Server, visit: Visit, game: str, scenario: str, mine: str, theirs: str) -> None:
    """The briefing as a newcomer sees it, its second page, the table with the guide, and every page of the panel."""
    table: Any = server.post("/api/tables", {"game": game, "scenario": scenario, "options": {}, "seats": {mine: "me", theirs: "bot:random"}})
    page = visit(server.base)
    page.evaluate("localStorage.setItem('amba.briefed', '[]')")
    page.goto(server.url(table["mine"][0]))
    briefing = page.locator("dialog.briefing")
    expect(briefing).to_contain_text("The goal")
    expect(briefing.locator(".briefing-forces li")).not_to_have_count(0)
    assert faults(page) == []
    briefing.get_by_role("button", name="Next").click()
    expect(briefing.locator("li")).not_to_have_count(0)
    expect(briefing).to_contain_text("Three hints: ")
    assert faults(page) == []
    briefing.get_by_role("button", name="Begin with a guide").click()
    expect(page.locator("#guide")).to_be_visible()
    for name in ("Turn", "Hex", "Boxes", "Charts", "Rules"):
        page.get_by_role("tab", name=name).click()
        assert faults(page) == [], name


def test_a_briefing_comes_once_and_can_be_called_up_again(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "ethiopia", "october", italian="me", ethiopian="bot:random")
    page.evaluate("localStorage.setItem('amba.briefed', '[]')")
    page.reload()
    page.locator("dialog.briefing").get_by_role("button", name="Skip").click()
    page.reload()
    page.wait_for_selector("#prompt .prompt-text:not(:empty)")
    settle(page)
    assert page.evaluate("() => ambaTable.briefing.offer()") is None  # what the page does when it opens, again and to its end
    expect(page.locator("dialog.briefing")).to_have_count(0)
    page.locator(".more summary").click()
    page.get_by_role("menuitem", name="The briefing").click()
    expect(page.locator("dialog.briefing")).to_contain_text("Three Italian corps stand on the Mareb")


@pytest.mark.parametrize(
    ("game", "scenario", "mine", "theirs", "counted"),
    [
        ("adua", "albertone", "italian", "abyssinian", 36),
        ("cheren", "agordat", "allied", "italian", 63),
        ("ethiopia", "october", "italian", "ethiopian", 61),
    ],
)
def test_a_briefing_counts_those_alone_who_have_a_part_in_the_scenario(
    server: Server, visit: Visit, game: str, scenario: str, mine: str, theirs: str, counted: int
) -> None:
    page = sit(server, visit, game, scenario, **{mine: "me", theirs: "bot:random"})
    page.evaluate("localStorage.setItem('amba.briefed', '[]')")
    page.reload()
    page.wait_for_selector("dialog.briefing .briefing-forces")
    forces = page.locator("dialog.briefing .briefing-forces strong").all_inner_texts()
    assert sum(int(number) for text in forces for number in re.findall(r"(\d+) counters", text)) == counted, forces


def test_the_guide_follows_the_phases_of_a_turn(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "ethiopia", "october", italian="me", ethiopian="me")
    page.locator(".more summary").click()
    page.get_by_role("menuitem", name="A turn with a guide").click()
    guide = page.locator("#guide")
    expect(guide).to_contain_text("Click an aircraft")
    press(page, "End the phase")
    expect(guide).to_contain_text("Click a unit, or a stack twice")
    guide.get_by_role("button", name="End the guide").click()
    expect(guide).to_be_hidden()


def test_what_is_held_how_deep_a_stack_is_and_who_has_moved_can_be_seen_from_far_away(server: Server, visit: Visit) -> None:
    document = {
        "game": "ethiopia", "scenario": "october", "turn": 1, "phase": "italian.works",
        "units": {"gavinana": "2911", "gran-sasso": "2911", "sabauda": {"hex": "3312", "marks": ["moved"]}},
    }  # fmt: skip
    page = position(server, visit, document)
    page.locator("#zoom button").nth(2).click()
    expect(page.locator("#map")).to_have_class(re.compile("tiny"))
    depth = page.locator(".depth", has_text="2")
    expect(depth).to_have_count(1)
    assert box_of(depth.locator("circle"))["width"] > 6
    assert box_of(page.locator(".held-hex").first)["width"] > 8
    expect(page.locator('.stacks [data-piece="gavinana"] .block')).to_be_visible()
    for _ in range(6):
        page.locator("#zoom button").first.click()
    expect(page.locator('.stacks [data-piece="sabauda"] .acted')).to_have_count(1)
    expect(page.locator('.stacks [data-piece="gavinana"] .acted')).to_have_count(0)


def test_pointing_at_an_enemy_shows_the_odds_and_what_would_better_them(server: Server, visit: Visit) -> None:
    page = position(server, visit, BEFORE_THE_FIGHT)
    wait_for_prompt(page, "choose an enemy hex")
    point_at(page, page.locator('.lit-hex[data-hex="1608"]'))
    odds = page.locator("#odds")
    expect(odds).to_contain_text("with all who can")
    expect(odds.locator(".odd")).not_to_have_count(0)
    expect(odds).to_contain_text(re.compile(r"\d+ more points? reach"))
    away(page)
    expect(odds).to_be_hidden()


def test_the_bar_says_what_units_are_asked_about_for(server: Server, visit: Visit) -> None:
    page = position(server, visit, BEFORE_THE_FIGHT)
    wait_for_prompt(page, "choose an enemy hex")
    click_hex(page, "1608")
    confirm(page)
    wait_for_prompt(page, "choose the units")
    expect(page.locator(".next-unit")).to_contain_text("3 units can join")


WAYS: list[tuple[dict[str, Any], str]] = [
    ({"game": "cheren", "scenario": "campaign", "turn": 3, "phase": "allied.movement", "units": {"5-ind": "1110", "marina": "massaua"}}, "Alt"),
    (
        {
            "game": "keren",
            "scenario": "first-battle",
            "turn": 1,
            "phase": "commonwealth.movement",
            "units": {"2-camerons-a": "3824", "col-red-1": "2212"},
        },
        "Alt",
    ),
    ({"game": "adua", "scenario": "battle", "turn": 4, "phase": "italian.movement", "units": {"i-ascari": "1316", "tecla-f1": "2518"}}, "Control"),
    ({"game": "ethiopia", "scenario": "campaign", "turn": 2, "phase": "italian.movement", "units": {"eritrean-1": "2712", "tigre-1": "2830"}}, "Alt"),
    ({"game": "hollow", "scenario": "cub-cub", "turn": 1, "phase": "movement", "phasing": "allied", "pieces": {"a6": "62M3", "x1": "62A1"}}, "Alt"),
]


@pytest.mark.parametrize(("document", "key"), WAYS, ids=[document["game"] for document, _ in WAYS])
def test_a_way_of_ones_own_is_drawn_and_taken_back_at_once(server: Server, visit: Visit, document: dict[str, Any], key: str) -> None:
    """By a drag with a key held, through two hexes that the shortest way would not touch; in games with legs, or with march, go and halt."""
    mover, start = next(iter((document.get("units") or document["pieces"]).items()))
    page = position(server, visit, document)
    if document["game"] == "hollow":
        wait_for_prompt(page, "standing orders")
        press(page, "Go on")
        page.get_by_role("button", name="ready").click()
    wait_for_prompt(page, "move")
    unit = page.locator(f'.stacks [data-piece="{mover}"]')
    click(page, unit.locator(".card"))
    page.wait_for_selector(".lit-hex")
    x, y = middle(unit.locator(".card"))
    near = page.evaluate(
        """() => { const g = [...document.querySelectorAll('.lit-hex')].map((n) => ({id: n.dataset.hex, box: n.getBoundingClientRect()}));
        return g.map(({id, box}) => [id, box.x + box.width / 2, box.y + box.height / 2]); }"""
    )
    page.keyboard.press("Escape")
    first = min(near, key=lambda one: abs(one[1] - x) + abs(one[2] - y))
    second = min((one for one in near if one != first), key=lambda one: abs(one[1] - first[1]) + abs(one[2] - first[2]))
    page.mouse.move(x, y)
    page.mouse.down()
    page.keyboard.down(key)
    for _, to_x, to_y in (first, second):
        page.mouse.move(to_x, to_y, steps=8)
    page.mouse.up()
    page.keyboard.up(key)
    settle(page)
    expect(unit).to_have_attribute("data-hex", second[0])
    wait_for_prompt(page, "move")
    settle(page)
    page.get_by_role("button", name="Undo").click()
    expect(unit).to_have_attribute("data-hex", start)
    wait_for_prompt(page, "move")


def test_the_rest_is_placed_by_one_button_and_taken_back_by_one_undo(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "hollow", "cub-cub", allied="me", axis="bot:greedy")
    wait_for_prompt(page, "set up your units")
    expect(button(page, "Place the rest for me")).to_be_visible()
    press(page, "Place the rest for me")
    expect(page.locator(".next-unit")).to_be_hidden()
    expect(page.locator('.stacks [data-piece="a1"]')).to_be_attached()
    expect(page.locator('.stacks [data-piece="a1"]')).to_contain_text("Sq 1")
    settle(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('.stacks [data-piece="a1"]')).to_have_count(0)


def test_the_end_tells_the_luck_opens_both_sides_and_gives_a_report(server: Server, visit: Visit, tmp_path: Path) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    wait_for_prompt(page, "move any units")
    hidden = page.locator('.stacks [data-piece="?"]').count()
    page.locator(".more summary").click()
    page.get_by_role("menuitem", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    end = page.locator("dialog.end")
    with page.expect_download() as download:
        end.get_by_role("button", name="Save a report").click()
    path = tmp_path / "report.html"
    download.value.save_as(path)
    text = path.read_text(encoding="utf-8")
    assert "Allied resigns" in text
    assert text.count("<figure>") >= 1
    assert "data:image/jpeg" in text
    assert not re.search(r'(src|href)="https?:', text)
    end.get_by_role("button", name="Open both sides").click()
    expect(page.locator("#notice")).to_contain_text("Both sides lie open")
    assert page.locator('.stacks [data-piece="?"]').count() <= hidden
    expect(prompt(page)).not_to_be_empty()
