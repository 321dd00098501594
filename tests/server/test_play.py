"""Undo, asking, drawing, talking, bots: life at a table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def to_movement(players: list[Any], kit: Any) -> None:
    kit.play_on(players, 12, lambda view: view["decision"]["kind"] == "movement")


def plain_move(player: Any) -> list[str]:
    head = next(head for head in player.menu["heads"] if head["a"][0] == "move")
    return list(player.ask("tails", n=player.n, a=head["a"])["actions"][0]["a"])


def move(player: Any, *others: Any) -> int:
    """One move that reveals nothing, heard by all; the number before it."""
    n = int(player.n)
    assert player.act(plain_move(player))["t"] == "ok"
    for one in (player, *others):
        while one.n == n:
            one.receive()
    return n


def test_undo_takes_back_what_revealed_nothing(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    to_movement([allied, italian], kit)
    views = [allied.view]
    for _ in range(3):
        move(allied, italian)
        views.append(allied.view)
    for view in reversed(views[:-1]):
        assert allied.ask("undo")["t"] == "ok"
        undone = italian.until("undone")
        assert undone["n"] == view["n"]
        assert undone["menu"] is None
        assert allied.view == view
    assert server.app.state.hub.storage.lines(table["table"]).__len__() == allied.n


def test_undo_then_the_same_action_gives_the_same(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    to_movement([allied, italian], kit)
    a = plain_move(allied)
    session = server.app.state.hub.open_tables[table["table"]].table.session
    allied.act(a)
    allied.until("update")
    first = session.log.text()
    allied.ask("undo")
    allied.act(a)
    allied.until("update")
    assert server.app.state.hub.open_tables[table["table"]].table.session.log.text() == first


def test_undo_stops_at_the_other_side(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    answer = allied.ask("undo")
    assert (answer["t"], answer["code"]) == ("refused", "undo")
    to_movement([allied, italian], kit)
    move(allied, italian)
    answer = italian.ask("undo")
    assert (answer["t"], answer["code"]) == ("refused", "undo")
    game = server.app.state.hub.open_tables[table["table"]].table.session
    while game.done[-1].by != 1 or any(game.game.reveals(event) for event in game.done[-1].events):
        kit.play_on([allied, italian], 1)
    answer = allied.ask("undo")
    assert (answer["t"], answer["code"]) == ("refused", "undo")
    assert "other side" in answer["text"]


def test_undo_never_goes_over_dice(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    session = server.app.state.hub.open_tables[table["table"]].table.session
    while session.done[-1].by != -1 or allied.n < 30:
        kit.play_on([allied, italian], 1)
    for player in (allied, italian):
        answer = player.ask("undo")
        assert (answer["t"], answer["code"]) == ("refused", "undo")


def test_asking_to_take_back_more(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    to_movement([allied, italian], kit)
    session = server.app.state.hub.open_tables[table["table"]].table.session
    move(allied, italian)
    while session.done[-1].by != 1:
        kit.play_on([allied, italian], 1)
    last = max(done.n for done in session.done if done.by == 0)
    assert italian.ask("answer_undo", yes=True)["code"] == "asked", "nothing was asked"
    assert allied.ask("ask_undo")["t"] == "ok"
    asked = italian.until("asked")
    assert (asked["what"], asked["by"]) == ("undo", "allied")
    assert allied.ask("answer_undo", yes=True)["code"] == "asked", "not by the one who asked"
    assert italian.ask("answer_undo", yes=False)["t"] == "ok"
    assert allied.until("answered")["yes"] is False
    allied.ask("ask_undo")
    italian.until("asked")
    italian.ask("answer_undo", yes=True)
    assert allied.until("undone")["n"] == last


def test_what_was_asked_is_void_when_the_game_goes_on(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    to_movement([allied, italian], kit)
    move(allied, italian)
    allied.ask("ask_undo")
    late = server.sit(table["links"]["italian"])
    assert late.until("asked")["by"] == "allied", "whoever comes later is asked too"
    move(allied, italian)
    assert italian.ask("answer_undo", yes=True)["code"] == "asked"


def test_a_draw_by_agreement(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    assert italian.ask("offer_draw")["t"] == "ok"
    assert allied.until("asked")["what"] == "draw"
    assert allied.ask("answer_draw", yes=True)["t"] == "ok"
    over = italian.until("over")
    assert over["result"]["winner"] is None
    assert over["key"] == server.app.state.hub.open_tables[table["table"]].table.session.dice.key.hex()
    assert server.sit(table["watch"]).view["result"]["level"] == "Draw"


def test_chat_and_notes(server: Any) -> None:
    allied, italian, table = server.pair()
    watcher = server.sit(table["watch"])
    assert allied.ask("chat", text=" good luck ")["t"] == "ok"
    for player in (italian, watcher):
        line = player.until("chat")
        assert (line["by"], line["text"]) == ("allied", "good luck")
    watcher.ask("chat", text="hello")
    assert allied.until("chat")["by"] == "watcher"
    allied.ask("note", text="hold Agordat")
    again = server.sit(table["links"]["allied"])
    assert again.welcome["note"] == "hold Agordat"
    assert [line["text"] for line in again.welcome["chat"]] == ["good luck", "hello"]
    assert server.sit(table["links"]["italian"]).welcome["note"] == ""


def test_presence(server: Any) -> None:
    table = server.table()
    allied = server.sit(table["links"]["allied"])
    assert allied.welcome["online"] == {"allied": True, "italian": False}
    italian = server.sit(table["links"]["italian"])
    while (message := allied.until("presence"))["italian"] is False:
        pass
    italian.socket.close()
    assert message["allied"] is True
    assert allied.until("presence")["italian"] is False


def test_preview_gives_the_engines_odds(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    session = server.app.state.hub.open_tables[table["table"]].table.session
    while not any(choice["a"] == ["fight"] for choice in (kit.decider(allied, italian).menu or {})["actions"]):
        kit.play_on([allied, italian], 1)
    player = kit.decider(allied, italian)
    shown = player.ask("preview", n=player.n, a=["fight"])
    true = session.game.preview(session.state, session.game.read(session.state, ("fight",)))
    assert [(odd["label"], tuple(odd["chance"])) for odd in shown["odds"]] == [(o.label, o.chance.as_integer_ratio()) for o in true.odds]
    assert sum(Fraction(*odd["chance"]) for odd in shown["odds"]) == 1


def test_overlays_for_everybody(server: Any, kit: Any) -> None:
    allied, _, table = server.pair()
    watcher = server.sit(table["watch"])
    for player in (allied, watcher):
        assert player.ask("overlay", key="zoc", arg=None)["hexes"]
        assert player.ask("overlay", key="reach", arg="10-ind")["t"] == "overlay"
        assert player.ask("overlay", key="nonsense")["hexes"] == {}


def test_against_a_bot(server: Any) -> None:
    """A person plays a turn; the bot answers for the other side, and lets one take back."""
    table = server.table({"allied": "me", "italian": "bot:steady"})
    assert table["links"]["italian"] is None
    player = server.sit(table["mine"][0])
    assert player.welcome["online"]["italian"] is True
    refused = player.ask("offer_draw")
    assert refused["t"] == "refused"
    quiet = {"done", "pass", "stay", "check", "hold", "forfeit", "arrive"}
    turns = {player.view["turn"]}
    for _ in range(200):
        if 2 in turns:
            break
        while player.menu is None:
            player.receive()
        labels = [choice["a"] for choice in player.menu["actions"]]
        player.act(next((a for a in labels if a[0] in quiet), labels[0]))
        while player.menu is None or player.view["decision"]["who"] != "allied":
            player.receive()
        turns.add(player.view["turn"])
    before = player.n
    player.act(plain_move(player)) if player.menu["heads"] else player.act()
    assert player.ask("ask_undo")["t"] == "ok"
    undone = [message for message in player.heard if message["t"] == "undone"]
    assert undone[-1]["n"] <= before


def test_two_bots_play_while_somebody_watches(server: Any) -> None:
    table = server.table({"allied": "bot:random", "italian": "bot:random"})
    assert table["mine"] == []
    hub = server.app.state.hub
    assert hub.open_tables[table["table"]].bot is None, "two bots alone wait for company"
    watcher = server.sit(table["watch"])
    over = watcher.until("over")
    assert over["result"]["text"]
    log = server.client.get(f"/api/tables/{table['watch']}/log").text
    assert over["key"] in log


def test_a_preview_with_odds_says_whether_the_dice_fall_at_once(server: Any) -> None:
    """Joining an attack can be taken back and needs no second word; the fight itself does."""
    table = server.table({"italian": "me", "ethiopian": "me"}, "october", game="ethiopia")
    player = server.sit(table["mine"][0])
    for order in ("done", "move gavinana 2912", "done", "attack 2913"):
        assert player.act(order.split())["t"] == "ok"
        player.until("update")
    joining = player.ask("preview", n=player.n, a=["join", "gavinana"])
    assert joining["odds"]
    assert joining["rolls"] is False
    assert player.act(["join", "gavinana"])["t"] == "ok"
    player.until("update")
    assert player.ask("preview", n=player.n, a=["fight"])["rolls"] is True
