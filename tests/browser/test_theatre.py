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
from tests.browser.hand import (
    button,
    choose_unit,
    click,
    click_hex,
    confirm,
    fight,
    lit,
    my_turn,
    place_of,
    press,
    prompt,
    settle,
    top_of,
    wait_for_prompt,
)

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
        session.act(0, session.game.read(session.state, action))
    return str(server.post_text(f"/api/import?{seats}", session.log.text())["mine"][0])


def result_in_log(page: Page) -> str:
    found = re.findall(r"Result (\S+)\.", page.locator("#side .log").inner_text())
    assert found, "no dice have fallen"
    return str(found[-1])


def test_a_fight_ends_in_a_card_at_its_hex_that_waits(server: Server, visit: Visit) -> None:
    page = visit(server.base)
    page.clock.install()
    page.goto(server.url(before_the_die(server)))
    wait_for_prompt(page, "choose the units")
    fight(page, "Fight")
    card = page.locator("#result")
    expect(card).to_contain_text("Attack on Agordat (1608)")
    expect(card.locator(".result-dice .die").first).to_be_visible()
    my_turn(page)
    expect(card.locator(".hit")).to_have_text(result_in_log(page))
    expect(card).to_contain_text("before the dice")
    lost = [line for line in page.locator("#side .log-entry").all_inner_texts() if "loses a step" in line or "is eliminated" in line]
    expect(card.locator(".result-losses li")).to_have_count(len(lost))
    # It waits to be read, however long that takes, and goes when told to.
    page.clock.fast_forward(60_000)
    expect(card).to_be_visible()
    page.locator("#map").focus()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_what_is_added_to_the_die_is_added_once(server: Server, visit: Visit) -> None:
    """Ethiopia's line says the column and -3 to the die of 4: the row is 1, though others of the column have the same result."""
    page = visit(server.base)
    line = {"text": "Attack", "rule": "10.7", "hexes": [], "pieces": [], "dice": [], "kind": "said", "values": ["3317", 28, 3, "6-1", -3, "DE"]}
    die = {"text": "Die: 4.", "rule": "1.4", "hexes": [], "pieces": [], "dice": [4], "kind": "rolled"}
    chart = {"title": "Combat", "head": ["Die", "5-1", "6-1"], "rows": [["0", "DE", "DE"], ["1", "DE", "DE"], ["2", "D4", "DE"], ["4", "D2", "D3"]]}
    look = "async ([fight, charts]) => (await import('/js/table/story.js')).readingOf(fight, charts).row"
    assert page.evaluate(look, [{"head": line, "lines": [die, line]}, [chart]]) == 1
    assert page.evaluate(look, [{"head": line, "lines": [die]}, [chart]]) == 1


def test_the_next_question_shows_the_fight_it_belongs_to(server: Server, visit: Visit) -> None:
    """The Italians are asked whom to lose: the question names the attack, and a click on it brings the card back."""
    page = visit(server.url(before_the_die(server, "")))
    wait_for_prompt(page, "choose the units")
    fight(page, "Fight")
    page.wait_for_selector("#result:not([hidden])")
    page.get_by_role("button", name="Italians: ready").click()
    badge = page.locator("#prompt .fight-badge")
    expect(badge).to_contain_text("Attack on Agordat")
    page.locator("#result .result-close").click()
    badge.click()
    expect(page.locator("#result")).to_be_visible()


def test_a_fight_that_is_not_over_is_shown_when_the_page_is_opened_anew(server: Server, visit: Visit) -> None:
    page = visit(server.url(before_the_die(server, "")))
    wait_for_prompt(page, "choose the units")
    fight(page, "Fight")
    page.wait_for_selector("#result:not([hidden])")
    page.get_by_role("button", name="Italians: ready").click()
    settle(page)
    page.reload()
    expect(page.locator("#prompt .fight-badge")).to_contain_text("Attack on Agordat")
    expect(page.locator("#result")).to_contain_text("Attack on Agordat (1608)")


FAR_APART = """
game = "cheren"
scenario = "agordat"
turn = 2
phase = "allied.{phase}"
[units]
11-ind = {{ hex = "1610", steps = 2, marks = ["low"] }}
10-ind = "0408"
2-col-1 = "1608"
2-col-2 = "1509"
"""


