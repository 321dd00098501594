"""Manners at the table: claims, reasons, the key, finding things, and what happens when two hands meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.hand import choose_unit, click_hex, middle, open_stack, press, prompt, settle, wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def by_links(server: Server, pace: int = 0) -> Any:
    seats = {"allied": "me", "italian": "link"}
    return server.post("/api/tables", {"game": "cheren", "scenario": "agordat", "options": {}, "seats": seats, "pace": pace})


def more(page: Page, name: str) -> None:
    page.locator(".more summary").click()
    page.get_by_role("menuitem", name=name).click()


def test_whoever_is_left_waiting_claims_the_game(server: Server, visit: Visit) -> None:
    table = by_links(server, pace=2)
    allied, italian = visit(server.url(table["links"]["allied"])), visit(server.url(table["links"]["italian"]))
    wait_for_prompt(italian, "roadblock")
    expect(allied.locator(".player.deciding")).to_contain_text("out of time")
    italian.locator(".more summary").click()
    expect(italian.get_by_role("menuitem", name="Claim the game")).to_be_hidden()
    more(allied, "Claim the game")
    allied.get_by_role("button", name="Claim the win").click()
    for page in (allied, italian):
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
        expect(page.locator("dialog[open]")).to_contain_text("claims the game")


def test_without_a_pace_nothing_is_claimed(server: Server, visit: Visit) -> None:
    table = by_links(server)
    page = visit(server.url(table["mine"][0]))
    visit(server.url(table["links"]["italian"]))
    wait_for_prompt(page, "roadblock")
    page.locator(".more summary").click()
    expect(page.get_by_role("menuitem", name="Claim the game")).to_be_hidden()
    expect(page.get_by_role("menuitem", name="Resign")).to_be_visible()


def test_resigning_asks_first(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    wait_for_prompt(page, "move any units")
    more(page, "Resign")
    page.get_by_role("button", name="Play on").click()
    wait_for_prompt(page, "move any units")
    more(page, "Resign")
    page.locator("dialog[open]").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()


def test_the_bot_explains_itself_when_asked(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("bot:planner", "bot:random")["watch"]))
    page.wait_for_selector(".log-why", state="attached")
    expect(page.locator(".log-why").first).to_be_hidden()
    more(page, "Let the bot explain itself")
    expect(page.locator(".log-why").first).to_be_visible()
    page.reload()
    page.wait_for_selector(".log-why", state="attached")
    expect(page.locator(".log-why").first).to_be_visible()


def test_the_maps_key_and_finding_by_name(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    wait_for_prompt(page, "move any units")
    page.locator("#map").focus()
    page.keyboard.press("k")
    key = page.locator("#key")
    for word in ("Ground", "Mountain", "Road", "Counters", "Marks"):
        expect(key).to_contain_text(word)
    page.keyboard.press("Escape")
    expect(key).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("agordat")
    expect(page.locator("#found li").first).to_contain_text("Agordat")
    page.keyboard.press("Enter")
    expect(page.locator("#page-stack h2")).to_contain_text("1608 Agordat")


def test_a_newcomer_is_led_once(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    first = page.get_by_role("region", name="First steps")
    expect(first).to_contain_text("To Agordat. The first four weeks")
    expect(first).to_contain_text("Your side: Allies.")
    first.get_by_role("button", name="The player's guide").click()
    expect(page.locator("#page-rules .guide")).to_be_visible()
    page.locator("#tab-log").click()
    first.get_by_role("button", name="Understood").click()
    expect(first).to_have_count(0)
    page.reload()
    wait_for_prompt(page, "move any units")
    expect(first).to_have_count(0)


def test_a_large_tray_draws_back_while_a_place_is_chosen(server: Server, visit: Visit) -> None:
    """Forty pieces to set up must not lie over the ground where they go."""
    body = {"game": "adua", "scenario": "battle", "options": {}, "seats": {"italian": "me", "abyssinian": "bot:random"}}
    page = visit(server.url(server.post("/api/tables", body)["mine"][0]))
    wait_for_prompt(page, "set up")
    tray = page.locator("#boxes .box-piece")
    whole = tray.count()
    assert whole > 10
    tray.first.click()
    page.wait_for_selector(".lit-hex")
    expect(tray).to_have_count(1)
    page.locator("#boxes .box-more").click()
    expect(tray).to_have_count(whole)


def test_a_drag_into_a_changed_position_puts_nothing_down(server: Server, visit: Visit) -> None:
    token = server.table("me", "bot:random")["mine"][0]
    one, two = visit(server.url(token)), visit(server.url(token))
    for page in (one, two):
        wait_for_prompt(page, "move any units")
    open_stack(one, "0108")
    start = middle(one.locator('.fan .counter[data-piece="tank"]'))
    one.mouse.move(*start)
    one.mouse.down()
    one.mouse.move(start[0] + 14, start[1] + 6, steps=3)
    one.wait_for_selector('.lit-hex[data-hex="0307"]')
    goal = middle(one.locator('.lit-hex[data-hex="0307"]'))
    choose_unit(two, "skinner")
    click_hex(two, "0507")
    expect(one.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0507")
    one.mouse.move(*goal, steps=4)
    one.mouse.up()
    settle(one)
    expect(one.locator('.stacks .counter[data-piece="tank"]')).to_have_attribute("data-hex", "0108")
    expect(one.locator(".ghost")).to_have_count(0)


def test_looking_back_is_not_disturbed_by_a_move(server: Server, visit: Visit) -> None:
    token = server.table("me", "bot:random")["mine"][0]
    one, two = visit(server.url(token)), visit(server.url(token))
    for page in (one, two):
        wait_for_prompt(page, "move any units")
    one.locator("#replay input[type=range]").focus()
    one.keyboard.press("Home")
    expect(prompt(one)).to_contain_text("Looking back: entry 0")
    choose_unit(two, "skinner")
    click_hex(two, "0507")
    expect(two.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0507")
    one.wait_for_function("() => ambaTable.view.pieces.skinner.at === '0507'")
    settle(one)
    expect(prompt(one)).to_contain_text("Looking back: entry 0")
    expect(one.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0108")
    one.get_by_role("button", name="To the present").click()
    expect(one.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0507")
    wait_for_prompt(one, "move any units")


def test_what_was_asked_goes_away_when_the_game_goes_on(server: Server, visit: Visit) -> None:
    table = by_links(server)
    allied, italian = visit(server.url(table["links"]["allied"])), visit(server.url(table["links"]["italian"]))
    wait_for_prompt(italian, "roadblock")
    press(italian, "Pass")
    wait_for_prompt(allied, "move any units")
    more(italian, "Offer a draw")
    expect(allied.locator("dialog.asked")).to_contain_text("offers a draw")
    tab = visit(server.url(table["links"]["allied"]))
    expect(tab.locator("dialog.asked")).to_be_visible()
    tab.locator("dialog.asked").get_by_role("button", name="No").click()
    choose_unit(tab, "skinner")
    click_hex(tab, "0507")
    expect(allied.locator("dialog.asked")).to_have_count(0)


def test_j_steps_through_what_can_be_chosen(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    wait_for_prompt(page, "move any units")
    page.locator("#map").focus()
    page.keyboard.press("Tab")
    page.wait_for_selector(".lit-hex")
    settle(page)
    unit = str(page.locator(".stacks .counter.chosen").get_attribute("data-piece"))
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator("#live")).to_contain_text("can be chosen")
    page.keyboard.press("Enter")
    settle(page)
    page.keyboard.press("Enter")
    expect(page.locator(f'.stacks .counter[data-piece="{unit}"]')).not_to_have_attribute("data-hex", "0108")


def test_many_buttons_become_a_form(server: Server, visit: Visit) -> None:
    page = visit(server.base)
    found = page.evaluate("""async () => {
        const { intoRows, showForm } = await import('/js/table/form.js');
        const choice = (...a) => ({ a, label: a[0] === 'range' ? `Fire within ${a[1]} hexes` : a[0] === 'ask' ? `Otherwise ${a[1]}` : 'End the phase' });
        const many = [2, 4, 6, 8, 10, 12, 14].map((n) => choice('range', String(n))).concat([choice('ask', 'fire'), choice('ask', 'wait'), choice('done')]);
        const { rows, rest } = intoRows(many);
        const host = document.createElement('div');
        showForm(host, rows, (c) => { const b = document.createElement('button'); b.textContent = c.label; return b; });
        return { few: intoRows(many.slice(0, 5)).rows.length, rest: rest.map((c) => c.a.join(' ')), rows: [...host.children].map((row) => [...row.children].map((node) => node.textContent)) };
    }""")
    assert found["few"] == 0, "a few stay beside the prompt"
    assert found["rest"] == ["done"]
    assert found["rows"][0][:3] == ["Fire within", "2 hexes", "4 hexes"]
    assert found["rows"][1] == ["Otherwise", "fire", "wait"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dialogs_have_no_serious_accessibility_fault(server: Server, visit: Visit, scheme: str) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]), color_scheme=scheme)
    wait_for_prompt(page, "move any units")
    found: list[Any] = []

    def look() -> None:
        settle(page)
        faults = Axe().run(page).response["violations"]
        found.extend((fault["id"], [node["target"] for node in fault["nodes"]][:3]) for fault in faults if fault["impact"] in {"serious", "critical"})

    page.locator("#map").focus()
    page.keyboard.press("k")
    look()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("ind")
    look()
    page.keyboard.press("Escape")
    page.locator(".more summary").click()
    look()
    page.get_by_role("menuitem", name="Resign").click()
    look()
    page.get_by_role("button", name="Play on").click()
    page.locator("#map").focus()
    page.keyboard.press("?")
    look()
    assert found == []


def test_a_line_that_has_gone_silent_is_noticed_and_comes_back(server: Server, visit: Visit) -> None:
    """A network that vanishes closes nothing: messages go out and none comes in. Waking the page asks whether anybody is there."""
    page = visit(server.base)
    silent: list[Any] = []
    deaf: list[bool] = [False]

    def between(line: Any) -> None:
        silent.append(line)
        mine, far = deaf[0], line.connect_to_server()
        line.on_message(lambda message: None if deaf[0] != mine else far.send(message))
        far.on_message(lambda message: None if deaf[0] != mine else line.send(message))

    page.route_web_socket("**/ws", between)
    page.goto(server.url(server.table("me", "bot:random")["mine"][0]))
    wait_for_prompt(page, "move any units")
    deaf[0] = True
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#line")).to_contain_text("The line is back")
    assert len(silent) == 2
    choose_unit(page, "skinner")
    click_hex(page, "0507")
    expect(page.locator('.stacks .counter[data-piece="skinner"]')).to_have_attribute("data-hex", "0507")


def test_words_typed_while_the_line_is_down_are_not_lost(own_server: Server, visit: Visit) -> None:
    page = visit(own_server.url(own_server.table("me", "bot:random")["mine"][0]))
    wait_for_prompt(page, "move any units")
    own_server.kill()
    expect(page.locator("#line")).to_contain_text("The line is down")
    page.locator("#tab-chat").click()
    page.get_by_label("Say something").fill("are you there?")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("Not said")
    expect(page.get_by_label("Say something")).to_have_value("are you there?")
    page.locator("#tab-notes").click()
    notes = page.get_by_label("Notes of your own")
    notes.fill("hold Cheru")
    expect(page.locator("#page-notes")).to_contain_text("Not kept yet")
    own_server.start()
    expect(page.locator("#page-notes")).to_contain_text("Kept.")
    expect(notes).to_have_value("hold Cheru")
    page.reload()
    page.locator("#tab-notes").click()
    expect(page.get_by_label("Notes of your own")).to_have_value("hold Cheru")


def test_a_newcomer_finds_something_short_chosen(server: Server, visit: Visit) -> None:
    """Whoever has never sat down is offered each game's shortest scenario and a bot that does not plan; later, what comes first."""
    page = visit(server.base)
    card = page.locator("#games form").filter(has=page.locator('option[value="agordat"]'))
    expect(card.get_by_label("Scenario")).to_have_value("agordat")
    expect(card.get_by_label("Level")).to_have_value("beginner")
    expect(card.get_by_role("button", name="Sit down")).to_be_in_viewport(ratio=1)  # nobody has to look for it
    card.get_by_role("button", name="Sit down").click()
    wait_for_prompt(page, "move any units")
    page.goto(server.base)
    expect(card.get_by_label("Scenario")).to_have_value("campaign")
    expect(card.get_by_label("Level")).to_have_value("planner")


