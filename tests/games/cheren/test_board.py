"""What the table shows of a position beside its counters: states on the map, and how the scenario is won."""

from __future__ import annotations

from typing import Any

from amba.games.cheren.book import HERE
from amba.load.briefings import read_briefings
from tests.games.cheren.helpers import GAME, Board


def view(board: Board) -> dict[str, Any]:
    return GAME.view(board.s, None)


def signs(board: Board, kind: str) -> dict[str, str]:
    """Hex -> the words beside the sign."""
    return {sign["at"]: sign.get("text", "") for sign in view(board)["signs"] if sign["kind"] == kind}


def track(board: Board, key: str) -> str:
    return next((track["text"] for track in view(board)["tracks"] if track["key"] == key), "")


def test_5_1_a_roadblock_lies_on_the_map() -> None:
    assert signs(Board('units = { 11-ind = "kassala" }'), "roadblock") == {}
    board = Board('roadblock = "0408"\nunits = { 11-ind = "kassala" }')
    assert signs(board, "roadblock") == {"0408": ""}
    assert track(board, "roadblock") == "0408"


def test_6_0_garrisons_are_on_the_map_until_they_are_released() -> None:
    units = 'units = { himora-n = "himora", bircuta-n = "bircuta", 44-col-1 = "adua", marina = "massaua" }'
    board = Board(units)
    assert sorted(signs(board, "garrison").values()) == ["1", "2"]
    assert (track(board, "wolkait"), track(board, "tigre")) == ("at its posts", "at its posts")
    pieces = view(board)["pieces"]
    assert [key for key, piece in pieces.items() if "posted" in piece["marks"]] == ["himora-n", "bircuta-n", "44-col-1", "marina"]
    board = Board(f'released = ["wolkait"]\n{units}')
    assert sorted(signs(board, "garrison").values()) == ["", "1"]
    assert track(board, "wolkait") == "released"
    assert "posted" not in view(board)["pieces"]["himora-n"]["marks"]
    area = GAME.world.map.areas
    assert all(GAME.names.place[hex] in {*area["wolkait"].hexes, *area["tigre"].hexes} for hex in signs(board, "garrison"))


def test_1_4_supply_sources_say_from_when_on() -> None:
    early, late = Board("turn = 4"), Board("turn = 5")
    assert signs(early, "source")["2402"] == "T5"
    assert signs(late, "source")["2402"] == ""
    assert len(signs(early, "source")) == len(GAME.world.sources)


def test_9_0_who_has_moved_and_who_has_fought_is_marked() -> None:
    board = Board('units = { 11-ind = "0302", 10-ind = "0302", 41-col-1 = "0202" }')
    board.do("move 10-ind 0303")
    assert view(board)["pieces"]["10-ind"]["marks"] == ["moved"]
    assert view(board)["pieces"]["11-ind"]["marks"] == []
    board = Board('phase = "allied.combat"\nunits = { 11-ind = "0302", 41-col-1 = "0202" }')
    board.attack("0202", "11-ind")
    board.do("fight", dice="3")
    assert "attacked" in view(board)["pieces"]["11-ind"]["marks"]


def test_every_mark_and_sign_that_can_be_shown_has_its_look() -> None:
    look = GAME.board("campaign")["look"]
    assert {*GAME.names.marks, "moved", "posted"} == set(look["marks"])
    assert {"source", "garrison", "roadblock"} == set(look["signs"])


def test_14_0_each_scenario_says_how_it_is_won() -> None:
    assert "end of turn 4: with 6 or more they win, with 4 or fewer the Italians" in track(Board('scenario = "agordat"'), "goal")
    assert "end of turn 12: with 22 or more they win, with 20 or fewer the Italians" in track(Board(""), "goal")


def test_8_4_the_choice_of_the_french_is_told() -> None:
    board = Board('turn = 7\nphase = "allied.reinforcement"\nunits = { 13-dble = "reinforcements", bm-3 = "reinforcements" }')
    assert track(board, "french") == ""
    board.do("postpone")
    assert track(board, "french") == "arrive at Af Abed on turn 8"


def test_14_0_briefings_name_the_points_of_a_draw() -> None:
    told = read_briefings(HERE)["scenario"]
    for key, scenario in GAME.world.scenarios.items():
        draw = next(level["from"] for level in scenario.data["victory"]["levels"] if level["winner"] == "none")
        assert f"draw at {draw}" in told[key]["goal"] or f"{draw} points are a draw" in told[key]["goal"]


def test_8_0_a_briefing_counts_no_units_that_are_due_after_the_last_turn() -> None:
    """To Agordat ends after turn 4; the campaign brings everybody."""
    late = {"7-ind", "51-comm", "52-comm", "13-dble", "bm-3", "1-fd", "savoia-4"}
    assert set(GAME.view(GAME.new("agordat", {}), None)["absent"]) == late
    assert "absent" not in GAME.view(GAME.new("campaign", {}), None)
