"""The order of checks: form, seat, game open, this side decides, position not stale, legal. A refusal changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.loops import PATIENCE


def move_from(player: Any) -> list[str]:
    """Some legal action."""
    return list(player.pick())


def ready(server: Any, kit: Any) -> tuple[Any, Any, dict[str, Any]]:
    """Two seats where the Allies are to move."""
    allied, italian, table = server.pair()
    kit.play_on([allied, italian], 9, lambda view: view["decision"]["kind"] == "movement")
    assert allied.view["decision"]["who"] == "allied"
    return allied, italian, table


def test_a_watcher_may_not_act(server: Any, kit: Any) -> None:
    allied, _, table = ready(server, kit)
    watcher = server.sit(table["watch"])
    assert watcher.menu is None
    assert watcher.welcome["seat"] == {"sides": [], "watch": True}
    answer = watcher.ask("act", n=watcher.n, a=["done"])
    assert (answer["t"], answer["code"]) == ("refused", "seat")
    for t, fields in [
        ("tails", {"n": watcher.n, "a": ["move", "5-ind"]}), ("why", {"n": watcher.n, "a": ["done"]}), ("preview", {"n": watcher.n, "a": ["done"]}),
        ("undo", {}), ("ask_undo", {}), ("resign", {}), ("offer_draw", {}), ("answer_undo", {"yes": True}), ("answer_draw", {"yes": True}),
        ("note", {"text": "x"}), ("place", {"n": watcher.n}),
    ]:  # fmt: skip
        answer = watcher.ask(t, **fields)
        assert (answer["t"], answer["code"]) == ("refused", "seat"), t
    assert allied.ask("ping")["t"] == "ok"
    assert allied.n == watcher.n


def test_an_unknown_link_opens_nothing(server: Any) -> None:
    socket = server.connect("nobody-has-this-one")
    answer = json.loads(socket.recv(timeout=PATIENCE))
    assert (answer["t"], answer["code"]) == ("error", "seat")
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    assert server.client.get("/api/tables/nobody/log").status_code == 404


def test_the_other_side_decides(server: Any, kit: Any) -> None:
    allied, italian, _ = ready(server, kit)
    before = allied.n
    for t in ("act", "tails", "why", "preview"):
        answer = italian.ask(t, n=italian.n, a=["done"])
        assert (answer["t"], answer["code"]) == ("refused", "turn")
    assert italian.menu is None
    assert italian.ask("replay", n=before)["of"] == before


def test_a_stale_click_is_refused_before_it_is_judged(server: Any, kit: Any) -> None:
    allied, _, _ = ready(server, kit)
    old = allied.n
    assert allied.act()["t"] == "ok"
    allied.until("update")
    for n in (old, allied.n + 1, 0):
        answer = allied.ask("act", n=n, a=["done"])
        assert (answer["t"], answer["code"]) == ("refused", "stale")
        assert str(allied.n) in answer["text"]
    assert allied.ask("replay", n=9999)["of"] == allied.n


def test_whose_turn_comes_before_staleness(server: Any, kit: Any) -> None:
    _, italian, _ = ready(server, kit)
    assert italian.ask("act", n=0, a=["nonsense"])["code"] == "turn"


def test_an_illegal_action_names_its_rule(server: Any, kit: Any) -> None:
    allied, _, _ = ready(server, kit)
    before = allied.n
    answer = allied.ask("act", n=allied.n, a=["move", "10-ind", "2206"])
    assert (answer["t"], answer["code"]) == ("refused", "illegal")
    assert answer["rule"]
    assert answer["text"]
    assert answer["items"] or answer["hexes"]
    assert allied.ask("why", n=allied.n, a=["move", "10-ind", "2206"])["rule"] == answer["rule"]
    assert allied.ask("replay", n=before)["of"] == before


@pytest.mark.parametrize(
    "a",
    [
        ["move"], ["move", "nobody", "0108"], ["move", "10-ind", "nowhere"], ["move", "10-ind", "cup"], ["move", "41-col-1", "0807"], ["done", "done"],
        ["fly"], [""], ["move", "10-ind", "0208", "0209"], ["play", "raf"], ["play", "roadblock-1", "0208"], ["draw", "raf"], ["roll", "6"], ["?"],
    ],
)  # fmt: skip
def test_forged_arguments_are_refused(server: Any, kit: Any, a: list[str]) -> None:
    allied, _, _ = ready(server, kit)
    before = allied.n
    answer = allied.ask("act", n=allied.n, a=a)
    assert (answer["t"], answer["code"]) == ("refused", "illegal")
    assert answer["text"]
    assert allied.ask("why", n=allied.n, a=a)["t"] == "why"
    assert allied.ask("tails", n=allied.n, a=a)["actions"] == []
    assert allied.ask("preview", n=allied.n, a=a)["title"] == ""
    assert allied.ask("replay", n=before)["of"] == before


@pytest.mark.parametrize(
    "message",
    [
        "", "{", "[]", "null", '"act"', "{}", '{"t": "act"}', '{"t": "act", "id": 7}', '{"t": "fly", "id": 7}', '{"t": "act", "id": 7, "n": "9", "a": ["done"]}',
        '{"t": "act", "id": 7, "n": 9, "a": "done"}', '{"t": "act", "id": 7, "n": 9, "a": [1]}', '{"t": "act", "id": 7, "n": 9, "a": []}',
        '{"t": "act", "id": 7, "n": -1, "a": ["done"]}', '{"t": "act", "id": 7, "n": 9, "a": ["done"], "side": "italian"}',
        '{"t": "act", "id": "x", "n": 9, "a": ["done"]}', '{"t": "act", "id": 7, "n": 1e99, "a": ["done"]}', '{"t": "answer_undo", "id": 7, "yes": "yes"}',
        json.dumps({"t": "act", "id": 7, "n": 9, "a": ["x" * 65]}), json.dumps({"t": "act", "id": 7, "n": 9, "a": ["x"] * 9}),
        json.dumps({"t": "chat", "id": 7, "text": "x" * 2001}), json.dumps({"t": "note", "id": 7, "text": "x" * 20001}), "[" * 5000, '{"t":"chat","id":7,"text":""}',
        json.dumps({"t": "chat", "id": 7, "text": "x" * 70000}),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_schema_is_refused(server: Any, kit: Any, message: str) -> None:
    allied, _, _ = ready(server, kit)
    before = allied.n
    known = '"id": 7' in message and len(message) < 60000
    answer = allied.ask_raw(message, 7 if known or message.startswith('{"t":"chat"') else None)
    assert (answer["t"], answer["code"]) == ("refused", "malformed")
    assert allied.ask("ping")["t"] == "ok", "the line stands"
    assert allied.ask("replay", n=before)["of"] == before


def test_a_finished_game_takes_no_action(server: Any, kit: Any) -> None:
    allied, italian, _ = ready(server, kit)
    assert italian.ask("resign")["t"] == "ok"
    over = allied.until("over")
    assert over["result"]["winner"] == "allied"
    assert allied.view["decision"] is None
    assert allied.menu is None
    for player in (allied, italian):
        for t, fields in [("act", {"n": player.n, "a": ["done"]}), ("undo", {}), ("ask_undo", {}), ("resign", {}), ("offer_draw", {})]:
            answer = player.ask(t, **fields)
            assert (answer["t"], answer["code"]) == ("refused", "over")


def test_two_tabs_agree(server: Any, kit: Any) -> None:
    allied, italian, table = ready(server, kit)
    tab = server.sit(table["links"]["allied"], 5)
    assert (tab.view, tab.menu) == (allied.view, allied.menu)
    first, second = tab.pick(), allied.pick()
    n = allied.n
    assert tab.ask("act", n=n, a=first)["t"] == "ok"
    answer = allied.ask("act", n=n, a=second)
    assert (answer["t"], answer["code"]) == ("refused", "stale")
    for player in (tab, allied, italian):
        while player.n == n:
            player.receive()
    assert tab.view == allied.view
    assert tab.menu == allied.menu
    assert italian.menu is None


def test_why_judges_a_gesture_that_is_only_begun(server: Any, kit: Any) -> None:
    allied, _, _ = ready(server, kit)
    head = allied.menu["heads"][0]["a"]
    assert allied.ask("why", n=allied.n, a=head)["ok"] is True
    answer = allied.ask("why", n=allied.n, a=["move", "41-col-1"])
    assert answer["ok"] is False
    assert "not yours" in answer["text"]


def test_tables_are_refused_with_reasons(server: Any) -> None:
    good: dict[str, Any] = {"game": "cheren", "scenario": "agordat", "seats": {"allied": "me", "italian": "me"}, "options": {}}
    bad: list[dict[str, Any]] = [
        {"game": "chess"}, {"scenario": "x"}, {"seats": {"allied": "me"}}, {"seats": {"allied": "me", "italian": "bot:genius"}},
        {"seats": {"allied": "me", "italian": "me", "french": "me"}}, {"options": {"push": "x"}}, {"options": {"x": "y"}}, {"extra": 1}, {"game": 3},
    ]  # fmt: skip
    for change in bad:
        answer = server.client.post("/api/tables", json=good | change)
        assert answer.status_code == 400, change
        assert answer.json()["error"]
    assert server.client.post("/api/tables", content=b"x" * 100_000).status_code == 413
    assert server.client.post("/api/tables", json=good).status_code == 200