def test_only_phases_without_anything_to_do_are_passed(server: Server, visit: Visit) -> None:
    """Nothing but the end of the phase is on offer, or, for who wants it, nothing that somebody need be stopped for."""
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    done, give, rally = {"a": ["done"], "label": "End"}, {"a": ["give", "x"], "label": "Give", "idle": True}, {"a": ["rally", "x"], "label": "Rally"}
    cases: tuple[tuple[list[Any], list[Any], str, bool], ...] = (
        ([done], [], "never", False), ([done], [], "empty", True), ([done], [give], "empty", False), ([done, give], [], "quiet", True),
        ([done, give, rally], [], "quiet", False), ([rally], [], "quiet", False), ([{"a": ["roll"], "label": "Roll"}], [], "empty", False),
    )  # fmt: skip
    for actions, heads, way, passed in cases:
        found = page.evaluate(
            "async ([menu, way]) => (await import('/js/table/passing.js')).isEmpty(menu, way)", [{"actions": actions, "heads": heads}, way]
        )
        assert found == passed, (actions, heads, way)
    # A question of a kind that the game calls calm, where nothing hangs on it: also for who only passes empty phases.
    calm = "async ([menu, way]) => (await import('/js/table/passing.js')).isEmpty(menu, way, ['done'], () => false, true)"
    for heads, way, passed in (([give], "empty", True), ([rally], "empty", False), ([give], "never", False)):
        assert page.evaluate(calm, [{"actions": [done], "heads": heads}, way]) == passed, (heads, way)


