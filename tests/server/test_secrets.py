"""Nothing a seat may not know ever leaves the server: checked in the raw messages of whole games."""

from __future__ import annotations

import json
from typing import Any

import pytest

from amba.core.event import Drawn
from amba.core.session import Session
from amba.load.registry import open_game


def hidden_from(session: Session, side: int | None) -> set[str]:
    """Keys of the pieces that this side cannot identify now."""
    seen = set(session.game.view(session.state, side)["pieces"])
    return {key for key in session.game.names.pieces if key not in seen}


def strings(value: Any) -> set[str]:
    """Every string in a message, keys included; but the kind of a decision is a word, not a chit."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*({name} | strings(item) for name, item in value.items() if name != "kind")) if value else set()
    if isinstance(value, list):
        return set().union(*map(strings, value)) if value else set()
    return set()


@pytest.mark.parametrize("seed", [2])
def test_no_hidden_chit_reaches_a_watcher_or_the_opponent(server: Any, kit: Any, seed: int) -> None:
    table = server.table()
    allied, italian = server.sit(table["links"]["allied"], seed), server.sit(table["links"]["italian"], seed + 7)
    watcher = server.sit(table["watch"])
    seats = {allied: 0, italian: 1, watcher: None}
    session = server.app.state.hub.open_tables[table["table"]].table.session
    checked = dict.fromkeys(seats, 0)
    drawn = 0
    while allied.view["decision"] is not None:
        kit.play_on([allied, italian, watcher], 1)
        for player, side in seats.items():
            hidden = hidden_from(session, side)
            drawn = max(drawn, len(hidden))
            for text in player.raw[checked[player] :]:
                leaked = strings(json.loads(text)) & hidden
                assert not leaked, (side, leaked, text[:300])
            checked[player] = len(player.raw)
    assert drawn > 10, "there was something to hide"
    assert any(line["text"].lower().startswith("a chit is drawn") for m in watcher.heard for e in m.get("log", []) for line in e["lines"])


def test_the_welcome_of_a_long_game_names_only_what_was_seen(server: Any, kit: Any) -> None:
    """The log from the start is read again by every newcomer: each draw stays unnamed for whom it was unnamed then."""
    allied, italian, table = server.pair()
    kit.play_on([allied, italian], 150)
    for token, player in ((table["links"]["allied"], allied), (table["links"]["italian"], italian)):
        again = server.sit(token)
        told = {entry["n"]: entry for m in player.heard for entry in m.get("log", [])}
        assert [told[entry["n"]] for entry in again.welcome["log"]] == again.welcome["log"]
        assert again.view == player.view


def test_a_log_cut_to_a_seat_hides_what_the_seat_did_not_see(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    kit.play_on([allied, italian], 60)
    session = server.app.state.hub.open_tables[table["table"]].table.session
    tokens = {0: table["links"]["allied"], 1: table["links"]["italian"], None: table["watch"]}
    for side, token in tokens.items():
        text = server.client.get(f"/api/tables/{token}/log").text
        rows = [json.loads(line) for line in text.splitlines()]
        assert rows[0]["cut"] == ("watcher" if side is None else session.game.sides[side])
        assert all("hash" not in row for row in rows), "a hash lets anybody try every secret"
        assert session.dice.key.hex() not in text
        draws = [(row["by"], row["action"][1]) for row in rows[1:] if row["action"][0] == "draw"]
        assert len(rows) == session.log.entries[-1].n + 2
        open_draws = {name for _, name in draws if name != "?"}
        assert all(session.game.names.piece[name] is not None for name in open_draws)
        if side is None:
            assert not open_draws
        else:
            drawn = [event for done in session.done for event in done.events if isinstance(event, Drawn)]
            mine = [e for e in drawn if e.to in {session.game.world.hand[side], session.game.world.removed_by[side]}]
            assert len([name for _, name in draws if name != "?"]) == len(mine)


def test_a_shared_screen_sees_with_the_eyes_of_who_decides(server: Any, kit: Any) -> None:
    table = server.table({"allied": "me", "italian": "me"})
    assert table["links"]["allied"] == table["links"]["italian"] == table["mine"][0]
    player = server.sit(table["mine"][0])
    session = server.app.state.hub.open_tables[table["table"]].table.session
    seen = set()
    for _ in range(60):
        who = player.view["decision"]["who"]
        seen.add(who)
        assert player.view["side"] == who
        assert player.menu is not None
        side = session.game.sides.index(who)
        assert not set(player.view["pieces"]) & hidden_from(session, side)
        other_hand = {session.game.names.pieces[p] for p in session.state.hand(1 - side)}
        assert not strings(player.heard[-1]) & other_hand
        kit.play_on([player], 1)
    assert seen == {"allied", "italian"}


def test_looking_back_shows_what_this_side_saw(server: Any, kit: Any) -> None:
    allied, italian, table = server.pair()
    kit.play_on([allied, italian], 80)
    hub_table = server.app.state.hub.open_tables[table["table"]].table
    for player, side in ((allied, 0), (italian, 1)):
        views = {m["view"]["n"]: m["view"] for m in player.heard if m["t"] == "update"}
        for n, view in views.items():
            answer = player.ask("replay", n=n)
            assert answer["view"]["pieces"] == view["pieces"], n
            assert answer["view"]["decision"] == view["decision"]
            assert (answer["n"], answer["of"]) == (n, player.n)
        state = hub_table.session.state_at(40)
        back = player.ask("replay", n=40)["view"]
        game = hub_table.game
        assert not set(back["pieces"]) & {key for key in game.names.pieces if key not in game.view(state, side)["pieces"]}
    start = allied.ask("replay", n=0)["view"]
    assert "allied-hand" not in start["stacks"]


def test_bots_are_told_nothing_hidden(server: Any, kit: Any) -> None:
    """What a bot is given is dealt anew from what its side cannot see."""
    allied, italian, table = server.pair()
    kit.play_on([allied, italian], 30)
    place = server.app.state.hub.open_tables[table["table"]]
    game, true = place.table.game, place.table.session.state
    guesses = []
    for _ in range(12):
        question = server.app.state.players.question(place, 0)
        state = game.blank("agordat", {})
        state.restore(question["position"])
        assert game.view(state, 0) == game.view(true, 0)
        guesses.append(tuple(sorted(state.hand(1))))
    assert len(set(guesses)) > 1
    assert place.table.session.dice.key.hex() not in json.dumps(question)


def test_a_seat_is_known_to_itself_only(server: Any) -> None:
    table = server.table({"allied": "me", "italian": "link"})
    host, guest = server.sit(table["mine"][0]), server.sit(table["links"]["italian"])
    watcher = server.sit(table["watch"])
    assert host.welcome["links"] == {"allied": table["mine"][0]}
    assert guest.welcome["links"] == {"italian": table["links"]["italian"]}
    assert watcher.welcome["links"] == {}
    assert table["links"]["italian"] not in "".join(host.raw + watcher.raw)
    assert table["links"]["allied"] not in "".join(guest.raw + watcher.raw)


def test_open_game_has_the_game() -> None:
    assert open_game("cheren").sides == ("allied", "italian")


@pytest.mark.parametrize(
    ("key", "scenario", "secrets"),
    [("cheren", "agordat", True), ("adua", "", False), ("ethiopia", "", False), ("keren", "", True), ("hollow", "", True)],
)
def test_a_table_says_whether_anything_is_hidden(server: Any, key: str, scenario: str, secrets: bool) -> None:
    """Two players at one screen need to look away only where there is something not to see."""
    game = open_game(key)
    table = server.table(dict.fromkeys(game.sides, "me"), scenario or game.scenarios()[0].key, game=key)
    assert server.sit(table["mine"][0]).welcome["secrets"] is secrets
