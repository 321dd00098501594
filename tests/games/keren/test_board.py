"""What stands on the map and is no counter."""

from __future__ import annotations

from typing import Any

import amba


def signs(units: str) -> dict[str, dict[str, Any]]:
    position = amba.load_position(f'game = "keren"\nturn = 2\n[units]\n{units}\n')
    return {one["at"]: one for one in position.game.view(position.state, 0)["signs"]}


def test_6_0_supply_sources_are_on_the_map_with_their_side() -> None:
    """Orange for the Commonwealth, mustard for the Italians."""
    found = signs('col-red-1 = "5305"')
    assert {at for at, one in found.items() if one["side"] == "commonwealth"} == {"3033", "0027", "4233"}
    assert {at for at, one in found.items() if one["side"] == "italian"} == {"5208", "3612", "4711", "2408"}
    assert {one["kind"] for one in found.values()} == {"source"}


def test_6_4_a_source_under_an_enemy_unit_is_closed() -> None:
    found = signs('2-camerons-a = "3612"\ncol-red-1 = "5305"')
    assert (found["3612"]["kind"], found["4711"]["kind"]) == ("closed-source", "source")


def coming(units: str, turn: int) -> str:
    position = amba.load_position(f'game = "keren"\nturn = {turn}\n[units]\n{units}\n')
    tracks = position.game.view(position.state, 0)["tracks"]
    return next((track["text"] for track in tracks if track["key"] == "coming"), "")


def test_16_1_who_comes_next_is_told_with_his_turn() -> None:
    units = 'col-pink-1 = "reserve"\nit-art-2-4 = "reserve"\ncol-purple-1 = "reserve"\ncav-light-pink-3 = "reserve"\nair-1 = "air"'
    found = coming(units, 2)
    assert found.startswith("now: Colonial Battalion 1 (Purple)"), found
    assert "turn 3: " in found, found
    assert "turn 5: " in coming('air-1 = "air"', 2)
    assert coming('col-red-1 = "5305"', 2) == ""
