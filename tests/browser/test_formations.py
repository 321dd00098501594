"""Several stacks in one gesture: a box takes them, a click brings them up, a drag keeps their shape, one word takes it back."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from amba.bots.player import Player
from amba.core.decision import Refusal
from amba.core.session import Session
from amba.lab.fuzz import seeded_session
from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import my_turn, prompt, settle, sit, wait_for_prompt
from tests.browser.test_tanks import UNWATCHED, table_at
from tests.browser.test_theatre import FIGHT

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]

PLACES = "() => Object.fromEntries(globalThis.ambaTable.formation.orders().map(({ a }) => [a[1], globalThis.ambaTable.view.pieces[a[1]].at]))"
STANDS = "(keys) => Object.fromEntries(keys.map((key) => [key, globalThis.ambaTable.view.pieces[key].at]))"
ON_SCREEN = """(hex) => { const { map, painter } = globalThis.ambaTable; const c = map.toHost(painter.grid.centre(hex));
    const box = map.host.getBoundingClientRect(); return [c.x + box.left, c.y + box.top]; }"""
FAR = """([a, b]) => { const { grid } = globalThis.ambaTable.painter; const [p, q] = [grid.centre(a), grid.centre(b)];
    return Math.round(Math.hypot(p.x - q.x, p.y - q.y) / 8.66) / 10; }"""
OFFSET = """([a, b]) => { const { grid } = globalThis.ambaTable.painter; const [p, q] = [grid.centre(a), grid.centre(b)];
    return [Math.round(q.x - p.x), Math.round(q.y - p.y)]; }"""


def on_screen(page: Page, hex: str) -> tuple[float, float]:
    x, y = page.evaluate(ON_SCREEN, hex)
    return x, y


def box_round(page: Page, hexes: set[str]) -> None:
    """By Shift and drag, from a corner of the ground to the other."""
    points = [on_screen(page, name) for name in hexes]
    rim = 45 * float(page.evaluate("() => globalThis.ambaTable.map.scale"))  # beside the counters, which are 60 across
    page.keyboard.down("Shift")
    page.mouse.move(min(x for x, _ in points) - rim, min(y for _, y in points) - rim)
    page.mouse.down()
    page.mouse.move(max(x for x, _ in points) + rim, max(y for _, y in points) + rim, steps=5)
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(prompt(page)).to_contain_text("units together")
    settle(page)


def entries(page: Page) -> int:
    settle(page)
    return int(page.evaluate("() => globalThis.ambaTable.view.n"))


def at_keren(server: Server, visit: Visit) -> Page:
    """The first movement phase of the Commonwealth, everybody placed by the program, nothing fired."""
    game = open_game("keren")
    session = seeded_session(game, "first-battle", {}, "formations")
    bots = [Player(game, side, "greedy", speaks=False) for side in range(2)]
    mind = Random(1)
    while (decision := session.decision) is not None and (decision.kind != "movement" or decision.who):
        words = ("done",) if decision.kind in ("carrying", "bombardment") else None
        action = (
            bots[decision.who].choose(game.imagine(session.state, decision.who, mind), mind).action
            if words is None
            else game.read(session.state, words)
        )
        assert not isinstance(action, Refusal)
        session.act(decision.who, action)
    page = visit(server.url(server.post_text("/api/import?commonwealth=me&italian=bot:random", session.log.text())["mine"][0]))
    wait_for_prompt(page, "move units")
    page.locator("#map").focus()
    page.keyboard.press("0")
    settle(page)
    return page


def test_a_box_takes_an_army_and_a_click_brings_it_up(server: Server, visit: Visit) -> None:
    page = at_keren(server, visit)
    before = page.evaluate(PLACES)
    aim = "3423"
    chosen = {key: at for key, at in before.items() if page.evaluate(FAR, [at, aim]) < 9}
    assert len(set(chosen.values())) > 2
    box_round(page, set(chosen.values()))
    taken = page.locator(".stacks .counter.chosen")
    assert taken.count() >= len(chosen)
    n = entries(page)
    page.mouse.move(*on_screen(page, aim))
    expect(page.locator(".formation .path-line").first).to_be_attached()
    page.mouse.click(*on_screen(page, aim))
    page.wait_for_function("(n) => globalThis.ambaTable.view.n > n + 2 && globalThis.ambaTable.isAtRest", arg=n)
    after = page.evaluate(STANDS, list(chosen))
    far_before = {key: page.evaluate(FAR, [at, aim]) for key, at in chosen.items()}
    far_after = {key: page.evaluate(FAR, [at, aim]) for key, at in after.items()}
    assert all(far_after[key] <= far_before[key] for key in chosen)
    assert sum(far_after.values()) < sum(far_before.values()) / 2
    page.locator("#map").focus()
    page.keyboard.press("Backspace")
    page.wait_for_function("(n) => globalThis.ambaTable.view.n === n && globalThis.ambaTable.isAtRest", arg=n)
    assert page.evaluate(STANDS, list(chosen)) == chosen


GATHER = """() => { const { formation, view, painter } = globalThis.ambaTable; const able = new Set(formation.orders().map(({ a }) => a[1]));
    return Object.fromEntries(Object.entries(view.stacks).filter(([hex]) => painter.grid.has(hex)).map(([hex, keys]) => [hex, keys.filter((key) => able.has(key)).reverse()]).filter(([, keys]) => keys.length)); }"""
"""Who can go, from the top of each stack down."""


def sweep(page: Page, start: str, others: list[str], end: str, whole: bool) -> None:
    """A drag over other stacks with Shift pressed on the way, to a place where nobody stands."""
    if whole:
        page.keyboard.down("Shift")
    page.mouse.move(*on_screen(page, start))
    page.mouse.down()
    x, y = on_screen(page, start)
    page.mouse.move(x + 9, y + 9, steps=2)
    if whole:
        page.keyboard.up("Shift")
    page.mouse.move(x + 12, y + 12)
    for name in others:
        page.keyboard.down("Shift")
        page.mouse.move(*on_screen(page, name), steps=2)
        page.keyboard.up("Shift")
    page.mouse.move(*on_screen(page, end), steps=4)
    expect(page.locator(".formation .path-line").first).to_be_attached()
    page.mouse.up()


@pytest.mark.parametrize("whole", [False, True])
def test_shift_pressed_on_the_way_takes_along_whoever_is_passed(server: Server, visit: Visit, whole: bool) -> None:
    """One of each stack, if one counter is dragged; whole stacks, if a stack is."""
    page = at_keren(server, visit)
    stacks = page.evaluate(GATHER)
    aim = "3423"
    near = sorted((name for name, keys in stacks.items() if len(keys) > 1 and name != aim), key=lambda name: page.evaluate(FAR, [name, aim]))[:3]
    meant = {name: stacks[name] if whole else stacks[name][:1] for name in near}
    others = [key for name, keys in stacks.items() for key in keys if key not in meant.get(name, [])]
    before, n = page.evaluate(PLACES), entries(page)
    sweep(page, near[0], near[1:], aim, whole)
    page.wait_for_function("(n) => globalThis.ambaTable.view.n > n && globalThis.ambaTable.isAtRest", arg=n)
    after = page.evaluate(STANDS, list(before))
    assert all(after[key] == before[key] for key in others)
    gone = [key for keys in meant.values() for key in keys if after[key] != before[key]]
    assert len(gone) > 1
    assert all(page.evaluate(FAR, [after[key], aim]) < page.evaluate(FAR, [before[key], aim]) for key in gone)
    page.locator("#map").focus()
    page.keyboard.press("Backspace")
    page.wait_for_function("(n) => globalThis.ambaTable.view.n === n && globalThis.ambaTable.isAtRest", arg=n)


def test_ctrl_and_click_or_keys_take_a_stack_in_and_out(server: Server, visit: Visit) -> None:
    page = at_keren(server, visit)
    stands = page.evaluate(PLACES)
    first, second = list(dict.fromkeys(stands.values()))[:2]
    crowd = {name: sum(at == name for at in stands.values()) for name in (first, second)}
    for name in (first, second):
        page.keyboard.down("Control")
        page.mouse.click(*on_screen(page, name))
        page.keyboard.up("Control")
        settle(page)
    expect(prompt(page)).to_contain_text(f"{crowd[first] + crowd[second]} units together")
    page.evaluate("(name) => globalThis.ambaTable.setCursor(name)", second)
    page.locator("#map").focus()
    page.keyboard.press("Shift+W")
    expect(prompt(page)).to_contain_text(f"{crowd[first]} units together")
    page.keyboard.press("Escape")
    expect(prompt(page)).not_to_contain_text("together")


def test_a_finger_draws_the_box_and_means_the_second_touch(server: Server, visit: Visit) -> None:
    page = sit(server, visit, "cheren", "agordat", allied="me", italian="bot:random")
    my_turn(page)
    at = next(iter(page.evaluate(PLACES).values()))
    page.get_by_role("button", name="Take several stacks").click()
    x, y = on_screen(page, at)
    page.mouse.move(x - 30, y - 30)
    page.mouse.down()
    page.mouse.move(x + 30, y + 30, steps=4)
    page.mouse.up()
    expect(prompt(page)).to_contain_text("units together")
    n = entries(page)
    page.evaluate("(hex) => globalThis.ambaTable.formation.click(hex, null, true)", "0110")
    expect(page.locator("#odds.armed button.primary")).to_be_visible()
    assert entries(page) == n
    page.locator("#odds.armed button.primary").click()
    page.wait_for_function("(n) => globalThis.ambaTable.view.n > n && globalThis.ambaTable.isAtRest", arg=n)


BOTH = """([lead, other]) => { const { formation, painter } = globalThis.ambaTable; formation.lead = lead;
    const there = (key, hex) => { const goal = formation.goal(key, hex);
        return formation.offers.get(key).some(({ a }) => Math.hypot(painter.grid.centre(a[2]).x - goal.x, painter.grid.centre(a[2]).y - goal.y) < 1); };
    const found = formation.offers.get(lead).map(({ a }) => a[2]).filter((hex) => hex !== formation.at(other) && there(other, hex));
    formation.lead = null; return found; }"""
"""Where the leader may go so that the other keeps its place beside him."""


RADIOS = UNWATCHED.replace("xV2 = {{", 'xV2 = {{ kind = "it-m14-41",')


def test_tanks_with_radios_keep_their_shape(server: Server, visit: Visit) -> None:
    page = visit(server.url(table_at(server, "movement", RADIOS)))
    expect(prompt(page)).to_contain_text("ovement")
    settle(page)
    before = page.evaluate(STANDS, ["xV1", "xV2"])
    box_round(page, set(before.values()))
    expect(prompt(page)).to_contain_text("2 units together")
    aim = page.evaluate(BOTH, ["xV1", "xV2"])[0]
    page.mouse.move(*on_screen(page, before["xV1"]))
    page.mouse.down()
    page.mouse.move(*on_screen(page, aim), steps=4)
    expect(page.locator(".formation .path-line")).to_have_count(2)
    page.mouse.up()
    page.wait_for_function(
        "([v1, v2]) => { const { view, isAtRest } = globalThis.ambaTable; return isAtRest && view.pieces.xV1.at !== v1 && view.pieces.xV2.at !== v2; }",
        arg=list(before.values()),
    )
    after = page.evaluate(STANDS, ["xV1", "xV2"])
    assert after["xV1"] == aim
    assert page.evaluate(OFFSET, [before["xV2"], after["xV2"]]) == page.evaluate(OFFSET, [before["xV1"], after["xV1"]])


def in_combat(server: Server, visit: Visit) -> Page:
    game = open_game("cheren")
    session = Session(game, "agordat", {}, b"k" * 32, "fight", start=game.place(tomllib.loads(FIGHT)))
    page = visit(server.url(server.post_text("/api/import?allied=me&italian=bot:random", session.log.text())["mine"][0]))
    my_turn(page)
    return page


def shift_click(page: Page, hex: str) -> None:
    page.keyboard.down("Shift")
    page.mouse.click(*on_screen(page, hex))
    page.keyboard.up("Shift")


def test_shift_and_a_click_on_an_enemy_is_a_fight_once_its_odds_are_read(server: Server, visit: Visit) -> None:
    page = in_combat(server, visit)
    page.mouse.move(*on_screen(page, "1608"))
    expect(page.locator("#odds")).to_contain_text("Column")
    page.wait_for_timeout(400)  # a player reads
    shift_click(page, "1608")
    expect(page.locator("#side .log")).to_contain_text("Result")


def test_unread_odds_wait_for_a_second_word(server: Server, visit: Visit) -> None:
    page = in_combat(server, visit)
    shift_click(page, "1608")
    expect(page.locator("#odds.armed")).to_contain_text("11 Ind")
    expect(page.locator("#side .log")).not_to_contain_text("Result")
    page.locator("#odds.armed button.primary").click()
    expect(page.locator("#side .log")).to_contain_text("Result")


def test_the_least_that_is_left_is_read_from_every_kind_of_note(server: Server, visit: Visit) -> None:
    """Of those who march together each place shows what the one with least has left: halves, double time and a vehicle in motion are read as what they are."""
    page = visit(server.url(server.table("me", "bot:random")["mine"][0]))
    notes = ["anything", "3 left", "2½ left", "½ left", "0 left", "»2 left", "» in motion", "»10 left", "1½ left"]
    found = page.evaluate(
        "async (notes) => { const { leftIn } = await import('/js/points.js'); return notes.sort((a, b) => leftIn(a) - leftIn(b)); }", notes
    )
    assert found == ["» in motion", "0 left", "½ left", "1½ left", "»2 left", "2½ left", "3 left", "»10 left", "anything"]
