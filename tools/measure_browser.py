"""How quick the table is in a real browser: first paint, click to drawn, frames while the map is dragged. Needs the dev dependencies and a Chromium.

    python tools/measure_browser.py                       everything (about two minutes; leave the machine alone meanwhile)
    python tools/measure_browser.py --rounds 9 --json

First paint: `first-contentful-paint` of a table nobody has opened before, in a fresh browser context. Click to drawn: a move of one unit, from the
pointer going up to the second animation frame after the counter stands in its new hex; server, rules and disk included. Frames: the times between
animation frames while the map is dragged to and fro in 120 steps.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from amba.load.registry import open_game  # noqa: E402 - after the path to this checkout is set
from tools.find_browser import find  # noqa: E402

SIZE: ViewportSize = {"width": 1400, "height": 900}
BUSIEST = [("ethiopia", "campaign"), ("keren", "second-battle"), ("cheren", "campaign")]
"""The largest map, the most counters, the model game."""

WATCH_FRAMES = """() => { window.frames_ = []; let last = performance.now();
    const step = (now) => { window.frames_.push(now - last); last = now; if (window.frames_) requestAnimationFrame(step); };
    requestAnimationFrame(step); }"""
TAKE_FRAMES = "() => { const found = window.frames_; window.frames_ = null; return found.slice(2); }"
WATCH_MOVE = """([piece]) => { window.drawn_ = null; let up = 0;
    const where = () => document.querySelector(`.stacks .counter[data-piece="${piece}"]`)?.getAttribute('data-hex');
    const from = where();
    addEventListener('pointerup', () => { up = performance.now(); }, { capture: true, once: true });
    const eye = new MutationObserver(() => { if (where() === from || !up) return; eye.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn_ = performance.now() - up; })); });
    eye.observe(document.querySelector('.stacks'), { subtree: true, childList: true, attributes: true }); }"""


class Spread(NamedTuple):
    """Milliseconds, in the order they were measured."""

    values: list[float]

    def __str__(self) -> str:
        found = sorted(self.values)
        at95 = found[min(len(found) - 1, int(0.95 * len(found)))]
        return f"median {statistics.median(found):.1f} ms, 95 % at {at95:.1f} ms, worst {found[-1]:.1f} ms ({len(found)} measured)"


class Desk:
    """The server and what is asked of it."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"

    def wait(self) -> None:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.base}/api/games", timeout=5).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise SystemExit("the server did not start")

    def table(self, game: str, scenario: str) -> str:
        seats = {side: "bot:random" if i else "me" for i, side in enumerate(open_game(game).sides)}
        body = json.dumps({"game": game, "scenario": scenario, "options": {}, "seats": seats}).encode()
        request = urllib.request.Request(f"{self.base}/api/tables", data=body, headers={"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return f"{self.base}/table.html#{json.load(answer)['mine'][0]}"


def visit(browser: Browser, url: str) -> Page:
    context = browser.new_context(viewport=SIZE)
    context.add_init_script("localStorage.setItem('amba.coached', 'true'); localStorage.setItem('amba.briefed', '[\"*\"]')")
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("#prompt .prompt-text:not(:empty)", timeout=30_000)
    return page


def settle(page: Page) -> None:
    page.wait_for_selector('#map[data-relief="done"]', timeout=60_000)
    page.wait_for_function("() => !document.querySelector('#prompt .waiting')", timeout=60_000)
    page.wait_for_timeout(1500)


def first_paint(browser: Browser, desk: Desk) -> float:
    page = visit(browser, desk.table("cheren", "campaign"))
    found = page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")
    settle(page)
    page.context.close()
    return float(found)


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).last.bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_to_drawn(page: Page) -> float | None:
    """Choose the next unit by key, point at a lit hex until its path is shown, click. None where the move asks for a second word."""
    page.keyboard.press("Escape")
    page.locator("#map").focus()
    for _ in range(8):  # a unit that has nowhere to go is passed over
        page.keyboard.press("Tab")
        page.wait_for_timeout(500)
        if page.locator(".lit-hex").count() and page.locator(".stacks .counter.chosen").count():
            break
    else:
        return None
    piece = page.locator(".stacks .counter.chosen").get_attribute("data-piece")
    x, y = middle(page, ".lit-hex")
    page.mouse.move(x, y)
    page.wait_for_timeout(700)
    page.evaluate(WATCH_MOVE, [piece])
    page.mouse.down()
    page.mouse.up()
    for _ in range(40):
        page.wait_for_timeout(50)
        found = page.evaluate("() => window.drawn_")
        if found is not None:
            return float(found)
    return None


def drag_frames(page: Page) -> list[float]:
    """The map dragged to and fro by its empty ground."""
    settle(page)
    for _ in range(3):
        page.keyboard.press("-")
    page.locator("#map").focus()
    page.keyboard.press("+")
    page.wait_for_timeout(800)
    box = page.locator("#map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.75
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(WATCH_FRAMES)
    for step in range(120):
        swing = 60 - abs(step % 120 - 60)
        page.mouse.move(x - 5 * swing, y - 4 * swing)
        page.wait_for_timeout(16)
    found = page.evaluate(TAKE_FRAMES)
    page.mouse.up()
    return [float(gap) for gap in found]


def measure(browser: Browser, desk: Desk, rounds: int) -> dict[str, Any]:
    first_paint(browser, desk)  # the server reads the game's files once
    found: dict[str, Any] = {"first paint": [first_paint(browser, desk) for _ in range(rounds)]}
    page = visit(browser, desk.table("cheren", "campaign"))
    settle(page)
    moves = [click_to_drawn(page) for _ in range(2 * rounds)]
    found["click to drawn"] = [move for move in moves if move is not None]
    page.context.close()
    for game, scenario in BUSIEST:
        page = visit(browser, desk.table(game, scenario))
        settle(page)
        rest = page.locator("#prompt").get_by_role("button", name="rest")
        if rest.count():
            rest.first.click()
            page.wait_for_timeout(3000)
        found[f"frames, {game} {scenario}"] = drag_frames(page)
        hexes = page.evaluate("async (url) => (await (await fetch(url)).json()).hexes.length", f"/api/games/{game}/board?scenario={scenario}")
        found[f"hexes and counters, {game} {scenario}"] = [hexes, page.locator(".stacks .counter").count()]
        page.context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--port", type=int, default=8798)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    desk = Desk(args.port)
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, "-m", "amba.cli.main", "serve", "--port", str(args.port), "--db", f"{scratch}/measured.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            desk.wait()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
                version = browser.version
                found = measure(browser, desk, args.rounds)
                browser.close()
        finally:
            server.terminate()
            server.wait()
    if args.json:
        print(json.dumps(found, indent=1))
        return
    print(f"Chromium {version}, {SIZE['width']} x {SIZE['height']}")
    for name, values in found.items():
        print(f"{name}: {', '.join(map(str, values)) if name.startswith('hexes') else Spread(values)}")


if __name__ == "__main__":
    main()