def two_players(server: Server, visit: Visit, phase: str) -> tuple[Page, Page]:
    """The Italians' page and the Allies'."""
    game = open_game("cheren")
    session = Session(game, "agordat", {}, b"k" * 32, "apart", start=game.place(tomllib.loads(FAR_APART.format(phase=phase))))
    table = server.post_text("/api/import?allied=link&italian=me", session.log.text())
    return visit(server.url(table["mine"][0])), visit(server.url(table["links"]["allied"]))


WATCH = """() => { globalThis.seen = new Set(); new MutationObserver(() => {
    if (document.body.classList.contains('looking-back')) seen.add('back');
    if (document.querySelector('#side .log-entry.here')) seen.add('log');
}).observe(document.body, { attributes: true, subtree: true, attributeFilter: ['class'] }); }"""
"""Notes what the replay shows, however quickly it is over."""


def agreed(page: Page, other: Page) -> None:
    """Both show the same position."""
    for one in (page, other):
        settle(one)
    newest = max(one.evaluate("() => ambaTable.view.n") for one in (page, other))
    for one in (page, other):
        one.wait_for_function("n => ambaTable.view.n >= n && ambaTable.isAtRest", arg=newest)


def end_the_turn(page: Page, other: Page) -> None:
    """The Allies have nothing more to do, and the Italians no answer to it."""
    quiet = "Check supply|End the phase|Pass|Stand"
    for _ in range(20):
        agreed(page, other)
        if page.locator("#tale").is_visible():
            break
        press(other if button(other, quiet).is_visible() else page, quiet)


def test_the_other_sides_turn_is_told_until_ones_first_order(server: Server, visit: Visit) -> None:
    page, other = two_players(server, visit, "movement")
    tale = page.locator("#tale")
    wait_for_prompt(other, "move any units")
    choose_unit(other, "10-ind")
    click_hex(other, lit(other)[0])
    confirm(other)
    end_the_turn(page, other)
    expect(tale).to_contain_text("Allies: 1 move, they lost 1 step")
    expect(page.locator(".arrows .arrow-line")).not_to_have_count(0)
    expect(page.locator(".ghosts .counter")).not_to_have_count(0)
    # Replayed: the board goes back, the log keeps step, and it ends in the present by itself.
    page.evaluate(WATCH)
    page.locator("#replay select").select_option("10")
    tale.get_by_role("button", name="Replay").click()
    page.wait_for_function("() => seen.has('back') && seen.has('log') && !document.body.classList.contains('looking-back')")
    expect(tale).to_be_visible()
    my_turn(page)
    page.reload()
    expect(tale).to_contain_text("Allies: 1 move, they lost 1 step")
    my_turn(page)
    press(page, "End the phase|Pass")
    expect(tale).to_be_hidden()
    expect(page.locator(".arrows .arrow-line")).to_have_count(0)
    page.reload()
    page.wait_for_selector("#prompt .prompt-text:not(:empty)")
    settle(page)
    expect(tale).to_be_hidden()


LATE_MS = 800
"""A click sooner than this after a phase was passed is taken for one that was meant for that phase, and left alone."""
QUIET_END = """
game = "keren"
scenario = "first-battle"
turn = 2
phase = "italian.movement"
[units]
col-red-1 = "5208"
2-camerons-a = "2420"
"""


def test_a_phase_that_is_passed_for_one_does_not_end_the_tale(server: Server, visit: Visit) -> None:
    """The Italians march; the fire, the assaults and the supply that follow pass by themselves, and the arrows stay until an order of one's own."""
    game = open_game("keren")
    session = Session(game, "first-battle", {}, b"k" * 32, "quiet", start=game.place(tomllib.loads(QUIET_END)))
    table = server.post_text("/api/import?commonwealth=me&italian=link", session.log.text())
    page, other = visit(server.base), visit(server.url(table["links"]["italian"]))
    page.evaluate("localStorage.setItem('amba.pass-secret', JSON.stringify('empty'))")
    page.goto(server.url(table["mine"][0]))
    wait_for_prompt(other, "move")
    choose_unit(other, "col-red-1")
    click_hex(other, lit(other)[0])
    confirm(other)
    press(other, "End the phase")
    wait_for_prompt(other, "assault")
    press(other, "End the phase")
    wait_for_prompt(other, "far from supply")
    press(other, "End the phase")
    wait_for_prompt(other, "bombard")
    press(other, "End the phase")
    wait_for_prompt(page, "move")
    expect(page.locator("#tale")).to_contain_text("Italians: 1 move")
    page.wait_for_timeout(LATE_MS)
    expect(page.locator("#tale")).to_contain_text("Italians: 1 move")
    press(page, "End the phase")
    expect(page.locator("#tale")).to_be_hidden()


