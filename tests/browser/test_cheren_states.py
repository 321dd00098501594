"""The Road to Cheren: every state of the game is on the map, and the scenario says how it is won."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from amba.core.session import Session
from amba.load.registry import open_game
from tests.browser.conftest import Server
from tests.browser.hand import settle, wait_for_prompt

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]

BLOCKED = """
game = "cheren"
scenario = "agordat"
turn = 2
phase = "allied.movement"
roadblock = "0608"
units = { 11-ind = "0108", skinner = { hex = "0707", supply = "low" }, 41-col-1 = "1608", himora-n = "himora", 44-col-1 = "adua", marina = "massaua" }
"""


def blocked(server: Server) -> str:
    game = open_game("cheren")
    session = Session(game, "agordat", {}, b"k" * 32, "states", start=game.place(tomllib.loads(BLOCKED)))
    return str(server.post_text("/api/import?allied=me&italian=bot:greedy", session.log.text())["mine"][0])


def test_roadblock_garrisons_and_sources_lie_on_the_map(server: Server, visit: Visit) -> None:
    page = visit(server.url(blocked(server)))
    wait_for_prompt(page, "move any units")
    settle(page)
    titles = " ".join(page.locator(".signs title").all_text_contents())
    assert "Roadblock" in titles
    assert "Garrison of Wolkait: 1 of its units at their posts" in titles
    assert "Supply source from turn 5 on" in titles
    page.locator("#tab-turn").click()
    expect(page.locator("#page-turn")).to_contain_text("with 6 or more they win")
    expect(page.locator("#page-turn")).to_contain_text("at its posts")
    if folder := os.environ.get("AMBA_PICTURES"):
        page.screenshot(path=f"{folder}/cheren-states.png")
