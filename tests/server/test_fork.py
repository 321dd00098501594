"""A fork, how a game stands, and the check of its dice: what a seat may know, and no more."""

from __future__ import annotations

from typing import Any


def test_a_fork_of_a_game_with_secrets_waits_for_its_end(server: Any) -> None:
    one, other, table = server.pair()
    token = table["links"]["allied"]
    refused = server.client.post(f"/api/tables/{token}/fork", json={"n": 0})
    assert refused.status_code == 400
    assert refused.json()["code"] == "secret"
    watcher = server.client.post(f"/api/tables/{table['watch']}/fork", json={"n": 0})
    assert watcher.json()["code"] == "secret"
    one.ask("resign")
    forked = server.client.post(f"/api/tables/{token}/fork", json={"n": 0})
    assert forked.status_code == 200
    player = server.sit(forked.json()["mine"][0])
    assert player.n == 0 or player.n <= other.n


def test_whoever_holds_every_side_forks_at_any_time(server: Any) -> None:
    table = server.table({"allied": "me", "italian": "me"})
    token = table["mine"][0]
    assert server.client.post(f"/api/tables/{token}/fork", json={"n": 2}).status_code == 200
    assert server.client.post(f"/api/tables/{token}/fork", json={"n": -1}).status_code == 400
    assert server.client.post(f"/api/tables/{token}/fork", json={"n": 0, "seats": {"allied": "me"}}).status_code == 400


def test_how_a_game_stands(server: Any) -> None:
    table = server.table({"allied": "me", "italian": "link"})
    mine = server.client.get(f"/api/tables/{table['mine'][0]}/now").json()
    theirs = server.client.get(f"/api/tables/{table['links']['italian']}/now").json()
    assert mine["scenario"] == "To Agordat"
    assert (mine["mine"], theirs["mine"]) == (False, True)
    assert mine["turn"]["value"] == 1
    assert server.client.get("/api/tables/nobody/now").status_code == 404


def test_the_dice_are_checked_when_the_game_is_over(server: Any) -> None:
    one, _, table = server.pair()
    token = table["links"]["allied"]
    assert server.client.get(f"/api/tables/{token}/verify").json()["code"] == "over"
    one.ask("resign")
    found = server.client.get(f"/api/tables/{token}/verify").json()
    assert found["ok"], found["text"]


def whole_game(server: Any, kit: Any) -> tuple[Any, str]:
    """A game that was played to its end by the rules."""
    table = server.table({"allied": "me", "italian": "me"})
    player = server.sit(table["mine"][0])
    kit.play_on([player], 100_000)
    assert player.view["decision"] is None
    return player, table["mine"][0]


def test_a_fork_at_the_end_of_a_game_is_refused_and_a_log_without_its_end_gets_one(server: Any, kit: Any) -> None:
    """There is nothing left to play: a table where nobody decides and that is not over would answer nothing."""
    player, token = whole_game(server, kit)
    text = server.client.get(f"/api/tables/{token}/log").text
    forked = server.client.post(f"/api/tables/{token}/fork", json={"n": player.n})
    assert (forked.status_code, forked.json()["code"]) == (400, "over")
    assert server.client.post(f"/api/tables/{token}/fork", json={"n": player.n - 1}).status_code == 200
    cut = "\n".join(text.splitlines()[:-1]) + "\n"
    answer = server.client.post("/api/import", content=cut.encode())
    assert answer.status_code == 200, answer.text
    again = server.sit(answer.json()["mine"][0])
    assert again.view["decision"] is None
    assert again.view["result"]["text"] == player.view["result"]["text"]
    assert again.ask("resign")["code"] == "over"
    assert server.client.get(f"/api/tables/{answer.json()['mine'][0]}/verify").json()["ok"]
