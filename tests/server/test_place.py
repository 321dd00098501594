"""*Place the rest for me*: the server sets up for one side, and leaves the end of it to the player."""

from __future__ import annotations

from typing import Any


def test_the_rest_is_placed_and_the_end_left_to_the_player(server: Any) -> None:
    table = server.table({"allied": "me", "axis": "me"}, "cub-cub", game="hollow")
    seat = server.sit(table["mine"][0])
    assert seat.view["decision"]["kind"] == "setup"
    who = seat.view["decision"]["who"]
    before = seat.n
    assert seat.ask("place", n=seat.n)["t"] == "ok"
    while seat.n == before:
        seat.receive()
    assert seat.view["decision"] == {**seat.view["decision"], "kind": "setup", "who": who}
    assert ["done"] in [choice["a"] for choice in seat.menu["actions"]]


def test_there_is_nothing_to_place_in_the_middle_of_a_game(server: Any) -> None:
    table = server.table({"italian": "me", "abyssinian": "me"}, "albertone", game="adua")
    seat = server.sit(table["mine"][0])
    answer = seat.ask("place", n=seat.n)
    assert (answer["t"], answer["code"]) == ("refused", "illegal")
