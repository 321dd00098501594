"""After the game: another one, each side by an invitation of its own. And whom the shelf names while the dice wait."""

from __future__ import annotations

import re
from typing import Any

import pytest

from amba.core.promise import commitment_to
from amba.server.limits import RATES, Limits, Rate
from amba.server.schema import Hash, Token

HOT = {"allied": "me", "italian": "me"}
ONE, TWO = "a1" * 32, "b2" * 32


def seat(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def again(server: Any, token: str, **wish: Any) -> Any:
    return server.client.post("/api/table/rematch", json=wish, headers=seat(token))


def test_another_game_is_offered_to_the_other_side_alone(server: Any) -> None:
    allied, italian, table = server.pair(pace=7200)
    watcher = server.sit(table["watch"])
    assert again(server, table["links"]["allied"]).json()["code"] == "on", "not while the game is on"
    allied.ask("resign")
    italian.until("over")
    watcher.until("over")
    assert again(server, table["watch"]).json()["code"] == "seat"
    made = again(server, table["links"]["allied"], swap=True, mix=False).json()
    assert made["invited"] == ["italian"]
    link = italian.until("rematch")["link"]
    assert link == made["links"]["allied"], "the chairs are exchanged"
    watcher.ask("ping")
    assert link not in " ".join(watcher.raw), "who watches could sit down there else"
    assert again(server, table["links"]["italian"]).json() == {"link": link}, "no second table where one waits"
    assert server.sit(table["links"]["italian"]).welcome["rematch"] == link
    assert server.sit(table["links"]["allied"]).welcome["rematch"] == server.sit(table["watch"]).welcome["rematch"] == ""
    mine, theirs = server.sit(made["mine"][0]), server.sit(server.claimed(link))
    assert mine.welcome["seat"]["sides"] == ["italian"]
    assert theirs.welcome["seat"]["sides"] == ["allied"]
    assert mine.welcome["clock"]["pace"] == 7200
    assert server.sit(table["links"]["italian"]).welcome["rematch"] == "", "it has been opened"


def test_another_game_at_a_shared_screen_and_against_a_bot(server: Any) -> None:
    for seats, swapped in ((HOT, HOT), ({"allied": "me", "italian": "bot:greedy"}, {"allied": "bot:greedy", "italian": "me"})):
        table = server.table(seats)
        player = server.sit(table["mine"][0])
        player.ask("resign")
        made = again(server, table["mine"][0], swap=True).json()
        assert made["invited"] == []
        assert server.sit(made["mine"][0]).welcome["players"] == swapped


def test_what_is_deleted_takes_its_invitations_along(server: Any) -> None:
    allied, _, table = server.pair()
    allied.ask("resign")
    again(server, table["links"]["allied"]).raise_for_status()
    assert server.client.delete("/api/table", headers=seat(table["host"])).json() == {"ok": True}


def test_while_the_dice_wait_it_is_the_move_of_whose_browser_is_awaited(server: Any) -> None:
    allied, italian, table = server.pair(mix=True)

    def now(side: str) -> tuple[str, bool, str]:
        found = server.client.get("/api/table/now", headers=seat(table["links"][side])).json()
        return found["who"], found["mine"], found["prompt"]

    assert now("allied") == ("allied", True, "The dice wait for your browser.")
    allied.ask("commit", c=commitment_to(ONE))
    assert now("allied")[:2] == ("italian", False), "who is committed can do no more"
    italian.ask("commit", c=commitment_to(TWO))
    allied.ask("open", s=ONE)
    assert now("allied")[:2] == ("italian", False)
    assert now("italian")[:2] == ("italian", True)
    server.client.put("/api/table/lobby", json={"watch": table["watch"]}, headers=seat(table["host"])).raise_for_status()
    assert [card["who"] for card in server.client.get("/api/lobby").json()["playing"]] == ["italian"]
    italian.ask("open", s=TWO)
    assert now("allied")[0] != "chance"


def test_pages_have_their_measure_too(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: Limits = server.app.state.parts.limits
    monkeypatch.setattr(limits, "factor", 1.0)
    monkeypatch.setitem(RATES, "pages", Rate(4, 0.001, "pages"))
    limits.left.clear()
    answers = [server.client.get(path) for path in ("/", "/table.html", "/api/games", "/static/js/dom.js", "/", "/api/lobby", "/api/me")]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 429, 429, 429]
    assert answers[-1].json()["code"] == "slow"
    assert answers[-1].headers["retry-after"]
    limits.left.clear()


@pytest.mark.parametrize("kind", [Token, Hash])
def test_no_word_ends_with_a_line(kind: Any) -> None:
    """`$` would let a last line end through: into a token that nobody can send again."""
    pattern = kind.__metadata__[0].pattern
    good = {Token: "a" * 24, Hash: "a1" * 32}[kind]
    assert re.search(pattern, good)
    assert not re.search(pattern, good + "\n")
