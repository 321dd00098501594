"""Memory: a table nobody looks at leaves nothing behind, and a day of mixed questions leaves memory flat."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import time
import weakref
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from amba.server.answers import Refused
from amba.server.library import Library
from amba.server.main import AT_HOME, surroundings
from amba.server.storage import SqliteStorage
from amba.server.tidying import LEAST, MANY, MIDDLE, NEVER, YOUNG, keep_tidy, tidy
from tests.conformance.wire import hub_at
from tests.loops import PATIENCE, complete
from tools.forget import forget
from tools.soak_memory import MOST_GROWN, options, run

HOT = {"allied": "me", "italian": "me"}


def test_nothing_is_left_of_a_table_that_rests(server: Any, kit: Any) -> None:
    """Neither the table nor its session nor a position of it: whatever still held them would grow with every table ever opened."""
    hub = server.app.state.hub
    found = []
    for _ in range(3):
        table = server.table(HOT)
        player = server.sit(table["mine"][0])
        kit.play_on([player], 6)
        for t, fields in (
            ("tails", {"n": player.n, "a": player.pick()}),
            ("overlay", {"key": "zoc"}),
            ("replay", {"n": 2}),
            ("undo", {}),
            ("chat", {"text": "x"}),
        ):
            player.ask(t, **fields)
        server.client.get(f"/api/tables/{table['mine'][0]}/now").raise_for_status()
        opened = hub.open_tables[table["table"]]
        found += [weakref.ref(opened), weakref.ref(opened.table), weakref.ref(opened.table.session), weakref.ref(opened.table.session.log)]
        player.socket.close()
        del opened, player
    until = time.monotonic() + PATIENCE
    while not all(opened.is_idle for opened in list(hub.open_tables.values())) and time.monotonic() < until:
        time.sleep(0.02)
    for id in list(hub.open_tables):
        hub.open_tables.pop(id)
    while any(one() is not None for one in found) and time.monotonic() < until:
        gc.collect()
        time.sleep(0.05)
    assert [one() for one in found] == [None] * len(found)
    assert not hub.opening


def test_a_bot_without_an_answer_does_something_plain(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stumbled over it instead, again and again."""
    pool = server.app.state.players.pool

    async def silent(*_: Any) -> None:
        return None

    monkeypatch.setattr(pool, "choose", silent)
    player = server.sit(server.table({"allied": "bot:greedy", "italian": "me"})["mine"][0])
    until = time.monotonic() + PATIENCE

    def has_acted() -> bool:
        return any(entry["by"] == "allied" for message in player.heard for entry in message.get("log", ()))

    while not has_acted() and time.monotonic() < until:
        if player.menu is not None:
            player.act()
        player.until("update")
    assert has_acted()


def test_no_bot_plays_on_at_a_table_that_is_gone(server: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Deleted while it thought: it would try for ever, and hold the table in memory."""
    players = server.app.state.players
    asked, answered, ended = threading.Event(), threading.Event(), threading.Event()
    play = players.play

    async def slow(*_: Any) -> None:
        asked.set()
        while not answered.is_set():
            await asyncio.sleep(0.01)

    async def noted(opened: Any) -> None:
        await play(opened)
        ended.set()

    monkeypatch.setattr(players.pool, "choose", slow)
    monkeypatch.setattr(players, "play", noted)
    table = server.table({"allied": "me", "italian": "bot:greedy"})
    player = server.sit(table["mine"][0])
    while not asked.is_set():
        player.act()
        player.until("update")
    server.app.state.hub.open_tables.pop(table["table"])
    answered.set()
    assert ended.wait(PATIENCE)
    assert "stumbled" not in caplog.text


def test_memory_is_tidied_when_many_more_tables_have_left_than_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not oftener: with a thousand tables it stops everybody for a third of a second."""
    looked: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: looked.append(1))
    hub: Any = SimpleNamespace(left=LEAST - 1, open_tables={})
    assert not tidy(hub)
    hub.left = LEAST
    assert tidy(hub)
    hub.left, hub.open_tables = MANY * LEAST - 1, dict.fromkeys(range(LEAST))
    assert not tidy(hub)
    hub.left += 1
    assert tidy(hub)
    assert (len(looked), hub.left) == (2, 0)


def test_a_server_is_not_stopped_to_look_through_all_its_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the settings of the process that `amba serve` starts: what the games are made of is set aside, the rest is looked at in small lots."""
    steps: list[Any] = []
    monkeypatch.setattr(gc, "freeze", lambda: steps.append("set aside"))

    async def run() -> None:
        hub: Any = SimpleNamespace(left=0, open_tables={}, library=SimpleNamespace(shelf=lambda: steps.append("games opened")))
        service = asyncio.create_task(keep_tidy(hub))
        until = time.monotonic() + PATIENCE
        while len(steps) < 2 and time.monotonic() < until:
            await asyncio.sleep(0.01)
        steps.append(gc.get_threshold())
        service.cancel()

    before = gc.get_threshold()
    try:
        complete(run())
    finally:
        gc.set_threshold(*before)
    assert steps == ["games opened", "set aside", (YOUNG, MIDDLE, NEVER)]
    storage = SqliteStorage(tmp_path / "a.sqlite")
    assert keep_tidy in surroundings(storage, AT_HOME).services
    storage.close()


@pytest.mark.soak
def test_memory_is_flat_over_a_day_of_mixed_questions() -> None:
    watch = run(options(["--minutes", "5"]))
    assert watch.open == 0, "a table stayed open that nobody looks at"
    assert watch.read[-1] - watch.read[len(watch.read) // 3] < 30


@pytest.mark.soak
def test_what_stays_when_everything_is_forgotten_does_not_grow() -> None:
    watch = run(options(["--minutes", "5", "--forget"]))
    assert watch.open == 0, "a table stayed open that nobody looks at"
    assert watch.grown < MOST_GROWN


def test_a_server_can_forget_whatever_it_keeps_to_be_quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stays then is what it cannot lose: else a soak could not tell caches from a leak."""
    monkeypatch.setattr(Library, "keys", lambda _: ["cheren"])
    library = Library()
    game: Any = library.game("cheren")
    state = game.new("agordat", {})
    json.dumps(game.view(state, 0))
    library.board("cheren", "agordat")
    kept = weakref.ref(game.world)
    del game, state
    try:
        forget()
    finally:
        gc.unfreeze()
    assert kept() is None
    assert ("board", "cheren", "agordat") not in library._pages
    assert library.game("cheren").title == "The Road to Cheren"


def test_nothing_is_kept_of_tables_that_cannot_be_opened(tmp_path: Path) -> None:
    """Not even the lock under which somebody tried; and those who ask for one table together wait for each other."""
    hub = hub_at(tmp_path)

    async def ask() -> None:
        for number in range(20):
            found = await asyncio.gather(*(hub.find(f"nothing-{number}") for _ in range(3)), return_exceptions=True)
            assert [type(one) for one in found] == [Refused] * 3

    complete(ask())
    gc.collect()
    assert len(hub.opening) == 0
    hub.close()
