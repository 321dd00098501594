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