def test_a_turn_in_which_they_only_lost_something_is_told_as_that(server: Server, visit: Visit) -> None:
    page, other = two_players(server, visit, "supply")
    wait_for_prompt(other, "check supply")
    end_the_turn(page, other)
    expect(page.locator("#tale")).to_contain_text("Allies: they lost 1 step")
    expect(page.locator("#tale").get_by_role("button", name="The losses")).to_be_visible()


def test_since_you_left(server: Server, visit: Visit) -> None:
    """Whoever comes back is told what the other did meanwhile."""
    table = server.table("me", "link", mix=False)
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
    confirm(other)
    expect(other.locator('.stacks .counter[data-piece="tank"]')).to_have_attribute("data-hex", to)
    page.goto(server.url(theirs))
    expect(page.locator("#tale")).to_contain_text("Since you left: 1 move")
    expect(page.locator(".arrows .arrow-line")).to_have_count(1)
    page.reload()
    page.wait_for_selector("#prompt .waiting")
    expect(page.locator("#tale")).to_be_hidden()


def test_replay_plays_pauses_and_follows_the_log(server: Server, visit: Visit) -> None:
    page = visit(server.url(before_the_die(server)))
    wait_for_prompt(page, "choose the units")
    fight(page, "Fight")
    page.wait_for_selector("#result:not([hidden])")
    my_turn(page)
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
    expect(button(page, ".").or_(page.locator(".counter.lit")).first).to_be_attached()


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


CHARGE = """
game = "hollow"
scenario = "keru"
turn = 2
phase = "movement"
phasing = "axis"
[pieces]
x1 = { hex = "62Q5", kind = "it-336", has = ["xW1"] }
xW1 = { hex = "62Q5", kind = "horses" }
a1 = { hex = "62J4", kind = "br-457" }
a2 = { hex = "62K4", kind = "br-457" }
a3 = { hex = "62J5", kind = "br-457" }
[tracks]
allied_chance = 1
"""


def test_the_card_of_a_shot_on_the_way_reads_the_column_of_that_shot(server: Server, visit: Visit) -> None:
    """What was foretold is the charge; what is told first is the defender's fire at it."""
    game = open_game("hollow")
    session = Session(game, "keru", {}, b"k" * 32, "charge", start=game.place(tomllib.loads(CHARGE)))
    page = visit(server.url(str(server.post_text("/api/import?axis=me&allied=bot:greedy", session.log.text())["mine"][0])))
    wait_for_prompt(page, "choose a unit to move")
    choose_unit(page, "x1")
    click_hex(page, "62J5")
    confirm(page)
    settle(page)
    title = page.locator("#result .result-head").inner_text()
    found = re.search(r"column (\d+), modifiers \S+, (-?\d+) on the table", title.replace("\n", " "))
    assert found is not None, title
    column, total = found.groups()
    expect(page.locator("#result .result-table thead th.lit")).to_have_text(column)
    expect(page.locator("#result .result-table tbody th.lit")).to_have_text(total)


SHOTS = """
game = "hollow"
scenario = "keru"
turn = 2
phase = "advance"
phasing = "axis"
[pieces]
x1 = { hex = "62Q5", kind = "it-336" }
x2 = { hex = "62O5", kind = "it-336" }
a1 = { hex = "62Q4", kind = "br-457" }
a2 = { hex = "62O4", kind = "br-457" }
"""


def test_shots_that_leave_no_sentence_of_their_own_keep_their_cards(server: Server, visit: Visit) -> None:
    """The order to shoot says nothing, the dice do: both shots of the other side wait to be read."""
    game = open_game("hollow")
    session = Session(game, "keru", {}, b"k" * 32, "shots", start=game.place(tomllib.loads(SHOTS)))
    table = server.post_text("/api/import?axis=me&allied=link", session.log.text())
    page, other = visit(server.url(table["mine"][0])), visit(server.url(table["links"]["allied"]))
    wait_for_prompt(page, "advance")
    press(page, "End the phase")
    for _ in range(6):
        agreed(page, other)
        if "prep" in prompt(other).inner_text().lower():
            break
        press(other if button(other, "End the phase").is_visible() else page, "End the phase")
    for target in ("x1", "x2"):
        click(other, top_of(other, place_of(other, target)))
        fight(other, "Fire!")
        agreed(page, other)
    expect(page.locator("#result .result-pages")).to_contain_text("1 of 2")
