"""Hints: what a planner would do in the asker's place, and never by what he cannot see."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from amba.bots import pool
from amba.core.game import choose_options, has_secrets
from amba.core.session import Session
from amba.load.registry import keys, open_game
from amba.server import hinting
from amba.server.table import Table
from tests.loops import PATIENCE

ALONE = {"allied": "me", "italian": "bot:random"}


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no stuck bot."""
    monkeypatch.setattr(pool, "GRACE", PATIENCE)


def to_movement(player: Any) -> None:
    """Until this player moves his units."""
    while player.menu is None or player.view["decision"]["kind"] != "movement":
        if player.menu is None:
            player.receive()
        else:
            player.act()


def test_a_hint_is_an_order_that_may_be_given_with_a_reason(server: Any) -> None:
    player = server.sit(server.table(ALONE)["mine"][0])
    to_movement(player)
    answer = player.ask("hint", n=player.n)
    assert answer["t"] == "hint", answer
    assert answer["n"] == player.n
    assert answer["label"]
    assert answer["why"], "the first move of a phase has a reason"
    assert player.act(answer["a"])["t"] == "ok"


def test_the_line_is_free_while_a_hint_is_thought_about(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    player = server.sit(server.table(ALONE)["mine"][0])
    to_movement(player)
    may_answer = threading.Event()
    adviser = server.app.state.hub.on_hint.__self__
    think = adviser.ask

    async def slowly(*question: Any) -> Any:
        while not may_answer.is_set():
            await asyncio.sleep(0.01)
        return await think(*question)

    monkeypatch.setattr(adviser, "ask", slowly)
    for id in (9000, 9001):
        player.socket.send(json.dumps({"t": "hint", "id": id, "n": player.n}))
    assert player.ask("ping")["t"] == "ok", "it is answered though the hint is not"
    may_answer.set()
    found: dict[int, Any] = {message["id"]: message for message in player.heard if message.get("id", 0) >= 9000}
    while 9000 not in found or 9001 not in found:
        message = player.receive()
        found[message.get("id", 0)] = message
    assert found[9000]["t"] == "hint"
    assert found[9001]["code"] == "slow"


def test_no_hints_between_people_nor_for_watchers(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    player = kit.decider(allied, italian)
    answer = player.ask("hint", n=player.n)
    assert (answer["t"], answer["code"]) == ("refused", "hint")
    watcher = server.sit(table["watch"])
    assert watcher.ask("hint", n=watcher.n)["code"] == "seat"


def test_hints_can_be_ruled_out_when_a_table_is_opened(server: Any) -> None:
    player = server.sit(server.table(ALONE, hints=False)["mine"][0])
    assert player.welcome["hints"] is False
    answer = player.ask("hint", n=player.n)
    assert (answer["t"], answer["code"], answer["text"]) == ("refused", "hint", "Hints were ruled out when this table was opened.")
    assert server.sit(server.table(ALONE)["mine"][0]).welcome["hints"] is True


def test_no_hint_out_of_turn_or_for_an_old_position(server: Any) -> None:
    player = server.sit(server.table({"allied": "me", "italian": "me"})["mine"][0])
    assert player.ask("hint", n=player.n + 1)["code"] == "stale"


def moments(key: str, scenario: str) -> Iterator[tuple[Table, int]]:
    """Tables in a random game, and who decides."""
    game, rng = open_game(key), Random(5)
    session = Session(game, scenario, {}, bytes(32), "game", "")
    for _ in range(60):
        decision = session.decision
        if decision is None:
            return
        yield Table("one", session, dict.fromkeys(game.sides, "me")), decision.who
        session.act(decision.who, session.menu.pick(rng))


SECRETS = [
    ("cheren", "agordat"),
    ("keren", "first-battle"),
    ("keren", "second-battle"),
    ("hollow", "cub-cub"),
    ("hollow", "halfaya"),
    ("hollow", "beda-fomm"),
]


@pytest.mark.parametrize(("key", "scenario"), SECRETS)
def test_a_hint_hangs_on_nothing_hidden(key: str, scenario: str) -> None:
    """Positions that differ only in what a side cannot see lead to the same question, byte for byte: whoever thinks about it cannot know more."""
    compared = differed = 0
    for table, side in moments(key, scenario):
        asked, true = hinting.question(table, side, Random(7)), table.session.state
        for seed in range(2):
            other = table.game.imagine(true, side, Random(seed))
            differed += other.dump() != true.dump()
            table.session.state = other
            assert hinting.question(table, side, Random(7)) == asked
            compared += 1
        table.session.state = true
    assert compared > 80
    assert differed > 80, "something was hidden"


@pytest.mark.parametrize("key", keys())
def test_every_game_with_secrets_is_asked_whether_its_hints_keep_them(key: str) -> None:
    game = open_game(key)
    scenario = game.scenarios()[0].key
    hides = has_secrets(game, game.new(scenario, choose_options(game.options(), {})))
    assert hides == (key in {known for known, _ in SECRETS})


@pytest.mark.parametrize(("key", "scenario"), [("cheren", "agordat"), ("keren", "first-battle"), ("hollow", "cub-cub")])
def test_what_is_thought_about_looks_like_what_the_player_sees(key: str, scenario: str) -> None:
    """In every game with secrets they are dealt anew each time."""
    guesses = 0
    for table, side in moments(key, scenario):
        game, seen = table.game, []
        for seed in range(3):
            position = game.blank(scenario, {})
            position.restore(hinting.question(table, side, Random(seed))["position"])
            assert game.view(position, side) == game.view(table.session.state, side)
            seen.append(position.dump())
        guesses += seen[0] != seen[1] or seen[1] != seen[2]
    assert guesses > 5
