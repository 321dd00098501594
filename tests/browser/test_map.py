"""The map as it is drawn: its first picture, and where names are written."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Server
from tests.browser.hand import wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]

WATCH = """window.seen_ = []; new MutationObserver((changes) => { for (const { target } of changes) {
    if (target.tagName === 'CANVAS' && target.parentElement?.className === 'world' && target.width > 400) seen_.push(document.getElementById('map').dataset.relief ?? 'plain');
} }).observe(document, { subtree: true, attributes: true, attributeFilter: ['width'] });"""

NAMES = """async (game) => {
    const { Painter } = await import('/js/map/painter.js');
    const board = await (await fetch(`/api/games/${game}/board`)).json();
    const painter = new Painter(board);
    const waters = painter.sides.filter(({ look }) => look.style === 'wavy').flatMap(({ points }) => points);
    const inside = (p, box) => p.x > box.x && p.x < box.x + box.w && p.y > box.y && p.y < box.y + box.h;
    const boxes = painter.names.map(({ place, tx, ty, w, size }) => ({ title: place.title, x: tx, y: ty - size / 2, w, h: size }));
    const towns = board.places.map((place) => painter.grid.centre(place.hex));
    return {
        names: boxes.length,
        cut: boxes.filter((box) => waters.some((p) => inside(p, box))).map(({ title }) => title),
        hidden: boxes.filter((box) => towns.some((c) => c.x + 30 > box.x && c.x - 30 < box.x + box.w && c.y + 30 > box.y && c.y - 30 < box.y + box.h)).map(({ title }) => title),
        drowned: painter.labels.filter(({ points, style }) => points.some((p) => waters.some((q) => Math.hypot(p.x - q.x, p.y - q.y) < style.size * 0.4))).map(({ text }) => text),
    };
}"""


COVERED = """async () => {
    const { stepAside, written } = await import('/js/map/aside.js');
    const { map, painter } = globalThis.ambaTable;
    const under = (name, scale) => painter.stands.some((p) => { const box = written(name, scale);
        return Math.min(box.x + box.w, p.x + 33) - Math.max(box.x, p.x - 33) > box.w * 0.15 && Math.min(box.y + box.h, p.y + 33) - Math.max(box.y, p.y - 33) > box.h * 0.5; });
    const count = (names, scale) => names.filter((name) => under(name, scale)).length;
    return [0.25, map.scale, 0.6, 1].map((scale) => [count(painter.names, scale), count(stepAside(painter.names, painter.stands, scale), scale)]);
}"""


def test_the_first_picture_has_its_relief(server: Server, visit: Visit) -> None:
    """Nothing of the map is painted before a relief, be it a coarse one, is there."""
    page = visit(server.base)
    page.add_init_script(WATCH)
    page.goto(server.url(server.table("me", "bot:random")["mine"][0]))
    page.wait_for_selector('#map[data-relief="done"]')
    assert page.evaluate("seen_").count("plain") <= 2, "the canvases get their size just before the first relief is said to be there"


@pytest.mark.parametrize("game", ["cheren", "keren", "adua", "ethiopia"])
def test_names_cut_no_river_and_lie_under_no_stack(server: Server, visit: Visit, game: str) -> None:
    """Names of places beside rivers and beside the counters in named hexes; names of rivers and regions beside the water."""
    found = visit(server.base).evaluate(NAMES, game)
    assert found["names"] > 10
    assert found["cut"] == [], "written over a river"
    assert found["hidden"] == [], "where a counter in a named hex lies"
    assert found["drowned"] == [], "the name of a river or a region, written into water"


def test_names_step_aside_for_the_counters_that_stand_there(server: Server, visit: Visit) -> None:
    """Not only for a stack in the named hex: at Keren whole lines of them stand below one another."""
    new = {"game": "keren", "scenario": "second-battle", "options": {}, "seats": {"commonwealth": "me", "italian": "bot:greedy"}}
    page = visit(server.url(server.post("/api/tables", new)["mine"][0]))
    wait_for_prompt(page, "place a unit")
    found = page.evaluate(COVERED)
    assert found[0][0] > 2
    assert [after for _, after in found] == [0, 0, 0, 0], found


@pytest.mark.parametrize(("unit", "room", "length"), [(2165.0, 219, 0.1), (2165.0, 30, 0.02), (433.0, 900, 2), (4.5, 600, 100)])
def test_the_scale_bar_fits_its_room(server: Server, visit: Visit, unit: float, room: float, length: float) -> None:
    """On a map of small hexes it was a kilometre long, and ran off the sheet."""
    page = visit(server.base)
    found = page.evaluate("([unit, room]) => import('/js/map/furniture.js').then((m) => m.scaleLength(unit, room))", [unit, room])
    assert found == length