def test_a_question_about_a_chit_that_one_does_not_hold_is_passed_where_the_game_says_so(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    ask, play = {"a": ["pass"], "label": "Pass"}, {"a": ["play", "roadblock-1"], "label": "Play Roadblock"}
    for actions, heads, ends, passed in (([ask], [], ["done"], False), ([ask], [], ["done", "pass"], True), ([ask], [play], ["done", "pass"], False)):
        found = page.evaluate(
            "async ([menu, ends]) => (await import('/js/table/passing.js')).isEmpty(menu, 'empty', ends)",
            [{"actions": actions, "heads": heads}, ends],
        )
        assert found == passed, (actions, heads, ends)


def test_how_phases_are_passed_is_said_in_the_menu_and_kept(server: Server, visit: Visit) -> None:
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    wait_for_prompt(page, "move any units")
    item = page.locator(".more-list button", has_text="Stops")
    page.locator(".more summary").click()
    expect(item).to_have_text("Stops: in every phase")
    item.click()
    page.reload()
    wait_for_prompt(page, "move any units")
    page.locator(".more summary").click()
    expect(item).to_have_text("Stops: not in empty phases")


def test_a_phase_in_which_nothing_can_be_done_is_passed(server: Server, visit: Visit) -> None:
    """Two at one screen, a game without secrets: the Italians move nobody, so nobody can attack."""
    table = server.post("/api/tables", {"game": "ethiopia", "scenario": "october", "options": {}, "seats": {"italian": "me", "ethiopian": "me"}})
    page = visit(server.url(table["mine"][0]))
    wait_for_prompt(page, "send air units")
    page.evaluate("localStorage.setItem('amba.pass', JSON.stringify('empty'))")
    page.locator("#prompt").get_by_role("button", name="End the").click()
    wait_for_prompt(page, "move any units")
    page.locator("#prompt").get_by_role("button", name="End the").click()
    wait_for_prompt(page, "dig in")
