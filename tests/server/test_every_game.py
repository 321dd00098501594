"""Every installed game can be played at the table: nothing here knows which games there are."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from amba.load import registry

LIGHTS = (Path(str(files("amba"))) / "web/js/table/lights.js").read_text(encoding="utf-8")
TONES = set(re.findall(r"(\w+): \"", LIGHTS.partition("const TONES = {")[2].partition("};")[0]))


@pytest.mark.parametrize("key", registry.keys())
def test_a_game_begins_looks_back_and_goes_on(server: Any, kit: Any, key: str) -> None:
    card = next(card for card in server.client.get("/api/games").json() if card["key"] == key)
    scenario = min(card["scenarios"], key=lambda one: one["turns"])
    seats = dict.fromkeys([side["key"] for side in scenario["sides"]], "link")
    table = server.table(seats, scenario["key"], game=key)
    players = [server.sit(token, 3) for token in table["links"].values()]
    kit.play_on(players, 20)
    first = players[0]
    assert first.ask("replay", n=0)["view"]["n"] == 0
    board = server.client.get(first.welcome["board_url"]).json()
    known = {piece["key"] for piece in board["pieces"]}
    assert set(first.view["pieces"]) <= known
    for overlay in board["overlays"]:
        arg = {
            "": None,
            "piece": next(iter(first.view["pieces"])),
            "hex": board["hexes"][0]["id"],
            "pair": f"{board['hexes'][0]['id']},{board['hexes'][-1]['id']}",
        }[overlay["needs"]]
        answer = first.ask("overlay", key=overlay["key"], arg=arg)
        assert answer["t"] == "overlay"
        tones = {mark["tone"] for mark in [*answer["hexes"].values(), *answer["paths"], *answer["rays"]]}
        assert tones <= TONES | set(seats), "the client draws what it does not know in grey"
    if first.view["decision"] is not None:
        player = kit.decider(*players)
        a = player.pick()
        assert player.ask("why", n=player.n, a=a)["ok"] is True
        assert player.ask("preview", n=player.n, a=a)["t"] == "preview"
    assert server.client.get(f"/api/tables/{table['watch']}/log").status_code == 200
