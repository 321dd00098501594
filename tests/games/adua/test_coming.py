"""Who is still to come, and who has no part in a scenario."""

from __future__ import annotations

from amba.games.adua.world import ITALIAN
from tests.games.adua.helpers import GAME


def text_of(scenario: str, turn: int) -> str:
    view = GAME.view(GAME.place({"scenario": scenario, "turn": turn, "units": {"i-ascari": "2510"}}), ITALIAN)
    return next((track["text"] for track in view["tracks"] if track["key"] == "coming"), "")


def test_4_0_entry_the_armies_of_the_calendar_are_told_with_their_turns() -> None:
    assert text_of("battle", 3).startswith("now: Taitu (")
    assert [part.partition(":")[0] for part in text_of("battle", 3).split("; ")] == ["now", "turn 4", "turn 5", "turn 6"]


def test_4_0_entry_nobody_comes_where_there_is_no_calendar() -> None:
    assert text_of("albertone", 4) == ""


def test_4_0_pieces_without_a_part_in_the_scenario_are_named_in_its_view() -> None:
    view = GAME.view(GAME.new("albertone", {}), ITALIAN)
    assert "menelik" in view["absent"]
    assert "i-ascari" not in view["absent"]
    assert all(view["pieces"][key]["at"] == "off-map" for key in view["absent"])


def test_4_0_set_up_everybody_who_is_to_be_set_up_has_a_part() -> None:
    assert "absent" not in GAME.view(GAME.new("battle", {}), ITALIAN)
    assert "absent" not in GAME.view(GAME.new("dawn", {}), ITALIAN)
