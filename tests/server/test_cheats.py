"""Somebody tries: old messages sent again, positions that only look the same, words that break things, bots shot in mid-thought."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from typing import Any

import pytest

from amba.bots.pool import Pool
from amba.load.registry import keys, open_game
from tests.bots.test_bots import question
from tests.loops import PATIENCE, complete


def passing_the_choice(server: Any) -> tuple[Any, Any, list[str]]:
    """The Allies have just done something, no dice fell, and now the Italians decide. Returns both and what was done."""
    allied, italian, _ = server.pair()
    for _ in range(400):
        player = allied if allied.menu is not None else italian
        before, a = player.n, player.pick()
        answer = player.ask("act", n=before, a=a)
        for other in (allied, italian):
            while other.n < answer["n"]:
                other.receive()
        if player is allied and answer["n"] == before + 1 and italian.menu is not None:
            return allied, italian, a
    raise AssertionError("never the other's choice")


def edition(player: Any) -> int:
    return int([message["edition"] for message in player.heard if "edition" in message][-1])


def test_a_click_into_a_position_that_was_taken_back_is_stale(server: Any) -> None:
    """Taken back and played again, the game has as many entries as before: the number alone would let an old click through."""
    allied, italian, done = passing_the_choice(server)
    seen, n, a = edition(italian), italian.n, italian.pick()
    assert allied.ask("undo")["t"] == "ok"
    answer = allied.ask("act", n=n - 1, a=done)
    assert (answer["t"], answer["n"]) == ("ok", n), "as many entries as before"
    late = italian.ask("act", n=n, a=a, e=seen)
    assert (late["t"], late["code"]) == ("refused", "stale")
    assert "taken back" in late["text"]
    while edition(italian) == seen or italian.n < n:
        italian.receive()
    assert italian.ask("act", n=n, a=a, e=edition(italian))["t"] == "ok"


def test_a_message_sent_again_does_nothing(server: Any, kit: Any) -> None:
    allied, italian, _ = server.pair()
    kit.play_on([allied, italian], 12)
    player = kit.decider(allied, italian)
    text = json.dumps({"t": "act", "id": 900, "n": player.n, "a": player.pick()})
    assert player.ask_raw(text, 900)["t"] == "ok"
    again = player.ask_raw(text, 900)
    assert again["t"] == "refused"
    assert again["code"] in {"stale", "turn", "over"}


@pytest.mark.parametrize(
    "text", ["\ud800", "a\x00b", "\u202ereversed", "<img src=x onerror=alert(1)>", "'; DROP TABLE tables; --", "\U0001f40d" * 900]
)
def test_odd_words_break_nothing(server: Any, text: str) -> None:
    allied, italian, table = server.pair()
    for t in ("chat", "note"):
        # Half a letter is no JSON at all: not even the message's number can be read.
        answer = allied.ask_raw(json.dumps({"t": t, "id": 77, "text": text}), None if text == "\ud800" else 77)
        assert answer["t"] in {"ok", "refused"}
        assert answer.get("code") != "error", "refused with a reason, or done"
    assert allied.ask("ping")["t"] == "ok"
    assert italian.ask("ping")["t"] == "ok"
    assert server.sit(table["links"]["italian"]).welcome["t"] == "welcome", "whoever comes next can still come in"


def test_two_offers_of_a_draw_are_an_agreement(server: Any) -> None:
    allied, italian, _ = server.pair()
    assert allied.ask("offer_draw")["t"] == "ok"
    assert italian.ask("offer_draw")["t"] == "ok"
    assert allied.until("over")["result"]["level"] == "Draw"


def test_a_broken_log_is_refused_in_words(server: Any, kit: Any) -> None:
    """Any letter of a log file may be wrong; the server never stumbles over it."""
    player = server.sit(server.table({"allied": "me", "italian": "me"})["mine"][0])
    kit.play_on([player], 30)
    token = player.welcome["links"]["allied"]
    text = server.client.get(f"/api/tables/{token}/log").text
    rng = random.Random(4)
    for _ in range(60):
        at = rng.randrange(len(text))
        broken = text[:at] + rng.choice(['"', "{", "}", "0", "9", "[", "]", "x", "", "\n", "null", "-1", "1e999"]) + text[at + rng.randrange(3) :]
        answer = server.client.post("/api/import", content=broken.encode())
        assert answer.status_code in {200, 400}, (answer.status_code, broken[max(0, at - 40) : at + 40])
        if answer.status_code == 400:
            assert answer.json()["error"]


@pytest.mark.parametrize("key", keys())
def test_forged_orders_never_stumble_in_any_game(server: Any, kit: Any, key: str) -> None:
    """Orders of the right shape about the wrong things, asked in every way: an answer with a reason, never a failure."""
    from amba.lab.laws import candidates

    game = open_game(key)
    scenario = min(game.scenarios(), key=lambda found: found.turns).key
    table = server.table(dict.fromkeys(game.sides, "link"), scenario, game=key)
    players = [server.sit(token, 3) for token in table["links"].values()]
    rng = random.Random(key)
    for _ in range(6):
        kit.play_on(players, 8)
        if players[0].view["decision"] is None:
            return
        player = kit.decider(*players)
        state = server.app.state.hub.open_tables[table["table"]].table.session.state
        for a in (*candidates(game, state, rng, 12), (rng.choice(game.orders)[0], "?"), ("",), ("done", "done", "done")):
            for t in ("why", "tails", "preview"):
                assert player.ask(t, n=player.n, a=list(a))["t"] == t, a
        for arg in (*rng.sample(game.names.pieces, 3), "nowhere", "", "a,b", ","):
            for overlay in game.board(scenario)["overlays"]:
                answer = player.ask("overlay", key=overlay["key"], arg=arg)
                assert answer["t"] == "overlay" or answer["code"] != "error", (overlay["key"], arg)
        unknown = player.ask("overlay", key="nothing", arg="")
        assert unknown["t"] == "overlay" or unknown["code"] != "error"


def test_a_bot_shot_in_mid_thought_is_asked_again() -> None:
    """The answer is the same as if nothing had happened, and not some plain move."""

    async def run(kill: bool) -> Any:
        pool = Pool(1, 5.0)
        try:
            await pool.choose(question("random"))  # started and warm
            asked = asyncio.create_task(pool.choose(question("planner")))
            await asyncio.sleep(0.05)
            if kill:
                os.kill(next(iter(pool.all)).pid, signal.SIGKILL)
            return await asked
        finally:
            await pool.close()

    untouched = complete(run(kill=False))
    assert untouched is not None
    assert complete(run(kill=True)) == untouched


def test_a_table_goes_on_when_its_bot_is_shot(server: Any) -> None:
    table = server.table({"allied": "bot:greedy", "italian": "bot:greedy"})
    watcher = server.sit(table["watch"])
    pool = server.app.state.players.pool
    shots, deadline = 0, time.monotonic() + PATIENCE
    while shots < 3 and time.monotonic() < deadline:
        watcher.until("update")
        for process in list(pool.all):
            if process.returncode is None:
                os.kill(process.pid, signal.SIGKILL)
                shots += 1
    before = watcher.n
    while watcher.n < before + 10 and time.monotonic() < deadline + PATIENCE:
        watcher.receive()
    assert watcher.n >= before + 10
