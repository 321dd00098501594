"""Claiming when the other side has left, the measure of one connection, a bot's reasons, and the way a piece went."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from amba.bots.player import Choice
from amba.core.endings import in_words
from amba.server.clock import GRACE, Bucket, Clock

HOUR = 3600


def waiting(server: Any, table: dict[str, Any], seconds: float) -> None:
    """As if the table had waited so long."""
    server.app.state.hub.open_tables[table["table"]].table.clock.moved -= seconds


def test_a_claim_needs_an_agreed_pace(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    waiting(server, table, 100 * HOUR)
    patient = allied if kit.decider(allied, italian) is italian else italian
    answer = patient.ask("claim")
    assert (answer["t"], answer["code"]) == ("refused", "claim")
    assert "No pace was agreed" in answer["text"]
    assert allied.welcome["clock"] is None


def test_a_claim_in_time_is_refused_and_says_when(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair(pace=24 * HOUR)
    assert allied.welcome["clock"]["pace"] == 24 * HOUR
    slow = kit.decider(allied, italian)
    patient = italian if slow is allied else allied
    waiting(server, table, 20 * HOUR)
    answer = patient.ask("claim")
    assert (answer["code"], answer["text"]) == ("claim", "The pace agreed is 24 hours for a choice. You may claim in 4 hours.")
    answer = slow.ask("claim")
    assert "your own choice" in answer["text"]
    assert server.sit(table["watch"]).ask("claim")["code"] == "seat"


def test_who_waited_too_long_claims_the_game(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair(pace=600)
    slow = kit.decider(allied, italian)
    patient, winner = (italian, "italian") if slow is allied else (allied, "allied")
    waiting(server, table, 601)
    assert patient.ask("claim")["t"] == "ok"
    over = slow.until("over")
    assert over["result"]["winner"] == winner
    assert "claims the game" in over["result"]["text"]
    assert slow.ask("act", n=slow.n, a=["done"])["code"] == "over"
    stored = server.app.state.hub.storage.table(table["table"])
    assert '"Claim"' in stored.ending
    assert f'"{winner}"' in stored.ending


def test_or_claims_a_draw(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair(pace=600)
    patient = italian if kit.decider(allied, italian) is allied else allied
    waiting(server, table, 601)
    assert patient.ask("claim", what="everything")["code"] == "malformed"
    assert patient.ask("claim", what="draw")["t"] == "ok"
    over = next(message for message in patient.heard if message["t"] == "over")
    assert over["result"] == {"winner": None, "level": "Draw by claim", "text": over["result"]["text"]}


def test_every_action_begins_the_waiting_anew(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair(pace=24 * HOUR)
    waiting(server, table, 23 * HOUR)
    kit.play_on([allied, italian], 1)
    assert server.app.state.hub.open_tables[table["table"]].table.clock.left() > 23 * HOUR
    assert allied.heard[-1]["clock"]["left"] > 23 * HOUR


def test_a_bot_or_oneself_is_not_claimed_against(server: Any) -> None:
    hot = server.sit(server.table({"allied": "me", "italian": "me"}, pace=1)["mine"][0])
    time.sleep(1.1)
    assert "your own choice" in hot.ask("claim")["text"]


def test_the_waiting_outlives_the_server_but_not_at_once(start: Any, kit: Any) -> None:
    server = start()
    allied, italian, table = server.pair(pace=24 * HOUR)
    server.app.state.hub.storage.db.execute("UPDATE tables SET moved = moved - ?", (25 * HOUR,))
    patient = "italian" if kit.decider(allied, italian) is allied else "allied"
    server.close()
    server = start()
    player = server.sit(table["links"][patient])
    assert "You may claim in 10 minutes" in player.ask("claim")["text"]
    server.app.state.hub.open_tables[table["table"]].table.clock.started -= GRACE + 1
    assert player.ask("claim")["t"] == "ok"


@pytest.mark.parametrize(("seconds", "words"), [(1, "a minute"), (600, "10 minutes"), (3 * HOUR, "3 hours"), (72 * HOUR, "3 days")])
def test_spans_in_words(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


def test_no_clock_without_a_pace() -> None:
    assert Clock().data() is None
    assert Clock(60, time.time() - 90).data() == {"pace": 60, "left": 0}


def test_too_many_messages_are_refused_and_the_line_stands(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    allied, italian, _ = server.pair()
    refill = Bucket.RATE
    # On a busy machine so many could take long enough to be no burst.
    monkeypatch.setattr(Bucket, "RATE", 0.1)

    def read() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        while len(found) < 3 * Bucket.SIZE:
            message = allied.receive()
            if message.get("id", 0) >= 1000:
                found.append(message)
        return found

    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(read)  # a reader who is behind would be cut off, and rightly
        for i in range(3 * Bucket.SIZE):
            allied.socket.send(f'{{"t": "ping", "id": {1000 + i}}}')
        answers = reading.result()
    refused = [answer for answer in answers if answer["t"] == "refused"]
    assert len(refused) > 0
    assert {answer["code"] for answer in refused} == {"slow"}
    assert "too fast" in refused[0]["text"]
    assert italian.ask("ping")["t"] == "ok", "nobody else is held up"
    monkeypatch.setattr(Bucket, "RATE", refill)
    time.sleep(0.2)
    assert allied.ask("ping")["t"] == "ok"


def test_the_way_a_piece_went(server: Any, kit: Any) -> None:
    allied, italian, _ = server.pair()
    kit.play_on([allied, italian], 12, lambda view: view["decision"]["kind"] == "movement")
    assert allied.act(["move", "skinner", "0507"])["t"] == "ok"
    for player in (allied, italian):
        update = player.until("update")
        path = update["paths"]["skinner"]
        assert (path[0], path[-1]) == ("0108", "0507")
        assert len(path) > 2


class Talkative:
    """A pool whose bots do the first plain thing there is and say why."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.whys: list[str] = []

    async def choose(self, question: dict[str, Any], owner: str = "") -> Choice:
        game = self.server.app.state.hub.library.game(question["game"])
        state = game.blank(question["scenario"], question["options"])
        state.restore(question["position"])
        menu = game.legal(state)
        action = menu.plain[0] if menu.plain else next(iter(menu))
        return Choice(action, self.whys.pop(0) if self.whys else "nothing to gain")

    async def close(self) -> None:
        pass


