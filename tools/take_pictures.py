"""Take the pictures of README and docs again: shelf, map, fight, phone, and the map of every game. Needs the dev dependencies and a Chromium.

Usage: .venv/bin/python tools/take_pictures.py [FOLDER]   (default docs/pictures)
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from amba.core.session import Session  # noqa: E402 - after the path to this checkout is set
from amba.load.registry import open_game  # noqa: E402
from tools.find_browser import find  # noqa: E402

PORT = 8799
BASE = f"http://127.0.0.1:{PORT}"
MAPS = [("keren", "first-battle"), ("adua", "albertone"), ("ethiopia", "campaign"), ("hollow", "halfaya")]

FIGHT = """
game = "cheren"
scenario = "campaign"
turn = 3
phase = "allied.combat"
[units]
11-ind = "1507"
5-ind = "1609"
29-ind = { hex = "1410", steps = 3 }
10-ind = "0910"
25-fd = "1507"
28-fd = "1507"
matilda = "1507"
skinner = "1707"
sudan-mmg-1 = { hex = "1805", supply = "low" }
air = "air-support"
42-col-1 = "agordat"
42-col-2 = { hex = "agordat", steps = 1 }
2-col-1 = "agordat"
art-1 = "agordat"
m11 = "agordat"
2-col-2 = "1806"
12-col-1 = "barentu"
12-col-2 = "barentu"
art-2 = "barentu"
savoia-1 = "2206"
savoia-2 = "2206"
art-3 = "2206"
alpini = "asmara"
marina = "massaua"
himora-n = "himora"
scire-n = "scire"
[control]
allied = ["kassala", "tessenei", "cheru"]
[chits]
allied-hand = ["infiltrate-1", "raf", "exploit-a1", "sappers"]
italian-hand = ["roadblock-1", "stand-fast", "exploit-i1", "march-i"]
"""


def post(path: str, body: bytes, kind: str) -> Any:
    request = urllib.request.Request(BASE + path, data=body, headers={"content-type": kind})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def fight_table() -> str:
    """A table before the attack on Agordat."""
    game = open_game("cheren")
    session = Session(game, "campaign", {}, b"p" * 32, "picture", start=game.place(tomllib.loads(FIGHT)))
    for action in ("attack 1608", "commit 11-ind", "commit 5-ind", "commit 25-fd", "commit matilda", "air"):
        session.act(0, tuple(action.split()))
    return str(post("/api/import", session.log.text().encode(), "text/plain")["mine"][0])


def visit(browser: Browser, url: str, width: int, height: int, **more: Any) -> Page:
    context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=more.pop("scale", 1), **more)
    # Somebody who has sat here before: no words for newcomers.
    context.add_init_script("localStorage.setItem('amba.coached', 'true'); localStorage.setItem('amba.briefed', '[\"*\"]')")
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector('#map[data-relief="done"], #games .card', timeout=90_000)
    page.wait_for_timeout(6000)
    return page


def open_table(game: str, scenario: str) -> str:
    """A new table against a bot, from the first side's seat."""
    sides = open_game(game).sides
    seats = {side: "bot:random" if i else "me" for i, side in enumerate(sides)}
    new = {"game": game, "scenario": scenario, "options": {}, "seats": seats}
    return str(post("/api/tables", json.dumps(new).encode(), "application/json")["mine"][0])


def take_maps(browser: Browser, folder: Path) -> None:
    """Each further game as it is first seen; where armies are set up by hand, the program does it."""
    for game, scenario in MAPS:
        page = visit(browser, f"{BASE}/table.html#{open_table(game, scenario)}", 1500, 950)
        rest = page.locator("#prompt").get_by_role("button", name="rest")
        if rest.count():
            rest.first.click()
            page.wait_for_timeout(4000)
            page.reload()
            page.wait_for_selector('#map[data-relief="done"]', timeout=90_000)
            page.wait_for_timeout(6000)
        page.screenshot(path=folder / f"{game}.jpg", type="jpeg", quality=82)


def take(browser: Browser, folder: Path) -> None:
    visit(browser, BASE, 1400, 900).screenshot(path=folder / "shelf.jpg", type="jpeg", quality=84)
    token = open_table("cheren", "campaign")
    table = visit(browser, f"{BASE}/table.html#{token}", 1500, 950)
    table.screenshot(path=folder / "map.jpg", type="jpeg", quality=84)
    fight = visit(browser, f"{BASE}/table.html#{fight_table()}", 1500, 950)
    ready = fight.get_by_role("button", name="ready")
    if ready.count():
        ready.first.click()
    fight.locator("#prompt").get_by_role("button", name="Fight").click()
    fight.wait_for_timeout(800)
    fight.screenshot(path=folder / "fight.jpg", type="jpeg", quality=84)
    dark = visit(browser, f"{BASE}/table.html#{token}", 1500, 950, color_scheme="dark")
    dark.screenshot(path=folder / "dark.jpg", type="jpeg", quality=84)
    phone = visit(browser, f"{BASE}/table.html#{token}", 390, 800, scale=2, has_touch=True, is_mobile=True)
    phone.screenshot(path=folder / "phone.jpg", type="jpeg", quality=84)


def main() -> None:
    parser = argparse.ArgumentParser(description="Take the pictures of the documentation anew.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "pictures")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, "-m", "amba.cli.main", "serve", "--port", str(PORT), "--db", f"{scratch}/pictures.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            time.sleep(8)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
                take(browser, folder)
                take_maps(browser, folder)
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