def test_a_bots_reason_stands_beside_its_move(start: Any) -> None:
    server = start()
    pool = server.app.state.players.pool = Talkative(server)
    hand = [piece["title"] for piece in server.client.get("/api/games/cheren/board?scenario=agordat").json()["pieces"] if piece["kind"] == "chit"]
    pool.whys = [f"I keep {hand[0]} back", "x" * 1000]
    table = server.table({"allied": "link", "italian": "bot:random"})
    player = server.sit(table["links"]["allied"])
    reasons: list[str] = []
    for _ in range(60):
        while player.menu is None and player.view["decision"] is not None:
            player.receive()
        reasons = [entry["why"] for message in player.heard for entry in message.get("log", []) if "why" in entry]
        if len(reasons) > 1:
            break
        n = player.act()["n"]
        while player.n < n:
            player.receive()
    assert reasons
    assert all("I keep" not in why and len(why) <= 400 for why in reasons), "what names a hidden piece is held back, what is long is cut"
    stored = server.app.state.hub.storage.reasons(table["table"])
    assert any("I keep" in why for why in stored.values())
    assert player.ask("resign")["t"] == "ok"
    over = next(message for message in player.heard if message["t"] == "over")
    assert any("I keep" in why for why in over["reasons"].values()), "afterwards everything is open"
    server.close()
    again = start().sit(table["links"]["allied"])
    shown = [entry["why"] for entry in again.welcome["log"] if "why" in entry]
    assert set(reasons) <= set(shown), "reasons outlive the server"
